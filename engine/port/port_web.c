/* port - memory, cores and pauses of WebAssembly in a browser's worker, or in Node; see port.h.
 *
 * Where the page may share memory between workers there are threads, else there is one, and the
 * program is built for either (WEB_THREADS in CMakeLists.txt). The one thread hears what the page
 * says only when it returns to the browser. A search cannot, so that program is rewritten by
 * Binaryen's Asyncify: port_pause leaves the search as it stands, lets the browser deliver what
 * waits, and comes back. */
#include "port/port.h"

#include <emscripten.h>
#include <emscripten/threading.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 4096,

    /* Table sizes that a phone can spare: a page shares some GB with everything else. */
    TABLE_BYTES_THREADS = 64 << 20,
    TABLE_BYTES_ALONE = 32 << 20,

    PAUSE_EVERY_MS = 15, /* nobody sees a button wait so long, and a pause takes a 20th of a ms */
};

/* A browser does not tell it. */
int64_t port_core_ns(void)
{
    return port_now_ns();
}

void *port_pages_new(size_t bytes)
{
    size_t rest = bytes % PAGE;
    if (bytes > SIZE_MAX - PAGE) {
        return NULL;
    }
    void *pages = aligned_alloc(PAGE, rest == 0 ? bytes : bytes - rest + PAGE);
    if (pages != NULL) {
        memset(pages, 0, bytes);
    }
    return pages;
}

/* Pages are the browser's business. */
void port_pages_prefer(PortPages size, void *pages, size_t bytes)
{
    (void)size, (void)pages, (void)bytes;
}

void port_pages_clear(void *pages, size_t bytes)
{
    memset(pages, 0, bytes);
}

void port_pages_free(void *pages, size_t bytes)
{
    (void)bytes;
    free(pages);
}

int port_cores(void)
{
    return port_has_threads() ? emscripten_num_logical_cores() : 1;
}

/* A page has none, and the program is linked without what would feign them. */
bool port_has_files(void)
{
    return false;
}

uint64_t port_table_bytes(void)
{
    return port_has_threads() ? TABLE_BYTES_THREADS : TABLE_BYTES_ALONE;
}

#ifdef __EMSCRIPTEN_PTHREADS__

bool port_has_threads(void)
{
    return true;
}

void port_pause(void) {}

#else

/* Comes back when the browser has delivered what waits: Module.pause is the page's promise of that,
 * scripts/page/engine/runtime.js. */
EM_ASYNC_JS(void, pause_until_heard, (void), { await Module['pause'](); });

bool port_has_threads(void)
{
    return false;
}

void port_pause(void)
{
    static int64_t last_ms; /* there is one thread */
    if (port_now_ms() - last_ms >= PAUSE_EVERY_MS) {
        pause_until_heard();
        last_ms = port_now_ms();
    }
}

#endif

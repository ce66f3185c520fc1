/* streams - the lines that a web page sends to the module and takes from it; see streams.h.
 *
 * There are no files here. The page calls tengen_take with what its user or its script says, and
 * has a function Module.told, which gets every write. Both belong to the thread that began the
 * module; other threads' writes go there in the order in which they were written.
 */
#include "lines/streams.h"

#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

/* Whom to hand bytes to; there is one page. */
static StreamTaker taker;
static void *taker_context;

/* The page has bytes for the program; 0 of them: no more will come. */
EMSCRIPTEN_KEEPALIVE void tengen_take(const char *bytes, size_t count)
{
    taker(taker_context, bytes, count);
}

bool streams_hand_over(StreamTaker take, void *context)
{
    taker = take;
    taker_context = context;
    MAIN_THREAD_ASYNC_EM_ASM({ Module['opened'](); });
    return true;
}

void streams_prepare(void) {}

/* Bytes are handed over: nobody has to wait for them. */
size_t streams_read(char *bytes, size_t room)
{
    (void)bytes, (void)room;
    return 0;
}

void streams_write(const char *bytes, size_t count)
{
    char *copy = malloc(count);
    if (copy == NULL) {
        abort(); /* a page that misses a line is worse off than one that is told of the end */
    }
    memcpy(copy, bytes, count);
    MAIN_THREAD_ASYNC_EM_ASM(
        {
            Module['told'](UTF8ToString($0, $1));
            Module['_free']($0);
        },
        copy, count);
}

bool streams_has_lost(void)
{
    return false;
}

/* The people in front of a page see the page. */
bool streams_is_terminal(void)
{
    return false;
}

bool streams_is_typed(void)
{
    return false;
}

bool streams_clear_screen(void)
{
    return false;
}

bool streams_has_listener(void)
{
    return true;
}

char *streams_edit_line(const char *prompt)
{
    (void)prompt;
    return NULL;
}

bool streams_catch_interrupts(void (*on_interrupt)(void *context), void *context)
{
    (void)on_interrupt, (void)context;
    return false;
}

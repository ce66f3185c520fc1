/* port - the few things that differ between operating systems.
 *
 * Nothing above this folder depends on the system: each system has its own port_*.c, and CMake
 * compiles the one that fits. Threads are POSIX threads everywhere; on Windows they come from
 * winpthreads, a library of the compiler that is linked in; in a web page there may be none.
 */
#ifndef TENGEN_PORT_PORT_H
#define TENGEN_PORT_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Milliseconds since some fixed moment, never running backwards. */
int64_t port_now_ms(void);

/* Nanoseconds on the same clock, for measuring speed. */
int64_t port_now_ns(void);

/* Nanoseconds that this thread has had a core, where the system tells that finely: what it counts
 * does not depend on what else runs. Elsewhere the same as port_now_ns. */
int64_t port_core_ns(void);

/* A block of zeroed memory straight from the system, to be freed with port_pages_free; NULL if
 * there is not so much. It begins at a page, and each page costs nothing until it is touched. */
void *port_pages_new(size_t bytes);

/* How the system provides such a block as it is touched: in many small pages, or in a few large
 * ones. A large page may take some milliseconds and counts as used from its first byte on, but
 * makes access to a large block faster (fewer TLB misses). */
typedef enum { PORT_PAGES_SMALL, PORT_PAGES_LARGE } PortPages;

/* Asks for pages of that size from now on. The system need not comply. */
void port_pages_prefer(PortPages size, void *pages, size_t bytes);

/* Makes such a block zero again. Its pages go back to the system and come back when they are
 * touched: a large block is cleared at once. */
void port_pages_clear(void *pages, size_t bytes);

/* Frees such a block of that many bytes. NULL is fine. */
void port_pages_free(void *pages, size_t bytes);

/* How many threads can run at the same time; at least 1. */
int port_cores(void);

/* How large a transposition table may be where nobody has said how much memory there is. */
uint64_t port_table_bytes(void);

/* Says whether threads can be started. Where they cannot, whoever would wait for one has to do its
 * work. */
bool port_has_threads(void);

/* Says whether the program can read and write files. */
bool port_has_files(void);

/* Without threads: lets the system deliver what has come in, if it has waited long enough to
 * matter; functions of the program may be called meanwhile. Does nothing where there are threads.
 * Only the functions that lead here from engine_work without a function pointer between may be on
 * the stack (ASYNCIFY_IGNORE_INDIRECT in web.cmake). */
void port_pause(void);

#endif

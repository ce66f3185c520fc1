/* port - the clock of POSIX systems, of Linux and of WebAssembly in a page alike; see port.h. */
#define _POSIX_C_SOURCE 199309L
#include "port/port.h"

#include <time.h>

enum { NS_PER_MS = 1000000 };

int64_t port_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 * NS_PER_MS + now.tv_nsec;
}

int64_t port_now_ms(void)
{
    return port_now_ns() / NS_PER_MS;
}

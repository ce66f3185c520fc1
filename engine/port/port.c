/* port - clocks, pages and cores of Linux; see port.h. */
#define _GNU_SOURCE
#include "port/port.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

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

void port_clear(void *block, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *begin = block, *end = begin + bytes;
    char *first = (char *)(((uintptr_t)begin + page - 1) / page * page);
    char *last = (char *)((uintptr_t)end / page * page);
    if (first >= last || madvise(first, (size_t)(last - first), MADV_DONTNEED) != 0) {
        memset(begin, 0, bytes);
        return;
    }
    memset(begin, 0, (size_t)(first - begin));
    memset(last, 0, (size_t)(end - last));
}

/* The cores that this process may use can be fewer than there are: inside containers they are. */
int port_cores(void)
{
    cpu_set_t cores;
    int count = sched_getaffinity(0, sizeof cores, &cores) == 0
                    ? CPU_COUNT(&cores)
                    : (int)sysconf(_SC_NPROCESSORS_ONLN);
    return count > 1 ? count : 1;
}

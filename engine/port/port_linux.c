/* port - pages and cores of Linux; see port.h. */
#define _GNU_SOURCE
#include "port/port.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const int64_t ns_per_s = 1000000000;

int64_t port_core_ns(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return used.tv_sec * ns_per_s + used.tv_nsec;
}

void *port_pages_new(size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages != MAP_FAILED ? pages : NULL;
}

void port_pages_prefer(PortPages size, void *pages, size_t bytes)
{
    madvise(pages, bytes, size == PORT_PAGES_LARGE ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

void port_pages_clear(void *pages, size_t bytes)
{
    if (madvise(pages, bytes, MADV_DONTNEED) != 0) {
        memset(pages, 0, bytes);
    }
}

void port_pages_free(void *pages, size_t bytes)
{
    if (pages != NULL) {
        munmap(pages, bytes);
    }
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

/* Well within the 350 MB that tournaments allow. */
uint64_t port_table_bytes(void)
{
    return 256 << 20;
}

bool port_has_files(void)
{
    return true;
}

bool port_has_threads(void)
{
    return true;
}

void port_pause(void) {}

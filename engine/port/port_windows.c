/* port - clocks, pages and cores of Windows; see port.h. */
#include "port/port.h"

#include <stdlib.h>
#include <windows.h>

enum { NS_PER_MS = 1000000 };

static const int64_t ns_per_s = 1000 * (int64_t)NS_PER_MS;

/* The performance counter goes on while the process is suspended and while the machine is idle,
 * and it is finer than the 16 ms of the tick count. */
int64_t port_now_ns(void)
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    int64_t seconds = count.QuadPart / frequency.QuadPart;
    int64_t rest = count.QuadPart % frequency.QuadPart;
    return seconds * ns_per_s + rest * ns_per_s / frequency.QuadPart;
}

/* GetThreadTimes counts in steps of 16 ms, which are too coarse for a search of some ms. */
int64_t port_core_ns(void)
{
    return port_now_ns();
}

int64_t port_now_ms(void)
{
    return port_now_ns() / NS_PER_MS;
}

void *port_pages_new(size_t bytes)
{
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

/* Large pages take a privilege here that programs do not have. */
void port_pages_prefer(PortPages size, void *pages, size_t bytes)
{
    (void)size, (void)pages, (void)bytes;
}

void port_pages_clear(void *pages, size_t bytes)
{
    /* The pages are released, the addresses stay reserved. If the system cannot commit again what
     * was just released, there is nothing left to do. */
    if (!VirtualFree(pages, bytes, MEM_DECOMMIT) ||
        VirtualAlloc(pages, bytes, MEM_COMMIT, PAGE_READWRITE) == NULL) {
        abort();
    }
}

void port_pages_free(void *pages, size_t bytes)
{
    (void)bytes;
    if (pages != NULL) {
        VirtualFree(pages, 0, MEM_RELEASE);
    }
}

/* Tournaments restrict engines to some of the cores. */
int port_cores(void)
{
    DWORD_PTR cores, all;
    int count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &cores, &all)) {
        for (; cores != 0; cores &= cores - 1) {
            count++;
        }
    }
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

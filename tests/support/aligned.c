/* aligned - see aligned.h. */
#include "aligned.h"

#include "port/cpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *aligned_new(size_t bytes)
{
    size_t lines = (bytes + CACHE_LINE - 1) / CACHE_LINE;
    void *memory = aligned_alloc(CACHE_LINE, lines * CACHE_LINE);
    if (memory == NULL) {
        fprintf(stderr, "aligned_new: no memory\n");
        abort();
    }
    return memset(memory, 0, bytes);
}

/* short_memory - see short_memory.h. */
#include "short_memory.h"

#include <stddef.h>

enum { NEVER = -1 };

static long left = NEVER; /* calls up to the one that fails */
static int has_failed;

void short_memory_fail_after(long calls)
{
    left = calls;
    has_failed = 0;
}

int short_memory_end(void)
{
    left = NEVER;
    return has_failed;
}

/* Says whether this call fails. */
static int fails(void)
{
    if (left == NEVER || left-- > 0) {
        return 0;
    }
    has_failed = 1;
    return 1;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *bytes, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *bytes, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *bytes, size_t size)
{
    return fails() ? NULL : __real_realloc(bytes, size);
}

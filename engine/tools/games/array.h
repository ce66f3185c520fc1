/* array - arrays that grow while they are filled. */
#ifndef TENGEN_TOOLS_GAMES_ARRAY_H
#define TENGEN_TOOLS_GAMES_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sees to it that an array from malloc, or NULL, has room for so many elements of that size; it may
 * move, and at least doubles, so that filling it one by one costs no more. False: there is no
 * memory, and the array is as it was. */
bool array_grow(void **array, int64_t *room, int64_t wanted, size_t size);

#endif

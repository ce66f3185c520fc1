/* array - arrays that grow while they are filled. */
#ifndef TENGEN_TOOLS_GAMES_ARRAY_H
#define TENGEN_TOOLS_GAMES_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes room for `wanted` elements of that size in an array from malloc, or in none (NULL). The
 * array may move. It at least doubles, so that it may be filled one by one. False: there is no
 * memory, and the array is as it was. What is passed is the address of a void *: another pointer
 * may not be written through one. */
bool array_grow(void **array, int64_t *room, int64_t wanted, size_t size);

#endif

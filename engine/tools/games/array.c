/* array - growing by doubling; see array.h. */
#include "tools/games/array.h"

#include <stdlib.h>

enum { ROOM_FIRST = 1 << 12 };

bool array_grow(void **array, int64_t *room, int64_t wanted, size_t size)
{
    if (wanted <= *room) {
        return true;
    }
    int64_t more = *room == 0 ? ROOM_FIRST : *room * 2;
    more = more < wanted ? wanted : more;
    void *larger = realloc(*array, (size_t)more * size);
    if (larger != NULL) {
        *array = larger;
        *room = more;
    }
    return larger != NULL;
}

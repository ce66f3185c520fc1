/* key_set - sets of 64-bit keys, and maps from such keys to numbers.
 *
 * They are for hashes of positions, of which there may be many millions: a set takes 16 to 32 bytes
 * a key, a map twice as much, and neither asks for memory key by key. (uthash would take a node of
 * 64 bytes from malloc for each.) Two positions with the same key are one. The key 0 counts as 1.
 */
#ifndef TENGEN_TOOLS_GAMES_KEY_SET_H
#define TENGEN_TOOLS_GAMES_KEY_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A set. All zero: it is empty. */
typedef struct {
    uint64_t *keys; /* one for each slot, 0: the slot is free; owned */
    size_t slots;   /* a power of two, or 0 */
    uint64_t count; /* of keys */
} KeySet;

/* A map. All zero: it is empty. */
typedef struct {
    KeySet set;
    uint64_t *values; /* one for each slot; owned */
} KeyMap;

typedef enum {
    KEY_NEW,
    KEY_KNOWN,
    KEY_NO_MEMORY, /* the key is not in the set, which is as it was */
} KeyAdded;

/* Makes room for that many keys, so that adding them cannot fail. False: there is no memory, and
 * the set is as it was. */
bool key_set_reserve(KeySet *set, uint64_t count);

/* Adds a key, and says whether it was new. */
KeyAdded key_set_add(KeySet *set, uint64_t key);

/* Frees the memory and leaves the set empty. */
void key_set_free(KeySet *set);

/* The value of a key, which may be changed until the next key is added; NULL if the map does not
 * have the key. */
uint64_t *key_map_find(const KeyMap *map, uint64_t key);

/* The value of a key, which begins as 0 if the key is new. It may be changed until the next key is
 * added. NULL: there is no memory to add the key, and the map is as it was. */
uint64_t *key_map_add(KeyMap *map, uint64_t key);

/* Empties the map and keeps its memory. */
void key_map_clear(KeyMap *map);

/* The bytes that the map holds. */
uint64_t key_map_bytes(const KeyMap *map);

/* Frees the memory and leaves the map empty. */
void key_map_free(KeyMap *map);

#endif

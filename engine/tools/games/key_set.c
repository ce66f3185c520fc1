/* key_set - open addressing, each key in the first free slot from where its hash points; see
 * key_set.h.
 */
#include "tools/games/key_set.h"

#include "port/random.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLOTS_FIRST = 1 << 8,
    SLOTS_PER_KEY = 2, /* at least; so the next free slot is near */
};

/* 0 marks a free slot. */
static uint64_t key_in_slot(uint64_t key)
{
    return key == 0 ? 1 : key;
}

/* Where a key is, or would be; there is a free slot. */
static uint64_t slot_of_key(const KeySet *set, uint64_t key)
{
    uint64_t mask = set->slots - 1, slot = random_mix(key) & mask;
    while (set->keys[slot] != 0 && set->keys[slot] != key) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

/* Says whether the set has the key, and where. */
static bool has_key(const KeySet *set, uint64_t key, uint64_t *slot)
{
    if (set->slots == 0) {
        return false;
    }
    *slot = slot_of_key(set, key);
    return set->keys[*slot] == key;
}

/* Puts all keys into that many slots, and their values if it is a map. */
static bool resize(KeySet *set, uint64_t **values, size_t slots)
{
    KeySet larger = {calloc(slots, sizeof *larger.keys), slots, set->count};
    uint64_t *moved = values == NULL ? NULL : calloc(slots, sizeof *moved);
    if (larger.keys == NULL || (values != NULL && moved == NULL)) {
        free(larger.keys);
        free(moved);
        return false;
    }
    for (size_t i = 0; i < set->slots; i++) {
        if (set->keys[i] != 0) {
            uint64_t slot = slot_of_key(&larger, set->keys[i]);
            larger.keys[slot] = set->keys[i];
            if (values != NULL) {
                moved[slot] = (*values)[i];
            }
        }
    }
    free(set->keys);
    *set = larger;
    if (values != NULL) {
        free(*values);
        *values = moved;
    }
    return true;
}

static bool make_slots(KeySet *set, uint64_t **values, uint64_t count)
{
    if (count > SIZE_MAX / 2 / SLOTS_PER_KEY) { /* so the number of slots does not overflow */
        return false;
    }
    size_t slots = set->slots == 0 ? SLOTS_FIRST : set->slots;
    while (slots / SLOTS_PER_KEY < count) {
        slots *= 2;
    }
    return slots == set->slots || resize(set, values, slots);
}

bool key_set_reserve(KeySet *set, uint64_t count)
{
    return make_slots(set, NULL, count);
}

/* Adds a key to a set, or to a map, and finds its slot. */
static KeyAdded add_key(KeySet *set, uint64_t **values, uint64_t key, uint64_t *slot)
{
    if (has_key(set, key, slot)) {
        return KEY_KNOWN;
    }
    if (!make_slots(set, values, set->count + 1)) {
        return KEY_NO_MEMORY;
    }
    *slot = slot_of_key(set, key);
    set->keys[*slot] = key;
    set->count++;
    return KEY_NEW;
}

KeyAdded key_set_add(KeySet *set, uint64_t key)
{
    uint64_t slot;
    return add_key(set, NULL, key_in_slot(key), &slot);
}

void key_set_free(KeySet *set)
{
    free(set->keys);
    *set = (KeySet){.keys = NULL};
}

uint64_t *key_map_find(const KeyMap *map, uint64_t key)
{
    uint64_t slot;
    return has_key(&map->set, key_in_slot(key), &slot) ? &map->values[slot] : NULL;
}

uint64_t *key_map_add(KeyMap *map, uint64_t key)
{
    uint64_t slot;
    KeyAdded added = add_key(&map->set, &map->values, key_in_slot(key), &slot);
    return added == KEY_NO_MEMORY ? NULL : &map->values[slot];
}

void key_map_clear(KeyMap *map)
{
    if (map->set.slots > 0) {
        memset(map->set.keys, 0, map->set.slots * sizeof *map->set.keys);
        memset(map->values, 0, map->set.slots * sizeof *map->values);
    }
    map->set.count = 0;
}

uint64_t key_map_bytes(const KeyMap *map)
{
    return map->set.slots * (sizeof *map->set.keys + sizeof *map->values);
}

void key_map_free(KeyMap *map)
{
    key_set_free(&map->set);
    free(map->values);
    map->values = NULL;
}

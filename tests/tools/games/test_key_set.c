/* Checks sets and maps of keys against a list that is searched from its beginning, with keys that
 * come up often, and with 0 among them.
 */
#include "tools/games/key_set.h"

#include "drawn.h"
#include "scatter.h"
#include "unit.h"

#include <string.h>

enum { DRAWS = 6000, KINDS = 2500 };

/* One of a few keys: neighbours, those that end in the same bits, and 0. */
static uint64_t draw_key(uint64_t *seed)
{
    uint64_t number = (uint64_t)drawn_below(seed, KINDS);
    return number % 2 == 0 ? number : number << 40;
}

/* The keys that were added, in their order, and how often each was. */
typedef struct {
    int count;
    uint64_t key[KINDS], times[KINDS];
} List;

static int find(const List *list, uint64_t key)
{
    int i = 0;
    while (i < list->count && list->key[i] != key) {
        i++;
    }
    return i;
}

static void add(List *list, uint64_t key)
{
    int i = find(list, key);
    list->key[i] = key;
    list->count += i == list->count;
    list->times[i]++;
}

TEST(a_set_knows_what_was_added)
{
    static List list;
    KeySet set = {.count = 0};
    uint64_t seed = SCATTER_SEED;
    for (int i = 0; i < DRAWS; i++) {
        uint64_t key = draw_key(&seed);
        bool is_known = find(&list, key) < list.count;
        assert_int_equal(key_set_add(&set, key), is_known ? KEY_KNOWN : KEY_NEW);
        add(&list, key);
        assert_int_equal(set.count, list.count);
    }
    assert_true(list.count > KINDS / 2 && list.count < KINDS);
    key_set_free(&set);
    assert_int_equal(key_set_add(&set, list.key[0]), KEY_NEW);
    key_set_free(&set);
}

TEST(a_map_keeps_the_value_of_each_key)
{
    static List list;
    KeyMap map = {.set.count = 0};
    uint64_t seed = SCATTER_SEED;
    assert_null(key_map_find(&map, 7));
    for (int i = 0; i < DRAWS; i++) {
        uint64_t key = draw_key(&seed);
        const uint64_t *before = key_map_find(&map, key);
        int place = find(&list, key);
        assert_true((before != NULL) == (place < list.count));
        uint64_t *value = key_map_add(&map, key);
        assert_int_equal(*value, place < list.count ? list.times[place] : 0);
        ++*value;
        add(&list, key);
    }
    for (int i = 0; i < list.count; i++) {
        assert_int_equal(*key_map_find(&map, list.key[i]), list.times[i]);
    }
    assert_int_equal(map.set.count, list.count);
    uint64_t bytes = key_map_bytes(&map);
    assert_true(bytes >= 32 * map.set.count && bytes <= 64 * map.set.count);
    key_map_clear(&map);
    assert_int_equal(map.set.count, 0);
    assert_int_equal(key_map_bytes(&map), bytes);
    assert_null(key_map_find(&map, list.key[0]));
    assert_int_equal(*key_map_add(&map, list.key[0]), 0);
    key_map_free(&map);
    assert_null(key_map_find(&map, list.key[0]));
}

/* Who has made room need not ask whether there was memory. */
TEST(room_that_was_made_is_enough)
{
    KeySet set = {.count = 0};
    assert_true(key_set_reserve(&set, DRAWS));
    const uint64_t *keys = set.keys;
    for (uint64_t i = 1; i <= DRAWS; i++) {
        assert_int_equal(key_set_add(&set, i), KEY_NEW);
    }
    assert_ptr_equal(set.keys, keys);
    key_set_free(&set);
}

TEST(zero_counts_as_one)
{
    KeySet set = {.count = 0};
    assert_int_equal(key_set_add(&set, 0), KEY_NEW);
    assert_int_equal(key_set_add(&set, 0), KEY_KNOWN);
    assert_int_equal(key_set_add(&set, 1), KEY_KNOWN);
    key_set_free(&set);
}

/* Checks that the sets of the tools say so where there is no memory for one more, and go on with
 * what they have: each call for memory fails once.
 */
#include "drawn.h"
#include "scatter.h"
#include "short_memory.h"
#include "tools/games/array.h"
#include "tools/games/distinct.h"
#include "tools/games/key_set.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPENINGS = 400, /* more than the first buckets hold: uthash makes more of them */
    STONES = 4,
    KEYS = 3000,
};

/* Openings of which no two are the same. */
static int make_openings(const Geometry *geometry, Start *openings)
{
    Distinct distinct = {.openings = NULL};
    uint64_t seed = SCATTER_SEED;
    int count = 0;
    while (count < OPENINGS) {
        Start *start = &openings[count];
        start->count = STONES;
        for (int i = 0; i < STONES; i++) {
            start->moves[i] = geometry_point(geometry, i, drawn_below(&seed, geometry->height));
        }
        count += distinct_add(&distinct, geometry, start);
    }
    distinct_free(&distinct);
    return count;
}

TEST(openings_are_not_lost_where_memory_is_short)
{
    static Start openings[OPENINGS];
    Geometry geometry;
    bool has_failed = true;
    geometry_init(&geometry, 15, 15);
    make_openings(&geometry, openings);
    for (long calls = 0; has_failed; calls++) {
        Distinct set = {.openings = NULL};
        int left_out = -1;
        short_memory_fail_after(calls);
        for (int i = 0; i < OPENINGS; i++) {
            if (!distinct_add(&set, &geometry, &openings[i])) {
                assert_true(set.out_of_memory && left_out < 0);
                left_out = i;
            }
        }
        has_failed = short_memory_end();
        assert_true(has_failed == (left_out >= 0) && has_failed == set.out_of_memory);
        for (int i = 0; i < OPENINGS; i++) {
            assert_int_equal(distinct_add(&set, &geometry, &openings[i]), i == left_out);
        }
        distinct_free(&set);
        assert_true(has_failed || calls > OPENINGS + 2); /* uthash has asked for more, too */
    }
}

TEST(keys_are_not_lost_where_memory_is_short)
{
    bool has_failed = true;
    for (long calls = 0; has_failed; calls++) {
        KeySet set = {.count = 0};
        KeyMap map = {.set.count = 0};
        int left_out = 0;
        short_memory_fail_after(calls);
        for (uint64_t i = 1; i <= KEYS; i++) {
            left_out += key_set_add(&set, i) == KEY_NO_MEMORY;
            uint64_t *value = key_map_add(&map, i);
            left_out += value == NULL;
            if (value != NULL) {
                *value = i;
            }
        }
        has_failed = short_memory_end();
        assert_int_equal(left_out, has_failed);
        for (uint64_t i = 1; i <= KEYS; i++) {
            left_out -= key_set_add(&set, i) == KEY_NEW;
            const uint64_t *value = key_map_find(&map, i);
            left_out -= value == NULL;
            assert_true(value == NULL || *value == i);
        }
        assert_int_equal(left_out, 0);
        key_set_free(&set);
        key_map_free(&map);
        assert_true(has_failed || calls > 5);
    }
}

TEST(an_array_stays_where_it_cannot_grow)
{
    int64_t room = 0;
    void *array = NULL;
    assert_true(array_grow(&array, &room, 1, sizeof(int)));
    void *before = array;
    int64_t room_before = room;
    short_memory_fail_after(0);
    assert_false(array_grow(&array, &room, room + 1, sizeof(int)));
    assert_true(short_memory_end());
    assert_true(array == before && room == room_before);
    free(array);
}

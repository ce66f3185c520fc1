/* Checks the names of openings: all 26 are there, however the board is turned, and nothing else. */
#include "tengen/opening_name.h"

#include "unit.h"

#include <stdbool.h>
#include <string.h>

enum { MIDDLE = 7, REACH = 2 };

static const Game renju = {RULE_RENJU, 15, 15, WIN_LENGTH_MAX};

static const OpeningName *name_of(const Game *game, int x, int y, int third_x, int third_y)
{
    Coordinates stones[OPENING_NAME_STONES] = {{MIDDLE, MIDDLE}, {x, y}, {third_x, third_y}};
    return opening_name(game, stones);
}

static void assert_name(const char *name, const OpeningName *found)
{
    assert_non_null(found);
    assert_string_equal(name, found->name);
}

/* As every book of renju has them. */
TEST(names_are_those_of_renju)
{
    assert_name("Kagetsu", name_of(&renju, 7, 8, 8, 8));  /* h9 i9 */
    assert_name("Sosei", name_of(&renju, 7, 8, 9, 9));    /* h9 j10 */
    assert_name("Yusei", name_of(&renju, 7, 8, 9, 5));    /* h9 j6 */
    assert_name("Hogetsu", name_of(&renju, 8, 8, 8, 6));  /* i9 i7 */
    assert_name("Suisei", name_of(&renju, 8, 8, 5, 5));   /* i9 f6 */
    assert_name("Meigetsu", name_of(&renju, 8, 8, 6, 5)); /* i9 g6 */
    assert_string_equal("7I", name_of(&renju, 8, 8, 8, 6)->code);
    assert_string_equal("4D", name_of(&renju, 7, 8, 8, 8)->code);
}

/* Each third stone within two points has a name, beside every second one: with 8 images of both
 * kinds that is each of the 26 names, as often as it has images. */
TEST(every_opening_has_a_name)
{
    int found[OPENING_NAMES] = {0}, others = 0, kinds = 0;
    const char *names[OPENING_NAMES];
    for (int i = 0; i < 9 * 25; i++) {
        int x = MIDDLE - 1 + i % 3, y = MIDDLE - 1 + i / 3 % 3;
        int third_x = MIDDLE - REACH + i / 9 % 5, third_y = MIDDLE - REACH + i / 45;
        bool is_free = (x != MIDDLE || y != MIDDLE) && (third_x != MIDDLE || third_y != MIDDLE) &&
                       (third_x != x || third_y != y);
        const OpeningName *name = is_free ? name_of(&renju, x, y, third_x, third_y) : NULL;
        others += is_free && name == NULL;
        int at = 0;
        while (name != NULL && at < kinds && strcmp(names[at], name->name) != 0) {
            at++;
        }
        if (name != NULL && at == kinds) {
            names[kinds++] = name->name;
        }
        found[at < OPENING_NAMES ? at : 0] += name != NULL;
    }
    assert_int_equal(0, others);
    assert_int_equal(OPENING_NAMES, kinds);
    for (int i = 0; i < OPENING_NAMES; i++) {
        assert_true(found[i] == 4 || found[i] == 8);
    }
}

TEST(other_stones_have_none)
{
    const Game four = {RULE_FREESTYLE, 15, 15, 4}, large = {RULE_FREESTYLE, 20, 20, WIN_LENGTH_MAX};
    Coordinates aside[] = {{6, 7}, {6, 8}, {7, 8}}, on_large[] = {{9, 10}, {9, 11}, {10, 11}};
    assert_null(name_of(&renju, 7, 9, 8, 8));  /* white is not beside the middle */
    assert_null(name_of(&renju, 7, 8, 10, 8)); /* black is too far off */
    assert_null(name_of(&four, 7, 8, 8, 8));
    assert_null(opening_name(&renju, aside));
    assert_name("Kagetsu", opening_name(&large, on_large)); /* one of four points in the middle */
}

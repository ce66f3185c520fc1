/* Checks the table of opening rules against the words of each rule.
 *
 * The oracle has no table: for each rule it says in plain conditions on stones, choices and offers
 * which act is allowed, and who acts. Random acts, most of them nearly right, are judged by both.
 * Symmetry is read literally, too: turn, mirror and shift the stones in every way, and look whether
 * they lie where they lay.
 */
#include "tengen/opening_rule.h"

#include "port/random.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 11,
    MIDDLE = SIDE / 2,
    ACTS = 40000, /* of each rule */
    POSITIONS = 200,
};

static const Game usual = {RULE_RENJU, SIDE, SIDE, 5};

/* What has happened in a game, in the oracle's words. */
typedef struct {
    int stones, choices;
    Coordinates at[OPENING_PUT_MAX];
    int number; /* of fifth moves, as announced */
    int offers;
    Coordinates offer[OPENING_OFFERS_MAX];
    bool is_over, second_has_black;
} Story;

static bool is_same(Coordinates one, Coordinates other)
{
    return one.x == other.x && one.y == other.y;
}

static int distance(Coordinates point)
{
    int x = abs(point.x - MIDDLE), y = abs(point.y - MIDDLE);
    return x > y ? x : y;
}

/* --- symmetry, read literally --- */

static Coordinates moved(Coordinates point, int turns, bool mirrors, int right, int down)
{
    for (int i = 0; i < turns; i++) {
        point = (Coordinates){point.y, -point.x};
    }
    return (Coordinates){(mirrors ? -point.x : point.x) + right, point.y + down};
}

static bool has_stone(const Story *story, Coordinates point, int colour)
{
    for (int i = colour; i < story->stones; i += 2) {
        if (is_same(story->at[i], point)) {
            return true;
        }
    }
    return false;
}

static bool all_stay(const Story *story, int turns, bool mirrors, int right, int down)
{
    for (int i = 0; i < story->stones; i++) {
        if (!has_stone(story, moved(story->at[i], turns, mirrors, right, down), i % 2)) {
            return false;
        }
    }
    return true;
}

static bool are_alike(const Story *story, Coordinates one, Coordinates other)
{
    for (int motion = 0; motion < 8; motion++) {
        for (int right = -2 * SIDE; right <= 2 * SIDE; right++) {
            for (int down = -2 * SIDE; down <= 2 * SIDE; down++) {
                Coordinates to = moved(one, motion / 2, motion % 2, right, down);
                if (is_same(to, other) && all_stay(story, motion / 2, motion % 2, right, down)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* --- what the acts may be --- */

static bool are_free(const Story *story, const OpeningAct *act)
{
    for (int i = 0; i < act->count; i++) {
        Coordinates point = act->points[i];
        if (point.x < 0 || point.y < 0 || point.x >= SIDE || point.y >= SIDE) {
            return false;
        }
        if (has_stone(story, point, BLACK) || has_stone(story, point, WHITE)) {
            return false;
        }
        for (int j = 0; j < i; j++) {
            if (is_same(point, act->points[j])) {
                return false;
            }
        }
    }
    return true;
}

static bool puts_stones(const Story *story, const OpeningAct *act, int count)
{
    return act->colour == EMPTY && act->count == count && act->announced == 0 &&
           are_free(story, act);
}

/* One stone at such a distance from the middle, and with a number up to that. */
static bool puts_one(const Story *story, const OpeningAct *act, int nearest, int farthest, int most)
{
    OpeningAct bare = *act;
    bare.announced = 0;
    return puts_stones(story, &bare, 1) && distance(act->points[0]) >= nearest &&
           distance(act->points[0]) <= farthest &&
           (most == 0 ? act->announced == 0 : act->announced >= 1 && act->announced <= most);
}

static bool offers(const Story *story, const OpeningAct *act, int count)
{
    if (!puts_stones(story, act, count)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            if (are_alike(story, act->points[i], act->points[j])) {
                return false;
            }
        }
    }
    return true;
}

static bool picks(const Story *story, const OpeningAct *act)
{
    bool found = false;
    for (int i = 0; i < story->offers; i++) {
        found |= is_same(story->offer[i], act->points[0]);
    }
    return act->colour == EMPTY && act->count == 1 && act->announced == 0 && found;
}

static bool takes_colour(const OpeningAct *act)
{
    return act->colour != EMPTY;
}

/* Both pro rules: the third stone at least so far from the middle. */
static bool pro(const Story *story, const OpeningAct *act, int third, Colour *by)
{
    *by = story->stones == 1 ? WHITE : BLACK;
    switch (story->stones) {
    case 0: return puts_one(story, act, 0, 0, 0);
    case 1: return puts_one(story, act, 0, SIDE, 0);
    default: return puts_one(story, act, third, SIDE, 0);
    }
}

static bool swap(const Story *story, const OpeningAct *act, bool has_two_more, Colour *by)
{
    *by = story->stones == 3 ? WHITE : BLACK;
    switch (story->stones) {
    case 0: return puts_stones(story, act, 3);
    case 3: return takes_colour(act) || (has_two_more && puts_stones(story, act, 2));
    default: return takes_colour(act);
    }
}

/* The rules of renju that begin with one of 26 openings. */
static bool renju(const Story *story, const OpeningAct *act, int third_most, int fourth_most,
                  int number, Colour *by)
{
    if (story->stones < 3) {
        *by = BLACK;
        return puts_one(story, act, 0, story->stones, story->stones == 2 ? third_most : 0);
    }
    *by = WHITE;
    if (story->stones == 3) {
        return story->choices == 0 ? takes_colour(act) : puts_one(story, act, 0, SIDE, fourth_most);
    }
    if (story->offers > 0) {
        return picks(story, act);
    }
    *by = BLACK;
    if (fourth_most > 0 && story->choices == 1) {
        return takes_colour(act);
    }
    return offers(story, act, number > 0 ? number : story->number);
}

static bool taraguchi(const Story *story, const OpeningAct *act, Colour *by)
{
    *by = story->stones % 2 == 0 ? BLACK : WHITE;
    if (story->offers > 0) {
        *by = WHITE;
        return picks(story, act);
    }
    if (story->choices == story->stones) {
        return puts_one(story, act, 0, story->stones, 0);
    }
    bool may_offer = story->stones == 4;
    return takes_colour(act) || (may_offer && offers(story, act, 10));
}

static bool is_allowed(const char *rule, const Story *story, const OpeningAct *act, Colour *by)
{
    bool is_rif = strcmp(rule, "rif") == 0, is_yamaguchi = strcmp(rule, "yamaguchi") == 0;
    if (strcmp(rule, "pro") == 0 || strcmp(rule, "longpro") == 0) {
        return pro(story, act, rule[0] == 'p' ? 3 : 4, by);
    }
    if (strcmp(rule, "swap") == 0 || strcmp(rule, "swap2") == 0) {
        return swap(story, act, rule[4] == '2', by);
    }
    if (strcmp(rule, "taraguchi-10") == 0) {
        return taraguchi(story, act, by);
    }
    return renju(story, act, is_yamaguchi ? 10 : 0, is_rif || is_yamaguchi ? 0 : 8, is_rif ? 2 : 0,
                 by);
}

static void put_all(Story *story, const OpeningAct *act)
{
    for (int i = 0; i < act->count; i++) {
        story->at[story->stones++] = act->points[i];
    }
}

/* Several points with four stones on the board are offers, and so is one that is not picked. */
static void tell(const char *rule, Story *story, const OpeningAct *act, Colour by)
{
    bool is_renju = strncmp(rule, "swap", 4) != 0 && strstr(rule, "pro") == NULL;
    bool is_taraguchi = rule[0] == 't';
    if (act->colour != EMPTY) {
        story->choices++;
        story->second_has_black ^= act->colour != by;
    } else if (is_renju && story->stones == 4 && act->count > 1) {
        story->offers = act->count;
        memcpy(story->offer, act->points, sizeof act->points);
    } else {
        put_all(story, act);
    }
    story->number = act->announced > 0 ? act->announced : story->number;
    if (is_taraguchi) {
        story->is_over = story->stones == 5 && (story->choices == 5 || story->offers > 0);
    } else if (is_renju) {
        story->is_over = story->stones == 5;
    } else {
        story->is_over = strstr(rule, "pro") != NULL ? story->stones == 3 : story->choices == 1;
    }
}

/* --- random acts --- */

static Coordinates random_point(uint64_t *seed)
{
    int reach = random_below(seed, MIDDLE + 2);
    return (Coordinates){MIDDLE + random_below(seed, 2 * reach + 1) - reach,
                         MIDDLE + random_below(seed, 2 * reach + 1) - reach};
}

/* Nearly right more often than not. */
static OpeningAct random_act(const Opening *opening, uint64_t *seed)
{
    OpeningAct act = {.colour = EMPTY};
    const OpeningStep *step = opening_step(opening);
    bool is_choice = step->kind == OPENING_CHOOSE && random_below(seed, 4) > 0;
    if (is_choice || random_below(seed, 16) == 0) {
        act.colour = (Colour)random_below(seed, COLOURS);
        return act;
    }
    if (step->otherwise > 0) {
        step = &opening->rule->steps[step->otherwise];
    }
    act.count = step->count > 0 ? step->count : opening->announced;
    if (act.count == 0 || random_below(seed, 16) == 0) {
        act.count = 1 + random_below(seed, OPENING_OFFERS_MAX);
    }
    for (int i = 0; i < act.count; i++) {
        act.points[i] = opening->offer_count > 0 && random_below(seed, 4) > 0
                            ? opening->offers[random_below(seed, opening->offer_count)]
                            : random_point(seed);
    }
    if (step->announces > 0 ? random_below(seed, 8) > 0 : random_below(seed, 16) == 0) {
        act.announced = random_below(seed, OPENING_OFFERS_MAX + 2);
    }
    return act;
}

/* One act, judged by both. Counts the openings that came to their end. */
static void compare(Opening *opening, Story *story, uint64_t *seed, int *ended)
{
    const char *rule = opening->rule->name;
    OpeningAct act = random_act(opening, seed);
    Colour by;
    bool allowed = is_allowed(rule, story, &act, &by);
    assert_int_equal(opening_step(opening)->by, by);
    assert_true((opening_act(opening, &act) == NULL) == allowed);
    if (allowed) {
        tell(rule, story, &act, by);
        assert_int_equal(opening->stone_count, story->stones);
        assert_memory_equal(opening->stones, story->at, sizeof *story->at * (size_t)story->stones);
        assert_true(opening->is_swapped == story->second_has_black);
        assert_true((opening_step(opening)->kind == OPENING_OVER) == story->is_over);
    }
    if (story->is_over) {
        assert_non_null(opening_act(opening, &act));
        *opening = opening_begun(opening->rule, &usual);
        *story = (Story){0};
        ++*ended;
    }
}

TEST(every_rule_is_what_its_words_say)
{
    enum { ENDED_MIN = 50 };
    uint64_t seed = 1;
    for (int rule = 0; rule < OPENING_RULES; rule++) {
        Opening opening = opening_begun(&opening_rules[rule], &usual);
        Story story = {0};
        int ended = 0;
        for (int i = 0; i < ACTS; i++) {
            compare(&opening, &story, &seed, &ended);
        }
        assert_true(ended > ENDED_MIN);
    }
}

/* --- symmetry --- */

TEST(points_are_alike_as_turned_stones_show)
{
    uint64_t seed = 2;
    int alike_count = 0;
    for (int i = 0; i < POSITIONS; i++) {
        Opening opening = opening_begun(opening_rule_named("rif"), &usual);
        Story story = {0};
        for (int stone = 0; stone < 4; stone++) { /* near each other: many are symmetric */
            Coordinates point = {random_below(&seed, 3) + 4, random_below(&seed, 3) + 4};
            if (!has_stone(&story, point, BLACK) && !has_stone(&story, point, WHITE)) {
                opening.stones[opening.stone_count++] = point;
                story.at[story.stones++] = point;
            }
        }
        Coordinates one = {random_below(&seed, 5) + 3, random_below(&seed, 5) + 3};
        Coordinates other = {random_below(&seed, 5) + 3, random_below(&seed, 5) + 3};
        assert_true(opening_are_alike(&opening, one, other) == are_alike(&story, one, other));
        alike_count += are_alike(&story, one, other) && !is_same(one, other);
    }
    assert_true(alike_count > 0);
}

/* Four stones on one line: its sides are alike, also where the line is not in the middle. */
TEST(a_line_of_stones_has_two_sides_that_are_alike)
{
    Opening opening = opening_begun(opening_rule_named("rif"), &usual);
    for (int i = 0; i < 4; i++) {
        opening.stones[opening.stone_count++] = (Coordinates){3, 2 + i};
    }
    assert_true(opening_are_alike(&opening, (Coordinates){4, 4}, (Coordinates){2, 4}));
    assert_false(opening_are_alike(&opening, (Coordinates){4, 4}, (Coordinates){4, 5}));
    assert_false(opening_are_alike(&opening, (Coordinates){4, 4}, (Coordinates){6, 4}));
}

/* --- boards --- */

static bool fits(const char *rule, int width, int height, int win_length)
{
    Game game = {RULE_FREESTYLE, width, height, win_length};
    return opening_rule_fault(opening_rule_named(rule), &game) == NULL;
}

TEST(boards_have_room_for_the_rule)
{
    assert_true(fits("swap2", 20, 20, 5) && fits("swap", 5, 5, 5));
    assert_false(fits("swap2", 4, 20, 5) || fits("swap2", 15, 15, 4));
    assert_true(fits("pro", 15, 15, 5) && fits("taraguchi-10", 9, 9, 5) && fits("rif", 19, 9, 5));
    assert_false(fits("pro", 20, 15, 5) || fits("rif", 15, 16, 5) || fits("soosyrv-8", 7, 15, 5));
}

TEST(names_are_found)
{
    for (int i = 0; i < OPENING_RULES; i++) {
        assert_ptr_equal(opening_rule_named(opening_rules[i].name), &opening_rules[i]);
    }
    assert_null(opening_rule_named("swap3"));
}

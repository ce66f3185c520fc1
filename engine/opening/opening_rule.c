/* opening_rule - the table, and the steps of a game; see opening_rule.h. */
#include "tengen/opening_rule.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE_OF_SQUARES = 9, /* boards have room for the largest square, */
    SIDE_OF_STONES = 5,  /* or for five stones */
};

#define PUT(colour, ...)                                                                           \
    {                                                                                              \
        .kind = OPENING_PUT, .by = (colour), __VA_ARGS__                                           \
    }
#define CHOOSE(colour, ...)                                                                        \
    {                                                                                              \
        .kind = OPENING_CHOOSE, .by = (colour), __VA_ARGS__                                        \
    }
#define OFFER(number)                                                                              \
    {                                                                                              \
        .kind = OPENING_OFFER, .by = BLACK, .count = (number)                                      \
    }
#define PICK                                                                                       \
    {                                                                                              \
        .kind = OPENING_PICK, .by = WHITE, .ends = true                                            \
    }

/* The 26 openings of renju: whoever has black puts the first stone in the middle, white's beside
 * it, and the third within two steps. */
/* clang-format off */
#define MIDDLE       PUT(BLACK, .count = 1, .square = 1)
#define TWO_OF_THREE MIDDLE, PUT(BLACK, .count = 1, .square = 3)

/* Where sources differ:
 *
 *   pro, longpro: some let white's first stone lie within 3x3 only; here, as on most servers,
 *     anywhere. Long pro is also told with a third stone beyond 9x9 rather than 7x7.
 *   swap: of Gomoku, three stones anywhere. Renju's rule of that name (1989 to 1995) offers two
 *     fifth moves, and the second player puts white's first stone.
 *   rif: as from 1996 on. Some call every rule of that federation by this name.
 *   yamaguchi: the text has no greatest number of offers; ten are as many as any other rule has.
 *   taraguchi-10: the text is silent on whether black, after a swap at the fourth stone, may still
 *     offer ten; here offering takes the place of that swap.
 *   soosyrv-8: with a limit of eight; the first form of the rule had four.
 *
 * No two offers may be alike in all rules, also where a text leaves that out (the federation's
 * discussion of 2008 says so). Only renju is played by the last four in tournaments. */
const OpeningRule opening_rules[OPENING_RULES] = {
    {"pro", {
        MIDDLE,
        PUT(WHITE, .count = 1),
        PUT(BLACK, .count = 1, .square = -5, .ends = true)}},
    {"longpro", {
        MIDDLE,
        PUT(WHITE, .count = 1),
        PUT(BLACK, .count = 1, .square = -7, .ends = true)}},
    {"swap", {
        PUT(BLACK, .count = 3),
        CHOOSE(WHITE, .ends = true)}},
    {"swap2", {
        PUT(BLACK, .count = 3),
        CHOOSE(WHITE, .otherwise = 2, .ends = true),
        PUT(WHITE, .count = 2),
        CHOOSE(BLACK, .ends = true)}},
    {"rif", {
        TWO_OF_THREE,
        PUT(BLACK, .count = 1, .square = 5),
        CHOOSE(WHITE),
        PUT(WHITE, .count = 1),
        OFFER(2),
        PICK}},
    {"yamaguchi", {
        TWO_OF_THREE,
        PUT(BLACK, .count = 1, .square = 5, .announces = OPENING_OFFERS_MAX),
        CHOOSE(WHITE),
        PUT(WHITE, .count = 1),
        OFFER(0),
        PICK}},
    {"taraguchi-10", {
        MIDDLE,
        CHOOSE(WHITE),
        PUT(WHITE, .count = 1, .square = 3),
        CHOOSE(BLACK),
        PUT(BLACK, .count = 1, .square = 5),
        CHOOSE(WHITE),
        PUT(WHITE, .count = 1, .square = 7),
        CHOOSE(BLACK, .otherwise = 10),
        PUT(BLACK, .count = 1, .square = 9),
        CHOOSE(WHITE, .ends = true),
        OFFER(10),
        PICK}},
    {"soosyrv-8", {
        TWO_OF_THREE,
        PUT(BLACK, .count = 1, .square = 5),
        CHOOSE(WHITE),
        PUT(WHITE, .count = 1, .announces = 8),
        CHOOSE(BLACK),
        OFFER(0),
        PICK}},
};
/* clang-format on */

const OpeningRule *opening_rule_named(const char *name)
{
    for (int i = 0; i < OPENING_RULES; i++) {
        if (strcmp(opening_rules[i].name, name) == 0) {
            return &opening_rules[i];
        }
    }
    return NULL;
}

static bool has_squares(const OpeningRule *rule)
{
    bool found = false;
    for (const OpeningStep *step = rule->steps; step->kind != OPENING_OVER; step++) {
        found |= step->square != 0;
    }
    return found;
}

const char *opening_rule_fault(const OpeningRule *rule, const Game *game)
{
    int side = game->width < game->height ? game->width : game->height;
    if (game->win_length != WIN_LENGTH_MAX) {
        return "opening rules are for five in a row";
    }
    if (!has_squares(rule)) {
        return side < SIDE_OF_STONES ? "this opening rule needs a board of 5x5 at least" : NULL;
    }
    bool has_middle = game->width % 2 == 1 && game->height % 2 == 1;
    return side < SIDE_OF_SQUARES || !has_middle
               ? "this opening rule needs a board with a middle point, of 9x9 at least"
               : NULL;
}

Opening opening_begun(const OpeningRule *rule, const Game *game)
{
    return (Opening){.rule = rule, .width = game->width, .height = game->height};
}

const OpeningStep *opening_step(const Opening *opening)
{
    return &opening->rule->steps[opening->step];
}

/* --- points --- */

static bool is_same(Coordinates one, Coordinates other)
{
    return one.x == other.x && one.y == other.y;
}

static bool is_point_among(const Coordinates *points, int count, Coordinates point)
{
    bool found = false;
    for (int i = 0; i < count; i++) {
        found |= is_same(points[i], point);
    }
    return found;
}

static int larger_of(int one, int other)
{
    return one > other ? one : other;
}

/* Says whether the point lies in the middle square of that side. */
static bool is_in_square(const Opening *opening, int side, Coordinates point)
{
    int x = abs(point.x - opening->width / 2), y = abs(point.y - opening->height / 2);
    return larger_of(x, y) <= side / 2;
}

const char *opening_point_fault(const Opening *opening, const OpeningStep *step, Coordinates point)
{
    int square = step->square;
    if (point.x < 0 || point.y < 0 || point.x >= opening->width || point.y >= opening->height) {
        return "the point is outside the board";
    }
    if (is_point_among(opening->stones, opening->stone_count, point)) {
        return "the point is occupied";
    }
    if (square > 0 && !is_in_square(opening, square, point)) {
        return "the stone must lie in the middle square of this step";
    }
    if (square < 0 && is_in_square(opening, -square, point)) {
        return "the stone must lie outside the middle square of this step";
    }
    return NULL;
}

/* --- symmetry --- */

/* Seen from the middle of the stones, in units that keep it whole. */
static Coordinates from_middle(const Opening *opening, Coordinates point)
{
    Coordinates seen = {point.x * opening->stone_count, point.y * opening->stone_count};
    for (int i = 0; i < opening->stone_count; i++) {
        seen.x -= opening->stones[i].x;
        seen.y -= opening->stones[i].y;
    }
    return seen;
}

/* One of the eight turns and mirror images about the middle. */
static Coordinates image(Coordinates point, int symmetry)
{
    int x = symmetry & 1 ? -point.x : point.x, y = symmetry & 2 ? -point.y : point.y;
    return symmetry & 4 ? (Coordinates){y, x} : (Coordinates){x, y};
}

/* Says whether a symmetry leads each stone onto one of its colour. */
static bool keeps_stones(const Opening *opening, int symmetry)
{
    for (int i = 0; i < opening->stone_count; i++) {
        Coordinates moved = image(from_middle(opening, opening->stones[i]), symmetry);
        bool found = false;
        for (int j = i % 2; j < opening->stone_count; j += 2) {
            found |= is_same(from_middle(opening, opening->stones[j]), moved);
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

bool opening_are_alike(const Opening *opening, Coordinates one, Coordinates other)
{
    enum { SYMMETRIES_OF_PLANE = 8 };
    Coordinates from = from_middle(opening, one), to = from_middle(opening, other);
    for (int symmetry = 0; symmetry < SYMMETRIES_OF_PLANE; symmetry++) {
        if (is_same(image(from, symmetry), to) && keeps_stones(opening, symmetry)) {
            return true;
        }
    }
    return false;
}

/* --- acts --- */

static const char *act_put(Opening *opening, const OpeningStep *step, const OpeningAct *act)
{
    if (act->count != step->count) {
        return "this step wants another number of stones";
    }
    if (step->announces > 0 && (act->announced < 1 || act->announced > step->announces)) {
        return "this step wants a number of fifth moves, within its limit";
    }
    for (int i = 0; i < act->count; i++) {
        const char *fault = opening_point_fault(opening, step, act->points[i]);
        if (fault != NULL) {
            return fault;
        }
        opening->stones[opening->stone_count++] = act->points[i];
    }
    opening->announced = act->announced > 0 ? act->announced : opening->announced;
    return NULL;
}

/* An offer of one point is that move. */
static const char *act_offer(Opening *opening, const OpeningStep *step, const OpeningAct *act)
{
    int wanted = step->count > 0 ? step->count : opening->announced;
    if (act->count != wanted) {
        return "this step wants another number of offers";
    }
    for (int i = 0; i < wanted; i++) {
        const char *fault = opening_point_fault(opening, step, act->points[i]);
        if (fault != NULL) {
            return fault;
        }
        for (int j = 0; j < i; j++) {
            if (opening_are_alike(opening, act->points[i], act->points[j])) {
                return "two offers are alike, or the same by symmetry";
            }
        }
        opening->offers[opening->offer_count++] = act->points[i];
    }
    if (wanted == 1) {
        opening->stones[opening->stone_count++] = act->points[0];
        opening->step++; /* there is nothing to pick */
    }
    return NULL;
}

static const char *act_pick(Opening *opening, const OpeningAct *act)
{
    if (act->count != 1 || !is_point_among(opening->offers, opening->offer_count, act->points[0])) {
        return "one of the offered points must be picked";
    }
    opening->stones[opening->stone_count++] = act->points[0];
    return NULL;
}

static const char *act_choose(Opening *opening, const OpeningStep *step, const OpeningAct *act)
{
    if (act->colour == EMPTY) {
        return "a colour must be taken";
    }
    opening->is_swapped ^= act->colour != step->by;
    return NULL;
}

static const char *do_step(Opening *opening, const OpeningStep *step, const OpeningAct *act)
{
    if (step->kind != OPENING_CHOOSE && act->colour != EMPTY) {
        return "this step wants points, not a colour";
    }
    if (act->announced > 0 && step->announces == 0) {
        return "this step wants no number of fifth moves";
    }
    switch (step->kind) {
    case OPENING_PUT: return act_put(opening, step, act);
    case OPENING_CHOOSE: return act_choose(opening, step, act);
    case OPENING_OFFER: return act_offer(opening, step, act);
    case OPENING_PICK: return act_pick(opening, act);
    default: return "the opening is over";
    }
}

const char *opening_act(Opening *opening, const OpeningAct *act)
{
    Opening next = *opening;
    const OpeningStep *step = opening_step(opening);
    if (act->colour == EMPTY && step->otherwise > 0) {
        next.step = step->otherwise;
        step = opening_step(&next);
    }
    const char *fault = do_step(&next, step, act);
    if (fault == NULL) {
        next.step = opening_step(&next)->ends ? OPENING_STEPS_MAX : next.step + 1;
        *opening = next;
    }
    return fault;
}

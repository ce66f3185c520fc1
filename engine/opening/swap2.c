/* swap2 - the three stages; see swap2.h. */
#include "opening/swap2.h"

#include "opening/balance.h"
#include "port/random.h"
#include "search/clock.h"

#include <assert.h>
#include <stdlib.h>

enum {
    EVEN = 15,         /* values this close to zero leave nothing to choose between the sides */
    PROPOSALS_MAX = 6, /* pairs of first stones that are tried before the best one is used */
    SPREAD = 3,        /* the second stone lies at most this far from the first */
    NEAR_MAX = (2 * SPREAD + 1) * (2 * SPREAD + 1),
    CENTRE_PART = 3,      /* the first lies in the middle third of the board, */
    CENTRE_MIN = 3,       /* or the middle three rows and columns */
    LONG_SEARCH = 400000, /* nodes for the decision which side to take, if time allows */
};

/* A random coordinate from the middle part of a side. */
static int random_central(uint64_t *seed, int side)
{
    int part = side / CENTRE_PART > CENTRE_MIN ? side / CENTRE_PART : CENTRE_MIN;
    return (side - part) / 2 + random_below(seed, part);
}

static Point random_first(const Board *board, uint64_t *seed)
{
    const Geometry *geometry = &board->geometry;
    int x = random_central(seed, geometry->width), y = random_central(seed, geometry->height);
    return geometry_point(geometry, x, y);
}

/* The free points near another, from its upper left to its lower right. */
static int list_near(const Board *board, Point point, Point free_points[NEAR_MAX])
{
    const Geometry *geometry = &board->geometry;
    int count = 0;
    for (int dy = -SPREAD; dy <= SPREAD; dy++) {
        for (int dx = -SPREAD; dx <= SPREAD; dx++) {
            int x = geometry_x(geometry, point) + dx, y = geometry_y(geometry, point) + dy;
            if (geometry_contains(geometry, x, y) &&
                board->at[geometry_point(geometry, x, y)] == EMPTY) {
                free_points[count++] = geometry_point(geometry, x, y);
            }
        }
    }
    return count;
}

/* The answer that puts those stones, as far as there was room for them. The value is to the side to
 * move now, and was found once they lay there. */
static Swap2Answer answer_of_stones(int count, const Point *stones, Value value)
{
    Swap2Answer answer = {.count = count};
    for (int i = 0; i < count; i++) {
        answer.moves[i] = stones[i];
        if (stones[i] != POINT_NONE) {
            answer.report.pv.move[answer.report.pv.length++] = stones[i];
        }
    }
    answer.report.move = stones[0];
    answer.report.value = value_before(value, count);
    return answer;
}

/* Puts a random black and a random white stone and asks for the black one near them that evens it
 * out. Near the first, that keeps openings away from corners where nobody would play. */
static Balanced propose_one(Search *search, uint64_t *seed, Swap2Answer *answer)
{
    Position *position = &search->position;
    Point near[NEAR_MAX];
    PointSet near_set = {{0}};
    Point first = random_first(&position->board, seed);
    position_play(position, first, BLACK);
    int near_count = list_near(&position->board, first, near);
    for (int i = 0; i < near_count; i++) {
        point_set_add(&near_set, near[i]);
    }
    Point second = near[random_below(seed, near_count)];
    position_play(position, second, WHITE);
    Balanced third = balance_one_within(search, VALUE_DRAW, &near_set);
    position_undo(position);
    position_undo(position);
    assert(third.moves[0] != POINT_NONE); /* even 3x3 has a free point beside two stones */
    *answer = answer_of_stones(3, (Point[]){first, second, third.moves[0]}, third.value);
    return third;
}

/* Stage one: three stones, as even as the time allows, different from game to game. */
static Swap2Answer propose(Search *search, uint64_t seed)
{
    Swap2Answer best = {.count = 0};
    Value best_value = VALUE_INFINITE;
    uint64_t nodes = 0;
    for (int i = 0; i < PROPOSALS_MAX && abs(best_value) > EVEN; i++) {
        Swap2Answer answer;
        Balanced third = propose_one(search, &seed, &answer);
        nodes += third.nodes;
        if (abs(third.value) < abs(best_value)) {
            best = answer;
            best_value = third.value;
        }
        if (clock_is_over(search->clock)) {
            break;
        }
    }
    best.report.nodes = nodes;
    return best;
}

/* A long search of the position. */
static Report judge(Search *search)
{
    return root_think_nodes(search, LONG_SEARCH, 1, NULL);
}

/* Takes the side that the search prefers: white with a move at once, or black by swapping. */
static Swap2Answer choose_side(const Report *report)
{
    if (report->value < 0) {
        return (Swap2Answer){.swap = true, .report = *report};
    }
    return (Swap2Answer){.count = 1, .moves = {report->move}, .report = *report};
}

/* Stage two: a clear advantage is taken; where there is none, two more stones pass the choice on,
 * chosen so that the position stays even. */
static Swap2Answer choose_or_add(Search *search)
{
    Report report = judge(search);
    if (abs(report.value) > EVEN || clock_is_over(search->clock)) {
        return choose_side(&report);
    }
    Balanced pair = balance_two(search, VALUE_DRAW);
    if (pair.moves[0] == POINT_NONE || abs(pair.value) > EVEN) {
        return choose_side(&report);
    }
    Swap2Answer answer = answer_of_stones(2, pair.moves, -pair.value);
    answer.report.nodes = report.nodes + pair.nodes;
    return answer;
}

Swap2Answer swap2_answer(Search *search, uint64_t seed)
{
    switch (search->position.board.count) {
    case 0: return propose(search, seed);
    case 3: return choose_or_add(search);
    case 5: {
        Report report = judge(search);
        return choose_side(&report);
    }
    default: return (Swap2Answer){.count = 0};
    }
}

/* opening_answer - one function for each kind of step; see opening_answer.h. */
#include "opening/opening_answer.h"

#include "balance/balance.h"
#include "opening/opening_worth.h"
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
    STONES_MAX = 12,      /* single stones that are tried before the most even is used */
    REACH = 4,            /* such a stone lies at most this far from another */
    FOURTHS_MAX = 6,      /* of white's best fourth moves, looked at with black's offers */
    LONG_SEARCH = 400000, /* nodes for the decision which side to take, if time allows */
};

static Coordinates coordinates_of(const Search *search, Point point)
{
    return geometry_coordinates(&search->position.board.geometry, point);
}

/* The answer that names those points, as far as there was room for them. */
static OpeningAnswer answer_of_points(const Search *search, int count, const Point *points)
{
    OpeningAnswer answer = {.act = {.colour = EMPTY}};
    for (int i = 0; i < count && points[i] != POINT_NONE; i++) {
        answer.act.points[answer.act.count++] = coordinates_of(search, points[i]);
        answer.report.pv.move[answer.report.pv.length++] = points[i];
    }
    answer.report.move = points[0];
    return answer;
}

/* The same of stones that are put. The value is to the side to move now, and was found once they
 * lay there. */
static OpeningAnswer answer_of_stones(const Search *search, int count, const Point *stones,
                                      Value value)
{
    OpeningAnswer answer = answer_of_points(search, count, stones);
    answer.report.value = value_before(value, count);
    return answer;
}

/* A value to black, as one to the side to move, or back. */
static Value seen_by_side(const Search *search, Value value)
{
    return search->position.board.side == BLACK ? value : -value;
}

/* --- three stones on an empty board --- */

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

/* Puts a random black and a random white stone and asks for the black one near them that evens it
 * out. Near the first, that keeps openings away from corners where nobody would play. */
static Balanced propose_one(Search *search, uint64_t *seed, OpeningAnswer *answer)
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
    *answer = answer_of_stones(search, 3, (Point[]){first, second, third.moves[0]}, third.value);
    return third;
}

/* As even as the time allows, different from game to game. */
static OpeningAnswer put_three(Search *search, uint64_t seed)
{
    OpeningAnswer best = {.act = {.colour = EMPTY}};
    Value best_value = VALUE_INFINITE;
    uint64_t nodes = 0;
    for (int i = 0; i < PROPOSALS_MAX && abs(best_value) > EVEN; i++) {
        OpeningAnswer answer;
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

/* --- one stone --- */

static bool is_near_stones(const Opening *opening, Coordinates point)
{
    bool is_near = opening->stone_count == 0;
    for (int i = 0; i < opening->stone_count; i++) {
        is_near |= abs(point.x - opening->stones[i].x) <= REACH &&
                   abs(point.y - opening->stones[i].y) <= REACH;
    }
    return is_near;
}

/* The points near the stones where the step may put one. */
static int list_allowed(const Search *search, const Opening *opening, Point points[POINTS_MAX])
{
    const OpeningStep *step = opening_step(opening);
    int count = 0;
    for (int i = 0; i < opening->width * opening->height; i++) {
        Coordinates point = {i % opening->width, i / opening->width};
        if (is_near_stones(opening, point) && opening_point_fault(opening, step, point) == NULL) {
            points[count++] = geometry_point(&search->position.board.geometry, point.x, point.y);
        }
    }
    return count;
}

/* What the stone at that point would be worth to black, with the number to announce, if one is. */
static OpeningWorth look_behind_stone(Search *search, const Opening *opening, Point point)
{
    int announces = opening_step(opening)->announces;
    OpeningAct act = {EMPTY, 1, {coordinates_of(search, point)}, announces > 0 ? 1 : 0};
    Opening after = *opening;
    opening_act(&after, &act);
    position_play(&search->position, point, search->position.board.side);
    OpeningWorth worth = opening_worth_of(search, &after, announces);
    position_undo(&search->position);
    return worth;
}

static OpeningAnswer answer_of_stone(const Search *search, Point point, const OpeningWorth *worth,
                                     uint64_t nodes)
{
    OpeningAnswer answer = answer_of_points(search, 1, &point);
    answer.act.announced = worth->announced;
    answer.report.value = value_before(seen_by_side(search, worth->value), 1);
    answer.report.nodes = nodes;
    return answer;
}

/* The most even of up to `tries` points that are drawn. */
static OpeningAnswer put_evenly(Search *search, const Opening *opening, Point *points, int count,
                                int tries, uint64_t seed)
{
    OpeningWorth best = {.value = VALUE_INFINITE};
    Point best_point = POINT_NONE;
    uint64_t nodes = 0;
    for (int i = 0; i < tries && i < count && abs(best.value) > EVEN; i++) {
        int drawn = i + random_below(&seed, count - i);
        Point point = points[drawn];
        points[drawn] = points[i];
        OpeningWorth worth = look_behind_stone(search, opening, point);
        nodes += worth.nodes;
        if (abs(worth.value) < abs(best.value)) {
            best = worth;
            best_point = point;
        }
        if (clock_is_over(search->clock)) {
            break;
        }
    }
    return answer_of_stone(search, best_point, &best, nodes);
}

/* The best of the points; where fifth moves are offered then, with a look at these. */
static OpeningAnswer put_best(Search *search, const Opening *opening, const PointSet *allowed,
                              bool is_before_offers)
{
    Point points[FOURTHS_MAX];
    Value values[FOURTHS_MAX], best_value = -VALUE_INFINITE;
    uint64_t nodes = 0;
    int best = 0;
    int count =
        balance_best(search, allowed, is_before_offers ? FOURTHS_MAX : 1, points, values, &nodes);
    for (int i = 0; is_before_offers && i < count && !clock_is_over(search->clock); i++) {
        OpeningWorth worth = look_behind_stone(search, opening, points[i]);
        nodes += worth.nodes;
        values[i] = seen_by_side(search, worth.value);
        if (values[i] > best_value) {
            best = i;
            best_value = values[i];
        }
    }
    OpeningWorth worth = {.value = seen_by_side(search, values[best])};
    return answer_of_stone(search, points[best], &worth, nodes);
}

static OpeningAnswer put_one(Search *search, const Opening *opening, uint64_t seed)
{
    static const OpeningStep over = {.kind = OPENING_OVER};
    const OpeningStep *step = opening_step(opening), *next = step->ends ? &over : step + 1;
    Point points[POINTS_MAX];
    PointSet allowed = {{0}};
    int count = list_allowed(search, opening, points);
    if (count == 1) {
        OpeningWorth none = {.value = VALUE_DRAW};
        return answer_of_stone(search, points[0], &none, 0);
    }
    if (next->kind == OPENING_CHOOSE) {
        return put_evenly(search, opening, points, count, STONES_MAX, seed);
    }
    if (next->kind == OPENING_PUT && next->by == step->by) { /* which evens it out */
        OpeningWorth even = {.value = VALUE_DRAW};
        return answer_of_stone(search, points[random_below(&seed, count)], &even, 0);
    }
    for (int i = 0; i < count; i++) {
        point_set_add(&allowed, points[i]);
    }
    return put_best(search, opening, &allowed, next->kind == OPENING_OFFER);
}

static OpeningAnswer put_stones(Search *search, const Opening *opening, uint64_t seed)
{
    return opening_step(opening)->count > 1 ? put_three(search, seed)
                                            : put_one(search, opening, seed);
}

/* --- fifth moves --- */

static OpeningAnswer offer(Search *search, const Opening *opening, int count)
{
    FifthMoves moves = opening_worth_fifth_moves(search, opening, count);
    OpeningAnswer answer = answer_of_points(search, moves.count, moves.points);
    answer.report.value = value_before(moves.values[moves.count - 1], 1);
    answer.report.nodes = moves.nodes;
    return answer;
}

/* The offer that is worst for black, who made it. */
static OpeningAnswer pick(Search *search, const Opening *opening)
{
    Position *position = &search->position;
    Value best_value = VALUE_INFINITE;
    Point best = POINT_NONE;
    uint64_t nodes = 0;
    for (int i = 0; i < opening->offer_count && (i == 0 || !clock_is_over(search->clock)); i++) {
        Coordinates at = opening->offers[i];
        Point point = geometry_point(&position->board.geometry, at.x, at.y);
        position_play(position, point, BLACK);
        Report report =
            root_think_nodes(search, LONG_SEARCH / (unsigned)opening->offer_count, 1, NULL);
        position_undo(position);
        nodes += report.nodes;
        if (-report.value < best_value) {
            best_value = -report.value;
            best = point;
        }
    }
    OpeningAnswer answer = answer_of_points(search, 1, &best);
    answer.report.value = value_before(best_value, 1);
    answer.report.nodes = nodes;
    return answer;
}

/* --- a colour --- */

/* The colour that the value to the side to move speaks for. */
static OpeningAnswer answer_take(const Search *search, const Report *report)
{
    Value to_black = seen_by_side(search, report->value);
    return (OpeningAnswer){.act = {.colour = to_black > 0 ? BLACK : WHITE}, .report = *report};
}

/* A clear advantage is taken; where there is none, two more stones pass the choice on, chosen so
 * that the position stays even. */
static OpeningAnswer take_or_add(Search *search, const Report *report)
{
    if (abs(report->value) > EVEN || clock_is_over(search->clock)) {
        return answer_take(search, report);
    }
    Balanced pair = balance_two(search, VALUE_DRAW);
    if (pair.moves[0] == POINT_NONE || abs(pair.value) > EVEN) {
        return answer_take(search, report);
    }
    OpeningAnswer answer = answer_of_stones(search, 2, pair.moves, -pair.value);
    answer.report.nodes = report->nodes + pair.nodes;
    return answer;
}

/* Who goes on with a colour has to leave the position even, or the opponent takes the better side.
 * So offers are made where black is better off with any of them. */
static OpeningAnswer take_or_offer(Search *search, const Opening *opening, const Report *report,
                                   int offers)
{
    OpeningAnswer offered = offer(search, opening, offers);
    offered.report.nodes += report->nodes;
    bool is_better = offered.act.count == offers && offered.report.value > EVEN;
    return is_better ? offered : answer_take(search, report);
}

static OpeningAnswer choose(Search *search, const Opening *opening)
{
    const OpeningStep *step = opening_step(opening);
    const OpeningStep *other = step->otherwise > 0 ? &opening->rule->steps[step->otherwise] : NULL;
    Report report = root_think_nodes(search, LONG_SEARCH, 1, NULL);
    if (other != NULL && other->kind == OPENING_PUT) {
        return take_or_add(search, &report);
    }
    if (other != NULL && !clock_is_over(search->clock)) {
        return take_or_offer(search, opening, &report, other->count);
    }
    if (opening_worth_offers(opening) > 1 && !clock_is_over(search->clock)) {
        OpeningWorth worth = opening_worth_of(search, opening, 0);
        report.value = seen_by_side(search, worth.value);
        report.nodes += worth.nodes;
    }
    return answer_take(search, &report);
}

OpeningAnswer opening_answer(Search *search, const Opening *opening, uint64_t seed)
{
    const OpeningStep *step = opening_step(opening);
    switch (step->kind) {
    case OPENING_CHOOSE: return choose(search, opening);
    case OPENING_OFFER: return offer(search, opening, opening_worth_offers(opening));
    case OPENING_PICK: return pick(search, opening);
    default: return put_stones(search, opening, seed);
    }
}

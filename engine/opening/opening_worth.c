/* opening_worth - white's best fourth move, black's best fifths; see opening_worth.h. */
#include "opening/opening_worth.h"

#include "balance/balance.h"

#include <assert.h>
#include <stdlib.h>

enum {
    STONES_BEFORE_FIFTH = 4,
    JUDGE_NODES = 4000, /* of a position without offers, and for white's fourth move */
};

/* The points that a step allows and that are not alike another one. */
static PointSet unlike_points(const Search *search, const Opening *opening)
{
    const Geometry *geometry = &search->position.board.geometry;
    PointSet set = {{0}};
    Point kept[POINTS_MAX];
    int count = 0;
    for (int i = 0; i < geometry->width * geometry->height; i++) {
        Coordinates point = {i % geometry->width, i / geometry->width};
        int at = 0;
        while (at < count &&
               !opening_are_alike(opening, point, geometry_coordinates(geometry, kept[at]))) {
            at++;
        }
        if (at == count) {
            kept[count++] = geometry_point(geometry, point.x, point.y);
            point_set_add(&set, kept[at]);
        }
    }
    return set;
}

FifthMoves opening_worth_fifth_moves(Search *search, const Opening *opening, int count)
{
    FifthMoves moves = {.count = 0};
    PointSet unlike = unlike_points(search, opening);
    moves.count = balance_best(search, &unlike, count, moves.points, moves.values, &moves.nodes);
    return moves;
}

int opening_worth_offers(const Opening *opening)
{
    for (const OpeningStep *step = opening_step(opening); step->kind != OPENING_OVER; step++) {
        if (step->kind == OPENING_OFFER) {
            return step->count > 0 ? step->count : opening->announced;
        }
        if (step->ends) {
            break;
        }
    }
    return 0;
}

/* The position by a plain search. */
static OpeningWorth judge_plainly(Search *search)
{
    Report report = root_think_nodes(search, JUDGE_NODES, 1, NULL);
    bool is_black = search->position.board.side == BLACK;
    return (OpeningWorth){is_black ? report.value : -report.value, 0, report.nodes};
}

/* The number of offers that comes closest to even; of several the greatest, since values of moves
 * that nobody would offer are often equal, and white gains by every choice that it gets. */
static int evenest(const FifthMoves *moves)
{
    int best = 0;
    for (int i = 1; i < moves->count; i++) {
        best = abs(moves->values[i]) <= abs(moves->values[best]) ? i : best;
    }
    return best + 1;
}

static OpeningWorth before_offers(Search *search, const Opening *opening, int offers, int announces)
{
    FifthMoves moves =
        opening_worth_fifth_moves(search, opening, announces > 0 ? announces : offers);
    int number = announces > 0 ? evenest(&moves) : moves.count;
    return (OpeningWorth){moves.values[number - 1], announces > 0 ? number : 0, moves.nodes};
}

/* White plays its best fourth move first: by a plain search, which is near enough. */
static OpeningWorth before_fourth(Search *search, const Opening *opening, int offers, int announces)
{
    Position *position = &search->position;
    Opening ahead = *opening;
    assert(opening->stone_count == STONES_BEFORE_FIFTH - 1);
    Report fourth = root_think_nodes(search, JUDGE_NODES, 1, NULL);
    ahead.stones[ahead.stone_count++] =
        geometry_coordinates(&position->board.geometry, fourth.move);
    position_play(position, fourth.move, WHITE);
    OpeningWorth worth = before_offers(search, &ahead, offers, announces);
    position_undo(position);
    worth.nodes += fourth.nodes;
    return worth;
}

OpeningWorth opening_worth_of(Search *search, const Opening *opening, int announces)
{
    int offers = opening_worth_offers(opening);
    if (announces == 0 && offers <= 1) {
        return judge_plainly(search);
    }
    return opening->stone_count < STONES_BEFORE_FIFTH
               ? before_fourth(search, opening, offers, announces)
               : before_offers(search, opening, offers, announces);
}

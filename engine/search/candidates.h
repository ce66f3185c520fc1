/* candidates - which moves deserve a thought: the forcing cascade, then the stones' neighbourhood.
 *
 * What a side may sensibly play is decided by the strongest threat on the board, in this order:
 *
 *   1. I can make five                       that
 *   2. the opponent can make five            what stops it, nothing else
 *   3. I can make an open four               that: five follows, whatever is answered
 *   4. the opponent can make an open four    what takes all of those away, or any four of mine
 *   5. otherwise                             every empty point near a stone
 *
 * Steps 2 and 4 leave out only moves that lose by force. In step 4 that is not argued but tried:
 * a point on the lines of one of the opponent's winning points goes on the list if, with my stone
 * there, no winning point is left. This holds under every rule, caro's side defences included.
 */
#ifndef TENGEN_SEARCH_CANDIDATES_H
#define TENGEN_SEARCH_CANDIDATES_H

#include "board/position.h"

#include <stdint.h>

enum {
    NEAR_SQUARE = 2, /* a candidate has a stone within this many steps of a king, */
    NEAR_LINE = 3,   /* or within this many straight along a row, column or diagonal */
    MOVES_MAX = SIDE_MAX * SIDE_MAX + 64, /* a list may name some points twice before tidying */
};

typedef enum {
    SITUATION_QUIET,     /* no threat decides: step 5 */
    SITUATION_FIVE,      /* step 1 */
    SITUATION_BLOCK,     /* step 2 */
    SITUATION_OPEN_FOUR, /* step 3 */
    SITUATION_DEFEND,    /* step 4 */
} Situation;

typedef struct {
    Point point;
    int32_t score; /* for ordering, higher first */
} Move;

/* Which step of the cascade the side to move is at. */
Situation candidates_situation(const Position *position);

/* Lists the moves of that step, lowest point first, scores unset, and returns how many. `moves` has
 * room for MOVES_MAX. Points that renju forbids may be among them. The position comes back as it
 * was, though stones are tried on it. An empty board has one candidate, the middle. */
int candidates_list(Position *position, Situation situation, Move *moves);

/* Lists where the side to move makes a four that is not an open one, and returns how many. */
int candidates_list_fours(const Position *position, Move *moves);

/* Drops from such a list the mere fours, which make nothing of note on another line, and returns how
 * many are left: played out in every order mere fours take most of a search's time, and seldom come
 * to more than their stones. */
int candidates_drop_mere_fours(const Position *position, Move *moves, int count);

/* Adds to the set the points where a stone of the other colour could spoil what that colour makes on
 * an empty point: the point itself, and those on the lines on which it makes a shape of at least
 * that strength. */
void candidates_mark_spoilers(const Position *position, Point point, int colour, Shape least,
                              PointSet *set);

/* Lists every empty point, lowest first, and returns how many. */
int candidates_list_all(const Position *position, Move *moves);

#endif

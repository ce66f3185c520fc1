/* candidates - which moves the search considers: the forcing cascade, then the neighbourhood.
 *
 * The strongest threat on the board decides what a side may sensibly play, in this order:
 *
 *   1. I can make five                       that
 *   2. the opponent can make five            what blocks it, nothing else
 *   3. I can make an open four               that: five follows, whatever the answer
 *   4. the opponent can make an open four    what takes all of those away, or any four of mine
 *   5. otherwise                             every empty point near a stone
 *
 * Steps 2 and 4 leave out only moves that lose by force. In step 4 a point on the lines of one of
 * the opponent's winning points is listed if, with my stone there, no winning point is left: the
 * winning points' lines tell. A stone that may lift a foul of the opponent's, under which another
 * winning point is hidden, is tried on the board. This holds under every rule, caro's blocks beside
 * the row included.
 *
 * A simple four is one that makes nothing of note on another line. Played out in every order,
 * simple fours take most of a search's time and seldom gain more than their stones. A four at a
 * foul is one on a line with a point that may be forbidden to the opponent (renju): if that is the
 * block, it wins, and no search that looks at shapes alone expects it.
 */
#ifndef TENGEN_SEARCH_CANDIDATES_H
#define TENGEN_SEARCH_CANDIDATES_H

#include "board/position.h"

#include <stdint.h>

enum {
    NEAR_SQUARE = 2, /* a candidate has a stone within two steps in any direction, */
    NEAR_LINE = 3,   /* or within three straight along a row, column or diagonal */
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
    int16_t policy; /* log likelihood by the tables; once a network was asked, by both, and as the
                       difference to the likeliest move's (ordering.h) */
    int32_t score;  /* for ordering, higher first */
} Move;

/* Which step of the cascade the side to move is at. */
Situation candidates_situation(const Position *position);

/* Lists the moves of that step, lowest point first, scores unset, and returns how many. `moves` has
 * room for MOVES_MAX. Points that renju forbids may be among them. The position comes back as it
 * was, though stones are tried on it. An empty board has one candidate, the middle. */
int candidates_list(Position *position, Situation situation, Move *moves);

/* Lists the legal moves of that step and, where none decides, every legal point, and returns how
 * many: what is left out has lost. Takes the same room. */
int candidates_list_legal(Position *position, Situation situation, Move *moves);

/* Lists every empty point, lowest first, and returns how many. */
int candidates_list_all(const Position *position, Move *moves);

/* Lists where the side to move makes a four that is not an open one, and returns how many. */
int candidates_list_fours(const Position *position, Move *moves);

/* Drops the simple fours that are not at a foul from such a list, and returns how many are left. */
int candidates_drop_simple_fours(const Position *position, Move *moves, int count);

/* Keeps only the fours at a foul of any list, and returns how many there are. */
int candidates_keep_fours_at_fouls(const Position *position, Move *moves, int count);

/* Lists the legal moves of step 2 that make a four themselves, and returns how many. `can_block`
 * says whether any move of that step is legal. */
int candidates_list_blocking_fours(Position *position, Move *moves, bool *can_block);

/* Adds the points of a set to a list of `count` moves, lowest first; returns how many there are
 * then. */
int candidates_add_set(const Position *position, const PointSet *set, Move *moves, int count);

/* Adds to the set the points where a stone of the other colour may spoil what that colour makes on
 * an empty point: the point itself, and those on the lines on which it makes a shape of at least
 * that strength. */
void candidates_mark_defences(const Position *position, Point point, int colour, Shape least,
                              PointSet *set);

#endif

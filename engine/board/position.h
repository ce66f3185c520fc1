/* position - the board with all its shapes kept in step: the thing that search plays on.
 *
 * Every empty point knows, for both colours and four directions, what it would become if that
 * colour played there, and from that what it would threaten and what it is worth. Points of equal
 * threat form sets, the values of a colour form a sum; so "can I win at once?", "where must I
 * block?" and "what is this position worth?" are look-ups.
 *
 * A stone changes only the points it is seen from: along eight rays, as far as a line's key
 * reaches, up to a wall. Playing adds the stone's weight to the keys of those lines and follows
 * the change through shape, code, worth, set and sum; undoing subtracts the same weight and takes
 * the same road back, so there is no log to keep and one function serves both. Points with stones
 * keep the keys they had when their stone came: moves are undone in reverse order, so they are
 * right again when the stone goes. position_check recomputes everything from the stones alone.
 */
#ifndef TENGEN_BOARD_POSITION_H
#define TENGEN_BOARD_POSITION_H

#include "board/board.h"
#include "board/shape.h"
#include "board/worth.h"

#include <stdbool.h>
#include <stdint.h>

enum { SET_WORDS = (POINTS_MAX + 63) / 64 };

typedef struct {
    uint64_t word[SET_WORDS]; /* one bit a point */
} PointSet;

/* Says whether the point is in the set. */
static inline bool point_set_has(const PointSet *set, Point point)
{
    return set->word[point / 64] >> point % 64 & 1;
}

/* Puts the point into the set, where it may be already. */
static inline void point_set_add(PointSet *set, Point point)
{
    set->word[point / 64] |= UINT64_C(1) << point % 64;
}

/* Puts all points of another set into the set. */
static inline void point_set_join(PointSet *set, const PointSet *more)
{
    for (int i = 0; i < SET_WORDS; i++) {
        set->word[i] |= more->word[i];
    }
}

/* What is known about one empty point. */
typedef struct {
    LineKey key[DIRECTIONS];
    ShapeCode code[COLOURS];       /* the four shapes */
    uint16_t combination[COLOURS]; /* their number in the worth table */
    uint8_t threat[COLOURS];
} Cell;

/* The tables that a position reads; they belong to the game and outlive it. */
typedef struct {
    ShapeTable shapes;
    WorthTable worths;
    const struct Learnt *learnt; /* eval's: what games or a hand add to the values; NULL: nothing */
    bool has_net;                /* eval's: the features are filled, for a network on top of that */
    int tempo;                   /* eval's: what being to move is worth beyond all that */
} GameTables;

typedef struct {
    Board board;
    Game game;
    const GameTables *tables;
    int set_words;                          /* words of a set that this board size uses */
    Features features[COLOURS];             /* sums over the empty points */
    int32_t value[COLOURS];                 /* another sum */
    uint16_t count[COLOURS][THREAT_COUNT];  /* empty points with that threat */
    PointSet points[COLOURS][THREAT_COUNT]; /* and which they are */
    Cell cell[POINTS_MAX];
} Position;

/* Sets up an empty board. The tables must have been filled for this game and stay alive. */
void position_clear(Position *position, const Game *game, const GameTables *tables);

/* Goes on under another rule, with the stones as they are. The tables must have been refilled for
 * it, and the rule must fit the game's size and win length. */
void position_change_rule(Position *position, Rule rule);

/* Puts a stone on an empty point; the other colour is to move. */
void position_play(Position *position, Point point, int colour);

/* Takes the last stone back. */
void position_undo(Position *position);

/* Takes any stone off the board; the stones after it are put back in their order. There must be a
 * stone on the point. */
void position_remove(Position *position, Point point);

/* Works everything out anew from the stones: after the board was changed behind its back. */
void position_rebuild(Position *position);

/* Recomputes everything from the stones and compares; false names a bug. For asserts and tests. */
bool position_check(const Position *position);

/* Says whether the rule forbids the side to move an empty point (renju, black; exact). */
bool position_forbids(Position *position, Point point);

/* The lowest point of a set that has one, after `after` (POINT_NONE to start); else POINT_NONE. */
Point position_next(const Position *position, const PointSet *set, Point after);

/* What an empty point is worth to a colour. */
static inline const Worth *position_worth(const Position *position, Point point, int colour)
{
    const Cell *cell = &position->cell[point];
    return &position->tables->worths.worth[colour][cell->combination[colour]];
}

/* How many empty points carry that threat for the colour. */
static inline int position_count(const Position *position, int colour, Threat threat)
{
    return position->count[colour][threat];
}

/* The first point that carries that threat for the colour; there must be one. */
static inline Point position_first(const Position *position, int colour, Threat threat)
{
    return position_next(position, &position->points[colour][threat], POINT_NONE);
}

/* What a stone of the side to move would threaten on the empty point. */
static inline Threat position_threat(const Position *position, Point point)
{
    return (Threat)position->cell[point].threat[position->board.side];
}

/* The shape that a stone of that colour would make on the empty point in a direction. */
static inline Shape position_shape(const Position *position, Point point, int direction, int colour)
{
    return (Shape)(position->cell[point].code[colour] >> (4 * direction) & 15);
}

#endif

/* position - the board with all its shapes kept up to date: what the search plays on.
 *
 * For every empty point it holds, by colour and direction, the shape that a stone there would make,
 * and what the four of them threaten. The points of each threat form a set; so "can I win at once?"
 * and "where must I block?" are look-ups.
 *
 * A stone changes only the points it is seen from: along eight rays, as far as a line's key
 * reaches, up to a wall. Playing adds the stone's weight to the keys of those lines, follows the
 * change through shape, point pattern, threat and set, and notes what each line was and is.
 * This is done in four loops: which points are seen, what their lines become, what the points are
 * then, and which of them change their sets. Each look-up waits for the one before it; short loops
 * let a processor work on more points meanwhile. They branch on walls alone: a branch on what
 * stands on a point would often be predicted wrong, and that costs as much time as a point. Each
 * thing noted has an array of its own, which compilers handle better than an array of records.
 *
 * Undoing puts lines and threats back as the notes say. Only the last CHANGES_PLIES stones have
 * notes; for an older one undoing subtracts the weight and follows the change as playing does.
 * Points with stones keep what they were when their stone came: moves are undone in reverse order,
 * so it is right again when the stone goes. position_check recomputes everything from the stones
 * alone.
 *
 * Whoever adds something up over the board (eval/accumulator.h) follows the same notes; a position
 * knows nothing of such sums.
 */
#ifndef TENGEN_BOARD_POSITION_H
#define TENGEN_BOARD_POSITION_H

#include "board/board.h"
#include "board/shape.h"
#include "board/point_pattern.h"

#include <stdbool.h>
#include <stddef.h>
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
    ColourPair sums;           /* of the weights of the four shapes */
    ColourPair point_patterns; /* JudgedPatterns: what the sums stand for */
    uint8_t unused[8];         /* so that a shift finds a cell, not a multiplication */
} Cell;

/* The number of the point pattern of a colour. */
static inline unsigned point_pattern_of_pair(ColourPair point_patterns, int colour)
{
    return judged_number((JudgedPattern)colour_of_pair(point_patterns, colour));
}

static inline Threat threat_of_pair(ColourPair point_patterns, int colour)
{
    return judged_threat((JudgedPattern)colour_of_pair(point_patterns, colour));
}

/* What a stone of that colour would threaten on the point. */
static inline Threat cell_threat(const Cell *cell, int colour)
{
    return threat_of_pair(cell->point_patterns, colour);
}

enum {
    CHANGES_PLIES = 64, /* more than most searches go deep */
    CHANGES_MAX = DIRECTIONS * 2 * REACH_MAX,
};

/* A line through an empty point on which a stone lies: the point and, from bit 16 on, the place of
 * the stone on the line, from 0, and the direction. */
typedef uint32_t SeenLine;

enum {
    SEEN_PLACE = 16,     /* the lowest bit of the place, */
    SEEN_DIRECTION = 20, /* and of the direction */
    SEEN_PLACE_MASK = 15,
};

static inline Point seen_point(SeenLine seen)
{
    return (Point)(seen & 0xffff);
}

static inline unsigned seen_direction(SeenLine seen)
{
    return seen >> SEEN_DIRECTION;
}

/* The lines that a stone changed, each through another point: with any point a stone lies on one
 * line at most. */
typedef struct {
    SeenLine seen[CHANGES_MAX];
    LineKey key_before[CHANGES_MAX], key_after[CHANGES_MAX];
    ColourPair sums_before[CHANGES_MAX]; /* of the point, as all four lines make them */
    ColourPair point_patterns_before[CHANGES_MAX], point_patterns_after[CHANGES_MAX];
} LineChanges;

/* What the stone of a ply changed, beside its own point, which is empty no longer. */
typedef struct {
    uint64_t key; /* of the board after that stone, with the other colour to move */
    int ply;      /* how many stones there were then */
    int count, threat_count;
    LineChanges lines;
    uint8_t threats[CHANGES_MAX]; /* the lines whose points changed what stones threaten there */
} Changes;

/* The tables that a position reads; they belong to the game and outlive it. */
typedef struct {
    ShapeTable shapes;
    PointPatternTable point_patterns;
} BoardTables;

typedef struct {
    Board board;
    Game game;
    const BoardTables *tables;
    int set_words;                          /* words of a set that this board size uses */
    uint16_t count[COLOURS][THREAT_COUNT];  /* empty points with that threat */
    PointSet points[COLOURS][THREAT_COUNT]; /* and which they are */
    Cell cell[POINTS_MAX];
    Changes changes[CHANGES_PLIES]; /* by ply, modulo their number */
} Position;

/* Sets up an empty board. The tables must have been filled for this game and stay alive. */
void position_clear(Position *position, const Game *game, const BoardTables *tables);

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

/* Working anything out anew takes as long as many nodes: asserts in a search do so for a share of
 * the positions, chosen by their keys, which is enough to meet every fault soon. */
static inline bool position_is_sampled(const Position *position)
{
    enum { ONE_IN = 64 };
    return position->board.key % ONE_IN == 0;
}

/* Says whether the rule forbids the side to move an empty point (renju, black; exact). */
bool position_forbids(Position *position, Point point);

/* What a stone of that colour would threaten on the empty point if the other colour had one more on
 * the line in that direction, on an empty point `distance` steps away on the lower-numbered side
 * (`before`) or on the other, within reach and not behind a wall. */
Threat position_threat_beside(const Position *position, Point point, int colour, int direction,
                              int distance, bool before);

/* The lowest point of a set that has one, after `after` (POINT_NONE to start); else POINT_NONE. */
static inline Point position_next(const Position *position, const PointSet *set, Point after)
{
    int word = (after + 1) / 64;
    uint64_t bits = set->word[word] & (~UINT64_C(0) << (after + 1) % 64);
    while (bits == 0) {
        if (++word >= position->set_words) {
            return POINT_NONE;
        }
        bits = set->word[word];
    }
    return (Point)(word * 64 + __builtin_ctzll(bits));
}

/* What the stone of that ply changed, from 1 to the number of stones, or 0 for the board before the
 * first stone, which changed nothing; NULL: that is not kept any more. */
static inline const Changes *position_changes(const Position *position, int ply)
{
    const Changes *changes = &position->changes[ply % CHANGES_PLIES];
    return changes->ply == ply ? changes : NULL;
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
    return cell_threat(&position->cell[point], position->board.side);
}

/* The shape that a stone of that colour would make on the empty point in a direction. */
static inline Shape position_shape(const Position *position, Point point, int direction, int colour)
{
    return shape_of(position->tables->shapes.shapes[position->cell[point].key[direction]], colour);
}

/* The point pattern that a stone of that colour would make on the empty point. */
static inline unsigned position_point_pattern(const Position *position, Point point, int colour)
{
    return point_pattern_of_pair(position->cell[point].point_patterns, colour);
}

#endif

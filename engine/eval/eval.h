/* eval - the static evaluation: what a quiet position is worth to the side to move.
 *
 * The base of the score is the bitshift table: every empty point is worth, to each colour, the sum
 * over its four lines of what a stone there would make of the line. What games have taught corrects
 * it: the value of each point pattern, which sums into the same number; weights for the sums of
 * both sides, and a number for which threats are on the board (learnt.h); and a network over the
 * lines through every point, which also has its say in the policy (pattern_net.h).
 *
 * GameTables are what a game needs, filled once. An Evaluator belongs to one thread: it holds the
 * sums of the plies of its position (accumulator.h, pattern_state.h), and a cache of values. The
 * transposition table has nothing of a node that its static evaluation cuts off. A search meets
 * many of these nodes again: it finds a fifth of all values in the cache.
 */
#ifndef TENGEN_EVAL_EVAL_H
#define TENGEN_EVAL_EVAL_H

#include "board/position.h"
#include "eval/accumulator.h"
#include "eval/learnt.h"
#include "eval/pattern_state.h"
#include "eval/value.h"
#include "tengen/evaluation.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    /* One unit of value in points: an open three on the board (12288 points on the four points that
     * make it a four) comes to 192, an open two to about 20. */
    EVAL_POINTS_PER_UNIT = 64,

    /* The lowest bits of the board's key choose a slot of an evaluator's cache. The slot keeps the
     * other bits of the key beside the value, so the whole key is compared. */
    EVAL_CACHE_KEY_BITS = 16,
    EVAL_CACHE_SLOTS = 1 << EVAL_CACHE_KEY_BITS,
};

/* What the evaluation of a game reads. */
typedef struct {
    TermTable terms;       /* what each point pattern adds to the sums */
    Learnt learnt;         /* the levels above the bitshift table; NULLs: there are none */
    bool has_pattern;      /* the network counts */
    Simd simd;             /* that this processor has */
    OffsetTable offsets;   /* for the learnt policy */
    int tempo;             /* what being to move is worth beyond all that */
    PatternTables pattern; /* filled if has_pattern */
    uint64_t fingerprint;  /* of what they were filled from */
} EvalTables;

/* The tables of a game. They outlive every position and evaluator that uses them. Tables and
 * evaluators begin at a cache line: their memory comes from port_pages_new, not from malloc. */
typedef struct {
    BoardTables board;
    EvalTables eval;
} GameTables;

/* A slot of the cache: the upper bits of the key of a board, and its value in the lowest bits. The
 * lowest bits of the key need no room, since they chose the slot. */
typedef uint64_t CachedValue;

typedef struct {
    const EvalTables *tables; /* borrowed; NULL: prepared for none */
    uint64_t fingerprint;     /* that the tables had then */
    Accumulator accumulator;
    PatternState pattern;                /* used if the tables have a pattern network */
    CachedValue cache[EVAL_CACHE_SLOTS]; /* 512 kB; 0: nothing yet */
} Evaluator;

/* Fills all tables of a game that rules_fault accepts. Evaluators that use them must be prepared
 * anew. */
void eval_fill_tables(GameTables *tables, const Game *game, Evaluation evaluation);

/* The same with what was learnt as it is given instead of what is embedded: numbers that have to
 * stay, for games of that rule. Evaluations that use nothing learnt do without. */
void eval_fill_tables_from(GameTables *tables, const Game *game, Evaluation evaluation,
                           const Learnt *learnt);

/* Prepares an evaluator for positions of the game that the tables were filled for. */
void eval_init(Evaluator *evaluator, const EvalTables *tables);

/* The same for an evaluator that was prepared before, or is all zero. If these are its tables, and
 * they are filled as they were then, it keeps its sums and its cache, which are right for any game
 * of these tables: the keys of boards say of which. To clear them takes as long as some hundred
 * evaluations. */
void eval_use(Evaluator *evaluator, const EvalTables *tables);

/* The value of the position to the side to move, within VALUE_ESTIMATE_MAX. Meant for positions in
 * which neither side has a five to make; those are decided, not evaluated. */
Value eval_position(Evaluator *evaluator, const Position *position);

/* Asks the processor to fetch what the cache may know about the board of that key. */
static inline void eval_prefetch(const Evaluator *evaluator, uint64_t key)
{
    __builtin_prefetch(&evaluator->cache[key % EVAL_CACHE_SLOTS]);
}

/* What the network adds to that; 0 if there is none. */
Value eval_network(Evaluator *evaluator, const Position *position);

/* What the pattern network adds to the policy of some empty points, for the side to move; zeros
 * where there is none. */
void eval_policy(Evaluator *evaluator, const Position *position, const Point *points, int count,
                 int32_t *policy);

/* What an empty point adds to the sum of values of a colour. */
static inline int32_t eval_point_value(const EvalTables *tables, const Position *position,
                                       Point point, int colour)
{
    return tables->terms.value[colour][position_point_pattern(position, point, colour)];
}

/* Compares the sums of an evaluator with those worked out from all points of the position, those of
 * the pattern network, and a value in the cache; false names a bug. For asserts and tests. */
bool eval_check(Evaluator *evaluator, const Position *position);

#endif

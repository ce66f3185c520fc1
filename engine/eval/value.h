/* value - the scale of scores: what a number that comes out of a search means.
 *
 * Positive is good for the side to move. Estimates stay within VALUE_ESTIMATE_MAX; beyond it lie
 * proven results: VALUE_WIN - n is a win completed by the n-th move from the root, counting both
 * sides' moves. Everything fits in 16 bits, so that the table can store it.
 */
#ifndef TENGEN_EVAL_VALUE_H
#define TENGEN_EVAL_VALUE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef int Value;

enum {
    PLY_MAX = 256, /* deepest node of a search, and longest line it can report */
    VALUE_DRAW = 0,
    VALUE_WIN = 30000,
    VALUE_ESTIMATE_MAX = 20000,
    VALUE_PROVEN_MIN = VALUE_WIN - 2 * PLY_MAX, /* from here on a value is a proven win */
    VALUE_INFINITE = 31000,
};

/* The value, or what is nearest to it from -most to most. */
static inline Value value_clamp(int64_t value, Value most)
{
    return value > most ? most : value < -most ? -most : (Value)value;
}

/* The value of winning with the move that leads to the given ply. */
static inline Value value_win_at(int ply)
{
    return VALUE_WIN - ply;
}

/* The value of the opponent winning with the move that leads to the given ply. */
static inline Value value_loss_at(int ply)
{
    return ply - VALUE_WIN;
}

/* Says whether the value is a proven win or loss. */
static inline bool value_is_proven(Value value)
{
    return abs(value) >= VALUE_PROVEN_MIN;
}

/* The value of a position that many plies before one with that value to the same side: a proven
 * result lies as much farther ahead. */
static inline Value value_before(Value value, int plies)
{
    return !value_is_proven(value) ? value : value > 0 ? value - plies : value + plies;
}

#endif

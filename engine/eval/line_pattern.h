/* line_pattern - what stands on a line near a point, as a number: the key by which a network looks
 * up its rows.
 *
 * The key of a line (board/shape.h) reaches as far as a five can, four or five points to each side,
 * and serves shapes. A network learns a row of numbers for each line, and the fifth point would
 * make nine times as many lines, most of them seldom seen; shapes, which a network reads as well,
 * know the fifth point already. So the pattern of a line reaches four points to each side, under
 * every rule. Each side is numbered as in shape.h, shorter sides, which end at a wall, first.
 *
 * A line read from its other end is the same line: both keys have one pattern number. With the
 * colours exchanged it is what the other side sees.
 */
#ifndef TENGEN_EVAL_LINE_PATTERN_H
#define TENGEN_EVAL_LINE_PATTERN_H

#include "board/shape.h"

#include <stdint.h>

enum {
    PATTERN_REACH = 4,                                  /* points to each side */
    PATTERN_SIDES = 121,                                /* 1 + 3 + 9 + 27 + 81 */
    PATTERN_KEYS = PATTERN_SIDES * PATTERN_SIDES,       /* keys: both sides in their order */
    PATTERNS = PATTERN_SIDES * (PATTERN_SIDES + 1) / 2, /* patterns: in either order */
};

/* The sides of a line that reach up to `reach` points, as one number: before * PATTERN_SIDES +
 * after. */
typedef uint16_t PatternKey;

/* The first `reach` points of a side, which may be of any length up to REACH_MAX, as a side. */
LineKey line_pattern_cut(LineKey side, int reach);

/* Both sides of a key cut to `reach` points. */
PatternKey line_pattern_cut_key(PatternKey key, int reach);

/* The key with the colours exchanged. */
PatternKey line_pattern_swap(PatternKey key);

/* The pattern of a key, from 0 to PATTERNS - 1. */
static inline int line_pattern_number(PatternKey key)
{
    int before = key / PATTERN_SIDES, after = key % PATTERN_SIDES;
    int high = before > after ? before : after, low = before > after ? after : before;
    return high * (high + 1) / 2 + low;
}

/* The key of a pattern, the one of its two that begins with the higher side. */
PatternKey line_pattern_key_of(int pattern);

/* The pattern's key of a line, from its key in a table of shapes of that reach. */
static inline PatternKey line_pattern_key(const ShapeTable *table, LineKey line)
{
    /* Sides of five points follow those of four or less; their fifth is the digit of highest
     * value. */
    enum {
        FIFTH_FROM = PATTERN_SIDES,
        SIDES_OF_FOUR = 81,
        FOUR_FROM = PATTERN_SIDES - SIDES_OF_FOUR
    };
    if (table->side_states == PATTERN_SIDES) {
        return (PatternKey)line;
    }
    if (table->reach < PATTERN_REACH) {
        return (PatternKey)(line / table->side_states * PATTERN_SIDES + line % table->side_states);
    }
    LineKey before = line / SIDE_STATES_MAX, after = line % SIDE_STATES_MAX;
    before = before < FIFTH_FROM ? before : (before - FIFTH_FROM) % SIDES_OF_FOUR + FOUR_FROM;
    after = after < FIFTH_FROM ? after : (after - FIFTH_FROM) % SIDES_OF_FOUR + FOUR_FROM;
    return (PatternKey)(before * PATTERN_SIDES + after);
}

#endif

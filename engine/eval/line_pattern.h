/* line_pattern - what stands on a line near a point, as a number: the key by which a network looks
 * up its rows.
 *
 * The key of a line (board/shape.h) reaches as far as a five can, four or five points to each side,
 * and serves shapes. A network learns a row of numbers for each line, and the fifth point would
 * make nine times as many lines, most of them seldom seen; shapes, which a network reads as well,
 * know the fifth point already. So the pattern of a line reaches four points to each side, under
 * every rule: both sides of the key without what the fifth point is.
 *
 * A line read from its other end is the same line: both keys have one pattern number. With the
 * colours exchanged it is what the other side sees.
 */
#ifndef TENGEN_EVAL_LINE_PATTERN_H
#define TENGEN_EVAL_LINE_PATTERN_H

#include "board/shape.h"

#include <stdint.h>

enum {
    PATTERN_REACH = NEAR_REACH, /* points to each side */
    PATTERN_SIDES = NEAR_SIDES,
    PATTERN_KEYS = 1 << 2 * NEAR_BITS,                  /* of which PATTERN_SIDES^2 are in use */
    PATTERNS = PATTERN_SIDES * (PATTERN_SIDES + 1) / 2, /* patterns: two sides in either order */
};

/* Two sides in their order, from 0 to PATTERN_SIDES - 1 each. */
typedef uint32_t PatternKey;

static inline PatternKey line_pattern_key_from(LineKey before, LineKey after)
{
    return before << NEAR_BITS | after;
}

static inline LineKey line_pattern_before(PatternKey key)
{
    return key >> NEAR_BITS;
}

static inline LineKey line_pattern_after(PatternKey key)
{
    return key & NEAR_MASK;
}

/* The first `reach` points of a side, as a side. */
LineKey line_pattern_cut(LineKey side, int reach);

/* Both sides of a key cut to `reach` points. */
PatternKey line_pattern_cut_key(PatternKey key, int reach);

/* The key with the colours exchanged. */
PatternKey line_pattern_swap(PatternKey key);

/* The pattern of a key, from 0 to PATTERNS - 1. */
static inline int line_pattern_number(PatternKey key)
{
    int before = (int)line_pattern_before(key), after = (int)line_pattern_after(key);
    int high = before > after ? before : after, low = before > after ? after : before;
    return high * (high + 1) / 2 + low;
}

/* The key of a pattern, the one of its two that begins with the higher side. */
PatternKey line_pattern_key_of(int pattern);

/* The pattern's key of a line. */
static inline PatternKey line_pattern_key(LineKey line)
{
    return (line >> (SIDE_BITS - NEAR_BITS) & NEAR_MASK << NEAR_BITS) | (line & NEAR_MASK);
}

#endif

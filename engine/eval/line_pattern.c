/* line_pattern - cutting, mirroring and exchanging the colours of a line; see line_pattern.h. */
#include "eval/line_pattern.h"

static const LineKey power_of_three[PATTERN_REACH + 2] = {1, 3, 9, 27, 81, 243};

/* The number of the first side of that length. */
static LineKey first_side_of_length(int length)
{
    return (power_of_three[length] - 1) / 2;
}

static int length_of(LineKey side)
{
    int length = 0;
    while (side >= first_side_of_length(length + 1)) {
        length++;
    }
    return length;
}

LineKey line_pattern_cut(LineKey side, int reach)
{
    int length = length_of(side);
    return length <= reach ? side
                           : (side - first_side_of_length(length)) % power_of_three[reach] +
                                 first_side_of_length(reach);
}

PatternKey line_pattern_cut_key(PatternKey key, int reach)
{
    return line_pattern_key_from(line_pattern_cut(line_pattern_before(key), reach),
                                 line_pattern_cut(line_pattern_after(key), reach));
}

/* Digits are 0 for an empty point, 1 for black, 2 for white. */
static LineKey swap_side(LineKey side)
{
    int length = length_of(side);
    LineKey rest = side - first_side_of_length(length), swapped = first_side_of_length(length);
    for (int i = 0; i < length; i++, rest /= 3) {
        swapped += (3 - rest % 3) % 3 * power_of_three[i];
    }
    return swapped;
}

PatternKey line_pattern_swap(PatternKey key)
{
    return line_pattern_key_from(swap_side(line_pattern_before(key)),
                                 swap_side(line_pattern_after(key)));
}

PatternKey line_pattern_key_of(int pattern)
{
    int high = 0;
    while ((high + 1) * (high + 2) / 2 <= pattern) {
        high++;
    }
    return line_pattern_key_from((LineKey)high, (LineKey)(pattern - high * (high + 1) / 2));
}

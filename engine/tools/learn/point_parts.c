/* point_parts - numbering shapes and pairs; see point_parts.h. */
#include "tools/learn/point_parts.h"

static int pair_number(int one, int other)
{
    int high = one > other ? one : other, low = one > other ? other : one;
    return high * (high + 1) / 2 + low;
}

static void note_parts(void *context, int point_pattern, const Shape shapes[DIRECTIONS])
{
    PointParts *parts = context;
    int pairs = 0;
    parts->is_bare[point_pattern] = true;
    for (int i = 0; i < DIRECTIONS; i++) {
        parts->shape[point_pattern][i] = (int)shapes[i];
        parts->is_bare[point_pattern] &= shapes[i] <= SHAPE_LIVE_ONE;
        for (int j = 0; j < i; j++) {
            parts->pair[point_pattern][pairs++] = pair_number((int)shapes[i], (int)shapes[j]);
        }
    }
}

void point_parts_fill(PointParts *parts)
{
    point_pattern_each(note_parts, parts);
}

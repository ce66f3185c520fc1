/* pattern_tables - one row for each key from one for each pattern; see pattern_tables.h. */
#include "eval/pattern_tables.h"

#include <string.h>

/* Where the two views begin in a row. */
static int8_t *view_of(PatternRow row, int view)
{
    return row + view * PATTERN_CHANNELS;
}

/* Sides on which nothing stands, of any length: 0, 1, 4, 13 and 40. */
static bool is_empty_side(int side)
{
    int first = 0;
    while (first < side) {
        first = 3 * first + 1;
    }
    return first == side;
}

static void fill_lines(PatternTables *tables, const PatternNet *const net[COLOURS])
{
    for (int before = 0; before < PATTERN_SIDES; before++) {
        for (int after = 0; after < PATTERN_SIDES; after++) {
            PatternKey key = line_pattern_key_from((LineKey)before, (LineKey)after);
            PatternKey seen[COLOURS] = {[BLACK] = key, [WHITE] = line_pattern_swap(key)};
            for (int view = BLACK; view <= WHITE; view++) {
                memcpy(view_of(tables->line[key], view),
                       net[view]->line[line_pattern_number(seen[view])], PATTERN_CHANNELS);
            }
            if (is_empty_side(before) && is_empty_side(after)) {
                memset(tables->line[key], 0, sizeof tables->line[key]);
            }
        }
    }
}

static void fill_pattern_rows(void *context, int point_pattern, const Shape shapes[DIRECTIONS])
{
    PatternTables *tables = context;
    bool is_bare = shapes[0] <= SHAPE_LIVE_ONE; /* the strongest */
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int view = BLACK; view <= WHITE; view++) {
            const PatternNet *net = tables->net[view];
            int8_t *to = view_of(tables->point_pattern[colour][point_pattern], view);
            const int8_t *from =
                view == colour ? net->own[point_pattern] : net->opponent[point_pattern];
            if (is_bare) {
                memset(to, 0, PATTERN_CHANNELS);
            } else {
                memcpy(to, from, PATTERN_CHANNELS);
            }
        }
    }
}

bool pattern_tables_fit(const ShapeTable *shapes)
{
    return shapes->reach >= PATTERN_REACH;
}

void pattern_tables_fill(PatternTables *tables, const ShapeTable *shapes,
                         const PatternNet *const net[COLOURS])
{
    memcpy(tables->net, net, sizeof tables->net);
    tables->has_fifth = shapes->reach > PATTERN_REACH;
    fill_lines(tables, net);
    point_pattern_each(fill_pattern_rows, tables);
}

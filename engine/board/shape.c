/* shape - building the table of shapes from their definition; see shape.h.
 *
 * For each colour, every key is unpacked into a row of characters, judged for five and foul by
 * walking it, and for everything below by asking for the shapes of the keys that one more stone
 * leads to. Adding a stone to a line only adds a constant to its key, so the recursion never leaves
 * the table being built, and each key is judged once.
 */
#include "board/shape.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BEFORE, AFTER, LINE_SIDES = 2 };
enum { LINE_MAX = 2 * REACH_MAX + 1 };
enum { SHAPE_UNKNOWN = 15 }; /* not judged yet; fits in the four bits of a shape */

static const char *const names[SHAPE_COUNT] = {
    [SHAPE_NONE] = "nothing",
    [SHAPE_DEAD_ONE] = "dead one",
    [SHAPE_LIVE_ONE] = "live one",
    [SHAPE_DEAD_TWO] = "dead two",
    [SHAPE_LIVE_TWO] = "live two",
    [SHAPE_WIDE_TWO] = "wide live two",
    [SHAPE_BROAD_TWO] = "broad live two",
    [SHAPE_DEAD_THREE] = "dead three",
    [SHAPE_LIVE_THREE] = "live three",
    [SHAPE_SOLID_THREE] = "solid live three",
    [SHAPE_DEAD_FOUR] = "dead four",
    [SHAPE_LIVE_FOUR] = "live four",
    [SHAPE_FIVE] = "five",
    [SHAPE_FOUL] = "foul",
};

const LineKey shape_place_weight[REACH_MAX] = {1, 3, 9, 27, 1 << NEAR_BITS};

enum {
    CONTENTS = 3,                    /* empty, black, white */
    SIDES_MAX = NEAR_SIDES + 3 * 81, /* those of length 5 besides */
};

/* Everything one colour's pass over the table needs. */
typedef struct {
    ShapeTable *table;
    LineRule rule;
    int colour;
    int win_length;
} Builder;

/* A line unpacked from its key, as the builder's colour sees it: its own stone in the centre. */
typedef struct {
    LineKey key;
    int length[LINE_SIDES];   /* points before and after the centre, up to a wall */
    uint8_t at[LINE_MAX + 2]; /* BLACK, WHITE, EMPTY; WALL beyond the ends; centre at CENTRE */
} Line;

enum { CENTRE = REACH_MAX + 1 };

static Shape judge_shape(const Builder *builder, LineKey key);

/* The number of one side of a line, read outward from the point. */
static LineKey side_number(const ShapeTable *table, const uint8_t *at, int step)
{
    LineKey number = 0;
    for (int i = 0; i < table->reach && at[(i + 1) * step] != WALL; i++) {
        int content = at[(i + 1) * step];
        LineKey times = content == EMPTY ? 1 : (LineKey)content + 2;
        number += times * shape_place_weight[i];
    }
    return number;
}

LineKey shape_line_key(const ShapeTable *table, const Board *board, Point point, int direction)
{
    int step = board->geometry.step[direction];
    LineKey before = side_number(table, &board->at[point], -step);
    LineKey after = side_number(table, &board->at[point], step);
    return before << SIDE_BITS | after;
}

/* Unpacks one side of the line and returns its length; step is -1 before, 1 after the centre. */
static int unpack_side(uint8_t *centre, int step, LineKey number)
{
    static const uint8_t content[CONTENTS] = {EMPTY, BLACK, WHITE};
    LineKey near = number & NEAR_MASK, fifth = number >> NEAR_BITS;
    int length = 0;
    for (; near > 0; near = (near - 1) / CONTENTS) {
        length++;
        centre[length * step] = content[(near - 1) % CONTENTS];
    }
    if (fifth > 0) {
        length++;
        centre[length * step] = content[fifth - 1];
    }
    return length;
}

static Line unpack_line(const Builder *builder, LineKey key)
{
    Line line = {.key = key};
    memset(line.at, WALL, sizeof line.at);
    line.at[CENTRE] = (uint8_t)builder->colour;
    line.length[BEFORE] = unpack_side(&line.at[CENTRE], -1, key >> SIDE_BITS);
    line.length[AFTER] = unpack_side(&line.at[CENTRE], 1, key & SIDE_MASK);
    return line;
}

/* How many own stones stand in an unbroken row from the centre in one direction. */
static int run_length(const Line *line, int step, int colour)
{
    int length = 0;
    while (line->at[CENTRE + (length + 1) * step] == colour) {
        length++;
    }
    return length;
}

/* Says whether opponent and walls leave the centre too little room for a five. Says nothing new
 * about the shape, which is then none in any case, but says it ten times faster. */
static bool is_cramped(const Line *line, int opponent, int win_length)
{
    int room = 1;
    for (int step = -1; step <= 1; step += 2) {
        for (int at = CENTRE + step; line->at[at] != WALL && line->at[at] != opponent; at += step) {
            room++;
        }
    }
    return room < win_length;
}

static bool is_five(const Builder *builder, const Line *line, int before, int after)
{
    int run = before + 1 + after;
    if (run != builder->win_length) {
        return run > builder->win_length && builder->rule.longer_wins;
    }
    int opponent = rules_opponent(builder->colour);
    bool closed =
        line->at[CENTRE - before - 1] == opponent && line->at[CENTRE + after + 1] == opponent;
    return !(closed && builder->rule.closed_is_void);
}

/* The key of the line with one more stone, at a signed offset from the centre. */
static LineKey with_stone(LineKey key, int offset, int colour)
{
    return key + shape_stone_weight(colour, abs(offset), offset < 0);
}

/* The offsets of the empty points of the line, from its start to its end. */
static int empty_points(const Line *line, int offsets[LINE_MAX])
{
    int count = 0;
    for (int offset = -line->length[BEFORE]; offset <= line->length[AFTER]; offset++) {
        if (line->at[CENTRE + offset] == EMPTY) {
            offsets[count++] = offset;
        }
    }
    return count;
}

/* The offsets at which one more stone makes five. */
static int five_points(const Builder *builder, LineKey key, int offsets[LINE_MAX])
{
    Line line = unpack_line(builder, key);
    int empties[LINE_MAX];
    int empty_count = empty_points(&line, empties);
    int count = 0;
    for (int i = 0; i < empty_count; i++) {
        LineKey next = with_stone(key, empties[i], builder->colour);
        if (judge_shape(builder, next) == SHAPE_FIVE) {
            offsets[count++] = empties[i];
        }
    }
    return count;
}

/* Says whether a five remains to be made whatever single stone the opponent adds. */
static bool four_is_live(const Builder *builder, const Line *line)
{
    int replies[LINE_MAX], rest[LINE_MAX];
    int reply_count = empty_points(line, replies);
    for (int i = 0; i < reply_count; i++) {
        LineKey answered = with_stone(line->key, replies[i], rules_opponent(builder->colour));
        if (five_points(builder, answered, rest) == 0) {
            return false;
        }
    }
    return true;
}

static Shape judge_four(const Builder *builder, const Line *line, const int *fives, int five_count)
{
    bool two_fours = five_count > 1 && fives[five_count - 1] - fives[0] < builder->win_length;
    if (two_fours && builder->rule.fouls) {
        return SHAPE_FOUL;
    }
    return four_is_live(builder, line) ? SHAPE_LIVE_FOUR : SHAPE_DEAD_FOUR;
}

/* Names a line that makes no four by what one more stone could make of it. */
static Shape judge_quiet(const Builder *builder, const Line *line)
{
    int made[SHAPE_COUNT] = {0};
    int empties[LINE_MAX];
    int empty_count = empty_points(line, empties);
    for (int i = 0; i < empty_count; i++) {
        made[judge_shape(builder, with_stone(line->key, empties[i], builder->colour))]++;
    }
    int live_threes = made[SHAPE_LIVE_THREE] + made[SHAPE_SOLID_THREE];
    if (made[SHAPE_LIVE_FOUR] > 0) {
        return made[SHAPE_LIVE_FOUR] > 1 ? SHAPE_SOLID_THREE : SHAPE_LIVE_THREE;
    }
    if (made[SHAPE_DEAD_FOUR] > 0) {
        return SHAPE_DEAD_THREE;
    }
    if (live_threes > 0) {
        return live_threes > 3   ? SHAPE_BROAD_TWO
               : live_threes > 2 ? SHAPE_WIDE_TWO
                                 : SHAPE_LIVE_TWO;
    }
    if (made[SHAPE_DEAD_THREE] > 0) {
        return SHAPE_DEAD_TWO;
    }
    if (made[SHAPE_LIVE_TWO] + made[SHAPE_WIDE_TWO] + made[SHAPE_BROAD_TWO] > 0) {
        return SHAPE_LIVE_ONE;
    }
    return made[SHAPE_DEAD_TWO] > 0 ? SHAPE_DEAD_ONE : SHAPE_NONE;
}

static Shape judge_line(const Builder *builder, const Line *line)
{
    if (is_cramped(line, rules_opponent(builder->colour), builder->win_length)) {
        return SHAPE_NONE;
    }
    int before = run_length(line, -1, builder->colour);
    int after = run_length(line, 1, builder->colour);
    if (is_five(builder, line, before, after)) {
        return SHAPE_FIVE;
    }
    if (before + 1 + after > builder->win_length && builder->rule.fouls) {
        return SHAPE_FOUL;
    }
    int fives[LINE_MAX];
    int five_count = five_points(builder, line->key, fives);
    return five_count > 0 ? judge_four(builder, line, fives, five_count)
                          : judge_quiet(builder, line);
}

/* The key of the same line seen from the other end. */
static LineKey mirrored(LineKey key)
{
    return (key & SIDE_MASK) << SIDE_BITS | key >> SIDE_BITS;
}

static void note_shape(const Builder *builder, LineKey key, Shape shape)
{
    int low_bit = 4 * builder->colour;
    ShapePair *pair = &builder->table->shapes[key];
    *pair = (ShapePair)((*pair & ~(15 << low_bit)) | (int)shape << low_bit);
}

/* The builder's half of the pair of shapes of a key, judged now if it was not before. */
static Shape judge_shape(const Builder *builder, LineKey key)
{
    Shape known = shape_of(builder->table->shapes[key], builder->colour);
    if (known != (Shape)SHAPE_UNKNOWN) {
        return known;
    }
    Line line = unpack_line(builder, key);
    Shape shape = judge_line(builder, &line);
    note_shape(builder, key, shape);
    note_shape(builder, mirrored(key), shape);
    return shape;
}

const char *shape_name(Shape shape)
{
    return names[shape];
}

/* Lists the numbers of all sides of up to `reach` points, and returns how many there are. */
static int list_sides(int reach, LineKey sides[SIDES_MAX])
{
    int count = 0;
    LineKey empty = 0; /* as many near points as there can be, all of them empty */
    for (int i = 0; i < reach && i < NEAR_REACH; i++) {
        empty += shape_place_weight[i];
    }
    for (LineKey near = 0; near <= CONTENTS * empty; near++) {
        sides[count++] = near;
    }
    for (LineKey fifth = 1; fifth <= CONTENTS && reach > NEAR_REACH; fifth++) {
        for (LineKey near = empty; near <= CONTENTS * empty; near++) {
            sides[count++] = fifth * shape_place_weight[NEAR_REACH] + near;
        }
    }
    return count;
}

void shape_table_fill(ShapeTable *table, const Game *game)
{
    LineKey sides[SIDES_MAX];
    table->reach = rules_reach(game);
    int count = list_sides(table->reach, sides);
    memset(table->shapes, SHAPE_UNKNOWN << 4 | SHAPE_UNKNOWN, sizeof table->shapes);
    for (int colour = BLACK; colour <= WHITE; colour++) {
        Builder builder = {table, rules_line(game->rule, colour), colour, game->win_length};
        for (int before = 0; before < count; before++) {
            for (int after = 0; after < count; after++) {
                judge_shape(&builder, sides[before] << SIDE_BITS | sides[after]);
            }
        }
    }
}

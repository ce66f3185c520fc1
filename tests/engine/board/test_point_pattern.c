/* Checks what four shapes on one point come to: how point patterns are numbered, and their threats.
 *
 * There are few enough lists of four shapes (14^4) to ask for each of them whether its code leads
 * to the point pattern and the threat it should. What a threat is called is written out a second
 * time here, in plain counting; drawn positions, under renju and not, say what the names mean on a
 * board.
 */
#include "board/point_pattern.h"

#include "drawn.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* A list of shapes as one number, in the order given. */
static int32_t spell(const Shape shapes[DIRECTIONS])
{
    int32_t number = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        number = number * SHAPE_COUNT + (int32_t)shapes[i];
    }
    return number;
}

static int strongest_first(const void *one, const void *other)
{
    return (int)*(const Shape *)other - (int)*(const Shape *)one;
}

static int32_t spell_sorted(const Shape shapes[DIRECTIONS])
{
    Shape sorted[DIRECTIONS];
    memcpy(sorted, shapes, sizeof sorted);
    qsort(sorted, DIRECTIONS, sizeof *sorted, strongest_first);
    return spell(sorted);
}

static void for_every_list(void (*check)(const Shape shapes[DIRECTIONS], void *data), void *data)
{
    for (int list = 0; list < SHAPE_COUNT * SHAPE_COUNT * SHAPE_COUNT * SHAPE_COUNT; list++) {
        Shape shapes[DIRECTIONS];
        int rest = list;
        for (int i = 0; i < DIRECTIONS; i++, rest /= SHAPE_COUNT) {
            shapes[i] = (Shape)(rest % SHAPE_COUNT);
        }
        check(shapes, data);
    }
}

static PointPatternTable *new_table(Rule rule)
{
    PointPatternTable *table = calloc(1, sizeof *table);
    assert_non_null(table);
    point_pattern_table_fill(table, rule);
    return table;
}

/* Which list each point pattern stands for, + 1; 0 while none was seen. */
typedef struct {
    const PointPatternTable *table;
    int32_t list[POINT_PATTERNS];
} Numbering;

/* A point pattern stands for one list in any order, never for two. */
static void check_number(const Shape shapes[DIRECTIONS], void *data)
{
    Numbering *numbering = data;
    int number = (int)judged_number(point_pattern_of(numbering->table, shapes, BLACK));
    assert_int_equal(judged_number(point_pattern_of(numbering->table, shapes, WHITE)), number);
    assert_in_range(number, 0, POINT_PATTERNS - 1);
    if (numbering->list[number] == 0) {
        numbering->list[number] = spell_sorted(shapes) + 1;
    }
    assert_int_equal(numbering->list[number], spell_sorted(shapes) + 1);
}

/* What a visit of all point patterns has told so far. */
typedef struct {
    const Numbering *numbering;
    int visits;
} Visited;

static void check_visit(void *context, int point_pattern, const Shape shapes[DIRECTIONS])
{
    Visited *visited = context;
    assert_int_equal(point_pattern, visited->visits++);
    assert_int_equal(spell(shapes) + 1, visited->numbering->list[point_pattern]);
}

/* Four of the heaviest fit into one half of a pair: else black's sum would spill into white's. */
TEST(test_sums_of_weights_fit_into_their_half)
{
    PointPatternTable *table = new_table(RULE_RENJU);
    for (int shape = 0; shape < SHAPE_COUNT; shape++) {
        for (int colour = BLACK; colour <= WHITE; colour++) {
            ColourPair weight = table->weight[shape << 4 * colour];
            assert_int_equal(weight & ~(0xffffU << 16 * colour), 0);
            assert_true(DIRECTIONS * colour_of_pair(weight, colour) < SHAPE_SUMS);
        }
    }
    free(table);
}

TEST(test_every_point_pattern_has_one_number)
{
    Numbering numbering = {new_table(RULE_FREESTYLE), {0}};
    for_every_list(check_number, &numbering);
    for (int i = 0; i < POINT_PATTERNS; i++) {
        assert_true(numbering.list[i] > 0);
    }
    Visited visited = {&numbering, 0};
    point_pattern_each(check_visit, &visited);
    assert_int_equal(visited.visits, POINT_PATTERNS);
    free((void *)numbering.table);
}

static int count_of(const Shape shapes[DIRECTIONS], Shape one, Shape other)
{
    int count = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        count += shapes[i] == one || shapes[i] == other;
    }
    return count;
}

/* What the four shapes threaten, in plain counting. */
static Threat name_threat(const Shape shapes[DIRECTIONS], bool fouls)
{
    int fours = count_of(shapes, SHAPE_DEAD_FOUR, SHAPE_LIVE_FOUR);
    int threes = count_of(shapes, SHAPE_LIVE_THREE, SHAPE_SOLID_THREE);
    if (count_of(shapes, SHAPE_FIVE, SHAPE_FIVE) > 0) {
        return THREAT_FIVE;
    }
    if (fouls && (count_of(shapes, SHAPE_FOUL, SHAPE_FOUL) > 0 || fours >= 2)) {
        return THREAT_FOUL;
    }
    if (fouls && threes >= 2) {
        return THREAT_SUSPECT;
    }
    if (fours >= 2 || count_of(shapes, SHAPE_LIVE_FOUR, SHAPE_LIVE_FOUR) > 0) {
        return THREAT_OPEN_FOUR;
    }
    if (fours == 1) {
        return threes >= 1 ? THREAT_FOUR_THREE : THREAT_FOUR;
    }
    static const Threat by_threes[] = {THREAT_NONE, THREAT_THREE, THREAT_DOUBLE_THREE,
                                       THREAT_DOUBLE_THREE, THREAT_DOUBLE_THREE};
    return by_threes[threes];
}

typedef struct {
    const PointPatternTable *table;
    Rule rule;
} RuledTable;

static void check_threat(const Shape shapes[DIRECTIONS], void *data)
{
    const RuledTable *ruled = data;
    for (int colour = BLACK; colour <= WHITE; colour++) {
        Threat expected = name_threat(shapes, rules_line(ruled->rule, colour).fouls);
        assert_int_equal(point_pattern_threat(shapes, ruled->rule, colour), expected);
        assert_int_equal(judged_threat(point_pattern_of(ruled->table, shapes, colour)), expected);
    }
}

TEST(test_threats_of_all_lists_under_all_rules)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        PointPatternTable *table = new_table((Rule)rule);
        RuledTable ruled = {table, (Rule)rule};
        for_every_list(check_threat, &ruled);
        free(table);
    }
}

/* A drawing with the point in question at column 4, row 4, and what it threatens for black. */
typedef struct {
    const char *diagram;
    Threat freestyle, renju;
} KnownThreat;

static const KnownThreat known_threats[] = {
    {".........\n.........\n.........\n.........\n.........\n"
     ".........\n.........\n.........\n.........\n",
     THREAT_NONE, THREAT_NONE},
    {".........\n.........\n.........\n.........\n..XX.....\n"
     ".........\n.........\n.........\n.........\n",
     THREAT_THREE, THREAT_THREE},
    {".........\n.........\n....X....\n....X....\n..XX.....\n"
     ".........\n.........\n.........\n.........\n",
     THREAT_DOUBLE_THREE, THREAT_SUSPECT},
    {".........\n.........\n.........\n.........\nOXXX.....\n"
     ".........\n.........\n.........\n.........\n",
     THREAT_FOUR, THREAT_FOUR},
    {".........\n.........\n....X....\n....X....\nOXXX.....\n"
     ".........\n.........\n.........\n.........\n",
     THREAT_FOUR_THREE, THREAT_FOUR_THREE},
    {".........\n.........\n.........\n.........\n.XXX.....\n"
     ".........\n.........\n.........\n.........\n",
     THREAT_OPEN_FOUR, THREAT_OPEN_FOUR},
    {"....O....\n....X....\n....X....\n....X....\nOXXX.....\n"
     ".........\n.........\n.........\n.........\n",
     THREAT_OPEN_FOUR, THREAT_FOUL},
    {".........\n.........\n.........\n.........\nXXXX.....\n"
     ".........\n.........\n.........\n.........\n",
     THREAT_FIVE, THREAT_FIVE},
    {"....X....\n....X....\n....X....\n....X....\nXXXX.X...\n"
     "....O....\n.........\n.........\n.........\n",
     THREAT_FIVE, THREAT_FIVE}, /* five and six at once */
    {".........\n.........\n.........\n.........\n.XXX.XX..\n"
     ".........\n.........\n.........\n.........\n",
     THREAT_FIVE, THREAT_FOUL}, /* six */
};

static Threat threat_at_centre(Drawn *drawn, int colour)
{
    return cell_threat(&drawn->position.cell[drawn_point(drawn, 4, 4)], colour);
}

static void swap_colours(char *diagram)
{
    for (; *diagram != '\0'; diagram++) {
        *diagram = *diagram == 'X' ? 'O' : *diagram == 'O' ? 'X' : *diagram;
    }
}

TEST(test_known_threats)
{
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 9, 9, 5});
    for (size_t i = 0; i < sizeof known_threats / sizeof *known_threats; i++) {
        const KnownThreat *known = &known_threats[i];
        char swapped[100];
        strcpy(swapped, known->diagram);
        swap_colours(swapped);
        drawn_set(drawn, RULE_FREESTYLE, 5, known->diagram, BLACK);
        assert_int_equal(threat_at_centre(drawn, BLACK), known->freestyle);
        drawn_set(drawn, RULE_FREESTYLE, 5, swapped, BLACK);
        assert_int_equal(threat_at_centre(drawn, WHITE), known->freestyle);
        drawn_set(drawn, RULE_RENJU, 5, known->diagram, BLACK);
        assert_int_equal(threat_at_centre(drawn, BLACK), known->renju);
        drawn_set(drawn, RULE_RENJU, 5, swapped, BLACK);
        assert_int_equal(threat_at_centre(drawn, WHITE), known->freestyle);
    }
    free(drawn);
}

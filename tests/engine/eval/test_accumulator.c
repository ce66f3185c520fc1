/* Checks the sums of the evaluation, and the notes of the position that they follow: after any walk
 * of stones that come and go, asked for at any ply or at none, sums are those of all points; and
 * the notes of a stone name each line that it changed, and no other.
 */
#include "eval/accumulator.h"

#include "scatter.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 1500, SIZES = 5 };

static const struct {
    int width, height;
} sizes[SIZES] = {{15, 15}, {20, 20}, {9, 7}, {32, 5}, {5, 5}};

/* Terms that no two point patterns share, so that a wrong one shows. */
static TermTable *random_terms(uint64_t *random)
{
    TermTable *terms = calloc(1, sizeof *terms);
    assert_non_null(terms);
    for (int i = 0; i < COLOURS * POINT_PATTERNS; i++) {
        int colour = i / POINT_PATTERNS, point_pattern = i % POINT_PATTERNS;
        terms->value[colour][point_pattern] = drawn_below(random, 1 << 21) - (1 << 20);
    }
    return terms;
}

/* Calls the check for boards of all rules and several sizes, some with blocked points. */
static void for_every_rule(void (*check)(Drawn *drawn, uint64_t *random))
{
    uint64_t random = SCATTER_SEED;
    for (int i = 0; i < RULE_COUNT * SIZES; i++) {
        Game game = {(Rule)(i / SIZES), sizes[i % SIZES].width, sizes[i % SIZES].height, 5};
        Drawn *drawn = drawn_new(game);
        for (int blocked = drawn_below(&random, 4); blocked > 0; blocked--) {
            board_block(&drawn->position.board, drawn_random_point(&drawn->position, &random, 0));
        }
        position_rebuild(&drawn->position);
        check(drawn, &random);
        free(drawn);
    }
}

static void assert_sums(Accumulator *accumulator, const Position *position)
{
    const Sums *sums = accumulator_sums(accumulator, position);
    Sums expected = accumulator_from_scratch(accumulator->terms, position);
    assert_memory_equal(sums->value, expected.value, sizeof expected.value);
}

/* Some steps forward or back; long walks of either kind among them, longer than notes are kept. */
static void walk(Position *position, uint64_t *random)
{
    bool is_long = drawn_below(random, 20) == 0, back = drawn_below(random, 2) == 0;
    for (int steps = is_long ? 2 * CHANGES_PLIES : drawn_below(random, 4); steps > 0; steps--) {
        if (back && position->board.count > 0) {
            position_undo(position);
        } else if (!back && position->board.empty > 0) {
            position_play(position, drawn_random_point(position, random, 50),
                          drawn_below(random, COLOURS));
        }
    }
}

static void check_walk(Drawn *drawn, uint64_t *random)
{
    Accumulator *accumulator = malloc(sizeof *accumulator);
    TermTable *terms = random_terms(random);
    assert_non_null(accumulator);
    accumulator_init(accumulator, terms);
    for (long i = drawn_scaled(STEPS); i > 0; i--) {
        walk(&drawn->position, random);
        if (drawn_below(random, 3) > 0) {
            assert_sums(accumulator, &drawn->position);
        }
        if (drawn_below(random, 8) == 0) {
            board_set_side(&drawn->position.board, drawn_below(random, COLOURS));
        }
    }
    free(terms);
    free(accumulator);
}

TEST(sums_are_those_of_all_points)
{
    for_every_rule(check_walk);
}

/* One stack goes to and fro between two positions that part somewhere on the way. */
static void check_two_positions(Drawn *drawn, uint64_t *random)
{
    static Position other;
    static Accumulator accumulator;
    TermTable *terms = random_terms(random);
    accumulator_init(&accumulator, terms);
    for (long i = drawn_scaled(STEPS / 10); i > 0; i--) {
        walk(&drawn->position, random);
        if (drawn_below(random, 10) == 0) {
            other = drawn->position;
        } else if (other.tables == drawn->position.tables) {
            walk(&other, random);
            assert_sums(&accumulator, &other);
        }
        assert_sums(&accumulator, &drawn->position);
    }
    memset(&other, 0, sizeof other);
    free(terms);
}

TEST(a_stack_may_follow_any_position_of_the_game)
{
    for_every_rule(check_two_positions);
}

TEST(other_tables_give_other_sums)
{
    static Accumulator accumulator;
    uint64_t random = SCATTER_SEED;
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    scatter_stones(drawn, drawn->position.game, 30, 50, &random);
    for (int i = 0; i < 3; i++) {
        TermTable *terms = random_terms(&random);
        accumulator_init(&accumulator, terms);
        assert_sums(&accumulator, &drawn->position);
        free(terms);
    }
    free(drawn);
}

/* --- notes --- */

enum { NO_NOTE = -1 };

/* The number of the note about a point, of which there must be no second; or NO_NOTE. */
static int find_note(const Changes *changes, Point point)
{
    int found = NO_NOTE;
    for (int i = 0; i < changes->count; i++) {
        if (seen_point(changes->lines.seen[i]) == point) {
            assert_int_equal(found, NO_NOTE);
            found = i;
        }
    }
    return found;
}

static void compare_with_note(const Cell *before, const Cell *after, const LineChanges *lines,
                              int note)
{
    int changed = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (before->key[direction] != after->key[direction]) {
            assert_int_not_equal(note, NO_NOTE);
            assert_int_equal(seen_direction(lines->seen[note]), direction);
            assert_int_equal(lines->key_before[note], before->key[direction]);
            assert_int_equal(lines->key_after[note], after->key[direction]);
            changed++;
        }
    }
    assert_int_equal(changed, note != NO_NOTE);
    if (note != NO_NOTE) {
        assert_int_equal(lines->sums_before[note], before->sums);
        assert_int_equal(lines->point_patterns_before[note], before->point_patterns);
        assert_int_equal(lines->point_patterns_after[note], after->point_patterns);
    }
}

static void check_notes(Drawn *drawn, uint64_t *random)
{
    static Position before;
    Position *position = &drawn->position;
    while (position->board.empty > 0) {
        before = *position;
        position_play(position, drawn_random_point(position, random, 30), position->board.side);
        const Changes *changes = position_changes(position, position->board.count);
        assert_non_null(changes);
        assert_true(changes->key == position->board.key);
        for (int point = 0; point < position->board.geometry.points; point++) {
            if (position->board.at[point] == EMPTY) {
                compare_with_note(&before.cell[point], &position->cell[point], &changes->lines,
                                  find_note(changes, (Point)point));
            }
        }
    }
}

TEST(notes_name_what_a_stone_changed)
{
    for_every_rule(check_notes);
}

/* Notes are there for the last plies and for no others, and undoing works with and without. */
static void check_range(Drawn *drawn, uint64_t *random)
{
    Position *position = &drawn->position;
    while (position->board.empty > 0) {
        position_play(position, drawn_random_point(position, random, 30), position->board.side);
    }
    int most = position->board.count, oldest = most - CHANGES_PLIES + 1;
    while (position->board.count > 0) {
        for (int ply = 0; ply <= position->board.count; ply++) {
            assert_int_equal(position_changes(position, ply) != NULL, ply >= oldest);
        }
        position_undo(position);
        assert_true(position->board.count % 8 != 0 || position_check(position));
    }
}

TEST(notes_are_kept_for_the_last_plies)
{
    for_every_rule(check_range);
}

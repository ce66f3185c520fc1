/* Checks that what a position knows of its points stays right while stones come and go.
 *
 * Search plays and takes back millions of stones on one position, and an error of one key, once
 * made, would stay and move on. So the incremental position is compared with one worked out from
 * the stones alone after every step of random walks, for every rule, on boards of many sizes.
 */
#include "board/position.h"

#include "scatter.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    int width, height;
} sizes[] = {{3, 3},   {4, 3},   {3, 32}, {5, 5},  {8, 5},   {7, 9},   {15, 15},
             {20, 20}, {19, 11}, {5, 32}, {32, 6}, {32, 32}, {31, 17}, {16, 16}};

enum { SIZES = sizeof sizes / sizeof *sizes };

/* Calls the check for every game there is on one of the sizes above. */
static void for_every_game(void (*check)(Drawn *drawn, Game game, uint64_t *random))
{
    uint64_t random = SCATTER_SEED;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int win_length = WIN_LENGTH_MIN; win_length <= WIN_LENGTH_MAX; win_length++) {
            Drawn *drawn = NULL;
            for (int size = 0; size < SIZES; size++) {
                Game game = {(Rule)rule, sizes[size].width, sizes[size].height, win_length};
                if (rules_fault(&game) == NULL) {
                    drawn = drawn != NULL ? drawn : drawn_new(game);
                    check(drawn, game, &random);
                }
            }
            free(drawn);
        }
    }
}

/* -------------------------------------------------------------------------- in step with stones */

static void block_some(Position *position, uint64_t *random)
{
    for (int i = drawn_below(random, position->board.empty / 6 + 1); i > 0; i--) {
        board_block(&position->board, drawn_random_point(position, random, 0));
    }
    position_rebuild(position);
}

/* A step forward or back, the latter the likelier the fuller the board. */
static void step_at_random(Position *position, uint64_t *random)
{
    int taken = position->board.count, points = taken + position->board.empty;
    bool back = taken > 0 && drawn_below(random, points) < taken;
    if (back || position->board.empty == 0) {
        position_undo(position);
        return;
    }
    int colour = drawn_below(random, 4) > 0 ? position->board.side : drawn_below(random, COLOURS);
    position_play(position, drawn_random_point(position, random, 50), colour);
}

static void check_walk(Drawn *drawn, Game game, uint64_t *random)
{
    drawn_clear(drawn, game);
    assert_true(position_check(&drawn->position));
    if (drawn_below(random, 2) == 0) {
        block_some(&drawn->position, random);
    }
    for (long steps = drawn_scaled(500); steps > 0; steps--) {
        step_at_random(&drawn->position, random);
        if (!position_check(&drawn->position)) {
            scatter_show(&drawn->position, board_last(&drawn->position.board), "out of step");
            fail();
        }
    }
    while (drawn->position.board.count > 0) {
        position_undo(&drawn->position);
    }
    assert_true(position_check(&drawn->position));
}

TEST(test_random_walks_stay_in_step)
{
    for_every_game(check_walk);
}

/* Fills a board to the last point and empties it again: no walk gets there by chance. */
static void check_full_board(Drawn *drawn, Game game, uint64_t *random)
{
    Position *position = &drawn->position;
    drawn_clear(drawn, game);
    while (position->board.empty > 0) {
        position_play(position, drawn_random_point(position, random, 0), position->board.side);
    }
    assert_true(position_check(position));
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int threat = 0; threat < THREAT_COUNT; threat++) {
            assert_int_equal(position_count(position, colour, (Threat)threat), 0);
        }
    }
    while (position->board.count > 0) {
        position_undo(position);
        assert_true(position->board.count % 16 > 0 || position_check(position));
    }
}

TEST(test_boards_can_be_filled_and_emptied)
{
    for_every_game(check_full_board);
}

static bool same_cell(const Cell *one, const Cell *other)
{
    return memcmp(one->key, other->key, sizeof one->key) == 0 && one->sums == other->sums &&
           one->point_patterns == other->point_patterns;
}

/* All that depends on the stones and on nothing else; the cells of empty points only. */
static bool same_position(const Position *one, const Position *other)
{
    bool same = one->board.key == other->board.key && one->board.side == other->board.side &&
                memcmp(one->count, other->count, sizeof one->count) == 0 &&
                memcmp(one->points, other->points, sizeof one->points) == 0 &&
                memcmp(one->board.at, other->board.at, sizeof one->board.at) == 0;
    for (int point = 0; same && point < one->board.geometry.points; point++) {
        same = one->board.at[point] != EMPTY || same_cell(&one->cell[point], &other->cell[point]);
    }
    return same;
}

/* Playing and taking back must leave no trace at all, and the order of the stones none either. */
static void check_traces(Drawn *drawn, Game game, uint64_t *random)
{
    static Position before;
    drawn_clear(drawn, game);
    for (int i = drawn->position.board.empty / 3; i > 0; i--) {
        before = drawn->position;
        Point point = drawn_random_point(&drawn->position, random, 50);
        position_play(&drawn->position, point, before.board.side);
        assert_false(same_position(&drawn->position, &before));
        position_undo(&drawn->position);
        assert_true(same_position(&drawn->position, &before));
        position_play(&drawn->position, point, before.board.side);
    }
    before = drawn->position;
    drawn_clear(drawn, game);
    for (int i = before.board.count - 1; i >= 0; i--) {
        Stone stone = before.board.moves[i];
        position_play(&drawn->position, stone.point, stone.colour);
    }
    board_set_side(&drawn->position.board, before.board.side);
    assert_true(same_position(&drawn->position, &before));
}

TEST(test_undo_leaves_no_trace_and_order_does_not_matter)
{
    for_every_game(check_traces);
}

/* A board from which a stone was removed must be the board on which it was never played, in the
 * order of its moves too. */
static void check_removal(Drawn *drawn, Game game, uint64_t *random)
{
    static Position removed, all;
    drawn_clear(drawn, game);
    for (int stones = 1 + drawn_below(random, game.width * game.height); stones > 0; stones--) {
        Point point = drawn_random_point(&drawn->position, random, 50);
        position_play(&drawn->position, point, drawn_below(random, COLOURS));
    }
    all = removed = drawn->position;
    int gone = drawn_below(random, all.board.count);
    position_remove(&removed, all.board.moves[gone].point);
    drawn_clear(drawn, game);
    for (int i = 0; i < all.board.count; i++) {
        if (i != gone) {
            position_play(&drawn->position, all.board.moves[i].point, all.board.moves[i].colour);
        }
    }
    board_set_side(&drawn->position.board, removed.board.side);
    assert_true(same_position(&removed, &drawn->position));
    while (drawn->position.board.count > 0) {
        assert_int_equal(board_last(&removed.board), board_last(&drawn->position.board));
        position_undo(&removed);
        position_undo(&drawn->position);
    }
    assert_true(position_check(&removed));
}

TEST(test_any_stone_can_be_removed)
{
    for_every_game(check_removal);
}

/* The checker itself has to see each kind of error, or all of the above is worth nothing. */
TEST(test_the_check_sees_every_kind_of_error)
{
    uint64_t random = SCATTER_SEED;
    Drawn *drawn = drawn_new((Game){RULE_RENJU, 15, 15, 5});
    static Position right;
    scatter_stones(drawn, (Game){RULE_RENJU, 15, 15, 5}, 40, 50, &random);
    right = drawn->position;
    Position *wrong = &drawn->position;
    Point point = drawn_random_point(wrong, &random, 0);
    Cell *cell = &wrong->cell[point];
    int threat = (int)cell_threat(cell, WHITE);
    assert_true(position_check(wrong));
    cell->key[3]++;
    assert_false(position_check(wrong));
    *wrong = right;
    cell->sums ^= 0x10000;
    assert_false(position_check(wrong));
    *wrong = right;
    cell->point_patterns += 1 << THREAT_BITS;
    assert_false(position_check(wrong));
    *wrong = right;
    cell->point_patterns += 1 << 16; /* white's threat */
    assert_false(position_check(wrong));
    *wrong = right;
    wrong->count[WHITE][threat]++;
    assert_false(position_check(wrong));
    *wrong = right;
    wrong->points[WHITE][threat].word[point / 64] ^= UINT64_C(1) << point % 64;
    assert_false(position_check(wrong));
    *wrong = right;
    wrong->points[WHITE][THREAT_FOUL].word[point / 64] ^= UINT64_C(1) << point % 64;
    assert_false(position_check(wrong));
    *wrong = right;
    wrong->board.key ^= 1;
    assert_false(position_check(wrong));
    *wrong = right;
    assert_true(position_check(wrong));
    free(drawn);
}

/* ---------------------------------------------------------------------------------- other rules */

/* Replays the stones of one position on a board of the same size under its own game. */
static void replay(Drawn *drawn, const Position *position, Game game)
{
    drawn_clear(drawn, game);
    for (int y = 0; y < game.height; y++) {
        for (int x = 0; x < game.width; x++) {
            if (position->board.blocked[y] >> x & 1) {
                board_block(&drawn->position.board, drawn_point(drawn, x, y));
            }
        }
    }
    position_rebuild(&drawn->position);
    for (int i = 0; i < position->board.count; i++) {
        position_play(&drawn->position, position->board.moves[i].point,
                      position->board.moves[i].colour);
    }
    board_set_side(&drawn->position.board, position->board.side);
}

static void change_rule(Drawn *drawn, Rule rule)
{
    Game game = drawn->position.game;
    game.rule = rule;
    shape_table_fill(&drawn->tables.board.shapes, &game);
    point_pattern_table_fill(&drawn->tables.board.point_patterns, rule);
    position_change_rule(&drawn->position, rule);
}

TEST(test_the_rule_can_change_in_the_middle)
{
    uint64_t random = SCATTER_SEED;
    Drawn *changed = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    Drawn *fresh = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    for (long i = drawn_scaled(60); i > 0; i--) {
        Game game = scatter_game((Rule)drawn_below(&random, RULE_COUNT), 5, &random);
        scatter_stones(changed, game, 60, 50, &random);
        board_set_side(&changed->position.board, drawn_below(&random, COLOURS));
        game.rule = (Rule)drawn_below(&random, RULE_COUNT);
        replay(fresh, &changed->position, game);
        change_rule(changed, game.rule);
        assert_int_equal(changed->position.game.rule, game.rule);
        assert_true(position_check(&changed->position));
        assert_true(same_position(&changed->position, &fresh->position));
        while (changed->position.board.count > 0) {
            position_undo(&changed->position);
        }
        assert_true(position_check(&changed->position));
    }
    free(changed);
    free(fresh);
}

/* ------------------------------------------------------------------------------- sets of points */

/* The members that position_next finds must be those whose bits are set, from the lowest up. */
static void check_set(const Position *position, const PointSet *set)
{
    Point found = position_next(position, set, POINT_NONE);
    for (int point = 1; point < position->board.geometry.points; point++) {
        if (set->word[point / 64] >> point % 64 & 1) {
            assert_int_equal(found, point);
            found = position_next(position, set, found);
        }
    }
    assert_int_equal(found, POINT_NONE);
}

static void check_any_sets(Drawn *drawn, Game game, uint64_t *random)
{
    Position *position = &drawn->position;
    drawn_clear(drawn, game);
    for (int thin = 0; thin < 8; thin++) {
        PointSet set = {{0}};
        for (int y = 0; y < game.height; y++) {
            for (int x = 0; x < game.width; x++) {
                Point point = drawn_point(drawn, x, y);
                uint64_t in = (drawn_random(random) >> 20 & ((1u << thin) - 1)) == 0;
                set.word[point / 64] |= in << point % 64;
            }
        }
        check_set(position, &set);
    }
}

TEST(test_next_finds_the_members_of_any_set)
{
    for_every_game(check_any_sets);
}

/* Every empty point is in the set of its threat and in no other, for both colours. */
static void check_threat_sets(Drawn *drawn, Game game, uint64_t *random)
{
    Position *position = &drawn->position;
    scatter_stones(drawn, game, 50, 50, random);
    for (int colour = BLACK; colour <= WHITE; colour++) {
        int members = 0;
        for (int threat = 0; threat < THREAT_COUNT; threat++) {
            const PointSet *set = &position->points[colour][threat];
            int count = 0;
            check_set(position, set);
            for (Point point = position_next(position, set, POINT_NONE); point != POINT_NONE;
                 point = position_next(position, set, point)) {
                assert_int_equal(position->board.at[point], EMPTY);
                assert_int_equal(cell_threat(&position->cell[point], colour), threat);
                count++;
            }
            assert_int_equal(count, position_count(position, colour, (Threat)threat));
            assert_true(count == 0 || position_first(position, colour, (Threat)threat) ==
                                          position_next(position, set, POINT_NONE));
            members += count;
        }
        assert_int_equal(members, position->board.empty);
    }
}

TEST(test_threat_sets_share_out_the_empty_points)
{
    for_every_game(check_threat_sets);
}

/* ------------------------------------------------------------------------- what if a stone came */

/* Plays the stone of the other colour and compares what is threatened on the point then. */
static void check_beside(Position *position, Point point, int colour, int direction, int distance,
                         bool before)
{
    int step = position->board.geometry.step[direction] * (before ? -distance : distance);
    Threat said = position_threat_beside(position, point, colour, direction, distance, before);
    position_play(position, (Point)(point + step), rules_opponent(colour));
    if (cell_threat(&position->cell[point], colour) != said) {
        scatter_show(position, point, "threatened otherwise");
        fail();
    }
    position_undo(position);
}

/* Checks all empty points that are seen from the point on one side of a line. */
static void check_beside_on_ray(Position *position, Point point, int direction, bool before)
{
    int step = position->board.geometry.step[direction] * (before ? -1 : 1);
    for (int distance = 1; distance <= position->tables->shapes.reach; distance++) {
        int other = point + distance * step;
        if (position->board.at[other] == WALL) {
            break;
        }
        for (int colour = BLACK; colour <= WHITE && position->board.at[other] == EMPTY; colour++) {
            check_beside(position, point, colour, direction, distance, before);
        }
    }
}

static void check_what_is_beside(Drawn *drawn, Game game, uint64_t *random)
{
    enum { POINTS = 12 };
    Position *position = &drawn->position;
    scatter_stones(drawn, game, 50, 50, random);
    for (long i = drawn_scaled(POINTS); i > 0 && position->board.empty > 0; i--) {
        Point point = drawn_random_point(position, random, 50);
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            check_beside_on_ray(position, point, direction, true);
            check_beside_on_ray(position, point, direction, false);
        }
    }
}

TEST(test_a_stone_beside_is_foreseen)
{
    for_every_game(check_what_is_beside);
}

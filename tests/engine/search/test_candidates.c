/* Checks the move lists of the cascade: nothing that could matter is left out, and nothing claimed
 * that is not so.
 *
 * The search never considers a move that the cascade leaves out, so a hole here loses games without
 * a trace. That a move may be left out is not derived anew but tried: after an omitted move the
 * opponent must win by force, against every reply, with the oracle as the judge of each stone. It
 * is tried on drawn boards, where the right list can be seen, and on random ones, which hold what
 * nobody would think of.
 */
#include "search/candidates.h"

#include "reference.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUIET_BOARDS = 1000,
    TACTICAL_BOARDS = 1000,
    FIVE_MAX = 1024,
    REMEMBERED = 8, /* moves that refuted others before and are tried first */
};

typedef struct {
    Drawn *drawn;
    Reference *reference;
    Move list[MOVES_MAX];
    int count;
    uint64_t random;
} Fixture;

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static int set_up(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->drawn = drawn_new(usual);
    fixture->reference = reference_new(&fixture->drawn->position);
    fixture->random = UINT64_C(20231105);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    free(fixture->reference);
    free(fixture->drawn);
    free(fixture);
    return 0;
}

SHARED_FIXTURE(set_up, tear_down)

/* Lists the moves of the situation that the position is in. */
static Situation list_moves(Fixture *fixture)
{
    Situation situation = candidates_situation(&fixture->drawn->position);
    fixture->count = candidates_list(&fixture->drawn->position, situation, fixture->list);
    reference_set(fixture->reference, &fixture->drawn->position);
    return situation;
}

static bool is_listed(const Fixture *fixture, Point point)
{
    for (int i = 0; i < fixture->count; i++) {
        if (fixture->list[i].point == point) {
            return true;
        }
    }
    return false;
}

static void fail_at(const Fixture *fixture, Point point, const char *why)
{
    const Geometry *geometry = &fixture->drawn->position.board.geometry;
    reference_print(&fixture->drawn->position);
    fail_msg("%d,%d %s", geometry_x(geometry, point), geometry_y(geometry, point), why);
}

/* Empty points only, the lowest first, none twice. */
static void assert_tidy(const Fixture *fixture)
{
    for (int i = 0; i < fixture->count; i++) {
        Point point = fixture->list[i].point;
        if (fixture->drawn->position.board.at[point] != EMPTY) {
            fail_at(fixture, point, "is listed and not empty");
        }
        if (i > 0 && point <= fixture->list[i - 1].point) {
            fail_at(fixture, point, "is listed out of order");
        }
    }
}

/* ------------------------------------------------------------------------------ drawn positions */

/* The list must be the points marked '*' in the drawing. */
static void assert_list(Fixture *fixture, Rule rule, int side, Situation situation,
                        const char *drawing)
{
    char stones[1024];
    size_t length = strlen(drawing);
    assert_true(length < sizeof stones);
    for (size_t i = 0; i <= length; i++) {
        stones[i] = drawing[i] == '*' ? '.' : drawing[i];
    }
    drawn_set(fixture->drawn, rule, 5, stones, side);
    assert_int_equal(list_moves(fixture), situation);
    assert_tidy(fixture);
    int width = fixture->drawn->position.game.width;
    for (int i = 0; i < width * fixture->drawn->position.game.height; i++) {
        char drawn = drawing[i / width * (width + 1) + i % width];
        Point point = drawn_point(fixture->drawn, i % width, i / width);
        if (is_listed(fixture, point) != (drawn == '*')) {
            fail_at(fixture, point, drawn == '*' ? "is missing" : "should not be listed");
        }
    }
}

/* Caro: five between two opposing stones is none, so the far end may be closed as well. */
TEST(caro_blocks_at_the_side)
{
    static const char drawing[] = "..........\n"
                                  ".OXXXX**..\n"
                                  "..........\n"
                                  "..........\n"
                                  "..........\n";
    assert_list(*state, RULE_CARO, WHITE, SITUATION_BLOCK, drawing);
    assert_list(*state, RULE_CARO_EXACT, WHITE, SITUATION_BLOCK, drawing);
}

TEST(open_four_is_made)
{
    assert_list(*state, RULE_FREESTYLE, BLACK, SITUATION_OPEN_FOUR,
                "............\n"
                "............\n"
                "....*XXX*...\n"
                "............\n"
                ".OOO........\n"
                "............\n");
}

/* Three in a row with room on both sides: at its ends, or with a four of my own. */
TEST(open_three_is_defended)
{
    assert_list(*state, RULE_FREESTYLE, WHITE, SITUATION_DEFEND,
                "............\n"
                "............\n"
                "....*XXX*...\n"
                "............\n"
                "............\n"
                "XOOO**......\n");
}

/* With no room on one side there is but one open four, and either of its ends prevents it. */
TEST(cramped_three_is_defended_at_three_points)
{
    assert_list(*state, RULE_FREESTYLE, WHITE, SITUATION_DEFEND,
                "............\n"
                "............\n"
                "*XXX**......\n"
                "............\n"
                "............\n"
                "............\n");
}

TEST(split_three_is_defended_at_three_points)
{
    assert_list(*state, RULE_FREESTYLE, WHITE, SITUATION_DEFEND,
                "............\n"
                "............\n"
                "...*XX*X*...\n"
                "............\n"
                "............\n"
                "............\n");
}

/* Renju: 2,4 would make a four and what looks like two open threes. One of them is none, so the
 * point is allowed, and its four is an answer to white's open three. */
TEST(a_four_on_a_suspect_point_is_an_answer)
{
    Fixture *fixture = *state;
    drawn_set(fixture->drawn, RULE_RENJU, 5,
              ".........\n"
              "...X.....\n"
              "..O.X..O.\n"
              "........O\n"
              "OX.XX....\n"
              ".XOX....X\n"
              ".OOO..O..\n"
              "..X..X...\n"
              ".........\n",
              BLACK);
    Point suspect = drawn_point(fixture->drawn, 2, 4);
    assert_int_equal(list_moves(fixture), SITUATION_DEFEND);
    assert_int_equal(cell_threat(&fixture->drawn->position.cell[suspect], BLACK), THREAT_SUSPECT);
    assert_false(reference_forbids(fixture->reference, suspect));
    assert_true(is_listed(fixture, suspect));
}

/* White's four at 4,4 can only be blocked where black would make an overline. Its four at 5,4 can
 * be blocked at 4,4. Neither makes anything else. */
TEST(a_four_at_a_foul_is_no_simple_four)
{
    static const char board[] = ".........\n"
                                ".....X...\n"
                                ".....X...\n"
                                ".....X...\n"
                                "XOOO.....\n"
                                ".....X...\n"
                                ".....X...\n"
                                ".........\n"
                                ".........\n";
    Fixture *fixture = *state;
    Position *position = &fixture->drawn->position;
    drawn_set(fixture->drawn, RULE_RENJU, 5, board, WHITE);
    Point at_foul = drawn_point(fixture->drawn, 4, 4);
    assert_int_equal(candidates_list_fours(position, fixture->list), 2);
    assert_int_equal(candidates_drop_simple_fours(position, fixture->list, 2), 1);
    assert_int_equal(fixture->list[0].point, at_foul);
    int all = candidates_list_all(position, fixture->list);
    assert_int_equal(candidates_keep_fours_at_fouls(position, fixture->list, all), 1);
    assert_int_equal(fixture->list[0].point, at_foul);

    drawn_set(fixture->drawn, RULE_STANDARD, 5, board, WHITE);
    assert_int_equal(candidates_list_fours(position, fixture->list), 2);
    assert_int_equal(candidates_drop_simple_fours(position, fixture->list, 2), 0);
    all = candidates_list_all(position, fixture->list);
    assert_int_equal(candidates_keep_fours_at_fouls(position, fixture->list, all), 0);
}

/* ---------------------------------------------------------------------------- quiet positions */

static void assert_near_set(Fixture *fixture)
{
    const Position *position = &fixture->drawn->position;
    bool is_any_near = false;
    fixture->count = candidates_list(&fixture->drawn->position, SITUATION_QUIET, fixture->list);
    reference_set(fixture->reference, position);
    assert_tidy(fixture);
    for (int i = 0; i < position->game.width * position->game.height; i++) {
        int x = i % position->game.width, y = i / position->game.width;
        Point point = drawn_point(fixture->drawn, x, y);
        bool is_near = position->board.at[point] == EMPTY &&
                       oracle_near_stone(&fixture->reference->board, x, y, NEAR_SQUARE, NEAR_LINE);
        is_any_near = is_any_near || is_near;
        if (is_near && !is_listed(fixture, point)) {
            fail_at(fixture, point, "is near a stone and missing");
        }
        if (!is_near && is_listed(fixture, point) && fixture->count > 1) {
            fail_at(fixture, point, "is listed and near no stone");
        }
    }
    assert_true(is_any_near || fixture->count == (position->board.empty > 0 ? 1 : 0));
}

TEST(quiet_moves_are_those_near_stones)
{
    Fixture *fixture = *state;
    for (long i = drawn_scaled(QUIET_BOARDS); i > 0; i--) {
        int most = drawn_below(&fixture->random, 8) == 0 ? SIDE_MAX : 15;
        Game game = reference_random_game(&fixture->random, SIDE_MIN, most);
        reference_scatter(fixture->drawn, game, drawn_below(&fixture->random, 12),
                          &fixture->random);
        assert_near_set(fixture);
    }
}

/* A stone in each corner of the largest board: shifted rows must not run over their ends. */
TEST(quiet_moves_stay_on_the_board)
{
    Fixture *fixture = *state;
    drawn_clear(fixture->drawn, (Game){RULE_FREESTYLE, SIDE_MAX, SIDE_MAX, 5});
    for (int corner = 0; corner < 4; corner++) {
        Point point =
            drawn_point(fixture->drawn, corner % 2 * (SIDE_MAX - 1), corner / 2 * (SIDE_MAX - 1));
        position_play(&fixture->drawn->position, point, corner % 2);
    }
    assert_near_set(fixture);
    assert_int_equal(fixture->count, 4 * (8 + 3));
}

TEST(empty_board_offers_the_middle)
{
    Fixture *fixture = *state;
    drawn_clear(fixture->drawn, (Game){RULE_FREESTYLE, 15, 10, 5});
    assert_int_equal(list_moves(fixture), SITUATION_QUIET);
    assert_int_equal(fixture->count, 1);
    assert_int_equal(fixture->list[0].point, drawn_point(fixture->drawn, 7, 4));
}

TEST(a_blocked_middle_is_not_offered)
{
    Fixture *fixture = *state;
    drawn_set(fixture->drawn, RULE_FREESTYLE, 3, "...\n.#.\n...\n", BLACK);
    list_moves(fixture);
    assert_int_equal(fixture->count, 1);
    assert_int_equal(fixture->list[0].point, drawn_point(fixture->drawn, 1, 0));
}

TEST(all_moves_are_all_empty_points)
{
    Fixture *fixture = *state;
    for (int i = 0; i < 100; i++) {
        Game game = reference_random_game(&fixture->random, SIDE_MIN, SIDE_MAX);
        reference_scatter(fixture->drawn, game, drawn_below(&fixture->random, 60),
                          &fixture->random);
        fixture->count = candidates_list_all(&fixture->drawn->position, fixture->list);
        assert_int_equal(fixture->count, fixture->drawn->position.board.empty);
        assert_tidy(fixture);
    }
}

/* ---------------------------------------------------------- brute force: who wins, by the
 * oracle */

/* Says whether that colour makes five somewhere, now. */
static bool can_make_five(const Reference *reference, int colour)
{
    const Board *board = &reference->position.board;
    for (int point = 0; point < board->geometry.points; point++) {
        if (board->at[point] == EMPTY && reference_wins_for(reference, (Point)point, colour)) {
            return true;
        }
    }
    return false;
}

/* Where that colour makes five now. */
static int list_fives(const Reference *reference, int colour, Point *fives)
{
    const Board *board = &reference->position.board;
    int count = 0;
    for (int point = 0; point < board->geometry.points; point++) {
        if (board->at[point] == EMPTY && reference_wins_for(reference, (Point)point, colour)) {
            fives[count++] = (Point)point;
        }
    }
    return count;
}

/* Says whether one of the fives is left. */
static bool is_five_left(const Reference *reference, int colour, const Point *fives, int count)
{
    for (int i = 0; i < count; i++) {
        if (reference->position.board.at[fives[i]] == EMPTY &&
            reference_wins_for(reference, fives[i], colour)) {
            return true;
        }
    }
    return false;
}

/* Says whether the side to move, whatever it plays, neither makes five nor stops the other from
 * making it next: so the other's last stone was an open four, or as good as one. */
static bool is_helpless(Reference *reference)
{
    Point fives[FIVE_MAX], replies[REFERENCE_MOVES_MAX];
    int side = reference->position.board.side, other = rules_opponent(side);
    int count = list_fives(reference, other, fives);
    if (count == 0 || can_make_five(reference, side)) {
        return false;
    }
    int reply_count = reference_all_moves(reference, replies);
    for (int i = 0; i < reply_count; i++) {
        reference_play(reference, replies[i]);
        bool still = is_five_left(reference, other, fives, count);
        reference_undo(reference);
        if (!still) {
            return false;
        }
    }
    return true;
}

static bool leaves_helpless(Reference *reference, Point move)
{
    if (reference->position.board.at[move] != EMPTY || reference_forbids(reference, move)) {
        return false;
    }
    reference_play(reference, move);
    bool helpless = is_helpless(reference);
    reference_undo(reference);
    return helpless;
}

/* Says whether the side to move has such a move. Tries first what worked before. */
static bool has_open_four(Reference *reference, Point remembered[REMEMBERED])
{
    Point moves[REFERENCE_MOVES_MAX];
    for (int i = 0; i < REMEMBERED; i++) {
        if (remembered[i] != POINT_NONE && leaves_helpless(reference, remembered[i])) {
            return true;
        }
    }
    int count = reference_all_moves(reference, moves);
    for (int i = 0; i < count; i++) {
        if (leaves_helpless(reference, moves[i])) {
            memmove(remembered + 1, remembered, sizeof *remembered * (REMEMBERED - 1));
            remembered[0] = moves[i];
            return true;
        }
    }
    return false;
}

/* ----------------------------------------------------------- each situation on random positions */

/* The list is the set of winning points, no more and no less. */
static void check_five(Fixture *fixture)
{
    Point fives[FIVE_MAX];
    int count = list_fives(fixture->reference, fixture->reference->position.board.side, fives);
    assert_int_equal(count, fixture->count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(fives[i], fixture->list[i].point);
    }
}

static void check_block(Fixture *fixture)
{
    Point moves[REFERENCE_MOVES_MAX];
    Reference *reference = fixture->reference;
    int opponent = rules_opponent(reference->position.board.side);
    int count = reference_all_moves(reference, moves);
    for (int i = 0; i < count; i++) {
        reference_play(reference, moves[i]);
        bool loses = can_make_five(reference, opponent);
        reference_undo(reference);
        if (loses == is_listed(fixture, moves[i])) {
            fail_at(fixture, moves[i], loses ? "stops no five" : "stops every five and is missing");
        }
    }
}

static void check_open_four(Fixture *fixture)
{
    assert_true(fixture->count > 0);
    for (int i = 0; i < fixture->count; i++) {
        if (!leaves_helpless(fixture->reference, fixture->list[i].point)) {
            fail_at(fixture, fixture->list[i].point, "is no open four");
        }
    }
}

/* An omitted move must make no four and let the opponent make an open one. (A move that stops all
 * of those may have been listed in vain, as far as this test can tell, but not left out.) */
static void check_defend(Fixture *fixture)
{
    Point moves[REFERENCE_MOVES_MAX], remembered[REMEMBERED] = {POINT_NONE};
    Reference *reference = fixture->reference;
    int side = reference->position.board.side;
    int count = reference_moves(reference, moves);
    for (int i = 0; i < count; i++) {
        if (is_listed(fixture, moves[i])) {
            continue;
        }
        reference_play(reference, moves[i]);
        bool makes_four = can_make_five(reference, side);
        bool loses = !makes_four && has_open_four(reference, remembered);
        reference_undo(reference);
        if (!loses) {
            fail_at(fixture, moves[i],
                    makes_four ? "makes a four and is missing"
                               : "lets no open four happen and is missing");
        }
    }
}

static void check_quiet(Fixture *fixture)
{
    const Reference *reference = fixture->reference;
    assert_false(can_make_five(reference, BLACK) || can_make_five(reference, WHITE));
}

static void draw_tactical_position(Fixture *fixture)
{
    Game game = reference_random_game(&fixture->random, 5, 10);
    if (drawn_below(&fixture->random, 4) != 0) {
        game.win_length = WIN_LENGTH_MAX;
    }
    int stones = 4 + drawn_below(&fixture->random, game.width * game.height * 2 / 5);
    reference_scatter(fixture->drawn, game, stones, &fixture->random);
}

/* Every situation must have come up this often in ten thousand boards, in every rule. */
enum { RARE = 30 };

TEST(cascade_leaves_out_only_lost_moves)
{
    static void (*const check[])(Fixture *) = {
        [SITUATION_QUIET] = check_quiet,   [SITUATION_FIVE] = check_five,
        [SITUATION_BLOCK] = check_block,   [SITUATION_OPEN_FOUR] = check_open_four,
        [SITUATION_DEFEND] = check_defend,
    };
    Fixture *fixture = *state;
    long seen[RULE_COUNT][SITUATION_DEFEND + 1] = {{0}}, boards = drawn_scaled(TACTICAL_BOARDS);
    for (long i = 0; i < boards; i++) {
        draw_tactical_position(fixture);
        uint64_t key = fixture->drawn->position.board.key;
        Situation situation = list_moves(fixture);
        assert_true(fixture->drawn->position.board.key == key);
        assert_tidy(fixture);
        check[situation](fixture);
        seen[fixture->drawn->position.game.rule][situation]++;
    }
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int situation = 0; situation <= SITUATION_DEFEND; situation++) {
            assert_true(seen[rule][situation] >= boards * RARE / 10000);
        }
    }
}

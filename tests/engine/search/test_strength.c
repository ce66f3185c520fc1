/* Checks the levels below full strength: what each of them may overlook, and what none of them
 * does.
 *
 * The oracle says what is legal, what wins and what lies near a stone. How often a level overlooks
 * something is counted: the levels must come in order, or the numbers that make them are wrong.
 */
#include "search/strength.h"

#include "port/port.h"
#include "unit.h"
#include "workbench.h"

#include <string.h>

enum {
    TABLE_BYTES = 1 << 20,
    SEED = 20261125,
    POSITIONS = 50, /* of each level under every rule */
    LEAST_SIDE = 9,
    MOST_SIDE = 15,
    SIGHTS = 400,    /* questions about one position, each with another seed */
    ODD_SIGHTS = 12, /* that the order of the levels may be out by, of so many */
    FIVE_LEVEL = 2,  /* from here on no own five is missed, */
    BLOCK_LEVEL = 4, /* no four of the opponent's that can be blocked, */
    THREE_LEVEL = 5, /* no open three near the last stones, */
    PAIR_LEVEL = 7,  /* and no double threat, */
    FREE_LEVEL = 8,  /* and all moves are searched, as at full strength */
    SEEDS = 20,
    FEW_NODES = 3,
};

WORKBENCH(FIXTURE, TABLE_BYTES, SEED)

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

/* Lets the bench's positions be evaluated by what was learnt for the rule. */
static void learn(Workbench *bench, Rule rule)
{
    free(bench->drawn);
    bench->drawn = drawn_new_for((Game){rule, 15, 15, 5}, EVALUATION_BEST);
}

/* Asks a level about the drawn position. */
static Report ask(Workbench *bench, int strength, uint64_t seed, uint64_t nodes)
{
    const Position *position = &bench->drawn->position;
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.strength = strength;
    limits.nodes = nodes;
    search_set_position(&bench->search, position, drawn_eval_tables(position));
    clock_start(&bench->clock, &limits);
    bench->clock.end_ms = INT64_MAX;
    return strength_think(&bench->search, &limits, seed, NULL);
}

/* -----------------------------------------------------------------------------------------
 * what no level does */

/* Says whether any point wins for the colour, of those that the side to move may play. */
static bool can_win(const Reference *reference, int colour)
{
    Point moves[REFERENCE_MOVES_MAX];
    int count = reference_all_moves(reference, moves);
    for (int i = 0; i < count; i++) {
        if (reference_wins_for(reference, moves[i], colour)) {
            return true;
        }
    }
    return false;
}

/* How many points win for the colour. */
static int winning_points(const Reference *reference, int colour)
{
    const Board *board = &reference->position.board;
    Point point;
    int count = 0;
    for (int y = 0; y < board->geometry.height; y++) {
        for (int x = 0; x < board->geometry.width; x++) {
            point = geometry_point(&board->geometry, x, y);
            count += board->at[point] == EMPTY && reference_wins_for(reference, point, colour);
        }
    }
    return count;
}

/* Says whether a legal move leaves the opponent no winning point; with `move` only that one is
 * asked. */
static bool blocks(Reference *reference, Point move)
{
    Point moves[REFERENCE_MOVES_MAX] = {move};
    int opponent = rules_opponent(reference->position.board.side);
    int count = move != POINT_NONE ? 1 : reference_all_moves(reference, moves);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        reference_play(reference, moves[i]);
        found = winning_points(reference, opponent) == 0;
        reference_undo(reference);
    }
    return found;
}

static void check_move(Workbench *bench, int strength, Point move)
{
    Reference *reference = bench->reference;
    const Board *board = &bench->drawn->position.board;
    int side = board->side;
    assert_int_equal(board->at[move], EMPTY);
    assert_false(reference_forbids(reference, move));
    assert_true(oracle_near_stone(&reference->board, geometry_x(&board->geometry, move),
                                  geometry_y(&board->geometry, move), NEAR_SQUARE,
                                  strength < FREE_LEVEL ? NEAR_SQUARE : NEAR_LINE));
    if (can_win(reference, side)) {
        assert_true(strength < FIVE_LEVEL || reference_wins(reference, move));
    } else if (strength >= BLOCK_LEVEL && winning_points(reference, rules_opponent(side)) > 0) {
        assert_true(blocks(reference, move) || !blocks(reference, POINT_NONE));
    }
}

/* Some stones, on a board that has legal moves near them left. */
static void draw_position(Workbench *bench, Rule rule)
{
    Point moves[REFERENCE_MOVES_MAX];
    do {
        int span = MOST_SIDE - LEAST_SIDE + 1;
        Game game = {rule, LEAST_SIDE + drawn_below(&bench->random, span),
                     LEAST_SIDE + drawn_below(&bench->random, span), 5};
        int stones = 1 + drawn_below(&bench->random, game.width * game.height / 3);
        reference_scatter(bench->drawn, game, stones, &bench->random);
        reference_set(bench->reference, &bench->drawn->position);
    } while (bench->drawn->position.board.count == 0 ||
             reference_moves(bench->reference, moves) == 0);
}

TEST(moves_are_legal_near_and_no_blunder_of_the_eye)
{
    Workbench *bench = *state;
    for (Rule rule = 0; rule < RULE_COUNT; rule++) {
        learn(bench, rule);
        for (long i = drawn_scaled(POSITIONS); i > 0; i--) {
            draw_position(bench, rule);
            for (int strength = STRENGTH_LEAST; strength < STRENGTH_FULL; strength++) {
                Report report = ask(bench, strength, drawn_random(&bench->random), 0);
                check_move(bench, strength, report.move);
            }
        }
    }
}

TEST(a_game_begins_in_the_middle)
{
    Workbench *bench = *state;
    learn(bench, RULE_FREESTYLE);
    for (int strength = STRENGTH_LEAST; strength < STRENGTH_FULL; strength++) {
        assert_int_equal(ask(bench, strength, SEED, 0).move, drawn_point(bench->drawn, 7, 7));
    }
}

/* Where the points of the near stones are to be avoided, any other is played. */
TEST(what_is_to_be_avoided_is_avoided)
{
    Workbench *bench = *state;
    learn(bench, RULE_FREESTYLE);
    position_play(&bench->drawn->position, drawn_point(bench->drawn, 0, 0), BLACK);
    for (int y = 0; y <= NEAR_SQUARE; y++) {
        for (int x = 0; x <= NEAR_SQUARE; x++) {
            point_set_add(&bench->search.avoided, drawn_point(bench->drawn, x, y));
        }
    }
    PointSet avoided = bench->search.avoided;
    for (int strength = STRENGTH_LEAST; strength < STRENGTH_FULL; strength++) {
        assert_false(point_set_has(&avoided, ask(bench, strength, SEED, 0).move));
        assert_memory_equal(&bench->search.avoided, &avoided, sizeof avoided);
    }
}

/* -----------------------------------------------------------------------------------------
 * what they overlook */

/* How many times the level, each time with another seed, plays one of the points that are marked
 * with `*` in the drawing, in which black is to move. */
static int times_seen(Workbench *bench, int strength, const char *drawing)
{
    char stones[256];
    int seen = 0;
    assert_true(strlen(drawing) < sizeof stones);
    for (size_t i = 0; i <= strlen(drawing); i++) {
        stones[i] = drawing[i] == '*' ? '.' : drawing[i];
    }
    learn(bench, RULE_FREESTYLE);
    OracleBoard board;
    drawn_set(bench->drawn, RULE_FREESTYLE, usual.win_length, stones, BLACK);
    drawn_to_oracle(&bench->drawn->position, &board);
    for (uint64_t seed = 1; seed <= SIGHTS; seed++) {
        Point move = ask(bench, strength, seed, 0).move;
        const Geometry *geometry = &bench->drawn->position.board.geometry;
        int x = geometry_x(geometry, move), y = geometry_y(geometry, move);
        seen += drawing[y * (board.width + 1) + x] == '*';
    }
    return seen;
}

/* Asks all levels; `first` is the first that always sees it. */
static void check_sight(Workbench *bench, const char *drawing, int first)
{
    int before = 0;
    for (int strength = STRENGTH_LEAST; strength <= first; strength++) {
        int seen = times_seen(bench, strength, drawing);
        assert_true(seen + ODD_SIGHTS >= before);
        assert_true(strength < first ? seen < SIGHTS : seen == SIGHTS);
        before = seen;
    }
}

/* In all of these the last two stones are white's on the right. */
static const char own_four[] = ".OXXXX*....\n"
                               "...........\n"
                               "..X........\n"
                               "...O..O....\n"
                               "...........\n"
                               "...........\n";

static const char four[] = "..X........\n"
                           "...X.......\n"
                           ".XOOOO*....\n"
                           "...........\n"
                           "....X......\n"
                           "...........\n";

static const char open_three[] = "..X........\n"
                                 "...........\n"
                                 ".**OOO**...\n"
                                 "...........\n"
                                 "....X......\n"
                                 "...........\n";

static const char far_open_three[] = "..X............\n"
                                     "...............\n"
                                     ".**OOO**.......\n"
                                     "...............\n"
                                     "....X..........\n"
                                     "...............\n"
                                     ".............O.\n"
                                     "............X..\n"
                                     ".............O.\n";

/* Four and open three at once. */
static const char own_pair[] = "......O....\n"
                               "......X....\n"
                               "......X....\n"
                               "......X....\n"
                               "...XX.*....\n"
                               "...........\n"
                               "..OO..O.O..\n"
                               "...........\n";

TEST(the_first_level_alone_misses_its_five)
{
    check_sight(*state, own_four, FIVE_LEVEL);
}

TEST(fours_are_blocked_from_the_fourth_level_on)
{
    check_sight(*state, four, BLOCK_LEVEL);
}

TEST(near_open_threes_are_stopped_from_the_fifth_level_on)
{
    check_sight(*state, open_three, THREE_LEVEL);
}

TEST(open_threes_far_from_the_last_stones_are_overlooked_more)
{
    check_sight(*state, far_open_three, THREE_LEVEL + 1);
    for (int strength = STRENGTH_LEAST; strength < THREE_LEVEL; strength++) {
        assert_true(times_seen(*state, strength, far_open_three) <
                    times_seen(*state, strength, open_three));
    }
}

TEST(double_threats_are_overlooked_below_the_seventh_level)
{
    check_sight(*state, own_pair, PAIR_LEVEL);
}

/* -----------------------------------------------------------------------------------------
 * seeds and limits */

TEST(a_seed_gives_one_move_and_others_others)
{
    Workbench *bench = *state;
    learn(bench, RULE_FREESTYLE);
    position_play(&bench->drawn->position, drawn_point(bench->drawn, 7, 7), BLACK);
    uint64_t least = (uint64_t)drawn_scaled(SEEDS); /* and more until one plays another move */
    for (int strength = STRENGTH_LEAST; strength < STRENGTH_FULL; strength++) {
        Point first = ask(bench, strength, 1, 0).move;
        int others = 0;
        for (uint64_t seed = 1; seed <= SEEDS && (others == 0 || seed <= least); seed++) {
            Point move = ask(bench, strength, seed, 0).move;
            assert_int_equal(ask(bench, strength, seed, 0).move, move);
            others += move != first;
        }
        assert_true(others > 0);
    }
}

TEST(a_lower_limit_of_nodes_holds)
{
    Workbench *bench = *state;
    learn(bench, RULE_FREESTYLE);
    position_play(&bench->drawn->position, drawn_point(bench->drawn, 7, 7), BLACK);
    for (int strength = STRENGTH_LEAST; strength < STRENGTH_FULL; strength++) {
        assert_true(ask(bench, strength, SEED, FEW_NODES).nodes <= FEW_NODES);
    }
}

TEST(full_strength_is_no_level)
{
    Limits limits = limits_none();
    assert_false(strength_is_limited(&limits));
    limits.strength = STRENGTH_FULL;
    assert_false(strength_is_limited(&limits));
    limits.strength = STRENGTH_FULL - 1;
    assert_true(strength_is_limited(&limits));
}

/* Checks the search: it finds what a textbook search finds, and what it proves is true.
 *
 * There are two kinds of checks. The plain search, with every technique switched off, must return
 * the exact value of plain minimax: alpha-beta, move ordering and transposition table may save work
 * but change no value. The full search has no such reference; but a win that it claims to have
 * proven in n plies must come within n plies when the game is played out against every reply, with
 * the oracle as the judge. The rest is about limits, which are kept to the node, and determinism:
 * one question has one answer.
 */
#include "search/root.h"

#include "port/port.h"
#include "unit.h"
#include "workbench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum {
    SMALL_TABLE = 1 << 17,
    HUGE_TABLE = 1 << 22,
    TINY_TABLE = 1, /* one bucket */
    POSITIONS = 600,
    LEAVES_MAX = 5000, /* that plain minimax may have to visit */
    PLAIN_DEPTH_MAX = 4,
    TABLE_POSITIONS = 300,
    DEEP_POSITIONS = 400,
    DEEP = 6,
    ENDGAME_EMPTY_MAX = 11,
    SYMMETRIC_POSITIONS = 40,
    REPEATED_POSITIONS = 4,
    CLAIMS = 100, /* proven results to play out */
    CUT_SHORT = 2000,
    CLAIM_NODES = 20000,
    CLAIM_EFFORT = 600, /* searches to spend on one claim before replies are skipped */
    CLAIM_DEEPER = 6,   /* plies to search deeper for a win that was claimed */
    LOSSES = 12,        /* of the claims must be losses, or chance was not steered well */
};

WORKBENCH(SHARED_FIXTURE, SMALL_TABLE, UINT64_C(20240229))

static Limits limits_of(int depth, uint64_t nodes)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.depth = depth;
    limits.nodes = nodes;
    return limits;
}

/* Asks the search about a position as if it had never seen another; 0: no limit. */
static Report think(Workbench *bench, const Position *position, bool plain, int depth,
                    uint64_t nodes)
{
    Limits limits = limits_of(depth, nodes);
    search_set_position(&bench->search, position, drawn_eval_tables(position));
    bench->search.plain = plain;
    search_forget(&bench->search);
    clock_start(&bench->clock, &limits);
    return root_think(&bench->search, &limits, NULL);
}

/* -------------------------------------------------------- the plain search and the textbook's */

/* The deepest depth at which plain minimax has not too many leaves, and not always that. */
static int affordable_depth(Workbench *bench)
{
    Point moves[REFERENCE_MOVES_MAX];
    reference_set(bench->reference, &bench->drawn->position);
    int empty = bench->drawn->position.board.empty;
    int width = reference_moves(bench->reference, moves);
    long leaves = width;
    int depth = 1;
    while (depth < PLAIN_DEPTH_MAX) {
        width = width + 3 < empty - depth ? width + 3 : empty - depth; /* stones widen the circle */
        leaves *= width > 1 ? width : 1;
        if (leaves > LEAVES_MAX) {
            break;
        }
        depth++;
    }
    return drawn_below(&bench->random, 4) == 0 ? 1 + drawn_below(&bench->random, depth) : depth;
}

/* A random position that plain minimax can manage: small boards mostly, and often crowded. */
static int draw_position(Workbench *bench)
{
    int most = drawn_below(&bench->random, 3) == 0 ? 15 : 6;
    Game game = reference_random_game(&bench->random, SIDE_MIN, most);
    int points = game.width * game.height;
    int stones =
        most > 6 ? drawn_below(&bench->random, points / 4) : drawn_below(&bench->random, points);
    reference_scatter(bench->drawn, game, stones, &bench->random);
    return affordable_depth(bench);
}

static bool has_moves(Workbench *bench)
{
    Point moves[REFERENCE_MOVES_MAX];
    reference_set(bench->reference, &bench->drawn->position);
    return reference_moves(bench->reference, moves) > 0;
}

/* What a move is worth to the player of it, by the reference. */
static Value value_of_move(Reference *reference, Point move, int depth)
{
    if (reference_wins(reference, move)) {
        return value_win_at(1);
    }
    reference_play(reference, move);
    Value value = -reference_alphabeta(reference, depth - 1);
    reference_undo(reference);
    /* the reference counts plies from its own root */
    return !value_is_proven(value) ? value : value > 0 ? value - 1 : value + 1;
}

static void assert_equal_or_show(Value value, Value expected, const Position *position, int depth)
{
    if (value != expected) {
        reference_print(position);
        fail_msg("%d, where %d is right at depth %d", value, expected, depth);
    }
}

static void compare_with_textbook(Workbench *bench, int depth)
{
    const Position *position = &bench->drawn->position;
    Reference *reference = bench->reference;
    reference_set(reference, position);
    Value value = reference_minimax(reference, depth);
    assert_equal_or_show(reference_negamax(reference, depth), value, position, depth);
    assert_equal_or_show(reference_alphabeta(reference, depth), value, position, depth);
    if (!has_moves(bench) || reference_is_full(reference)) {
        return; /* the engine must then answer something, and nothing is right */
    }
    Report report = think(bench, position, true, depth, 0);
    int empty = position->board.empty;
    assert_equal_or_show(report.value, value, position, depth);
    assert_false(reference_forbids(reference, report.move));
    assert_equal_or_show(value_of_move(reference, report.move, depth), value, position, depth);
    assert_true(report.depth == (depth < empty ? depth : empty) ||
                (report.depth < depth && value_is_proven(value)));
}

TEST(plain_search_agrees_with_textbook)
{
    Workbench *bench = *state;
    for (long i = drawn_scaled(POSITIONS); i > 0; i--) {
        compare_with_textbook(bench, draw_position(bench));
    }
}

/* All of tic-tac-toe, which is a draw. */
TEST(plain_search_sees_to_the_end)
{
    Workbench *bench = *state;
    drawn_set(bench->drawn, RULE_FREESTYLE, 3, "X..\n...\n..O\n", BLACK);
    compare_with_textbook(bench, 9);
    drawn_set(bench->drawn, RULE_FREESTYLE, 3, "XOX\n.X.\nO.O\n", BLACK);
    compare_with_textbook(bench, 9);
}

/* Black's only points are an overline and a win, then an overline alone. */
TEST(nothing_but_forbidden_points_is_a_loss)
{
    Workbench *bench = *state;
    drawn_set(bench->drawn, RULE_RENJU, 5, "XXX.XX\nOOXOOX\nXXOXXO\nOOXOOX\nXXOXXO\n.XOOXX\n",
              WHITE);
    for (int depth = 1; depth <= 2; depth++) {
        compare_with_textbook(bench, depth);
    }
    Report report = think(bench, &bench->drawn->position, true, 2, 0);
    assert_int_equal(report.value, value_win_at(2));
    assert_int_equal(report.move, drawn_point(bench->drawn, 0, 5));
}

/* White makes a four, and the one point that stops it is an overline: five comes on the third ply,
 * or on the second, from black's view. */
TEST(forbidden_block_loses_in_two)
{
    Workbench *bench = *state;
    drawn_set(bench->drawn, RULE_RENJU, 5,
              "..........\n"
              ".....O....\n"
              ".....O....\n"
              ".....O....\n"
              "..XXX.XX..\n"
              ".....X....\n"
              "..........\n",
              WHITE);
    Report win = think(bench, &bench->drawn->position, false, 2, 0);
    assert_int_equal(win.value, value_win_at(3));
    assert_int_equal(win.move, drawn_point(bench->drawn, 5, 0));
    position_play(&bench->drawn->position, win.move, WHITE);
    assert_int_equal(think(bench, &bench->drawn->position, false, 2, 0).value, value_loss_at(2));
}

/* ------------------------------------------------------------------------------------- the
 * table */

/* What the reference's table knows of a position. */
typedef struct {
    uint64_t key;
    Value value;
    UT_hash_handle hh;
} Known;

static void remember(Known **table, uint64_t key, Value value)
{
    Known *known = malloc(sizeof *known);
    assert_non_null(known);
    *known = (Known){.key = key, .value = value};
    HASH_ADD(hh, *table, key, sizeof known->key, known);
}

static void forget_all(Known **table)
{
    Known *known, *next;
    HASH_ITER(hh, *table, known, next)
    {
        HASH_DEL(*table, known);
        free(known);
    }
}

/* Negamax that asks a table without bounds first. A position has its ply written in its number of
 * stones, so that depth and ply need no distinction. */
static Value hashed_negamax(Reference *reference, Known **table, int ply, int depth)
{
    uint64_t key = reference->position.board.key;
    Known *known;
    HASH_FIND(hh, *table, &key, sizeof key, known);
    if (known != NULL) {
        return known->value;
    }
    Point moves[REFERENCE_MOVES_MAX];
    Value best = reference_is_full(reference) ? VALUE_DRAW
                 : depth == 0                 ? reference_negamax(reference, 0)
                                              : value_loss_at(ply + 1);
    int count = depth > 0 ? reference_moves(reference, moves) : 0;
    for (int i = 0; i < count; i++) {
        Value value = value_win_at(ply + 1);
        if (!reference_wins(reference, moves[i])) {
            reference_play(reference, moves[i]);
            value = -hashed_negamax(reference, table, ply + 1, depth - 1);
            reference_undo(reference);
        }
        best = value > best ? value : best;
    }
    remember(table, key, best);
    return best;
}

static Value value_with_table(Workbench *bench, size_t bytes, int depth)
{
    assert_true(tt_resize(&bench->table, bytes));
    return think(bench, &bench->drawn->position, true, depth, 0).value;
}

/* A small board with few points left, on which the same position comes up by many roads. */
static int draw_endgame(Workbench *bench)
{
    Game game = reference_random_game(&bench->random, SIDE_MIN, 5);
    int empty = 5 + drawn_below(&bench->random, 5);
    int stones = game.width * game.height - empty;
    reference_scatter(bench->drawn, game, stones > 0 ? stones : 0, &bench->random);
    return 4 + drawn_below(&bench->random, 4);
}

/* Bounds that are taken for values, or used on the wrong side, falsify one result in a hundred, and
 * only where positions that nobody has won come up again with other windows: so these are many,
 * deep and undecided. Plain minimax has agreed with alpha-beta before, and would take too long
 * here. */
TEST(bounds_are_not_mistaken_for_values)
{
    Workbench *bench = *state;
    assert_true(tt_resize(&bench->table, HUGE_TABLE));
    for (long i = drawn_scaled(DEEP_POSITIONS); i > 0; i--) {
        Game game = reference_random_game(&bench->random, 4, 5);
        int empty = 10 + drawn_below(&bench->random, 5);
        game.win_length = game.width < game.height ? game.width : game.height;
        reference_scatter(bench->drawn, game, game.width * game.height - empty, &bench->random);
        const Position *position = &bench->drawn->position;
        if (rules_fault(&game) == NULL && position->board.empty <= empty + 2 && has_moves(bench)) {
            Value value = reference_alphabeta(bench->reference, DEEP);
            assert_equal_or_show(think(bench, position, true, DEEP, 0).value, value, position,
                                 DEEP);
        }
    }
    assert_true(tt_resize(&bench->table, SMALL_TABLE));
}

TEST(table_changes_no_value)
{
    Workbench *bench = *state;
    for (long i = drawn_scaled(TABLE_POSITIONS); i > 0; i--) {
        int depth = draw_endgame(bench);
        const Position *position = &bench->drawn->position;
        if (position->board.empty > ENDGAME_EMPTY_MAX || !has_moves(bench)) {
            continue; /* stones that would have won were left out */
        }
        Known *table = NULL;
        reference_set(bench->reference, position);
        Value value = hashed_negamax(bench->reference, &table, 0, depth);
        forget_all(&table);
        assert_equal_or_show(value_with_table(bench, HUGE_TABLE, depth), value, position, depth);
        assert_equal_or_show(value_with_table(bench, TINY_TABLE, depth), value, position, depth);
    }
    assert_true(tt_resize(&bench->table, SMALL_TABLE));
}

/* Says whether an entry of that depth settles a node of another one for a thread in that role. */
static bool settles(Workbench *bench, SearchRole role, int stored, int wanted)
{
    Search *search = &bench->search;
    Bounds bounds = bounds_of(0, 1);
    TtEntry entry = {.depth = stored, .bound = BOUND_EXACT, .value = 7, .move = POINT_NONE};
    Value value;
    search_set_position(search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
    tt_clear(&bench->table);
    tt_store(&bench->table, search->position.board.key, 0, &entry);
    search->role = role;
    bool is_settled = search_probe_tt(search, 0, wanted, &bounds, &entry, &value);
    search->role = ROLE_ALONE;
    return is_settled;
}

/* Between threads less than a step of the table's depths may be missing. */
TEST(threads_take_what_is_nearly_deep_enough)
{
    static const SearchRole TOGETHER[] = {ROLE_LEADS, ROLE_SOLVES, ROLE_HELPS};
    enum { DEPTH = 5 * ONE_PLY, NEARLY = DEPTH + TT_DEPTH_STEP - 1 };
    Workbench *bench = *state;
    for (int i = 0; i < (int)(sizeof TOGETHER / sizeof *TOGETHER); i++) {
        assert_true(settles(bench, TOGETHER[i], DEPTH, NEARLY));
        assert_false(settles(bench, TOGETHER[i], DEPTH, NEARLY + 1));
    }
    assert_true(settles(bench, ROLE_ALONE, DEPTH, DEPTH));
    assert_false(settles(bench, ROLE_ALONE, DEPTH, DEPTH + 1));
}

/* The table knows a value or a bound of it: the estimate is that value where it tells more than the
 * static evaluation, which is 40 here. */
TEST(estimate_takes_what_says_more)
{
    static const struct {
        Bound bound;
        Value value, estimate;
    } CASES[] = {
        {BOUND_NONE, 70, 40},
        {BOUND_EXACT, 70, 70},
        {BOUND_EXACT, -70, -70},
        {BOUND_LOWER, 70, 70},
        {BOUND_LOWER, 10, 40},
        {BOUND_UPPER, 70, 40},
        {BOUND_UPPER, 10, 10},
        {BOUND_LOWER, VALUE_PROVEN_MIN - 1, VALUE_PROVEN_MIN - 1},
        {BOUND_EXACT, VALUE_PROVEN_MIN, 40},
        {BOUND_LOWER, VALUE_PROVEN_MIN, 40},
        {BOUND_UPPER, -VALUE_PROVEN_MIN, 40},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        TtEntry entry = {.bound = CASES[i].bound, .value = CASES[i].value};
        assert_int_equal(search_estimate(&entry, 40), CASES[i].estimate);
    }
}

/* ---------------------------------------------------------------------------------- keeping
 * word */

static void assert_same_report(const Report *one, const Report *other)
{
    assert_int_equal(one->move, other->move);
    assert_int_equal(one->value, other->value);
    assert_int_equal(one->depth, other->depth);
    assert_true(one->nodes == other->nodes);
    assert_int_equal(one->pv.length, other->pv.length);
    assert_memory_equal(one->pv.move, other->pv.move,
                        sizeof *one->pv.move * (size_t)one->pv.length);
}

/* A position in which there is much to think about. */
static void draw_open_position(Workbench *bench)
{
    Game game = reference_random_game(&bench->random, 9, 15);
    game.win_length = WIN_LENGTH_MAX;
    do {
        reference_scatter(bench->drawn, game, 8, &bench->random);
    } while (candidates_situation(&bench->drawn->position) != SITUATION_QUIET);
}

TEST(same_question_same_answer)
{
    static const uint64_t node_limits[] = {1,   2,   3,   5,   10,  20,   50,   100,  200,  300,
                                           400, 500, 511, 512, 513, 1000, 1500, 2000, 3000, 5000};
    Workbench *bench = *state;
    for (long i = drawn_scaled(REPEATED_POSITIONS); i > 0; i--) {
        draw_open_position(bench);
        for (size_t j = 0; j < sizeof node_limits / sizeof *node_limits; j++) {
            Report one = think(bench, &bench->drawn->position, false, 0, node_limits[j]);
            think(bench, &bench->drawn->position, true, 2, 50); /* something else in between */
            Report other = think(bench, &bench->drawn->position, false, 0, node_limits[j]);
            assert_same_report(&one, &other);
        }
        Report one = think(bench, &bench->drawn->position, false, 3, 0);
        think(bench, &bench->drawn->position, true, 2, 50);
        Report other = think(bench, &bench->drawn->position, false, 3, 0);
        assert_same_report(&one, &other); /* the nodes above are as many as there may be */
    }
}

/* A search cut short by its node limit has visited just so many. */
TEST(node_limit_is_exact)
{
    Workbench *bench = *state;
    for (long i = drawn_scaled(REPEATED_POSITIONS); i > 0; i--) {
        draw_open_position(bench);
        for (uint64_t nodes = 1; nodes < 6000; nodes = nodes * 3 / 2 + 1) {
            Report report = think(bench, &bench->drawn->position, false, 0, nodes);
            assert_true(report.nodes == nodes ||
                        (report.nodes < nodes && value_is_proven(report.value)));
            assert_int_equal(report.move, report.pv.move[0]);
        }
    }
}

/* The line that is expected can be played: legal moves on empty points. */
TEST(line_can_be_played)
{
    Workbench *bench = *state;
    for (int i = 0; i < 20; i++) {
        draw_open_position(bench);
        Report report = think(bench, &bench->drawn->position, false, 0, 1000);
        reference_set(bench->reference, &bench->drawn->position);
        assert_true(report.pv.length > 0);
        for (int ply = 0; ply < report.pv.length; ply++) {
            Point move = report.pv.move[ply];
            assert_int_equal(bench->reference->position.board.at[move], EMPTY);
            assert_false(reference_forbids(bench->reference, move));
            assert_true(!reference_wins(bench->reference, move) || ply == report.pv.length - 1);
            reference_play(bench->reference, move);
        }
    }
}

TEST(full_board_has_no_move)
{
    Workbench *bench = *state;
    drawn_set(bench->drawn, RULE_FREESTYLE, 3, "XOX\nXOO\nOXX\n", WHITE);
    assert_int_equal(think(bench, &bench->drawn->position, false, 0, 0).move, POINT_NONE);
}

TEST(no_time_still_gives_a_legal_move)
{
    Workbench *bench = *state;
    for (int i = 0; i < 50; i++) {
        Game game = reference_random_game(&bench->random, SIDE_MIN, SIDE_MAX);
        reference_scatter(bench->drawn, game, drawn_below(&bench->random, 40), &bench->random);
        if (!has_moves(bench)) {
            continue;
        }
        Limits limits = limits_of(0, 0);
        limits.turn_ms = 0;
        search_set_position(&bench->search, &bench->drawn->position,
                            drawn_eval_tables(&bench->drawn->position));
        bench->search.plain = false;
        clock_start(&bench->clock, &limits);
        Report report = root_think(&bench->search, &limits, NULL);
        assert_int_equal(report.depth, 0);
        assert_int_equal(bench->drawn->position.board.at[report.move], EMPTY);
        assert_false(reference_forbids(bench->reference, report.move));
    }
}

/* --------------------------------------------------------------------------------------
 * symmetry */

/* One of the eight ways to turn and mirror a board: bit 0 mirrors columns, 1 rows, 2 the
 * diagonal. */
static Point transformed(const Position *to, int x, int y, int way)
{
    int column = (way & 4) != 0 ? y : x, row = (way & 4) != 0 ? x : y;
    column = (way & 1) != 0 ? to->game.width - 1 - column : column;
    row = (way & 2) != 0 ? to->game.height - 1 - row : row;
    return geometry_point(&to->board.geometry, column, row);
}

static void block_transformed(Position *to, const Board *from, int way)
{
    for (int y = 0; y < from->geometry.height; y++) {
        for (int x = 0; x < from->geometry.width; x++) {
            if (from->at[geometry_point(&from->geometry, x, y)] == WALL) {
                board_block(&to->board, transformed(to, x, y, way));
            }
        }
    }
    position_rebuild(to);
}

static void transform(Position *to, const Position *from, int way)
{
    const Board *board = &from->board;
    Game game = from->game;
    if ((way & 4) != 0) {
        game.width = from->game.height, game.height = from->game.width;
    }
    position_clear(to, &game, from->tables);
    block_transformed(to, board, way);
    for (int i = 0; i < board->count; i++) {
        int x = geometry_x(&board->geometry, board->moves[i].point);
        int y = geometry_y(&board->geometry, board->moves[i].point);
        position_play(to, transformed(to, x, y, way), board->moves[i].colour);
    }
    board_set_side(&to->board, board->side);
}

TEST(symmetric_positions_are_worth_the_same)
{
    Workbench *bench = *state;
    Position *other = malloc(sizeof *other);
    assert_non_null(other);
    for (long i = drawn_scaled(SYMMETRIC_POSITIONS); i > 0; i--) {
        int depth = draw_position(bench);
        /* Of equal middles of a board without stones the lowest is taken: that is not symmetric. */
        if (!has_moves(bench) || bench->drawn->position.board.count == 0) {
            continue;
        }
        Value value = think(bench, &bench->drawn->position, true, depth, 0).value;
        for (int way = 1; way < 8; way++) {
            transform(other, &bench->drawn->position, way);
            assert_equal_or_show(think(bench, other, true, depth, 0).value, value, other, depth);
        }
    }
    free(other);
}

/* ------------------------------------------------------------------------ playing the claims
 * out */

/* A claim being played out. `depth` is how deep the search was that made it. */
typedef struct {
    Workbench *bench;
    int depth;
    int effort; /* searches so far */
} Claim;

/* Searches the position to a depth at once: an earlier, shallower iteration would be content with
 * a longer win. POINT_NONE if no win so near is seen. */
static Point search_at_once(Claim *claim, int depth, int plies)
{
    Workbench *bench = claim->bench;
    Limits limits = limits_of(depth, 0);
    search_set_position(&bench->search, &bench->reference->position,
                        drawn_eval_tables(&bench->reference->position));
    bench->search.nodes = 0;
    bench->search.stopping = false;
    search_forget(&bench->search);
    tt_age(&bench->table);
    clock_start(&bench->clock, &limits);
    Value value = node_search(&bench->search, 0, depth * ONE_PLY, -VALUE_INFINITE, VALUE_INFINITE);
    return value >= value_win_at(plies) ? bench->search.pv[0].move[0] : POINT_NONE;
}

/* The move with which the engine means to win within so many plies; POINT_NONE if it knows none. It
 * may have to search deeper than it did: having seen a longer win, it skips moves. */
static Point winning_move(Claim *claim, int plies)
{
    claim->effort++;
    Report report = think(claim->bench, &claim->bench->reference->position, false, claim->depth, 0);
    Point move = report.value >= value_win_at(plies) ? report.move : POINT_NONE;
    for (int more = 0; move == POINT_NONE && more <= CLAIM_DEEPER; more++) {
        move = search_at_once(claim, claim->depth + more, plies);
    }
    return move;
}

static bool always_wins_within(Claim *claim, int plies);

/* Says whether the side to move loses within so many plies, whatever it plays. Once the effort is
 * used up, only one reply in `skip` is tried. */
static bool always_loses_within(Claim *claim, int plies)
{
    Reference *reference = claim->bench->reference;
    Point moves[REFERENCE_MOVES_MAX];
    int count = reference_moves(reference, moves), skip = 1 + claim->effort / CLAIM_EFFORT * 4;
    bool loses = !reference_is_full(reference);
    for (int i = 0; i < count && loses; i++) {
        if (reference_wins(reference, moves[i])) {
            return false;
        }
        if (drawn_below(&claim->bench->random, skip) == 0) {
            reference_play(reference, moves[i]);
            loses = always_wins_within(claim, plies - 1);
            reference_undo(reference);
        }
    }
    return loses;
}

/* Says whether the side to move, playing the engine's moves, wins within so many plies. */
static bool always_wins_within(Claim *claim, int plies)
{
    Reference *reference = claim->bench->reference;
    Point move = plies > 0 ? winning_move(claim, plies) : POINT_NONE;
    if (move == POINT_NONE || reference->position.board.at[move] != EMPTY ||
        reference_forbids(reference, move)) {
        reference_print(&reference->position);
        return false;
    }
    if (reference_wins(reference, move)) {
        return true;
    }
    reference_play(reference, move);
    bool wins = always_loses_within(claim, plies - 1);
    reference_undo(reference);
    return wins;
}

/* A position in which something is going on. */
static void draw_tactical_position(Workbench *bench)
{
    Game game = reference_random_game(&bench->random, 6, 11);
    if (drawn_below(&bench->random, 4) != 0) {
        game.win_length = WIN_LENGTH_MAX;
    }
    int stones = 6 + drawn_below(&bench->random, game.width * game.height / 3);
    reference_scatter(bench->drawn, game, stones, &bench->random);
}

/* Plays a claim out that was made under a limit of nodes; an iteration that was cut short may have
 * been the one that found it. */
static void play_out(Workbench *bench, const Report *report, uint64_t node_limit)
{
    Claim claim = {bench, report->depth + (report->nodes >= node_limit), 0};
    reference_set(bench->reference, &bench->drawn->position);
    bool holds = report->value > 0 ? always_wins_within(&claim, VALUE_WIN - report->value)
                                   : always_loses_within(&claim, VALUE_WIN + report->value);
    if (!holds) {
        reference_print(&bench->drawn->position);
        fail_msg("proven by depth %d and %d nodes as %d, which is not so", report->depth,
                 (int)report->nodes, report->value);
    }
}

TEST(claims_are_true)
{
    Workbench *bench = *state;
    long wins = 0, losses = 0, wanted = drawn_scaled(CLAIMS);
    while (wins + losses < wanted) {
        draw_tactical_position(bench);
        if (!has_moves(bench)) {
            continue;
        }
        int depth = 4 + drawn_below(&bench->random, 3);
        Report report = think(bench, &bench->drawn->position, false, depth, CLAIM_NODES);
        /* Short wins come by the dozen; one in eight of them will do. */
        bool is_short = report.value >= value_win_at(3);
        if (report.nodes < CLAIM_NODES && value_is_proven(report.value) &&
            (!is_short || drawn_below(&bench->random, 8) == 0)) {
            wins += report.value > 0;
            losses += report.value < 0;
            play_out(bench, &report, CLAIM_NODES);
        }
    }
    assert_true(losses >= wanted * LOSSES / CLAIMS / 2);
}

/* A search may be cut short at any node: what it calls proven must be so even then. */
TEST(claims_are_true_when_cut_short)
{
    Workbench *bench = *state;
    for (long i = drawn_scaled(CUT_SHORT); i > 0; i--) {
        draw_tactical_position(bench);
        if (!has_moves(bench)) {
            continue;
        }
        uint64_t nodes = 1 + (uint64_t)drawn_below(&bench->random, 1000);
        Report report = think(bench, &bench->drawn->position, false, 0, nodes);
        if (report.nodes >= nodes && value_is_proven(report.value)) {
            play_out(bench, &report, nodes);
        }
    }
}

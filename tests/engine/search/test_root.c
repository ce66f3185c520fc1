/* Checks the root of the search: a proven win comes as soon as it was claimed, and the principal
 * variations that it reports can be played.
 *
 * A proof shows how to win against every reply, but each answer of the engine is a search of its
 * own, which might find another, longer win, and then another. So won positions are played to
 * their end here, with the same search answering move after move as in a game, against random
 * replies and against a search that defends itself. The oracle is the judge of fives and fouls.
 */
#include "search/root.h"
#include "search/rootmoves.h"

#include "port/port.h"
#include "aligned.h"
#include "reference.h"
#include "search/solver.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TABLE_BYTES = 1 << 20,
    CLAIMS = 12, /* wins to play out for each rule, */
    SHORT_PLIES = 5,
    GAMES = 6, /* so often each; every second against a defence */
    CLAIM_NODES = 4000,
    ANSWER_NODES = 20000, /* enough to find again what was found before */
    KEPT_NODES = 100,     /* enough for what the table knows */
    FEW_NODES = 700,      /* not enough for a search */
    DEFENCE_NODES = 300,
    PV_BOARDS = 150,
    LINES = 3,
    MATCH_MS = 1200000, /* of which a usual position gets 55 seconds, */
    LATE_MS = 45000,    /* most of which have gone by */
    LATE_BOARDS = 30,
    LATE_DEPTH = 7,
    LATE_STEADY = 4,
    ONLY_MOVE_LIMIT = 16000, /* nodes, of which an only move gets an eighth */
    ROLE_NODES = 60000,      /* enough for the solver's share of the thread that has it */
    HELPER_DEPTH = 2,
};

typedef struct {
    TranspositionTable table;
    Clock clock;
    Search search;
} Player;

typedef struct {
    Drawn *drawn;
    Reference *reference;
    Player attacker, defender;
    uint64_t random;
} Fixture;

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static void player_init(Player *player)
{
    assert_true(search_init(&player->search, &player->table, &player->clock));
    assert_true(tt_resize(&player->table, TABLE_BYTES));
}

static void player_free(Player *player)
{
    search_free(&player->search);
    tt_free(&player->table);
}

static int set_up(void **state)
{
    Fixture *fixture = aligned_new(sizeof *fixture);
    fixture->drawn = drawn_new(usual);
    fixture->reference = reference_new(&fixture->drawn->position);
    player_init(&fixture->attacker);
    player_init(&fixture->defender);
    fixture->random = UINT64_C(20250303);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    player_free(&fixture->attacker);
    player_free(&fixture->defender);
    free(fixture->reference);
    free(fixture->drawn);
    free(fixture);
    return 0;
}

FIXTURE(set_up, tear_down)

/* Puts the player before the position, with so many nodes and all the time. */
static Limits prepare(Player *player, const Position *position, uint64_t nodes)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.nodes = nodes;
    search_set_position(&player->search, position, drawn_eval_tables(position));
    clock_start(&player->clock, &limits);
    player->clock.end_ms = INT64_MAX;
    return limits;
}

static Report think(Player *player, const Position *position, uint64_t nodes, int lines,
                    const RootListener *listener)
{
    Limits limits = prepare(player, position, nodes);
    limits.multipv = lines;
    return root_think(&player->search, &limits, listener);
}

/* A position in which something is going on. */
static void draw_position(Fixture *fixture, Rule rule)
{
    Game game = {rule, 8 + drawn_below(&fixture->random, 8), 8 + drawn_below(&fixture->random, 8),
                 5};
    int stones = 6 + drawn_below(&fixture->random, game.width * game.height / 4);
    do {
        reference_scatter(fixture->drawn, game, stones, &fixture->random);
    } while (fixture->drawn->position.board.empty < 10);
}

/* -------------------------------------------------------------------------- playing wins to
 * five */

static Point random_reply(Fixture *fixture)
{
    Point moves[REFERENCE_MOVES_MAX];
    int count = drawn_below(&fixture->random, 2) == 0
                    ? reference_moves(fixture->reference, moves)
                    : reference_all_moves(fixture->reference, moves);
    return count > 0 ? moves[drawn_below(&fixture->random, count)] : POINT_NONE;
}

/* The defender stops fives and open fours where he can, or his game would be over at once. */
static Point reply(Fixture *fixture, bool defends)
{
    Move moves[MOVES_MAX];
    Position *position = &fixture->reference->position;
    Situation situation = candidates_situation(position);
    if (defends) {
        return think(&fixture->defender, position, DEFENCE_NODES, 1, NULL).move;
    }
    int count = situation == SITUATION_QUIET ? 0 : candidates_list(position, situation, moves);
    Point choice = count > 0 ? moves[drawn_below(&fixture->random, count)].point : POINT_NONE;
    return choice != POINT_NONE && !reference_forbids(fixture->reference, choice)
               ? choice
               : random_reply(fixture);
}

static void fail_at(const Fixture *fixture, const char *why, int plies, int claimed)
{
    reference_print(&fixture->drawn->position);
    reference_print(&fixture->reference->position);
    fail_msg("%s: %d, where %d was claimed", why, plies, claimed);
}

/* An answer claims a win as near as the one before did. */
static void assert_as_near(const Fixture *fixture, const Report *report, int limit)
{
    int plies = value_is_proven(report->value) && report->value > 0 ? VALUE_WIN - report->value
                                                                    : 2 * PLY_MAX;
    if (plies > limit) {
        fail_at(fixture, "an answer put the win off", plies, limit);
    }
}

/* Plays from a position that the attacker has just called won in so many plies. */
static void play_to_five(Fixture *fixture, Report report, bool defends)
{
    Reference *reference = fixture->reference;
    int claimed = VALUE_WIN - report.value;
    reference_set(reference, &fixture->drawn->position);
    for (int left = claimed; left > 0; left -= 2) {
        assert_as_near(fixture, &report, left);
        assert_int_equal(reference->position.board.at[report.move], EMPTY);
        assert_false(reference_forbids(reference, report.move));
        if (reference_wins(reference, report.move)) {
            return;
        }
        reference_play(reference, report.move);
        Point answer = reply(fixture, defends);
        if (answer == POINT_NONE || reference_forbids(reference, answer)) {
            return; /* no legal move */
        }
        assert_false(reference_wins(reference, answer));
        reference_play(reference, answer);
        report = think(&fixture->attacker, &reference->position, ANSWER_NODES, 1, NULL);
    }
    fail_at(fixture, "no five within", claimed, claimed);
}

/* The same search must have made the claim when a game begins: it is asked again each time. */
static void play_claim_out(Fixture *fixture)
{
    for (int game = 0; game < GAMES; game++) {
        search_forget(&fixture->attacker.search);
        search_forget(&fixture->defender.search);
        Report report = think(&fixture->attacker, &fixture->drawn->position, CLAIM_NODES, 1, NULL);
        play_to_five(fixture, report, game % 2 == 1);
    }
}

/* The solver proved a win that the search does not see in so few nodes, and claimed it; with
 * nothing in the table the solver must find its way back before the search begins. */
TEST(a_win_of_the_solver_is_found_again)
{
    Fixture *fixture = *state;
    Player *attacker = &fixture->attacker;
    Position *position = &fixture->drawn->position;
    Variation pv;
    int plies;
    drawn_set(fixture->drawn, RULE_FREESTYLE, 5, drawn_quiet_win, BLACK);
    think(attacker, position, FEW_NODES, 1, NULL);
    search_forget(&attacker->search);
    search_begin(&attacker->search);
    assert_true(solver_solve(&attacker->search, FEW_NODES, PLY_MAX, &pv, &plies));
    position_play(position, pv.move[0], BLACK);
    attacker->search.mate_key = position->board.key;
    attacker->search.mate_plies = plies - 2;
    position_play(position, pv.move[1], WHITE);
    Report report = think(attacker, position, FEW_NODES, 1, NULL);
    assert_true(report.value >= value_win_at(plies - 2));
}

/* Does a helper's work in that role. */
static Report help(Player *player, const Position *position, SearchRole role)
{
    Limits limits = prepare(player, position, ROLE_NODES);
    player->search.role = role;
    search_forget(&player->search);
    return root_help(&player->search, &limits, HELPER_DEPTH);
}

/* Of several threads one has the solver, and the one that leads has not. */
TEST(each_role_has_its_work)
{
    Fixture *fixture = *state;
    Player *player = &fixture->attacker;
    Position *position = &fixture->drawn->position;
    drawn_set(fixture->drawn, RULE_RENJU, 5, drawn_solver_win, BLACK);
    assert_true(help(player, position, ROLE_SOLVES).value >= VALUE_PROVEN_MIN);
    assert_false(value_is_proven(help(player, position, ROLE_HELPS).value));
    player->search.role = ROLE_LEADS;
    search_forget(&player->search);
    assert_false(value_is_proven(think(player, position, ROLE_NODES, 1, NULL).value));
}

/* A helper leaves out the depths at which others are, here all that it could complete. */
TEST(helpers_go_past_others)
{
    static Progress progress;
    Fixture *fixture = *state;
    Player *player = &fixture->attacker;
    const Position *position = &fixture->drawn->position;
    drawn_set(fixture->drawn, RULE_RENJU, 5, drawn_solver_win, BLACK);
    progress_begin(&progress, 3);
    progress_note(&progress, 0, PLY_MAX);
    assert_true(help(player, position, ROLE_HELPS).depth > 0);
    player->search.progress = &progress;
    assert_int_equal(help(player, position, ROLE_HELPS).depth, 0);
    assert_int_equal(help(player, position, ROLE_SOLVES).depth, 0);
    player->search.role = ROLE_LEADS;
    search_forget(&player->search);
    assert_true(think(player, position, ROLE_NODES, 1, NULL).depth > 0);
}

/* A position that the search calls won, though not at once. */
static Report find_claim(Fixture *fixture, Rule rule)
{
    Report report;
    do {
        draw_position(fixture, rule);
        search_forget(&fixture->attacker.search);
        report = think(&fixture->attacker, &fixture->drawn->position, CLAIM_NODES, 1, NULL);
    } while (report.value < VALUE_PROVEN_MIN || report.value >= value_win_at(SHORT_PLIES));
    return report;
}

TEST(proven_wins_come_in_time)
{
    Fixture *fixture = *state;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (long i = drawn_scaled(CLAIMS); i > 0; i--) {
            find_claim(fixture, (Rule)rule);
            play_claim_out(fixture);
        }
    }
}

/* After the reply that was expected the win is as near as it was, even if next to nothing may be
 * searched. */
TEST(a_win_is_kept_without_a_search)
{
    Fixture *fixture = *state;
    Position *position = &fixture->drawn->position;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (long i = drawn_scaled(CLAIMS); i > 0; i--) {
            Report claim = find_claim(fixture, (Rule)rule);
            reference_set(fixture->reference, position);
            for (int ply = 0; ply < 2; ply++) {
                position_play(position, claim.pv.move[ply], position->board.side);
            }
            Report report = think(&fixture->attacker, position, KEPT_NODES, 1, NULL);
            assert_as_near(fixture, &report, VALUE_WIN - claim.value - 2);
        }
    }
}

/* ---------------------------------------------------------------------------------------- lines */

static void assert_can_be_played(Fixture *fixture, const Report *report)
{
    Reference *reference = fixture->reference;
    reference_set(reference, &fixture->drawn->position);
    assert_true(report->pv.length > 0);
    assert_int_equal(report->pv.move[0], report->move);
    for (int i = 0; i < report->pv.length; i++) {
        Point move = report->pv.move[i];
        assert_int_equal(reference->position.board.at[move], EMPTY);
        assert_false(reference_forbids(reference, move));
        assert_true(!reference_wins(reference, move) || i == report->pv.length - 1);
        reference_play(reference, move);
    }
}

static void check_line(void *context, const Report *report)
{
    assert_can_be_played(context, report);
}

/* Of every iteration and rank, with a fresh table and with one that knows the position already. */
/* What was spent on a move is a part of all, and no line is longer than the longest. */
static void assert_work_is_told(const Report *report, int lines)
{
    assert_true(report->move_nodes <= report->nodes);
    assert_true(report->deepest >= report->pv.length && report->deepest < PLY_MAX);
    assert_true(report->pv_count >= 1 && report->pv_count <= lines);
    if (report->depth > 0 && lines > 1) {
        assert_true(report->move_nodes > 0 && report->deepest >= 1);
    }
}

TEST(pvs_can_be_played)
{
    Fixture *fixture = *state;
    RootListener listener = {.context = fixture, .on_iteration = check_line};
    for (long i = drawn_scaled(PV_BOARDS); i > 0; i--) {
        draw_position(fixture, (Rule)(i % RULE_COUNT));
        reference_set(fixture->reference, &fixture->drawn->position);
        if (reference_all_moves(fixture->reference, (Point[REFERENCE_MOVES_MAX]){0}) == 0) {
            continue;
        }
        search_forget(&fixture->attacker.search);
        for (int round = 0; round < 2; round++) {
            uint64_t nodes = 100 + (uint64_t)drawn_below(&fixture->random, 3000);
            int lines = 1 + drawn_below(&fixture->random, LINES);
            Report report =
                think(&fixture->attacker, &fixture->drawn->position, nodes, lines, &listener);
            assert_can_be_played(fixture, &report);
            assert_work_is_told(&report, lines);
        }
    }
}

/* ---------------------------------------------------------------------- how long a move is
 * thought */

/* What the iterations of a search found best. */
typedef struct {
    Point move[PLY_MAX];
    int count;
} Course;

static void note_move(void *context, const Report *report)
{
    Course *course = context;
    course->move[course->count++] = report->move;
}

/* For how many iterations the last one's move had been the best already. */
static int steadiness(const Course *course)
{
    int steady = 0;
    while (steady + 1 < course->count &&
           course->move[course->count - 2 - steady] == course->move[course->count - 1]) {
        steady++;
    }
    return steady;
}

/* Thinks with a match clock of which four fifths of the usual share have gone by. */
static Report think_late(Player *player, const Position *position, Course *course)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms() - LATE_MS;
    limits.left_ms = MATCH_MS;
    limits.depth = LATE_DEPTH;
    RootListener listener = {.context = course, .on_iteration = note_move};
    search_forget(&player->search);
    search_set_position(&player->search, position, drawn_eval_tables(position));
    clock_start(&player->clock, &limits);
    return root_think(&player->search, &limits, &listener);
}

/* Late in its share a search goes on only where the best move still changes or its value falls. */
TEST(stable_moves_are_played_early)
{
    Fixture *fixture = *state;
    int early = 0, whole = 0;
    for (long i = drawn_scaled(LATE_BOARDS); i > 0; i--) {
        Course course = {.count = 0};
        draw_position(fixture, RULE_FREESTYLE);
        Report report = think_late(&fixture->attacker, &fixture->drawn->position, &course);
        if (value_is_proven(report.value) || course.count == 0) {
            continue;
        }
        if (report.depth < LATE_DEPTH) {
            early++;
            assert_true(steadiness(&course) >= LATE_STEADY);
        } else {
            whole++;
        }
    }
    assert_true(early > 0 && whole > 0);
}

/* ---------------------------------------------------------------------- the only move */

/* White's four has one block. With black's two threes the block wins; without them it does not. */
static const char block_wins[] = "...............\n"
                                 "...XXX.........\n"
                                 "...............\n"
                                 "...............\n"
                                 "...XXX.........\n"
                                 "...............\n"
                                 "...............\n"
                                 "XOOOO..........\n"
                                 "...............\n";
static const char block_says_little[] = "...............\n"
                                        ".........X.....\n"
                                        "...............\n"
                                        "...............\n"
                                        "..........X....\n"
                                        "...............\n"
                                        "...............\n"
                                        "XOOOO..........\n"
                                        "...............\n";

/* Draws the board and searches it; the answer is the block. */
static Report think_of_block(Fixture *fixture, const char *diagram, uint64_t nodes)
{
    drawn_set(fixture->drawn, RULE_FREESTYLE, 5, diagram, BLACK);
    const Position *position = &fixture->drawn->position;
    Report report = think(&fixture->attacker, position, nodes, 1, NULL);
    assert_int_equal(report.move, position_first(position, WHITE, THREAT_FIVE));
    assert_true(report.is_only_move);
    return report;
}

/* A win behind the only move is announced; where there is none, the search ends soon, with what it
 * has found by then, whether or not it has a limit. */
TEST(the_only_move_is_searched_briefly)
{
    Fixture *fixture = *state;
    Report report = think_of_block(fixture, block_wins, ONLY_MOVE_LIMIT);
    assert_int_equal(report.value, value_win_at(5));
    report = think_of_block(fixture, block_says_little, ONLY_MOVE_LIMIT);
    assert_false(value_is_proven(report.value));
    assert_true(report.depth > 0 && report.nodes <= ONLY_MOVE_LIMIT / 8 + 1);
    report = think_of_block(fixture, block_says_little, 0);
    assert_true(report.depth > 0 && report.nodes > ONLY_MOVE_LIMIT);
}

/* A win that an earlier answer proved stays as near, though the brief search does not find it. */
TEST(the_only_move_keeps_a_known_win)
{
    Fixture *fixture = *state;
    Player *player = &fixture->attacker;
    enum { KNOWN_PLIES = 21 };
    think_of_block(fixture, block_says_little, ONLY_MOVE_LIMIT);
    player->search.mate_key = board_key_before(&fixture->drawn->position.board);
    player->search.mate_plies = KNOWN_PLIES;
    Report report = think(player, &fixture->drawn->position, ONLY_MOVE_LIMIT, 1, NULL);
    assert_int_equal(report.value, value_win_at(KNOWN_PLIES));
    assert_int_equal(player->search.mate_plies, KNOWN_PLIES - 2);
}

/* ---------------------------------------------------------------------- searches within others */

/* Searches the position for FEW_NODES, in a search without limit whose clock was stopped or was
 * not. */
static Report think_within(Player *player, const Position *position, bool is_stopped)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.depth = PLY_MAX;
    search_forget(&player->search);
    search_begin(&player->search);
    search_set_position(&player->search, position, drawn_eval_tables(position));
    clock_start(&player->clock, &limits);
    if (is_stopped) {
        clock_stop(&player->clock);
    }
    return root_think_nodes(&player->search, FEW_NODES, 1, NULL);
}

/* It finds what a search of so many nodes finds, and only if the clock is over does the outer one
 * end, too. */
TEST(a_search_within_another_ends_alone)
{
    Fixture *fixture = *state;
    Player *player = &fixture->attacker;
    const Position *position = &fixture->drawn->position;
    int spent = 0;
    for (long i = drawn_scaled(PV_BOARDS); i > 0; i--) {
        draw_position(fixture, (Rule)(i % RULE_COUNT));
        search_forget(&player->search);
        Report expected = think(player, position, FEW_NODES, 1, NULL);
        spent += player->search.stopping;
        Report report = think_within(player, position, false);
        assert_int_equal(report.move, expected.move);
        assert_int_equal(report.value, expected.value);
        assert_int_equal(report.nodes, expected.nodes);
        assert_int_equal(player->search.node_limit, 0);
        assert_false(player->search.stopping);
        think_within(player, position, true);
        assert_true(player->search.stopping);
    }
    assert_true(spent > 0);
}

/* ---------------------------------------------------------------------- several best moves */

static bool are_images(const Geometry *geometry, Point one, Point other)
{
    bool are = false;
    for (int symmetry = 1; symmetry < geometry_symmetries(geometry); symmetry++) {
        Coordinates image = geometry_image(geometry, geometry_coordinates(geometry, one), symmetry);
        are = are || geometry_point(geometry, image.x, image.y) == other;
    }
    return are;
}

/* With one stone in the middle every symmetry of the board is one of the position. */
TEST(one_move_stays_of_those_that_are_images)
{
    Fixture *fixture = *state;
    Position *position = &fixture->drawn->position;
    RootMoves all, merged;
    drawn_clear(fixture->drawn, (Game){RULE_FREESTYLE, 15, 15, 5});
    position_play(position, drawn_point(fixture->drawn, 7, 7), BLACK);
    prepare(&fixture->attacker, position, FEW_NODES);
    rootmoves_list(&all, &fixture->attacker.search);
    merged = all;
    rootmoves_merge_images(&merged, &position->board);
    assert_int_equal(merged.moves[0].point, all.moves[0].point);
    for (int i = 0; i < all.count; i++) {
        int kept = 0;
        for (int j = 0; j < merged.count; j++) {
            kept +=
                merged.moves[j].point == all.moves[i].point ||
                are_images(&position->board.geometry, all.moves[i].point, merged.moves[j].point);
        }
        assert_int_equal(kept, 1);
    }
    position_play(position, drawn_point(fixture->drawn, 2, 5), WHITE);
    merged = all;
    rootmoves_merge_images(&merged, &position->board);
    assert_int_equal(merged.count, all.count);
}

/* Checks what the root of the search promises: a win, once proven, comes as soon as was said; and
 * the lines it tells can be played.
 *
 * A proof tells how to win against every reply, but each answer of the engine is a search of its
 * own, which might find another, longer win, and then another. So won positions are played to
 * their end here, with the same search answering move after move as in a game, against chance and
 * against a search that defends itself. The oracle says who has won and what is forbidden.
 */
#include "search/root.h"

#include "port/port.h"
#include "reference.h"
#include "search/solver.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum {
    TABLE_BYTES = 1 << 20,
    CLAIMS = 12, /* wins to play out for each rule, */
    SHORT_PLIES = 5,
    GAMES = 6, /* so often each; every second against a defence */
    CLAIM_NODES = 4000,
    ANSWER_NODES = 20000, /* enough to find again what was found before */
    FEW_NODES = 500,      /* not enough for a search */
    DEFENCE_NODES = 300,
    LINE_BOARDS = 150,
    LINES = 3,
    PURSE_MS = 2000000, /* of which a usual position gets 55 seconds, */
    LATE_MS = 45000,    /* most of which have gone by */
    LATE_BOARDS = 30,
    LATE_DEPTH = 7,
    LATE_STEADY = 4,
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
} Worker;

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
    Worker *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->drawn = drawn_new(usual);
    desk->reference = reference_new(&desk->drawn->position);
    player_init(&desk->attacker);
    player_init(&desk->defender);
    desk->random = UINT64_C(20250303);
    *state = desk;
    return 0;
}

static int tear_down(void **state)
{
    Worker *desk = *state;
    player_free(&desk->attacker);
    player_free(&desk->defender);
    free(desk->reference);
    free(desk->drawn);
    free(desk);
    return 0;
}

static Report think(Player *player, const Position *position, uint64_t nodes, int lines,
                    const RootListener *listener)
{
    Limits limits = {.start_ms = port_now_ms(),
                     .turn_ms = LIMIT_UNKNOWN,
                     .match_ms = LIMIT_UNKNOWN,
                     .left_ms = LIMIT_UNKNOWN,
                     .nodes = nodes,
                     .multipv = lines};
    search_set_position(&player->search, position, drawn_eval_tables(position));
    clock_start(&player->clock, &limits);
    player->clock.end_ms = INT64_MAX;
    return root_think(&player->search, &limits, listener);
}

/* A position in which something is going on. */
static void draw_position(Worker *desk, Rule rule)
{
    Game game = {rule, 8 + drawn_below(&desk->random, 8), 8 + drawn_below(&desk->random, 8), 5};
    int stones = 6 + drawn_below(&desk->random, game.width * game.height / 4);
    do {
        reference_scatter(desk->drawn, game, stones, &desk->random);
    } while (desk->drawn->position.board.empty < 10);
}

/* -------------------------------------------------------------------------- playing wins to
 * five */

static Point random_reply(Worker *desk)
{
    Point moves[REFERENCE_MOVES_MAX];
    int count = drawn_below(&desk->random, 2) == 0 ? reference_moves(desk->reference, moves)
                                                   : reference_all_moves(desk->reference, moves);
    return count > 0 ? moves[drawn_below(&desk->random, count)] : POINT_NONE;
}

/* The defender stops fives and open fours where he can, or his game would be over at once. */
static Point reply(Worker *desk, bool defends)
{
    Move moves[MOVES_MAX];
    Position *position = &desk->reference->position;
    Situation situation = candidates_situation(position);
    if (defends) {
        return think(&desk->defender, position, DEFENCE_NODES, 1, NULL).move;
    }
    int count = situation == SITUATION_QUIET ? 0 : candidates_list(position, situation, moves);
    Point choice = count > 0 ? moves[drawn_below(&desk->random, count)].point : POINT_NONE;
    return choice != POINT_NONE && !reference_forbids(desk->reference, choice) ? choice
                                                                               : random_reply(desk);
}

static void fail_at(const Worker *desk, const char *why, int plies, int promised)
{
    reference_print(&desk->drawn->position);
    reference_print(&desk->reference->position);
    fail_msg("%s: %d, where %d was promised", why, plies, promised);
}

/* An answer tells a win as near as was promised, unless it was the only move there is. */
static void assert_keeps_promise(const Worker *desk, const Report *report, int promised)
{
    int plies = value_is_proven(report->value) && report->value > 0 ? VALUE_WIN - report->value
                                                                    : 2 * PLY_MAX;
    bool is_only_move = report->depth == 0 && !value_is_proven(report->value);
    if (plies > promised && !is_only_move) {
        fail_at(desk, "an answer put the win off", plies, promised);
    }
}

/* Plays from a position that the attacker has just called won in so many plies. */
static void play_to_five(Worker *desk, Report report, bool defends)
{
    Reference *reference = desk->reference;
    int promised = VALUE_WIN - report.value;
    reference_set(reference, &desk->drawn->position);
    for (int left = promised; left > 0; left -= 2) {
        assert_keeps_promise(desk, &report, left);
        assert_int_equal(reference->position.board.at[report.move], EMPTY);
        assert_false(reference_forbids(reference, report.move));
        if (reference_wins(reference, report.move)) {
            return;
        }
        reference_play(reference, report.move);
        Point answer = reply(desk, defends);
        if (answer == POINT_NONE || reference_forbids(reference, answer)) {
            return; /* no legal move */
        }
        assert_false(reference_wins(reference, answer));
        reference_play(reference, answer);
        report = think(&desk->attacker, &reference->position, ANSWER_NODES, 1, NULL);
    }
    fail_at(desk, "no five within", promised, promised);
}

/* The same search must have made the claim when a game begins: it is asked again each time. */
static void play_claim_out(Worker *desk)
{
    for (int game = 0; game < GAMES; game++) {
        search_forget(&desk->attacker.search);
        search_forget(&desk->defender.search);
        Report report = think(&desk->attacker, &desk->drawn->position, CLAIM_NODES, 1, NULL);
        play_to_five(desk, report, game % 2 == 1);
    }
}

/* The solver proved a win that the search does not see in so few nodes, and promised it; with
 * nothing in the table the solver must find its way back before the search begins. */
static void a_promise_of_the_solver_is_kept(void **state)
{
    Worker *desk = *state;
    Player *attacker = &desk->attacker;
    Position *position = &desk->drawn->position;
    Variation pv;
    int plies;
    drawn_set(desk->drawn, RULE_FREESTYLE, 5, drawn_quiet_win, BLACK);
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

static void proven_wins_come_in_time(void **state)
{
    Worker *desk = *state;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        long wanted = drawn_scaled(CLAIMS);
        while (wanted > 0) {
            draw_position(desk, (Rule)rule);
            search_forget(&desk->attacker.search);
            Report report = think(&desk->attacker, &desk->drawn->position, CLAIM_NODES, 1, NULL);
            if (report.value >= VALUE_PROVEN_MIN && report.value < value_win_at(SHORT_PLIES)) {
                play_claim_out(desk);
                wanted--;
            }
        }
    }
}

/* ---------------------------------------------------------------------------------------- lines */

static void assert_can_be_played(Worker *desk, const Report *report)
{
    Reference *reference = desk->reference;
    reference_set(reference, &desk->drawn->position);
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
static void lines_can_be_played(void **state)
{
    Worker *desk = *state;
    RootListener listener = {.context = desk, .on_iteration = check_line};
    for (long i = drawn_scaled(LINE_BOARDS); i > 0; i--) {
        draw_position(desk, (Rule)(i % RULE_COUNT));
        reference_set(desk->reference, &desk->drawn->position);
        if (reference_all_moves(desk->reference, (Point[REFERENCE_MOVES_MAX]){0}) == 0) {
            continue;
        }
        search_forget(&desk->attacker.search);
        for (int round = 0; round < 2; round++) {
            uint64_t nodes = 100 + (uint64_t)drawn_below(&desk->random, 3000);
            int lines = 1 + drawn_below(&desk->random, LINES);
            Report report = think(&desk->attacker, &desk->drawn->position, nodes, lines, &listener);
            assert_can_be_played(desk, &report);
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
    Limits limits = {.start_ms = port_now_ms() - LATE_MS,
                     .turn_ms = LIMIT_UNKNOWN,
                     .match_ms = LIMIT_UNKNOWN,
                     .left_ms = PURSE_MS,
                     .depth = LATE_DEPTH};
    RootListener listener = {.context = course, .on_iteration = note_move};
    search_forget(&player->search);
    search_set_position(&player->search, position, drawn_eval_tables(position));
    clock_start(&player->clock, &limits);
    return root_think(&player->search, &limits, &listener);
}

/* Late in its share a search goes on only where the best move still changes or its value falls. */
static void plain_moves_are_played_early(void **state)
{
    Worker *desk = *state;
    int early = 0, whole = 0;
    for (long i = drawn_scaled(LATE_BOARDS); i > 0; i--) {
        Course course = {.count = 0};
        draw_position(desk, RULE_FREESTYLE);
        Report report = think_late(&desk->attacker, &desk->drawn->position, &course);
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

/* ------------------------------------------------------------------------- the table meanwhile */

/* Stores strangers until the table wants to grow. */
static void crowd(TranspositionTable *table, uint64_t *random)
{
    TtEntry entry = {.bound = BOUND_EXACT};
    for (uint64_t i = table->bucket_count * TT_BUCKET_ENTRIES / 2; i > 0; i--) {
        tt_store(table, drawn_random(random), 0, &entry);
    }
}

/* Whether the table grows in a turn of so many hours, if it has taken one to double. */
static bool grows_in_hours(Worker *desk, int hours)
{
    enum { HOUR_MS = 1000 * 60 * 60 };
    TranspositionTable table = {.buckets = NULL};
    Search *search = &desk->attacker.search;
    Limits limits = {.start_ms = port_now_ms(),
                     .turn_ms = (int64_t)hours * HOUR_MS,
                     .match_ms = LIMIT_UNKNOWN,
                     .left_ms = LIMIT_UNKNOWN,
                     .depth = 1};
    assert_true(tt_resize(&table, 2 * TABLE_BYTES));
    table.doubling_ms = HOUR_MS;
    crowd(&table, &desk->random);
    search->table = &table;
    search_set_position(search, &desk->drawn->position, drawn_eval_tables(&desk->drawn->position));
    clock_start(search->clock, &limits);
    root_think(search, &limits, NULL);
    bool grew = table.bucket_count > TABLE_BYTES / sizeof *table.buckets;
    search->table = &desk->attacker.table;
    tt_free(&table);
    return grew;
}

/* A quarter of what is left may go by before the search goes on. */
static void the_table_grows_if_there_is_time(void **state)
{
    Worker *desk = *state;
    draw_position(desk, RULE_FREESTYLE);
    assert_false(grows_in_hours(desk, 1));
    assert_false(grows_in_hours(desk, 8)); /* less what is kept back */
    assert_true(grows_in_hours(desk, 9));
}

#define AT_A_DESK(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_A_DESK(lines_can_be_played),
        AT_A_DESK(a_promise_of_the_solver_is_kept),
        AT_A_DESK(proven_wins_come_in_time),
        AT_A_DESK(plain_moves_are_played_early),
        AT_A_DESK(the_table_grows_if_there_is_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

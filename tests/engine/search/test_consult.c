/* Checks what is made of what others know: proven results are played and announced, opinions are
 * followed and announced by nobody, and what is told afterwards is what was proven or found.
 */
#include "search/consult.h"

#include "drawn.h"
#include "port/port.h"
#include "unit.h"
#include "workbench.h"

#include <string.h>

enum {
    TABLE_BYTES = 1 << 20,
    SEED = 20261125,
    HEARD_MAX = 8,
    KNOWN_MAX = 8,
    DEPTH = 3,
    FAR_DEPTH = 30,
    BEST = 2500,
    PLENTY_MS = 3600000, /* nothing ends because of it */
};

#define SPREAD UINT64_C(0x9E3779B97F4A7C15) /* odd: multiples of it are keys over all words */

WORKBENCH(FIXTURE, TABLE_BYTES, SEED)

/* Somebody who knows some positions, and remembers what was told. */
typedef struct {
    int known_count, told_count;
    Diagram known[KNOWN_MAX], told[HEARD_MAX];
    Verdict verdicts[KNOWN_MAX], told_verdicts[HEARD_MAX];
    VerdictSource source;
} Friend;

static bool is_same(const Diagram *one, const Diagram *other)
{
    return one->side == other->side && memcmp(one->at, other->at, (size_t)diagram_points(one)) == 0;
}

static bool find(void *context, const Diagram *diagram, int64_t within_ms, Verdict *verdict)
{
    assert_in_range(within_ms, 0, PLENTY_MS);
    const Friend *friend = context;
    for (int i = 0; i < friend->known_count; i++) {
        if (is_same(&friend->known[i], diagram)) {
            *verdict = friend->verdicts[i];
            return true;
        }
    }
    return false;
}

static void note(void *context, const Diagram *diagram, const Verdict *verdict)
{
    Friend *friend = context;
    assert_in_range(friend->told_count, 0, HEARD_MAX - 1);
    friend->told[friend->told_count] = *diagram;
    friend->told_verdicts[friend->told_count++] = *verdict;
}

static Friend *friend_new(void)
{
    Friend *friend = calloc(1, sizeof *friend);
    assert_non_null(friend);
    friend->source = (VerdictSource){friend, find, note, DEPTH, {0}};
    return friend;
}

/* A quiet position, black to move. */
static const char quiet[] = ".........\n"
                            ".........\n"
                            ".........\n"
                            "...XO....\n"
                            "....X....\n"
                            "...O.....\n"
                            ".........\n"
                            ".........\n"
                            ".........\n";

/* In which black has an open three. */
static const char winning[] = ".........\n"
                              ".........\n"
                              "...XXX...\n"
                              "....O....\n"
                              "..O...O..\n"
                              ".........\n"
                              ".........\n"
                              ".........\n"
                              ".........\n";

static Search *set_up_board(Workbench *bench, const char *drawing)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = PLENTY_MS;
    drawn_set(bench->drawn, RULE_FREESTYLE, WIN_LENGTH_MAX, drawing, BLACK);
    search_set_position(&bench->search, &bench->drawn->position,
                        drawn_eval_tables(&bench->drawn->position));
    search_forget(&bench->search);
    memset(&bench->search.avoided, 0, sizeof bench->search.avoided);
    clock_start(&bench->clock, &limits);
    return &bench->search;
}

static Diagram diagram_on(const Search *search)
{
    const Board *board = &search->position.board;
    Diagram diagram = {.game = search->position.game, .side = (Colour)board->side};
    for (int i = 0; i < diagram_points(&diagram); i++) {
        Coordinates at = diagram_point(&diagram, i);
        diagram.at[i] = board->at[geometry_point(&board->geometry, at.x, at.y)];
    }
    return diagram;
}

/* Lets the friend know the position after moves, x and y each, which end in -1. */
static void know(Friend *friend, const Search *search, const int *moves, Verdict verdict)
{
    Diagram diagram = diagram_on(search);
    for (; *moves >= 0; moves += 2) {
        diagram.at[moves[1] * diagram.game.width + moves[0]] = (uint8_t)diagram.side;
        diagram.side = diagram.side == BLACK ? WHITE : BLACK;
    }
    friend->known[friend->known_count] = diagram;
    friend->verdicts[friend->known_count++] = verdict;
}

#define AFTER(...) ((const int[]){__VA_ARGS__, -1})

static Point point(const Search *search, int x, int y)
{
    return geometry_point(&search->position.board.geometry, x, y);
}

/* The report of a search that has asked the friend before. */
static Report think(Search *search, const Friend *friend)
{
    Limits limits = limits_none();
    Report report;
    limits.depth = DEPTH;
    bool is_known = consult_before(search, &friend->source, &limits, CONSULT_AHEAD, &report);
    assert_false(is_known);
    return root_think(search, &limits, NULL);
}

TEST(a_proven_win_is_played_at_once)
{
    Search *search = set_up_board(*state, quiet);
    Friend *friend = friend_new();
    Limits limits = limits_none();
    Report report;
    know(friend, search, AFTER(7, 7), (Verdict){.label = VERDICT_LOSS, .plies = 8});
    know(friend, search, AFTER(0, 8), (Verdict){.label = VERDICT_LOSS, .plies = 6});
    know(friend, search, AFTER(1, 8), (Verdict){.label = VERDICT_LOSS});
    assert_true(consult_before(search, &friend->source, &limits, CONSULT_AHEAD, &report));
    assert_int_equal(report.move, point(search, 0, 8));
    assert_int_equal(report.value, value_win_at(7));
    point_set_add(&search->avoided, point(search, 0, 8));
    assert_false(consult_before(search, &friend->source, &limits, CONSULT_AHEAD, &report));
    free(friend);
}

/* A move that wins or is forced by somebody's word is played, and no win is announced. */
TEST(opinions_are_followed_and_not_announced)
{
    static const VerdictLabel labels[] = {VERDICT_LOSS, VERDICT_FORCED};
    for (int i = 0; i < 2; i++) {
        Search *search = set_up_board(*state, quiet);
        Friend *friend = friend_new();
        know(friend, search, AFTER(0, 8), (Verdict){.label = labels[i]});
        Report report = think(search, friend);
        assert_int_equal(report.move, point(search, 0, 8));
        assert_false(value_is_proven(report.value));
        free(friend);
    }
}

TEST(moves_that_lose_or_are_blocked_are_not_played)
{
    static const Verdict verdicts[] = {
        {.label = VERDICT_WIN}, {.label = VERDICT_WIN, .plies = 9}, {.label = VERDICT_BLOCKED}};
    for (int i = 0; i < 3; i++) {
        Search *search = set_up_board(*state, quiet);
        Friend *friend = friend_new();
        Point best = think(search, friend).move;
        Coordinates at = geometry_coordinates(&search->position.board.geometry, best);
        set_up_board(*state, quiet);
        know(friend, search, AFTER(at.x, at.y), verdicts[i]);
        assert_int_not_equal(think(search, friend).move, best);
        free(friend);
    }
}

/* What the table has of the position after two moves, or one if the second is none. */
static bool probe_after(Search *search, Point first, Point second, TtEntry *entry)
{
    position_play(&search->position, first, search->position.board.side);
    if (second != POINT_NONE) {
        position_play(&search->position, second, search->position.board.side);
    }
    bool is_stored = tt_probe(search->table, search->position.board.key, 0, entry);
    position_undo(&search->position);
    if (second != POINT_NONE) {
        position_undo(&search->position);
    }
    return is_stored;
}

/* A value counts as that of a search of its depth, and is no win however large. */
TEST(values_are_those_of_a_search)
{
    static const int values[] = {-BEST, -VALUE_WIN}, stored[] = {-BEST, -VALUE_ESTIMATE_MAX};
    for (int i = 0; i < 2; i++) {
        Search *search = set_up_board(*state, quiet);
        Friend *friend = friend_new();
        Limits limits = limits_none();
        Report report;
        TtEntry entry;
        know(friend, search, AFTER(2, 4),
             (Verdict){VERDICT_OPEN, 0, values[i], FAR_DEPTH, BOUND_EXACT});
        assert_false(consult_before(search, &friend->source, &limits, CONSULT_AHEAD, &report));
        assert_true(probe_after(search, point(search, 2, 4), POINT_NONE, &entry));
        assert_int_equal(entry.value, stored[i]);
        assert_int_equal(entry.bound, BOUND_EXACT);
        assert_int_equal(entry.depth, FAR_DEPTH * ONE_PLY);
        free(friend);
    }
}

/* A known position is a way to those after it, and an unknown one is none; at the root's moves
 * nobody looks further. */
TEST(positions_behind_known_ones_are_read)
{
    for (int with = 0; with < 4; with++) {
        bool is_linked = (with & 1) != 0;
        ConsultReach reach = (with & 2) != 0 ? CONSULT_AHEAD : CONSULT_ROOT;
        Search *search = set_up_board(*state, quiet);
        Friend *friend = friend_new();
        Limits limits = limits_none();
        Report report;
        TtEntry entry;
        know(friend, search, AFTER(2, 2, 0, 8), (Verdict){.label = VERDICT_WIN, .plies = 5});
        if (is_linked) {
            know(friend, search, AFTER(2, 2), (Verdict){.label = VERDICT_OPEN});
        }
        assert_false(consult_before(search, &friend->source, &limits, reach, &report));
        bool is_stored = probe_after(search, point(search, 2, 2), point(search, 0, 8), &entry);
        assert_int_equal(is_stored, is_linked && reach == CONSULT_AHEAD);
        assert_true(!is_stored || entry.value == value_win_at(5));
        free(friend);
    }
}

/* --- what is taken back --- */

static void consult(Search *search, const Friend *friend)
{
    Limits limits = limits_none();
    Report report;
    assert_false(consult_before(search, &friend->source, &limits, CONSULT_AHEAD, &report));
}

/* Whatever is said of one position, two plies from the root or one. */
static void say(Friend *friend, const Search *search, bool is_far, Verdict verdict)
{
    friend->known_count = 0;
    if (is_far) {
        know(friend, search, AFTER(5, 5), (Verdict){.label = VERDICT_OPEN});
        know(friend, search, AFTER(5, 5, 2, 2), verdict);
    } else {
        know(friend, search, AFTER(5, 5), verdict);
    }
}

/* Says whether the table stays when somebody who has said the one now says the other. */
static bool table_stays(Workbench *bench, bool is_far, Verdict before, Verdict now)
{
    TtEntry entry;
    Search *search = set_up_board(bench, quiet);
    Friend *friend = friend_new();
    say(friend, search, is_far, before);
    consult(search, friend);
    entry = (TtEntry){.move = POINT_NONE, .bound = BOUND_EXACT};
    tt_store(search->table, search->position.board.key, 0, &entry);
    consult(search, friend); /* who says the same again changes nothing */
    assert_true(tt_probe(search->table, search->position.board.key, 0, &entry));
    say(friend, search, is_far, now);
    consult(search, friend);
    free(friend);
    return tt_probe(search->table, search->position.board.key, 0, &entry);
}

/* An opinion or a value that holds no longer takes the table with it, and nothing else does. */
TEST(the_table_is_forgotten_with_what_it_was_told)
{
    static const Verdict nothing = {.label = VERDICT_OPEN}, claimed = {.label = VERDICT_WIN},
                         lost = {.label = VERDICT_LOSS}, drawn = {.label = VERDICT_DRAW},
                         proven = {.label = VERDICT_WIN, .plies = 9},
                         valued = {VERDICT_OPEN, 0, BEST, DEPTH, BOUND_EXACT},
                         deeper = {VERDICT_OPEN, 0, -BEST, FAR_DEPTH, BOUND_EXACT};
    const struct {
        Verdict before, now;
        bool stays;
    } cases[] = {
        {claimed, nothing, false}, {claimed, lost, false},   {claimed, proven, true},
        {drawn, nothing, false},   {lost, valued, false},    {proven, nothing, true},
        {valued, nothing, false},  {valued, deeper, true},   {deeper, valued, false},
        {valued, claimed, true},   {nothing, claimed, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int is_far = 0; is_far < 2; is_far++) {
            assert_int_equal(table_stays(*state, is_far, cases[i].before, cases[i].now),
                             cases[i].stays);
        }
    }
}

/* A move that was said to lose is played again when that is said no longer, or nobody asked. */
TEST(a_move_is_no_longer_refuted_by_what_was_said)
{
    for (int is_asked = 0; is_asked < 2; is_asked++) {
        Search *search = set_up_board(*state, quiet);
        Friend *friend = friend_new();
        Report fresh = think(search, friend);
        Coordinates at = geometry_coordinates(&search->position.board.geometry, fresh.move);
        know(friend, search, AFTER(at.x, at.y), (Verdict){.label = VERDICT_WIN});
        assert_int_not_equal(think(search, friend).move, fresh.move);
        friend->known_count = 0;
        Limits limits = limits_none();
        limits.depth = DEPTH;
        if (!is_asked) {
            consult_nobody(search);
            search->excluded = (PointSet){{0}};
        }
        Report again = is_asked ? think(search, friend) : root_think(search, &limits, NULL);
        assert_int_equal(again.move, fresh.move);
        assert_int_equal(again.value, fresh.value);
        free(friend);
    }
}

/* More than there is room to note is not told, and what is told is noted. */
TEST(there_is_room_for_many_opinions)
{
    Told told;
    Verdict claimed = {.label = VERDICT_WIN};
    assert_true(told_init(&told));
    for (uint64_t key = 1; key <= TOLD_MAX; key++) {
        assert_true(told_note(&told, key * SPREAD, &claimed));
        assert_true(told_note(&told, key * SPREAD, &claimed));
    }
    assert_false(told_note(&told, 1, &claimed));
    for (uint64_t key = 1; key <= TOLD_MAX; key++) {
        assert_false(told_holds(&told, key * SPREAD, NULL));
    }
    assert_true(told_holds(&told, 1, NULL));
    told_clear(&told);
    assert_true(told_holds(&told, SPREAD, NULL));
    assert_true(told_note(&told, 1, &claimed));
    told_free(&told);
}

/* --- afterwards --- */

TEST(values_are_told_from_the_depth_on_that_is_wanted)
{
    Search *search = set_up_board(*state, quiet);
    Friend *friend = friend_new();
    Report report = think(search, friend);
    friend->source.least_depth = DEPTH + 1;
    consult_after(search, &friend->source, &report);
    assert_int_equal(friend->told_count, 0);
    friend->source.least_depth = DEPTH;
    consult_after(search, &friend->source, &report);
    assert_int_equal(friend->told_count, 2);
    assert_int_equal(friend->told_verdicts[0].value, report.value);
    assert_int_equal(friend->told_verdicts[0].depth, DEPTH);
    assert_int_equal(friend->told_verdicts[1].value, -report.value);
    Diagram diagram = diagram_on(search);
    assert_true(is_same(&friend->told[0], &diagram));
    position_play(&search->position, report.move, BLACK);
    diagram = diagram_on(search);
    assert_true(is_same(&friend->told[1], &diagram));
    friend->source.least_depth = 0;
    consult_after(search, &friend->source, &report);
    assert_int_equal(friend->told_count, 2);
    free(friend);
}

TEST(a_proven_win_is_told_with_its_length)
{
    Search *search = set_up_board(*state, winning);
    Friend *friend = friend_new();
    Report report = think(search, friend);
    assert_int_equal(report.value, value_win_at(3));
    consult_after(search, &friend->source, &report);
    assert_int_equal(friend->told_count, 2);
    assert_int_equal(friend->told_verdicts[0].label, VERDICT_WIN);
    assert_int_equal(friend->told_verdicts[0].plies, 3);
    assert_int_equal(friend->told_verdicts[1].label, VERDICT_LOSS);
    assert_int_equal(friend->told_verdicts[1].plies, 2);
    free(friend);
}

/* A position is not lost because all moves are that somebody allowed. */
TEST(no_loss_and_no_value_is_told_where_moves_were_left_out)
{
    Search *search = set_up_board(*state, quiet);
    Friend *friend = friend_new();
    Report report = {.move = point(search, 0, 8), .depth = DEPTH, .value = value_loss_at(4)};
    point_set_add(&search->avoided, point(search, 0, 0));
    consult_after(search, &friend->source, &report);
    report.value = 0;
    consult_after(search, &friend->source, &report);
    assert_int_equal(friend->told_count, 0);
    memset(&search->avoided, 0, sizeof search->avoided);
    report.value = value_loss_at(4);
    consult_after(search, &friend->source, &report);
    assert_int_equal(friend->told_verdicts[0].label, VERDICT_LOSS);
    assert_int_equal(friend->told_verdicts[0].plies, 4);
    free(friend);
}

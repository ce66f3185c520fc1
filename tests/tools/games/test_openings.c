/* Checks generated openings: each is legal by the oracle, even by a search of the test's own, and
 * new by brute force over drawn boards; and their list is read as it was written, and nothing else
 * is.
 */
#include "tools/games/openings.h"
#include "port/port.h"

#include "aligned.h"
#include "drawn.h"
#include "balance/check.h"
#include "balance/start.h"
#include "scatter.h"
#include "tool_output.h"
#include "tools/games/openlist.h"
#include "tools/games/records.h"
#include "tools/games/worker.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COUNT = 6,          /* openings of a game that are made and checked */
    NODES = 200,        /* to judge one */
    IMBALANCE_MAX = 40, /* wide, so that tests need few candidates */
    MANY = 10000,       /* more openings than there are on a tiny board */
    CANDIDATES = 60,    /* checked one by one */
    CROWD_MIN = 10,     /* stones of candidates in which fives, fouls and threes are likely */
    CROWD_MAX = 30,
    FRAME = 2, /* lines that are no openings: the first and the last */
    CHECK_NODES = 1500,
    CHECK_MARGIN = 60,
    CHECK_MOVES = 3,
};

static const Game games[] = {
    {RULE_FREESTYLE, 15, 15, 5}, {RULE_STANDARD, 11, 9, 5},    {RULE_RENJU, 15, 15, 5},
    {RULE_CARO, 9, 9, 5},        {RULE_CARO_EXACT, 10, 12, 5}, {RULE_FREESTYLE, 32, 6, 5},
    {RULE_STANDARD, 7, 7, 4},    {RULE_FREESTYLE, 5, 5, 5},    {RULE_FREESTYLE, 3, 3, 3},
};

/* How many of them are tried, from the first on: all at scale 1. */
static int game_count(void)
{
    enum { ALL_GAMES = sizeof games / sizeof *games };
    long wanted = drawn_scaled(ALL_GAMES);
    return wanted < ALL_GAMES ? (int)wanted : ALL_GAMES;
}

static ToolOptions options_for(Game game)
{
    return (ToolOptions){.game = game,
                         .count = COUNT,
                         .nodes = NODES,
                         .seed = SCATTER_SEED,
                         .threads = 1,
                         .stones_min = 3,
                         .stones_max = 6,
                         .margin = IMBALANCE_MAX};
}

/* The same with a second check. */
static ToolOptions checked_options_for(Game game)
{
    ToolOptions options = options_for(game);
    options.check_nodes = CHECK_NODES;
    options.check_margin = CHECK_MARGIN;
    options.check_moves = CHECK_MOVES;
    return options;
}

/* Makes openings into `output`, which is emptied. */
static ToolEnd make(const ToolOptions *options, ToolOutput *output)
{
    char fault[TOOL_FAULT_MAX] = "";
    ToolListener listener = tool_output_listener(output);
    tool_output_free(output);
    ToolEnd end = openings_make(options, &listener, fault);
    assert_true((end == TOOL_REFUSED) == (fault[0] != '\0'));
    return end;
}

/* Reads a line of openings into a drawing of our own, checking each stone by the oracle. */
static void draw_checked(const char *line, const Game *game, OracleBoard *board)
{
    static const char colours[] = {ORACLE_BLACK, ORACLE_WHITE};
    oracle_clear(board, drawn_oracle_rule(game->rule), game->width, game->height, game->win_length);
    for (int i = 0; *line != '\0'; i++) {
        int x = *line++ - 'a';
        if (*line >= 'a') {
            x = *line++ - 'a' + 26;
        }
        int y = (int)strtol(line, (char **)&line, 10) - 1;
        assert_true(x >= 0 && x < game->width && y >= 0 && y < game->height);
        assert_int_equal(board->cell[y][x], ORACLE_EMPTY);
        assert_false(i % 2 == 0 && oracle_forbidden(board, x, y));
        assert_false(oracle_wins(board, x, y, colours[i % 2]));
        board->cell[y][x] = colours[i % 2];
    }
}

static int count_stones(const OracleBoard *board)
{
    int count = 0;
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            count += board->cell[y][x] != ORACLE_EMPTY;
        }
    }
    return count;
}

/* Says whether either side has a five to make. */
static bool somebody_wins_at_once(const OracleBoard *board)
{
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            if (board->cell[y][x] == ORACLE_EMPTY && (oracle_wins(board, x, y, ORACLE_BLACK) ||
                                                      oracle_wins(board, x, y, ORACLE_WHITE))) {
                return true;
            }
        }
    }
    return false;
}

/* Turns a board by a quarter, or mirrors it if that is the fourth turn; eight calls go through all
 * symmetries and come back. */
static void next_symmetry(OracleBoard *board, int step)
{
    OracleBoard before = *board;
    if (step % 4 == 3) {
        for (int y = 0; y < before.height; y++) {
            for (int x = 0; x < before.width; x++) {
                board->cell[y][x] = before.cell[y][before.width - 1 - x];
            }
        }
    }
    before = *board;
    board->width = before.height;
    board->height = before.width;
    for (int y = 0; y < before.height; y++) {
        for (int x = 0; x < before.width; x++) {
            board->cell[x][before.height - 1 - y] = before.cell[y][x];
        }
    }
}

static bool is_same_board(const OracleBoard *one, const OracleBoard *other)
{
    bool same = one->width == other->width && one->height == other->height;
    for (int y = 0; same && y < one->height; y++) {
        same = memcmp(one->cell[y], other->cell[y], (size_t)one->width) == 0;
    }
    return same;
}

static bool is_same_opening(OracleBoard one, const OracleBoard *other)
{
    for (int step = 0; step < SYMMETRIES; step++) {
        if (is_same_board(&one, other)) {
            return true;
        }
        next_symmetry(&one, step);
    }
    return false;
}

static void assert_unique(const ToolOutput *output, const Game *game)
{
    OracleBoard *boards = malloc(sizeof *boards * (size_t)output->count);
    assert_non_null(boards);
    for (int i = 1; i < output->count - 1; i++) {
        draw_checked(output->lines[i], game, &boards[i]);
        for (int j = 1; j < i; j++) {
            assert_false(is_same_opening(boards[j], &boards[i]));
        }
    }
    free(boards);
}

/* A worker for a game, with tables of its own. */
typedef struct {
    Game game;
    GameTables tables;
    Worker *worker;
} Own;

static Own *own_new(Game game)
{
    Own *own = aligned_new(sizeof *own);
    own->game = game;
    eval_fill_tables(&own->tables, &game, EVALUATION_BASE);
    own->worker = worker_new(&own->game, &own->tables, NODES);
    assert_non_null(own->worker);
    return own;
}

static void own_free(Own *own)
{
    worker_free(own->worker);
    free(own);
}

/* The value of these moves by a fresh search. */
static Value judge(Own *own, const Point *moves, int count, uint64_t nodes)
{
    worker_clear(own->worker);
    for (int i = 0; i < count; i++) {
        position_play(&own->worker->search.position, moves[i], i % 2);
    }
    Value value = worker_think(own->worker, nodes).value;
    worker_clear(own->worker);
    return value;
}

static Value judge_line(Own *own, const char *line, uint64_t nodes)
{
    Point moves[RECORD_MOVES_MAX];
    int count;
    const Geometry *geometry = &own->worker->search.position.board.geometry;
    assert_non_null(record_read_moves(geometry, line, moves, &count));
    return judge(own, moves, count, nodes);
}

/* Writes the moves of a candidate as a line. */
static void write_candidate(const Geometry *geometry, const Start *start, char *line)
{
    *line = '\0';
    for (int i = 0; i < start->count; i++) {
        line += record_write_move(geometry, start->moves[i], line);
    }
}

/* Says whether a side has an open four to make after these moves. */
static bool has_open_four(Own *own, const Start *start)
{
    Position *position = &own->worker->search.position;
    for (int i = 0; i < start->count; i++) {
        position_play(position, start->moves[i], i % 2);
    }
    bool found = position_count(position, BLACK, THREAT_OPEN_FOUR) > 0 ||
                 position_count(position, WHITE, THREAT_OPEN_FOUR) > 0;
    worker_clear(own->worker);
    return found;
}

/* With many stones on a board, random stones make fives, fouls and threes. */
TEST(throws_are_legal_and_those_kept_are_quiet)
{
    StartOptions options = {CROWD_MIN, CROWD_MAX, 1, VALUE_ESTIMATE_MAX};
    int kept = 0;
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        Own *own = own_new((Game){(Rule)rule, 15, 15, 5});
        Position *position = &own->worker->search.position;
        for (uint64_t seed = 1; seed <= CANDIDATES; seed++) {
            Start start;
            OracleBoard board;
            char line[TOOL_FAULT_MAX];
            bool is_start = start_try(&own->worker->search, &options, seed, &start);
            assert_int_equal(position->board.count, 0);
            write_candidate(&position->board.geometry, &start, line);
            draw_checked(line, &own->game, &board);
            assert_false(is_start && (somebody_wins_at_once(&board) || has_open_four(own, &start)));
            kept += is_start;
        }
        own_free(own);
    }
    assert_true(kept > RULE_COUNT);
}

TEST(the_value_of_a_start_is_that_of_a_fresh_search)
{
    enum {
        ENOUGH_FOR_TRACES = 3000, /* nodes: what is left in the table makes a difference */
        FEW_THROWS = 12,
    };
    StartOptions options = {3, 6, ENOUGH_FOR_TRACES, 3 * IMBALANCE_MAX};
    Own *own = own_new(games[0]);
    int kept = 0;
    for (uint64_t seed = 1; seed <= FEW_THROWS; seed++) {
        Start start;
        if (start_try(&own->worker->search, &options, seed, &start)) {
            kept++;
            assert_int_equal(start.value, judge(own, start.moves, start.count, ENOUGH_FOR_TRACES));
        }
    }
    assert_true(kept > 0);
    own_free(own);
}

TEST(every_opening_is_legal_even_and_new)
{
    for (int i = 0; i < game_count(); i++) {
        const Game *game = &games[i];
        ToolOptions options = options_for(*game);
        ToolOutput output = {.count = 0};
        Own *own = own_new(*game);
        assert_int_equal(make(&options, &output), TOOL_DONE);
        assert_int_equal(output.count, COUNT + FRAME);
        for (int j = 1; j <= COUNT; j++) {
            OracleBoard board;
            draw_checked(output.lines[j], game, &board);
            int stones = count_stones(&board);
            assert_true(stones >= options.stones_min && stones <= options.stones_max);
            assert_false(somebody_wins_at_once(&board));
            assert_true(abs(judge_line(own, output.lines[j], NODES)) <= IMBALANCE_MAX);
        }
        assert_unique(&output, game);
        tool_output_free(&output);
        own_free(own);
    }
}

/* Reads the start that a line is. */
static Start start_of(const Geometry *geometry, const char *line)
{
    Start start = {.value = VALUE_INFINITE};
    assert_non_null(record_read_moves(geometry, line, start.moves, &start.count));
    return start;
}

static bool passes(Own *own, const char *line, Value margin, int moves)
{
    Search *search = &own->worker->search;
    CheckOptions options = {.nodes = CHECK_NODES, .margin = margin, .moves = moves};
    Start start = start_of(&search->position.board.geometry, line);
    worker_clear(own->worker);
    bool is_passed = check_passes(search, &options, &start);
    assert_int_equal(search->position.board.count, 0);
    return is_passed;
}

/* Against an open three in freestyle only its two ends help; what is won is no opening, whatever
 * the margin; and a value must not lie beyond it, at either end. */
TEST(a_check_wants_several_moves_and_an_even_game)
{
    static const char three[] = "h8a1i8a15j8", won[] = "h8a1i8a15j8o1";
    Own *own = own_new(games[0]);
    assert_true(passes(own, three, VALUE_ESTIMATE_MAX, 1));
    assert_true(passes(own, three, VALUE_ESTIMATE_MAX, 2));
    assert_false(passes(own, three, VALUE_ESTIMATE_MAX, 3));
    assert_false(passes(own, three, 0, 1));
    assert_false(passes(own, won, VALUE_ESTIMATE_MAX, 1));
    assert_true(passes(own, "h8i9j8", VALUE_ESTIMATE_MAX, OPENING_CHECK_MOVES_MAX));
    assert_false(passes(own, "h8i9j8", 0, OPENING_CHECK_MOVES_MAX));
    own_free(own);
}

/* The values of a multipv search in its last completed iteration. */
typedef struct {
    Value values[CHECK_MOVES];
    Value whole[CHECK_MOVES];
} Heard;

static void hear(void *context, const Report *report)
{
    Heard *heard = context;
    heard->values[report->pv_index] = report->value;
    if (report->pv_index == CHECK_MOVES - 1) {
        memcpy(heard->whole, heard->values, sizeof heard->whole);
    }
}

/* The largest distance from even of the best moves, by a search of the test's own. */
static int worst_of_best(Own *own, const char *line)
{
    Position *position = &own->worker->search.position;
    Start start = start_of(&position->board.geometry, line);
    Heard heard = {.whole = {VALUE_INFINITE}};
    RootListener listener = {.context = &heard, .on_iteration = hear};
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.nodes = CHECK_NODES;
    limits.multipv = CHECK_MOVES;
    worker_clear(own->worker);
    for (int i = 0; i < start.count; i++) {
        position_play(position, start.moves[i], i % 2);
    }
    clock_start(&own->worker->clock, &limits);
    root_think(&own->worker->search, &limits, &listener);
    int worst = 0;
    for (int i = 0; i < CHECK_MOVES; i++) {
        worst = abs(heard.whole[i]) > worst ? abs(heard.whole[i]) : worst;
    }
    worker_clear(own->worker);
    return worst;
}

/* The openings with the check are those without it that pass. */
TEST(checked_openings_are_the_best_of_all)
{
    enum { ALL = 40, TOLD = 3 };
    int told = 0; /* games in which the check tells some from others */
    for (int i = 0; i < game_count(); i += 2) {
        ToolOutput all = {.count = 0}, checked = {.count = 0};
        ToolOptions options = options_for(games[i]);
        options.count = ALL;
        if (make(&options, &all) == TOOL_SHORT) {
            tool_output_free(&all);
            continue;
        }
        options = checked_options_for(games[i]);
        options.count = 1;
        options.threads = 2;
        Own *own = own_new(games[i]);
        bool is_kept[ALL + 1];
        int kept = 0;
        for (int j = 1; j <= ALL; j++) {
            is_kept[j] = worst_of_best(own, all.lines[j]) <= CHECK_MARGIN;
            kept += is_kept[j];
        }
        told += kept > 0 && kept < ALL;
        if (kept > 0) {
            options.count = kept;
            assert_int_equal(make(&options, &checked), TOOL_DONE);
        }
        for (int j = 1, at = 1; j <= ALL; j++) {
            if (is_kept[j]) {
                assert_string_equal(all.lines[j], checked.lines[at++]);
            }
        }
        own_free(own);
        tool_output_free(&all);
        tool_output_free(&checked);
    }
    assert_true(told >= TOLD || game_count() < 2 * TOLD);
}

/* Tic-tac-toe has twelve positions of two stones, and in five of them neither can win: centre and
 * corner, corner and centre, and three with the first stone at the edge. */
TEST(of_tic_tac_toe_all_are_found)
{
    enum { EVEN_PAIRS = 5, PLENTY_OF_NODES = 5000 };
    ToolOutput output = {.count = 0};
    ToolOptions options = options_for((Game){RULE_FREESTYLE, 3, 3, 3});
    options.stones_min = options.stones_max = 2;
    options.count = MANY;
    options.nodes = PLENTY_OF_NODES;
    assert_int_equal(make(&options, &output), TOOL_SHORT);
    assert_int_equal(output.count, EVEN_PAIRS + FRAME);
    tool_output_free(&output);
}

/* It gives up only when many candidates in a row gave nothing new, not many in all. */
TEST(seldom_is_not_never)
{
    enum { SELDOM_COUNT = 150 };
    ToolOutput output = {.count = 0};
    ToolOptions options = options_for(games[0]);
    options.count = SELDOM_COUNT;
    options.nodes = 1;
    options.margin = 0;
    assert_int_equal(make(&options, &output), TOOL_DONE);
    assert_int_equal(output.count, SELDOM_COUNT + FRAME);
    tool_output_free(&output);
}

TEST(senseless_options_are_refused)
{
    ToolOptions good = options_for((Game){RULE_FREESTYLE, 5, 5, 5});
    ToolOptions bad[] = {good, good, good, good, good, good, good,
                         good, good, good, good, good, good};
    ToolOutput output = {.count = 0};
    bad[0].count = 0;
    bad[1].nodes = 0;
    bad[2].stones_min = 0;
    bad[3].stones_min = good.stones_max + 1;
    bad[4].stones_max = OPENING_STONES_MAX + 1;
    bad[5].stones_max = 25;
    bad[6].margin = -1;
    bad[7].margin = VALUE_ESTIMATE_MAX + 1;
    bad[8].game.width = SIDE_MAX + 1;
    bad[9].check_margin = -1;
    bad[10].check_margin = VALUE_ESTIMATE_MAX + 1;
    bad[11].check_nodes = bad[12].check_nodes = CHECK_NODES;
    bad[12].check_moves = OPENING_CHECK_MOVES_MAX + 1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(make(&bad[i], &output), TOOL_REFUSED);
        assert_int_equal(output.count, 0);
    }
    bad[5].stones_max = 24;
    assert_int_equal(make(&bad[5], &output), TOOL_DONE);
    tool_output_free(&output);
}

TEST(a_list_is_read_as_it_was_written)
{
    static const Game game = {RULE_RENJU, 15, 15, 5};
    Drawn *drawn = drawn_new(game);
    ToolOutput output = {.count = 0};
    ToolOptions options = options_for(game);
    char text[(COUNT + FRAME) * TOOL_FAULT_MAX] = "\r\n\n  \n";
    make(&options, &output);
    for (int i = 0; i < output.count; i++) {
        strcat(strcat(text, output.lines[i]), i % 2 == 0 ? "\n" : " \r\n");
    }
    text[strlen(text) - 1] = '\0'; /* the last line end may be missing */
    OpeningList list;
    int64_t line;
    assert_null(openlist_read(&list, &drawn->position, text, NULL, &line));
    assert_int_equal(drawn->position.board.count, 0);
    assert_true(list.count == COUNT);
    for (int i = 0; i < COUNT; i++) {
        char written[TOOL_FAULT_MAX] = "";
        for (int64_t j = list.begin[i]; j < list.begin[i + 1]; j++) {
            record_write_move(&drawn->position.board.geometry, list.moves[j],
                              written + strlen(written));
        }
        assert_string_equal(written, output.lines[i + 1]);
    }
    openlist_free(&list);
    tool_output_free(&output);
    free(drawn);
}

TEST(bad_lists_are_refused_at_their_line)
{
    static const struct {
        const char *text;
        int line;
    } lists[] = {
        {"h8i9\nh8h8", 2},
        {"h8\n\n# h8h8\nh16", 4},
        {"p1", 1},
        {"h8 i9", 1},
        {"h8,i9", 1},
        {"8h", 1},
        {"h8#", 1},
        {"h8i", 1},
        {"-", 1},
        {"a1a15b1b15c1c15d1d15\na1a15b1b15c1c15d1d15e1", 2}, /* a five */
        {"h8a1i8a3j9a5j10a7\nh8a1i8a3j9a5j10a7j8", 2},       /* a double three */
    };
    Drawn *drawn = drawn_new((Game){RULE_RENJU, 15, 15, 5});
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        OpeningList list;
        int64_t line;
        const char *fault = openlist_read(&list, &drawn->position, lists[i].text, NULL, &line);
        assert_non_null(fault);
        assert_int_equal(line, lists[i].line);
        assert_true(list.count == 0 && list.moves == NULL);
        assert_int_equal(drawn->position.board.count, 0);
    }
    drawn_clear(drawn, (Game){RULE_FREESTYLE, 3, 3, 3});
    OpeningList list;
    int64_t line;
    assert_non_null(openlist_read(&list, &drawn->position, "a1b1c1a2b2a3c2c3b3", NULL, &line));
    free(drawn);
}

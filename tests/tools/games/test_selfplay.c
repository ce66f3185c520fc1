/* Checks games that Tengen plays against itself: each is replayed by the rules of the
 * oracle, its result and scores must be true; threads change nothing; an opening decides its game.
 */
#include "tools/games/selfplay.h"

#include "drawn.h"
#include "scatter.h"
#include "scribbled.h"
#include "tool_output.h"
#include "tools/games/record_file.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 4,
    NODES = 40,
    FRAME = 2,       /* pieces of the file that are no games: the first and the last */
    OPENING_MAX = 8, /* stones of a random start */
    UNEVEN = 400,    /* what a start may be worth at most */
};

static const GameVariety varied = {.stones_min = 2,
                                   .stones_max = 7,
                                   .margin = 100,
                                   .start_moves = 1,
                                   .uneven_percent = 40,
                                   .uneven_margin = UNEVEN,
                                   .random_percent = 25,
                                   .random_plies = 10};

static const Game games[] = {
    {RULE_FREESTYLE, 15, 15, 5}, {RULE_STANDARD, 11, 9, 5},    {RULE_RENJU, 15, 15, 5},
    {RULE_CARO, 9, 9, 5},        {RULE_CARO_EXACT, 10, 12, 5}, {RULE_FREESTYLE, 32, 6, 5},
    {RULE_STANDARD, 7, 7, 4},    {RULE_RENJU, 5, 5, 5},        {RULE_FREESTYLE, 3, 3, 3},
    {RULE_CARO, 4, 4, 3},
};

enum { ALL_GAMES = sizeof games / sizeof *games };

/* How many of them are tried, from the first on: all at scale 1. */
static int game_count(void)
{
    long wanted = drawn_scaled(ALL_GAMES);
    return wanted < ALL_GAMES ? (int)wanted : ALL_GAMES;
}

static ToolOptions options_for(Game game)
{
    return (ToolOptions){
        .game = game, .count = GAMES, .nodes = NODES, .seed = SCATTER_SEED, .threads = 1};
}

/* Plays games into `output`, which is emptied. */
static ToolEnd run(const ToolOptions *options, ToolOutput *output)
{
    char fault[TOOL_FAULT_MAX] = "";
    ToolListener listener = tool_output_listener(output);
    tool_output_free(output);
    ToolEnd end = selfplay_run(options, &listener, fault);
    assert_true((end == TOOL_REFUSED) == (fault[0] != '\0'));
    return end;
}

static bool black_has_only_fouls(const OracleBoard *board)
{
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            if (board->cell[y][x] == ORACLE_EMPTY && !oracle_forbidden(board, x, y)) {
                return false;
            }
        }
    }
    return true;
}

/* What the result must be: the game was won by the last move, or not. */
static RecordResult judge_end(const OracleBoard *board, int count, bool won)
{
    if (won) {
        return count % 2 == 1 ? RECORD_BLACK_WINS : RECORD_WHITE_WINS;
    }
    if (count < board->width * board->height) {
        assert_int_equal(board->rule, ORACLE_RENJU);
        assert_int_equal(count % 2, 0);
        assert_true(black_has_only_fouls(board));
        return RECORD_WHITE_WINS;
    }
    return RECORD_DRAW;
}

/* Plays a game again by the oracle's rules; returns whether its last move won it. */
static bool replay(const Record *record, const Geometry *geometry, OracleBoard *board)
{
    static const char colours[] = {ORACLE_BLACK, ORACLE_WHITE};
    bool won = false;
    for (int i = 0; i < record->count; i++) {
        int x = geometry_x(geometry, record->moves[i]), y = geometry_y(geometry, record->moves[i]);
        assert_false(won);
        assert_int_equal(board->cell[y][x], ORACLE_EMPTY);
        assert_false(i % 2 == 0 && oracle_forbidden(board, x, y));
        won = oracle_wins(board, x, y, colours[i % 2]);
        board->cell[y][x] = colours[i % 2];
    }
    return won;
}

/* A proven win is one: the player who claimed it won the game, no later than that. */
static void check_scores(const Record *record)
{
    for (int i = record->opening; i < record->count; i++) {
        Value score = record->scores[i];
        RecordResult mine = i % 2 == 0 ? RECORD_BLACK_WINS : RECORD_WHITE_WINS;
        if (score != RECORD_NO_SCORE && score >= VALUE_PROVEN_MIN) {
            assert_int_equal(record->result, mine);
            assert_true(record->count - i <= VALUE_WIN - score);
        }
    }
}

static void check_moves(const Record *record, const RecordReader *reader)
{
    OracleBoard board;
    const Game *game = &reader->header.game;
    oracle_clear(&board, drawn_oracle_rule(game->rule), game->width, game->height,
                 game->win_length);
    bool won = replay(record, &reader->geometry, &board);
    assert_int_equal(record->result, judge_end(&board, record->count, won));
    assert_true(record->opening <= OPENING_MAX && record->opening < record->count);
}

static void check_game(const Record *record, const RecordReader *reader)
{
    check_moves(record, reader);
    check_scores(record);
}

/* Opens the file that was made. */
static RecordReader opened(const ToolOutput *output)
{
    RecordReader reader;
    assert_true(record_open(&reader, output->bytes, output->byte_count));
    return reader;
}

/* Reads the file that was made; the caller frees the records. */
static Record *read_games(const ToolOutput *output, int count)
{
    RecordReader reader = opened(output);
    Record *records = calloc((size_t)count + 1, sizeof *records);
    assert_non_null(records);
    while (reader.games < count && record_next(&reader, &records[reader.games])) {
    }
    assert_false(record_next(&reader, &records[count]));
    assert_null(reader.fault);
    assert_true(reader.games == count);
    return records;
}

/* The same games, from `first` on in the other file. */
static void assert_same_games(const ToolOutput *part, int count, const ToolOutput *all, int first)
{
    Record *here = read_games(part, count), *there = read_games(all, GAMES);
    for (int i = 0; i < count; i++) {
        assert_true(scribbled_same_game(&here[i], &there[first + i]));
    }
    free(here);
    free(there);
}

TEST(every_game_is_legal_and_ends_as_it_says)
{
    ToolOutput output = {.count = 0};
    for (int i = 0; i < game_count(); i++) {
        ToolOptions options = options_for(games[i]);
        assert_int_equal(run(&options, &output), TOOL_DONE);
        assert_int_equal(output.count, GAMES + FRAME);
        RecordReader reader = opened(&output);
        Record record;
        while (record_next(&reader, &record)) {
            check_game(&record, &reader);
        }
        assert_null(reader.fault);
        assert_true(reader.games == GAMES && reader.wanted == GAMES);
        assert_memory_equal(&reader.header.game, &games[i], sizeof games[i]);
        assert_true(reader.header.nodes == NODES && reader.header.seed == SCATTER_SEED);
    }
    tool_output_free(&output);
}

TEST(threads_change_nothing_and_seeds_everything)
{
    ToolOutput one = {.count = 0}, three = {.count = 0};
    for (int i = 0; i < game_count(); i++) {
        ToolOptions options = options_for(games[i]);
        run(&options, &one);
        options.threads = 3;
        run(&options, &three);
        assert_true(tool_output_equals(&one, &three));
    }
    ToolOptions options = options_for(games[0]);
    run(&options, &one);
    options.seed++;
    run(&options, &three);
    Record *first = read_games(&one, GAMES), *other = read_games(&three, GAMES);
    assert_false(scribbled_same_game(&first[0], &other[0]));
    assert_false(scribbled_same_game(&first[0], &first[1]));
    free(first);
    free(other);
    tool_output_free(&one);
    tool_output_free(&three);
}

/* The text of a list of the openings with which these games began. */
static void list_openings(const ToolOutput *output, char *text)
{
    RecordReader reader = opened(output);
    Record record;
    *text = '\0';
    while (record_next(&reader, &record)) {
        for (int j = 0; j < record.opening; j++) {
            record_write_move(&reader.geometry, record.moves[j], text + strlen(text));
        }
        strcat(text, "\n");
    }
}

/* A game depends neither on the seed nor on how its opening was found. */
TEST(an_opening_decides_its_game)
{
    ToolOutput before = {.count = 0}, after = {.count = 0};
    ToolOptions options = options_for(games[0]);
    char text[GAMES * RECORD_FRAME_TEXT_MAX];
    run(&options, &before);
    list_openings(&before, text);
    options.openings = text;
    options.seed++;
    options.count = 0;
    assert_int_equal(run(&options, &after), TOOL_DONE);
    assert_same_games(&after, GAMES, &before, 0);
    options.count = 2;
    assert_int_equal(run(&options, &after), TOOL_DONE);
    assert_same_games(&after, 2, &before, 0);
    tool_output_free(&before);
    tool_output_free(&after);
}

/* Black may not play on the only point that is left, c1, where six in a row would be made. */
TEST(black_loses_if_all_points_are_forbidden)
{
    static const char opening[] = "d4b3d2c2e4e5d1g3a2b5b1d3c4c5b4a4f5g1"
                                  "f2f3d5b2e3c3a1g5f1a3e2g2g4a5e1f4";
    static const char comment[] = "\n# all but c1 of seven by five points\n";
    char text[sizeof opening + sizeof comment];
    ToolOutput output = {.count = 0};
    ToolOptions options = options_for((Game){RULE_RENJU, 7, 5, 5});
    snprintf(text, sizeof text, "%s%s", opening, comment);
    options.openings = text;
    options.count = 0;
    assert_int_equal(run(&options, &output), TOOL_DONE);
    Record *game = read_games(&output, 1);
    assert_true(game->count == 34 && game->opening == 34 && game->result == RECORD_WHITE_WINS);
    free(game);
    tool_output_free(&output);
}

/* --- parts, variety --- */

/* What is seen of the variety of many games. */
typedef struct {
    int random, late,
        undecided; /* moves; random ones; behind the last ply for them; before a proof */
    int stones_least, stones_most;
} Seen;

static void look_at(const Record *record, const GameVariety *variety, Seen *seen)
{
    bool is_decided = false;
    for (int i = record->opening; i < record->count; i++) {
        Value score = record->scores[i];
        bool is_early = i < record->opening + variety->random_plies;
        assert_true(!record->is_random[i] || (is_early && score == RECORD_NO_SCORE));
        assert_false(record->is_random[i] && is_decided);
        is_decided |= score != RECORD_NO_SCORE && value_is_proven(score);
        seen->undecided += is_early && !is_decided;
        seen->random += record->is_random[i];
    }
    seen->stones_least =
        record->opening < seen->stones_least ? record->opening : seen->stones_least;
    seen->stones_most = record->opening > seen->stones_most ? record->opening : seen->stones_most;
}

TEST(variety_is_what_was_asked_for)
{
    enum { MORE = 200 };
    ToolOutput output = {.count = 0};
    ToolOptions options = options_for(games[0]);
    Record record;
    Seen seen = {.stones_least = SIDE_MAX};
    options.count = MORE;
    options.variety = varied;
    assert_int_equal(run(&options, &output), TOOL_DONE);
    RecordReader reader = opened(&output);
    while (record_next(&reader, &record)) {
        look_at(&record, &varied, &seen);
        check_moves(&record, &reader);
    }
    assert_null(reader.fault);
    assert_memory_equal(&reader.header.variety, &varied, sizeof varied);
    assert_int_equal(seen.stones_least, varied.stones_min);
    assert_int_equal(seen.stones_most, varied.stones_max);
    /* Some are not drawn, because there is no choice. */
    assert_true(100 * seen.random < seen.undecided * varied.random_percent * 6 / 5);
    assert_true(100 * seen.random > seen.undecided * varied.random_percent * 3 / 5);
    tool_output_free(&output);
}

/* How far from even the starts are that games begin from. */
static int unevenness(const ToolOptions *options)
{
    ToolOutput output = {.count = 0};
    Record record;
    int64_t sum = 0;
    int scores = 0;
    run(options, &output);
    RecordReader reader = opened(&output);
    while (record_next(&reader, &record)) {
        if (record.scores[record.opening] != RECORD_NO_SCORE) {
            int value = abs(record.scores[record.opening]);
            sum += value < UNEVEN ? value : UNEVEN;
            scores++;
        }
    }
    tool_output_free(&output);
    assert_true(scores > 0);
    return (int)(sum / scores);
}

TEST(uneven_starts_are_asked_for_in_percent)
{
    ToolOptions options = options_for(games[0]);
    int part[] = {0, 50, 100}, values[3];
    if (game_count() < ALL_GAMES) {
        skip(); /* of fewer games chance would decide */
    }
    options.count = 100;
    options.nodes = 400;
    options.variety.uneven_margin = UNEVEN;
    for (int i = 0; i < 3; i++) {
        options.variety.uneven_percent = part[i];
        values[i] = unevenness(&options);
    }
    assert_true(values[0] * 5 / 4 < values[1] && values[1] * 5 / 4 < values[2]);
}

TEST(senseless_options_are_refused)
{
    ToolOptions good = options_for(games[0]);
    ToolOptions bad[] = {good, good, good, good, good, good, good,
                         good, good, good, good, good, good, good};
    ToolOutput output = {.count = 0};
    bad[0].count = 0;
    bad[1].nodes = 0;
    bad[2].game.win_length = 6;
    bad[3].openings = "# none\n\n";
    bad[4].openings = "h8i9\nh8h8\n";
    bad[5].openings = "h8i9\ng7\n"; /* fewer than games */
    bad[6].openings = "h8i9\ng7\n";
    bad[6].first = 2;
    bad[6].count = 0;
    bad[7].first = -1;
    bad[8].first = INT64_MAX;
    bad[9].variety.stones_min = 9; /* more than the 8 that are meant by 0 */
    bad[10].variety.stones_max = OPENING_STONES_MAX + 1;
    bad[11].variety.random_percent = 101;
    bad[12].variety.uneven_percent = -1;
    bad[13].variety.margin = -1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(run(&bad[i], &output), TOOL_REFUSED);
        assert_int_equal(output.count, 0);
    }
}

/* Checks games that end as soon as they are decided: they are the same games up to there, and what
 * is said of them follows from the scores of the whole game, searched for in the simplest way. And
 * games in which each side has nodes for the game: every move is the one that the clock leaves.
 */
#include "tools/games/play_game.h"

#include "tools/games/worker.h"
#include "aligned.h"
#include "unit.h"

#include <stdlib.h>

enum { NODES = 60, GAMES = 24, DRAW_SCORES = 16, DRAW_SCORE = 50, RESULTS = RECORD_BLACK_WINS + 1 };

/* Five in a row on the small board is a draw, most often. */
static const Game games[] = {{RULE_FREESTYLE, 15, 15, 5}, {RULE_FREESTYLE, 7, 7, 5}};

enum { GAME_COUNT = sizeof games / sizeof *games };

static void set_up(Worker *const workers[COLOURS], int number)
{
    const Geometry *geometry = &workers[BLACK]->search.position.board.geometry;
    Point opening[] = {geometry_point(geometry, 1 + number % 5, 1 + number / 5),
                       geometry_point(geometry, 3, 6), geometry_point(geometry, 5, 5)};
    for (int colour = BLACK; colour <= WHITE; colour++) {
        play_opening(workers[colour], opening, sizeof opening / sizeof *opening);
    }
}

static void play(Worker *const workers[COLOURS], int number, bool ends_decided, Record *record)
{
    PlayOptions options = {.nodes = NODES, .ends_decided = ends_decided};
    set_up(workers, number);
    play_game(workers, &options, record);
}

static bool is_even_at(const Record *record, int move)
{
    return record->scores[move] >= -DRAW_SCORE && record->scores[move] <= DRAW_SCORE;
}

/* Says whether the last scores up to a move call the game even. */
static bool is_draw_at(const Record *record, int move, int points)
{
    int even = 0;
    for (int i = move; i >= record->opening && even < DRAW_SCORES; i--) {
        if (record->scores[i] != RECORD_NO_SCORE) {
            if (!is_even_at(record, i)) {
                return false;
            }
            even++;
        }
    }
    return even == DRAW_SCORES && move > points * 0.4;
}

/* Where the whole game is decided: instead of this move the game ends. */
static int decided_at(const Record *whole, int points, RecordResult *result)
{
    for (int i = whole->opening; i < whole->count; i++) {
        if (whole->scores[i] != RECORD_NO_SCORE && value_is_proven(whole->scores[i])) {
            bool wins_black = (whole->scores[i] > 0) == (i % 2 == BLACK);
            *result = wins_black ? RECORD_BLACK_WINS : RECORD_WHITE_WINS;
            return i;
        }
        if (is_draw_at(whole, i, points)) {
            *result = RECORD_DRAW;
            return i;
        }
    }
    *result = whole->result;
    return whole->count;
}

static void check_game(Worker *const workers[COLOURS], int number, int results[RESULTS])
{
    Record whole, ended;
    RecordResult result;
    play(workers, number, false, &whole);
    play(workers, number, true, &ended);
    const Geometry *geometry = &workers[BLACK]->search.position.board.geometry;
    int last = decided_at(&whole, geometry->width * geometry->height, &result);
    assert_int_equal(ended.count, last);
    assert_int_equal(ended.result, result);
    assert_memory_equal(ended.moves, whole.moves, sizeof *whole.moves * (size_t)last);
    results[result] += last < whole.count;
}

/* Finds the moves of a game one by one, and says what each side has left at the end. The clock
 * looks only now and then, so where few nodes are left a move may take more of them. */
static void check_shared(Worker *const workers[COLOURS], const PlayOptions *options,
                         const Record *record, uint64_t left[COLOURS])
{
    left[BLACK] = left[WHITE] = options->match;
    for (int i = record->opening; i < record->count; i++) {
        int side = i % 2;
        Report report = worker_think_match(workers[side], left[side], options->increment);
        assert_int_equal(report.move, record->moves[i]);
        left[side] = report.nodes < left[side] ? left[side] - report.nodes : 0;
        left[side] += options->increment;
        for (int colour = BLACK; colour <= WHITE; colour++) {
            position_play(&workers[colour]->search.position, report.move, side);
        }
    }
}

typedef void Check(Worker *const workers[COLOURS], int number, int results[RESULTS]);

static void with_workers(const Game *game, Check *check, int count, int results[RESULTS])
{
    GameTables *tables = aligned_new(sizeof *tables);
    eval_fill_tables(tables, game, EVALUATION_BASE);
    Worker *workers[COLOURS] = {worker_new(game, tables, NODES), worker_new(game, tables, NODES)};
    for (int number = 0; number < count; number++) {
        check(workers, number, results);
    }
    worker_free(workers[WHITE]);
    worker_free(workers[BLACK]);
    free(tables);
}

static void check_shared_game(Worker *const workers[COLOURS], int number, int results[RESULTS])
{
    PlayOptions options = {.match = 40000, .increment = number % 2 == 0 ? 0 : 1000};
    Record record;
    uint64_t left[COLOURS];
    set_up(workers, number);
    play_game(workers, &options, &record);
    set_up(workers, number);
    check_shared(workers, &options, &record, left);
    int moves = (record.count - record.opening) / 2; /* of each side, or one more */
    uint64_t given = options.match + options.increment * (uint64_t)moves;
    for (int colour = BLACK; colour <= WHITE; colour++) { /* most of it is used in a long game */
        assert_true(left[colour] < given / 2 || record.count < 2 * record.opening + 36);
    }
    results[record.result]++;
}

TEST(nodes_of_a_game_are_shared)
{
    int results[RESULTS] = {0};
    with_workers(&games[0], check_shared_game, GAMES / 4, results);
}

TEST(games_end_where_they_are_decided)
{
    int results[RESULTS] = {0};
    for (int i = 0; i < GAME_COUNT; i++) {
        with_workers(&games[i], check_game, GAMES, results);
    }
    for (int result = 0; result < RESULTS; result++) {
        assert_true(results[result] > 0);
    }
}

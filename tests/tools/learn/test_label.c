/* Checks labels: each is what a search of its own says, whatever else was searched; they replace
 * what the games said, also where that was wrong, and are what is learnt from; the games stay.
 */
#include "tools/learn/label.h"

#include "eval/eval.h"
#include "scatter.h"
#include "tool_output.h"
#include "tools/games/play_game.h"
#include "tools/games/record_sink.h"
#include "tools/games/record_source.h"
#include "tools/games/selfplay.h"
#include "tools/learn/game_store.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 16, PLAY_NODES = 20, LABEL_NODES = 400, WRONG = 77 };

/* A file of games, read; to be freed by free_games. */
typedef struct {
    ToolOutput output; /* as it was written, in binary */
    RecordHeader header;
    Record *records;
} Games;

static const Game played = {RULE_RENJU, 15, 15, 5};

static FileBytes bytes_of(const Games *games)
{
    return (FileBytes){games->output.bytes, games->output.byte_count};
}

static void read_games(Games *games)
{
    RecordSource *source = malloc(sizeof *source);
    int count = 0;
    games->records = calloc(GAMES, sizeof *games->records);
    assert_true(source != NULL && games->records != NULL);
    assert_true(record_source_open(source, games->output.bytes, games->output.byte_count));
    while (count < GAMES && record_source_next(source, &games->records[count])) {
        count++;
    }
    assert_int_equal(count, GAMES);
    games->header = source->header;
    free(source);
}

static void free_games(Games *games)
{
    tool_output_free(&games->output);
    free(games->records);
}

static Games play_games(uint64_t seed)
{
    char fault[TOOL_FAULT_MAX];
    Games games = {.records = NULL};
    ToolOptions options = {.game = played,
                           .count = GAMES,
                           .nodes = PLAY_NODES,
                           .seed = seed,
                           .evaluation = EVALUATION_BASE,
                           .variety = {.random_percent = 20, .random_plies = 100},
                           .is_binary = true,
                           .threads = 1};
    ToolListener listener = tool_output_listener(&games.output);
    assert_int_equal(selfplay_run(&options, &listener, fault), TOOL_DONE);
    read_games(&games);
    return games;
}

static ToolOptions options_for(const Games *games)
{
    return (ToolOptions){.games = bytes_of(games),
                         .nodes = LABEL_NODES,
                         .percent = 100,
                         .evaluation = EVALUATION_BEST,
                         .threads = 1};
}

static Games label_games(const ToolOptions *options)
{
    char fault[TOOL_FAULT_MAX] = "";
    Games games = {.records = NULL};
    ToolListener listener = tool_output_listener(&games.output);
    assert_int_equal(label_run(options, &listener, fault), TOOL_DONE);
    assert_string_equal(fault, "");
    read_games(&games);
    return games;
}

static bool has_score(const Record *record, int move)
{
    return move >= record->opening && record->scores[move] != RECORD_NO_SCORE;
}

/* --- what a label is --- */

static void assert_same_label(Worker *worker, const Record *record, int move)
{
    play_opening(worker, record->moves, move);
    Report report = worker_think(worker, LABEL_NODES);
    assert_int_equal(record->scores[move], play_score(&report));
    assert_int_equal(record->best[move], report.move);
}

/* Searched in the opposite order, by one and the same worker. */
TEST(every_label_is_a_search_of_its_own)
{
    Games games = play_games(SCATTER_SEED);
    ToolOptions options = options_for(&games);
    Games labelled = label_games(&options);
    GameTables *tables = calloc(1, sizeof *tables);
    assert_non_null(tables);
    eval_fill_tables(tables, &played, EVALUATION_BEST);
    Worker *worker = worker_new(&played, tables, LABEL_NODES);
    int labels = 0, other_moves = 0;
    assert_non_null(worker);
    for (int game = GAMES - 1; game >= 0; game--) {
        const Record *record = &labelled.records[game];
        for (int move = record->count - 1; move >= 0; move--) {
            if (has_score(record, move)) {
                assert_same_label(worker, record, move);
                other_moves += record->best[move] != record->moves[move];
                labels++;
            }
        }
    }
    assert_true(labels > 100 && other_moves > 5 && other_moves < labels);
    worker_free(worker);
    free(tables);
    free_games(&labelled);
    free_games(&games);
}

TEST(threads_change_nothing)
{
    Games games = play_games(SCATTER_SEED);
    ToolOptions one = options_for(&games), three = options_for(&games);
    three.threads = 3;
    Games first = label_games(&one), second = label_games(&three);
    assert_true(tool_output_equals(&first.output, &second.output));
    free_games(&second);
    free_games(&first);
    free_games(&games);
}

/* How many estimates teach a value though a result was proven earlier in their game. */
static int count_undecided(const GameStore *store)
{
    int undecided = 0;
    for (int64_t i = 0; i < game_store_count(store, false); i++) {
        StoredGame game = game_store_get(store, false, i);
        bool is_proven = false;
        for (int move = 0; move < game.count; move++) {
            const StoredMove *stored = &game.moves[move];
            bool has_estimate = stored->score != STORED_NO_SCORE && !value_is_proven(stored->score);
            undecided += is_proven && has_estimate && (stored->teaches & TEACHES_VALUE) != 0;
            is_proven |= stored->score != STORED_NO_SCORE && !has_estimate;
        }
    }
    return undecided;
}

/* Nothing but scores and best moves is new, and each position that teaches has them. Positions that
 * come up twice have the same label. */
TEST(what_is_learnt_from_has_a_label_and_the_games_stay)
{
    Games games = play_games(SCATTER_SEED);
    ToolOptions options = options_for(&games);
    Games labelled = label_games(&options);
    GameStore *store = game_store_new(1, 0), *learnt = game_store_new(1, 0);
    assert_null(game_store_read(store, games.output.bytes, games.output.byte_count));
    assert_null(game_store_read(learnt, labelled.output.bytes, labelled.output.byte_count));
    assert_true(game_store_finish(store) && game_store_finish(learnt));
    assert_string_equal(labelled.header.origin, games.header.origin);
    assert_true(labelled.header.nodes == PLAY_NODES);
    int other_scores = 0;
    for (int game = 0; game < GAMES; game++) {
        const Record *before = &games.records[game], *after = &labelled.records[game];
        StoredGame stored = game_store_get(store, false, game);
        StoredGame stored_learnt = game_store_get(learnt, false, game);
        assert_true(before->result == after->result && before->opening == after->opening);
        assert_int_equal(before->count, after->count);
        for (int move = 0; move < before->count; move++) {
            assert_int_equal(before->moves[move], after->moves[move]);
            assert_int_equal(before->is_random[move], after->is_random[move]);
            assert_true(stored.moves[move].teaches == 0 || has_score(after, move));
            if (has_score(after, move)) {
                assert_true(has_score(before, move));
                assert_int_equal(stored_learnt.moves[move].score, after->scores[move]);
                assert_int_equal(stored_learnt.moves[move].best, after->best[move]);
                other_scores += before->scores[move] != after->scores[move];
            }
        }
    }
    assert_true(other_scores > 20);
    assert_true(count_undecided(learnt) > 0 && count_undecided(store) == 0);
    assert_true(game_store_score_scale(learnt) == 0 && game_store_score_scale(store) > 0);
    game_store_free(learnt);
    game_store_free(store);
    free_games(&labelled);
    free_games(&games);
}

/* --- wrong scores --- */

/* The same games, with estimates that are all wrong. */
static Games with_wrong_scores(const Games *games)
{
    Games wrong = {.header = games->header};
    ToolListener listener = tool_output_listener(&wrong.output);
    RecordSink *sink = calloc(1, sizeof *sink);
    assert_non_null(sink);
    sink->listener = &listener;
    sink->is_binary = true;
    record_sink_begin(sink, &games->header);
    for (int game = 0; game < GAMES; game++) {
        Record record = games->records[game];
        for (int move = record.opening; move < record.count; move++) {
            if (has_score(&record, move) && !value_is_proven(record.scores[move])) {
                record.scores[move] = WRONG;
            }
        }
        record_sink_game(sink, &record);
    }
    record_sink_end(sink, GAMES);
    read_games(&wrong);
    free(sink);
    return wrong;
}

/* A label does not depend on what the game's own search said: only the source's hash differs. */
TEST(wrong_scores_leave_no_trace)
{
    Games games = play_games(SCATTER_SEED), wrong = with_wrong_scores(&games);
    ToolOptions options = options_for(&games), of_wrong = options_for(&wrong);
    Games right = label_games(&options), mended = label_games(&of_wrong);
    for (int game = 0; game < GAMES; game++) {
        const Record *one = &right.records[game], *other = &mended.records[game];
        for (int move = one->opening; move < one->count; move++) {
            assert_int_equal(one->scores[move], other->scores[move]);
        }
    }
    assert_string_not_equal(right.header.labels, mended.header.labels);
    free_games(&mended);
    free_games(&right);
    free_games(&wrong);
    free_games(&games);
}

/* --- some of the positions --- */

static int count_labels(const Games *games)
{
    int labels = 0;
    for (int game = 0; game < GAMES; game++) {
        for (int move = 0; move < games->records[game].count; move++) {
            labels += has_score(&games->records[game], move);
        }
    }
    return labels;
}

/* Whoever asks for more gets the same labels and others. */
TEST(a_percentage_is_part_of_a_larger_one)
{
    static const int percents[] = {100, 60, 20};
    enum { COUNT = sizeof percents / sizeof *percents };
    Games games = play_games(SCATTER_SEED), labelled[COUNT];
    int all = 0;
    for (int i = 0; i < COUNT; i++) {
        ToolOptions options = options_for(&games);
        options.percent = percents[i];
        labelled[i] = label_games(&options);
        int labels = count_labels(&labelled[i]);
        all = i == 0 ? labels : all;
        assert_true(abs(labels * 100 - all * percents[i]) <= all * 15);
    }
    for (int game = 0; game < GAMES; game++) {
        for (int move = 0; move < games.records[game].count; move++) {
            for (int i = 1; i < COUNT; i++) {
                const Record *more = &labelled[i - 1].records[game];
                const Record *fewer = &labelled[i].records[game];
                if (has_score(fewer, move)) {
                    assert_int_equal(fewer->scores[move], more->scores[move]);
                    assert_int_equal(fewer->best[move], more->best[move]);
                }
            }
        }
    }
    for (int i = 0; i < COUNT; i++) {
        free_games(&labelled[i]);
    }
    free_games(&games);
}

/* --- what is refused, and what is there already --- */

static void assert_refused(const ToolOptions *options)
{
    char fault[TOOL_FAULT_MAX] = "";
    ToolOutput output = {.count = 0};
    ToolListener listener = tool_output_listener(&output);
    assert_int_equal(label_run(options, &listener, fault), TOOL_REFUSED);
    assert_true(strlen(fault) > 10);
    assert_int_equal(output.count, 0);
}

TEST(what_cannot_be_searched_again_is_refused)
{
    Games games = play_games(SCATTER_SEED);
    ToolOptions good = options_for(&games);
    Games labelled = label_games(&good);
    ToolOptions options = good;
    options.nodes = 0;
    assert_refused(&options);
    options = good;
    options.percent = 0;
    assert_refused(&options);
    options.percent = 101;
    assert_refused(&options);
    options = good;
    options.games.count--;
    assert_refused(&options);
    options = options_for(&labelled);
    assert_refused(&options);
    games.output.bytes[games.output.byte_count / 2] ^= 1;
    assert_refused(&good);
    free_games(&labelled);
    free_games(&games);
}

static void assert_not_made(const ToolOptions *options, const FileBytes *made, const char *why)
{
    char fault[TOOL_FAULT_MAX] = "";
    assert_false(label_is_made(options, made, fault));
    assert_non_null(strstr(fault, why));
}

TEST(what_was_made_is_known_again)
{
    char fault[TOOL_FAULT_MAX] = "";
    Games games = play_games(SCATTER_SEED), others = play_games(SCATTER_SEED + 1);
    ToolOptions options = options_for(&games), other = options_for(&others);
    Games labelled = label_games(&options);
    FileBytes made = bytes_of(&labelled), plain = bytes_of(&games);
    assert_true(label_is_made(&options, &made, fault));
    options.nodes++;
    assert_not_made(&options, &made, "label-nodes 400, not 401");
    options.nodes--;
    options.percent--;
    assert_not_made(&options, &made, "label-percent 100, not 99");
    options.percent++;
    assert_not_made(&other, &made, "other games");
    assert_not_made(&options, &plain, "no labels");
    made.count--;
    assert_not_made(&options, &made, "checksum");
    made.count++;
    labelled.output.bytes[made.count / 2] ^= 1;
    assert_not_made(&options, &made, "checksum");
    free_games(&labelled);
    free_games(&others);
    free_games(&games);
}

TEST(it_stops_when_it_is_told_to)
{
    char fault[TOOL_FAULT_MAX] = "";
    Games games = play_games(SCATTER_SEED);
    ToolOptions options = options_for(&games);
    ToolOutput output = {.stop_after = 2};
    ToolListener listener = tool_output_listener(&output);
    assert_int_equal(label_run(&options, &listener, fault), TOOL_STOPPED);
    FileBytes made = {output.bytes, output.byte_count};
    assert_not_made(&options, &made, "other games than");
    tool_output_free(&output);
    free_games(&games);
}

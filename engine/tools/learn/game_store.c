/* game_store - reading games, and a set of the positions seen; see game_store.h. */
#include "tools/learn/game_store.h"

#include "port/fnv.h"
#include "eval/eval.h"
#include "port/port.h"
#include "port/random.h"
#include "tools/games/array.h"
#include "tools/games/key_set.h"
#include "tools/learn/chance.h"
#include "tools/games/record_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THOUSAND = 1000,
    FILE_LINE_MAX = RECORD_FRAME_TEXT_MAX + 80, /* bytes that tell what a file was */
};

static const char no_memory[] = "there is not enough memory";

typedef struct {
    int64_t first; /* of its moves */
    int16_t count, settled;
    uint8_t width, height;
    uint8_t result, held_out;
} GameEntry;

struct GameStore {
    uint64_t seed;
    int held_out_of_thousand;
    bool holds_file_out; /* the file that is being read is held out */
    Game game;
    bool has_game;
    GameEntry *games;
    StoredMove *moves;
    int64_t game_count, move_count, game_room, move_room;
    char *files;         /* what the files were */
    int64_t *numbers[2]; /* of the games learnt from, and held out */
    int64_t count[2];
    int64_t positions[2][TEACHES_POLICY + 1]; /* by what they teach */
    KeySet seen;                              /* keys of positions */
    GameTables tables;                        /* of the bitshift table: only shapes matter */
    Position position;
    Record record;
};

GameStore *game_store_new(uint64_t seed, int held_out_of_thousand)
{
    GameStore *store = port_pages_new(sizeof *store);
    if (store != NULL) {
        store->seed = seed;
        store->held_out_of_thousand = held_out_of_thousand;
    }
    return store;
}

void game_store_free(GameStore *store)
{
    if (store != NULL) {
        free(store->games);
        free(store->moves);
        free(store->numbers[0]);
        free(store->numbers[1]);
        key_set_free(&store->seen);
        free(store->files);
    }
    port_pages_free(store, sizeof *store);
}

/* --- reading --- */

static bool is_held_out(const GameStore *store)
{
    if (store->holds_file_out) {
        return true;
    }
    uint64_t random = random_seed(store->seed, (uint64_t)store->game_count);
    return random_below(&random, THOUSAND) < store->held_out_of_thousand;
}

/* Makes room for one more game; false if there is no memory. */
static bool grow_for_game(GameStore *store, int moves_of_game)
{
    void *games = store->games, *moves = store->moves;
    bool has_room =
        array_grow(&games, &store->game_room, store->game_count + 1, sizeof *store->games) &&
        array_grow(&moves, &store->move_room, store->move_count + moves_of_game,
                   sizeof *store->moves);
    store->games = games;
    store->moves = moves;
    return has_room;
}

static int16_t stored_score(const Record *record, int move)
{
    if (move < record->opening) {
        return STORED_NO_SCORE;
    }
    return record->is_random[move]                   ? STORED_RANDOM_MOVE
           : record->scores[move] == RECORD_NO_SCORE ? STORED_NO_SCORE
                                                     : (int16_t)record->scores[move];
}

static const char *add_game(GameStore *store, const Geometry *geometry)
{
    const Record *record = &store->record;
    if (!grow_for_game(store, record->count)) {
        return no_memory;
    }
    store->games[store->game_count] = (GameEntry){
        .first = store->move_count,
        .count = (int16_t)record->count,
        .settled = (int16_t)record_settled(record),
        .width = (uint8_t)geometry->width,
        .height = (uint8_t)geometry->height,
        .result = (uint8_t)record->result,
        .held_out = is_held_out(store),
    };
    store->game_count++;
    for (int i = 0; i < record->count; i++) {
        store->moves[store->move_count++] = (StoredMove){
            .point = record->moves[i],
            .score = stored_score(record, i),
        };
    }
    return NULL;
}

static const char *begin_games_file(GameStore *store, const Game *game)
{
    if (!store->has_game) {
        store->game = *game;
        store->has_game = true;
        eval_fill_tables(&store->tables, game, EVALUATION_BASE);
    }
    bool is_same = game->rule == store->game.rule && game->win_length == store->game.win_length;
    return is_same ? NULL : "its games are played by another rule than those before";
}

/* Adds the line that tells what a file was. */
static const char *describe_file(GameStore *store, const RecordReader *reader, uint64_t hash)
{
    char header[RECORD_FRAME_TEXT_MAX], line[FILE_LINE_MAX];
    size_t before = store->files == NULL ? 0 : strlen(store->files);
    record_print_header(&reader->header, header);
    snprintf(line, sizeof line, "%s%" PRId64 " games, hash %016" PRIx64 ": %s\n",
             store->holds_file_out ? "held out: " : "", reader->games, hash, header);
    char *files = realloc(store->files, before + strlen(line) + 1);
    if (files == NULL) {
        return no_memory;
    }
    strcpy(files + before, line);
    store->files = files;
    return NULL;
}

/* Adds the games of an open file. */
static const char *store_read_games(GameStore *store, RecordReader *reader)
{
    const char *fault = begin_games_file(store, &reader->header.game);
    while (fault == NULL && record_next(reader, &store->record)) {
        fault = add_game(store, &reader->geometry);
    }
    return fault != NULL ? fault : reader->fault;
}

const char *game_store_read(GameStore *store, const void *bytes, size_t count)
{
    RecordReader reader;
    const char *fault =
        record_open(&reader, bytes, count) ? store_read_games(store, &reader) : reader.fault;
    return fault != NULL ? fault : describe_file(store, &reader, fnv_hash(FNV_BASIS, bytes, count));
}

const char *game_store_read_held_out(GameStore *store, const void *bytes, size_t count)
{
    store->holds_file_out = true;
    const char *fault = game_store_read(store, bytes, count);
    store->holds_file_out = false;
    return fault;
}

/* --- which positions teach --- */

/* What the position before a move teaches, if it is new. */
static uint8_t what_it_teaches(GameStore *store, const StoredMove *move, bool is_decided)
{
    if (!stored_has_score(move) ||
        key_set_add(&store->seen, store->position.board.key) != KEY_NEW) {
        return 0;
    }
    return teaching_of(&store->position, move->score, is_decided);
}

/* Replays a game. What follows a move that the rule forbids teaches nothing. */
static void mark_game(GameStore *store, const GameEntry *entry)
{
    Game game = store->game;
    bool is_decided = false;
    game.width = entry->width;
    game.height = entry->height;
    position_clear(&store->position, &game, &store->tables.board);
    for (int i = 0; i < entry->count; i++) {
        StoredMove *move = &store->moves[entry->first + i];
        if (!teaching_may_play(&store->position, move->point, i == entry->count - 1)) {
            return;
        }
        move->teaches = what_it_teaches(store, move, is_decided);
        is_decided |= stored_has_score(move) && value_is_proven(move->score);
        for (int kind = TEACHES_VALUE; kind <= TEACHES_POLICY; kind++) {
            store->positions[entry->held_out][kind] += (move->teaches & kind) != 0;
        }
        position_play(&store->position, move->point, store->position.board.side);
    }
}

static bool make_numbers(GameStore *store)
{
    for (int part = 0; part < 2; part++) {
        size_t room = (size_t)store->game_count * sizeof **store->numbers;
        store->numbers[part] = malloc(room == 0 ? 1 : room);
        if (store->numbers[part] == NULL) {
            return false;
        }
    }
    return true;
}

bool game_store_finish(GameStore *store)
{
    if (!key_set_reserve(&store->seen, (uint64_t)store->move_count) || !make_numbers(store)) {
        return false;
    }
    for (int part = 1; part >= 0; part--) { /* what is held out is known first */
        for (int64_t i = 0; i < store->game_count; i++) {
            if (store->games[i].held_out == part) {
                mark_game(store, &store->games[i]);
                store->numbers[part][store->count[part]++] = i;
            }
        }
    }
    key_set_free(&store->seen);
    return true;
}

/* --- what is in it --- */

const Game *game_store_game(const GameStore *store)
{
    return &store->game;
}

int64_t game_store_count(const GameStore *store, bool held_out)
{
    return store->count[held_out];
}

StoredGame game_store_get(const GameStore *store, bool held_out, int64_t number)
{
    const GameEntry *entry = &store->games[store->numbers[held_out][number]];
    return (StoredGame){
        .moves = &store->moves[entry->first],
        .count = entry->count,
        .settled = entry->settled,
        .width = entry->width,
        .height = entry->height,
        .result = (RecordResult)entry->result,
    };
}

const char *game_store_files(const GameStore *store)
{
    return store->files == NULL ? "" : store->files;
}

/* Says whether the score before a move, an estimate, is learnt from. */
static bool teaches_estimate(const StoredMove *move)
{
    return (move->teaches & TEACHES_VALUE) != 0 && !value_is_proven(move->score);
}

/* The cross-entropy of the result of a game and the scores of its settled positions on a scale. */
static double cross_entropy_of_game(const StoredGame *game, double scale)
{
    double to_black = (double)game->result / RECORD_BLACK_WINS, sum = 0;
    for (int move = game->settled; move < game->count; move++) {
        if (teaches_estimate(&game->moves[move])) {
            sum += chance_cross_entropy(game->moves[move].score / scale,
                                        move % 2 == BLACK ? to_black : 1 - to_black);
        }
    }
    return sum;
}

/* The same of the first games, as many as are enough. */
static double cross_entropy_on_scale(const void *context, double scale)
{
    enum { GAMES_ENOUGH = 20000 };
    const GameStore *store = context;
    double sum = 0;
    for (int64_t i = 0; i < store->count[0] && i < GAMES_ENOUGH; i++) {
        StoredGame game = game_store_get(store, false, i);
        sum += cross_entropy_of_game(&game, scale);
    }
    return sum;
}

double game_store_score_scale(const GameStore *store)
{
    bool has_scores = cross_entropy_on_scale(store, 1) > 0;
    return has_scores ? chance_best_scale(cross_entropy_on_scale, store) : 0;
}

int64_t game_store_positions(const GameStore *store, bool held_out, int teaches)
{
    return store->positions[held_out][teaches];
}

/* game_store - many games in little memory, and which of their positions teach what.
 *
 * Files of games are read one after the other and checked move by move. Positions that came up
 * before, in any file, are marked as known and teach nothing; those of the games that are held out
 * are known first, so that nothing that is measured was learnt from.
 */
#ifndef TENGEN_TOOLS_LEARN_GAME_STORE_H
#define TENGEN_TOOLS_LEARN_GAME_STORE_H

#include "board/position.h"
#include "tools/games/records.h"
#include "tools/learn/teaching.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A move and the position before it. */
typedef struct {
    Point point;
    int16_t score; /* what the search said to its player, or one of the two below */
    uint8_t teaches;
} StoredMove;

enum {
    STORED_NO_SCORE = INT16_MAX,        /* there was no search */
    STORED_RANDOM_MOVE = INT16_MAX - 1, /* the move was drawn: what follows is not its position's */
};

/* Says whether a search gave the position before the move a score. */
static inline bool stored_has_score(const StoredMove *move)
{
    return move->score < STORED_RANDOM_MOVE;
}

typedef struct {
    const StoredMove *moves;
    int count;
    int settled; /* moves up to the last that was drawn at random; the result is that of the
                    positions from there on */
    uint8_t width, height;
    RecordResult result;
} StoredGame;

typedef struct GameStore GameStore;

/* An empty store; NULL: there is no memory. Of a thousand games about `held_out_of_thousand` are
 * held out: which, follows from the seed and their numbers. */
GameStore *game_store_new(uint64_t seed, int held_out_of_thousand);

/* Frees it. NULL is fine. */
void game_store_free(GameStore *store);

/* Reads a file of games (record_file.h). NULL, or what is wrong, as a sentence;
 * then the store is of no use. All files have to be of one rule. */
const char *game_store_read(GameStore *store, const void *bytes, size_t count);

/* The same with a file whose games are all held out. */
const char *game_store_read_held_out(GameStore *store, const void *bytes, size_t count);

/* What the files were, a line for each: whether it is held out, number of games, a hash of its
 * bytes, and its first line as text (records.h), which says how to make it again. */
const char *game_store_files(const GameStore *store);

/* The scale on which the scores of the searches predict the results best, as chances 1 /
 * (1 + exp(-score / scale)), by the settled positions that teach the value and are not held out.
 * 0: there are none. */
double game_store_score_scale(const GameStore *store);

/* Decides which positions teach: to be called once, after the last file. False: no memory. */
bool game_store_finish(GameStore *store);

/* The rule and length of a win of all games, on the first file's board. */
const Game *game_store_game(const GameStore *store);

/* How many games are learnt from, or held out; and one of them. */
int64_t game_store_count(const GameStore *store, bool held_out);
StoredGame game_store_get(const GameStore *store, bool held_out, int64_t number);

/* How many positions teach something of that kind, among the games learnt from or held out. */
int64_t game_store_positions(const GameStore *store, bool held_out, int teaches);

#endif

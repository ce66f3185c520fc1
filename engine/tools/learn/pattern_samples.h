/* pattern_samples - positions of games as the pattern network sees them, and what they teach.
 *
 * Millions of positions do not fit in memory as the network sees them (some 2 kB each), but their
 * games do: a few bytes a move. So games are kept (game_store.h) and replayed, some thousands at a
 * time, into a block of samples, which is learnt from and filled again.
 *
 * A sample holds, for every empty point that sees a stone, the patterns of its lines, its
 * point patterns and its region, all as the side to move sees them; for the value, the
 * target and what the tables say; for the policy, the candidates with what the tables say of each,
 * and which was chosen.
 */
#ifndef TENGEN_TOOLS_LEARN_PATTERN_SAMPLES_H
#define TENGEN_TOOLS_LEARN_PATTERN_SAMPLES_H

#include "eval/eval.h"
#include "tools/learn/game_store.h"
#include "tools/learn/pattern_model.h"

#include <stdbool.h>
#include <stdint.h>

/* An empty point that sees a stone. */
typedef struct {
    uint16_t line[DIRECTIONS]; /* patterns */
    uint16_t own, opponent;    /* point patterns */
    uint16_t region;           /* 0 to REGIONS - 1 */
} PatternPoint;

/* A move of the policy. */
typedef struct {
    float tables;  /* log odds by the tables */
    int32_t point; /* which of the sample's points; -1: it sees no stone */
} PatternMove;

typedef struct {
    int64_t first_point, first_move; /* in the block */
    int16_t points, moves, chosen;   /* no moves: nothing for the policy */
    int16_t threat_mask;
    uint8_t colour; /* to move */
    bool has_value; /* there is something for the value, */
    int16_t score;  /* which was searched for, to the side to move */
    float result;   /* of the game, to it: 1 won, 0 lost */
    float tables;   /* log odds of winning by the tables */
    float target;   /* chance of winning: what the value is to learn */
} PatternSample;

/* Samples of some games. All zero to begin with; it keeps its room when it is filled again. */
typedef struct {
    PatternSample *samples; /* arrays are owned */
    PatternPoint *points;
    PatternMove *moves;
    int64_t sample_count, point_count, move_count;
    int64_t sample_room, point_room, move_room;
    bool is_short; /* there was no memory for all samples */
} PatternBlock;

/* How samples are made. */
typedef struct {
    const PatternModel *model; /* borrowed, like the tables */
    const GameTables *tables;  /* of learnt tables without a network */
    double value_scale;        /* the tables' value at which a game is won as 73 to 27 */
    double search_scale;       /* the same for the scores of the searches */
    double lambda;        /* what the later game says, beside the score of the position: 0 to 1 */
    double proven_chance; /* the target where the search has proven a win */
} PatternTargets;

/* What games are replayed with. It belongs to one thread. */
typedef struct {
    Position position;
    Evaluator evaluator;
    float black_chance[SIDE_MAX * SIDE_MAX]; /* targets of the game: before each move, for black */
} PatternReplay;

/* Prepares for games of that kind. */
void pattern_replay_init(PatternReplay *replay, const Game *game, const GameTables *tables);

/* Adds the samples of a game to the block. False: there is no memory. */
bool pattern_samples_add(PatternReplay *replay, const PatternTargets *targets,
                         const StoredGame *game, PatternBlock *block);

/* Forgets the samples, but keeps the room. */
void pattern_block_clear(PatternBlock *block);

/* Frees the room. All zero is fine. */
void pattern_block_free(PatternBlock *block);

#endif

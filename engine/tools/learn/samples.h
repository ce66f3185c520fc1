/* samples - what games teach: quiet positions for the value, and chosen moves for the policy.
 *
 * A quiet position is one that the static evaluation is asked about: neither side can make five,
 * and the side to move no open four. Its target is the result of the game and the score of the
 * search. A policy sample is a position in which a search chose one of the candidates. Positions
 * that came up before are skipped; so is, for values, what follows the first proven result of a
 * game, and for the policy, what is lost anyway.
 *
 * Positions are kept as the combinations of shapes on their empty points: it is all that a table
 * can see of them. Some of the games, chosen at random, are held out: the others are learnt from,
 * and these measure what was learnt.
 */
#ifndef TENGEN_TOOLS_LEARN_SAMPLES_H
#define TENGEN_TOOLS_LEARN_SAMPLES_H

#include "eval/learnt.h"
#include "eval/value.h"
#include "tools/games/records.h"

#include <stdbool.h>
#include <stdint.h>

/* How many empty points of a position have a combination of shapes for one of the colours. */
typedef struct {
    uint16_t combination;
    uint16_t count;
} SampleTerm;

/* A quiet position. Its terms stand one after the other, those of the side to move in front. */
typedef struct {
    int64_t first;       /* of its terms */
    int16_t own, all;    /* how many are of the side to move; and how many there are */
    int16_t threat_mask; /* see learnt_threat_mask */
    int16_t score;       /* what the search said, to the side to move */
    uint8_t colour;      /* to move */
    uint8_t result;      /* of the game to the side to move, in halves: 0 lost, 1 draw, 2 won */
    bool held_out;
} SampleQuiet;

/* The shapes of a candidate for the side to move and for the opponent, and where it lies. */
typedef struct {
    uint16_t own, opponent; /* combinations */
    uint8_t answer, follow; /* offsets from the last stone, and from the one before */
} SampleMove;

/* A move that was chosen among candidates. */
typedef struct {
    int64_t first; /* of its moves */
    int16_t count, chosen;
    uint8_t colour;
    bool held_out;
} SamplePolicy;

typedef struct SampleSeen SampleSeen;

typedef struct {
    SampleQuiet *quiet; /* all arrays are owned */
    SampleTerm *terms;
    SamplePolicy *policy;
    SampleMove *moves;
    int64_t quiet_count, term_count, policy_count, move_count;
    int64_t quiet_room, term_room, policy_room, move_room;
    int64_t games, positions;      /* read: games, and positions that were searched */
    uint32_t held_out_of_thousand; /* games */
    uint64_t seed;                 /* chooses them */
    SampleSeen *seen;              /* keys of the positions so far */
} Samples;

/* Adds the samples of a game. The position must be empty and belong to the record's game; it
 * comes back so. Returns NULL, or what is wrong, as a sentence: the moves break the rules of the
 * game, or there is no memory. */
const char *samples_add(Samples *samples, Position *position, const Record *record);

/* Frees all memory. All zero is fine. */
void samples_free(Samples *samples);

#endif

/* samples - what there is to learn from games: quiet positions, and choices among moves.
 *
 * A quiet position is one that the evaluation is asked about: neither side can make five and the
 * side to move no open four. What it turned out to be worth is told by the result of the game and
 * by the search. A choice is a position in which a search chose one of the candidates. Positions
 * that came up before are passed over, and so is, for values, what follows the first proven result
 * of a game, and for choices, what is lost anyway.
 *
 * Positions are kept as the combinations of shapes on their empty points: it is all that a table
 * can see of them. Some of the games, by chance, are held out: what is learnt from the others is
 * tried on them.
 */
#ifndef TENGEN_TOOLS_SAMPLES_H
#define TENGEN_TOOLS_SAMPLES_H

#include "eval/learnt.h"
#include "eval/value.h"
#include "tools/records.h"

#include <stdbool.h>
#include <stdint.h>

/* So many empty points of a position have the same combination of shapes for the same player. */
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

/* What a candidate looks like to the side to move and to the opponent, and where it lies. */
typedef struct {
    uint16_t own, opponent; /* combinations */
    uint8_t answer, follow; /* offsets from the last stone, and from the one before */
} SampleMove;

/* A choice among moves. */
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
    int64_t games, positions;      /* read: games, and positions that a search looked at */
    uint32_t held_out_of_thousand; /* games */
    uint64_t seed;                 /* chooses them */
    SampleSeen *seen;              /* keys of the positions so far */
} Samples;

/* Adds what a game has to teach. The position must be empty and belong to the record's game; it
 * comes back so. Returns NULL, or what is wrong, as a sentence: the moves break the rules of the
 * game, or there is no memory. */
const char *samples_add(Samples *samples, Position *position, const Record *record);

/* Gives all memory back. All zero is fine. */
void samples_free(Samples *samples);

#endif

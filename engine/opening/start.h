/* start - random balanced starts: a few stones thrown onto the board that leave the game open.
 *
 * Chance proposes and the search disposes. The stones lie near each other, in a group that is tight
 * or loose, mostly in the inner part of the board; neither side may be about to win, and ever
 * longer searches must call the position ever more even. Most throws fail in the first and cheapest
 * of them. Each search begins with an empty table, so that the judgement depends on the position
 * alone and whoever asks again hears the same.
 */
#ifndef TENGEN_OPENING_START_H
#define TENGEN_OPENING_START_H

#include "eval/value.h"
#include "search/node.h"

#include <stdbool.h>
#include <stdint.h>

/* What a start should be like. */
typedef struct {
    int stones_min, stones_max; /* 1..OPENING_STONES_MAX, and fewer than the board has points */
    uint64_t nodes;             /* of the last and longest search */
    Value margin;               /* it may call the position worth so much to either side */
} StartOptions;

typedef struct {
    int count;
    Point moves[OPENING_STONES_MAX]; /* black first */
    Value value; /* to the side to move, by the last search; VALUE_INFINITE: there was none */
} Start;

/* Throws the stones that the seed says onto the empty board, notes them, and takes them off again:
 * those that start_try judges. False if luck does not find all of them a place. */
bool start_candidate(Position *position, const StartOptions *options, uint64_t seed, Start *start);

/* Throws the stones that the seed says onto the empty board of search->position, and judges them.
 * False if they are no balanced start; if the value is finite, the only fault is that one side is
 * better off. The clock must have been started, with no limit; the table loses its contents. The
 * board comes back empty. */
bool start_try(Search *search, const StartOptions *options, uint64_t seed, Start *start);

#endif

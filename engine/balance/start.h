/* start - random balanced starts: a few stones that leave the game open.
 *
 * Random candidates are judged by searches. The stones lie near each other, in a group that is
 * tight or loose, mostly in the inner part of the board; neither side may be about to win, and ever
 * longer searches must call the position ever more even. Most candidates fail in the first and
 * cheapest of them. Each search begins with an empty table, so that the judgement depends on the
 * position alone and can be repeated.
 */
#ifndef TENGEN_BALANCE_START_H
#define TENGEN_BALANCE_START_H

#include "eval/value.h"
#include "search/node.h"
#include "tengen/opening.h"

#include <stdbool.h>
#include <stdint.h>

/* The requirements of a start. */
typedef struct {
    int stones_min, stones_max; /* 1..OPENING_STONES_MAX, and fewer than the board has points */
    uint64_t nodes;             /* of the last and longest search */
    Value margin;               /* the most that it may call the position worth to either side */
} StartOptions;

typedef struct {
    int count;
    Point moves[OPENING_STONES_MAX]; /* black first */
    Value value; /* to the side to move, by the last search; VALUE_INFINITE: there was none */
} Start;

/* Makes the candidate of a seed on the empty board of search->position, and judges it. False if it
 * is no balanced start; if the value is finite, the only fault is that one side is better off. The
 * clock must have been started, with no limit; the table loses its contents. The board comes back
 * empty. */
bool start_try(Search *search, const StartOptions *options, uint64_t seed, Start *start);

#endif

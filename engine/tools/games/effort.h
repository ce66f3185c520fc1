/* effort - what a search spent on each move of the root, and which moves it preferred on its way.
 *
 * Both teach a policy more than the move that was played alone: how near the others came. It costs
 * nothing to find out, for the root reports its moves anyway.
 */
#ifndef TENGEN_TOOLS_GAMES_EFFORT_H
#define TENGEN_TOOLS_GAMES_EFFORT_H

#include "search/root.h"
#include "tools/games/records.h"

/* What is known of a search. Large: 20 kB. */
typedef struct {
    const Search *search;
    Point current;  /* the move that is being searched; POINT_NONE: none */
    uint64_t since; /* nodes of the search when it began */
    int count;
    Point moves[RECORD_MOVES_MAX]; /* that were searched, or best */
    uint64_t nodes[POINTS_MAX];    /* below each of them */
    bool was_best[POINTS_MAX];     /* after an iteration */
    bool is_listed[POINTS_MAX];
} Effort;

/* Begins with a search that is about to think. */
void effort_begin(Effort *effort, const Search *search);

/* The listener with which it must think. */
RootListener effort_listener(Effort *effort);

/* Tells, when it has thought, its share for the move that it chose, and at most so many of the
 * others: first those that were best after an iteration, then those with the most nodes. */
void effort_write(Effort *effort, Point chosen, int most, RecordOthers *others);

#endif

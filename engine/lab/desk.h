/* desk - all that one thread needs to think by nodes alone: board, table, clock, search.
 *
 * Clearing a desk makes it as good as new, so what is worked out on it afterwards depends on
 * nothing that happened there before: results are the same however many desks share the work. Time
 * has no say either; the clock only carries the word that nobody waits for the result any more.
 */
#ifndef TENGEN_LAB_DESK_H
#define TENGEN_LAB_DESK_H

#include "search/margins.h"
#include "search/root.h"

#include <stdatomic.h>

typedef struct {
    const Game *game;         /* borrowed, like the tables; other desks read them too */
    const GameTables *tables; /* filled for that game */
    const Margins *margins;   /* borrowed; what it thinks with, NULL: the values at the start */
    Table table;
    Clock clock;
    Search search;
    _Atomic bool hurried; /* see desk_hurry */
} Desk;

/* Makes a desk for searches of about so many nodes, with an empty board; NULL if there is no memory
 * for it. Game and tables must outlive it. */
Desk *desk_new(const Game *game, const GameTables *tables, uint64_t nodes);

/* Gives it back. NULL is fine. */
void desk_free(Desk *desk);

/* Empties board and table, and sets the clock to no limit: nothing is left of what was before. */
void desk_clear(Desk *desk);

/* Thinks about the position on the board, for so many nodes. */
Report desk_think(Desk *desk, uint64_t nodes);

/* Makes this and all later searches end early, with results that are worth nothing; from any
 * thread. desk_is_hurried tells whoever plays on that it is in vain. */
void desk_hurry(Desk *desk);

/* Says whether desk_hurry has been called. */
bool desk_is_hurried(const Desk *desk);

#endif

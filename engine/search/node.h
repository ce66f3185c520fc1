/* node - one position of the search tree: negamax with alpha-beta, in stages.
 *
 * Each node asks in this order: is it decided? does the table know? what is it worth, if the depth
 * is used up? which moves, and what becomes of each? The stages are small functions over one Node.
 *
 * Everything that belongs to one searching thread hangs from Search; two of them share nothing but
 * the table and the clock. Depth is counted in 64ths of a ply (ONE_PLY).
 */
#ifndef TENGEN_SEARCH_NODE_H
#define TENGEN_SEARCH_NODE_H

#include "board/position.h"
#include "eval/value.h"
#include "search/candidates.h"
#include "search/clock.h"
#include "search/table.h"

#include <stdbool.h>
#include <stdint.h>

/* A line of play, the first move first. */
typedef struct {
    Point move[PLY_MAX];
    int length;
} Variation;

typedef struct {
    Position position;
    Table *table;     /* borrowed */
    Clock *clock;     /* borrowed */
    uint64_t nodes;   /* positions looked at in this search */
    bool stopping;    /* the clock ran out: unwind, results are void */
    PointSet avoided; /* points that the root leaves alone if it can */
    bool plain;       /* no cascade, no extensions: the textbook search that tests compare with */
    Move *moves;      /* MOVES_MAX for each ply; owned */
    Variation *line;  /* the best line from each ply on, PLY_MAX + 1 of them; owned */
} Search;

/* Makes room for a search; false if there is no memory for it. The position is left unset. */
bool search_init(Search *search, Table *table, Clock *clock);

/* Gives the room back. */
void search_free(Search *search);

/* The value of the position to the side to move, searched to that depth. A value at or outside the
 * window is a bound. Void if search->stopping is set when it returns. */
Value node_search(Search *search, int ply, int depth, Value alpha, Value beta);

/* Plays a move of the node at that ply, searches what becomes of it, takes it back, and returns
 * its value to the player of the move. */
Value node_try(Search *search, int ply, Point move, int depth, Value alpha, Value beta);

/* Notes a move and the line found below it as the best line from that ply on. */
void node_note_line(Search *search, int ply, Point move);

#endif

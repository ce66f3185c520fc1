/* search - what belongs to one searching thread, and the little that all its parts do with it.
 *
 * Everything hangs from Search; two of them share nothing but the table and the clock. Nothing is
 * allocated while it thinks: move lists are laid one behind the other on one long strip, each as
 * long as it turned out to be.
 */
#ifndef TENGEN_SEARCH_SEARCH_H
#define TENGEN_SEARCH_SEARCH_H

#include "board/position.h"
#include "eval/eval.h"
#include "search/candidates.h"
#include "search/clock.h"
#include "search/history.h"
#include "search/proof_table.h"
#include "search/tt.h"

#include <stdbool.h>
#include <stdint.h>

/* A line of play, the first move first. */
typedef struct {
    Point move[PLY_MAX];
    int length;
} Variation;

typedef struct {
    Position position;
    Evaluator evaluator;       /* of that position */
    TranspositionTable *table; /* borrowed */
    Clock *clock;              /* borrowed */
    uint64_t nodes;            /* positions looked at in this search */
    bool stopping;             /* the clock ran out: unwind, results are void */
    PointSet avoided;          /* points that the root leaves alone if it can */
    bool plain;          /* no cascade, no pruning: the textbook search that tests compare with */
    History history;     /* what became of moves */
    ProofTable proofs;   /* what the solver has found out in this game */
    Value eval[PLY_MAX]; /* what the position of each ply on the way here looked like */
    uint64_t mate_key;   /* of the position after the move that the last win was proven with, */
    int mate_plies;      /* and how soon that win must come for the side to move next */
    Move *moves;         /* MOVES_MAX for each ply; owned */
    Variation *pv;       /* the best line from each ply on, PLY_MAX + 1 of them; owned */
} Search;

/* Makes room for a search; false if there is no memory for it. The position is left unset. */
bool search_init(Search *search, TranspositionTable *table, Clock *clock);

/* Gives the room back. */
void search_free(Search *search);

/* Sets up an empty board for a game, to be evaluated by those tables, which have to stay. Also
 * after the tables were filled anew. */
void search_set_game(Search *search, const Game *game, const GameTables *tables);

/* Sets up a copy of a position, to be evaluated by those tables. */
void search_set_position(Search *search, const Position *position, const EvalTables *tables);

/* The static evaluation of the position. */
static inline Value search_evaluate(Search *search)
{
    return eval_position(&search->evaluator, &search->position);
}

/* Forgets all that earlier searches found out, the table's contents among it: the next one is the
 * first. No other thread may use the table. */
void search_forget(Search *search);

/* Forgets what the search of another position learnt about moves, and counts nodes anew. What was
 * proven stays true, and is kept until there is too much of it. */
void search_begin(Search *search);

/* Counts a node and says whether there is still time and allowance for it. If not, the search is
 * stopping. */
bool search_may_go_on(Search *search);

/* The room for the moves of the node at that ply. */
static inline Move *search_moves(Search *search, int ply)
{
    return &search->moves[ply * MOVES_MAX];
}

/* Says whether the table already settles the value of the position for that depth and window; then
 * `value` is it. `known` gets what is known, with BOUND_NONE and POINT_NONE where nothing is. */
bool search_knows(const Search *search, int ply, int depth, Value alpha, Value beta, TtEntry *known,
                  Value *value);

/* Notes that nothing follows after that ply, or a move and the line found below it. */
void search_clear_pv(Search *search, int ply);
void search_update_pv(Search *search, int ply, Point move);

#endif

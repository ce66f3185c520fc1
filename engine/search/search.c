/* search - counting, looking up, and noting lines; see search.h. */
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_PER_CLOCK_LOOK = 512 }; /* about half a millisecond */

bool search_init(Search *search, TranspositionTable *table, Clock *clock)
{
    search->table = table;
    search->clock = clock;
    search->moves = malloc(sizeof *search->moves * MOVES_MAX * (PLY_MAX + 1));
    search->pv = malloc(sizeof *search->pv * (PLY_MAX + 1));
    return search->moves != NULL && search->pv != NULL && proof_table_init(&search->proofs);
}

void search_free(Search *search)
{
    proof_table_free(&search->proofs);
    free(search->moves);
    free(search->pv);
}

void search_set_game(Search *search, const Game *game, const GameTables *tables)
{
    position_clear(&search->position, game, &tables->board);
    eval_init(&search->evaluator, &tables->eval);
}

void search_set_position(Search *search, const Position *position, const EvalTables *tables)
{
    search->position = *position;
    eval_init(&search->evaluator, tables);
}

void search_forget(Search *search)
{
    tt_clear(search->table);
    proof_table_clear(&search->proofs);
    search->mate_key = 0;
}

void search_begin(Search *search)
{
    search->nodes = 0;
    search->stopping = false;
    history_clear(&search->history);
    if (proof_table_is_crowded(&search->proofs)) {
        proof_table_clear(&search->proofs);
    }
    memset(search->eval, 0, sizeof search->eval);
}

bool search_may_go_on(Search *search)
{
    uint64_t limit = search->clock->node_limit;
    if (limit != 0 && search->nodes >= limit) {
        search->stopping = true;
    } else if (++search->nodes % NODES_PER_CLOCK_LOOK == 0 && clock_is_over(search->clock)) {
        search->stopping = true;
    }
    return !search->stopping;
}

bool search_knows(const Search *search, int ply, int depth, Value alpha, Value beta, TtEntry *known,
                  Value *value)
{
    if (!tt_probe(search->table, search->position.board.key, ply, known)) {
        known->bound = BOUND_NONE;
        known->move = POINT_NONE;
        return false;
    }
    *value = known->value;
    return known->depth >= depth &&
           (known->bound == BOUND_EXACT || (known->bound == BOUND_LOWER && known->value >= beta) ||
            (known->bound == BOUND_UPPER && known->value <= alpha));
}

void search_clear_pv(Search *search, int ply)
{
    search->pv[ply].length = 0;
}

void search_update_pv(Search *search, int ply, Point move)
{
    Variation *line = &search->pv[ply];
    const Variation *rest = &search->pv[ply + 1];
    line->length = 0;
    line->move[line->length++] = move;
    for (int i = 0; i < rest->length && line->length < PLY_MAX; i++) {
        line->move[line->length++] = rest->move[i];
    }
}

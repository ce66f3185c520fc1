/* search - memory, node counting, table look-ups and principal variations; see search.h. */
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_PER_CLOCK_LOOK = 512 }; /* about half a millisecond */

bool search_init(Search *search, TranspositionTable *table, Clock *clock)
{
    search->table = table;
    search->clock = clock;
    search->evaluator.tables = NULL;
    search->moves = malloc(sizeof *search->moves * MOVES_MAX * (PLY_MAX + 1));
    search->pv = malloc(sizeof *search->pv * (PLY_MAX + 1));
    search->no_vcf = calloc(NO_VCF_SLOTS, sizeof *search->no_vcf);
    return search->moves != NULL && search->pv != NULL && search->no_vcf != NULL &&
           proof_table_init(&search->proofs) && told_init(&search->told);
}

void search_free(Search *search)
{
    told_free(&search->told);
    proof_table_free(&search->proofs);
    free(search->no_vcf);
    free(search->moves);
    free(search->pv);
}

void search_set_game(Search *search, const Game *game, const GameTables *tables)
{
    position_clear(&search->position, game, &tables->board);
    eval_use(&search->evaluator, &tables->eval);
}

void search_set_position(Search *search, const Position *position, const EvalTables *tables)
{
    search->position = *position;
    eval_use(&search->evaluator, tables);
}

void search_forget_wins(Search *search)
{
    proof_table_clear(&search->proofs);
    if (search->has_no_vcf) {
        memset(search->no_vcf, 0, sizeof *search->no_vcf * NO_VCF_SLOTS);
        search->has_no_vcf = false;
    }
    search->mate_key = 0;
}

void search_forget_table(Search *search)
{
    tt_clear(search->table);
    told_clear(&search->told);
}

void search_forget(Search *search)
{
    search_forget_table(search);
    search_forget_wins(search);
}

void search_begin(Search *search)
{
    search->nodes = 0;
    search->node_limit = 0;
    search->stopping = false;
    search->lost = (PointSet){{0}};
    history_clear(&search->history);
    if (proof_table_is_crowded(&search->proofs)) {
        proof_table_clear(&search->proofs);
    }
    memset(search->static_eval, 0, sizeof search->static_eval);
    correction_clear(&search->correction);
}

/* Only the search's own thread counts, so nothing can come between reading and writing. */
static uint64_t count_node(Search *search)
{
    uint64_t nodes = search_nodes(search) + 1;
    atomic_store_explicit(&search->nodes, nodes, memory_order_relaxed);
    return nodes;
}

bool search_may_go_on(Search *search)
{
    if (search_is_out_of_nodes(search)) {
        search->stopping = true;
    } else if (count_node(search) % NODES_PER_CLOCK_LOOK == 0 && clock_is_over(search->clock)) {
        search->stopping = true;
    }
    return !search->stopping;
}

Situation search_situation(const Search *search)
{
    return search->plain ? SITUATION_QUIET : candidates_situation(&search->position);
}

/* By how much an entry may be too shallow and settle a node all the same. Depths have fractions
 * that depend on what each thread has learnt, and the table rounds them down. So a quarter of the
 * hits on entries of other threads lack less than a step. One thread gains nothing by it. */
static int depth_tolerance(const Search *search)
{
    return search->role == ROLE_ALONE ? 0 : TT_DEPTH_STEP - 1;
}

bool search_probe_tt(const Search *search, int ply, int depth, const Bounds *bounds, TtEntry *entry,
                     Value *value)
{
    if (!tt_probe(search->table, search->position.board.key, ply, entry)) {
        entry->bound = BOUND_NONE;
        entry->move = POINT_NONE;
        return false;
    }
    *value = entry->value;
    return entry->depth + depth_tolerance(search) >= depth &&
           (entry->bound == BOUND_EXACT ||
            (entry->bound == BOUND_LOWER && entry->value >= bounds->beta) ||
            (entry->bound == BOUND_UPPER && entry->value <= bounds->alpha));
}

Value search_estimate(const TtEntry *entry, Value static_eval)
{
    bool says_more = entry->bound == BOUND_EXACT ||
                     (entry->bound == BOUND_LOWER && entry->value > static_eval) ||
                     (entry->bound == BOUND_UPPER && entry->value < static_eval);
    return says_more && !value_is_proven(entry->value) ? entry->value : static_eval;
}

void search_store_tt(Search *search, int ply, const Bounds *bounds, TtEntry entry)
{
    entry.value = bounds->best;
    entry.bound = bounds->best >= bounds->beta ? BOUND_LOWER
                  : bounds->raised_alpha       ? BOUND_EXACT
                                               : BOUND_UPPER;
    if (bounds->best_move != POINT_NONE) {
        entry.move = bounds->best_move;
    }
    tt_store(search->table, search->position.board.key, ply, &entry);
}

bool search_update_best(Search *search, int ply, Bounds *bounds, Point move, Value value)
{
    if (value > bounds->best) {
        bounds->best = value;
        if (value > bounds->alpha) {
            bounds->alpha = value;
            bounds->raised_alpha = true;
            bounds->best_move = move;
            search_update_pv(search, ply, move);
        }
    }
    return bounds->best >= bounds->beta;
}

void search_clear_pv(Search *search, int ply)
{
    search->pv[ply].length = 0;
}

void search_update_pv(Search *search, int ply, Point move)
{
    Variation *pv = &search->pv[ply];
    const Variation *rest = &search->pv[ply + 1];
    pv->length = 0;
    pv->move[pv->length++] = move;
    for (int i = 0; i < rest->length && pv->length < PLY_MAX; i++) {
        pv->move[pv->length++] = rest->move[i];
    }
}

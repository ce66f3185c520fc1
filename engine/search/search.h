/* search - the state of one searching thread, and what all parts of the search do with it.
 *
 * Everything hangs from Search; two of them share nothing but the transposition table and the
 * clock. Nothing is allocated while it thinks: the move lists of all plies lie in one block,
 * MOVES_MAX moves for each ply.
 */
#ifndef TENGEN_SEARCH_SEARCH_H
#define TENGEN_SEARCH_SEARCH_H

#include "board/position.h"
#include "eval/eval.h"
#include "search/candidates.h"
#include "search/clock.h"
#include "search/correction.h"
#include "search/history.h"
#include "search/progress.h"
#include "search/proof_table.h"
#include "search/told.h"
#include "search/tt.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Positions without a win by fours that are remembered: half a megabyte. Sixteen times as many
 * saved a thousandth of the nodes. */
enum { NO_VCF_SLOTS = 1 << 16 };

/* What a search does for the answer (thread_pool.h). */
typedef enum {
    ROLE_ALONE,  /* it searches, asks the solver and gives the answer: there is no other thread */
    ROLE_LEADS,  /* it searches and gives the answer; another thread asks the solver */
    ROLE_SOLVES, /* it asks the solver, and searches to help the leader */
    ROLE_HELPS,  /* it searches to help the leader, and asks no solver */
} SearchRole;

/* What the searches of one answer may take, where it is made of several (root_think_nodes). All
 * zero: as much as they like. */
typedef struct {
    uint64_t nodes, spent; /* of all of them together, and by those that have ended */
    int depth;             /* of each */
} Budget;

/* A sequence of moves, such as a principal variation. */
typedef struct {
    Point move[PLY_MAX];
    int length;
} Variation;

typedef struct {
    Position position;
    Evaluator evaluator;       /* of that position */
    TranspositionTable *table; /* borrowed */
    Clock *clock;              /* borrowed */
    _Atomic uint64_t nodes;    /* positions visited in this search; other threads may read it */
    uint64_t node_limit;       /* the search stops there; 0: no limit */
    int deepest;               /* plies of the longest line looked at since the root set it */
    Budget budget;
    bool stopping; /* time or nodes ran out: unwind, results are void */
    SearchRole role;
    Progress *progress; /* of all threads of the pool, borrowed; NULL: it is in none */
    PointSet avoided;   /* points that the root does not play on if it can help it: the owner's */
    PointSet excluded;  /* and those of this question alone: what others know excludes them, or what
                           a level does not see */
    PointSet lost;      /* moves of the root that turned out to lose by force, in this search */
    bool plain; /* alpha-beta, table and move ordering alone: the search that tests compare with */
    History history;
    CorrectionHistory correction;
    ProofTable proofs;          /* what the solver has found out in this game */
    Told told;                  /* what others have told the table */
    Value static_eval[PLY_MAX]; /* of the nodes on the way to the current one */
    uint64_t *no_vcf;           /* keys of positions without a win by fours (vcf.h); owned */
    bool has_no_vcf;            /* the set no_vcf has a key */
    uint64_t mate_key;          /* see mate.h */
    int mate_plies;
    Move *moves;   /* MOVES_MAX for each ply; owned */
    Variation *pv; /* the principal variation from each ply on, PLY_MAX + 1 of them; owned */
} Search;

/* The window of a node, and the best that was found in it so far. */
typedef struct {
    Value alpha, beta;
    Value best;        /* -VALUE_INFINITE while no move has been searched */
    Point best_move;   /* the move that raised alpha last; POINT_NONE: none has */
    bool raised_alpha; /* best is above the alpha that the node began with */
} Bounds;

/* The bounds of a node in which nothing has been searched. */
static inline Bounds bounds_of(Value alpha, Value beta)
{
    return (Bounds){
        .alpha = alpha,
        .beta = beta,
        .best = -VALUE_INFINITE,
        .best_move = POINT_NONE,
    };
}

/* Makes room for a search; false if there is no memory for it. The position is left unset. */
bool search_init(Search *search, TranspositionTable *table, Clock *clock);

/* Gives the room back. */
void search_free(Search *search);

/* Sets up an empty board for a game, to be evaluated by those tables, which have to stay. Also
 * after the tables were filled anew. */
void search_set_game(Search *search, const Game *game, const GameTables *tables);

/* Sets up a copy of a position, to be evaluated by those tables. */
void search_set_position(Search *search, const Position *position, const EvalTables *tables);

/* The evaluation of the position, without the correction history. */
static inline Value search_evaluate(Search *search)
{
    return eval_position(&search->evaluator, &search->position);
}

/* Asks the processor to fetch what is known about the position after a move that is searched
 * next. */
static inline void search_prefetch(const Search *search, Point move)
{
    uint64_t key = board_key_after(&search->position.board, move);
    tt_prefetch(search->table, key);
    eval_prefetch(&search->evaluator, key);
}

/* Says whether the root is not to play on the point if it can help it. */
static inline bool search_avoids(const Search *search, Point point)
{
    return point_set_has(&search->avoided, point) || point_set_has(&search->excluded, point);
}

/* Forgets everything that earlier searches found out, the table's contents included: the next
 * search is like the first. No other thread may use the table. */
void search_forget(Search *search);

/* Forgets the table's contents alone, and with them what it was told. No other thread may use the
 * table. */
void search_forget_table(Search *search);

/* Forgets only what the solver and the searches for fours found out. */
void search_forget_wins(Search *search);

/* Forgets history, killers, corrections and lost moves of the search before, and counts nodes from
 * zero, without a limit. Proofs stay, until there are too many of them. */
void search_begin(Search *search);

/* How many positions were visited in this search, so far. */
static inline uint64_t search_nodes(const Search *search)
{
    return atomic_load_explicit(&search->nodes, memory_order_relaxed);
}

/* Says whether the search has visited as many positions as it may. */
static inline bool search_is_out_of_nodes(const Search *search)
{
    return search->node_limit != 0 && search_nodes(search) >= search->node_limit;
}

/* Counts a node and says whether time and node limit allow it. If not, the search is stopping. */
bool search_may_go_on(Search *search);

/* Notes that the node at that ply is looked at. */
static inline void search_note_ply(Search *search, int ply)
{
    search->deepest = ply > search->deepest ? ply : search->deepest;
}

/* The step of the cascade that the side to move is at; the plain search knows no cascade. */
Situation search_situation(const Search *search);

/* The room for the moves of the node at that ply. */
static inline Move *search_moves(Search *search, int ply)
{
    return &search->moves[ply * MOVES_MAX];
}

/* Probes the table for the position. True if the entry settles its value for that depth and window;
 * then `value` is that value. `entry` gets what is stored: BOUND_NONE and POINT_NONE if nothing
 * is. */
bool search_probe_tt(const Search *search, int ply, int depth, const Bounds *bounds, TtEntry *entry,
                     Value *value);

/* What the value of a node may be taken to be without a search: the value that the table has from
 * an earlier, perhaps shallower search, if it is exact, or a bound that the static evaluation
 * violates; else the static evaluation. Never a proven result, unless that is the static
 * evaluation. */
Value search_estimate(const TtEntry *entry, Value static_eval);

/* Stores what the node at that ply found. `entry` has its depth and evaluation, and the move to
 * store if none raised alpha; the rest is filled in from the bounds. */
void search_store_tt(Search *search, int ply, const Bounds *bounds, TtEntry entry);

/* Notes the value of a move at that ply, and the principal variation after it if it raises alpha.
 * True on a beta cutoff: the move is too good for the opponent to allow. */
bool search_update_best(Search *search, int ply, Bounds *bounds, Point move, Value value);

/* Empties the principal variation from that ply on. */
void search_clear_pv(Search *search, int ply);

/* Makes the move, followed by the variation of the next ply, the principal variation of that
 * ply. */
void search_update_pv(Search *search, int ply, Point move);

#endif

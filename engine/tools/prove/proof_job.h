/* proof_job - one attempt at one position of the search for a proof, and its outcome.
 *
 * Each attempt begins with an empty table, and its effort is counted in positions, not in time. So
 * the outcome depends on the position and the number of attempts alone. Any number of threads can
 * make outcomes, and they can be read from a file instead of being made again.
 *
 * The attacker is to move:
 * - The attempt looks for a whole proof, by threats or by the main search (proof_threats.h). Before
 *   the main search is asked, the proof after another of the defender's answers is tried.
 * - After the last attempt the outcome lists his moves. Each has a proof number and a disproof
 *   number: guesses how much is left to prove or to disprove it.
 * - Later, where much work has not settled the position, the main search is asked which move is
 *   best: it searches each of the likely ones. It gets more nodes each time. Moves that were given
 *   up are not named again.
 *
 * The defender is to move:
 * - The first attempt looks for a win by threats after a pass, and lists the answers in its zone.
 * - Where there is none, the pass becomes a move of the tree. A second attempt lists the answers in
 *   the zone that the tree has found, or all of them.
 *
 * After passes each proof has its zone.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_JOB_H
#define TENGEN_TOOLS_PROVE_PROOF_JOB_H

#include "tools/prove/proof_threats.h"
#include "tools/games/worker.h"

enum {
    PROOF_NUMBER_MAX = 1 << 15, /* the most that a guess says */
    PROOF_PASSES_MAX = 2,       /* in a line, as moves of the tree */
    PROOF_PATH_MAX = SIDE_MAX * SIDE_MAX + PROOF_PASSES_MAX,
    PROOF_THOUGHTS_MAX = 3, /* how often the main search is asked which move is best */
};

/* What an outcome says. */
typedef enum {
    OUTCOME_PROVEN,    /* the attacker, who is to move, wins: its bytes are the proof */
    OUTCOME_DISPROVEN, /* he does not */
    OUTCOME_LATER,     /* not known: there are longer attempts to come */
    OUTCOME_PASS,      /* not known: the defender's pass is to be proven as a move of the tree */
    OUTCOME_MOVES,     /* not known, but these are the moves; with bytes, the win after a pass */
    OUTCOME_THOUGHT,   /* not known, but this move of the attacker is best by the main search */
    OUTCOME_KINDS,
} OutcomeKind;

/* Proof number and disproof number: guesses how much is left to prove that the attacker wins, and
 * that he does not. 0: it is done. */
typedef struct {
    uint32_t proof, disproof;
} ProofNumbers;

/* The fields of an outcome; its moves are read one by one. */
typedef struct {
    OutcomeKind kind;
    uint64_t searched;    /* positions that the searches visited */
    ProofNumbers numbers; /* OUTCOME_LATER; OUTCOME_PASS: of the position after it */
    int64_t proof_nodes;  /* of the proof in the bytes */
    ProofReader bytes;    /* the proof; empty: there is none */
    ProofReader zone;     /* of it; empty: there is none */
    int64_t moves;        /* how many follow */
    ProofReader rest;     /* them */
    Point best;           /* OUTCOME_THOUGHT: the move */
    uint32_t lead;        /* OUTCOME_THOUGHT: what the other moves' proof numbers grow by */
} ProofOutcome;

/* What is asked of a job. */
typedef struct {
    int path_length;
    Point path[PROOF_PATH_MAX]; /* moves from the root's position; POINT_NONE: a pass */
    int attempts;               /* made before at the position */
    uint64_t think; /* positions for the main search to say which move is best; 0: an attempt */
    Point given_up[PROOF_THOUGHTS_MAX]; /* moves that it is not to name */
    int given_up_count;
    bool pass_is_won;          /* in the tree, after an attempt at the defender's position */
    PointSet zone;             /* of that win */
    ProofReader example;       /* the proof after another answer; empty: there is none */
    const ProofEffort *effort; /* of the attempt; NULL: what the job thinks right */
} ProofQuestion;

/* How many attempts the attacker's positions of such a game get at most before their moves are
 * considered, by how many moves they are from the root; the root and those near it get more. */
int proof_attempts(const Game *game, int path_length);

/* How many of these, the first, are made with threats alone; the root gets more. */
int proof_attempts_by_threats(const Game *game, int path_length);

/* How many positions the main search visits when it is asked which move is best, after it was asked
 * so many times; 0: it is not asked again. */
uint64_t proof_think_nodes(const Game *game, int thoughts);

/* Says whether the main search is not to name that move. */
bool proof_was_given_up(const ProofQuestion *question, Point move);

/* How many positions the main search may visit where it is asked first; 0: it is not asked. */
uint64_t proof_main_search(const Game *game, const ProofQuestion *question);

/* Makes an attempt, with a worker of this game and room for proofs of threats. Adds the outcome to
 * the bytes; false if there is no memory, or the worker was cancelled. */
bool proof_job_run(Worker *worker, ProofThreats *threats, const Position *root,
                   const ProofQuestion *question, ProofBytes *outcome);

/* Reads an outcome that the reader begins with; false if it is none. */
bool proof_outcome_read(ProofReader *reader, const Geometry *geometry, ProofOutcome *outcome);

/* Adds the zone of an outcome to a zone. */
void proof_outcome_add_zone(const ProofOutcome *outcome, const Geometry *geometry, PointSet *zone);

/* Reads the next move of an outcome. */
bool proof_outcome_read_move(ProofReader *rest, const Geometry *geometry, Point *move,
                             ProofNumbers *numbers);

#endif

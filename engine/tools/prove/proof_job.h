/* proof_job - one attempt at one position of the search for a proof, and the record of its outcome.
 *
 * A job begins with an empty table and has its effort in positions, not in time: its record depends
 * on position and number of attempts alone. So records can be made by any number of threads, and be
 * read from a file in place of being made again.
 *
 *   attacker to move   a whole proof by threats or the main search (proof_threats.h); else, after
 *   the last attempt, his
 *                      moves, each with numbers that guess how much work is left to prove or
 *                      disprove it
 *   defender to move   a win after a pass by threats, and the answers in its zone; where there is
 *   none,
 *                      the pass is to become a move of the tree, and a second attempt lists the
 *                      answers in the zone that the tree found, or all
 *
 * Behind passes a zone goes with each proof.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_JOB_H
#define TENGEN_TOOLS_PROVE_PROOF_JOB_H

#include "tools/prove/proof_threats.h"
#include "tools/games/worker.h"

enum {
    PROOF_WORK_MAX = 1 << 15, /* the most that a guess says */
    PROOF_PASSES_MAX = 2,     /* so many passes in a line may be moves of the tree */
    PROOF_PATH_MAX = SIDE_MAX * SIDE_MAX + PROOF_PASSES_MAX,
};

/* What a record says. */
typedef enum {
    RECORD_PROVEN,    /* the attacker, who is to move, wins: its bytes are the proof */
    RECORD_DISPROVEN, /* he does not */
    RECORD_LATER,     /* not known: there are longer attempts to come */
    RECORD_PASS,      /* not known: the defender's pass is to be proven as a move of the tree */
    RECORD_MOVES,     /* not known, but these are the moves; with bytes, the win after a pass */
    RECORD_KINDS,
} RecordKind;

/* A guess how much work is left to prove that the attacker wins, and that he does not. */
typedef struct {
    uint32_t proof, disproof;
} ProofWork;

/* The fields of a record; its moves are read one by one. */
typedef struct {
    RecordKind kind;
    uint64_t searched;   /* positions that the searches visited */
    ProofWork work;      /* RECORD_LATER; RECORD_PASS: of the position behind it */
    int64_t proof_nodes; /* of the proof in the bytes */
    ProofReader bytes;   /* the proof; empty: there is none */
    ProofReader zone;    /* of it; empty: there is none */
    int64_t moves;       /* how many follow */
    ProofReader rest;    /* them */
} ProofRecord;

/* What is asked of a job. */
typedef struct {
    int path_length;
    Point path[PROOF_PATH_MAX]; /* moves from the root's position; POINT_NONE: a pass */
    int attempts;               /* made before at the position */
    bool pass_is_won;           /* in the tree, after an attempt at the defender's position */
    PointSet zone;              /* of that win */
    const ProofEffort *effort;  /* of the attempt; NULL: what the job thinks right */
} ProofQuestion;

/* How many attempts the attacker's positions of such a game get at most before their moves are
 * considered; the root gets more. */
int proof_attempts(const Game *game, bool is_root);

/* How many of these, the first, are made with threats alone. */
int proof_attempts_by_threats(const Game *game, bool is_root);

/* How many positions the main search may visit where an attempt asks it first; 0: it is not
 * asked. */
uint64_t proof_main_search(const Game *game, const ProofQuestion *question);

/* Makes an attempt, with a worker of this game and room for proofs of threats. Adds the record to
 * the bytes; false if there is no memory, or the worker was cancelled. */
bool proof_job_run(Worker *worker, ProofThreats *threats, const Position *root,
                   const ProofQuestion *question, ProofBytes *record);

/* Reads a record that the reader begins with; false if it is none. */
bool proof_record_read(ProofReader *reader, const Geometry *geometry, ProofRecord *record);

/* Adds the zone of a record to a zone. */
void proof_record_add_zone(const ProofRecord *record, const Geometry *geometry, PointSet *zone);

/* Reads the next move of a record. */
bool proof_record_read_move(ProofReader *rest, const Geometry *geometry, Point *move,
                            ProofWork *work);

#endif

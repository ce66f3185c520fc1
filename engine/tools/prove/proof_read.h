/* proof_read - proofs that are to be walked through, from the bytes of their files, unpacked.
 *
 * scripts/proofs/README.md has the format. Whatever the bytes say, nothing is read beyond their
 * end, and a proof in which proof_check.h finds a fault is refused. So whoever walks through the
 * body need not check anything again. A place in it is an offset.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_READ_H
#define TENGEN_TOOLS_PROVE_PROOF_READ_H

#include "board/position.h"
#include "tools/prove/proof_body.h"

/* What a file says that it proves. */
typedef struct {
    Game game;
    int attacker;
    bool is_game; /* the stones came in turns from the empty board, in this order */
    int stone_count;
    Stone stones[SIDE_MAX * SIDE_MAX];
} ProofHeader;

/* A branch: a node of the attacker with all that follows. */
typedef struct {
    int64_t at;  /* where it begins */
    int64_t end; /* where the next one would begin */
    int plies;   /* moves of both sides, of its longest line */
} ProofBranch;

/* A body. Begins as {0}. */
typedef struct {
    const uint8_t *bytes; /* borrowed from the file */
    int64_t count;
    ProofBranch *lemmas; /* by number; owned */
    int64_t lemma_count, lemma_room;
} ProofBody;

/* Reads the header of the proof that the reader begins with, which goes to its body. NULL, or what
 * is wrong with it. */
const char *proof_read_header(ProofReader *reader, ProofHeader *header);

/* Sets up the position of the header; its tables must be those of the game. */
const char *proof_read_position(const ProofHeader *header, const BoardTables *tables,
                                Position *position);

/* Reads and checks the body, which proves something of the position; the reader goes to its end.
 * It may have held another before. NULL, or what is wrong with it. */
const char *proof_read_body(ProofReader *reader, const Position *root, ProofBody *body);

/* Frees what it owns. */
void proof_body_drop(ProofBody *body);

/* The branch that begins there; a reference leads to its lemma. */
ProofBranch proof_branch_at(ProofBody *body, int64_t at);

/* The branch itself: if it is a reference, that of its lemma. */
ProofBranch proof_branch_resolved(const ProofBody *body, const ProofBranch *branch);

/* A reader of the body from there on. */
static inline ProofReader proof_reader_at(const ProofBody *body, int64_t at)
{
    return (ProofReader){body->bytes + at, body->bytes + body->count, false};
}

#endif

/* proof_check - looks a finished proof over before it is handed on.
 *
 * It reads the bytes as any checker does and knows nothing of how they came about: stones on a
 * plain board, rows counted out, zones worked out anew in another way than the prover's. Nobody has
 * to believe it (scripts/verify shares no code with the engine); but a proof that it refuses is
 * never written.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_CHECK_H
#define TENGEN_TOOLS_PROVE_PROOF_CHECK_H

#include "board/position.h"
#include "tools/prove/proof_body.h"

/* Checks the body of a proof that the side to move wins the position: all that the reader has.
 * NULL, or what is wrong. */
const char *proof_check_body(const Position *root, ProofReader body);

#endif

/* proof_check - checks a finished proof before it is handed on.
 *
 * It reads the bytes as any checker does and knows nothing of how they came about. It puts stones
 * on a plain board, counts rows, and works the zones out in another way than the prover. A proof
 * that it refuses is never written. Whoever does not want to believe it has scripts/verify, which
 * shares no code with the engine.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_CHECK_H
#define TENGEN_TOOLS_PROVE_PROOF_CHECK_H

#include "board/position.h"
#include "tools/prove/proof_body.h"

/* Checks the body of a proof that the side to move wins the position. The body is all that the
 * reader has. Returns NULL, or what is wrong. */
const char *proof_check_body(const Position *root, ProofReader body);

#endif

/* proof_form - proofs as a form of files that go into a database (scripts/proofs/README.md).
 *
 * Each position of the attacker is a proven win within the plies of its longest line, and each
 * position after his move a proven loss of the defender. That holds also behind a pass, where the
 * board has a stone of the defender less: what is checked there is what is checked of a proof that
 * begins there, and more (proof_check.h). No other file that is taken in proves anything.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_FORM_H
#define TENGEN_TOOLS_PROVE_PROOF_FORM_H

#include "tengen/exchange.h"

/* The form, which is only read: one or more proofs, unpacked, each of which is checked first. */
const ExchangeForm *proof_form(void);

#endif

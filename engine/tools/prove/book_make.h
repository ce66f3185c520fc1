/* book_make - makes a book (book/book.h) of proofs.
 *
 * Each proof is walked through from its beginning: a position of the attacker that the solver wins
 * at once is left to it, with all that follows. Any other goes into the book with its move, and the
 * walk goes on after each of the defender's answers, and after his pass. The solver begins each
 * position as if it had seen none before, so the same proofs give the same book.
 *
 * Proofs may also prove a position together: where a move of the attacker is proven to win against
 * all answers, the position before that move is won, too. So proofs for each
 * kind of answers to the first move give a book that begins with the empty board.
 */
#ifndef TENGEN_TOOLS_PROVE_BOOK_MAKE_H
#define TENGEN_TOOLS_PROVE_BOOK_MAKE_H

#include "tengen/prove_options.h"

/* Makes a book of the proofs in the files, unpacked, one or more in each, all of the same game and
 * attacker. The solver gets `nodes` for each position. The listener gets a line for each
 * proof, and the bytes of the book when all are done. */
ToolEnd book_make(const ToolFiles *files, uint64_t nodes, const ToolListener *listener,
                  char fault[TOOL_FAULT_MAX]);

#endif

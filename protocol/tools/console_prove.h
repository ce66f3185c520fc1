/* console_prove - PROVE: shows beyond doubt that the side to move wins the position on the board.
 *
 * What `pbrain-tengen prove` does for hours is done here for as long as a person waits: with so
 * many positions to search at most, and without a state.
 */
#ifndef TENGEN_PROTOCOL_TOOLS_CONSOLE_PROVE_H
#define TENGEN_PROTOCOL_TOOLS_CONSOLE_PROVE_H

#include "conversation.h"

/* PROVE: says what a proof comes to, or why there is none; PROVE win.proof: writes it to the file,
 * too. A file that cannot be written is refused before the work begins; if it turns out later, the
 * proof is put elsewhere. */
void console_prove(Conversation *conversation, const char *arguments);

#endif

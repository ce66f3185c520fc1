/* console_tools - PROVE and BENCH: what a person at the console does with the tools.
 *
 * PROVE shows beyond doubt that the side to move wins the position on the board. `pbrain-tengen
 * prove` may work for hours; PROVE works as long as a person waits. It searches a limited number of
 * positions and keeps no state.
 *
 * Each function runs one command; the arguments are what follows its name on the line.
 */
#ifndef TENGEN_PROTOCOL_CONSOLE_CONSOLE_TOOLS_H
#define TENGEN_PROTOCOL_CONSOLE_CONSOLE_TOOLS_H

#include "conversation/conversation.h"

/* PROVE: says what a proof comes to, or why there is none; PROVE win.proof: writes it to the file,
 * too. A file that cannot be written is refused before the work begins; if it turns out later, the
 * proof is put elsewhere. */
void console_prove(Conversation *conversation, const char *arguments);

/* BENCH, BENCH quick: runs the benchmark, and tells each line of it. */
void console_bench(Conversation *conversation, const char *arguments);

#endif

/* openings - opening rules: their table for programs, and Tengen as a player of them.
 *
 * A game that begins by a rule is told as lines, one for each step that was done, in the words in
 * which Tengen answers: what it answers is the line that follows. README.md has the grammar.
 */
#ifndef TENGEN_PROTOCOL_COMMANDS_OPENINGS_H
#define TENGEN_PROTOCOL_COMMANDS_OPENINGS_H

#include "conversation/conversation.h"

/* OPENING: sends the table of all rules. OPENING swap2: reads the steps done so far, up to DONE,
 * and does the next one. */
void openings_run(Conversation *conversation, const char *arguments);

/* SWAP2BOARD: reads the stones of a swap2 opening up to DONE, and does the next step. */
void openings_swap2board(Conversation *conversation, const char *arguments);

/* Asks for the next step of an opening of this game; in the answer, and for BOARD after it, the
 * side to move is ours. */
void openings_ask(Conversation *conversation, const Opening *opening,
                  void (*send_answer)(Conversation *conversation));

/* Asks for the next step of swap2 with these stones on the board: 0, 3 or 5. */
void openings_ask_swap2(Conversation *conversation, const Coordinates *stones, int count,
                        void (*send_answer)(Conversation *conversation));

#endif

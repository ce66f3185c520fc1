/* yixin - the commands that Yixin-Board adds to the protocol.
 *
 * Nearly all of them are answered with silence: whatever line Yixin-Board does not know it takes
 * for a move. It also keeps a database of positions in the engine; Tengen has none, so those
 * commands only skip what belongs to them.
 *
 * Each function runs one command; the arguments are what follows its name on the line.
 */
#ifndef TENGEN_PROTOCOL_YIXIN_H
#define TENGEN_PROTOCOL_YIXIN_H

#include "conversation.h"

void yixin_balance_one(Conversation *conversation, const char *arguments);
void yixin_balance_two(Conversation *conversation, const char *arguments);
void yixin_block(Conversation *conversation, const char *arguments);
void yixin_block_reset(Conversation *conversation, const char *arguments);
void yixin_block_undo(Conversation *conversation, const char *arguments);
void yixin_board(Conversation *conversation, const char *arguments);
void yixin_forget(Conversation *conversation, const char *arguments);
void yixin_ignore(Conversation *conversation, const char *arguments);
void yixin_nbest(Conversation *conversation, const char *arguments);
void yixin_show_forbidden(Conversation *conversation, const char *arguments);
void yixin_show_info(Conversation *conversation, const char *arguments);
void yixin_skip_block(Conversation *conversation, const char *arguments);
void yixin_skip_line(Conversation *conversation, const char *arguments);
void yixin_swap2_step1(Conversation *conversation, const char *arguments);
void yixin_swap2_step2(Conversation *conversation, const char *arguments);
void yixin_swap2_step3(Conversation *conversation, const char *arguments);
void yixin_think(Conversation *conversation, const char *arguments);

#endif

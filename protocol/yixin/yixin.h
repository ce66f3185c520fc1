/* yixin - the commands that Yixin-Board adds to the protocol.
 *
 * Nearly all of them are answered with silence: whatever line Yixin-Board does not know it takes
 * for a move. Those of the database are in the files database_*.
 *
 * Each function runs one command; the arguments are what follows its name on the line. A block that
 * the command has was read before, and is in the reader of the conversation.
 */
#ifndef TENGEN_PROTOCOL_YIXIN_YIXIN_H
#define TENGEN_PROTOCOL_YIXIN_YIXIN_H

#include "conversation/conversation.h"

/* yxbalanceone b: asks for the move that brings the value closest to b. */
void yixin_balance_one(Conversation *conversation, const char *arguments);

/* yxbalancetwo b: asks for two such moves, one of each side. */
void yixin_balance_two(Conversation *conversation, const char *arguments);

/* yxblock: the engine does not play on the points of the block from now on. */
void yixin_block(Conversation *conversation, const char *arguments);

/* yxblockreset: allows all points again. */
void yixin_block_reset(Conversation *conversation, const char *arguments);

/* yxblockundo: allows the points of the block again. */
void yixin_block_undo(Conversation *conversation, const char *arguments);

/* yxboard: puts the stones of the block on the board; nothing is asked. */
void yixin_board(Conversation *conversation, const char *arguments);

/* yxhashclear: empties the transposition table. */
void yixin_forget(Conversation *conversation, const char *arguments);

/* A command that needs no answer and changes nothing, whatever block or file name it has. */
void yixin_ignore(Conversation *conversation, const char *arguments);

/* yxnbest n: asks for a move, and sends the n best ones while the engine thinks. */
void yixin_nbest(Conversation *conversation, const char *arguments);

/* yxsearchdefend: the same for all moves. */
void yixin_search_defend(Conversation *conversation, const char *arguments);

/* yxshowforbid: sends the points that are forbidden to black. */
void yixin_show_forbidden(Conversation *conversation, const char *arguments);

/* yxshowhashusage: sends how full the transposition table is. */
void yixin_show_hash_usage(Conversation *conversation, const char *arguments);

/* yxshowinfo: sends the limits of thread_num and hash_size. */
void yixin_show_info(Conversation *conversation, const char *arguments);

/* yxswap2step1: asks for the three stones of a swap2 opening. */
void yixin_swap2_step1(Conversation *conversation, const char *arguments);

/* yxswap2step2: asks for the answer to three stones. */
void yixin_swap2_step2(Conversation *conversation, const char *arguments);

/* yxswap2step3: asks for the answer to five stones. */
void yixin_swap2_step3(Conversation *conversation, const char *arguments);

#endif

/* database_edits - what Yixin-Board changes in the database of positions.
 *
 * Each command is about the position of its block (database_position.h). What a person says of a
 * position is no proof.
 */
#ifndef TENGEN_PROTOCOL_YIXIN_DATABASE_EDITS_H
#define TENGEN_PROTOCOL_YIXIN_DATABASE_EDITS_H

#include "conversation/conversation.h"

/* yxedittvddatabase MASK LABEL VALUE DEPTH, yxedittextdatabase "TEXT", and yxeditlabeldatabase X,Y
 * TEXT: change what is known of the position. */
void database_edit_verdict(Conversation *conversation, const char *arguments);
void database_edit_comment(Conversation *conversation, const char *arguments);
void database_edit_board_text(Conversation *conversation, const char *arguments);

/* yxsetbestmovedatabase: the last move is the one to be played. yxclearbestmovedatabase: no more is
 * it, nor any that follows. */
void database_set_best(Conversation *conversation, const char *arguments);
void database_clear_best(Conversation *conversation, const char *arguments);

/* yxdeletedatabaseone: forgets the position. yxdeletedatabaseall FILTER: forgets what follows it,
 * as far as its labels are those of the filter. */
void database_delete_one(Conversation *conversation, const char *arguments);
void database_delete_all(Conversation *conversation, const char *arguments);

#endif

/* database_commands - the commands of Yixin-Board and Rapfi about the database of positions.
 *
 * A position is the block of points that was read for the command: the moves that lead to it, black
 * first; a pass is -1,-1. Labels and values are told as Rapfi tells them (yixin_form.h): a label as
 * the player sees it who moved last. Where no database is used nothing is answered, for Yixin-Board
 * asks all the same.
 *
 * Each function runs one command; the arguments are what follows its name on the line, and the name
 * is that of a file.
 */
#ifndef TENGEN_PROTOCOL_YIXIN_DATABASE_COMMANDS_H
#define TENGEN_PROTOCOL_YIXIN_DATABASE_COMMANDS_H

#include "conversation/conversation.h"

/* yxsetdatabase, and the name of a file: uses it from now on. */
void database_set(Conversation *conversation, const char *name);

/* yxsavedatabase: writes to the file itself what other programs find in its log. */
void database_save_now(Conversation *conversation, const char *arguments);

/* yxdbcheck: tells whether the file is sound. */
void database_check_now(Conversation *conversation, const char *arguments);

/* yxquerydatabaseall, yxquerydatabaseone, yxquerydatabasetext, yxquerydatabaseallt: tell what is
 * known of what follows the position, of itself, its comment, and the first and last of these. */
void database_query_all(Conversation *conversation, const char *arguments);
void database_query_one(Conversation *conversation, const char *arguments);
void database_query_text(Conversation *conversation, const char *arguments);
void database_query_all_and_text(Conversation *conversation, const char *arguments);

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

/* Those that read or write a file: any form of file or database; text;
 * a library of RenLib; another database, with what leads to the position on the board or comes from
 * it. */
void database_import_file(Conversation *conversation, const char *name);
void database_export_text(Conversation *conversation, const char *name);
void database_export_lib(Conversation *conversation, const char *name);
void database_split(Conversation *conversation, const char *name);

#endif

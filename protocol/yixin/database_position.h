/* database_position - the position that a command of Yixin-Board's database is about.
 *
 * It is the block of points that was read for the command: the moves that lead to it, black first;
 * a pass is -1,-1. Where no database is used nothing is answered to a question, for Yixin-Board
 * asks about each position, database or not. A command that was to change a database, or to write
 * it out, must not fail in silence.
 *
 * Yixin-Board reads as data whatever begins with MESSAGE and the word database, in letters of any
 * case, and crashes where it is none: no sentence begins with that, nor with the name of a file.
 */
#ifndef TENGEN_PROTOCOL_YIXIN_DATABASE_POSITION_H
#define TENGEN_PROTOCOL_YIXIN_DATABASE_POSITION_H

#include "conversation/conversation.h"

typedef struct {
    Conversation *conversation;
    Database *database; /* that is used */
    Diagram diagram;
    int stones;
} DatabasePosition;

/* Tells what is wrong with the database; NULL: nothing. */
void database_tell_fault(const char *fault);

/* Tells what is wrong with that file. */
void database_tell_file_fault(const char *name, const char *fault);

/* Says whether a database is used. Where none is, that is told. */
bool database_is_there(Conversation *conversation);

/* Begins with the empty board; false where no database is used, or there is no game. */
bool database_position_begin(Conversation *conversation, DatabasePosition *position);

/* The position after the moves of the block; points where nobody can move are left out. False as
 * above. */
bool database_position_of_block(Conversation *conversation, DatabasePosition *position);

/* The same where something is to be changed. False where that cannot be, which is told. */
bool database_position_to_change(Conversation *conversation, DatabasePosition *position);

/* The position on the board; its stones are not counted. False as above. */
bool database_position_of_board(Conversation *conversation, DatabasePosition *position);

/* The position after the side to move has played on an empty point. */
Diagram database_position_after(const Diagram *diagram, int index);

/* What is known of a position; nothing if it is not there. */
DatabaseRecord database_record_of(Database *database, const Diagram *diagram);

#endif

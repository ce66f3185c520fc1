/* database_queries - what Yixin-Board and Rapfi ask of the database of positions.
 *
 * Labels and values are told as Rapfi tells them (yixin_form.h): a label as the player sees it who
 * moved last. Each command is about the position of its block (database_position.h).
 */
#ifndef TENGEN_PROTOCOL_YIXIN_DATABASE_QUERIES_H
#define TENGEN_PROTOCOL_YIXIN_DATABASE_QUERIES_H

#include "yixin/database_position.h"

/* yxquerydatabaseall, yxquerydatabaseone, yxquerydatabasetext, yxquerydatabaseallt: tell what is
 * known of what follows the position, of itself, its comment, and the first and last of these. */
void database_query_all(Conversation *conversation, const char *arguments);
void database_query_one(Conversation *conversation, const char *arguments);
void database_query_text(Conversation *conversation, const char *arguments);
void database_query_all_and_text(Conversation *conversation, const char *arguments);

/* Tells what is known of all positions that follow. */
void database_send_all(const DatabasePosition *position);

/* Tells what is known of the position itself. */
void database_send_one(const DatabasePosition *position);

#endif

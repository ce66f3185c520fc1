/* database_transfers - the database of positions and its files: which one is used, and what goes in
 * and out.
 *
 * The name that a command has is that of a file.
 */
#ifndef TENGEN_PROTOCOL_YIXIN_DATABASE_TRANSFERS_H
#define TENGEN_PROTOCOL_YIXIN_DATABASE_TRANSFERS_H

#include "conversation/conversation.h"

/* yxsetdatabase: uses the file from now on. */
void database_set(Conversation *conversation, const char *name);

/* yxsavedatabase: writes to the file itself what other programs find in its log. */
void database_save_now(Conversation *conversation, const char *arguments);

/* yxdbcheck: tells whether the file is sound. */
void database_check_now(Conversation *conversation, const char *arguments);

/* yxlibtodb, yxtxttodb, yxdbmerge: read any form of file or database. */
void database_import_file(Conversation *conversation, const char *name);

/* yxdbtotxt and its likes, yxdbtolib: write text, or a library of RenLib. */
void database_export_text(Conversation *conversation, const char *name);
void database_export_lib(Conversation *conversation, const char *name);

/* yxdbsplit: writes another database, with what leads to the position on the board or comes from
 * it. */
void database_split(Conversation *conversation, const char *name);

#endif

/* info - the settings of a conversation: the table of INFO keys, one row per key.
 *
 * A row has the key, what its value is called, the default, one line of help and the function that
 * applies it. INFO, HELP and `HELP INFO` read this table; tests/repository/documents.py holds the
 * documents against it. INFO never answers a manager: unknown keys and senseless values are passed
 * over, as the protocol demands. A person is told.
 */
#ifndef TENGEN_PROTOCOL_COMMANDS_INFO_H
#define TENGEN_PROTOCOL_COMMANDS_INFO_H

#include "conversation/conversation.h"

/* Applies "key value", the arguments of INFO. Without any, shows a person all keys with their
 * present values. */
void info_set(Conversation *conversation, const char *arguments);

/* Applies an INFO to the question that is being thought about: a shorter time for a move shortens
 * the search. The setting itself changes when info_set runs. */
void info_set_early(Conversation *conversation, const char *arguments);

/* Sends the keys as messages, as many on a line as fit, each line indented by that many blanks. */
void info_list_keys(int indent);

/* Sends one message per key: its value, what it does, its default. */
void info_explain_keys(void);

/* The same of one key, in lower case; false if there is no such key. */
bool info_explain_key(const char *name);

#endif

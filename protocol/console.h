/* console - the commands for people: looking at the board, at points, into the search.
 *
 * At a terminal their answers are plain text; through a pipe each line comes as MESSAGE, so that
 * scripts can use them for debugging under any manager. Points may be named h8 or 7,7.
 *
 * Each function runs one command; the arguments are what follows its name on the line.
 */
#ifndef TENGEN_PROTOCOL_CONSOLE_H
#define TENGEN_PROTOCOL_CONSOLE_H

#include "conversation.h"

void console_bench(Conversation *conversation, const char *arguments);
void console_clear(Conversation *conversation, const char *arguments);
void console_eval(Conversation *conversation, const char *arguments);
void console_help(Conversation *conversation, const char *arguments);
void console_hint(Conversation *conversation, const char *arguments);
void console_new(Conversation *conversation, const char *arguments);
void console_put(Conversation *conversation, const char *arguments);
void console_redo(Conversation *conversation, const char *arguments);
void console_search(Conversation *conversation, const char *arguments);
void console_show(Conversation *conversation, const char *arguments);
void console_undo(Conversation *conversation, const char *arguments);

/* Draws the board, if there is a game. */
void console_draw(Conversation *conversation);

/* A line that is no command: at a terminal a bare point is a move of the person's. False if it is
 * not that either. */
bool console_move(Conversation *conversation, const char *line);

#endif

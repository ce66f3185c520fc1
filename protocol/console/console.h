/* console - the commands for people: looking at the board, at points, into the search.
 *
 * At a terminal their answers are plain text; through a pipe each line comes as MESSAGE, so that
 * scripts can use them for debugging under any manager. Points may be named h8 or 7,7.
 *
 * Each function runs one command; the arguments are what follows its name on the line.
 */
#ifndef TENGEN_PROTOCOL_CONSOLE_CONSOLE_H
#define TENGEN_PROTOCOL_CONSOLE_CONSOLE_H

#include "conversation/conversation.h"

/* CLEAR: clears the screen of a terminal and draws the board again. */
void console_clear(Conversation *conversation, const char *arguments);

/* EVAL: sends the value of every empty point; EVAL h8: what makes up the value of that one. */
void console_eval(Conversation *conversation, const char *arguments);

/* HELP: sends the commands and the keys of INFO; HELP TURN: what is said of TURN; HELP INFO: what
 * each key does; HELP max_node: what that key does. */
void console_help(Conversation *conversation, const char *arguments);

/* HINT: searches for the side to move, without playing. */
void console_hint(Conversation *conversation, const char *arguments);

/* NEW: RESTART, or START 15 where there is no game; NEW 19: START 19. */
void console_new(Conversation *conversation, const char *arguments);

/* PUT h8: puts a stone of the side to move there. */
void console_put(Conversation *conversation, const char *arguments);

/* REDO: puts back what the last UNDO took; REDO 3: what the last three did. */
void console_redo(Conversation *conversation, const char *arguments);

/* SEARCH: HINT, with a message for each iteration. */
void console_search(Conversation *conversation, const char *arguments);

/* SHOW: draws the board, and tells what the book and the database know of the position. */
void console_show(Conversation *conversation, const char *arguments);

/* UNDO: takes back the last move, and the one that it answered if it was the engine's; UNDO 3: does
 * so three times, or until the board is empty. */
void console_undo(Conversation *conversation, const char *arguments);

/* Draws the board, if there is a game, with what the database knows of the moves. */
void console_draw(Conversation *conversation);

/* A line that is no command: at a terminal a bare point is a move of the person's, and begins a
 * game if there is none. False if it is not that either. */
bool console_move(Conversation *conversation, const char *line);

#endif

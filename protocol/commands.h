/* commands - what managers and people can say: one row in a table for each word.
 *
 * A row names the function that runs the command (in play, yixin or console) and says what the
 * command means to the questions before and behind it.
 */
#ifndef TENGEN_PROTOCOL_COMMANDS_H
#define TENGEN_PROTOCOL_COMMANDS_H

#include "conversation.h"

/* What a line means to the questions in the stream of lines. */
typedef enum {
    LINE_OTHER,    /* nothing */
    LINE_QUESTION, /* asks one, unless something is wrong with it */
    LINE_INFO,     /* may shorten the last one before it */
    LINE_STOP,     /* ends the last one before it */
    LINE_END,      /* ends the session; see session.h */
} LineMeaning;

/* What the lines so far make of the next one. All false before the first line. */
typedef struct {
    bool done_asks;    /* DONE would end a block that asks a question */
    bool names_a_file; /* whatever it looks like */
} Reading;

/* The table, by name. */
typedef struct Commands Commands;

/* Makes the table; NULL if there is no memory. */
Commands *commands_open(void);

/* Gives it back. NULL is fine. */
void commands_close(Commands *commands);

/* What the next line of the stream means, in the order in which lines come in. A bare point, which
 * asks at a terminal, means nothing: there no line is read while the engine thinks. */
LineMeaning commands_meaning(const Commands *commands, Reading *reading, const char *line);

/* Lets a line that came in behind the question being thought about shorten or end the thinking. All
 * else that it does is done when it is run. */
void commands_hurry(Conversation *conversation, LineMeaning meaning, const char *line);

/* Does what a line says. The engine must be idle, unless that is END. */
void commands_run(const Commands *commands, Conversation *conversation, const char *line);

#endif

/* commands - what managers and people can say: one row in a table for each word.
 *
 * A row names the function that runs the command (in play, yixin or console) and says what it has
 * to wait for if it comes in while the engine thinks.
 */
#ifndef TENGEN_PROTOCOL_COMMANDS_H
#define TENGEN_PROTOCOL_COMMANDS_H

#include "conversation.h"

/* What a command that comes in while the engine thinks has to wait for. */
typedef enum {
    RUN_WHEN_IDLE, /* for the answer: it would change the board under the search */
    RUN_IN_ORDER,  /* for the commands before it, but not for the answer */
    RUN_AT_ONCE,   /* for nothing */
    RUN_END,       /* for nothing, if it is meant for the running search; see session */
} Timing;

/* The table, by name. */
typedef struct Commands Commands;

/* Makes the table; NULL if there is no memory. */
Commands *commands_open(void);

/* Gives it back. NULL is fine. */
void commands_close(Commands *commands);

/* What a line has to wait for while the engine thinks. */
Timing commands_timing(const Commands *commands, const char *line);

/* Does what a line says. */
void commands_run(const Commands *commands, Conversation *conversation, const char *line);

#endif

/* commands - the table of commands: one row for each.
 *
 * A row names the function that runs the command (in commands/, console/ or yixin/), and says when
 * the command takes effect and where it may stand.
 */
#ifndef TENGEN_PROTOCOL_COMMANDS_H
#define TENGEN_PROTOCOL_COMMANDS_H

#include "conversation/conversation.h"

/* When a command takes effect. Commands run in the order in which they came, and none runs while
 * the engine thinks. But some change the question before them as soon as they come in. */
typedef enum {
    RUN_IN_ORDER, /* and that is all */
    RUN_QUESTION, /* asks a question, unless something is wrong with it */
    RUN_SHORTEN,  /* may shorten the last question before it at once */
    RUN_STOP,     /* ends the last question before it at once */
    RUN_END,      /* ends the session; see session.h */
} Timing;

/* What the text so far makes of the next line. All false at the beginning. */
typedef struct {
    bool done_asks;    /* DONE would end a block that asks a question */
    bool names_a_file; /* whatever it looks like */
} Reading;

/* Where a command may stand, and what it waits for before it runs. All but INSIDE_BLOCK and
 * ENDS_BLOCK drop a block that was begun before them. */
typedef enum {
    OUTSIDE_BLOCK,   /* runs at once */
    INSIDE_BLOCK,    /* runs at once, also inside a block, which goes on after it */
    TAKES_BLOCK,     /* runs at DONE, when a block of points has been read */
    ASKS_AT_DONE,    /* the same, and asks a question then */
    BEGINS_QUESTION, /* runs at once, and begins a block of its own, whose DONE asks a question */
    SKIPS_BLOCK,     /* runs at DONE; the block means nothing to Tengen */
    ENDS_BLOCK,      /* DONE */
    TAKES_FILE_NAME, /* runs with the name of a file: the rest of its line, or else the next line */
} BlockRole;

/* A row of the table. */
typedef struct {
    const char *name;
    void (*handler)(Conversation *conversation, const char *arguments); /* or name of a file */
    Timing timing;
    BlockRole role;
} Command;

/* The table, by name. */
typedef struct Commands Commands;

/* Makes the table; NULL if there is no memory. */
Commands *commands_open(void);

/* Gives it back. NULL is fine. */
void commands_close(Commands *commands);

/* The timing of the next text that comes in; to be called once for each, in their order. A bare
 * point, which asks at a terminal, counts as RUN_IN_ORDER: nothing is read there while the engine
 * thinks. */
Timing commands_timing(const Commands *commands, Reading *reading, const char *text);

/* Lets a command that came in after the question being thought about shorten or end the search.
 * All else that it does is done when it is run. */
void commands_run_early(Conversation *conversation, Timing timing, const char *text);

/* Does what a text says. The engine must be idle, unless that is END. */
void commands_run(const Commands *commands, Conversation *conversation, const char *text);

#endif

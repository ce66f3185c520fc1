/* commands - what managers and people can say, one row in a table and one small function each.
 *
 * A Conversation is what has been settled so far: the game that INFO asked for, the limits, which
 * colour is ours, the stones of a BOARD that is being read. Commands change it and the engine, and
 * answer through lines_say; none of them waits. The session decides when each is run.
 */
#ifndef TENGEN_PROTOCOL_COMMANDS_H
#define TENGEN_PROTOCOL_COMMANDS_H

#include "engine.h"
#include "lines.h"

#include <stdbool.h>
#include <stdint.h>

/* What a command that comes in while the engine thinks has to wait for. */
typedef enum {
    HEARD_IDLE,    /* for the answer: it would change the board under the search */
    HEARD_IN_TURN, /* for the commands before it, but not for the answer */
    HEARD_AT_ONCE, /* for nothing */
    HEARD_END,     /* for nothing, if it is meant for the running search; see session */
} Hearing;

enum { PLACEMENTS_MAX = 32 * 32 }; /* as many as there are points on the largest board */

/* A line of a BOARD block. */
typedef struct {
    EnginePoint point;
    int64_t field; /* 1 own, 2 the opponent's, 3 blocked */
} Placement;

typedef struct CommandEntry CommandEntry;

typedef struct {
    Engine *engine;
    Inbox *inbox;
    CommandEntry *table;   /* by name, a uthash table */
    CommandEntry *entries; /* its rows */

    EngineRule rule;     /* as INFO asked for; the engine follows before the next move */
    int win_length;      /* for the next START */
    EngineLimits limits; /* as INFO said, asked_ms apart */
    EngineStone own;     /* the colour the engine plays */

    bool thinking;
    int64_t asked_ms;    /* when the line being run, or thought about, came in */
    EngineReport answer; /* written by the engine before it posts EVENT_ANSWER */

    bool reading_board; /* between BOARD and DONE */
    Placement placements[PLACEMENTS_MAX];
    int placement_count;

    bool over; /* END was said */
} Conversation;

/* Begins a conversation; false if there is no memory. The inbox is borrowed. */
bool conversation_open(Conversation *conversation, Inbox *inbox);

/* Ends it: stops the engine without a word and gives everything back. */
void conversation_close(Conversation *conversation);

/* What a line has to wait for while the engine thinks. */
Hearing command_hearing(const Conversation *conversation, const char *line);

/* Does what a line says. */
void command_run(Conversation *conversation, const char *line);

/* The engine has answered: plays the move on its board and tells it. */
void command_answer(Conversation *conversation);

#endif

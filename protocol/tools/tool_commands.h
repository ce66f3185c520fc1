/* tool_commands - the commands that need the tools: BENCH and PROVE of the console, and those of
 * the database. */
#ifndef TENGEN_PROTOCOL_TOOLS_TOOL_COMMANDS_H
#define TENGEN_PROTOCOL_TOOLS_TOOL_COMMANDS_H

#include "commands.h"

/* Their rows, for the session's table. */
MoreCommands tool_commands(void);

#endif

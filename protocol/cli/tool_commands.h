/* tool_commands - the commands of the console that need the tools: BENCH and PROVE. */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_COMMANDS_H
#define TENGEN_PROTOCOL_CLI_TOOL_COMMANDS_H

#include "commands.h"

/* Their rows, for the session's table. */
MoreCommands tool_commands(void);

#endif

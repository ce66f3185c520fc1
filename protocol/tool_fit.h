/* fit - the command line of `pbrain-tengen fit`: learning from files of games. */
#ifndef TENGEN_PROTOCOL_TOOL_FIT_H
#define TENGEN_PROTOCOL_TOOL_FIT_H

/* Runs the command with the words behind its name, up to NULL, and returns the program's status. */
int tool_fit(char **arguments);

#endif

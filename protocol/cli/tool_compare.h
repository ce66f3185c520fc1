/* tool_compare - `pbrain-tengen compare`: which weights know more of given games. */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_COMPARE_H
#define TENGEN_PROTOCOL_CLI_TOOL_COMPARE_H

/* Runs it with what followed the word on the command line, NULL at the end. Returns the status to
 * exit with: 2 if the words are wrong or a file is refused. */
int tool_compare(char **arguments);

#endif

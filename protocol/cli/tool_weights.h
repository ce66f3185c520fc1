/* tool_weights - `pbrain-tengen weights`: shows a person what was learnt. */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_WEIGHTS_H
#define TENGEN_PROTOCOL_CLI_TOOL_WEIGHTS_H

/* Runs it with what followed the word on the command line, NULL at the end. Returns the status to
 * exit with: 2 if the words are wrong or the file is refused. */
int tool_weights(char **arguments);

#endif

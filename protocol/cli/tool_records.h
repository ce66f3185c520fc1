/* tool_records - `pbrain-tengen records`: looks at files of games, prints them, and puts the parts
 * of a set together.
 *
 * What it writes is written beside the file and takes its place when all of it is there.
 */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_RECORDS_H
#define TENGEN_PROTOCOL_CLI_TOOL_RECORDS_H

/* Runs it with what followed the word on the command line, NULL at the end. Returns the exit
 * status: 0; 1 if a file that was to be looked at is not whole, or something failed; 2 if the words
 * are wrong, or files that were to be written are not whole or do not belong together. */
int tool_records(char **arguments);

#endif

/* tool_database - `pbrain-tengen database`: what is in a database of positions, files that go into
 * it and come out of it, and what is deleted.
 */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_DATABASE_H
#define TENGEN_PROTOCOL_CLI_TOOL_DATABASE_H

/* Runs it with what followed the word on the command line, NULL at the end. Returns the exit
 * status: 0; 1 if a file is not sound, or something failed; 2 if the words are wrong, or a file
 * cannot be read or is of no form that is known. */
int tool_database(char **arguments);

#endif

/* tool_label - `pbrain-tengen label`: searches the positions of games again, file by file, into a
 * folder.
 *
 * Each file is written beside its name and gets it when it is whole; files that are whole and what
 * was asked for are passed over. So the same command goes on where it was stopped or killed.
 */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_LABEL_H
#define TENGEN_PROTOCOL_CLI_TOOL_LABEL_H

/* Runs it with what followed the word on the command line, NULL at the end. Returns the exit
 * status: 0; 1 if it was stopped, or something failed; 2 if the words are wrong, games are not
 * whole, or the folder has other files of their names. */
int tool_label(char **arguments);

#endif

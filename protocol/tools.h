/* tools - the command line of what the lab makes: `selfplay`, `openings` and `duel`.
 *
 * Options are rows of a table, from which both the reading and the help come. The file goes to
 * standard output or where --out says, whole lines at a time, and is opened for its first line: what
 * is refused leaves the file that was there. `openings --resume` goes on with one. A person at a
 * terminal sees on standard error how far it is; Ctrl-C and SIGTERM end it at once, with a last line
 * that tells so.
 */
#ifndef TENGEN_PROTOCOL_TOOLS_H
#define TENGEN_PROTOCOL_TOOLS_H

#include <stdbool.h>

/* Says whether the word is one of the lab's commands. */
bool tools_know(const char *word);

/* Runs the command that the first argument is, with the options that follow it. Returns what the
 * program should: 0; 1 if the file is not what was wished for; 2 if the options make no sense. */
int tools_run(int argument_count, char **arguments);

#endif

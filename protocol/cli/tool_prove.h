/* tool_prove - the subcommand `prove`: a complete proof that the side to move wins, as a file.
 *
 * Proof and state are written beside their files and renamed: a kill loses at most what was found
 * since the state was last written, and leaves no half a file. Ctrl-C and SIGTERM end it within a
 * second or two, with the state written.
 */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_PROVE_H
#define TENGEN_PROTOCOL_CLI_TOOL_PROVE_H

enum { EXIT_NO_WIN = 3 }; /* exit status: everything was searched, and there is no win to prove */

/* Runs the subcommand with the arguments that follow its name, which end in NULL, and returns the
 * exit status: 0 if there is a proof; 1 if it was stopped, failed, or found no answer in the nodes
 * or the memory it was given; 2 if position or options make no sense; EXIT_NO_WIN. */
int tool_prove(char **arguments);

#endif

/* tool_fit - the subcommand `fit`: learns the evaluation from files of games.
 *
 * Weights and state are written as a whole or not at all: a fit that is stopped loses nothing, and
 * one that fails leaves the files of the one before. Ctrl-C and SIGTERM stop it after the round.
 */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_FIT_H
#define TENGEN_PROTOCOL_CLI_TOOL_FIT_H

/* Runs the subcommand with the arguments that follow its name, which end in NULL, and returns the
 * exit status: 0; 1 if it was stopped or failed; 2 if options or files make no sense. */
int tool_fit(char **arguments);

#endif

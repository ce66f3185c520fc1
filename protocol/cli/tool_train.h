/* tool_train - the subcommand `train`: learns the pattern network from files of games.
 *
 * Weights and state are written beside the file and renamed: a kill loses at most what was learnt
 * since the state was last written, and leaves no half a file. Ctrl-C and SIGTERM end it within
 * seconds.
 */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_TRAIN_H
#define TENGEN_PROTOCOL_CLI_TOOL_TRAIN_H

/* Runs the subcommand with the arguments that follow its name, which end in NULL, and returns the
 * exit status: 0; 1 if it was stopped or failed; 2 if options or files make no sense. */
int tool_train(char **arguments);

#endif

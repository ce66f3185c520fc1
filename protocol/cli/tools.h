/* tools - the subcommands `bench`, `parameters`, `selfplay`, `openings` and `duel`.
 *
 * What the last three make goes to standard output or where --out says, whole lines at a time;
 * options that are refused leave the file that was there. A person at a terminal sees on standard
 * error how far it is. Ctrl-C and SIGTERM stop it at once, with a last line that says so.
 */
#ifndef TENGEN_PROTOCOL_CLI_TOOLS_H
#define TENGEN_PROTOCOL_CLI_TOOLS_H

/* Each runs the subcommand with the arguments that follow its name, which end in NULL, and returns
 * the exit status: 0; 1 if something failed, or the file is not all that was asked for; 2 if the
 * options make no sense. */
int tool_bench(char **arguments);
int tool_duel(char **arguments);
int tool_openings(char **arguments);
int tool_parameters(char **arguments);
int tool_selfplay(char **arguments);

#endif

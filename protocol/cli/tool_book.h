/* tool_book - the subcommand `book`: a book of proofs. */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_BOOK_H
#define TENGEN_PROTOCOL_CLI_TOOL_BOOK_H

/* Runs the subcommand with the arguments that follow its name, which end in NULL, and returns the
 * exit status. */
int tool_book(char **arguments);

#endif

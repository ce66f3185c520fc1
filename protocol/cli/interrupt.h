/* interrupt - Ctrl-C and SIGTERM while a subcommand works: it is to stop, and keep what it has.
 *
 * The first signal is only noted; the subcommand asks for it between two pieces of work. A second
 * one ends the program at once.
 */
#ifndef TENGEN_PROTOCOL_CLI_INTERRUPT_H
#define TENGEN_PROTOCOL_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on, the first SIGINT or SIGTERM is noted instead of ending the program. */
void interrupt_catch(void);

/* Says whether a signal has come. */
bool interrupt_has_come(void);

#endif

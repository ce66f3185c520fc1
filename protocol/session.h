/* session - listening and thinking at the same time: decides when each line is run.
 *
 * One thread reads, one thinks, and the session's own stands between them. While the engine thinks,
 * what can be heard at once is; everything else waits in line for the answer, so that every
 * question gets exactly one.
 *
 * END is the hard case. A manager that sends it in the middle of a search wants silence and an
 * exit at once. A script that is piped in as a whole sends it in the same breath as the question,
 * and wants the move. So an END that comes in one breath with the question waits in line behind
 * it, and the answer is given a little early.
 */
#ifndef TENGEN_PROTOCOL_SESSION_H
#define TENGEN_PROTOCOL_SESSION_H

#include <stdbool.h>

/* Talks on standard input and output until END or the end of the input. False if the system gives
 * no memory or threads for it. */
bool session_run(void);

#endif

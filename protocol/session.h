/* session - listening and thinking at the same time: decides when each line is run.
 *
 * One thread reads, one thinks, and the session's own stands between them. Every line has its place
 * in the stream and is run there: while the engine thinks, lines wait in a queue for the answer, so
 * that each question gets exactly one, and how the lines were cut into writes changes nothing.
 *
 * What shortens or ends the thinking (STOP, INFO timeout_turn) takes effect before its turn, on the
 * last question before it: at once if that is the one being thought about, else as soon as that one
 * is asked. An earlier question is not touched.
 *
 * END is the hard case. A manager that sends it in the middle of a search wants silence and an
 * exit at once. A script that is piped in as a whole sends it in the same breath as the question,
 * and wants the move. So an END that comes in one breath with the question being thought about waits
 * in the queue, and the last answer before it is given a little early; any other ends everything.
 */
#ifndef TENGEN_PROTOCOL_SESSION_H
#define TENGEN_PROTOCOL_SESSION_H

#include <stdbool.h>

/* Talks on standard input and output until END or the end of the input, or until a line cannot be
 * written. False in that case, and if the system gives no memory or threads. */
bool session_run(void);

#endif

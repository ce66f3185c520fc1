/* session - reads commands while the engine thinks, and decides when each is run.
 *
 * One thread reads, one thinks, and the session's own connects them. Commands run in the order in
 * which they come: while the engine thinks they wait in a queue for the answer, so that each
 * question gets exactly one answer, however the input was cut into writes.
 *
 * What shortens or ends a search (STOP, INFO timeout_turn) takes effect before its turn, on the
 * last question before it: at once if that is the one being thought about, else as soon as that one
 * is asked. An earlier question is not touched.
 *
 * What waits may be large, but not without bound. Beyond 16 MB, which no manager has ever to say
 * while the engine thinks, lines stay unread until something has been answered, a STOP among them
 * as well. Nothing is lost that way: a file of any length can be piped in.
 *
 * END is the hard case. A manager that sends it in the middle of a search expects silence and an
 * exit at once. A script that is piped in as a whole sends it together with the question, and
 * expects the move. So an END that comes together with the pending question waits in the queue. The
 * last answer before it has all the time that INFO has set, and is given early where it has set
 * none. Any other END ends the program at once.
 *
 * Where the system has no threads (a web page, see cli/main_web.c) there is one function for each
 * of the three: the page hands bytes over and calls session_attend, and session_think when there is
 * a question. Thinking pauses now and then, and then session_attend may be called.
 */
#ifndef TENGEN_PROTOCOL_SESSION_H
#define TENGEN_PROTOCOL_SESSION_H

#include "commands.h"

#include <stdbool.h>

/* Runs the protocol on standard input and output until END, the end of the input, or output that
 * cannot be written. False in the last case, and if the system gives no memory or threads. */
bool session_run(void);

/* --- where there are no threads --- */

typedef struct Session Session;

/* Begins a session on what is handed over; NULL if there is no memory. It lives as long as the
 * program. */
Session *session_open(void);

/* Runs what has come in, without waiting for more; also from within session_think's pauses. False
 * when the session is over. */
bool session_attend(Session *session);

/* Says whether there is a question to think about, and nobody does. */
bool session_has_question(const Session *session);

/* Thinks and answers, until there is no such question. False when the session is over. */
bool session_think(Session *session);

#endif

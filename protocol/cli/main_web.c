/* main - the program as a module of a web page, which has no command line: it talks.
 *
 * With threads the session has one of its own, as in any other program. Without them the page runs
 * it: after tengen_take it calls tengen_attend, and where that says so tengen_think, which comes
 * back when the question is answered. While tengen_think pauses (port_pause), tengen_attend may be
 * called again: so STOP is heard.
 */
#include "session.h"

#include <emscripten.h>
#include <stddef.h>

/* Tells the page that the session is over, after all that was written. */
static void tell_page_end(bool went_well)
{
    MAIN_THREAD_ASYNC_EM_ASM({ Module['ended']($0); }, went_well ? 0 : 1);
}

#ifdef __EMSCRIPTEN_PTHREADS__

int main(void)
{
    tell_page_end(session_run());
    return 0;
}

#else

static Session *session; /* of the page, which calls functions without a context */

int main(void)
{
    session = session_open();
    if (session == NULL) {
        tell_page_end(false);
    }
    return 0;
}

static bool tell_end_unless(bool goes_on)
{
    if (!goes_on) {
        tell_page_end(true);
    }
    return goes_on;
}

/* Runs what has been taken. Says whether there is a question to think about. */
EMSCRIPTEN_KEEPALIVE bool tengen_attend(void)
{
    return tell_end_unless(session_attend(session)) && session_has_question(session);
}

/* Thinks until no question is left. The page waits for the promise that this returns. */
EMSCRIPTEN_KEEPALIVE void tengen_think(void)
{
    tell_end_unless(session_think(session));
}

#endif

/* interrupt - noting the signal; see interrupt.h. */
#include "interrupt.h"

#include <signal.h>

/* The signal that has come, 0: none. A signal handler gets no context, so it must be a static. */
static volatile sig_atomic_t noted;

static void note_signal(int number)
{
    noted = number;
    signal(number, SIG_DFL);
}

void interrupt_catch(void)
{
    signal(SIGINT, note_signal);
    signal(SIGTERM, note_signal);
}

bool interrupt_has_come(void)
{
    return noted != 0;
}

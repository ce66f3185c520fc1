/* streams - file descriptors, signals and libedit; see streams.h. */
#define _POSIX_C_SOURCE 200809L
#include "lines/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_LIBEDIT
#include <editline/readline.h>
#endif

/* Whom to call at Ctrl-C. */
typedef struct {
    void (*on_interrupt)(void *context);
    void *context;
} InterruptHandler;

static atomic_bool has_lost;

/* The first file opened would get the number of a closed stream, and whatever is said there. What
 * takes the number instead fails as the closed stream would: it is open the wrong way round. */
void streams_prepare(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

bool streams_hand_over(StreamTaker take, void *context)
{
    (void)take, (void)context;
    return false;
}

size_t streams_read(char *bytes, size_t room)
{
    ssize_t got;
    do {
        got = read(STDIN_FILENO, bytes, room);
    } while (got < 0 && errno == EINTR);
    return got > 0 ? (size_t)got : 0;
}

/* Says whether writing may be tried again after a failure: also where a manager has made the pipe
 * one that does not wait, and it is full. */
static bool can_write_again(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return errno == EINTR ||
           ((errno == EAGAIN || errno == EWOULDBLOCK) && poll(&output, 1, -1) > 0);
}

void streams_write(const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t part = write(STDOUT_FILENO, bytes, count);
        if (part < 0 && !can_write_again()) {
            atomic_store(&has_lost, true);
            return;
        }
        size_t done = part > 0 ? (size_t)part : 0;
        bytes += done;
        count -= done;
    }
}

bool streams_has_lost(void)
{
    return atomic_load(&has_lost);
}

bool streams_is_typed(void)
{
    return isatty(STDIN_FILENO);
}

bool streams_clear_screen(void)
{
    static const char home_and_clear[] = "\x1b[H\x1b[2J";
    streams_write(home_and_clear, sizeof home_and_clear - 1);
    return true;
}

bool streams_is_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool streams_has_listener(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};
    return poll(&output, 1, 0) <= 0 || (output.revents & (POLLERR | POLLHUP)) == 0;
}

#ifdef HAVE_LIBEDIT
/* The terminal is libedit's from just after the prompt to the end of the line. A Ctrl-D that is
 * typed at any other time - while the engine thinks, or as the prompt appears - waits as an end of
 * file, and the kernel turns that into a zero byte when libedit takes over. Zero does what Ctrl-D
 * does. libedit binds it anew at the start of each line, so this has to follow that. */
static int bind_early_end(void)
{
    rl_parse_and_bind("bind ^@ em-delete-or-list");
    return 0;
}
#endif

char *streams_edit_line(const char *prompt)
{
#ifdef HAVE_LIBEDIT
    rl_pre_input_hook = bind_early_end;
    char *line = readline(prompt);
    if (line != NULL && line[strspn(line, " \t")] != '\0') {
        add_history(line);
    }
    return line;
#else
    char *line = NULL;
    size_t room = 0;
    fputs(prompt, stdout);
    fflush(stdout);
    if (getline(&line, &room, stdin) < 0) {
        free(line);
        return NULL;
    }
    return line;
#endif
}

/* What the thread that waits for the signal does; the signal is blocked everywhere else. */
static void *wait_for_signals(void *context)
{
    const InterruptHandler *handler = context;
    sigset_t interrupts;
    int which;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    while (sigwait(&interrupts, &which) == 0) {
        handler->on_interrupt(handler->context);
    }
    return NULL;
}

bool streams_catch_interrupts(void (*on_interrupt)(void *context), void *context)
{
    static InterruptHandler handler; /* lives as long as the thread: to the end of the program */
    handler = (InterruptHandler){on_interrupt, context};
    sigset_t interrupts;
    pthread_t thread;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    return pthread_sigmask(SIG_BLOCK, &interrupts, NULL) == 0 &&
           pthread_create(&thread, NULL, wait_for_signals, &handler) == 0 &&
           pthread_detach(thread) == 0;
}

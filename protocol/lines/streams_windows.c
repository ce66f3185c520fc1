/* streams - handles, console and their oddities; see streams.h.
 *
 * Bytes go through ReadFile and WriteFile, not through the C library, which would turn LF into CRLF
 * and take Ctrl-Z for an end. The console edits lines and remembers them by itself.
 */
#include "lines/streams.h"

#include <fcntl.h>
#include <io.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>

enum {
    CTRL_Z = 26,
    TYPED_MAX = 1000, /* characters of a line that is typed */
};

/* What the native interface tells of a pipe; winternl.h leaves it out. */
typedef struct {
    ULONG type, configuration, instances_max, instances, inbound_quota, can_read, outbound_quota,
        can_write, state, end;
} PipeInformation;

enum { PIPE_INFORMATION = 24, PIPE_CLOSING = 4 };

static atomic_bool has_lost;

static HANDLE input(void)
{
    return GetStdHandle(STD_INPUT_HANDLE);
}

static HANDLE output(void)
{
    return GetStdHandle(STD_OUTPUT_HANDLE);
}

/* A crash ends the program at once: a box that waits for a click would hang a tournament. */
void streams_prepare(void)
{
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    _fmode = _O_BINARY;
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
}

bool streams_hand_over(StreamTaker take, void *context)
{
    (void)take, (void)context;
    return false;
}

size_t streams_read(char *bytes, size_t room)
{
    DWORD got = 0;
    return ReadFile(input(), bytes, (DWORD)room, &got, NULL) ? got : 0;
}

void streams_write(const char *bytes, size_t count)
{
    while (count > 0) {
        DWORD done = 0;
        if (!WriteFile(output(), bytes, (DWORD)count, &done, NULL) || done == 0) {
            atomic_store(&has_lost, true);
            return;
        }
        bytes += done;
        count -= done;
    }
}

static bool is_console(HANDLE handle)
{
    DWORD mode;
    return GetConsoleMode(handle, &mode) != 0;
}

bool streams_has_lost(void)
{
    return atomic_load(&has_lost);
}

bool streams_is_typed(void)
{
    return is_console(input());
}

/* The sequences of other terminals are known from Windows 10 on. */
bool streams_clear_screen(void)
{
    static const char home_and_clear[] = "\x1b[H\x1b[2J";
    enum { KNOWS_SEQUENCES = 4 };
    DWORD mode;
    if (!GetConsoleMode(output(), &mode) || !SetConsoleMode(output(), mode | KNOWS_SEQUENCES)) {
        return false;
    }
    streams_write(home_and_clear, sizeof home_and_clear - 1);
    return true;
}

bool streams_is_terminal(void)
{
    return is_console(input()) && is_console(output());
}

/* The end of a pipe that writes can say whether the other one has been closed. Trying it with an
 * empty write would look like the end of the output to some readers. */
bool streams_has_listener(void)
{
    PipeInformation pipe = {0};
    IO_STATUS_BLOCK status;
    NTSTATUS answer = NtQueryInformationFile(output(), &status, &pipe, sizeof pipe,
                                             (FILE_INFORMATION_CLASS)PIPE_INFORMATION);
    return answer < 0 || pipe.state != PIPE_CLOSING;
}

/* Takes a line that the console has edited; its length, or -1 at the end of the input. Ctrl-C reads
 * as nothing, with a reason; Ctrl-Z at the beginning of a line is the end. */
static int take_typed(char *text, DWORD room)
{
    DWORD length = 0;
    SetLastError(ERROR_SUCCESS);
    bool done = ReadFile(input(), text, room, &length, NULL);
    bool interrupted = length == 0 && GetLastError() == ERROR_OPERATION_ABORTED;
    if (interrupted) {
        return 0;
    }
    return done && length > 0 && text[0] != CTRL_Z ? (int)length : -1;
}

char *streams_edit_line(const char *prompt)
{
    char text[TYPED_MAX + 1];
    streams_write(prompt, strlen(prompt));
    int length = take_typed(text, TYPED_MAX);
    if (length < 0) {
        return NULL;
    }
    text[length] = '\0';
    return _strdup(text);
}

/* Handlers of the console know no context. */
static void (*interrupt_callback)(void *context);
static void *interrupt_context;

static BOOL WINAPI handle_event(DWORD event)
{
    if (event != CTRL_C_EVENT) {
        return FALSE; /* the window is closed: go */
    }
    interrupt_callback(interrupt_context);
    return TRUE;
}

bool streams_catch_interrupts(void (*on_interrupt)(void *context), void *context)
{
    interrupt_callback = on_interrupt;
    interrupt_context = context;
    return SetConsoleCtrlHandler(handle_event, TRUE) != 0;
}

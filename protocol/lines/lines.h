/* lines - reads and writes the lines of text that the protocol consists of.
 *
 * A reader thread turns the bytes of standard input into lines (ended by CR, LF or both, blank ones
 * dropped) and stamps each with the moment it arrived, because a manager's clock starts then. They
 * queue up in an inbox together with the other events that a session waits for: the end of the
 * input, and the engine's answer. A line is written in one write, because some managers treat every
 * chunk that they read as a whole.
 *
 * The comment that Yixin-Board sends with yxedittextdatabase is in quotes, has line ends in it, and
 * the next line follows its closing quote at once. So that command is one line up to this quote. A
 * comment may hold any words, but Yixin-Board writes it as a whole. So where more bytes come later
 * and begin with the line STOP, YXSTOP or END, the quote was forgotten, and the comment ends there.
 *
 * Lines that nobody takes fill the inbox up to a limit. Then the reader waits, and further lines
 * stay in the pipe.
 *
 * At a terminal the reader shows a prompt when it is asked for a line, lets the person edit it,
 * with history where the system has it, and turns Ctrl-C into an event. The bytes themselves are
 * streams.h's.
 */
#ifndef TENGEN_PROTOCOL_LINES_LINES_H
#define TENGEN_PROTOCOL_LINES_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TEXT_MAX_LENGTH = 1000, /* longer input lines lose their tail; output lines never get there */
    QUOTED_MAX_LENGTH = 1 << 16, /* the same of a line with a comment in quotes */
    TEXT_NUL = '\x7f',           /* stands for a byte 0 of the input, for no word has it either */
};

typedef enum {
    EVENT_LINE,         /* a line came in */
    EVENT_END_OF_INPUT, /* nothing more will */
    EVENT_ANSWER,       /* the engine has answered */
    EVENT_INTERRUPT,    /* the person at the terminal pressed Ctrl-C */
    EVENT_NOTHING,      /* the time to wait is over */
} EventKind;

typedef struct Event {
    EventKind kind;
    int64_t arrived_ms; /* on engine_now_ms's clock */
    char *text;         /* EVENT_LINE: the line without its end, zero-terminated; else NULL */
    struct Event *prev, *next;
} Event;

typedef struct Inbox Inbox;

/* Makes an inbox and starts to read standard input into it; NULL if the system gives no memory or
 * thread. */
Inbox *inbox_open(void);

/* Asks the person at the terminal for a line; the event comes when it is typed. Without a terminal
 * lines come by themselves and this does nothing. */
void inbox_prompt(Inbox *inbox);

/* Gives the inbox back if the input has ended. Before that it stays until the process ends: a read
 * from a manager cannot be called back. So does that of a terminal, where Ctrl-C may still come. */
void inbox_close(Inbox *inbox);

/* Takes the oldest event, waiting up to that many milliseconds for one (-1: without limit).
 * With `leaves_lines`, lines and the end of the input stay in the inbox. The caller frees it with
 * event_free. */
Event *inbox_wait(Inbox *inbox, int timeout_ms, bool leaves_lines);

/* Puts EVENT_ANSWER into the inbox; from any thread. */
void inbox_post_answer(Inbox *inbox);

/* Frees an event and its text. NULL is fine. */
void event_free(Event *event);

/* About how many bytes of memory an event takes while it waits, here and in the session. */
size_t event_size(const Event *event);

/* Ends the program with an ERROR, for there is no memory to keep a line: a session that loses lines
 * is worse than one that ends. */
_Noreturn void lines_give_up(void);

/* Writes one line, formatted like printf, line end added, in one write. */
void send_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for what people read: at a terminal as it is, through a pipe as a MESSAGE. */
void send_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes lines that are made, with their ends and of any length, in one write. */
void send_lines(const char *text, size_t length);

/* Clears the person's screen; false if there is none, or none that can be cleared. */
bool lines_clear_screen(void);

/* Says whether a person sits at both ends of the streams. */
bool lines_is_terminal(void);

/* Says whether a line could not be written: then no other can be. */
bool lines_are_lost(void);

/* Says whether anybody still reads what is written. */
bool lines_has_listener(void);

#endif

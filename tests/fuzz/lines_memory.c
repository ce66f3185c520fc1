/* lines_memory - see lines_memory.h. The splitting repeats what protocol/lines/lines.c does. */
#include "lines_memory.h"

#include "lines/lines.h"
#include "manners.h"
#include "tengen/engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENCE_MAX = 50,    /* events that an answer can be made to wait for */
    IDLE_WAITS_MAX = 100, /* a session that waits longer for nothing never ends */
};

struct Inbox {
    const uint8_t *next, *end;
    int patience; /* how many events may come before an answer that is due */
    bool answer_is_due, ended;
    int idle_waits;
};

static struct {
    const uint8_t *bytes;
    size_t size;
} feed;

static Inbox inbox;

void lines_memory_feed(const uint8_t *bytes, size_t size)
{
    feed.bytes = bytes;
    feed.size = size;
}

bool lines_memory_answer_is_due(void)
{
    return inbox.answer_is_due;
}

Inbox *inbox_open(void)
{
    inbox = (Inbox){.next = feed.bytes, .end = feed.bytes + feed.size};
    return &inbox;
}

void inbox_close(Inbox *closed)
{
    closed->answer_is_due = false;
}

static Event *event_new(EventKind kind, const char *text)
{
    Event *event = calloc(1, sizeof *event);
    if (event == NULL || (text != NULL && (event->text = strdup(text)) == NULL)) {
        abort();
    }
    event->kind = kind;
    event->arrived_ms = engine_now_ms();
    return event;
}

void event_free(Event *event)
{
    if (event != NULL) {
        free(event->text);
        free(event);
    }
}

size_t event_size(const Event *event)
{
    return strlen(event->text);
}

void lines_give_up(void)
{
    abort();
}

void inbox_prompt(Inbox *prompted)
{
    (void)prompted;
}

void inbox_post_answer(Inbox *posted)
{
    demand(!posted->answer_is_due, "two answers to one question");
    posted->answer_is_due = true;
}

/* --- what comes next --- */

/* Reads up to the end of a line; longer ones lose their tail, zeros become question marks. */
static void read_line(char text[TEXT_MAX_LENGTH + 1])
{
    int length = 0;
    while (inbox.next < inbox.end && *inbox.next != '\n' && *inbox.next != '\r') {
        if (length < TEXT_MAX_LENGTH) {
            text[length++] = *inbox.next == '\0' ? TEXT_NUL : (char)*inbox.next;
        }
        inbox.next++;
    }
    inbox.next += inbox.next < inbox.end;
    text[length] = '\0';
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

static int trailing_blanks(const char *text)
{
    int count = 0;
    for (size_t i = strlen(text); i > 0 && text[i - 1] == ' ' && count < PATIENCE_MAX; i--) {
        count++;
    }
    return count;
}

static Event *line_or_interrupt(const char *text)
{
    bool is_interrupt = lines_is_terminal() && strcmp(text, "\x03") == 0;
    return is_interrupt ? event_new(EVENT_INTERRUPT, NULL) : event_new(EVENT_LINE, text);
}

/* The next line that is not blank; at the end of the input the word of that, once; then NULL. */
static Event *next_of_input(void)
{
    char text[TEXT_MAX_LENGTH + 1];
    while (inbox.next < inbox.end) {
        read_line(text);
        if (!is_blank(text)) {
            inbox.patience = inbox.answer_is_due ? inbox.patience - 1 : trailing_blanks(text);
            return line_or_interrupt(text);
        }
    }
    inbox.patience--;
    if (!inbox.ended) {
        inbox.ended = true;
        return event_new(EVENT_END_OF_INPUT, NULL);
    }
    return NULL;
}

/* Nothing came in the time that the session gave. */
static Event *nothing(int timeout_ms, bool leaves_lines)
{
    demand(timeout_ms >= 0 && !leaves_lines, "the session waits for what never comes");
    demand(++inbox.idle_waits < IDLE_WAITS_MAX, "the session does not end");
    return event_new(EVENT_NOTHING, NULL);
}

Event *inbox_wait(Inbox *waiting, int timeout_ms, bool leaves_lines)
{
    (void)waiting;
    if (inbox.answer_is_due && (leaves_lines || inbox.patience <= 0)) {
        inbox.answer_is_due = false;
        return event_new(EVENT_ANSWER, NULL);
    }
    Event *event = leaves_lines ? NULL : next_of_input();
    return event != NULL ? event : nothing(timeout_ms, leaves_lines);
}

bool lines_memory_was_fed(char byte)
{
    return feed.size > 0 && (memchr(feed.bytes, (unsigned char)byte, feed.size) != NULL ||
                             (byte == TEXT_NUL && memchr(feed.bytes, '\0', feed.size) != NULL));
}

/* --- what goes out --- */

static void say(bool is_remark, const char *before, const char *format, va_list arguments)
{
    char line[TEXT_MAX_LENGTH + 1];
    int length = snprintf(line, sizeof line, "%s", before);
    length += vsnprintf(line + length, sizeof line - (size_t)length, format, arguments);
    demand(length < (int)sizeof line, "a line that does not fit");
    manners_hear(line, is_remark);
}

void send_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(false, "", format, arguments);
    va_end(arguments);
}

void send_message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(true, lines_is_terminal() ? "" : "MESSAGE ", format, arguments);
    va_end(arguments);
}

void send_lines(const char *text, size_t length)
{
    (void)text, (void)length;
    demand(false, "a comment where there is no database");
}

bool lines_clear_screen(void)
{
    return lines_is_terminal();
}

bool lines_is_terminal(void)
{
    return feed.size > 0 && feed.bytes[0] == '\t';
}

bool lines_are_lost(void)
{
    return false;
}

bool lines_has_listener(void)
{
    return !inbox.ended || feed.size == 0 || feed.bytes[feed.size - 1] != '\t';
}

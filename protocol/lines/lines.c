/* lines - reader thread, inbox and writer; see lines.h. */
#define _POSIX_C_SOURCE 200809L
#include "lines/lines.h"

#include "lines/parse.h"
#include "lines/streams.h"
#include "tengen/engine.h"
#include "thread.h"
#include "timed_wait.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum {
    CHUNK = 1 << 16,     /* as much as a pipe holds */
    INBOX_MAX = 1 << 20, /* bytes of events that wait before the reader waits, too: more than any
                            manager sends while a command runs */
    EVENT_SIZE = 128,    /* bytes that an event takes besides its text, here and in the session */
};

static const char byte_order_mark[] = "\xef\xbb\xbf"; /* begins each file that some editors save */

/* A line being put together. */
typedef struct {
    int64_t read_ms; /* when the bytes came that are being added, on engine_now_ms's clock */
    char text[QUOTED_MAX_LENGTH + 1];
    int length;
    char last;       /* the byte that came last */
    bool is_quoted;  /* it is within the quotes of a comment */
    bool is_escaped; /* a backslash there stands before the next byte */
} PartialLine;

struct Inbox {
    pthread_mutex_t mutex;
    TimedCondition arrived;
    pthread_cond_t taken, prompted;
    PartialLine partial;
    bool has_reader;       /* the thread below exists */
    bool hears_interrupts; /* another thread posts them, to the end of the program */
    pthread_t reader;
    Event *events;   /* oldest first */
    size_t size;     /* of the events, in bytes */
    bool wants_line; /* the person at the terminal is to be asked */
    bool ended;      /* the reader has posted its last event */
};

static Event *event_new(EventKind kind, const char *text)
{
    Event *event = calloc(1, sizeof *event);
    if (event == NULL || (text != NULL && (event->text = strdup(text)) == NULL)) {
        lines_give_up();
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
    return EVENT_SIZE + (event->text != NULL ? strlen(event->text) : 0);
}

void lines_give_up(void)
{
    send_line("ERROR there is not enough memory to go on");
    _Exit(EXIT_FAILURE);
}

/* Appends an event. The reader waits while the inbox is full; the engine's answer never waits, nor
 * does the system where it hands bytes over. */
static void post(Inbox *inbox, Event *event)
{
    pthread_mutex_lock(&inbox->mutex);
    while (inbox->has_reader && inbox->size >= INBOX_MAX && event->kind == EVENT_LINE) {
        pthread_cond_wait(&inbox->taken, &inbox->mutex);
    }
    DL_APPEND(inbox->events, event);
    inbox->size += event_size(event);
    inbox->ended |= event->kind == EVENT_END_OF_INPUT;
    pthread_cond_signal(&inbox->arrived.condition);
    pthread_mutex_unlock(&inbox->mutex);
}

void inbox_post_answer(Inbox *inbox)
{
    post(inbox, event_new(EVENT_ANSWER, NULL));
}

static bool is_blank_line(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

/* The text of the line without the mark that editors put before the first line of a file. Several
 * files may come one after another. */
static const char *text_of_line(const Inbox *inbox)
{
    const char *text = inbox->partial.text;
    size_t length = strlen(byte_order_mark);
    return strncmp(text, byte_order_mark, length) == 0 ? text + length : text;
}

static void finish_line(Inbox *inbox)
{
    PartialLine *partial = &inbox->partial;
    partial->text[partial->length] = '\0';
    const char *text = text_of_line(inbox);
    partial->length = 0;
    partial->is_quoted = false;
    if (!is_blank_line(text)) {
        Event *event = event_new(EVENT_LINE, text);
        event->arrived_ms = partial->read_ms; /* what one read brought came together */
        post(inbox, event);
    }
}

/* Says whether the line ends in the quote that begins a comment. */
static bool begins_comment(PartialLine *partial)
{
    char word[PARSE_WORD_MAX];
    partial->text[partial->length] = '\0';
    const char *rest = parse_word(partial->text, word);
    return strcmp(word, "yxedittextdatabase") == 0 && strcmp(rest, "\"") == 0;
}

static bool is_line_end(char byte)
{
    return byte == '\n' || byte == '\r';
}

/* A line ends at its end, one with a comment at the closing quote. */
static void add_byte(Inbox *inbox, char byte)
{
    PartialLine *partial = &inbox->partial;
    bool was_quoted = partial->is_quoted, is_end = is_line_end(byte);
    partial->last = byte;
    if (!is_end && !was_quoted && partial->length == TEXT_MAX_LENGTH) {
        return;
    }
    if ((was_quoted || !is_end) && partial->length < QUOTED_MAX_LENGTH) {
        partial->text[partial->length++] = byte == '\0' ? TEXT_NUL : byte;
    }
    bool is_quote = byte == '"' && !partial->is_escaped;
    partial->is_escaped = was_quoted && byte == '\\' && !partial->is_escaped;
    partial->is_quoted = was_quoted || (is_quote && begins_comment(partial));
    if (was_quoted ? is_quote : is_end) {
        finish_line(inbox);
    }
}

/* Says whether the bytes begin with a line that is a command to end something. */
static bool begin_with_stop(const char *bytes, size_t count)
{
    static const char *const commands[] = {"stop", "yxstop", "end"};
    char line[PARSE_WORD_MAX], word[PARSE_WORD_MAX];
    size_t length = 0;
    while (length < count && length < sizeof line - 1 && !is_line_end(bytes[length])) {
        line[length] = bytes[length];
        length++;
    }
    line[length] = '\0';
    bool is_word = length < count && is_line_end(bytes[length]) && *parse_word(line, word) == '\0';
    for (size_t i = 0; is_word && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(word, commands[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Takes bytes of the input, 0 of them at its end. */
static void take_bytes(void *context, const char *bytes, size_t count)
{
    Inbox *inbox = context;
    const PartialLine *partial = &inbox->partial;
    inbox->partial.read_ms = engine_now_ms();
    if (partial->is_quoted && is_line_end(partial->last) && begin_with_stop(bytes, count)) {
        finish_line(inbox);
    }
    for (size_t i = 0; i < count; i++) {
        add_byte(inbox, bytes[i]);
    }
    if (count == 0) {
        finish_line(inbox);
        post(inbox, event_new(EVENT_END_OF_INPUT, NULL));
    }
}

/* What the reader thread does at a pipe until the input ends. */
static void *read_pipe(void *context)
{
    static char chunk[CHUNK];
    size_t got;
    do {
        got = streams_read(chunk, sizeof chunk);
        take_bytes(context, chunk, got);
    } while (got > 0);
    return NULL;
}

static void wait_for_prompt(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->mutex);
    while (!inbox->wants_line) {
        pthread_cond_wait(&inbox->prompted, &inbox->mutex);
    }
    inbox->wants_line = false;
    pthread_mutex_unlock(&inbox->mutex);
}

/* What the reader thread does at a terminal. */
static void *read_terminal(void *context)
{
    static const char prompt[] = "tengen> ";
    Inbox *inbox = context;
    char *line;
    while (wait_for_prompt(inbox), (line = streams_edit_line(prompt)) != NULL) {
        inbox->partial.read_ms = engine_now_ms();
        for (const char *byte = line; *byte != '\0'; byte++) {
            add_byte(inbox, *byte);
        }
        if (*line == '\0') {
            inbox_prompt(inbox); /* nothing was typed */
        }
        finish_line(inbox);
        free(line);
    }
    post(inbox, event_new(EVENT_END_OF_INPUT, NULL));
    return NULL;
}

/* Called at Ctrl-C. */
static void post_interrupt(void *context)
{
    post(context, event_new(EVENT_INTERRUPT, NULL));
}

void inbox_prompt(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->mutex);
    inbox->wants_line = true;
    pthread_cond_signal(&inbox->prompted);
    pthread_mutex_unlock(&inbox->mutex);
}

static bool prepare_waits(Inbox *inbox)
{
    return pthread_mutex_init(&inbox->mutex, NULL) == 0 && timed_condition_init(&inbox->arrived) &&
           pthread_cond_init(&inbox->taken, NULL) == 0 &&
           pthread_cond_init(&inbox->prompted, NULL) == 0;
}

static bool start_reader(Inbox *inbox, bool at_terminal)
{
    inbox->has_reader = true; /* which the reader looks at */
    return thread_start(&inbox->reader, at_terminal ? read_terminal : read_pipe, inbox);
}

static bool hear_interrupts(Inbox *inbox)
{
    inbox->hears_interrupts = streams_catch_interrupts(post_interrupt, inbox);
    return inbox->hears_interrupts;
}

/* Frees an inbox that nobody posts into. A Ctrl-C may come until the program ends, so an inbox that
 * hears of it is left. NULL is fine. */
static void give_up(Inbox *inbox)
{
    if (inbox == NULL || inbox->hears_interrupts) {
        return;
    }
    Event *event, *next;
    DL_FOREACH_SAFE(inbox->events, event, next)
    {
        event_free(event);
    }
    free(inbox);
}

Inbox *inbox_open(void)
{
    Inbox *inbox = calloc(1, sizeof *inbox);
    bool at_terminal = lines_is_terminal();
    bool ready = inbox != NULL && prepare_waits(inbox) &&
                 (!at_terminal || hear_interrupts(inbox)) &&
                 (streams_hand_over(take_bytes, inbox) || start_reader(inbox, at_terminal));
    if (!ready) {
        give_up(inbox);
        return NULL;
    }
    return inbox;
}

void inbox_close(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->mutex);
    bool ended = inbox->ended;
    pthread_mutex_unlock(&inbox->mutex);
    if (!ended) {
        return;
    }
    if (inbox->has_reader) {
        pthread_join(inbox->reader, NULL);
    }
    give_up(inbox);
}

/* The oldest event that is wanted, still in the list; NULL if there is none. */
static Event *oldest(const Inbox *inbox, bool leaves_lines)
{
    Event *event;
    DL_FOREACH(inbox->events, event)
    {
        if (!leaves_lines || (event->kind != EVENT_LINE && event->kind != EVENT_END_OF_INPUT)) {
            return event;
        }
    }
    return NULL;
}

Event *inbox_wait(Inbox *inbox, int timeout_ms, bool leaves_lines)
{
    int64_t deadline_ms = engine_now_ms() + timeout_ms;
    pthread_mutex_lock(&inbox->mutex);
    Event *event;
    bool may_wait = true;
    while ((event = oldest(inbox, leaves_lines)) == NULL && may_wait) {
        may_wait = timeout_ms < 0 ? pthread_cond_wait(&inbox->arrived.condition, &inbox->mutex) == 0
                                  : timed_wait_until(&inbox->arrived, &inbox->mutex, deadline_ms);
    }
    if (event != NULL) {
        DL_DELETE(inbox->events, event);
        inbox->size -= event_size(event);
        pthread_cond_signal(&inbox->taken);
    }
    pthread_mutex_unlock(&inbox->mutex);
    return event != NULL ? event : event_new(EVENT_NOTHING, NULL);
}

/* Makes blanks of the bytes by which a text from elsewhere, such as a comment in a database, would
 * command a terminal: those below a blank, and those of two bytes in UTF-8. */
static void clean(char *text)
{
    for (unsigned char *byte = (unsigned char *)text; *byte != '\0'; byte++) {
        bool is_control = (*byte < ' ' && *byte != '\n') || *byte == 0x7F;
        bool begins_control = *byte == 0xC2 && byte[1] >= 0x80 && byte[1] < 0xA0;
        *byte = is_control || begins_control ? ' ' : *byte;
        if (begins_control) {
            *++byte = ' ';
        }
    }
}

static void write_line(const char *prefix, const char *format, va_list arguments)
{
    char line[TEXT_MAX_LENGTH + 2];
    int prefix_length = snprintf(line, sizeof line, "%s", prefix);
    int room = TEXT_MAX_LENGTH + 1 - prefix_length;
    int written = vsnprintf(line + prefix_length, (size_t)room, format, arguments);
    int length = prefix_length + (written < 0 ? 0 : written < room ? written : room - 1);
    clean(line);
    line[length++] = '\n';
    streams_write(line, (size_t)length);
}

void send_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line("", format, arguments);
    va_end(arguments);
}

void send_message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line(lines_is_terminal() ? "" : "MESSAGE ", format, arguments);
    va_end(arguments);
}

void send_lines(const char *text, size_t length)
{
    streams_write(text, length);
}

bool lines_clear_screen(void)
{
    return lines_is_terminal() && streams_clear_screen();
}

bool lines_is_terminal(void)
{
    return streams_is_terminal();
}

bool lines_are_lost(void)
{
    return streams_has_lost();
}

bool lines_has_listener(void)
{
    return streams_has_listener();
}

/* session - the loop over events; see session.h. */
#include "session.h"

#include "commands.h"
#include "console/console.h"
#include "lines/lines.h"

#include <stdlib.h>
#include <utlist.h>

enum {
    SENT_TOGETHER_MS = 50,   /* an END that comes this soon after the question was sent with it */
    END_GRACE_MS = 400,      /* the answer before a waiting END comes after this time at most, where
                              INFO has set no limit */
    LISTENER_CHECK_MS = 100, /* where no input tells: check this often whether anybody reads */
    WAITING_MAX = 16 << 20,  /* bytes; more text waits in the pipe */
    FOREVER = -1,
};

/* Text that has come in and not been run. */
typedef struct QueuedText {
    Event *event;
    Timing timing;
    struct QueuedText *prev, *next;
} QueuedText;

struct Session {
    Conversation conversation;
    Commands *commands;
    Inbox *inbox;
    QueuedText *waiting;       /* oldest first; empty unless the engine thinks */
    size_t waiting_size;       /* bytes of memory that they take */
    QueuedText *not_run_early; /* the first that run_early has not seen; NULL: none */
    Reading reading;           /* up to the last text that came in */
    int64_t idle_since;        /* when the last answer was sent, on engine_now_ms's clock */
    bool input_ended;
    bool has_prompted; /* the person at the terminal has been asked for the next line */
    bool is_thinking;  /* in session_think */
};

/* Takes the event over. */
static void queue_text(Session *session, Event *event, Timing timing)
{
    QueuedText *queued = malloc(sizeof *queued);
    if (queued == NULL) {
        lines_give_up();
    }
    *queued = (QueuedText){.event = event, .timing = timing};
    DL_APPEND(session->waiting, queued);
    session->waiting_size += event_size(event);
    session->not_run_early = session->not_run_early != NULL ? session->not_run_early : queued;
}

static void remove_first(Session *session)
{
    QueuedText *queued = session->waiting;
    if (session->not_run_early == queued) {
        session->not_run_early = queued->next;
    }
    DL_DELETE(session->waiting, queued);
    session->waiting_size -= event_size(queued->event);
    event_free(queued->event);
    free(queued);
}

/* Runs the text that waits, up to a question. The clock of a question starts when it has come in
 * and the one before it is answered. */
static void run_waiting(Session *session)
{
    Conversation *conversation = &session->conversation;
    while (session->waiting != NULL && !conversation->question.is_pending && !conversation->over) {
        const Event *event = session->waiting->event;
        conversation->question.asked_ms =
            event->arrived_ms > session->idle_since ? event->arrived_ms : session->idle_since;
        commands_run(session->commands, conversation, event->text);
        remove_first(session);
    }
}

/* Says whether INFO has said how long or how far to think. */
static bool has_limits(const Limits *limits)
{
    return limits->turn_ms != LIMIT_UNKNOWN || limits->match_ms != LIMIT_UNKNOWN ||
           limits->left_ms != LIMIT_UNKNOWN || limits->depth > 0 || limits->nodes > 0;
}

/* Runs early what came in after the pending question, up to the next one. An answer that END waits
 * for must not take long, unless it was asked for. */
static void run_early(Session *session)
{
    Conversation *conversation = &session->conversation;
    QueuedText *queued = session->not_run_early;
    while (conversation->question.is_pending && queued != NULL && queued->timing != RUN_QUESTION) {
        if (queued->timing == RUN_END) {
            if (!has_limits(&conversation->settings.limits)) {
                engine_shorten(conversation->engine, END_GRACE_MS);
            }
        } else {
            commands_run_early(conversation, queued->timing, queued->event->text);
        }
        queued = queued->next;
    }
    session->not_run_early = queued;
}

/* At a terminal: shows the board when it has changed, and asks for a line. */
static void attend_person(Session *session)
{
    Conversation *conversation = &session->conversation;
    if (!conversation->has_person || conversation->question.is_pending || session->has_prompted) {
        return;
    }
    int stones = engine_stone_count(conversation->engine);
    if (stones != conversation->stones_shown) {
        console_draw(conversation);
        conversation->stones_shown = stones;
    }
    session->has_prompted = true;
    inbox_prompt(session->inbox);
}

/* Says whether so much waits that no more is read. */
static bool is_flooded(const Session *session)
{
    return session->waiting_size >= WAITING_MAX;
}

/* Says whether no input can tell that the manager has gone. */
static bool is_deaf(const Session *session)
{
    return session->input_ended || is_flooded(session);
}

static Event *next_event(Session *session)
{
    return inbox_wait(session->inbox, is_deaf(session) ? LISTENER_CHECK_MS : FOREVER,
                      is_flooded(session));
}

/* Says whether the event was not sent together with what is being done. */
static bool came_later(const Session *session, const Event *event)
{
    return event->arrived_ms - session->conversation.question.asked_ms > SENT_TOGETHER_MS;
}

/* Queues the text of an event, which it takes over. An END that was not sent together with the
 * question ends the search at once. */
static void accept_text(Session *session, Event *event)
{
    Conversation *conversation = &session->conversation;
    Timing timing = commands_timing(session->commands, &session->reading, event->text);
    session->has_prompted = false;
    if (timing == RUN_END && conversation->question.is_pending && came_later(session, event)) {
        commands_run(session->commands, conversation, event->text);
    }
    queue_text(session, event, timing);
}

static void send_answer(Session *session)
{
    conversation_answer(&session->conversation);
    session->idle_since = engine_now_ms();
}

/* After the end of the input, or while no more of it is read, the engine goes on as long as
 * somebody reads the answers. Where they are lost it ends at once, so that the manager notices. */
static void check_for_end(Session *session)
{
    Conversation *conversation = &session->conversation;
    bool idle = !conversation->question.is_pending && session->waiting == NULL;
    if (session->input_ended && idle) {
        block_drop(&conversation->reader); /* its DONE cannot come any more */
    }
    if (lines_are_lost() || (session->input_ended && idle) ||
        (is_deaf(session) && !lines_has_listener())) {
        conversation->over = true;
    }
}

/* Ctrl-C stops the search. */
static void interrupt(Session *session)
{
    if (session->conversation.question.is_pending) {
        engine_stop(session->conversation.engine);
    } else {
        send_message("(END leaves, HELP tells the rest)");
    }
}

/* Lets the output of the shell begin on a line of its own. */
static void end_input(Session *session)
{
    session->input_ended = true;
    if (session->conversation.has_person) {
        send_message("%s", "");
    }
}

/* Takes the event over. */
static void handle(Session *session, Event *event)
{
    switch (event->kind) {
    case EVENT_LINE: accept_text(session, event); return;
    case EVENT_END_OF_INPUT: end_input(session); break;
    case EVENT_ANSWER: send_answer(session); break;
    case EVENT_INTERRUPT: interrupt(session); break;
    case EVENT_NOTHING: break;
    }
    event_free(event);
}

/* Says whether something that waits after the command at work ends it. A question that waits has a
 * STOP of its own. */
static bool is_to_stop(const Session *session)
{
    const QueuedText *queued = session->waiting->next;
    for (; queued != NULL && queued->timing != RUN_QUESTION; queued = queued->next) {
        if (queued->timing == RUN_STOP ||
            (queued->timing == RUN_END && came_later(session, queued->event))) {
            return true;
        }
    }
    return false;
}

/* See conversation_may_go_on. The command at work is still the first of those that wait. */
static bool session_may_go_on(void *context)
{
    Session *session = context;
    bool is_interrupted = false;
    EventKind kind = EVENT_LINE;
    while (kind != EVENT_NOTHING) {
        Event *event = inbox_wait(session->inbox, 0, is_flooded(session));
        kind = event->kind;
        if (kind == EVENT_INTERRUPT) {
            is_interrupted = true;
            event_free(event);
        } else {
            handle(session, event);
        }
    }
    return !is_interrupted && !is_to_stop(session) && lines_has_listener();
}

static void close_session(Session *session)
{
    conversation_close(&session->conversation);
    commands_close(session->commands);
    inbox_close(session->inbox);
    while (session->waiting != NULL) {
        remove_first(session);
    }
    free(session);
}

Session *session_open(void)
{
    Session *session = calloc(1, sizeof *session);
    bool ready = session != NULL && (session->inbox = inbox_open()) != NULL &&
                 (session->commands = commands_open()) != NULL &&
                 conversation_open(&session->conversation, session->inbox);
    if (ready) {
        session->conversation.may_go_on = session_may_go_on;
        session->conversation.context = session;
    }
    if (!ready) { /* the process is about to end, and whoever started it is told why */
        send_line("ERROR there is not enough memory to begin");
    }
    return ready ? session : NULL;
}

/* Takes the event over, and runs what can be run now. */
static void advance(Session *session, Event *event)
{
    handle(session, event);
    run_waiting(session);
    run_early(session);
    check_for_end(session);
}

bool session_run(void)
{
    Session *session = session_open();
    if (session == NULL) {
        return false;
    }
    if (session->conversation.has_person) {
        send_message("Tengen. START 15 begins a game, HELP tells the rest.");
    }
    while (!session->conversation.over) {
        attend_person(session);
        advance(session, next_event(session));
    }
    close_session(session);
    return !lines_are_lost();
}

bool session_attend(Session *session)
{
    EventKind kind = EVENT_LINE;
    while (kind != EVENT_NOTHING && !session->conversation.over) {
        Event *event = inbox_wait(session->inbox, 0, false);
        kind = event->kind;
        advance(session, event);
    }
    return !session->conversation.over;
}

bool session_has_question(const Session *session)
{
    return session->conversation.question.is_pending && !session->is_thinking;
}

bool session_think(Session *session)
{
    session->is_thinking = true;
    while (!session->conversation.over && engine_work(session->conversation.engine)) {
        session_attend(session);
    }
    session->is_thinking = false;
    return !session->conversation.over;
}

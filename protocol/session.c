/* session - the loop over events; see session.h. */
#include "session.h"

#include "commands.h"
#include "console.h"
#include "lines.h"

#include <stdlib.h>
#include <utlist.h>

enum {
    ONE_BREATH_MS = 50,      /* an END that comes this soon after the question was sent with it */
    END_GRACE_MS = 400,      /* the answer before a waiting END comes after this time at most */
    LISTENER_CHECK_MS = 100, /* after the end of the input: is anybody left to hear the answer? */
    WAITING_MAX = 1 << 12,   /* lines; a flood beyond waits in the pipe */
    FOREVER = -1,
};

typedef struct {
    Conversation conversation;
    Commands *commands;
    Inbox *inbox;
    Event *waiting; /* lines that came while the engine was thinking, oldest first */
    int waiting_count;
    bool input_ended;
    bool has_prompted; /* the person at the terminal has been asked for the next line */
    int stones_drawn;  /* how many were on the board when the person saw it last */
} Session;

static void put_in_line(Session *session, Event *event)
{
    DL_APPEND(session->waiting, event);
    session->waiting_count++;
}

/* The oldest line that waits, if it can be run now; its clock starts now. */
static Event *next_in_line(Session *session)
{
    Event *event = session->waiting;
    if (event == NULL || session->conversation.thinking) {
        return NULL;
    }
    DL_DELETE(session->waiting, event);
    session->waiting_count--;
    event->arrived_ms = engine_now_ms();
    return event;
}

/* At a terminal: shows the board when it has changed, and asks for a line. */
static void attend_person(Session *session)
{
    Conversation *conversation = &session->conversation;
    if (!conversation->has_person || conversation->thinking || session->has_prompted) {
        return;
    }
    int stones = engine_stone_count(conversation->engine);
    if (stones != session->stones_drawn) {
        console_draw(conversation);
        session->stones_drawn = stones;
    }
    session->has_prompted = true;
    inbox_prompt(session->inbox);
}

static Event *next_event(Session *session)
{
    Event *event = next_in_line(session);
    attend_person(session);
    bool flooded = session->conversation.thinking && session->waiting_count >= WAITING_MAX;
    return event != NULL ? event
                         : inbox_wait(session->inbox,
                                      session->input_ended ? LISTENER_CHECK_MS : FOREVER, flooded);
}

/* Says whether a line that came while the engine thinks can be run at once. */
static bool can_run_now(const Session *session, const Event *event)
{
    const Conversation *conversation = &session->conversation;
    switch (commands_timing(session->commands, event->text)) {
    case RUN_AT_ONCE: return true;
    case RUN_IN_ORDER: return session->waiting == NULL;
    case RUN_END: return event->arrived_ms - conversation->asked_ms > ONE_BREATH_MS;
    default: return false;
    }
}

/* An answer that END waits for must not take long. */
static void hurry_for_end(Session *session)
{
    Conversation *conversation = &session->conversation;
    if (conversation->thinking && session->waiting != NULL &&
        commands_timing(session->commands, session->waiting->text) == RUN_END) {
        engine_shorten(conversation->engine, END_GRACE_MS);
    }
}

/* Runs a line or puts it in line. Takes the event over. */
static void hear_line(Session *session, Event *event)
{
    Conversation *conversation = &session->conversation;
    session->has_prompted = false;
    if (conversation->thinking && !can_run_now(session, event)) {
        put_in_line(session, event);
        return;
    }
    if (!conversation->thinking) {
        conversation->asked_ms = event->arrived_ms;
    }
    commands_run(session->commands, conversation, event->text);
    event_free(event);
}

/* After the end of the input the engine finishes what it was asked, as long as somebody listens. */
static void check_for_end(Session *session)
{
    Conversation *conversation = &session->conversation;
    bool idle = !conversation->thinking && session->waiting == NULL;
    if (session->input_ended && (idle || !lines_has_listener())) {
        conversation->over = true;
    }
}

/* Ctrl-C: enough thought. */
static void interrupt(Session *session)
{
    if (session->conversation.thinking) {
        engine_stop(session->conversation.engine);
    } else {
        send_message("(END leaves, HELP tells the rest)");
    }
}

/* Takes the event over. */
static void handle(Session *session, Event *event)
{
    switch (event->kind) {
    case EVENT_LINE: hear_line(session, event); return;
    case EVENT_END_OF_INPUT: session->input_ended = true; break;
    case EVENT_ANSWER: conversation_answer(&session->conversation); break;
    case EVENT_INTERRUPT: interrupt(session); break;
    case EVENT_NOTHING: break;
    }
    event_free(event);
}

static void close_session(Session *session)
{
    Event *event, *next;
    conversation_close(&session->conversation);
    commands_close(session->commands);
    inbox_close(session->inbox);
    DL_FOREACH_SAFE(session->waiting, event, next)
    {
        event_free(event);
    }
    free(session);
}

bool session_run(void)
{
    Session *session = calloc(1, sizeof *session);
    bool ready = session != NULL && (session->inbox = inbox_open()) != NULL &&
                 (session->commands = commands_open()) != NULL &&
                 conversation_open(&session->conversation, session->inbox);
    if (!ready) {
        return false; /* the process is about to end */
    }
    if (session->conversation.has_person) {
        send_message("Tengen. START 15 begins a game, HELP tells the rest.");
    }
    while (!session->conversation.over) {
        handle(session, next_event(session));
        hurry_for_end(session);
        check_for_end(session);
    }
    close_session(session);
    return true;
}

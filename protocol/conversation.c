/* conversation - asking, answering and reading blocks; see conversation.h. */
#include "conversation.h"

#include "parse.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { VALUE_TEXT_MAX = 16, LINE_TEXT_MAX = 8 * ENGINE_PV_MAX };

bool conversation_open(Conversation *conversation, Inbox *inbox)
{
    *conversation = (Conversation){
        .engine = engine_new(),
        .inbox = inbox,
        .rule = RULE_FREESTYLE,
        .win_length = 5,
        .evaluation = EVALUATION_BEST,
        .has_person = lines_is_terminal(),
        .limits = {.turn_ms = LIMIT_UNKNOWN, .match_ms = LIMIT_UNKNOWN, .left_ms = LIMIT_UNKNOWN},
    };
    return conversation->engine != NULL;
}

void conversation_close(Conversation *conversation)
{
    engine_free(conversation->engine);
}

void conversation_say_error(const char *fault)
{
    send_line("ERROR %s", fault);
}

void conversation_say_ok_unless(const char *fault)
{
    if (fault != NULL) {
        conversation_say_error(fault);
    } else {
        send_line("OK");
    }
}

bool conversation_has_game(Conversation *conversation)
{
    if (engine_game(conversation->engine) == NULL) {
        conversation_say_error("there is no game: send START first");
        return false;
    }
    return true;
}

bool conversation_has_stones(const Conversation *conversation)
{
    return engine_stone_count(conversation->engine) > 0;
}

Colour conversation_other(Colour colour)
{
    return colour == BLACK ? WHITE : BLACK;
}

void conversation_apply_settings(Conversation *conversation)
{
    engine_set_evaluation(conversation->engine, conversation->evaluation);
    engine_change_rule(conversation->engine, conversation->rule);
}

/* --- what the engine tells --- */

static void write_value(const EngineReport *report, char text[VALUE_TEXT_MAX])
{
    if (report->wins_in != 0) {
        snprintf(text, VALUE_TEXT_MAX, "%cM%d", report->wins_in > 0 ? '+' : '-',
                 abs(report->wins_in));
    } else {
        snprintf(text, VALUE_TEXT_MAX, "%d", report->value);
    }
}

static void write_line(const EngineReport *report, char text[LINE_TEXT_MAX])
{
    int length = 0;
    text[0] = '\0';
    for (int i = 0; i < report->pv_length; i++) {
        length += snprintf(text + length, (size_t)(LINE_TEXT_MAX - length), "%s%d,%d",
                           i > 0 ? " " : "", report->pv[i].x, report->pv[i].y);
    }
}

void conversation_say_thought(const EngineReport *report)
{
    char value[VALUE_TEXT_MAX];
    write_value(report, value);
    send_message("depth %d eval %s nodes %" PRIu64 " time %" PRId64 " ms", report->depth, value,
                 report->nodes, report->ms);
}

static void on_answer(void *context, const EngineReport *report)
{
    Conversation *conversation = context;
    conversation->answer = *report;
    inbox_post_answer(conversation->inbox);
}

/* Yixin-Board draws what each of these lines says. */
static void on_move(void *context, MoveEvent event, Coordinates move)
{
    static const char *const names[] = {
        [MOVE_BEGINS] = "POS",
        [MOVE_ENDS] = "DONE",
        [MOVE_IS_BEST] = "BEST",
        [MOVE_LOSES] = "LOSE",
    };
    (void)context;
    send_line("MESSAGE REALTIME %s %d,%d", names[event], move.x, move.y);
}

static void on_iteration(void *context, const EngineReport *report)
{
    const Conversation *conversation = context;
    char value[VALUE_TEXT_MAX], line[LINE_TEXT_MAX];
    write_value(report, value);
    write_line(report, line);
    if (conversation->multipv_asked > 1) {
        send_message("(%d) depth %d eval %s line %s", report->pv_index + 1, report->depth, value,
                     line);
    } else if (conversation->tells_iterations) {
        send_message("depth %d eval %s nodes %" PRIu64 " speed %" PRIu64 "k line %s", report->depth,
                     value, report->nodes, report->nodes / (uint64_t)(report->ms + 1), line);
    }
    if (conversation->tells_moves && report->pv_index == 0) {
        send_line("MESSAGE REALTIME REFRESH");
        send_line("MESSAGE REALTIME BEST %d,%d", report->moves[0].x, report->moves[0].y);
        send_line("MESSAGE REALTIME VAL %d", report->value);
        send_line("MESSAGE REALTIME PV %s", line);
    }
}

/* --- asking --- */

void conversation_ask(Conversation *conversation, Question question, Colour side, int target,
                      void (*say_answer)(Conversation *conversation))
{
    Limits limits = conversation->limits;
    EngineListener listener = {
        .context = conversation,
        .on_iteration = on_iteration,
        .on_move = conversation->shows_moves ? on_move : NULL,
        .on_answer = on_answer,
    };
    limits.start_ms = conversation->asked_ms;
    conversation_apply_settings(conversation);
    conversation->say_answer = say_answer;
    conversation->multipv_asked = limits.multipv;
    conversation->tells_moves = conversation->shows_moves;
    const char *fault =
        engine_ask(conversation->engine, question, side, target, &limits, &listener);
    if (fault != NULL) {
        conversation_say_error(fault);
        return;
    }
    conversation->thinking = true;
}

static void play_answer(Conversation *conversation)
{
    const EngineReport *answer = &conversation->answer;
    engine_put(conversation->engine, answer->moves[0], conversation->own);
    conversation->undone_count = 0;
    if (answer->nodes > 0) {
        conversation_say_thought(answer);
    }
    send_line("%d,%d", answer->moves[0].x, answer->moves[0].y);
    engine_ponder(conversation->engine);
}

void conversation_think(Conversation *conversation)
{
    conversation->tells_iterations = conversation->has_person || conversation->shows_iterations;
    conversation_ask(conversation, QUESTION_MOVE, conversation->own, 0, play_answer);
}

void conversation_answer(Conversation *conversation)
{
    engine_wait(conversation->engine);
    conversation->thinking = false;
    conversation->say_answer(conversation);
}

/* --- blocks --- */

void conversation_begin_block(Conversation *conversation, const Block *block)
{
    conversation->block = block;
    conversation->placement_count = 0;
}

void conversation_read_line(Conversation *conversation, const char *line)
{
    Placement placement = {.field = 0};
    if (conversation->block->is_swallowed) {
        return;
    }
    bool makes_sense = conversation->block->has_fields
                           ? parse_stone(line, &placement.point, &placement.field)
                           : parse_point(line, &placement.point);
    if (makes_sense && conversation->placement_count < PLACEMENTS_MAX) {
        conversation->placements[conversation->placement_count++] = placement;
    } else {
        send_line("DEBUG skipped a line that names no point");
    }
}

static Colour own_colour(const Conversation *conversation)
{
    for (int i = 0; i < conversation->placement_count; i++) {
        int64_t field = conversation->placements[i].field;
        if (field == FIELD_OWN || field == FIELD_OPPONENT) {
            return field == FIELD_OWN ? BLACK : WHITE;
        }
    }
    return BLACK;
}

static void place(Conversation *conversation, const Placement *placement)
{
    Colour own = conversation->own;
    Colour stone = placement->field == FIELD_OWN        ? own
                   : placement->field == FIELD_OPPONENT ? conversation_other(own)
                   : placement->field == FIELD_BLOCKED  ? WALL
                                                        : EMPTY;
    if (engine_put(conversation->engine, placement->point, stone) != NULL) {
        send_line("DEBUG skipped a stone that cannot stand there");
    }
}

void conversation_empty_board(Conversation *conversation)
{
    engine_empty(conversation->engine);
    conversation->undone_count = 0;
}

void conversation_set_board(Conversation *conversation)
{
    conversation->own = own_colour(conversation);
    conversation_empty_board(conversation);
    for (int i = 0; i < conversation->placement_count; i++) {
        place(conversation, &conversation->placements[i]);
    }
}

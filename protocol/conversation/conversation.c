/* conversation - asking, answering and reading blocks; see conversation.h. */
#include "conversation/conversation.h"

#include "conversation/detail.h"
#include "conversation/machine.h"
#include "lines/parse.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WIN_LENGTH_DEFAULT = 5,
    VALUE_TEXT_MAX = 16,
    PV_TEXT_MAX = NAMING_TEXT_MAX * ENGINE_PV_MAX,
};

bool conversation_open(Conversation *conversation, Inbox *inbox)
{
    *conversation = (Conversation){
        .engine = engine_new(),
        .inbox = inbox,
        .has_person = lines_is_terminal(),
        .settings =
            {
                .rule = RULE_FREESTYLE,
                .win_length = WIN_LENGTH_DEFAULT,
                .evaluation = EVALUATION_BEST,
                .limits = limits_none(),
                .strength = STRENGTH_FULL,
            },
    };
    conversation->settings.limits.merges_images = true;
    return conversation->engine != NULL;
}

void conversation_close(Conversation *conversation)
{
    engine_free(conversation->engine);
    database_use_close(&conversation->database);
}

bool conversation_may_go_on(Conversation *conversation)
{
    return conversation->may_go_on(conversation->context);
}

void conversation_send_error(const char *fault)
{
    send_line("ERROR %s", fault);
}

void conversation_send_ok_unless(const char *fault)
{
    if (fault != NULL) {
        conversation_send_error(fault);
    } else {
        send_line("OK");
    }
}

void conversation_report_change(Conversation *conversation, const char *fault)
{
    if (fault == NULL) {
        undo_clear(&conversation->undo);
    }
    conversation_send_ok_unless(fault);
}

bool conversation_has_game(const Conversation *conversation)
{
    if (engine_game(conversation->engine) == NULL) {
        conversation_send_error("there is no game: send START first");
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

Rule conversation_rule(const Conversation *conversation)
{
    enum { YIXIN_RENJU = 2 };
    bool is_renju = conversation->is_yixin && conversation->settings.rule_bits == YIXIN_RENJU;
    return is_renju ? RULE_RENJU : parse_rule(conversation->settings.rule_bits);
}

/* --- points --- */

Naming conversation_naming(const Conversation *conversation)
{
    return conversation->has_person ? NAMING_LETTERS
           : conversation->is_yixin ? NAMING_YIXIN
                                    : NAMING_NUMBERS;
}

bool conversation_read_point(const Conversation *conversation, const char *arguments,
                             Coordinates *point)
{
    const Game *game = engine_game(conversation->engine);
    if (!conversation_has_game(conversation)) {
        return false;
    }
    if (!naming_read(conversation_naming(conversation), game, arguments, point)) {
        conversation_send_error(conversation->has_person ? "a point is needed, such as h8"
                                                         : "a point is needed, such as 7,7");
        return false;
    }
    return true;
}

/* Writes points as they are called, single blanks between; returns the text. */
static const char *write_points(const Conversation *conversation, Naming naming,
                                const Coordinates *points, int count, char text[PV_TEXT_MAX])
{
    const Game *game = engine_game(conversation->engine);
    char name[NAMING_TEXT_MAX];
    int length = 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        length += snprintf(text + length, (size_t)(PV_TEXT_MAX - length), "%s%s", i > 0 ? " " : "",
                           naming_write(naming, game, points[i], name));
    }
    return text;
}

/* How points are written in answers. */
static Naming naming_of_answers(const Conversation *conversation)
{
    return conversation->has_person ? NAMING_LETTERS : NAMING_NUMBERS;
}

void conversation_send_points(const Conversation *conversation, const Coordinates *points,
                              int count)
{
    char text[PV_TEXT_MAX];
    Naming naming = naming_of_answers(conversation);
    send_line("%s", write_points(conversation, naming, points, count, text));
}

void conversation_send_act(const Conversation *conversation, const OpeningAct *act)
{
    char text[PV_TEXT_MAX];
    Naming naming = naming_of_answers(conversation);
    if (act->colour != EMPTY) {
        send_line("%s", act->colour == BLACK ? "BLACK" : "WHITE");
    } else if (act->announced > 0) {
        write_points(conversation, naming, act->points, act->count, text);
        send_line("%s OFFERS %d", text, act->announced);
    } else {
        conversation_send_points(conversation, act->points, act->count);
    }
}

void conversation_send_moves(Conversation *conversation)
{
    const EngineReport *answer = &conversation->question.answer;
    if (answer->move_count == 0) {
        conversation_send_error("there is no room for the moves");
    } else {
        conversation_send_thought(conversation);
        conversation_send_points(conversation, answer->moves, answer->move_count);
    }
}

/* --- what the engine found --- */

static void write_value(const EngineReport *report, char text[VALUE_TEXT_MAX])
{
    if (report->wins_in != 0) {
        snprintf(text, VALUE_TEXT_MAX, "%cM%d", report->wins_in > 0 ? '+' : '-',
                 abs(report->wins_in));
    } else {
        snprintf(text, VALUE_TEXT_MAX, "%d", report->value);
    }
}

/* Writes the principal variation. */
static void write_pv(const Conversation *conversation, const EngineReport *report,
                     char text[PV_TEXT_MAX])
{
    write_points(conversation, conversation->question.naming, report->pv, report->pv_length, text);
}

/* Sends detail.h's lines about a report, where they were asked for. */
static void send_detail(const Conversation *conversation, const EngineReport *report, int pv_count)
{
    char value[VALUE_TEXT_MAX], pv[PV_TEXT_MAX];
    if (conversation->question.shows_detail && report->pv_length > 0) {
        write_value(report, value);
        write_points(conversation, NAMING_NUMBERS, report->pv, report->pv_length, pv);
        detail_send(report, pv_count > 1 ? pv_count : 1, value, pv);
    }
}

void conversation_send_thought(const Conversation *conversation)
{
    const EngineReport *report = &conversation->question.answer;
    char value[VALUE_TEXT_MAX], pv[PV_TEXT_MAX];
    if (conversation->question.is_for_programs) {
        machine_send_report(report, true);
        return;
    }
    if (!conversation->question.detail_is_sent) { /* without an iteration: from the book, say */
        send_detail(conversation, report, 1);
    }
    write_value(report, value);
    write_pv(conversation, report, pv);
    send_message("depth %d eval %s nodes %" PRIu64 " time %" PRId64 " ms line %s", report->depth,
                 value, report->nodes, report->ms, pv);
}

static void on_answer(void *context, const EngineReport *report)
{
    Conversation *conversation = context;
    conversation->question.answer = *report;
    inbox_post_answer(conversation->inbox);
}

/* Yixin-Board draws what each of these says. */
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
    Conversation *conversation = context;
    char value[VALUE_TEXT_MAX], pv[PV_TEXT_MAX];
    write_value(report, value);
    write_pv(conversation, report, pv);
    send_detail(conversation, report, report->pv_count);
    conversation->question.detail_is_sent = true;
    if (conversation->question.is_for_programs) {
        machine_send_report(report, false);
    } else if (conversation->question.multipv > 1) {
        send_message("(%d) depth %d eval %s line %s", report->pv_index + 1, report->depth, value,
                     pv);
    } else if (conversation->question.shows_iterations) {
        send_message("depth %d eval %s nodes %" PRIu64 " speed %" PRIu64 "k line %s", report->depth,
                     value, report->nodes, report->nodes / (uint64_t)(report->ms + 1), pv);
    }
    if (conversation->question.shows_moves && report->pv_index == 0) {
        send_line("MESSAGE REALTIME REFRESH");
        send_line("MESSAGE REALTIME BEST %d,%d", report->moves[0].x, report->moves[0].y);
        send_line("MESSAGE REALTIME VAL %d", report->value);
        send_line("MESSAGE REALTIME PV %s", pv);
    }
}

/* --- asking --- */

/* Says so where fewer threads will think than INFO asked for; once, and not in answer to INFO. */
static void tell_threads(Conversation *conversation)
{
    Settings *settings = &conversation->settings;
    const char *why;
    int wanted = settings->threads > 1 ? settings->threads : 1;
    int threads = engine_threads(conversation->engine, &why);
    if (why != NULL && settings->threads_told != wanted) {
        send_message("%d thread%s, not %d: %s", threads, threads == 1 ? " thinks" : "s think",
                     wanted, why);
    }
    settings->threads_told = why != NULL ? wanted : 0;
}

void conversation_ask(Conversation *conversation, const Asking *asking)
{
    Limits limits = conversation->settings.limits;
    EngineListener listener = {
        .context = conversation,
        .on_iteration = on_iteration,
        .on_move = conversation->settings.shows_moves ? on_move : NULL,
        .on_answer = on_answer,
    };
    limits.start_ms = conversation->question.asked_ms;
    limits.multipv = asking->best_moves;
    limits.strength = asking->strength;
    VerdictSource source = database_use_source(&conversation->database);
    engine_consult(conversation->engine, &source);
    tell_threads(conversation);
    conversation->question.send_answer = asking->send_answer;
    conversation->question.multipv = limits.multipv;
    conversation->question.naming = conversation_naming(conversation);
    conversation->question.shows_moves = conversation->settings.shows_moves;
    conversation->question.is_for_programs = conversation->settings.is_for_programs;
    conversation->question.shows_detail = conversation->settings.shows_moves &&
                                          conversation->settings.shows_iterations &&
                                          !conversation->settings.is_for_programs;
    conversation->question.detail_is_sent = false;
    const char *fault = engine_ask(conversation->engine, asking->question, asking->side,
                                   asking->target, &limits, &listener);
    if (fault != NULL) {
        conversation_send_error(fault);
        return;
    }
    conversation->question.is_pending = true;
}

void conversation_answer(Conversation *conversation)
{
    engine_wait(conversation->engine);
    conversation->question.is_pending = false;
    conversation->question.send_answer(conversation);
    database_use_tell(&conversation->database);
}

/* --- positions --- */

static bool has_owner(const Placement *placement)
{
    return placement->field == FIELD_OWN || placement->field == FIELD_OPPONENT;
}

static Colour own_colour(const Conversation *conversation)
{
    for (int i = 0; i < conversation->reader.count; i++) {
        const Placement *placement = &conversation->reader.placements[i];
        if (has_owner(placement)) {
            return placement->field == FIELD_OWN ? BLACK : WHITE;
        }
    }
    return BLACK;
}

bool conversation_is_inside(const Conversation *conversation, Coordinates point)
{
    const Game *game = engine_game(conversation->engine);
    return game != NULL && point.x >= 0 && point.y >= 0 && point.x < game->width &&
           point.y < game->height;
}

static bool is_clear(const Placement *placement)
{
    return has_owner(placement) || placement->field == FIELD_BLOCKED;
}

/* What a line of the block puts on its point: a wall where the owner is unclear. */
static Colour stone_of(const Conversation *conversation, const Placement *placement)
{
    Colour own = conversation->own;
    return placement->field == FIELD_OWN        ? own
           : placement->field == FIELD_OPPONENT ? conversation_other(own)
                                                : WALL;
}

/* To repeat what is known is no fault. */
static void place_stone(Conversation *conversation, const Placement *placement)
{
    Coordinates point = placement->point;
    Colour stone = stone_of(conversation, placement);
    Colour there = engine_at(conversation->engine, point);
    bool is_known = conversation_is_inside(conversation, point) &&
                    (is_clear(placement) ? there == stone : there != EMPTY);
    const char *fault = is_known ? NULL : engine_put(conversation->engine, point, stone);
    if (fault != NULL) {
        block_report_left_out(&conversation->reader, placement->number, fault);
    } else if (!is_known && !is_clear(placement)) {
        block_report_unclear(&conversation->reader, placement->number);
    }
}

static void place_all(Conversation *conversation, bool clear)
{
    for (int i = 0; i < conversation->reader.count; i++) {
        if (is_clear(&conversation->reader.placements[i]) == clear) {
            place_stone(conversation, &conversation->reader.placements[i]);
        }
    }
}

void conversation_empty_board(Conversation *conversation)
{
    engine_empty(conversation->engine);
    undo_clear(&conversation->undo);
}

void conversation_set_board(Conversation *conversation)
{
    conversation->own = own_colour(conversation);
    conversation_empty_board(conversation);
    place_all(conversation, true);
    place_all(conversation, false);
    block_sum_up(&conversation->reader);
}

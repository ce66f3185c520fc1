/* openings - the lines of an opening; see openings.h. */
#include "commands/openings.h"

#include "conversation/machine.h"
#include "lines/parse.h"

#include <stdio.h>
#include <string.h>

void openings_ask(Conversation *conversation, const Opening *opening,
                  void (*send_answer)(Conversation *conversation))
{
    conversation_empty_board(conversation);
    engine_set_opening(conversation->engine, opening);
    conversation->own = engine_side(conversation->engine);
    if (!conversation_has_stones(conversation)) {
        conversation->stones_shown = 0; /* an empty board beside the answer would confuse */
    }
    conversation_ask(conversation, &(Asking){.question = QUESTION_OPENING,
                                             .side = conversation->own,
                                             .send_answer = send_answer});
}

/* --- OPENING --- */

static void send_act(Conversation *conversation)
{
    const OpeningAct *act = &conversation->question.answer.act;
    if (act->colour == EMPTY && act->count == 0) {
        conversation_send_error("there is no room for the stones of the opening");
        return;
    }
    conversation_send_thought(conversation);
    conversation_send_act(conversation, act);
}

/* Does the step that a line of the block names. The first fault is kept. */
static void read_step(BlockReader *reader, const char *text)
{
    OpeningAct act;
    if (reader->opening_fault == NULL) {
        reader->opening_fault = parse_opening_act(text, &act) ? opening_act(&reader->opening, &act)
                                                              : "it names no colour and no points";
        reader->line_count++;
    }
}

static void finish_opening(Conversation *conversation, const char *arguments)
{
    const BlockReader *reader = &conversation->reader;
    (void)arguments;
    if (reader->opening_fault != NULL) {
        send_line("ERROR step %d of the opening: %s", reader->line_count, reader->opening_fault);
    } else if (opening_step(&reader->opening)->kind == OPENING_OVER) {
        conversation_send_error("the opening is over: BOARD asks for the move");
    } else {
        openings_ask(conversation, &reader->opening, send_act);
    }
}

static void send_rules(const Conversation *conversation)
{
    char names[TEXT_MAX_LENGTH] = "";
    for (int i = 0; i < OPENING_RULES; i++) {
        size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                 opening_rules[i].name);
        if (conversation->settings.is_for_programs) {
            machine_send_opening_rule(&opening_rules[i]);
        }
    }
    if (!conversation->settings.is_for_programs) {
        send_message("opening rules: %s", names);
    }
}

void openings_run(Conversation *conversation, const char *arguments)
{
    char name[PARSE_WORD_MAX];
    parse_word(arguments, name);
    if (*name == '\0') {
        send_rules(conversation);
        return;
    }
    if (!conversation_has_game(conversation)) {
        return;
    }
    const Game *game = engine_game(conversation->engine);
    const OpeningRule *rule = opening_rule_named(name);
    const char *fault = rule == NULL
                            ? "there is no such opening rule: OPENING alone tells which there are"
                            : opening_rule_fault(rule, game);
    if (fault != NULL) {
        conversation_send_error(fault);
        return;
    }
    block_begin(&conversation->reader, (Block){.read_line = read_step, .finish = finish_opening},
                "");
    conversation->reader.opening = opening_begun(rule, game);
    conversation->reader.opening_fault = NULL;
}

/* --- SWAP2BOARD --- */

/* SWAP means black, the side that is not to move; who takes white moves at once. */
static void send_swap2_answer(Conversation *conversation)
{
    const EngineReport *answer = &conversation->question.answer;
    if (answer->act.colour == BLACK) {
        conversation_send_thought(conversation);
        send_line("SWAP");
    } else if (answer->act.colour == WHITE) {
        conversation_send_moves(conversation);
    } else {
        send_act(conversation);
    }
}

static bool is_same_point(Coordinates one, Coordinates other)
{
    return one.x == other.x && one.y == other.y;
}

/* Why no stone can stand at the n-th point, with those before it; NULL: it can. */
static const char *fault_of_line(const Conversation *conversation, int n)
{
    Coordinates point = conversation->reader.placements[n].point;
    for (int i = 0; i < n; i++) {
        if (is_same_point(conversation->reader.placements[i].point, point)) {
            return "the point is occupied";
        }
    }
    return conversation_is_inside(conversation, point) ? NULL : "the point is outside the board";
}

/* Drops the lines that no stone can follow. */
static void drop_impossible_lines(Conversation *conversation)
{
    int kept = 0;
    for (int i = 0; i < conversation->reader.count; i++) {
        conversation->reader.placements[kept] = conversation->reader.placements[i];
        const char *fault = fault_of_line(conversation, kept);
        if (fault == NULL) {
            kept++;
        } else {
            block_report_left_out(&conversation->reader,
                                  conversation->reader.placements[kept].number, fault);
        }
    }
    conversation->reader.count = kept;
    block_sum_up(&conversation->reader);
}

/* Puts stones that the rule need not allow: managers play swap2 on every board. */
static void put_opening_stones(Opening *opening, const Coordinates *stones, int count)
{
    OpeningAct act = {.colour = EMPTY, .count = count};
    memcpy(act.points, stones, sizeof *stones * (size_t)count);
    opening_act(opening, &act);
}

static bool is_stage_with_swap(int stones)
{
    return stones == 3 || stones == 5;
}

void openings_ask_swap2(Conversation *conversation, const Coordinates *stones, int count,
                        void (*send_answer)(Conversation *conversation))
{
    enum { FIRST_STONES = 3 };
    Opening opening = opening_begun(opening_rule_named("swap2"), engine_game(conversation->engine));
    if (count >= FIRST_STONES) {
        put_opening_stones(&opening, stones, FIRST_STONES);
    }
    if (count > FIRST_STONES) {
        put_opening_stones(&opening, stones + FIRST_STONES, count - FIRST_STONES);
    }
    openings_ask(conversation, &opening, send_answer);
}

/* Where a line of three or five had to be left out, SWAP is the one answer that is legal whatever
 * stood there. */
void openings_swap2board(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    drop_impossible_lines(conversation);
    Coordinates points[OPENING_PUT_MAX];
    int lines = conversation->reader.line_count, stones = conversation->reader.count;
    if (stones < lines && is_stage_with_swap(lines)) {
        send_line("SWAP");
        return;
    }
    if (stones != 0 && !is_stage_with_swap(stones)) {
        conversation_send_error("swap2 knows 0, 3 or 5 stones");
        return;
    }
    for (int i = 0; i < stones; i++) {
        points[i] = conversation->reader.placements[i].point;
    }
    openings_ask_swap2(conversation, points, stones, send_swap2_answer);
}

/* soosyrv - six commands and their messages; see soosyrv.h. */
#include "yixin/soosyrv.h"

#include "commands/openings.h"
#include "lines/parse.h"

#include <stdio.h>

enum { THREE = 3, FOUR = 4 }; /* stones, before the second and the last colour is taken */

/* --- the opening that a block tells --- */

/* Does a step with points of the block. */
static const char *put_block_points(Opening *opening, const BlockReader *reader, int first,
                                    int count, int announced)
{
    OpeningAct act = {.colour = EMPTY, .count = count, .announced = announced};
    for (int i = 0; i < count; i++) {
        act.points[i] = reader->placements[first + i].point;
    }
    return opening_act(opening, &act);
}

/* Whoever has to take a colour keeps his: the manager has given the colours out already. */
static const char *keep_colour(Opening *opening)
{
    OpeningAct act = {.colour = opening_step(opening)->by};
    return opening_act(opening, &act);
}

/* The number behind the name of the command; 0, which the rule refuses, if it makes no sense. */
static int number_of(const char *arguments)
{
    int64_t number = 0;
    parse_number(arguments, &number);
    return number < 0 || number > OPENING_OFFERS_MAX ? 0 : (int)number;
}

/* Brings the opening, which has begun, before that step of Yixin-Board's. Returns NULL, or why the
 * block is no such opening. */
static const char *replay(Opening *opening, const BlockReader *reader, const char *arguments,
                          int step)
{
    const char *fault = NULL;
    int offers = step == 6 ? reader->count - FOUR : 0;
    if (reader->count != (step < 4 ? THREE : FOUR) + offers || offers < 0 ||
        offers > OPENING_OFFERS_MAX) {
        return "this step of soosyrv-8 wants another number of stones";
    }
    for (int i = 0; i < THREE && fault == NULL; i++) {
        fault = put_block_points(opening, reader, i, 1, 0);
    }
    if (fault == NULL && step > 2) {
        fault = keep_colour(opening);
    }
    if (fault == NULL && step > 3) {
        fault =
            put_block_points(opening, reader, THREE, 1, step == 6 ? offers : number_of(arguments));
    }
    if (fault == NULL && step > 4) {
        fault = keep_colour(opening);
    }
    return fault == NULL && step > 5 ? put_block_points(opening, reader, FOUR, offers, 0) : fault;
}

static Opening begun(const Conversation *conversation)
{
    return opening_begun(opening_rule_named("soosyrv-8"), engine_game(conversation->engine));
}

/* Says whether the rule can be played on this board; ERROR if not. */
static bool is_possible(const Conversation *conversation)
{
    const char *fault =
        opening_rule_fault(opening_rule_named("soosyrv-8"), engine_game(conversation->engine));
    if (fault != NULL) {
        conversation_send_error(fault);
    }
    return fault == NULL;
}

static void send_pick_of(const Coordinates *point)
{
    send_line("MESSAGE SOOSORV MOVE5C %d %d", point->x, point->y);
}

static void finish(Conversation *conversation, const char *arguments, int step,
                   void (*send_answer)(Conversation *conversation))
{
    if (!is_possible(conversation)) {
        return;
    }
    Opening opening = begun(conversation);
    const char *fault = replay(&opening, &conversation->reader, arguments, step);
    if (fault != NULL) {
        conversation_send_error(fault);
    } else if (opening_step(&opening)->kind == OPENING_OVER) { /* of one offer */
        send_pick_of(&opening.stones[FOUR]);
    } else {
        openings_ask(conversation, &opening, send_answer);
    }
}

/* --- answers --- */

static const OpeningAct *act_of(const Conversation *conversation)
{
    return &conversation->question.answer.act;
}

static void send_first_stones(Conversation *conversation)
{
    Coordinates point;
    Colour colour;
    for (int i = 0; engine_stone_put(conversation->engine, i, &point, &colour); i++) {
        send_line("MESSAGE SOOSORV MOVE%d %d %d", i + 1, point.x, point.y);
    }
    point = act_of(conversation)->points[0];
    send_line("MESSAGE SOOSORV MOVE%d %d %d", THREE, point.x, point.y);
}

static void send_first_colour(Conversation *conversation)
{
    send_line("MESSAGE SOOSORV SWAP1 %s", act_of(conversation)->colour == BLACK ? "YES" : "NO");
}

static void send_fourth(Conversation *conversation)
{
    const OpeningAct *act = act_of(conversation);
    send_line("MESSAGE SOOSORV MOVE4 %d %d %d", act->points[0].x, act->points[0].y, act->announced);
}

static void send_last_colour(Conversation *conversation)
{
    send_line("MESSAGE SOOSORV SWAP2 %s", act_of(conversation)->colour == WHITE ? "YES" : "NO");
}

static void send_offers(Conversation *conversation)
{
    const OpeningAct *act = act_of(conversation);
    send_line("MESSAGE SOOSORV MOVE5 REFRESH");
    for (int i = 0; i < act->count; i++) {
        send_line("MESSAGE SOOSORV MOVE5 %d %d", act->points[i].x, act->points[i].y);
    }
    send_line("MESSAGE SOOSORV MOVE5 DONE");
}

static void send_pick(Conversation *conversation)
{
    send_pick_of(&act_of(conversation)->points[0]);
}

/* --- commands --- */

/* The second stone lies beside the first or across from it, as the time has it: so openings differ
 * from game to game, and a search evens them out by the third. */
void soosyrv_step1(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (!conversation_has_game(conversation) || !is_possible(conversation)) {
        return;
    }
    Opening opening = begun(conversation);
    Coordinates middle = {opening.width / 2, opening.height / 2};
    int across = (int)(conversation->question.asked_ms % 2);
    OpeningAct first = {EMPTY, 1, {middle}, 0};
    OpeningAct second = {EMPTY, 1, {{middle.x + across, middle.y + 1}}, 0};
    opening_act(&opening, &first);
    opening_act(&opening, &second);
    openings_ask(conversation, &opening, send_first_stones);
}

void soosyrv_step2(Conversation *conversation, const char *arguments)
{
    finish(conversation, arguments, 2, send_first_colour);
}

void soosyrv_step3(Conversation *conversation, const char *arguments)
{
    finish(conversation, arguments, 3, send_fourth);
}

void soosyrv_step4(Conversation *conversation, const char *arguments)
{
    finish(conversation, arguments, 4, send_last_colour);
}

void soosyrv_step5(Conversation *conversation, const char *arguments)
{
    finish(conversation, arguments, 5, send_offers);
}

void soosyrv_step6(Conversation *conversation, const char *arguments)
{
    finish(conversation, arguments, 6, send_pick);
}

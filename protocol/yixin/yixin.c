/* yixin - what each command of Yixin-Board does; see yixin.h. */
#include "yixin/yixin.h"

#include "commands/openings.h"
#include "commands/play.h"
#include "lines/parse.h"

#include <stdio.h>

enum {
    HASH_LOG2_KB_MAX = 20,     /* the largest table that makes sense, 2^20 kB */
    FORBIDDEN_SHOWN_MAX = 240, /* fit a line; no real position has a tenth as many */
    MULTIPV_MAX = 32,          /* best moves that can be asked for */
};

/* The number that a command needs, at most INT16_MAX to either side. Answers ERROR with an example
 * if there is none. */
static bool read_number(const char *arguments, const char *example, int *number)
{
    int64_t read;
    if (!parse_number(arguments, &read)) {
        send_line("ERROR a number is needed, as in %s", example);
        return false;
    }
    *number = (int)(read < -INT16_MAX ? -INT16_MAX : read > INT16_MAX ? INT16_MAX : read);
    return true;
}

void yixin_ignore(Conversation *conversation, const char *arguments)
{
    (void)conversation, (void)arguments;
}

void yixin_show_info(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    conversation->is_yixin = true;
    send_line("MESSAGE INFO MAX_THREAD_NUM %d", THREADS_MAX);
    send_line("MESSAGE INFO MAX_HASH_SIZE %d", HASH_LOG2_KB_MAX);
}

/* Yixin-Board shows what follows MESSAGE in its log. */
void yixin_show_hash_usage(Conversation *conversation, const char *arguments)
{
    enum { PER_PERCENT = 10 };
    int permille = engine_table_permille(conversation->engine);
    (void)arguments;
    send_line("MESSAGE HASH USAGE %d.%d%%", permille / PER_PERCENT, permille % PER_PERCENT);
}

void yixin_forget(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    engine_forget(conversation->engine);
}

/* --- positions --- */

void yixin_board(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    conversation_set_board(conversation);
}

/* Two digits for each number of a point, in the order of the move lines; the dot ends the list even
 * if it is empty. */
void yixin_show_forbidden(Conversation *conversation, const char *arguments)
{
    char list[4 * FORBIDDEN_SHOWN_MAX + 1] = "";
    int length = 0;
    const Game *game = engine_game(conversation->engine);
    (void)arguments;
    for (int x = 0; game != NULL && x < game->width; x++) {
        for (int y = 0; y < game->height && length < 4 * FORBIDDEN_SHOWN_MAX; y++) {
            if (engine_forbids(conversation->engine, (Coordinates){x, y}, BLACK)) {
                length += snprintf(list + length, sizeof list - (size_t)length, "%02d%02d", x, y);
            }
        }
    }
    send_line("FORBID %s.", list);
}

static void avoid_placements(Conversation *conversation, bool avoid)
{
    for (int i = 0; i < conversation->reader.count; i++) {
        engine_avoid(conversation->engine, conversation->reader.placements[i].point, avoid);
    }
}

void yixin_block(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    avoid_placements(conversation, true);
}

void yixin_block_undo(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    avoid_placements(conversation, false);
}

void yixin_block_reset(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    engine_avoid_nothing(conversation->engine);
}

/* --- thinking --- */

/* The answer is the best move; the others are sent while it thinks. */
void yixin_nbest(Conversation *conversation, const char *arguments)
{
    int lines;
    if (!conversation_has_game(conversation) || !read_number(arguments, "yxnbest 3", &lines)) {
        return;
    }
    if (lines < 1) {
        conversation_send_error("yxnbest tells one move or more, as in yxnbest 3");
        return;
    }
    play_think(conversation, lines > MULTIPV_MAX ? MULTIPV_MAX : lines);
}

/* All moves, so that one sees which of them hold. */
void yixin_search_defend(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (conversation_has_game(conversation)) {
        play_think(conversation, SIDE_MAX * SIDE_MAX);
    }
}

/* The moves are an answer, not played. */
static void balance(Conversation *conversation, Question question, const char *arguments,
                    const char *example)
{
    int target;
    if (conversation_has_game(conversation) && read_number(arguments, example, &target)) {
        conversation_ask(conversation, &(Asking){.question = question,
                                                 .side = conversation->own,
                                                 .target = target,
                                                 .send_answer = conversation_send_moves});
    }
}

void yixin_balance_one(Conversation *conversation, const char *arguments)
{
    balance(conversation, QUESTION_BALANCE_ONE, arguments, "yxbalanceone 0");
}

void yixin_balance_two(Conversation *conversation, const char *arguments)
{
    balance(conversation, QUESTION_BALANCE_TWO, arguments, "yxbalancetwo 0");
}

static const char *yes_if(bool is_so)
{
    return is_so ? "YES" : "NO";
}

/* The answers to the three steps of swap2 are messages, with a blank between the numbers. Nothing
 * is sent that Yixin-Board would ask for by BOARD afterwards anyway: the move of a side just
 * taken. */
static void send_swap2_stones(const OpeningAct *act, int first)
{
    for (int i = 0; i < act->count; i++) {
        send_line("MESSAGE SWAP2 MOVE%d %d %d", first + i, act->points[i].x, act->points[i].y);
    }
}

static void send_swap2_proposal(Conversation *conversation)
{
    send_swap2_stones(&conversation->question.answer.act, 1);
}

static void send_swap2_choice(Conversation *conversation)
{
    const OpeningAct *act = &conversation->question.answer.act;
    if (act->colour == EMPTY) {
        send_swap2_stones(act, 4);
    } else {
        send_line("MESSAGE SWAP2 SWAP1 %s", yes_if(act->colour == BLACK));
    }
}

static void send_swap2_last_choice(Conversation *conversation)
{
    send_line("MESSAGE SWAP2 SWAP2 %s", yes_if(conversation->question.answer.act.colour == BLACK));
}

/* Asks about the stones on the board, which must be as many as the step wants. */
static void ask_swap2(Conversation *conversation, int stones,
                      void (*send_answer)(Conversation *conversation))
{
    Coordinates points[OPENING_PUT_MAX];
    Colour colour;
    if (engine_stone_count(conversation->engine) != stones) {
        conversation_send_error("this step of swap2 wants another number of stones");
        return;
    }
    for (int i = 0; i < stones; i++) {
        engine_stone_put(conversation->engine, i, &points[i], &colour);
    }
    openings_ask_swap2(conversation, points, stones, send_answer);
}

/* Yixin-Board sends no START before it: the stones of the last game may still be there. */
void yixin_swap2_step1(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (conversation_has_game(conversation)) {
        conversation_empty_board(conversation);
        ask_swap2(conversation, 0, send_swap2_proposal);
    }
}

void yixin_swap2_step2(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (conversation_has_game(conversation)) {
        ask_swap2(conversation, 3, send_swap2_choice);
    }
}

void yixin_swap2_step3(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (conversation_has_game(conversation)) {
        ask_swap2(conversation, 5, send_swap2_last_choice);
    }
}

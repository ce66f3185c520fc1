/* play - what each command of the Gomocup protocol does; see play.h. */
#include "commands/play.h"

#include "conversation/ending.h"
#include "lines/parse.h"

/* --- games --- */

/* A side as asked for; what an int cannot hold becomes what is refused for the same reason. */
static int side_of(int64_t number)
{
    return number < 0 ? 0 : number > INT32_MAX ? INT32_MAX : (int)number;
}

/* A game of that size, and else as INFO has asked for it. */
static Game game_of(const Conversation *conversation, int64_t width, int64_t height)
{
    return (Game){
        .rule = conversation_rule(conversation),
        .width = side_of(width),
        .height = side_of(height),
        .win_length = conversation->settings.win_length,
    };
}

/* Answers why the game cannot begin. On a board too small for the win length somebody wants to play
 * tic-tac-toe, or four in a row, and does not know how. */
static void refuse_game(const Game *game, const char *fault)
{
    int side = game->width < game->height ? game->width : game->height;
    if (side >= WIN_LENGTH_MIN && side < game->win_length && game->win_length <= WIN_LENGTH_MAX) {
        send_line("ERROR the board is smaller than win_length: send INFO win_length %d first",
                  side);
    } else {
        conversation_send_error(fault);
    }
}

/* False, after an ERROR, if the game cannot begin. */
static bool begin_game(Conversation *conversation, int64_t width, int64_t height)
{
    Game game = game_of(conversation, width, height);
    conversation->settings.rule = game.rule;
    conversation->own = BLACK;
    undo_clear(&conversation->undo);
    const char *fault = engine_start(conversation->engine, &game);
    if (fault != NULL) {
        refuse_game(&game, fault);
        return false;
    }
    conversation->stones_shown = -1;
    return true;
}

static void start_game(Conversation *conversation, int64_t width, int64_t height)
{
    if (begin_game(conversation, width, height)) {
        send_line("OK");
    }
}

bool play_usual_game(Conversation *conversation)
{
    return begin_game(conversation, PLAY_SIDE_USUAL, PLAY_SIDE_USUAL);
}

/* START 15; Yixin-Board says START 20 15 for 20 columns and 15 rows, and of the two numbers of a
 * point it sends the row first: x is its row. */
void play_start(Conversation *conversation, const char *arguments)
{
    int64_t width, height;
    if (parse_number(arguments, &width)) {
        start_game(conversation, width, width);
    } else if (!parse_pair(arguments, ' ', &width, &height)) {
        conversation_send_error("START needs the size of the board, as in START 15");
    } else if (conversation->has_person) {
        start_game(conversation, width, height);
    } else {
        conversation->is_yixin = true;
        start_game(conversation, height, width);
    }
}

void play_rectstart(Conversation *conversation, const char *arguments)
{
    int64_t width, height;
    if (parse_pair(arguments, ',', &width, &height)) {
        start_game(conversation, width, height);
    } else {
        conversation_send_error("RECTSTART needs width and height, as in RECTSTART 20,15");
    }
}

void play_restart(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (!conversation_has_game(conversation)) {
        return;
    }
    const Game *old = engine_game(conversation->engine);
    Game game = game_of(conversation, old->width, old->height);
    const char *fault = engine_game_fault(&game);
    if (fault != NULL) {
        refuse_game(&game, fault);
    } else {
        start_game(conversation, game.width, game.height);
    }
}

/* --- moves --- */

static void play_answer(Conversation *conversation)
{
    const EngineReport *answer = &conversation->question.answer;
    engine_put(conversation->engine, answer->moves[0], conversation->own);
    undo_clear(&conversation->undo);
    conversation_send_thought(conversation);
    conversation_send_points(conversation, answer->moves, 1);
    if (conversation->has_person) {
        ending_tell(conversation);
    }
    engine_ponder(conversation->engine);
}

/* Who asks for several best moves wants the truth, whatever the strength. */
void play_think(Conversation *conversation, int best_moves)
{
    if (ending_tell(conversation) && conversation->has_person) {
        return;
    }
    conversation->question.shows_iterations =
        conversation->has_person || conversation->settings.shows_iterations;
    conversation_ask(
        conversation,
        &(Asking){.question = QUESTION_MOVE,
                  .side = conversation->own,
                  .best_moves = best_moves,
                  .strength = best_moves <= 1 ? conversation->settings.strength : STRENGTH_FULL,
                  .send_answer = play_answer});
}

void play_begin(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (!conversation_has_game(conversation)) {
        return;
    }
    if (conversation_has_stones(conversation)) {
        conversation_send_error(
            "BEGIN is for an empty board: send RESTART first, or TURN or BOARD");
        return;
    }
    conversation->own = BLACK;
    play_think(conversation, 0);
}

/* Puts a stone of the engine (is_own) or of its opponent at the point that the arguments name. The
 * first stone on a board is black. False, after an ERROR, if that is not possible. */
static bool put_stone(Conversation *conversation, const char *arguments, bool is_own,
                      Coordinates *point)
{
    if (!conversation_read_point(conversation, arguments, point) ||
        !ending_allows_play(conversation)) {
        return false;
    }
    Colour own = conversation->own;
    if (!conversation_has_stones(conversation)) {
        own = is_own ? BLACK : WHITE;
    }
    const char *fault =
        engine_put(conversation->engine, *point, is_own ? own : conversation_other(own));
    if (fault != NULL) {
        conversation_send_error(fault);
        return false;
    }
    conversation->own = own;
    undo_clear(&conversation->undo);
    return true;
}

void play_turn(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    if (put_stone(conversation, arguments, false, &point)) {
        play_think(conversation, 0);
    }
}

/* The manager plays for the engine, and expects the move as the answer. */
void play_play(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    if (put_stone(conversation, arguments, true, &point)) {
        conversation_send_points(conversation, &point, 1);
    }
}

void play_takeback(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    if (!conversation_read_point(conversation, arguments, &point)) {
        return;
    }
    const char *fault = engine_take(conversation->engine, point);
    conversation_report_change(conversation, fault);
}

/* --- blocks --- */

void play_board(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    conversation_set_board(conversation);
    play_think(conversation, 0);
}

void play_done(Conversation *conversation, const char *arguments)
{
    BlockReader *reader = &conversation->reader;
    (void)arguments;
    if (!reader->is_open) {
        conversation_send_error("DONE ends a block like BOARD, and none was begun");
        return;
    }
    reader->is_open = false;
    if (reader->block.is_skipped || conversation_has_game(conversation)) {
        reader->block.finish(conversation, reader->arguments);
        block_sum_up(reader);
    }
}

/* --- other commands --- */

void play_about(Conversation *conversation, const char *arguments)
{
    (void)conversation, (void)arguments;
    send_line("name=\"Tengen\", version=\"" TENGEN_VERSION "\", author=\"the Tengen team\", "
              "country=\"Earth\"");
}

/* Its work was done when it came in, see commands_run_early: by its turn the question is
 * answered. */
void play_stop(Conversation *conversation, const char *arguments)
{
    (void)conversation, (void)arguments;
}

void play_end(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    conversation->over = true;
}

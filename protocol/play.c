/* play - what each command of the Gomocup protocol does; see play.h. */
#include "play.h"

#include "parse.h"

#include <string.h>

/* --- games --- */

/* A side as asked for; what an int cannot hold becomes what is refused for the same reason. */
static int to_side(int64_t number)
{
    return number < 0 ? 0 : number > INT32_MAX ? INT32_MAX : (int)number;
}

/* The rule that the bits of INFO rule mean to this manager: Yixin-Board's 2 is renju. */
static Rule rule_of(const Conversation *conversation)
{
    enum { YIXIN_RENJU = 2 };
    bool is_renju = conversation->is_yixin && conversation->rule_bits == YIXIN_RENJU;
    return is_renju ? RULE_RENJU : parse_rule(conversation->rule_bits);
}

static void start_game(Conversation *conversation, int64_t width, int64_t height)
{
    conversation->rule = rule_of(conversation);
    Game game = {
        .rule = conversation->rule,
        .width = to_side(width),
        .height = to_side(height),
        .win_length = conversation->win_length,
    };
    conversation->own = BLACK;
    conversation->undone_count = 0;
    conversation_say_ok_unless(engine_start(conversation->engine, &game));
}

/* START 15; Yixin-Board says START 15 15. */
void play_start(Conversation *conversation, const char *arguments)
{
    int64_t width, height;
    if (parse_number(arguments, &width)) {
        start_game(conversation, width, width);
    } else if (parse_pair(arguments, ' ', &width, &height)) {
        conversation->is_yixin = true;
        start_game(conversation, width, height);
    } else {
        conversation_say_error("START needs the size of the board, as in START 15");
    }
}

void play_rectstart(Conversation *conversation, const char *arguments)
{
    int64_t width, height;
    if (parse_pair(arguments, ',', &width, &height)) {
        start_game(conversation, width, height);
    } else {
        conversation_say_error("RECTSTART needs width and height, as in RECTSTART 20,15");
    }
}

void play_restart(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (conversation_has_game(conversation)) {
        const Game *game = engine_game(conversation->engine);
        start_game(conversation, game->width, game->height);
    }
}

/* --- moves --- */

void play_begin(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (!conversation_has_game(conversation)) {
        return;
    }
    if (conversation_has_stones(conversation)) {
        conversation_say_error("BEGIN is for an empty board: send RESTART first, or TURN or BOARD");
        return;
    }
    conversation->own = BLACK;
    conversation_think(conversation);
}

/* Puts a stone of the engine's (`ours`) or the opponent's at the point that the arguments name. The
 * first stone on a board is black, whoever's it is. False, and said why, if it cannot be. */
static bool put_stone(Conversation *conversation, const char *arguments, bool ours,
                      Coordinates *point)
{
    if (!conversation_has_game(conversation)) {
        return false;
    }
    if (!parse_point(arguments, point)) {
        conversation_say_error("a point is needed, as in 7,7");
        return false;
    }
    Colour own = conversation->own;
    if (!conversation_has_stones(conversation)) {
        own = ours ? BLACK : WHITE;
    }
    const char *fault =
        engine_put(conversation->engine, *point, ours ? own : conversation_other(own));
    if (fault != NULL) {
        conversation_say_error(fault);
        return false;
    }
    conversation->own = own;
    conversation->undone_count = 0;
    return true;
}

void play_turn(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    if (put_stone(conversation, arguments, false, &point)) {
        conversation_think(conversation);
    }
}

/* The manager plays for the engine, and wants to hear the move again. */
void play_play(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    if (put_stone(conversation, arguments, true, &point)) {
        send_line("%d,%d", point.x, point.y);
    }
}

void play_takeback(Conversation *conversation, const char *arguments)
{
    Coordinates point;
    if (!conversation_has_game(conversation)) {
        return;
    }
    if (!parse_point(arguments, &point)) {
        conversation_say_error("a point is needed, as in TAKEBACK 7,7");
        return;
    }
    const char *fault = engine_take(conversation->engine, point);
    conversation->undone_count = fault == NULL ? 0 : conversation->undone_count;
    conversation_say_ok_unless(fault);
}

/* --- blocks --- */

static void finish_board(Conversation *conversation)
{
    conversation_set_board(conversation);
    conversation_think(conversation);
}

void play_board(Conversation *conversation, const char *arguments)
{
    static const Block board = {.has_fields = true, .finish = finish_board};
    (void)arguments;
    conversation_begin_block(conversation, &board);
}

/* SWAP, or the points in one line with single blanks between. */
static void say_swap2_answer(Conversation *conversation)
{
    const EngineReport *answer = &conversation->answer;
    const Coordinates *moves = answer->moves;
    if (answer->swap) {
        send_line("SWAP");
    } else if (answer->move_count == 1) {
        send_line("%d,%d", moves[0].x, moves[0].y);
    } else if (answer->move_count == 2) {
        send_line("%d,%d %d,%d", moves[0].x, moves[0].y, moves[1].x, moves[1].y);
    } else {
        send_line("%d,%d %d,%d %d,%d", moves[0].x, moves[0].y, moves[1].x, moves[1].y, moves[2].x,
                  moves[2].y);
    }
}

static bool is_same_point(Coordinates one, Coordinates other)
{
    return one.x == other.x && one.y == other.y;
}

/* Says whether a stone can stand where the n-th line says, with those before it. */
static bool has_room(const Conversation *conversation, int n)
{
    const Game *game = engine_game(conversation->engine);
    Coordinates point = conversation->placements[n].point;
    for (int i = 0; i < n; i++) {
        if (is_same_point(conversation->placements[i].point, point)) {
            return false;
        }
    }
    return point.x >= 0 && point.y >= 0 && point.x < game->width && point.y < game->height;
}

/* Drops the lines that no stone can follow. */
static void drop_impossible_lines(Conversation *conversation)
{
    int kept = 0;
    for (int i = 0; i < conversation->placement_count; i++) {
        conversation->placements[kept] = conversation->placements[i];
        if (has_room(conversation, kept)) {
            kept++;
        } else {
            send_line("DEBUG skipped a stone that cannot stand there");
        }
    }
    conversation->placement_count = kept;
}

/* The stones of swap2 alternate, black first. */
static void finish_swap2(Conversation *conversation)
{
    drop_impossible_lines(conversation);
    int stones = conversation->placement_count;
    if (stones != 0 && stones != 3 && stones != 5) {
        conversation_say_error("swap2 knows 0, 3 or 5 stones");
        return;
    }
    conversation_empty_board(conversation);
    for (int i = 0; i < stones; i++) {
        engine_put(conversation->engine, conversation->placements[i].point,
                   i % 2 == 0 ? BLACK : WHITE);
    }
    conversation->own = stones == 0 ? BLACK : WHITE;
    conversation_ask(conversation, QUESTION_SWAP2, conversation->own, 0, say_swap2_answer);
}

void play_swap2(Conversation *conversation, const char *arguments)
{
    static const Block swap2 = {.finish = finish_swap2};
    (void)arguments;
    conversation_begin_block(conversation, &swap2);
}

void play_done(Conversation *conversation, const char *arguments)
{
    const Block *block = conversation->block;
    (void)arguments;
    if (block == NULL) {
        conversation_say_error("DONE ends a block like BOARD, and none was begun");
        return;
    }
    conversation->block = NULL;
    if (block->is_swallowed || conversation_has_game(conversation)) {
        block->finish(conversation);
    }
}

/* --- INFO --- */

static void info_turn(Conversation *conversation, int64_t number)
{
    conversation->limits.turn_ms = number;
    if (conversation->thinking) {
        engine_shorten(conversation->engine, number);
    }
}

static void info_match(Conversation *conversation, int64_t number)
{
    conversation->limits.match_ms = number;
}

static void info_left(Conversation *conversation, int64_t number)
{
    conversation->limits.left_ms = number;
}

static void info_memory(Conversation *conversation, int64_t number)
{
    if (number >= 0) {
        engine_set_memory(conversation->engine, (uint64_t)number);
    }
}

static void info_rule(Conversation *conversation, int64_t number)
{
    if (number >= 0) {
        conversation->rule_bits = number;
        conversation->rule = rule_of(conversation);
    }
}

static void info_win_length(Conversation *conversation, int64_t number)
{
    if (number >= 0 && number <= INT32_MAX) {
        conversation->win_length = (int)number;
    }
}

static void info_depth(Conversation *conversation, int64_t number)
{
    conversation->limits.depth = number > 0 && number <= INT32_MAX ? (int)number : 0;
}

static void info_nodes(Conversation *conversation, int64_t number)
{
    conversation->limits.nodes = number > 0 ? (uint64_t)number : 0;
}

static void info_increment(Conversation *conversation, int64_t number)
{
    conversation->limits.increment_ms = number;
}

/* In kB; 0 leaves the choice to the engine. */
static void info_hash(Conversation *conversation, int64_t number)
{
    enum { KILOBYTE = 1024 };
    if (number >= 0 && number < INT64_MAX / KILOBYTE) {
        engine_set_tt_memory(conversation->engine, (uint64_t)number * KILOBYTE);
    }
}

/* Yixin-Board says 0 when its owner has not chosen. */
static void info_threads(Conversation *conversation, int64_t number)
{
    int most = number < THREADS_MAX ? (int)number : THREADS_MAX;
    engine_set_threads(conversation->engine, number < 1 ? 1 : most);
}

static void info_pondering(Conversation *conversation, int64_t number)
{
    engine_set_pondering(conversation->engine, number > 0);
}

/* Who asks for the moves of the root is Yixin-Board, or wants to be treated like it. */
static void info_detail(Conversation *conversation, int64_t number)
{
    enum { DETAIL_MOVES = 1, DETAIL_ITERATIONS = 2 };
    conversation->shows_moves = (number & DETAIL_MOVES) != 0;
    conversation->shows_iterations = (number & DETAIL_ITERATIONS) != 0;
    conversation->is_yixin = conversation->is_yixin || number != DETAIL_ITERATIONS;
}

static const struct {
    const char *key;
    void (*set)(Conversation *conversation, int64_t number);
} infos[] = {
    {"timeout_turn", info_turn},
    {"timeout_match", info_match},
    {"time_left", info_left},
    {"max_memory", info_memory},
    {"rule", info_rule},
    {"win_length", info_win_length},
    {"max_depth", info_depth},
    {"max_node", info_nodes},
    {"time_increment", info_increment},
    {"hash_size", info_hash},
    {"show_detail", info_detail},
    {"thread_num", info_threads},
    {"pondering", info_pondering},
};

/* The one setting whose values are words. */
static void info_evaluation(Conversation *conversation, const char *value)
{
    char word[PARSE_WORD_MAX];
    parse_word(value, word);
    parse_evaluation(word, &conversation->evaluation);
}

/* Keys that we do not know and values that are none are passed over in silence, as the protocol
 * demands. */
void play_info(Conversation *conversation, const char *arguments)
{
    char key[PARSE_WORD_MAX];
    int64_t number;
    const char *value = parse_word(arguments, key);
    if (strcmp(key, "evaluation") == 0) {
        info_evaluation(conversation, value);
    }
    for (size_t i = 0; i < sizeof infos / sizeof *infos; i++) {
        if (strcmp(infos[i].key, key) == 0 && parse_number(value, &number)) {
            infos[i].set(conversation, number);
        }
    }
}

/* --- the rest --- */

void play_about(Conversation *conversation, const char *arguments)
{
    (void)conversation, (void)arguments;
    send_line("name=\"Tengen\", version=\"" TENGEN_VERSION "\", author=\"the Tengen team\", "
              "country=\"Earth\"");
}

void play_stop(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    if (conversation->thinking) {
        engine_stop(conversation->engine);
    }
}

void play_end(Conversation *conversation, const char *arguments)
{
    (void)arguments;
    conversation->over = true;
}

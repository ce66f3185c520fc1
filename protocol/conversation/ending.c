/* ending - see ending.h. */
#include "conversation/ending.h"

/* How many in a row win, in words. */
static const char *length_in_words(const Game *game)
{
    static const char *const words[] = {[3] = "three", [4] = "four", [WIN_LENGTH_MAX] = "five"};
    return words[game->win_length];
}

/* Whose stones have won; EMPTY: nobody's, or there is no game. */
static Colour winner_of(const Conversation *conversation)
{
    bool has_game = engine_game(conversation->engine) != NULL;
    return has_game ? engine_winner(conversation->engine) : EMPTY;
}

/* Says whether there is a game, and no room for another stone. */
static bool is_full(const Conversation *conversation)
{
    return engine_game(conversation->engine) != NULL && engine_is_full(conversation->engine);
}

bool ending_tell(const Conversation *conversation)
{
    const char *advice = conversation->has_person ? " (NEW begins another)" : "";
    Colour winner = winner_of(conversation);
    bool is_drawn = winner == EMPTY && conversation->has_person && is_full(conversation);
    if (winner != EMPTY) {
        send_message("%s has %s in a row: the game is over%s", winner == BLACK ? "X" : "O",
                     length_in_words(engine_game(conversation->engine)), advice);
    } else if (is_drawn) {
        send_message("the board is full, nobody has won: the game is over%s", advice);
    }
    return winner != EMPTY || is_drawn;
}

bool ending_allows_play(const Conversation *conversation)
{
    bool is_over =
        conversation->has_person && (winner_of(conversation) != EMPTY || is_full(conversation));
    if (is_over) {
        conversation_send_error("the game is over: NEW begins another, UNDO takes moves back");
    }
    return !is_over;
}

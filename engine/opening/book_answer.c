/* book_answer - following a game through a proof; see book_answer.h. */
#include "opening/book_answer.h"

#include "search/solver.h"

#include <string.h>

bool book_is_solved(Search *search, uint64_t nodes)
{
    Situation situation = candidates_situation(&search->position);
    Variation pv;
    int plies;
    search_forget_wins(search);
    search_begin(search);
    return situation == SITUATION_FIVE || situation == SITUATION_OPEN_FOUR ||
           solver_solve(search, nodes, PLY_MAX, &pv, &plies);
}

static bool is_search_wanted(const Limits *limits)
{
    return limits->depth > 0 || limits->nodes > 0 || limits->multipv > 1;
}

/* The last answer leads to no position of the book. Says whether the proof covers it by a pass;
 * then its stone is taken off. Without the time to ask the solver nothing is known. */
static bool is_pass(const Book *book, Search *search, BookMove *found)
{
    Position *position = &search->position;
    Board *board = &position->board;
    int attacker = board->side;
    if (board->count == 0 || board->moves[board->count - 1].colour == attacker) {
        return false;
    }
    Stone answer = board->moves[board->count - 1];
    position_undo(position);
    board_set_side(board, attacker);
    if (!book_find(book, position, found)) {
        return false;
    }
    position_play(position, answer.point, answer.colour);
    bool is_open = !book_is_solved(search, book->header->nodes) && !search->stopping;
    position_undo(position);
    board_set_side(board, attacker);
    return is_open;
}

/* Plays the moves on the empty board, as far as they have to be seen, and follows them through the
 * proof, from the first position in the book to the first that is in none. True if all are, to the
 * end, where the attacker is to move. */
static bool follow(const Book *book, Search *search, const Stone *moves, int count, BookMove *found)
{
    Position *position = &search->position;
    int attacker = (int)book->header->attacker;
    bool has_begun = false;
    for (int i = 0; i <= count; i++) {
        if (i == count) {
            board_set_side(&position->board, attacker);
        }
        if (position->board.side == attacker) {
            bool is_found =
                book_find(book, position, found) || (has_begun && is_pass(book, search, found));
            if (has_begun && !is_found) {
                return false;
            }
            has_begun = is_found;
        }
        if (i < count) {
            position_play(position, moves[i].point, moves[i].colour);
        }
    }
    return has_begun;
}

/* Looks for the game on the board in the book. The board comes back as it was. */
static bool find_game(const Book *book, Search *search, BookMove *found)
{
    Position *position = &search->position;
    Board *board = &position->board;
    Stone moves[SIDE_MAX * SIDE_MAX];
    int count = board->count, side = board->side;
    if (side != (int)book->header->attacker || book_find(book, position, found)) {
        return side == (int)book->header->attacker;
    }
    memcpy(moves, board->moves, sizeof *moves * (size_t)count);
    while (board->count > 0) {
        position_undo(position);
    }
    bool is_found = follow(book, search, moves, count, found);
    while (board->count > 0) {
        position_undo(position);
    }
    for (int i = 0; i < count; i++) {
        position_play(position, moves[i].point, moves[i].colour);
    }
    board_set_side(board, side);
    return is_found && board->at[found->move] == EMPTY;
}

bool book_answer(const Book *book, Search *search, const Limits *limits, Report *report)
{
    BookMove found;
    if (is_search_wanted(limits) || !find_game(book, search, &found) ||
        point_set_has(&search->avoided, found.move)) {
        return false;
    }
    *report = (Report){
        .move = found.move,
        .value = value_win_at(found.plies),
        .ms = clock_elapsed_ms(search->clock),
        .pv = {.move = {found.move}, .length = 1},
    };
    return true;
}

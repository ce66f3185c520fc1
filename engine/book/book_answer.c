/* book_answer - following a game through a proof; see book_answer.h. */
#include "book/book_answer.h"

#include "port/port.h"
#include "search/mate.h"
#include "search/solver.h"

enum {
    LEAST_MS = 10,       /* for a move, to win by the solver what the book leaves out */
    ORDER_PERCENT = 150, /* of the nodes of the maker: enough in any order of the stones */
    TIME_DIVISOR = 2,    /* the part of the time left in which the solver may be asked of a pass */
};

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

uint64_t book_nodes_in_any_order(const Book *book)
{
    return (uint64_t)book->header->nodes * ORDER_PERCENT / 100;
}

void book_reader_open(BookReader *reader, const Book *book)
{
    reader->book = *book;
    reader->has_game = false;
}

void book_reader_close(BookReader *reader)
{
    if (reader->has_search) {
        search_free(&reader->search);
        reader->has_search = false;
    }
}

/* --- the solver --- */

/* Makes room for the solver; false if there is no memory for it. */
static bool make_book_search(BookReader *reader, const Search *lead)
{
    if (!reader->has_search) {
        reader->has_search = search_init(&reader->search, lead->table, &reader->clock);
        if (!reader->has_search) {
            search_free(&reader->search);
        }
    }
    if (reader->has_search) {
        eval_use(&reader->search.evaluator, lead->evaluator.tables);
    }
    return reader->has_search;
}

/* Gives the solver a part of the time that the game's search has left. */
static void start_book_clock(BookReader *reader, const Search *lead)
{
    Limits limits = limits_none();
    limits.start_ms = port_now_ms();
    limits.turn_ms = clock_left_ms(lead->clock) / TIME_DIVISOR;
    clock_start(&reader->clock, &limits);
}

/* Says whether the solver does not win the position that the reader is at. Where it does, the book
 * may have been left without the position for that reason, and no pass need cover the answer.
 * Without memory or time to ask it, nothing is known. */
static bool is_unsolved(BookReader *reader, const Search *lead)
{
    if (clock_is_over(lead->clock) || !make_book_search(reader, lead)) {
        return false;
    }
    start_book_clock(reader, lead);
    return !book_is_solved(&reader->search, book_nodes_in_any_order(&reader->book)) &&
           !reader->search.stopping;
}

/* --- following a game --- */

static int attacker_of(const BookReader *reader)
{
    return (int)reader->book.header->attacker;
}

/* Sets the reader's position up anew, with the stones of passes or without. */
static void reader_set_up(BookReader *reader, bool with_passes)
{
    Position *position = &reader->search.position;
    while (position->board.count > 0) {
        position_undo(position);
    }
    for (int i = 0; i < reader->count; i++) {
        if (with_passes || !reader->is_pass[i]) {
            position_play(position, reader->moves[i].point, reader->moves[i].colour);
        }
    }
    board_set_side(&position->board, attacker_of(reader));
}

static bool has_passes(const BookReader *reader)
{
    return reader->search.position.board.count < reader->count;
}

/* The proof speaks no longer of this game, or of all its stones again: no stone is left out. */
static void count_all_stones(BookReader *reader)
{
    if (has_passes(reader)) {
        for (int i = 0; i < reader->count; i++) {
            reader->is_pass[i] = false;
        }
        reader_set_up(reader, true);
    }
}

static bool find_position(BookReader *reader)
{
    board_set_side(&reader->search.position.board, attacker_of(reader));
    return book_find(&reader->book, &reader->search.position, &reader->found);
}

/* Says whether the book has the game with the stones that were left out. */
static bool find_all_stones(BookReader *reader)
{
    if (!has_passes(reader)) {
        return false;
    }
    reader_set_up(reader, true);
    bool is_found = find_position(reader);
    if (!is_found) {
        reader_set_up(reader, false);
    }
    return is_found;
}

/* The last answer leads to no position of the book. Says whether the proof covers it by a pass;
 * then its stone is left out. */
static bool find_after_pass(BookReader *reader, const Search *lead)
{
    Position *position = &reader->search.position;
    Stone answer = reader->moves[reader->count - 1];
    position_undo(position);
    bool is_pass = find_position(reader);
    if (is_pass) {
        position_play(position, answer.point, answer.colour);
        board_set_side(&position->board, attacker_of(reader));
        is_pass = is_unsolved(reader, lead);
        position_undo(position);
    }
    reader->is_pass[reader->count - 1] = true; /* until the stones are counted again */
    return is_pass;
}

/* The attacker is to move: looks for the position in the book, and after a pass if the game has
 * followed the proof up to here. */
static void arrive(BookReader *reader, const Search *lead)
{
    bool was_inside = reader->is_inside;
    reader->is_inside = find_all_stones(reader) || find_position(reader) ||
                        (was_inside && find_after_pass(reader, lead));
    if (!reader->is_inside) {
        count_all_stones(reader);
    }
}

/* The key of the reader's position with one more stone. */
static uint64_t key_after(BookReader *reader, Point point)
{
    Position *position = &reader->search.position;
    int symmetry;
    position_play(position, point, attacker_of(reader));
    uint64_t key = book_key(&position->board, &symmetry);
    position_undo(position);
    return key;
}

/* Says whether the attacker's move is the book's, or an image of it. */
static bool is_books_move(BookReader *reader, Point move)
{
    return move == reader->found.move ||
           key_after(reader, move) == key_after(reader, reader->found.move);
}

/* Goes on by a move of the game. */
static void follow_move(BookReader *reader, const Search *lead, Stone move)
{
    bool attacks = move.colour == attacker_of(reader);
    if (attacks && reader->is_inside && !is_books_move(reader, move.point)) {
        reader->is_inside = false;
        count_all_stones(reader);
    }
    reader->is_pass[reader->count] = false;
    reader->moves[reader->count++] = move;
    position_play(&reader->search.position, move.point, move.colour);
    if (!attacks) {
        arrive(reader, lead);
    }
}

/* Begins with the empty board, on which the attacker may be to move. */
static void book_begin_game(BookReader *reader, const Search *lead)
{
    reader->search.position = lead->position;
    reader->has_game = true;
    reader->is_inside = false;
    reader->count = 0;
    reader_set_up(reader, true);
    if (attacker_of(reader) == BLACK) {
        arrive(reader, lead);
    }
}

/* Says whether the game on the board goes on with the one that was followed. */
static bool goes_on(const BookReader *reader, const Board *board)
{
    bool is_same = reader->has_game && reader->count <= board->count;
    for (int i = 0; is_same && i < reader->count; i++) {
        is_same = reader->moves[i].point == board->moves[i].point;
    }
    return is_same;
}

/* Says whether the stones alternate, black first, up to the attacker's turn, and nothing else is on
 * the board. */
static bool book_is_of_game(const BookReader *reader, const Board *board)
{
    int points = board->geometry.width * board->geometry.height;
    bool alternates =
        board->count % COLOURS == attacker_of(reader) && board->empty + board->count == points;
    for (int i = 0; alternates && i < board->count; i++) {
        alternates = board->moves[i].colour == i % COLOURS;
    }
    return alternates;
}

/* Looks for the game on the board in the book. */
static bool find_book_of(BookReader *reader, const Search *lead, BookMove *found)
{
    const Board *board = &lead->position.board;
    if (!book_is_of_game(reader, board)) {
        return book_find(&reader->book, &lead->position, found);
    }
    if (!goes_on(reader, board)) {
        book_begin_game(reader, lead);
    }
    while (reader->count < board->count) {
        follow_move(reader, lead, board->moves[reader->count]);
    }
    if (atomic_load(&lead->clock->stopped)) {
        reader->has_game = false; /* what was not asked for that reason is asked another time */
    }
    *found = reader->found;
    return reader->is_inside;
}

/* --- answering --- */

bool book_is_left_aside(const Limits *limits)
{
    return limits->depth > 0 || limits->nodes > 0 || limits->multipv > 1 ||
           clock_budget_ms(limits) < LEAST_MS;
}

/* Says whether the engine may play everywhere, as the proof does. */
static bool plays_everywhere(const Search *search)
{
    for (Point point = 0; point < POINTS_MAX; point++) {
        if (search_avoids(search, point) && search->position.board.at[point] == EMPTY) {
            return false;
        }
    }
    return true;
}

/* Says whether the move is legal and meets what threatens, with all the stones of the game on the
 * board. */
static bool meets_threats(Search *search, Point move)
{
    Position *position = &search->position;
    if (position->board.at[move] != EMPTY || position_forbids(position, move)) {
        return false;
    }
    Move *moves = search_moves(search, 0);
    Situation situation = candidates_situation(position);
    if (situation == SITUATION_QUIET) {
        return true;
    }
    int count = candidates_list_legal(position, situation, moves);
    while (count > 0 && moves[count - 1].point != move) {
        count--;
    }
    return count > 0;
}

bool book_answer(BookReader *reader, Search *search, const Limits *limits, Report *report)
{
    BookMove found;
    if (book_is_left_aside(limits) || search->position.board.side != attacker_of(reader) ||
        !plays_everywhere(search) || !find_book_of(reader, search, &found) ||
        !meets_threats(search, found.move)) {
        return false;
    }
    *report = (Report){
        .move = found.move,
        .value = value_win_at(found.plies),
        .ms = clock_elapsed_ms(search->clock),
        .pv = {.move = {found.move}, .length = 1},
    };
    mate_note(search, report->move, report->value, PLY_MAX);
    return true;
}

/* book_answer - when the engine plays from a book, and when it thinks for itself.
 *
 * A position that is in the book is answered from it. For others the game is followed from its
 * beginning, as the proof would be: where the defender's answer leads to no position of the book,
 * the proof either leaves it to the solver, or covers it by a pass. So the solver is asked, with
 * more nodes than decided which positions the book needs; if it finds no win, and the position
 * without the answer is in the book, the answer was a pass, and its stone is left out from then on.
 *
 * The proof speaks of games: the stones alternate, and after a pass the attacker has played the
 * book's moves. So a board on which a side has more stones than that, or that is set up in another
 * order, is answered only if it is in the book as it stands. Nor does the proof know of points that
 * the owner wants avoided. And a proof is of no use to whoever has no time to win what it leaves
 * out: at a few milliseconds a move the engine plays without the book.
 */
#ifndef TENGEN_BOOK_BOOK_ANSWER_H
#define TENGEN_BOOK_BOOK_ANSWER_H

#include "book/book.h"
#include "search/root.h"

/* Who reads in a book, and where the game on the board stands in it, so that each move is followed
 * once. The solver that it asks is its own: what the game's search knows stays known. Begins as
 * {0}. */
typedef struct {
    Book book;
    Search search;   /* its position is the game's, without the stones of passes */
    Clock clock;     /* of that search */
    bool has_search; /* there is room for one; it is made when the solver is first asked */
    bool has_game;   /* a game has been followed since book_reader_open */
    Stone moves[SIDE_MAX * SIDE_MAX]; /* of that game */
    bool is_pass[SIDE_MAX * SIDE_MAX];
    int count;
    bool is_inside; /* the attacker is to move, or has played `found`, which is the book's move */
    BookMove found;
} BookReader;

/* Says whether the side to move has a five or an open four, or the solver finds a win in that many
 * nodes, without what it found out before. The order in which the stones were played decides which
 * of two moves that look alike it tries first: a position that takes it 1890 nodes in one order
 * takes it 2332 in another. So a game that comes to a position in another way than the maker of the
 * book asks with book_nodes_in_any_order. The clock must have been started. */
bool book_is_solved(Search *search, uint64_t nodes);

/* The nodes with which the solver wins every position that the book was left without, in whatever
 * order the stones were played. */
uint64_t book_nodes_in_any_order(const Book *book);

/* Begins to read a book, which must be made with the evaluation that the searches have. */
void book_reader_open(BookReader *reader, const Book *book);

/* Gives the memory of the solver back. */
void book_reader_close(BookReader *reader);

/* Says whether the limits (of depth, of nodes, more than one best move) ask for a search, or leave
 * no time to do without one: then no book answers. */
bool book_is_left_aside(const Limits *limits);

/* Answers from the book, by the moves of the game on the board, and notes the win as mate.h wants
 * it. False if the book has no move, or is left aside. The clock must have been started. */
bool book_answer(BookReader *reader, Search *search, const Limits *limits, Report *report);

#endif

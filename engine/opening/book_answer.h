/* book_answer - when the engine plays from a book, and when it thinks for itself.
 *
 * A position that is in the book is answered from it. For others the game is followed from its
 * beginning, as the proof would be: where the defender's answer leads to no position of the book,
 * the proof either leaves it to the solver, or covers it by a pass. So the solver is asked, with as
 * many nodes as decided which positions the book needs; if it finds no win, and the position
 * without the answer is in the book, the answer was a pass, and its stone is left out from then on.
 * The game is known from the order of the stones, so a board that is set up in another order may
 * miss the book behind a pass.
 */
#ifndef TENGEN_OPENING_BOOK_ANSWER_H
#define TENGEN_OPENING_BOOK_ANSWER_H

#include "opening/book.h"
#include "search/root.h"

/* Says whether the side to move has a five or an open four, or the solver finds a win in so many
 * nodes, without what it found out before: the same for maker and player of a book. The clock must
 * have been started. */
bool book_is_solved(Search *search, uint64_t nodes);

/* Answers from the book, by the moves of the game on the board. False if it has no move, or if the
 * limits (of depth, of nodes, more than one best move) ask for a search. The clock must have been
 * started. */
bool book_answer(const Book *book, Search *search, const Limits *limits, Report *report);

#endif

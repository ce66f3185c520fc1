/* book_draw - a move drawn among the good ones that others know, played without a search.
 *
 * A database of positions is a book where it knows what the moves of a position are worth: a person
 * says how deep the searches must have been whose values count, and how much less than the best
 * value a move may have. The move is drawn among all of these, or is the best, as often as the
 * person wants variety. What the position itself is known to be worth counts, too: where no known
 * move comes near that, the good ones are unknown, and there is a search. Wins and losses are not
 * for here to decide: consult_before has played wins, and the search avoids what loses since then.
 * Where a result is known of the position itself there is a search, which finds it.
 */
#ifndef TENGEN_BOOK_BOOK_DRAW_H
#define TENGEN_BOOK_BOOK_DRAW_H

#include "search/root.h"
#include "tengen/verdict.h"

/* Draws a move. The same seed draws the same one in the same position. False if none may be played
 * so, if the limits ask for a search, as in book_answer, or if the time is up: then nobody has
 * looked for wins before. The clock must have been started. */
bool book_draw(Search *search, const VerdictSource *source, const Limits *limits, uint64_t seed,
               Report *report);

#endif

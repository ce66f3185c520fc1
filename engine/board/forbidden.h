/* forbidden - the points that renju forbids to black, exactly.
 *
 * A stone that makes five is always allowed. Otherwise an overline, two fours (on two lines or on
 * one) and two open threes are fouls. The hard part is the open three: it counts only if black
 * could go on to a straight four by a move that is not itself a foul, which is the same question
 * one stone later, without limit. So the answer is a recursion that puts real stones on the board;
 * it reads shapes from the board rather than keeping them up to date, because few points need more
 * than the shapes of their own lines, and each of these asks about a handful of points only.
 */
#ifndef TENGEN_BOARD_FORBIDDEN_H
#define TENGEN_BOARD_FORBIDDEN_H

#include "board/board.h"
#include "board/shape.h"

#include <stdbool.h>

/* Says whether renju forbids black to play on the empty point. Puts stones on board->at while
 * it works and takes them away again; the board is left as it was. */
bool forbidden_at(Board *board, const ShapeTable *shapes, Point point);

#endif

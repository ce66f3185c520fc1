/* renlib_tree - writes the positions of a game as a library of RenLib (renlib_form.h).
 *
 * Each position is written once, after one of the orders of moves that lead to it: where the
 * database has a position that it can come from by a move, as the child of that; else after moves
 * of which the database knows nothing. Black begins, and the colours take turns; where that cannot
 * be, somebody passes. No move follows a row that wins. RenLib finds the other orders by itself.
 *
 * The board text of a point goes with the move there, or with a node that is no move. Where a move
 * has none its result stands there, as Rapfi reads it: W31 if the player of the move is proven to
 * win by the 31st move of the game, W* if somebody thinks that he wins.
 */
#ifndef TENGEN_DATABASE_RENLIB_TREE_H
#define TENGEN_DATABASE_RENLIB_TREE_H

#include "tengen/form.h"

/* The function of an ExchangeForm. Left out are positions with blocked points, those that no legal
 * game leads to, and texts on stones. -1: the game's board is not of 15x15, or there is not enough
 * memory. */
int64_t renlib_tree_write(Database *database, const Game *game, const FileSink *sink);

#endif

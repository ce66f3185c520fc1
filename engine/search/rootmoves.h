/* rootmoves - the list of moves at the root, in the order in which the next iteration searches
 * them.
 *
 * The root alone answers for the rules: its list holds legal moves only, leaves out the points that
 * the owner of the engine wants to avoid, and is never empty while a point is empty.
 */
#ifndef TENGEN_SEARCH_ROOTMOVES_H
#define TENGEN_SEARCH_ROOTMOVES_H

#include "search/search.h"

typedef struct {
    Situation situation; /* the step of the cascade that the moves are searched at */
    int count;
    Move moves[MOVES_MAX];
} RootMoves;

/* Lists the moves of the search's position, the best looking first. There must be an empty
 * point. */
void rootmoves_list(RootMoves *list, Search *search);

/* Lists the legal quiet moves instead, whatever threat must be met; there may be none. */
void rootmoves_list_quiet(RootMoves *list, Search *search);

/* Keeps one move, the best looking, of those that are images of each other under the symmetries of
 * the position. */
void rootmoves_merge_images(RootMoves *list, const Board *board);

/* Moves a move up to a place; those between keep their order after it. */
void rootmoves_bring_up(RootMoves *list, int index, int place);

#endif

/* winning_reply - the opponent's wins by threats after the moves of the root.
 *
 * Alpha-beta often prefers a move after which the opponent has a win by threats that is too long
 * for it to see. So the move about to be played is looked at from the other side: the solver is
 * asked for a win of the opponent after it, for a share of the nodes. Its proof table remembers the
 * work, so the question goes on where it stopped as long as the move stays the best. A move with a
 * winning reply is refuted: from then on it counts as lost without a search, and the transposition
 * table is told.
 */
#ifndef TENGEN_SEARCH_WINNING_REPLY_H
#define TENGEN_SEARCH_WINNING_REPLY_H

#include "search/search.h"

enum { WINNING_REPLIES_MAX = 64 }; /* more are not looked for: the position is lost anyway */

typedef struct {
    Point move;   /* the refuted one */
    Value value;  /* to its player: a loss */
    Variation pv; /* how the opponent wins; begins with the reply */
} WinningReply;

/* What is known of the moves of one root. */
typedef struct {
    uint64_t nodes;  /* that the solver has visited */
    PointSet looked; /* the moves that it was asked about */
    int count;
    WinningReply found[WINNING_REPLIES_MAX];
} WinningReplies;

/* The winning reply to a move, or NULL if none is known. */
const WinningReply *winning_reply_known(const WinningReplies *replies, Point move);

/* Asks the solver for a win of the opponent after the move, within the share of the nodes that is
 * left of all visited so far; a move not asked about before gets a few nodes even if the share is
 * used up. NULL if it finds none. */
const WinningReply *winning_reply_find(WinningReplies *replies, Search *search, Point move);

#endif

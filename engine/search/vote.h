/* vote - which of several threads' reports on one position is the answer.
 *
 * Each of them is right about what it has searched, and none has searched all that the others have.
 * A move that one of them has shown to lose is no answer, whatever the others think of it; where
 * that leaves none, who has proved the position lost knows it best. A proven win is better than any
 * opinion. Among opinions, that of a thread which got deeper is worth more,
 * and so is one that found more for its side; threads that found the same move add up.
 */
#ifndef TENGEN_SEARCH_VOTE_H
#define TENGEN_SEARCH_VOTE_H

#include "search/root.h"

/* The index of the report that wins the vote. A report has no say for one of the `lost` moves. The
 * first one is the leader's: it stays if it has proved its result, if it has not searched, or if no
 * other is better. Its own move may be lost: then any other that has a say is better, and where
 * nobody has one, a report that has proved the position lost. */
int vote_elect(const Report *const reports[], int count, const PointSet *lost);

#endif

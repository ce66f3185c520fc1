/* solver - proving wins by threats: depth-first proof-number search (df-pn).
 *
 * Games of five in a row are decided by long forced lines in which the attacker threatens with
 * every move and the defender can do little but answer. They reach far beyond a search of all
 * moves, but each of their positions has few: the attacker's threats and the defender's answers
 * (attacks.h), the defender's own fours included. df-pn always works where the least is left to
 * prove; where the numbers do not tell moves apart, it begins with those that look best.
 *
 * The numbers are phi and delta from the view of the side to move, as in Nagai's df-pn. Children
 * are weighed by weak proof numbers (max + count - 1 instead of the sum, which counts what children
 * share more than once), and the 1+epsilon trick lets the search stay with a child until it is
 * clearly worse than its best sibling.
 *
 * What it finds is a win: every answer that the rule allows was tried, or lies where it changes
 * nothing. That it finds nothing means little. The proof table is kept between calls, so that the
 * solver can be asked again for a little more work as the search deepens.
 */
#ifndef TENGEN_SEARCH_SOLVER_H
#define TENGEN_SEARCH_SOLVER_H

#include "search/search.h"

/* Looks for a win by threats of the side to move in at most `nodes` more nodes; if they do not
 * settle it, for a win by fours alone in VCF_PERCENT of as many. They are counted and stopped with
 * those of the search. True if there is a win: `pv` then begins with the winning move, and `plies`
 * is how many moves of both sides it takes at most. `mate_limit` is what mate.h knows: a win as
 * near is looked for by fours first. */
bool solver_solve(Search *search, uint64_t nodes, int mate_limit, Variation *pv, int *plies);

#endif

/* solver - proving wins by threats alone, one after the other.
 *
 * Games of five in a row are decided by long forced lines in which the attacker threatens with
 * every move and the defender can do little but answer. They reach far beyond any search that looks
 * at all moves, but each of their positions has few: the attacker's threats, and the defender's
 * answers to them, his own fours included. A threat is a four, an open three, or a quiet move that
 * prepares a win by fours (vcf.h). Proof-number search (depth-first, df-pn) finds such wins by
 * always working where least is left to prove; where that says little, it begins with the moves
 * that look best.
 *
 * What it finds is a win: every answer the rule allows was tried, or lies where it changes nothing.
 * That it finds nothing means little. It remembers what it did in a table of its own, so that it
 * can be asked again for a little more effort, as the search deepens.
 */
#ifndef TENGEN_SEARCH_SOLVER_H
#define TENGEN_SEARCH_SOLVER_H

#include "search/search.h"

/* Looks for a win by threats of the side to move, for so many more positions, counted and stopped
 * with the search. True if there is one: `line` then begins with the winning move, and `plies` is
 * how many moves of both sides it takes at most. `promise` is how many it may take because that was
 * said before, PLY_MAX if nothing was: a win that was found on the way to one is found again. */
bool solver_solve(Search *search, uint64_t positions, int promise, Variation *line, int *plies);

#endif

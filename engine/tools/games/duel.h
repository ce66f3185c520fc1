/* duel - two sides that differ in their weights or search parameters, game after game, measured in
 * nodes.
 *
 *   h8i9g7 LMR_BASE=130,ORDER_OWN=4 LMR_BASE=114,ORDER_OWN=2
 *   j6l7m6i4 - ORDER_OWN=4
 *   h8j8
 *
 * Each line of the openings is a duel: an opening, then the parameters of the first side and of the
 * second (parameters.h; "-" or nothing: all as in the sources). Each side may have a file of
 * weights of its own. They play the opening twice, the first side with black, then with white. Each
 * line of the output is the result of these two games to the first side, as in "1 =": 1 won, 0
 * lost, = drawn. If a side has weights of its own, a comment at the end tells the Elo. A game ends
 * as soon as it is decided (play_game.h). Every search takes the same nodes, or the clock shares
 * those of a game among its moves, so that its own parameters are measured, too. Thousands of games
 * with as many settings take one process and no protocol, which is what a tuner needs. Each side
 * has a transposition table of its own. Parameters can differ only in a build with TUNING.
 */
#ifndef TENGEN_TOOLS_GAMES_DUEL_H
#define TENGEN_TOOLS_GAMES_DUEL_H

#include "tengen/tool_options.h"

/* Plays the duels that are the openings of the options, and passes on the lines of results. */
ToolEnd duel_run(const ToolOptions *options, const ToolListener *listener,
                 char fault[TOOL_FAULT_MAX]);

#endif

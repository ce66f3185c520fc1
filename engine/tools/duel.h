/* duel - two sides that differ in the margins of their search, game after game at fixed nodes.
 *
 *   h8i9g7 LMR_THREE=57,ORDER_OWN=4 LMR_THREE=43,ORDER_OWN=2
 *   j6l7m6i4 - ORDER_OWN=4
 *
 * Each line of what is wished for is a duel: an opening, the margins of the one, the margins of the
 * other (parameters.h; "-": none is changed). They play the opening twice, first the one with black,
 * then with white. Each line of what comes out is what the one made of these two games, as in
 * "1 =": 1 won, 0 lost, = drawn. So thousands of games with as many settings take one process and
 * no talk, which is what a tuner needs; each side has a table of its own. Only a build with TUNING
 * can do it.
 */
#ifndef TENGEN_TOOLS_DUEL_H
#define TENGEN_TOOLS_DUEL_H

#include "tools/tools.h"

/* Plays the duels that are the openings of the options, and hands on the lines of results. */
ToolEnd duel_run(const ToolOptions *options, const ToolListener *listener,
                 char fault[TOOL_FAULT_MAX]);

#endif

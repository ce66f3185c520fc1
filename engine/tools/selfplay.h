/* selfplay - Tengen against itself, many games at a time in one process, without a clock.
 *
 * Every move is the answer to a search of the same number of nodes. One search plays both sides of
 * a game with one table, which is empty when the game begins; so a game follows from its opening,
 * the nodes and the rule alone, and the file of games (records.h) is the same however many threads
 * made it. Games begin from the openings of a list, each once, or from random balanced starts, one
 * for each game, by the seed and the number of the game. Where chance finds no balanced one, as on
 * tiny boards, the most even of its throws will do, and the empty board if none was quiet.
 *
 * Games are played to the end, a proven win too: that is fast, and shows whether it was one.
 */
#ifndef TENGEN_TOOLS_SELFPLAY_H
#define TENGEN_TOOLS_SELFPLAY_H

#include "tools/tools.h"

/* Plays the games and hands on the lines of the file. With openings, a count of 0 means one game of
 * each, and more games than openings are refused: they would be the same games again. */
ToolEnd selfplay_run(const ToolOptions *options, const ToolListener *listener,
                     char fault[TOOL_FAULT_MAX]);

#endif

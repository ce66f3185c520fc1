/* selfplay - Tengen against itself, many games at a time in one process, without a clock.
 *
 * Every move is the answer to a search of the same number of nodes. One search plays both sides of
 * a game with one transposition table, which is empty when the game begins; so a game follows from
 * its opening, the nodes and the rule alone, and the file of games (record_file.h) is the same
 * however many threads made it.
 *
 * Games begin from the openings of a list, each once, or from random balanced starts, one for each
 * game, by the seed and the number of the game. Where no candidate is balanced, as on tiny boards,
 * the most even one is used, and the empty board if none was quiet. So a file may begin with any
 * game of a seed, and many files, made anywhere, are parts of one set.
 *
 * GameVariety (tool_options.h) makes games differ more: uneven starts teach what an advantage is
 * worth, and random moves lead to positions that no search would choose. Without it, the games of a
 * seed are what they always were.
 *
 * Games are played to the end even if a win is proven: that is fast, and verifies the proof.
 */
#ifndef TENGEN_TOOLS_GAMES_SELFPLAY_H
#define TENGEN_TOOLS_GAMES_SELFPLAY_H

#include "tengen/tool_options.h"

/* Plays the games and passes on the lines of the file, or its bytes. With openings, a count of 0
 * means one game of each, and more games than openings are refused: they would be the same games
 * again. */
ToolEnd selfplay_run(const ToolOptions *options, const ToolListener *listener,
                     char fault[TOOL_FAULT_MAX]);

#endif

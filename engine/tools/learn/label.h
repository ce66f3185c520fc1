/* label - positions of games searched again, with more nodes than the games were played with.
 *
 * Games at few nodes, partly at random, show many different positions, but what such a search says
 * of them is a poor teacher. So each position that training learns from is searched anew: its score
 * and best move, the *label*, take the place of what the game's own search said. The moves of the
 * games stay, and so do their results and the marks of random moves. Where there is no label, the
 * position teaches nothing.
 *
 * Each search begins with nothing but the moves that led to its position. So a label does not
 * depend on other positions, and the file is the same however many threads made it. If only some
 * positions in a hundred are to have labels, a hash of the position decides: the same position is
 * chosen in every file, and whoever wants more gets those and others.
 */
#ifndef TENGEN_TOOLS_LEARN_LABEL_H
#define TENGEN_TOOLS_LEARN_LABEL_H

#include "tools/games/tool_options.h"

/* Makes labels for a file of games and passes on the file that has them, in the same form (its game
 * is that of the file, whatever the options say). What is done and wanted are positions. */
ToolEnd label_run(const ToolOptions *options, const ToolListener *listener,
                  char fault[TOOL_FAULT_MAX]);

/* Says whether a file is what label_run makes with these options, whole; if not, the fault says why
 * it is not. */
bool label_is_made(const ToolOptions *options, const FileBytes *made, char fault[TOOL_FAULT_MAX]);

#endif

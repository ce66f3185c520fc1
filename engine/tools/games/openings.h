/* openings - balanced openings by the hundred, no two of them the same.
 *
 *   # tengen-openings 3 rule 0 size 15x15 win 5 nodes 50000 stones 3-8 margin 15
 *     check 1000000 check-margin 60 check-moves 3 seed 7 evaluation base
 *     parameters - engine 1.0.0-91f0c3d2a4b5e697             (on the same line; see origin.h)
 *   j6l7m6i4
 *   k3h6j8f4h3k8i9
 *   # end 2 of 2
 *
 * One opening a line, moves in playing order, black first, written as in record_text.h. The first
 * line says how the file was made, and without its last line it was cut off; for those who only
 * want openings, lines with # are comments.
 *
 * Each random candidate (balance/start.h) has a number and is judged on its own, and again if a
 * second check is asked for (balance/check.h). Candidates are taken in the order of their numbers,
 * and of those that are the same (distinct.h) only the first. So the same options give the same
 * file.
 */
#ifndef TENGEN_TOOLS_GAMES_OPENINGS_H
#define TENGEN_TOOLS_GAMES_OPENINGS_H

#include "tengen/tool_options.h"

/* Makes openings and passes on the lines of the file. TOOL_SHORT: the last candidates, thousands in
 * a row, gave nothing new, so there is hardly another opening. */
ToolEnd openings_make(const ToolOptions *options, const ToolListener *listener,
                      char fault[TOOL_FAULT_MAX]);

#endif

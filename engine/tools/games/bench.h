/* bench - a signature of the search on fixed positions, and its speed.
 *
 * A fixed set of positions of all rules is searched to fixed depths with a fresh table, independent
 * of the clock. The signature mixes the node count, value and move of each search, and what the
 * solver finds in a few more positions; it is the same on every run, machine and compiler, and
 * every commit that changes it says so.
 */
#ifndef TENGEN_TOOLS_GAMES_BENCH_H
#define TENGEN_TOOLS_GAMES_BENCH_H

#include "tools/games/tool_options.h"

/* Runs all searches and writes the results; the last line is "<nodes> nodes <nps> nps". False if
 * there is no memory for it. */
bool bench_run(TextSink *text, void *context);

#endif

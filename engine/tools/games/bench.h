/* bench - a signature of the search on fixed positions, and its speed.
 *
 * A fixed set of positions of all rules is searched to fixed depths with a fresh table, independent
 * of the clock. The signature mixes the node count, value and move of each search, and what the
 * solver finds in a few more positions; it is the same on every run, machine and compiler, and
 * every commit that changes it says so.
 *
 * The full bench searches for some seconds, so that its speed can be compared with that of another
 * program; time is that on a core, where the system tells it. The quick one searches the same
 * positions less deep and has a signature of its own: for tests, above all of slow systems.
 */
#ifndef TENGEN_TOOLS_GAMES_BENCH_H
#define TENGEN_TOOLS_GAMES_BENCH_H

#include "tengen/tool_options.h"

/* Runs all searches and writes the results; the last line is "<nodes> nodes <nps> nps". False if
 * there is no memory for it. */
bool bench_run(bool is_quick, TextSink *text, void *context);

#endif

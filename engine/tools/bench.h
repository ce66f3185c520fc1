/* bench - one number that proves that nothing changed, and a few that tell how fast it is.
 *
 * A fixed set of positions of all rules is searched to fixed depths with a fresh table, by nodes
 * alone: no clock has a say. The signature mixes the node count, value and move of each search, and
 * what the solver finds in a few positions more; it must be equal on every run, machine and
 * compiler, and every commit that changes it says so.
 */
#ifndef TENGEN_TOOLS_BENCH_H
#define TENGEN_TOOLS_BENCH_H

#include "api/types.h"

/* Runs it all; the last line is "<nodes> nodes <nps> nps". False if there is no memory for it. */
bool bench_run(TextSink *text, void *context);

#endif

/* fit - learning from games what the evaluation adds to the bitshift table.
 *
 * Reads files of games (records.h), holds one game in ten out, and improves the numbers of the
 * model step by step (Adam, over small batches in an order drawn anew each round) while telling how
 * surprising both parts of the games still are; then, in as many rounds, those of the network on
 * top. What comes out is a file of weights (eval/weights.h), whose provenance tells how it was
 * made, and a state from which a fit that was stopped goes on as if
 * it had not been. The same games and options give the same numbers.
 */
#ifndef TENGEN_TOOLS_FIT_H
#define TENGEN_TOOLS_FIT_H

#include "api/types.h"

/* Fits. TOOL_STOPPED: the listener said so; weights and state are written all the same, with the
 * best numbers so far. TOOL_REFUSED: `fault` is a sentence why. TOOL_FAILED: no memory. */
ToolEnd fit_run(const FitOptions *options, const FitListener *listener, char fault[TOOL_FAULT_MAX]);

#endif

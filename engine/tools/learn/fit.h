/* fit - learns from games what the evaluation adds to the bitshift table.
 *
 * Reads files of games (records.h), holds out one game in ten, and minimizes the cross-entropy of
 * the value and policy tables (model.h) with Adam, over small batches in an order shuffled anew
 * each round; then, in as many rounds, that of the network on top (net_model.h). It reports the
 * losses over the games to learn from and over those held out. The output is a file of weights
 * (eval/weights.h), whose provenance says how it was made, and a state from which a fit that was
 * stopped resumes exactly. The same games and options give the same numbers.
 */
#ifndef TENGEN_TOOLS_LEARN_FIT_H
#define TENGEN_TOOLS_LEARN_FIT_H

#include "tools/learn/learn_options.h"

/* Fits. TOOL_STOPPED: the listener ended it; weights and state are written all the same, with the
 * best numbers so far. TOOL_REFUSED: `fault` says why in a sentence. TOOL_FAILED: no memory. */
ToolEnd fit_run(const FitOptions *options, const FitListener *listener, char fault[TOOL_FAULT_MAX]);

#endif

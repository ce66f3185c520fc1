/* train - learning the pattern network of a rule from games: files in, weights out.
 *
 * Games are replayed some thousands at a time (sample_pool.h); their positions are shuffled and
 * learnt in batches, value and policy together, on top of the embedded tables of the rule, which
 * stay as they are (trainer.h). Towards the end rows are rounded as they will be in the file, so
 * that the rest of the network learns to live with that. After every round the games that are held
 * out are measured.
 *
 * The same games and options give the same file, whatever the number of threads and however often
 * training was stopped and resumed.
 */
#ifndef TENGEN_TOOLS_LEARN_TRAIN_H
#define TENGEN_TOOLS_LEARN_TRAIN_H

#include "tengen/learn_options.h"

/* Learns, hands the state on now and then, and in the end the weights; also if the listener stops
 * it: then with what was learnt so far. */
ToolEnd train_run(const TrainOptions *options, const TrainListener *listener,
                  char fault[TOOL_FAULT_MAX]);

#endif

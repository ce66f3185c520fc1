/* fit_state - the state of a fit as text, from which a fit that was stopped resumes exactly.
 *
 * The first line names what the state belongs to: rule, seed, rounds, scale, a hash of the lines
 * that name the files of games, and the engine; and the rounds that are done. Then come the states
 * of all parts and sides (adam.h), and "end".
 */
#ifndef TENGEN_TOOLS_LEARN_FIT_STATE_H
#define TENGEN_TOOLS_LEARN_FIT_STATE_H

#include "tools/learn/fit_model.h"

/* Writes the state, line by line. */
void fit_state_write(const FitModel *model, TextSink *line, void *context);

/* Reads a state into an initialized model. Returns NULL, or what is wrong, as a sentence. */
const char *fit_state_read(FitModel *model, const char *text);

#endif

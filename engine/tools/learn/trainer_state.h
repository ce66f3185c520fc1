/* trainer_state - a trainer between two blocks, as bytes from which training resumes exactly.
 *
 * A header names what the state belongs to: the plan, the games (by a hash that the caller gives)
 * and the size of the network; and how far training was. Then come, for each side, the parameters,
 * Adam's two averages and the mean of the parameters, as the machine holds floats; the last eight
 * bytes are the FNV-1a hash of all before them. A state is meant for the same program on machines
 * of the same byte order.
 */
#ifndef TENGEN_TOOLS_LEARN_TRAINER_STATE_H
#define TENGEN_TOOLS_LEARN_TRAINER_STATE_H

#include "tools/learn/trainer.h"

#include <stddef.h>

/* The state of a trainer, to be freed; NULL: there is no memory. `games` is a hash of the files
 * that its games are from. */
void *trainer_state_write(const Trainer *trainer, uint64_t games, size_t *bytes);

/* Puts a trainer into that state. NULL, or what is wrong, as a sentence; then the trainer is as it
 * was. */
const char *trainer_state_read(Trainer *trainer, uint64_t games, const void *state, size_t bytes);

#endif

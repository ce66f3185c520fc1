/* weights_file - what was learnt, as a file of weights (eval/weights.h). */
#ifndef TENGEN_TOOLS_LEARN_WEIGHTS_FILE_H
#define TENGEN_TOOLS_LEARN_WEIGHTS_FILE_H

#include "eval/learnt.h"
#include "tengen/learn_options.h"

#include <stdbool.h>

/* Hands the whole file on at once. The provenance, of any number of lines, tells how the numbers
 * came about. Of a colour-blind rule black's table is taken for both. False: no memory. */
bool weights_file_write(const Learnt *learnt, const Game *game, const char *provenance,
                        BytesSink *file, void *context);

#endif

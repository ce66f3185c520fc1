/* openlist - reading a list of openings: one a line, as openings.h has them; lines with # are
 * comments.
 */
#ifndef TENGEN_TOOLS_GAMES_OPENLIST_H
#define TENGEN_TOOLS_GAMES_OPENLIST_H

#include "board/position.h"
#include "eval/eval.h"
#include "tengen/tool_options.h"

#include <stdbool.h>
#include <stdint.h>

/* A list of openings, one after the other. All zero: an empty one. */
typedef struct {
    int64_t count;
    int64_t *begin; /* where each begins among the moves, and where the last ends; owned */
    Point *moves;   /* owned */
} OpeningList;

/* Reads what else stands on the line of an opening; without it, nothing may. */
typedef struct {
    void *context;

    /* Reads all the rest of the line. Returns NULL, or what is wrong with it, as a sentence. */
    const char *(*read)(void *context, const char *text);
} OpeningRest;

/* Reads a list from its text, passing over comments and empty lines. Each opening is played on the
 * position, which must be empty and comes back so, and must leave the game undecided. Returns NULL,
 * or what is wrong, as a sentence, and `line`, counted from 1; then the list is empty. */
const char *openlist_read(OpeningList *list, Position *position, const char *text,
                          const OpeningRest *rest, int64_t *line);

/* Reads the openings of the options, which must not be empty; false and a fault if it cannot. */
bool openlist_read_for(OpeningList *list, const ToolOptions *options, const GameTables *tables,
                       const OpeningRest *rest, char fault[TOOL_FAULT_MAX]);

/* Frees the memory. */
void openlist_free(OpeningList *list);

#endif

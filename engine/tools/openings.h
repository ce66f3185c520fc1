/* openings - balanced openings by the hundred, no two of them the same; and reading lists of them.
 *
 *   # tengen-openings 1 rule 0 size 15x15 win 5 nodes 50000 stones 3-8 margin 15 seed 7
 *   j6l7m6i4
 *   k3h6j8f4h3k8i9
 *   # end 2 of 2
 *
 * One opening a line, moves in playing order, black first, written as in records.h. The file tells
 * how it was made, and without its last line it was cut off; to those who only want openings, lines
 * with # are comments.
 *
 * Each throw of the dice (opening/start.h) has a number and is judged on its own; throws are taken
 * in the order of their numbers. Two openings are the same if a turn or a reflection of the board
 * makes the stones of one, by place and colour, those of the other, in whatever order they came.
 */
#ifndef TENGEN_TOOLS_OPENINGS_H
#define TENGEN_TOOLS_OPENINGS_H

#include "eval/eval.h"
#include "tools/tools.h"

#include <stdint.h>

/* Makes openings and hands on the lines of the file. TOOL_SHORT: so many throws in a row brought
 * nothing new that there are hardly any more. */
ToolEnd openings_make(const ToolOptions *options, const ToolListener *listener,
                      char fault[TOOL_FAULT_MAX]);

/* A list of openings, one after the other. All zero: an empty one. */
typedef struct {
    int64_t count;
    int64_t *begin; /* where each begins among the moves, and where the last ends; owned */
    Point *moves;   /* owned */
} OpeningList;

/* Who reads what else stands on the line of an opening; none: nothing may. */
typedef struct {
    void *context;

    /* Reads all the rest of the line. Returns NULL, or what is wrong with it, as a sentence. */
    const char *(*read)(void *context, const char *text);
} OpeningRest;

/* Reads a list from its text, passing over comments and empty lines. Each opening is played on the
 * position, which must be empty and comes back so, and must leave the game undecided. Returns NULL,
 * or what is wrong, as a sentence, and `line`, counted from 1; then the list is empty. */
const char *openings_read(OpeningList *list, Position *position, const char *text,
                          const OpeningRest *rest, int64_t *line);

/* Reads the list that is wished for, which must not be empty; false and a fault if it cannot. */
bool openings_read_for(OpeningList *list, const ToolOptions *options, const GameTables *tables,
                       const OpeningRest *rest, char fault[TOOL_FAULT_MAX]);

/* Gives the memory back. */
void openings_free(OpeningList *list);

#endif

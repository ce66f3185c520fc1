/* filter - deleting positions by their labels, as the commands of Rapfi name them.
 *
 * The letters of labels (yixin_form.h), as the player sees them who moved last: "w", "wl", "wld".
 * With "non" before them all other positions are meant, and "" or "all" are all there are. "nostep"
 * after them leaves those without a length, "instep N" those of at most N plies, the move that led
 * to the position included. "recursive" at the end looks further than the next moves (see
 * filter_delete_after).
 */
#ifndef TENGEN_FILTER_H
#define TENGEN_FILTER_H

#include "tengen/database.h"

enum { FILTER_WORD_MAX = 32 };

typedef struct {
    char letters[FILTER_WORD_MAX];
    bool is_inverted, has_no_length, is_recursive;
    int length_most; /* 0: any */
} LabelFilter;

/* Reads a filter; false if it is none. */
bool filter_read(const char *text, LabelFilter *filter);

/* What became of the positions that a filter means. */
typedef struct {
    int64_t deleted;
    const char
        *fault; /* why no more were deleted, as a sentence of the database's; NULL: all were */
} FilterResult;

/* Deletes the positions that a filter means: all or, if there is a diagram, those that come after
 * it by moves. Asks now and then whether to go on, if may_go_on is not NULL. Ends at the first one
 * that cannot be deleted. */
FilterResult filter_delete(const LabelFilter *filter, Database *database, const Diagram *before,
                           bool (*may_go_on)(void *context), void *context);

/* Deletes move by move as Rapfi does. Looks at the positions after each move. If the filter means
 * one, it is deleted with all positions that come after it. A position stays if another known
 * position leads to it. A recursive filter also looks behind positions that it does not mean. A
 * filter that means all deletes all that comes after the position. */
FilterResult filter_delete_after(const LabelFilter *filter, Database *database,
                                 const Diagram *before, bool (*may_go_on)(void *context),
                                 void *context);

#endif

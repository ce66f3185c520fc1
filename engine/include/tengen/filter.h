/* filter - deletes positions by their labels, with the filter words of Rapfi's commands.
 *
 * A filter begins with letters of labels (yixin_form.h), such as "w", "wl" or "wld", seen by the
 * player who moved last. "non" in front selects all other positions; "" or "all" selects every
 * position. "nostep" behind the letters selects only positions without a length. "instep N" selects
 * those of at most N plies, counting the move that led to the position. "recursive" at the end
 * looks further than the next moves (see filter_delete_after).
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

/* Reads a filter; false if the text is not one. */
bool filter_read(const char *text, LabelFilter *filter);

/* The result of a deletion. */
typedef struct {
    int64_t deleted;
    const char
        *fault; /* why no more were deleted, as a sentence of the database's; NULL: all were */
} FilterResult;

/* Deletes the positions that a filter selects. If there is a diagram, only those that can follow
 * from it by moves are deleted. Asks `may_go_on` now and then, unless it is NULL. Ends at the first
 * position that cannot be deleted. */
FilterResult filter_delete(const LabelFilter *filter, Database *database, const Diagram *before,
                           bool (*may_go_on)(void *context), void *context);

/* Deletes move by move, as Rapfi does. It looks at the position after each move. If the filter
 * selects it, it is deleted with all positions that follow from it. A position stays if another
 * known position leads to it. A recursive filter also looks behind positions that it does not
 * select. A filter for all positions deletes everything that follows. */
FilterResult filter_delete_after(const LabelFilter *filter, Database *database,
                                 const Diagram *before, bool (*may_go_on)(void *context),
                                 void *context);

#endif

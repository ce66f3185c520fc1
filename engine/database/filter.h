/* filter - deleting positions by their labels, as the commands of Rapfi name them.
 *
 * The letters of labels (yixin_form.h), as the player sees them who moved last: "w", "wl", "wld".
 * With "non" before them all other positions are meant, and "" or "all" are all there are. "nostep"
 * after them leaves those without a length, "instep N" those of at most N plies, the move that led
 * to the position included. "recursive" behind all that looks further than the moves of a position.
 */
#ifndef TENGEN_DATABASE_FILTER_H
#define TENGEN_DATABASE_FILTER_H

#include "database.h"

enum { FILTER_WORD_MAX = 32 };

typedef struct {
    char letters[FILTER_WORD_MAX];
    bool is_inverted, has_no_length, is_recursive;
    int length_most; /* 0: any */
} LabelFilter;

/* Reads a filter; false if it is none. */
bool filter_read(const char *text, LabelFilter *filter);

/* Deletes the positions that a filter means: all or, if there is a diagram, those that come after
 * it by moves. Asks now and then whether to go on, if may_go_on is not NULL. Returns how many were
 * deleted. */
int64_t filter_delete(const LabelFilter *filter, Database *database, const Diagram *before,
                      bool (*may_go_on)(void *context), void *context);

/* Deletes move by move as Rapfi does. Of the positions after a move those that the filter means go,
 * each with all that comes after it in the database, but for positions to which another one leads
 * that is there. A recursive filter also looks behind moves that it does not mean. A filter that
 * means all deletes all that comes after the position. */
int64_t filter_delete_after(const LabelFilter *filter, Database *database, const Diagram *before,
                            bool (*may_go_on)(void *context), void *context);

#endif

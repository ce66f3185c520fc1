/* told - what the transposition table was told of positions, so that it can be taken back.
 *
 * What somebody else says of a position goes into the table like the result of a search, and other
 * values follow from it. A proven result is true for ever. But a label is an opinion, and a value
 * may be corrected: where the same somebody says otherwise later, all that the table holds is in
 * doubt. So it is noted what was said, by the keys of the positions.
 */
#ifndef TENGEN_SEARCH_TOLD_H
#define TENGEN_SEARCH_TOLD_H

#include "tengen/verdict.h"

#include <stdbool.h>
#include <stdint.h>

enum { TOLD_MAX = 3 << 12 }; /* verdicts that are noted: what some walks through a database find */

typedef struct {
    uint64_t key;       /* of the position; 0: an empty slot */
    VerdictLabel label; /* VERDICT_OPEN: it was a value */
    int depth;          /* of the value */
} ToldVerdict;

typedef struct {
    ToldVerdict *slots; /* owned */
    int count;
} Told;

/* Makes room; false if there is no memory for it. */
bool told_init(Told *told);

/* Gives the room back. */
void told_free(Told *told);

/* Forgets all. */
void told_clear(Told *told);

/* Notes what the table is told of a position, unless it is proven. False if there is no room: then
 * the table must not be told. */
bool told_note(Told *told, uint64_t key, const Verdict *verdict);

/* Says whether what is said of the position now (NULL: nothing) leaves standing what the table was
 * told of it before: a label is the same, a value has no less depth. */
bool told_holds(const Told *told, uint64_t key, const Verdict *now);

#endif

/* propagate - what a proven result means for the positions that lead to it.
 *
 * A position is won if one move leads to a lost one, and lost if all moves lead to won ones. Both
 * are known in the database alone: a proof goes on to the positions that are there and have one
 * stone less, and from each that is decided by it to those before, and so on.
 */
#ifndef TENGEN_DATABASE_PROPAGATE_H
#define TENGEN_DATABASE_PROPAGATE_H

#include "tengen/database.h"

/* Adds what was found out about a position to what is kept of it (verdict_join), and what follows
 * from it. NULL, or a sentence why it cannot be kept. */
const char *database_note(Database *database, const Diagram *diagram, const Verdict *verdict);

#endif

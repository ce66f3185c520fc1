/* gathered - what the tests of the lab share: somebody who listens to it and keeps the file. */
#ifndef TENGEN_TESTS_GATHERED_H
#define TENGEN_TESTS_GATHERED_H

#include "api/types.h"

/* The lines of a file, and when to say stop. All zero to begin with. */
typedef struct {
    char **lines; /* owned */
    int count;
    int stop_after; /* lines after which it says stop; 0: never */
} Gathered;

/* A listener that puts the lines into `gathered`. */
ToolListener gathered_listener(Gathered *gathered);

/* Gives the memory back. */
void gathered_free(Gathered *gathered);

/* Says whether the lines are the same. */
bool gathered_equals(const Gathered *one, const Gathered *other);

#endif

/* opening_name - what people call the first three stones of a game.
 *
 * Black begins in the middle, white answers beside it, and black puts the third stone within two
 * points of the first. Up to symmetry that gives 26 positions. Renju names each of them, and
 * players of the other rules have taken the names over.
 */
#ifndef TENGEN_OPENING_NAME_H
#define TENGEN_OPENING_NAME_H

#include "tengen/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* a shared library exports these, and nothing else */

enum { OPENING_NAME_STONES = 3, OPENING_NAMES = 26 };

typedef struct {
    const char *name; /* one word, in the Latin letters of Japanese */
    const char
        *code; /* the number of the Renju International Federation: D is direct, I indirect */
} OpeningName;

/* The name of the opening that begins with these stones, in the order in which they were played.
 * NULL if it has none. The name is a constant. */
const OpeningName *opening_name(const Game *game, const Coordinates stones[OPENING_NAME_STONES]);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif

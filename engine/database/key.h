/* key - the name of a position in a database: the same for all its images and orders of moves.
 *
 * A key holds the whole position, so two positions never share one, and the position can be read
 * back. It is short (a byte a stone) and in an order that is of use: positions of one game follow
 * each other, those with fewer stones first.
 *
 *   4 bits       number of the rule in the protocol
 *   4 bits       how many in a row win
 *   1 byte each  width, height
 *   2 bytes      twice the number of stones, and 1 if white is to move; the larger byte first
 *   then for each stone and blocked point, row by row: how many empty points lie between it and the
 *   one before, times 4, and its Colour. 64 empty points without a stone are KEY_GAP.
 *
 * Of all images of a position the one with the smallest key names it.
 */
#ifndef TENGEN_DATABASE_KEY_H
#define TENGEN_DATABASE_KEY_H

#include "board/geometry.h"
#include "tengen/diagram.h"

#include <stdbool.h>

enum {
    KEY_HEAD = 5, /* bytes before the stones */
    KEY_MAX = KEY_HEAD + SIDE_MAX * SIDE_MAX,
    KEY_GAP = 63 << 2 | EMPTY,
};

typedef struct {
    int length;
    uint8_t bytes[KEY_MAX];
} Key;

/* The geometry of a diagram, as far as symmetries need it. */
Geometry key_geometry(const Game *game);

/* The key of a position, and the symmetry that leads to the image that it describes. */
Key key_of(const Diagram *diagram, int *symmetry);

/* Reads the position that a key describes; false if it is no key. */
bool key_read(const uint8_t *bytes, int length, Diagram *diagram);

/* The symmetries that leave a position as it is, a bit for each; the first one always does. */
unsigned key_symmetries(const Diagram *diagram);

#endif

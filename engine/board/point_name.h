/* point_name - points as files and people write them: "h8", a letter and a number.
 *
 * The letter is the column from a; after z comes aa. The number is the row from 1.
 */
#ifndef TENGEN_BOARD_POINT_NAME_H
#define TENGEN_BOARD_POINT_NAME_H

#include "tengen/game.h"

enum { POINT_NAME_MAX = 4 }; /* "af32" */

/* Writes the name of a point and returns the number of bytes; the text has room for
 * POINT_NAME_MAX + 1. */
int point_name_write(Coordinates point, char *text);

/* Reads a name and returns what follows it; NULL if there is none, or the point lies outside a
 * board of that size. */
const char *point_name_read(const char *text, int width, int height, Coordinates *point);

#endif

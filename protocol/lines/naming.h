/* naming - the names of points on the board that somebody sees.
 *
 * Every board that a person sees has columns named from a at the left and row 1 at the bottom. For
 * Tengen, renju players and c-gomoku-cli x is the column and y the row, so that 7,7 is h8.
 * Yixin-Board sends the row, counted from the top, and then the column: the same two numbers are
 * another point of its board. Piskvork writes the protocol's own numbers beside its board and into
 * its log.
 */
#ifndef TENGEN_PROTOCOL_LINES_NAMING_H
#define TENGEN_PROTOCOL_LINES_NAMING_H

#include "tengen/engine.h"

#include <stdbool.h>

/* How points are written for people. */
typedef enum {
    NAMING_NUMBERS, /* 7,7 as in the protocol; drawn like NAMING_LETTERS */
    NAMING_LETTERS, /* h8: x is the column, y + 1 the row */
    NAMING_YIXIN,   /* as Yixin-Board labels its board: x is the row from the top, y the column */
} Naming;

enum { NAMING_TEXT_MAX = 24 }; /* two numbers of eleven characters, a comma, the end */

/* Stores how many columns and rows the drawn board has. */
void naming_size(Naming naming, const Game *game, int *columns, int *rows);

/* The point that is drawn in that column, from 0 at the left, and row, from 0 at the bottom. */
Coordinates naming_point_at(Naming naming, const Game *game, int column, int row);

/* Writes a column's name, a to z and then aa to az; returns the text. */
const char *naming_write_column(int column, char text[NAMING_TEXT_MAX]);

/* Writes what a point of the board is called; returns the text. */
const char *naming_write(Naming naming, const Game *game, Coordinates point,
                         char text[NAMING_TEXT_MAX]);

/* Reads a name such as h8, of a point on the board or outside, or the protocol's "7,7". False, and
 * the point untouched, if it is neither. */
bool naming_read(Naming naming, const Game *game, const char *text, Coordinates *point);

#endif

/* board_texts - short texts that are written on the points of a board, as one text.
 *
 * Each is a line "x,y text" with its end, no two for the same point.
 */
#ifndef TENGEN_BOARD_TEXTS_H
#define TENGEN_BOARD_TEXTS_H

#include "tengen/diagram.h"

#include <stdbool.h>
#include <stddef.h>

/* One of them. Its words lead into the text, without the end of the line. */
typedef struct {
    Coordinates at;
    const char *words;
    int length;
} BoardText;

/* Texts that are being written. It knows which points have one, so that the time for all of them
 * grows with their length alone. */
typedef struct {
    char *texts;
    size_t room, length;
    bool has_text[SIDE_MAX][SIDE_MAX]; /* of a row and a column */
} BoardTextWriter;

/* Reads the next one from there and returns where to go on; NULL: there is none. Lines that make no
 * sense are passed over. A text from elsewhere may have two for one point: the first counts. */
const char *board_texts_next(const char *texts, BoardText *found);

/* The text on a point; false if there is none. */
bool board_texts_find(const char *texts, Coordinates at, BoardText *found);

/* The text on a point of a position, or else on one that is the same by a symmetry of the position;
 * false if there is none. */
bool board_texts_find_same(const char *texts, const Diagram *diagram, Coordinates at,
                           BoardText *found);

/* Begins to write texts into a buffer that holds `room` bytes. The buffer stays the caller's. It is
 * a whole text after each call. */
void board_texts_begin(BoardTextWriter *writer, char *texts, size_t room);

/* Appends a text. Bytes that would end the line become blanks. An empty text is not appended, nor
 * one that finds no room, nor a second one for the same point. */
void board_texts_add(BoardTextWriter *writer, const BoardText *added);

/* Appends texts one by one. */
void board_texts_add_all(BoardTextWriter *writer, const char *added);

/* Copies texts into an empty buffer, but for those on a point of a position and on all that are the
 * same; then appends another one for that point. */
void board_texts_replace(const char *texts, const Diagram *diagram, const BoardText *replacement,
                         char *replaced, size_t room);

#endif

/* record_text - the words of a record: numbers, moves and scores as text (records.h has the lines).
 *
 * Openings and the positions of the bench are written in the same moves. Numbers and moves that
 * are written read back as the same, and nothing else is accepted.
 */
#ifndef TENGEN_TOOLS_GAMES_RECORD_TEXT_H
#define TENGEN_TOOLS_GAMES_RECORD_TEXT_H

#include "board/geometry.h"
#include "eval/value.h"

#include <stdint.h>

enum {
    RECORD_MOVES_MAX = SIDE_MAX * SIDE_MAX,
    RECORD_MOVE_TEXT_MAX = 4,         /* "af32" */
    RECORD_SCORE_TEXT_MAX = 7,        /* "-20000," */
    RECORD_NO_SCORE = VALUE_INFINITE, /* a move that was not searched for */
};

/* Steps over words that must stand there, and returns what follows; NULL if others do. It passes
 * NULL on, so that steps can follow one another and be checked at the end. */
const char *record_pass(const char *text, const char *words);

/* Reads a number without sign, blanks or leading zeros and returns what follows; NULL if there is
 * none, or it does not fit. */
const char *record_read_number(const char *text, uint64_t *number);

/* The same for a number that may be no larger than `most`. */
const char *record_read_small(const char *text, int most, int *number);

/* Writes a move and returns the number of bytes; the text has room for RECORD_MOVE_TEXT_MAX + 1. */
int record_write_move(const Geometry *geometry, Point move, char *text);

/* Reads a move and returns what follows it; NULL if there is none, or it lies outside the board. */
const char *record_read_point(const Geometry *geometry, const char *text, Point *move);

/* Reads moves without blanks up to the end of the word, none twice and at least one, and returns
 * what follows; NULL if anything else stands there. */
const char *record_read_moves(const Geometry *geometry, const char *text, Point *moves, int *count);

/* Writes a score and returns the number of bytes; the text has room for RECORD_SCORE_TEXT_MAX +
 * 1. */
int record_write_score(Value score, char *text);

#endif

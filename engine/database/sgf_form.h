/* sgf_form - games in the Smart Game Format, in which Gomoku is game 4: files that end in .sgf.
 *
 *   (;FF[4]GM[4]SZ[15]RU[freestyle]RE[B+R];B[hh];W[ig])
 *
 * A point is its column, and its row from the top, in letters; RU has the rule in the words of
 * psq_form.h. Any number of games follow each other. The result counts for the first line of a
 * game, the one that was played; positions of its variations are kept without.
 */
#ifndef TENGEN_DATABASE_SGF_FORM_H
#define TENGEN_DATABASE_SGF_FORM_H

#include "tengen/form.h"

/* The functions of an ExchangeForm. */
bool sgf_form_is(const uint8_t *bytes, size_t count);
bool sgf_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX]);

#endif

/* pos_form - a game as RenLib and Yixin-Board write it without texts, files that end in .pos.
 *
 * The first byte says how many moves follow, a byte each: 15 times the row from the top, plus the
 * column. Nothing tells such a file but that no point comes twice. It is of a board of 15x15, and
 * tells neither rule nor result.
 */
#ifndef TENGEN_DATABASE_POS_FORM_H
#define TENGEN_DATABASE_POS_FORM_H

#include "tengen/form.h"

/* The functions of an ExchangeForm. */
bool pos_form_is(const uint8_t *bytes, size_t count);
bool pos_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX]);

#endif

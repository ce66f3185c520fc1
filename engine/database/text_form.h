/* text_form - positions as text: a line for each, after a line that says which form it is.
 *
 *   tengen positions 1
 *   0 15x15 5 white h8 - - loss 12 0 none 0 20261125 "" i9 "A"
 *
 * The words are: number of the rule, size, how many in a row win, who is to move, the black stones,
 * the white ones, the blocked points ("-": none), the label, its plies, value, bound, depth, date,
 * the comment, and each board text after its point. In texts \n is the end of a line, \" and \\ are
 * themselves; no other byte below a blank is written.
 */
#ifndef TENGEN_DATABASE_TEXT_FORM_H
#define TENGEN_DATABASE_TEXT_FORM_H

#include "tengen/form.h"

/* The functions of an ExchangeForm. */
bool text_form_is(const uint8_t *bytes, size_t count);
bool text_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                    char fault[DATABASE_FAULT_MAX]);
int64_t text_form_write(Database *database, const Game *game, const FileSink *sink);

/* Writes the line of one position. */
void text_form_write_position(const FileSink *sink, const Diagram *diagram,
                              const DatabaseRecord *record);

#endif

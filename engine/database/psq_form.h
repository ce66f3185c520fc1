/* psq_form - games as Piskvork and scripts/match write them, files that end in .psq.
 *
 *   Piskvorky 15x15, 11:11, 0      width and height, then what says nothing of the game
 *   8,8,0                          column and row from 1, and what comes after
 *   ...                            the first line that is no such move ends the moves
 *   1,freestyle                    the last: who won (1 black, 2 white, 0 nobody), and the rule
 *
 * Piskvork itself leaves the result out: then it is the one that stands on the board.
 */
#ifndef TENGEN_DATABASE_PSQ_FORM_H
#define TENGEN_DATABASE_PSQ_FORM_H

#include "tengen/form.h"

/* The functions of an ExchangeForm. */
bool psq_form_is(const uint8_t *bytes, size_t count);
bool psq_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX]);

#endif

/* pgn_form - games as scripts/match writes them for rating programs, files that end in .pgn.
 *
 * Any number of games follow each other. White and Black are the colours of Gomoku, so Black moves
 * first, and 1-0 means that White won. The tags Rule, BoardSize and WinLength tell the game, moves
 * are points such as h8, and comments in braces say nothing here.
 */
#ifndef TENGEN_DATABASE_PGN_FORM_H
#define TENGEN_DATABASE_PGN_FORM_H

#include "tengen/form.h"

/* The functions of an ExchangeForm. */
bool pgn_form_is(const uint8_t *bytes, size_t count);
bool pgn_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX]);

#endif

/* csv_form - the databases of Rapfi as tables, which it writes by yxdbtotxt.
 *
 *   index,key,label,value,depth,bound,text
 *   0,f-15-15-h8j10-i9-w,w,-29990,12,exact,"@BTXT@66A\bcomment"
 *
 * A key has the rule (f, s or r), width, height, black and white stones, and who is to move. Rows 1
 * are at the bottom. In texts \n ends a line, \b ends the board texts, and any other letter stands
 * for itself after a backslash. Each row says what a record of a .db says (yixin_form.h).
 */
#ifndef TENGEN_DATABASE_CSV_FORM_H
#define TENGEN_DATABASE_CSV_FORM_H

#include "tengen/form.h"

/* The functions of an ExchangeForm. */
bool csv_form_is(const uint8_t *bytes, size_t count);
bool csv_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX]);

#endif

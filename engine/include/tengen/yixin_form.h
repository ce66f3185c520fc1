/* yixin_form - the databases of Yixin and Rapfi, files that end in .db.
 *
 * A number of records, each a key (rule, width, height, the black stones, the white ones; a stone
 * at -1,-1 is a pass) and what is known: a label as the player sees it who moved last, a value to
 * the side to move, depth and bound, and a text that has the board texts in front. Rapfi packs the
 * file by LZ4; it is written unpacked, which it reads as well. A record without a position says
 * that texts are in UTF-8; else they are in a code page (letters.h), also those that are written.
 * Wins in such a file were never proven to us: their length stays in the value, and the label is an
 * opinion.
 */
#ifndef TENGEN_YIXIN_FORM_H
#define TENGEN_YIXIN_FORM_H

#include "tengen/form.h"

/* The letter of a label: 'w' if the player who moved last wins, 'l', 'd', '!' forced, 'x' blocked;
 * -1: there is none. */
int yixin_code(VerdictLabel label);

/* The label of a letter; VERDICT_OPEN if it is none. */
VerdictLabel yixin_label(int code);

/* The value of a position to the side to move, in which a win has its length: 30000 less it. */
int yixin_value(const Verdict *verdict);

/* The plies to the end of the game, with the move that led to the position: so a win is shown as
 * long as the search before that move called it. 0: there is no label of a win or loss, or its
 * value does not tell. */
int yixin_steps(const Verdict *verdict);

/* The text of a record, which has the board texts in front, in its parts. */
typedef struct {
    char comment[DATABASE_TEXT_MAX], texts[DATABASE_TEXT_MAX];
    char whole[DATABASE_TEXT_MAX]; /* in UTF-8 */
} YixinText;

/* Parts a text as it stands in a file, which is in the letters that the notes tell; NULL: in UTF-8.
 * One that finds no room is left out, which is noted. */
void yixin_text_read(YixinText *text, const char *raw, size_t length, FormNotes *notes);

/* The functions of an ExchangeForm. */
bool yixin_form_is(const uint8_t *bytes, size_t count);
bool yixin_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                     char fault[DATABASE_FAULT_MAX]);
int64_t yixin_form_write(Database *database, const Game *game, const FileSink *sink);

#endif

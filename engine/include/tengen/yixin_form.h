/* yixin_form - the databases of Yixin and Rapfi, files that end in .db.
 *
 * A file is a list of records. Each has a key: rule, width, height, black stones, white stones. A
 * stone at -1,-1 is a pass. Then comes what is known: a label, seen by the player who moved last; a
 * value for the side to move; depth and bound; a text that begins with the board texts.
 *
 * Rapfi packs the file with LZ4. Tengen writes it unpacked, which Rapfi reads as well. A record
 * without a position says that texts are in UTF-8. Without it, texts are read and written in a code
 * page (letters.h). Wins in such a file were not proven to Tengen. So their length stays in the
 * value, and the label is an opinion.
 */
#ifndef TENGEN_YIXIN_FORM_H
#define TENGEN_YIXIN_FORM_H

#include "tengen/form.h"

/* The letter of a label: 'w' if the player who moved last wins, 'l' if he loses, 'd' draw, '!'
 * forced, 'x' blocked; -1 if there is none. */
int yixin_code(VerdictLabel label);

/* The label that a letter stands for; VERDICT_OPEN if it stands for none. */
VerdictLabel yixin_label(int code);

/* The value of a position for the side to move. A win in N plies has the value 30000 - N. */
int yixin_value(const Verdict *verdict);

/* The plies to the end of the game, counting the move that led to the position. So a win is shown
 * with the length that the search gave it before that move. 0 if there is no label of a win or
 * loss, or if its value does not tell the length. */
int yixin_steps(const Verdict *verdict);

/* The parts of the text of a record. The board texts come first in the whole text. */
typedef struct {
    char comment[DATABASE_TEXT_MAX], texts[DATABASE_TEXT_MAX];
    char whole[DATABASE_TEXT_MAX]; /* in UTF-8 */
} YixinText;

/* Splits the text of a record into its parts. The notes name its code page; NULL means UTF-8. A
 * text without enough room is left out, which is noted. */
void yixin_text_read(YixinText *text, const char *raw, size_t length, FormNotes *notes);

/* The functions of an ExchangeForm. */
bool yixin_form_is(const uint8_t *bytes, size_t count);
bool yixin_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                     char fault[DATABASE_FAULT_MAX]);
int64_t yixin_form_write(Database *database, const Game *game, const FileSink *sink);

#endif

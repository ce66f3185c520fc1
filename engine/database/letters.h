/* letters - texts of files that may be in UTF-8 or not, and do not tell.
 *
 * What is kept is UTF-8. A text that is no UTF-8 is read by the code page that was named, or else
 * as Latin-1, which has a letter for each byte: so whatever it was, the same bytes can be written.
 * Once a file has a text that is no UTF-8, all of them are in the code page: a text of one or two
 * letters in GBK is UTF-8, too, by chance.
 */
#ifndef TENGEN_DATABASE_LETTERS_H
#define TENGEN_DATABASE_LETTERS_H

#include "tengen/form.h"

/* Turns a text of a file, `length` bytes, into UTF-8 with a zero at its end. Notes if it is none,
 * and if its letters had to be guessed; NULL: nobody named a code page. False: it takes `room`
 * bytes or more. */
bool letters_read(FormNotes *notes, const char *raw, size_t length, char *text, size_t room);

/* Turns a text of UTF-8 into bytes that are read as that text by those who name the same code page,
 * or none: those of the code page, Latin-1 or UTF-8, the first that can be. Returns how many; a
 * zero follows them, and the buffer has as much room as the text. */
size_t letters_write(CodePage *page, const char *text, size_t length, char *raw);

#endif

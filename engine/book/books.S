/* books - the files in books/, embedded as they are, a line each; see book.h.
 *
 * A file is a pair of symbols, book_NAME_begin and book_NAME_end. NAME is in the list BOOKS of
 * book.c, and has no room in eval/weights_web.S.
 */
#include "port/embed.S"

    embed freestyle15.bin, SYMBOL(book_freestyle15)
    embed standard15.bin, SYMBOL(book_standard15)
    embed renju15.bin, SYMBOL(book_renju15)

/* For people alone; see explorer.h. */
    embed explorer.bin, SYMBOL(explorer)

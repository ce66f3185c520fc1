/* form - what a form of files has to offer: reading positions, and writing them.
 *
 * Each form is a module of its own, and knows nothing but this header. exchange.c has the table of
 * all forms.
 */
#ifndef TENGEN_FORM_H
#define TENGEN_FORM_H

#include "tengen/code_page.h"
#include "tengen/database.h"

#include <stddef.h>

/* What is known of a file while it is read, beside its bytes. */
typedef struct {
    CodePage *code_page; /* of texts that are no UTF-8; NULL: none was named; not owned */
    bool are_foreign;    /* such a text was read */
    const char *warning; /* a sentence about what is odd and was read all the same; NULL: nothing */
} FormNotes;

/* Notes what is odd, unless something was before. */
static inline void form_warn(FormNotes *notes, const char *warning)
{
    if (notes != NULL && notes->warning == NULL) {
        notes->warning = warning;
    }
}

/* Gets the positions of a file one by one. False: no more are wanted. */
typedef struct {
    void *context;
    bool (*take)(void *context, const Diagram *diagram, const DatabaseRecord *record);

    /* Gets a position of a game instead, and who won that; EMPTY: nobody. */
    bool (*count)(void *context, const Diagram *diagram, Colour winner);

    FormNotes *notes; /* NULL: nobody asks for them */
} PositionSink;

/* Gets the bytes of a file piece by piece. */
typedef struct {
    void *context;
    void (*write)(void *context, const void *bytes, size_t count);
    CodePage *code_page; /* of texts, where the form does not say UTF-8; NULL: none was named */
} FileSink;

/* A form of files. */
typedef struct {
    const char *name; /* the end of a file's name */
    const char *kind; /* what such a file is, for people */

    /* Says whether the bytes begin like a file of that form. */
    bool (*is_form)(const uint8_t *bytes, size_t count);

    /* Reads a file, whose last byte a zero follows; the game is for forms that do not tell theirs.
     * False and a sentence if something is wrong with it. */
    bool (*read)(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                 char fault[DATABASE_FAULT_MAX]);

    /* Writes all positions that the form has room for, and returns how many; a form that does not
     * tell its game those of that game. -1: it has no room for that game, or there is not enough
     * memory. NULL: such files are only read. */
    int64_t (*write)(Database *database, const Game *game, const FileSink *sink);
} ExchangeForm;

#endif

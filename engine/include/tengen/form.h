/* form - what a module for one form of files offers: it reads positions, and may write them.
 *
 * Each form is a separate module that knows only this header. exchange.c has the table of them.
 */
#ifndef TENGEN_FORM_H
#define TENGEN_FORM_H

#include "tengen/code_page.h"
#include "tengen/database.h"

#include <stddef.h>

/* What is known about a file while it is read, besides its bytes. */
typedef struct {
    CodePage *code_page; /* of texts that are not UTF-8; NULL: none was named; not owned */
    bool are_foreign;    /* a text that is not UTF-8 was read */
    const char *warning; /* a sentence about something odd that was read anyway; NULL: nothing */
} FormNotes;

/* Notes something odd, unless something was noted before. */
static inline void form_warn(FormNotes *notes, const char *warning)
{
    if (notes != NULL && notes->warning == NULL) {
        notes->warning = warning;
    }
}

/* Receives the positions of a file one by one. Each function returns false to end the reading. */
typedef struct {
    void *context;
    bool (*take)(void *context, const Diagram *diagram, const DatabaseRecord *record);

    /* Receives a position of a game instead, and who won the game; EMPTY: nobody. */
    bool (*count)(void *context, const Diagram *diagram, Colour winner);

    FormNotes *notes; /* NULL: nobody wants them */
} PositionSink;

/* Receives the bytes of a file piece by piece. */
typedef struct {
    void *context;
    void (*write)(void *context, const void *bytes, size_t count);
    CodePage *code_page; /* of texts, where the form does not prescribe UTF-8; NULL: none */
} FileSink;

/* A form of files. */
typedef struct {
    const char *name; /* the end of the name of such a file */
    const char *kind; /* what such a file is, for people */

    /* Says whether the bytes begin like a file of this form. */
    bool (*is_form)(const uint8_t *bytes, size_t count);

    /* Reads a file. A zero must follow its last byte. The game is for forms that do not name
     * theirs. False and a sentence if something is wrong with the file. */
    bool (*read)(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                 char fault[DATABASE_FAULT_MAX]);

    /* Writes all positions that the form can hold, and returns how many. A form that does not name
     * its game writes only positions of the given game. -1 if the form cannot hold that game, or if
     * there is not enough memory. NULL: such files are only read. */
    int64_t (*write)(Database *database, const Game *game, const FileSink *sink);
} ExchangeForm;

#endif

/* rif_form - the games that RenjuNet has collected, files that end in .rif: XML.
 *
 *   <database> ... <games>
 *     <game id="1" rule="2" black="7" white="9" bresult="0.5" ...><move>h8 i9 h6</move>...</game>
 *
 * Of a game bresult counts, black's points of one, and the text of its first element move, points
 * as people name them. All are games of renju, on a board of 15x15, whatever the opening rule was.
 * One whose moves make no sense is left out, which is noted: many people have written such a file.
 * Where the program was built without expat, rif_form_none.c says so whenever one is read.
 */
#ifndef TENGEN_DATABASE_RIF_FORM_H
#define TENGEN_DATABASE_RIF_FORM_H

#include "tengen/form.h"

#include <string.h>

/* The functions of an ExchangeForm. */
static inline bool rif_form_is(const uint8_t *bytes, size_t count)
{
    (void)count;
    return strncmp((const char *)bytes, "<?xml", 5) == 0 ||
           strncmp((const char *)bytes, "<database", 9) == 0;
}

bool rif_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX]);

#endif

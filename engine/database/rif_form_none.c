/* rif_form - a program without expat reads no XML; see rif_form.h. */
#include "database/rif_form.h"

#include <stdio.h>

bool rif_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX])
{
    (void)bytes, (void)count, (void)game, (void)sink;
    snprintf(fault, DATABASE_FAULT_MAX, "it is XML, and this program was built without expat");
    return false;
}

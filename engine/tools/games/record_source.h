/* record_source - a file of games of either form, from memory, game by game.
 *
 * Whoever reads games need not know whether they are text (records.h) or binary (record_binary.h):
 * the first bytes tell.
 *
 *   if (record_source_open(source, bytes, count)) {
 *       while (record_source_next(source, &record)) { ... }
 *   }
 *   if (source->fault != NULL) { ... }
 *
 * A binary file that is damaged gives no game. A text gives the games before the damage, or all of
 * them before its checksum shows that one was changed. So the games count only if there is no fault
 * in the end.
 */
#ifndef TENGEN_TOOLS_GAMES_RECORD_SOURCE_H
#define TENGEN_TOOLS_GAMES_RECORD_SOURCE_H

#include "tools/games/record_binary.h"
#include "tools/games/records.h"

#include <stddef.h>

/* A file being read. It is large (50 kB): allocate it. */
typedef struct {
    RecordHeader header; /* as soon as it is open, like `geometry` */
    Geometry geometry;
    int64_t games;  /* read so far */
    int64_t wanted; /* known after the last game: how many there should be. If there are fewer, the
                       tool that wrote them was stopped */
    int64_t line;   /* of a text: the number of the line that was read last, from 1 */

    /* A sentence. NULL: nothing is wrong so far; after the last game: the file is whole. */
    const char *fault;

    bool is_binary;
    RecordBinaryReader binary;
    RecordReader text;
    const char *at, *end; /* what is left of a text */
    char buffer[RECORD_TEXT_MAX];
} RecordSource;

/* Opens a file and reads its header. The bytes are borrowed until the last game is read. False:
 * `fault` says what is wrong. */
bool record_source_open(RecordSource *source, const void *bytes, size_t count);

/* Reads the next game. False with a fault, or if there is no other game: then the whole file is as
 * it was written. */
bool record_source_next(RecordSource *source, Record *record);

#endif

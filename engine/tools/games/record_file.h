/* record_file - a file of games: written by self-play, read by training, printed by `pbrain-tengen
 * records` (records.h has the text). It is checked strictly.
 *
 * Training takes millions of games. Numbers of a given width stand little-endian. A "number" takes
 * as many bytes as it needs: each has seven bits of it, the lowest first, and its high bit says
 * that more follow. A file is
 *
 *   header   magic "tengen\ng", whose line end tells of damage by text tools; version, 1 byte; rule
 *            by its number in the protocol, columns, rows and win length, 1 byte each; nodes, seed,
 *            hash of the openings and number of the first game, 8 bytes each; the variety, its
 *            eight numbers in the order of GameVariety; the length of the origin in bytes (2) and
 *            its words, as they stand in the text
 *   games    the result to black: 0 lost, 1 draw, 2 won (1 byte); numbers of all moves and of those
 *            that were given; each move as row * columns + column (1 byte on boards of up to 256
 *            points, else 2); a number for each score
 *   end      a byte 3; how many games there are and how many there should have been, 8 bytes each;
 *            the FNV-1a hash (64 bits) of every byte before it
 *
 * The number of a score is 0 where there was no search and 1 for a random move. Else it is
 * 2 + 2n for the value n and 3 + 2n for a win in n moves, n being folded: 2n for one that is not
 * negative, -1 - 2n for one that is. (A loss in n moves counts as -1 - n.) So most take one byte or
 * two.
 *
 * There is one way to write a file, and the reader takes no other. The reader looks at the hash
 * first, so that what comes out of it is what was written. It is safe with any other bytes, too.
 */
#ifndef TENGEN_TOOLS_GAMES_RECORD_FILE_H
#define TENGEN_TOOLS_GAMES_RECORD_FILE_H

#include "tools/games/records.h"

#include <stddef.h>
#include <stdint.h>

#define RECORD_MAGIC "tengen\ng" /* without the zero after it */

enum {
    RECORD_MAGIC_BYTES = 8,
    RECORD_FRAME_BYTES_MAX =
        200 + ORIGIN_TEXT_MAX, /* the header; the end; a game but for its moves */
    RECORD_BYTES_MAX = RECORD_MOVES_MAX * (2 + 3) + RECORD_FRAME_BYTES_MAX,
};

/* --- writing --- */

/* A file being written. It is large: allocate it. All but the first two is zero to begin with. */
typedef struct {
    BytesSink *sink; /* takes the bytes of the file */
    void *context;   /* of the sink; borrowed */
    Geometry geometry;
    uint64_t hash; /* of all bytes so far */
    int64_t games;
    uint8_t bytes[RECORD_BYTES_MAX];
} RecordWriter;

/* Writes what all games have in common. */
void record_write_header(RecordWriter *writer, const RecordHeader *header);

/* Writes the next game. */
void record_write_game(RecordWriter *writer, const Record *record);

/* Writes the end; `wanted` games should have been written. */
void record_write_end(RecordWriter *writer, int64_t wanted);

/* --- reading ---
 *
 *   if (record_open(reader, bytes, count)) {
 *       while (record_next(reader, &record)) { ... }
 *   }
 *   if (reader->fault != NULL) { ... }
 */

/* A file being read from memory. */
typedef struct {
    RecordHeader header; /* as soon as it is open, like `geometry` */
    Geometry geometry;
    int64_t games;  /* read so far */
    int64_t wanted; /* known after the last game: how many there should be. If there are fewer, the
                       tool that wrote them was stopped */
    bool has_end;
    const char *fault; /* a sentence; NULL: nothing is wrong so far */
    const uint8_t *at, *end;
} RecordReader;

/* Checks a file and reads its header. The bytes are borrowed until the last game is read. False:
 * `fault` says what is wrong. */
bool record_open(RecordReader *reader, const void *bytes, size_t count);

/* Reads the next game. False with a fault, or if there is no other game. */
bool record_next(RecordReader *reader, Record *record);

#endif

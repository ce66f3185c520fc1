/* record_binary - games in a form for machines. It takes less than half of the bytes of the text
 * (records.h) and is checked as strictly.
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
 * Each form can be made from the other, and then is the same byte by byte. There is one way to
 * write a file, and the reader takes no other. The reader looks at the hash first, so that what
 * comes out of it is what was written. It is safe with any other bytes, too.
 */
#ifndef TENGEN_TOOLS_GAMES_RECORD_BINARY_H
#define TENGEN_TOOLS_GAMES_RECORD_BINARY_H

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

/* --- writing; RecordWriter counts --- */

/* Writes the header and begins to count. Returns how many bytes; there is room for
 * RECORD_FRAME_BYTES_MAX. */
size_t record_binary_header(RecordWriter *writer, const RecordHeader *header, uint8_t *bytes);

/* Writes a game and returns how many bytes; there is room for RECORD_BYTES_MAX. It counts nothing,
 * so that threads can do it. */
size_t record_binary_game(const Geometry *geometry, const Record *record, uint8_t *bytes);

/* Counts the bytes of a game as written. */
void record_binary_count(RecordWriter *writer, const uint8_t *bytes, size_t count);

/* Writes the end and returns how many bytes; `wanted` games should have been written. There is room
 * for RECORD_FRAME_BYTES_MAX. */
size_t record_binary_end(const RecordWriter *writer, int64_t wanted, uint8_t *bytes);

/* --- reading --- */

/* A file being read from memory. */
typedef struct {
    RecordHeader header;
    Geometry geometry;
    int64_t games;  /* read so far */
    int64_t wanted; /* when the end has been read; if more than there are, it was stopped */
    bool has_end;
    const char *fault; /* a sentence; NULL: nothing is wrong so far */
    const uint8_t *at, *end;
} RecordBinaryReader;

/* Says whether bytes begin as such a file does. */
bool record_is_binary(const void *bytes, size_t count);

/* Checks a file and reads its header. The bytes are borrowed. False: `fault` says what is wrong. */
bool record_binary_open(RecordBinaryReader *reader, const void *bytes, size_t count);

/* Reads the next game. False: there is no other, or something is wrong (`fault`). */
bool record_binary_next(RecordBinaryReader *reader, Record *record);

#endif

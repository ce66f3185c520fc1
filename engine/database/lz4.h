/* lz4 - unpacks a frame of LZ4, in which Rapfi's databases come.
 *
 * A frame is unpacked block by block, so that it takes the same few megabytes of memory whatever
 * comes out of it: a small file can unpack to two hundred times its size. Checksums are not looked
 * at: what is unpacked is checked by whoever reads it.
 */
#ifndef TENGEN_DATABASE_LZ4_H
#define TENGEN_DATABASE_LZ4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Says whether the bytes begin like a frame. */
bool lz4_is_frame(const uint8_t *bytes, size_t count);

enum { LZ4_KEPT_MOST = 1 << 18 };

/* A frame that is being unpacked. */
typedef struct {
    const uint8_t *at, *end; /* what is still to be read */
    uint8_t *out;            /* the last block, after bytes of those before it; owned */
    size_t count;            /* bytes there */
    bool has_checksums;      /* a checksum follows each block */
    bool is_over;            /* the end of the frame was read */
    bool failed;             /* the frame is damaged, or there was no memory */
} Lz4;

/* Begins to unpack a frame, which must stay where it is; false if it is damaged, or there is no
 * memory. Goes with lz4_end in either case. */
bool lz4_begin(Lz4 *unpacker, const uint8_t *bytes, size_t count);

/* Unpacks the next block. Returns the last `kept` bytes before it, LZ4_KEPT_MOST at most, with the
 * block after them, and how many that are; they stay valid until the next call. NULL at the end of
 * the frame, where they are still valid, or if it is damaged (`failed`). */
const uint8_t *lz4_next(Lz4 *unpacker, size_t kept, size_t *count);

/* Frees what lz4_begin took. */
void lz4_end(Lz4 *unpacker);

#endif

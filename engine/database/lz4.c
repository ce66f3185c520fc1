/* lz4 - frames, blocks and sequences; see lz4.h. */
#include "database/lz4.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 4,
    BLOCK_STORED = 1u << 31, /* of a block's size: it is not packed */
    FLAG_DICTIONARY = 1 << 0,
    FLAG_SIZE = 1 << 3,
    FLAG_BLOCK_CHECKSUM = 1 << 4,
    CHECKSUM_BYTES = 4,
    SIZE_BYTES = 8,
    HEADER_BYTES = 7, /* magic, flags, block size, checksum of these */
    MATCH_MIN = 4,
    NIBBLE_MAX = 15,
    WINDOW = 1 << 16, /* how far back a match may begin */
    BLOCK_MOST = 4 << 20,
    ROOM = WINDOW + LZ4_KEPT_MOST + BLOCK_MOST,
};

static const uint8_t magic[MAGIC_BYTES] = {0x04, 0x22, 0x4D, 0x18};

bool lz4_is_frame(const uint8_t *bytes, size_t count)
{
    return count > HEADER_BYTES && memcmp(bytes, magic, sizeof magic) == 0;
}

/* The next bytes as a number, the smallest first; 0 and a failure if there are fewer. */
static uint32_t lz4_read_bytes(Lz4 *unpacker, int count)
{
    uint32_t number = 0;
    if (unpacker->end - unpacker->at < count) {
        unpacker->failed = true;
        return 0;
    }
    for (int i = 0; i < count; i++) {
        number |= (uint32_t)*unpacker->at++ << (8 * i);
    }
    return number;
}

/* Says whether there is room for more bytes of a block; it is damaged otherwise. */
static bool lz4_has_room(Lz4 *unpacker, size_t more)
{
    unpacker->failed = unpacker->failed || more > ROOM - unpacker->count;
    return !unpacker->failed;
}

/* Copies bytes of the input. */
static void copy_literals(Lz4 *unpacker, size_t length)
{
    if ((size_t)(unpacker->end - unpacker->at) < length) {
        unpacker->failed = true;
    } else if (lz4_has_room(unpacker, length)) {
        memcpy(unpacker->out + unpacker->count, unpacker->at, length);
        unpacker->count += length;
        unpacker->at += length;
    }
}

/* Repeats bytes of the output, which may overlap what they give. */
static void copy_match(Lz4 *unpacker, size_t offset, size_t length)
{
    if (offset == 0 || offset > unpacker->count) {
        unpacker->failed = true;
    } else if (lz4_has_room(unpacker, length)) {
        for (size_t i = 0; i < length; i++, unpacker->count++) {
            unpacker->out[unpacker->count] = unpacker->out[unpacker->count - offset];
        }
    }
}

/* A length whose first part is a nibble. */
static size_t read_length(Lz4 *unpacker, unsigned nibble)
{
    size_t length = nibble;
    uint32_t more = nibble == NIBBLE_MAX ? UINT8_MAX : 0;
    while (more == UINT8_MAX && !unpacker->failed) {
        more = lz4_read_bytes(unpacker, 1);
        length += more;
    }
    return length;
}

/* Unpacks the sequences of a block; its last one has literals alone. */
static void unpack_block(Lz4 *unpacker)
{
    while (unpacker->at < unpacker->end && !unpacker->failed) {
        unsigned token = lz4_read_bytes(unpacker, 1);
        copy_literals(unpacker, read_length(unpacker, token >> 4));
        if (unpacker->at < unpacker->end && !unpacker->failed) {
            size_t offset = lz4_read_bytes(unpacker, 2);
            copy_match(unpacker, offset, MATCH_MIN + read_length(unpacker, token & NIBBLE_MAX));
        }
    }
}

/* Drops what neither a match nor the reader can ask for any more. */
static void slide(Lz4 *unpacker, size_t kept)
{
    size_t wanted = kept > WINDOW ? kept : WINDOW;
    if (unpacker->count > wanted) {
        memmove(unpacker->out, unpacker->out + unpacker->count - wanted, wanted);
        unpacker->count = wanted;
    }
}

/* Unpacks, or copies, a block that takes so many bytes. */
static void read_block(Lz4 *unpacker, uint32_t size)
{
    const uint8_t *end = unpacker->end;
    size_t bytes = size & ~BLOCK_STORED;
    if ((size_t)(end - unpacker->at) < bytes) {
        unpacker->failed = true;
        return;
    }
    unpacker->end = unpacker->at + bytes;
    if (size & BLOCK_STORED) {
        copy_literals(unpacker, bytes);
    } else {
        unpack_block(unpacker);
    }
    unpacker->end = end;
}

bool lz4_begin(Lz4 *unpacker, const uint8_t *bytes, size_t count)
{
    *unpacker = (Lz4){.at = bytes + sizeof magic, .end = bytes + count};
    unsigned flags = lz4_read_bytes(unpacker, 1);
    lz4_read_bytes(unpacker, 1);
    lz4_read_bytes(unpacker, flags & FLAG_SIZE ? SIZE_BYTES / 2 : 0);
    lz4_read_bytes(unpacker, flags & FLAG_SIZE ? SIZE_BYTES / 2 : 0);
    lz4_read_bytes(unpacker, 1);
    unpacker->has_checksums = (flags & FLAG_BLOCK_CHECKSUM) != 0;
    unpacker->out = malloc(ROOM);
    unpacker->failed = unpacker->failed || (flags & FLAG_DICTIONARY) || unpacker->out == NULL;
    return !unpacker->failed;
}

const uint8_t *lz4_next(Lz4 *unpacker, size_t kept, size_t *count)
{
    uint32_t size = unpacker->failed || unpacker->is_over ? 0 : lz4_read_bytes(unpacker, 4);
    unpacker->is_over = unpacker->is_over || size == 0;
    if (size == 0 || unpacker->failed) {
        return NULL;
    }
    slide(unpacker, kept);
    size_t before = unpacker->count;
    read_block(unpacker, size);
    lz4_read_bytes(unpacker, unpacker->has_checksums ? CHECKSUM_BYTES : 0);
    *count = kept + unpacker->count - before;
    return unpacker->failed ? NULL : unpacker->out + before - kept;
}

void lz4_end(Lz4 *unpacker)
{
    free(unpacker->out);
    unpacker->out = NULL;
}

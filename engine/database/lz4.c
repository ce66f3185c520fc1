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
    UNPACKED_MAX = 1 << 30,
};

static const uint8_t magic[MAGIC_BYTES] = {0x04, 0x22, 0x4D, 0x18};

/* What is read, and what is written. */
typedef struct {
    const uint8_t *at, *end;
    uint8_t *out;
    size_t count, room;
    bool failed;
} Unpacker;

bool lz4_is_frame(const uint8_t *bytes, size_t count)
{
    return count > HEADER_BYTES && memcmp(bytes, magic, sizeof magic) == 0;
}

/* The next bytes as a number, the smallest first; 0 and a failure if there are fewer. */
static uint32_t read_bytes(Unpacker *unpacker, int count)
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

/* Makes room for more bytes of output. */
static bool reserve(Unpacker *unpacker, size_t more)
{
    size_t needed = unpacker->count + more + 1;
    if (needed > unpacker->room && needed <= UNPACKED_MAX) {
        size_t room = 2 * needed;
        uint8_t *out = realloc(unpacker->out, room);
        unpacker->out = out != NULL ? out : unpacker->out;
        unpacker->room = out != NULL ? room : unpacker->room;
    }
    unpacker->failed = unpacker->failed || needed > unpacker->room;
    return !unpacker->failed;
}

/* Copies bytes of the input. */
static void copy_literals(Unpacker *unpacker, size_t length)
{
    if ((size_t)(unpacker->end - unpacker->at) < length) {
        unpacker->failed = true;
    } else if (reserve(unpacker, length)) {
        memcpy(unpacker->out + unpacker->count, unpacker->at, length);
        unpacker->count += length;
        unpacker->at += length;
    }
}

/* Repeats bytes of the output, which may overlap what they give. */
static void copy_match(Unpacker *unpacker, size_t offset, size_t length)
{
    if (offset == 0 || offset > unpacker->count) {
        unpacker->failed = true;
    } else if (reserve(unpacker, length)) {
        for (size_t i = 0; i < length; i++, unpacker->count++) {
            unpacker->out[unpacker->count] = unpacker->out[unpacker->count - offset];
        }
    }
}

/* A length whose first part is a nibble. */
static size_t read_length(Unpacker *unpacker, unsigned nibble)
{
    size_t length = nibble;
    uint32_t more = nibble == NIBBLE_MAX ? UINT8_MAX : 0;
    while (more == UINT8_MAX && !unpacker->failed) {
        more = read_bytes(unpacker, 1);
        length += more;
    }
    return length;
}

/* Unpacks the sequences of a block; its last one has literals alone. */
static void unpack_block(Unpacker *unpacker)
{
    while (unpacker->at < unpacker->end && !unpacker->failed) {
        unsigned token = read_bytes(unpacker, 1);
        copy_literals(unpacker, read_length(unpacker, token >> 4));
        if (unpacker->at < unpacker->end && !unpacker->failed) {
            size_t offset = read_bytes(unpacker, 2);
            copy_match(unpacker, offset, MATCH_MIN + read_length(unpacker, token & NIBBLE_MAX));
        }
    }
}

/* Unpacks the blocks that follow the header, up to the block of size 0. */
static void unpack_blocks(Unpacker *unpacker, bool has_checksums)
{
    const uint8_t *end = unpacker->end;
    for (uint32_t size; (size = read_bytes(unpacker, 4)) != 0 && !unpacker->failed;) {
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
        read_bytes(unpacker, has_checksums ? CHECKSUM_BYTES : 0);
    }
}

uint8_t *lz4_unpack(const uint8_t *bytes, size_t count, size_t *unpacked)
{
    Unpacker unpacker = {.at = bytes + sizeof magic, .end = bytes + count};
    unsigned flags = read_bytes(&unpacker, 1);
    read_bytes(&unpacker, 1);
    read_bytes(&unpacker, flags & FLAG_SIZE ? SIZE_BYTES / 2 : 0);
    read_bytes(&unpacker, flags & FLAG_SIZE ? SIZE_BYTES / 2 : 0);
    read_bytes(&unpacker, 1);
    unpacker.failed = unpacker.failed || (flags & FLAG_DICTIONARY) || !reserve(&unpacker, 0);
    if (!unpacker.failed) {
        unpack_blocks(&unpacker, (flags & FLAG_BLOCK_CHECKSUM) != 0);
    }
    if (unpacker.failed) {
        free(unpacker.out);
        return NULL;
    }
    unpacker.out[unpacker.count] = '\0';
    *unpacked = unpacker.count;
    return unpacker.out;
}

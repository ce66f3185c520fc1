/* gzip - bytes as they are, in blocks of the format (RFC 1951, 3.2.4); see gzip.h. */
#include "tools/prove/gzip.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_MAX = 65535, /* bytes of a block: their number has 16 bits */
    BLOCK_HEAD = 5,
    WORD = 4,
};

static const uint32_t CRC_POLYNOMIAL = UINT32_C(0xEDB88320);

struct Gzip {
    BytesSink *sink;
    void *context;
    uint64_t written;
    uint32_t checksum, size; /* of all that was added, both as the format has them */
    size_t count;            /* in the block */
    uint8_t block[BLOCK_MAX];
};

static void hand_on(Gzip *gzip, const void *bytes, size_t count)
{
    gzip->sink(gzip->context, bytes, count);
    gzip->written += count;
}

Gzip *gzip_new(BytesSink *sink, void *context)
{
    static const uint8_t head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
    Gzip *gzip = calloc(1, sizeof *gzip);
    if (gzip != NULL) {
        gzip->sink = sink;
        gzip->context = context;
        hand_on(gzip, head, sizeof head);
    }
    return gzip;
}

static void end_block(Gzip *gzip, bool is_last)
{
    uint8_t low = (uint8_t)(gzip->count & 0xff), high = (uint8_t)(gzip->count >> 8);
    uint8_t head[BLOCK_HEAD] = {is_last, low, high, (uint8_t)~low, (uint8_t)~high};
    hand_on(gzip, head, sizeof head);
    hand_on(gzip, gzip->block, gzip->count);
    gzip->count = 0;
}

static uint32_t checksum_of(uint32_t checksum, const uint8_t *bytes, size_t count)
{
    checksum = ~checksum;
    for (size_t i = 0; i < count; i++) {
        checksum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            checksum = checksum >> 1 ^ (checksum & 1 ? CRC_POLYNOMIAL : 0);
        }
    }
    return ~checksum;
}

void gzip_add(Gzip *gzip, const void *bytes, size_t count)
{
    gzip->checksum = checksum_of(gzip->checksum, bytes, count);
    gzip->size += (uint32_t)count;
    for (const uint8_t *next = bytes; count > 0;) {
        size_t room = BLOCK_MAX - gzip->count, part = count < room ? count : room;
        memcpy(gzip->block + gzip->count, next, part);
        gzip->count += part;
        if (gzip->count == BLOCK_MAX) {
            end_block(gzip, false);
        }
        next += part;
        count -= part;
    }
}

uint64_t gzip_finish(Gzip *gzip)
{
    uint8_t tail[2 * WORD];
    end_block(gzip, true);
    for (int i = 0; i < WORD; i++) {
        tail[i] = (uint8_t)(gzip->checksum >> 8 * i);
        tail[WORD + i] = (uint8_t)(gzip->size >> 8 * i);
    }
    hand_on(gzip, tail, sizeof tail);
    return gzip->written;
}

void gzip_free(Gzip *gzip)
{
    free(gzip);
}

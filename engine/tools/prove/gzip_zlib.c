/* gzip - compressed by zlib; see gzip.h. */
#include "tools/prove/gzip.h"

#include <stdlib.h>
#include <zlib.h>

enum {
    OUTPUT = 1 << 14,        /* bytes that go to the sink at once */
    INPUT_MAX = 1 << 30,     /* bytes that zlib gets at once: it counts them in 32 bits */
    WINDOW_BITS = MAX_WBITS, /* the largest window */
    GZIP_WRAPPER = 16,       /* added to that: the format of gzip instead of zlib's own */
    MEMORY_LEVEL = 9,        /* of 9 */
    SYSTEM_UNKNOWN = 255,    /* in the header: the same file on every system */
};

struct Gzip {
    BytesSink *sink;
    void *context;
    z_stream stream;
    gz_header header;
    uint64_t written;
    uint8_t output[OUTPUT];
};

Gzip *gzip_new(BytesSink *sink, void *context)
{
    Gzip *gzip = calloc(1, sizeof *gzip);
    if (gzip == NULL ||
        deflateInit2(&gzip->stream, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW_BITS + GZIP_WRAPPER,
                     MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(gzip);
        return NULL;
    }
    gzip->sink = sink;
    gzip->context = context;
    gzip->header.os = SYSTEM_UNKNOWN;
    deflateSetHeader(&gzip->stream, &gzip->header);
    return gzip;
}

/* Compresses what the stream has been given, and hands it on. */
static void pump(Gzip *gzip, int flush)
{
    do {
        gzip->stream.next_out = gzip->output;
        gzip->stream.avail_out = OUTPUT;
        deflate(&gzip->stream, flush);
        size_t count = OUTPUT - gzip->stream.avail_out;
        if (count > 0) {
            gzip->sink(gzip->context, gzip->output, count);
            gzip->written += count;
        }
    } while (gzip->stream.avail_out == 0);
}

void gzip_add(Gzip *gzip, const void *bytes, size_t count)
{
    for (const uint8_t *next = bytes; count > 0;) {
        size_t part = count < INPUT_MAX ? count : INPUT_MAX;
        gzip->stream.next_in = (Bytef *)(uintptr_t)next; /* zlib only reads there */
        gzip->stream.avail_in = (uInt)part;
        pump(gzip, Z_NO_FLUSH);
        next += part;
        count -= part;
    }
}

uint64_t gzip_finish(Gzip *gzip)
{
    pump(gzip, Z_FINISH);
    return gzip->written;
}

void gzip_free(Gzip *gzip)
{
    if (gzip != NULL) {
        deflateEnd(&gzip->stream);
        free(gzip);
    }
}

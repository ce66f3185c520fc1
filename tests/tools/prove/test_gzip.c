/* Checks the writer of gzip streams by zlib's reader: what was put in comes out, whatever it is,
 * however long, and in whatever pieces it came. CMake builds this twice: once with the writer that
 * compresses, once with the one that stores.
 */
#include "tools/prove/gzip.h"

#include "drawn.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    GZIP_ALONE = 16 + MAX_WBITS, /* of inflateInit2: the format of gzip, and no other */
    LONG = 300000,               /* bytes: several blocks, and several times the window */
    PIECE_MAX = 5000,
    OVERHEAD_MAX = 200, /* bytes of head, tail and blocks around bytes that cannot be compressed */
};

typedef struct {
    uint8_t *bytes;
    size_t count, room;
} Bytes;

static void append(void *context, const void *bytes, size_t count)
{
    Bytes *all = context;
    if (all->count + count > all->room) {
        all->room = 2 * (all->count + count);
        all->bytes = realloc(all->bytes, all->room);
        assert_non_null(all->bytes);
    }
    memcpy(all->bytes + all->count, bytes, count);
    all->count += count;
}

/* Reads a whole stream, which must hold these bytes and end where it ends. */
static void assert_holds(const Bytes *packed, const uint8_t *bytes, size_t count)
{
    z_stream stream = {.next_in = packed->bytes, .avail_in = (uInt)packed->count};
    uint8_t *out = malloc(count + 1);
    assert_non_null(out);
    stream.next_out = out;
    stream.avail_out = (uInt)count + 1;
    assert_int_equal(inflateInit2(&stream, GZIP_ALONE), Z_OK);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(stream.avail_in, 0);
    assert_int_equal(stream.total_out, count);
    if (count > 0) {
        assert_memory_equal(out, bytes, count);
    }
    inflateEnd(&stream);
    free(out);
}

/* Writes bytes in pieces and reads them back. Returns the size of the stream. */
static size_t round_trip(const uint8_t *bytes, size_t count, uint64_t *random)
{
    Bytes packed = {0};
    Gzip *gzip = gzip_new(append, &packed);
    assert_non_null(gzip);
    for (size_t at = 0, piece; at < count; at += piece) {
        piece = (size_t)drawn_below(random, PIECE_MAX);
        piece = piece < count - at ? piece : count - at;
        gzip_add(gzip, bytes + at, piece);
    }
    uint64_t size = gzip_finish(gzip);
    gzip_free(gzip);
    assert_int_equal(size, packed.count);
    assert_holds(&packed, bytes, count);
    free(packed.bytes);
    return packed.count;
}

static uint8_t *text_of(size_t count, int letters, uint64_t *random)
{
    uint8_t *text = malloc(count + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        text[i] = (uint8_t)drawn_below(random, letters);
    }
    return text;
}

TEST(what_was_put_in_comes_out)
{
    static const size_t lengths[] = {0, 1, 2, 65534, 65535, 65536, 131070, LONG};
    static const int letters[] = {1, 2, 256};
    uint64_t random = 1;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (size_t k = 0; k < sizeof letters / sizeof *letters; k++) {
            uint8_t *text = text_of(lengths[i], letters[k], &random);
            size_t size = round_trip(text, lengths[i], &random);
            assert_true(size <= lengths[i] + OVERHEAD_MAX);
            free(text);
        }
    }
}

TEST(the_same_bytes_make_the_same_stream)
{
    uint64_t random = 2;
    uint8_t *text = text_of(LONG, 20, &random);
    Bytes packed[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        Gzip *gzip = gzip_new(append, &packed[i]);
        assert_non_null(gzip);
        gzip_add(gzip, text, LONG);
        gzip_finish(gzip);
        gzip_free(gzip);
    }
    assert_int_equal(packed[0].count, packed[1].count);
    assert_memory_equal(packed[0].bytes, packed[1].bytes, packed[0].count);
    assert_memory_equal(packed[0].bytes + 4, "\0\0\0\0", 4); /* no time */
    free(packed[0].bytes);
    free(packed[1].bytes);
    free(text);
}

/* Checks the writer of gzip streams by a reader of the test's own, written from the RFCs: what was
 * put in comes out, whatever it is, however long, and in whatever pieces it came.
 */
#include "tools/prove/gzip.h"

#include "drawn.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum {
    HEAD_BYTES = 10,
    TAIL_BYTES = 8,
    SYMBOLS = 288,
    BITS_MAX = 15,
    LENGTH_SYMBOLS = 19,
    END = 256,
    LONG = 300000, /* bytes: several times what is compressed at once */
    PIECE_MAX = 5000,
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

/* ------------------------------------------------------------------------------------ the
 * reader */

typedef struct {
    const uint8_t *bytes;
    size_t at, end; /* in bits */
} Bits;

static unsigned take(Bits *bits, int count)
{
    unsigned value = 0;
    for (int i = 0; i < count; i++, bits->at++) {
        assert_true(bits->at < bits->end);
        value |= (unsigned)(bits->bytes[bits->at / 8] >> bits->at % 8 & 1) << i;
    }
    return value;
}

/* A code by how many symbols have each length, and the symbols in their order. */
typedef struct {
    int count[BITS_MAX + 1];
    int symbol[SYMBOLS];
} Code;

static void make_code(const uint8_t *lengths, int symbols, Code *code)
{
    *code = (Code){{0}, {0}};
    int used = 0;
    for (int length = 1; length <= BITS_MAX; length++) {
        for (int i = 0; i < symbols; i++) {
            if (lengths[i] == length) {
                code->count[length]++;
                code->symbol[used++] = i;
            }
        }
    }
}

static int take_symbol(Bits *bits, const Code *code)
{
    int word = 0, first = 0, index = 0;
    for (int length = 1; length <= BITS_MAX; length++) {
        word = word << 1 | (int)take(bits, 1);
        if (word - first < code->count[length]) {
            return code->symbol[index + word - first];
        }
        index += code->count[length];
        first = (first + code->count[length]) << 1;
    }
    fail_msg("no such code");
    return 0;
}

static void take_codes(Bits *bits, Code *literals, Code *distances)
{
    static const int order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[SYMBOLS + 32] = {0}, of_lengths[LENGTH_SYMBOLS] = {0};
    int literal_count = 257 + (int)take(bits, 5), all = literal_count + 1 + (int)take(bits, 5);
    int count = 4 + (int)take(bits, 4);
    for (int i = 0; i < count; i++) {
        of_lengths[order[i]] = (uint8_t)take(bits, 3);
    }
    Code code;
    make_code(of_lengths, LENGTH_SYMBOLS, &code);
    for (int i = 0; i < all;) {
        int symbol = take_symbol(bits, &code);
        int repeat = symbol < 16    ? 1
                     : symbol == 16 ? 3 + (int)take(bits, 2)
                     : symbol == 17 ? 3 + (int)take(bits, 3)
                                    : 11 + (int)take(bits, 7);
        uint8_t length = symbol < 16 ? (uint8_t)symbol : symbol == 16 ? lengths[i - 1] : 0;
        assert_true(i + repeat <= all);
        while (repeat-- > 0) {
            lengths[i++] = length;
        }
    }
    make_code(lengths, literal_count, literals);
    make_code(lengths + literal_count, all - literal_count, distances);
}

/* The number of a length or distance symbol: `plain` symbols without further bits, then so many
 * with each number of them. */
static unsigned take_number(Bits *bits, int symbol, int plain, int each, unsigned least)
{
    unsigned base = least;
    for (int i = 0; i < symbol; i++) {
        base += 1u << (i < plain ? 0 : (i - plain) / each + 1);
    }
    return base + take(bits, symbol < plain ? 0 : (symbol - plain) / each + 1);
}

static void take_block(Bits *bits, Bytes *out)
{
    Code literals, distances;
    assert_int_equal(take(bits, 2), 2);
    take_codes(bits, &literals, &distances);
    for (int symbol; (symbol = take_symbol(bits, &literals)) != END;) {
        uint8_t byte = (uint8_t)symbol;
        if (symbol < END) {
            append(out, &byte, 1);
            continue;
        }
        unsigned length = symbol == 285 ? 258 : take_number(bits, symbol - 257, 8, 4, 3);
        unsigned distance = take_number(bits, take_symbol(bits, &distances), 4, 2, 1);
        assert_true(distance <= out->count && distance <= 1 << 15);
        while (length-- > 0) {
            byte = out->bytes[out->count - distance];
            append(out, &byte, 1);
        }
    }
}

static uint32_t checksum(const uint8_t *bytes, size_t count)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            sum = sum >> 1 ^ ((sum & 1) != 0 ? UINT32_C(0xEDB88320) : 0);
        }
    }
    return ~sum;
}

static uint32_t word_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* --------------------------------------------------------------------------------------- the
 * tests */

/* Compresses bytes in pieces and reads them back. Returns the size of the stream. */
static size_t round_trip(const uint8_t *bytes, size_t count, uint64_t *random)
{
    Bytes packed = {0}, out = {0};
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
    assert_true(packed.count > HEAD_BYTES + TAIL_BYTES);
    assert_memory_equal(packed.bytes, "\x1f\x8b\x08\x00", 4);
    Bits bits = {packed.bytes, 8 * HEAD_BYTES, 8 * (packed.count - TAIL_BYTES)};
    bool is_last = false;
    while (!is_last) {
        is_last = take(&bits, 1) != 0;
        take_block(&bits, &out);
    }
    assert_true(bits.end - bits.at < 8);
    assert_int_equal(out.count, count);
    if (count > 0) {
        assert_memory_equal(out.bytes, bytes, count);
    }
    assert_int_equal(word_at(packed.bytes + packed.count - TAIL_BYTES), checksum(bytes, count));
    assert_int_equal(word_at(packed.bytes + packed.count - 4), count);
    free(packed.bytes);
    free(out.bytes);
    return (size_t)size;
}

static void what_goes_in_comes_out(void **state)
{
    (void)state;
    static uint8_t bytes[LONG];
    uint64_t random = UINT64_C(20261122);
    static const size_t counts[] = {0, 1, 2, 3, 4, 100, 65536, 98304, 98305, LONG};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (int kinds = 1; kinds <= 256; kinds *= 4) {
            for (size_t at = 0; at < counts[i]; at++) {
                bytes[at] = (uint8_t)drawn_below(&random, kinds);
            }
            size_t size = round_trip(bytes, counts[i], &random);
            assert_true(counts[i] < 1000 || kinds == 256 || size < counts[i]);
        }
    }
}

/* Skewed symbols give codes that would be too long; far repetitions are found. */
static void extremes_come_out(void **state)
{
    (void)state;
    static uint8_t bytes[LONG];
    uint64_t random = UINT64_C(20261123);
    for (size_t at = 0; at < LONG; at++) {
        int zeros = 0;
        while (zeros < 40 && drawn_below(&random, 8) < 5) {
            zeros++;
        }
        bytes[at] = (uint8_t)zeros;
    }
    round_trip(bytes, LONG, &random);
    for (size_t at = 0; at < LONG; at++) {
        bytes[at] = at < 32768 ? (uint8_t)drawn_below(&random, 256) : bytes[at - 32768];
    }
    assert_true(round_trip(bytes, LONG, &random) < LONG / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_in_comes_out),
        cmocka_unit_test(extremes_come_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* gzip - matches, Huffman codes and blocks; see gzip.h. The numbers of the format are those of RFC
 * 1951. */
#include "tools/prove/gzip.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = 1 << 15, /* how far back a match may lie */
    INPUT = 1 << 16,  /* bytes that are compressed at once */
    OUTPUT = 1 << 14, /* bytes that go to the sink at once */
    HASH_BITS = 15,
    CHAIN_MAX = 64, /* places that are tried for a match: more gains hardly anything */
    MATCH_MIN = 3,
    MATCH_MAX = 258,
    GOOD_MATCH = 32,      /* no better one is looked for at the next byte */
    TOKENS_MAX = 1 << 14, /* of a block: as many as its codes are worth */
    LITERALS = 286,
    DISTANCES = 30,
    LENGTH_CODES = 19,
    END_OF_BLOCK = 256,
    FIRST_LENGTH = 257,
    CODE_BITS_MAX = 15,
    LENGTH_BITS_MAX = 7,
    TREE_MAX = 2 * LITERALS,
    MATCH_FLAG_SHIFT = 16, /* a token: length above, distance below; a literal has length 0 */
};

typedef struct {
    uint8_t bits[LITERALS];
    uint16_t code[LITERALS];
} Codes;

struct Gzip {
    BytesSink *sink;
    void *context;
    uint8_t input[WINDOW + INPUT];  /* what was there before, and what is new */
    int begin, end;                 /* of what is new */
    int32_t head[1 << HASH_BITS];   /* the last place of each hash, or -1 */
    int32_t before[WINDOW + INPUT]; /* the place before it with the same hash, or -1 */
    uint32_t tokens[TOKENS_MAX];
    int token_count;
    uint8_t output[OUTPUT];
    int output_count;
    uint64_t bits; /* not yet in the output */
    int bit_count;
    uint64_t written;
    uint32_t checksum, size; /* of all that was added */
    uint32_t checksums[256];
};

static const uint16_t length_base[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                       15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                       67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                       2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[DISTANCES] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_extra[DISTANCES] = {0, 0, 0,  0,  1,  1,  2,  2,  3,  3,
                                                  4, 4, 5,  5,  6,  6,  7,  7,  8,  8,
                                                  9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

/* --- output --- */

static void flush(Gzip *gzip)
{
    gzip->sink(gzip->context, gzip->output, (size_t)gzip->output_count);
    gzip->written += (uint64_t)gzip->output_count;
    gzip->output_count = 0;
}

static void put_byte(Gzip *gzip, unsigned byte)
{
    gzip->output[gzip->output_count++] = (uint8_t)byte;
    if (gzip->output_count == OUTPUT) {
        flush(gzip);
    }
}

static void put_bits(Gzip *gzip, uint32_t value, int count)
{
    gzip->bits |= (uint64_t)value << gzip->bit_count;
    gzip->bit_count += count;
    while (gzip->bit_count >= 8) {
        put_byte(gzip, gzip->bits & 0xff);
        gzip->bits >>= 8;
        gzip->bit_count -= 8;
    }
}

static void put_word(Gzip *gzip, uint32_t word)
{
    for (int i = 0; i < 4; i++) {
        put_byte(gzip, word >> (8 * i) & 0xff);
    }
}

/* --- Huffman codes --- */

/* A tree being built: the leaves first, then the inner nodes in the order of their making. */
typedef struct {
    uint32_t weight[TREE_MAX];
    int16_t parent[TREE_MAX];
    bool is_taken[TREE_MAX];
} Tree;

static int take_lightest(Tree *tree, int nodes)
{
    int best = -1;
    for (int i = 0; i < nodes; i++) {
        bool is_free = tree->weight[i] > 0 && !tree->is_taken[i];
        if (is_free && (best < 0 || tree->weight[i] < tree->weight[best])) {
            best = i;
        }
    }
    if (best >= 0) {
        tree->is_taken[best] = true;
    }
    return best;
}

/* Works out how long the code of each symbol is; returns the longest. */
static int tree_depths(const uint32_t *weights, int symbols, uint8_t *bits)
{
    Tree tree = {.weight = {0}};
    int nodes = symbols, longest = 0;
    memcpy(tree.weight, weights, sizeof *weights * (size_t)symbols);
    for (;;) {
        int one = take_lightest(&tree, nodes), other = take_lightest(&tree, nodes);
        if (other < 0) {
            break;
        }
        tree.weight[nodes] = tree.weight[one] + tree.weight[other];
        tree.parent[one] = tree.parent[other] = (int16_t)nodes++;
    }
    for (int i = 0; i < symbols; i++) {
        int depth = 0;
        for (int at = i; tree.weight[i] > 0 && at < nodes - 1 && tree.parent[at] > 0;
             at = tree.parent[at]) {
            depth++;
        }
        bits[i] = (uint8_t)depth;
        longest = depth > longest ? depth : longest;
    }
    return longest;
}

static uint16_t reversed(unsigned code, int bits)
{
    unsigned result = 0;
    for (int i = 0; i < bits; i++) {
        result |= (code >> i & 1) << (bits - 1 - i);
    }
    return (uint16_t)result;
}

/* Gives each symbol that occurs its code. At least two symbols get one, for a tree of one is none.
 * Codes that come out too long are avoided by making the weights more alike. */
static void make_codes(uint32_t *weights, int symbols, int bits_max, Codes *codes)
{
    memset(codes, 0, sizeof *codes);
    int used = 0;
    for (int i = 0; i < symbols; i++) {
        used += weights[i] > 0;
    }
    for (int i = 0; used < 2; i++) {
        used += weights[i] == 0;
        weights[i] += weights[i] == 0;
    }
    while (tree_depths(weights, symbols, codes->bits) > bits_max) {
        for (int i = 0; i < symbols; i++) {
            weights[i] = weights[i] == 0 ? 0 : weights[i] / 2 + 1;
        }
    }
    unsigned code = 0;
    for (int bits = 1; bits <= bits_max; bits++, code <<= 1) {
        for (int i = 0; i < symbols; i++) {
            if (codes->bits[i] == bits) {
                codes->code[i] = reversed(code++, bits);
            }
        }
    }
}

/* --- blocks --- */

static int code_of_length(int length)
{
    int code = 0;
    while (code + 1 < (int)sizeof length_extra && length_base[code + 1] <= length) {
        code++;
    }
    return code;
}

static int code_of_distance(int distance)
{
    int code = 0;
    while (code + 1 < DISTANCES && distance_base[code + 1] <= distance) {
        code++;
    }
    return code;
}

static void weigh_tokens(const Gzip *gzip, uint32_t *literals, uint32_t *distances)
{
    for (int i = 0; i < gzip->token_count; i++) {
        uint32_t token = gzip->tokens[i];
        int length = (int)(token >> MATCH_FLAG_SHIFT);
        if (length == 0) {
            literals[token]++;
        } else {
            literals[FIRST_LENGTH + code_of_length(length)]++;
            distances[code_of_distance((int)(token & 0xffff))]++;
        }
    }
    literals[END_OF_BLOCK]++;
}

/* Writes the lengths of both codes, themselves by a code; runs are not shortened beyond zeros, for
 * blocks are long. */
static void put_lengths(Gzip *gzip, const Codes *literals, const Codes *distances)
{
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    enum { ZEROS = 17, MANY_ZEROS = 18, ZEROS_MIN = 3, MANY_MIN = 11, MANY_MAX = 138 };
    uint8_t all[LITERALS + DISTANCES], symbol[LITERALS + DISTANCES], run[LITERALS + DISTANCES];
    uint32_t weights[LENGTH_CODES] = {0};
    int count = 0;
    memcpy(all, literals->bits, LITERALS);
    memcpy(all + LITERALS, distances->bits, DISTANCES);
    for (int i = 0; i < LITERALS + DISTANCES; count++) {
        int zeros = 0;
        while (i + zeros < LITERALS + DISTANCES && all[i + zeros] == 0 && zeros < MANY_MAX) {
            zeros++;
        }
        run[count] = (uint8_t)(zeros < ZEROS_MIN ? 1 : zeros);
        symbol[count] = zeros < ZEROS_MIN ? all[i] : zeros < MANY_MIN ? ZEROS : MANY_ZEROS;
        weights[symbol[count]]++;
        i += run[count];
    }
    Codes codes;
    make_codes(weights, LENGTH_CODES, LENGTH_BITS_MAX, &codes);
    put_bits(gzip, LITERALS - FIRST_LENGTH, 5);
    put_bits(gzip, DISTANCES - 1, 5);
    put_bits(gzip, LENGTH_CODES - 4, 4);
    for (int i = 0; i < LENGTH_CODES; i++) {
        put_bits(gzip, codes.bits[order[i]], 3);
    }
    for (int i = 0; i < count; i++) {
        put_bits(gzip, codes.code[symbol[i]], codes.bits[symbol[i]]);
        if (symbol[i] == ZEROS) {
            put_bits(gzip, (uint32_t)run[i] - ZEROS_MIN, 3);
        } else if (symbol[i] == MANY_ZEROS) {
            put_bits(gzip, (uint32_t)run[i] - MANY_MIN, 7);
        }
    }
}

static void put_token(Gzip *gzip, uint32_t token, const Codes *literals, const Codes *distances)
{
    int length = (int)(token >> MATCH_FLAG_SHIFT), distance = (int)(token & 0xffff);
    if (length == 0) {
        put_bits(gzip, literals->code[token], literals->bits[token]);
        return;
    }
    int code = code_of_length(length), far = code_of_distance(distance);
    put_bits(gzip, literals->code[FIRST_LENGTH + code], literals->bits[FIRST_LENGTH + code]);
    put_bits(gzip, (uint32_t)(length - length_base[code]), length_extra[code]);
    put_bits(gzip, distances->code[far], distances->bits[far]);
    put_bits(gzip, (uint32_t)(distance - distance_base[far]), distance_extra[far]);
}

static void put_block(Gzip *gzip, bool is_last)
{
    enum { OWN_CODES = 2 };
    uint32_t literal_weights[LITERALS] = {0}, distance_weights[DISTANCES] = {0};
    Codes literals, distances;
    weigh_tokens(gzip, literal_weights, distance_weights);
    make_codes(literal_weights, LITERALS, CODE_BITS_MAX, &literals);
    make_codes(distance_weights, DISTANCES, CODE_BITS_MAX, &distances);
    put_bits(gzip, is_last, 1);
    put_bits(gzip, OWN_CODES, 2);
    put_lengths(gzip, &literals, &distances);
    for (int i = 0; i < gzip->token_count; i++) {
        put_token(gzip, gzip->tokens[i], &literals, &distances);
    }
    put_bits(gzip, literals.code[END_OF_BLOCK], literals.bits[END_OF_BLOCK]);
    gzip->token_count = 0;
}

static void add_token(Gzip *gzip, uint32_t token)
{
    gzip->tokens[gzip->token_count++] = token;
    if (gzip->token_count == TOKENS_MAX) {
        put_block(gzip, false);
    }
}

/* --- matches --- */

static uint32_t hash_at(const Gzip *gzip, int at)
{
    const uint8_t *byte = gzip->input + at;
    uint32_t three = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16;
    return three * UINT32_C(2654435761) >> (32 - HASH_BITS);
}

static void remember(Gzip *gzip, int at)
{
    if (at + MATCH_MIN <= gzip->end) {
        uint32_t hash = hash_at(gzip, at);
        gzip->before[at] = gzip->head[hash];
        gzip->head[hash] = at;
    }
}

/* The longest match of what begins there with something before it; 0 if there is none. */
static int find_match(const Gzip *gzip, int at, int *distance)
{
    int longest = MATCH_MIN - 1, room = gzip->end - at < MATCH_MAX ? gzip->end - at : MATCH_MAX;
    int place = room >= MATCH_MIN ? gzip->head[hash_at(gzip, at)] : -1;
    for (int tried = 0; place >= 0 && at - place <= WINDOW && tried < CHAIN_MAX; tried++) {
        int length = 0;
        while (length < room && gzip->input[place + length] == gzip->input[at + length]) {
            length++;
        }
        if (length > longest) {
            longest = length;
            *distance = at - place;
        }
        place = gzip->before[place];
    }
    return longest >= MATCH_MIN ? longest : 0;
}

/* Turns the new input into tokens. A match gives way to a longer one that begins a byte later. */
static void compress(Gzip *gzip)
{
    int at = gzip->begin;
    while (at < gzip->end) {
        int distance = 0, later_distance;
        int length = find_match(gzip, at, &distance);
        remember(gzip, at);
        bool gives_way = length > 0 && length < GOOD_MATCH && at + 1 < gzip->end &&
                         find_match(gzip, at + 1, &later_distance) > length;
        if (length == 0 || gives_way) {
            add_token(gzip, gzip->input[at++]);
            continue;
        }
        add_token(gzip, (uint32_t)length << MATCH_FLAG_SHIFT | (uint32_t)distance);
        for (int i = 1; i < length; i++) {
            remember(gzip, at + i);
        }
        at += length;
    }
    gzip->begin = gzip->end;
}

/* Keeps the last of the input as what matches may refer to. */
static void slide(Gzip *gzip)
{
    if (gzip->end <= WINDOW) {
        return;
    }
    memmove(gzip->input, gzip->input + gzip->end - WINDOW, WINDOW);
    gzip->begin = gzip->end = WINDOW;
    memset(gzip->head, -1, sizeof gzip->head);
    for (int i = 0; i < WINDOW; i++) {
        remember(gzip, i);
    }
}

/* --- the stream --- */

static void fill_checksums(Gzip *gzip)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t sum = i;
        for (int bit = 0; bit < 8; bit++) {
            sum = (sum & 1) != 0 ? UINT32_C(0xEDB88320) ^ sum >> 1 : sum >> 1;
        }
        gzip->checksums[i] = sum;
    }
}

Gzip *gzip_new(BytesSink *sink, void *context)
{
    /* Deflate, no name, no time, no system: the same content gives the same file. */
    static const uint8_t head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
    Gzip *gzip = calloc(1, sizeof *gzip);
    if (gzip == NULL) {
        return NULL;
    }
    gzip->sink = sink;
    gzip->context = context;
    gzip->checksum = UINT32_MAX;
    memset(gzip->head, -1, sizeof gzip->head);
    fill_checksums(gzip);
    for (size_t i = 0; i < sizeof head; i++) {
        put_byte(gzip, head[i]);
    }
    return gzip;
}

void gzip_add(Gzip *gzip, const void *bytes, size_t count)
{
    for (const uint8_t *byte = bytes, *end = byte + count; byte < end; byte++) {
        gzip->checksum = gzip->checksums[(gzip->checksum ^ *byte) & 0xff] ^ gzip->checksum >> 8;
        gzip->size++;
        gzip->input[gzip->end++] = *byte;
        if (gzip->end == WINDOW + INPUT) {
            compress(gzip);
            slide(gzip);
        }
    }
}

uint64_t gzip_finish(Gzip *gzip)
{
    compress(gzip);
    put_block(gzip, true);
    put_bits(gzip, 0, (8 - gzip->bit_count) % 8);
    put_word(gzip, ~gzip->checksum);
    put_word(gzip, gzip->size);
    flush(gzip);
    return gzip->written;
}

void gzip_free(Gzip *gzip)
{
    free(gzip);
}

/* weights - checking a file before it is used; see weights.h. */
#include "eval/weights.h"

#include "port/fnv.h"
#include "eval/pattern_net.h"

#include <assert.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "weights are used in place, and they are little-endian"
#endif

_Static_assert(sizeof(WeightsHeader) == 56, "the header has no padding");

#define BYTES_OF(member) sizeof(((LearntColour *)NULL)->member)
_Static_assert(sizeof(LearntColour) == BYTES_OF(own_weight) + BYTES_OF(opponent_weight) +
                                           BYTES_OF(correction) + BYTES_OF(threat_mask) +
                                           BYTES_OF(policy_own) + BYTES_OF(policy_opponent) +
                                           BYTES_OF(policy_answer) + BYTES_OF(policy_follow),
               "nor has a table");

#define PATTERN_BYTES_OF(member) sizeof(((PatternNet *)NULL)->member)
_Static_assert(sizeof(PatternNet) ==
                   PATTERN_BYTES_OF(line) + PATTERN_BYTES_OF(own) + PATTERN_BYTES_OF(opponent) +
                       PATTERN_BYTES_OF(region_bias) + PATTERN_BYTES_OF(region) +
                       PATTERN_BYTES_OF(own_threat_mask) + PATTERN_BYTES_OF(opponent_threat_mask) +
                       PATTERN_BYTES_OF(whole) + PATTERN_BYTES_OF(units) + PATTERN_BYTES_OF(out) +
                       PATTERN_BYTES_OF(policy) + PATTERN_BYTES_OF(policy_unit),
               "nor has a network");

/* --- the layout --- */

static size_t aligned(size_t bytes)
{
    return (bytes + WEIGHTS_ALIGNMENT - 1) / WEIGHTS_ALIGNMENT * WEIGHTS_ALIGNMENT;
}

_Static_assert(WEIGHTS_PROVENANCE_AT % WEIGHTS_ALIGNMENT == 0, "aligned");
_Static_assert(WEIGHTS_PROVENANCE_AT >= sizeof(WeightsHeader), "after the header");

WeightsHeader weights_header(Rule rule, int win_length, size_t provenance_bytes)
{
    WeightsHeader header = {
        .version = WEIGHTS_VERSION,
        .architecture = WEIGHTS_ARCHITECTURE,
        .rule = (uint32_t)rules_number(rule),
        .win_length = (uint32_t)win_length,
        .colours = rules_is_colour_blind(rule) ? 1 : COLOURS,
        .provenance_bytes = (uint32_t)provenance_bytes,
        .numbers_at = (uint32_t)aligned(WEIGHTS_PROVENANCE_AT + provenance_bytes + 1),
        .colour_bytes = (uint32_t)(aligned(sizeof(LearntColour)) + sizeof(PatternNet)),
    };
    memcpy(header.magic, WEIGHTS_MAGIC, sizeof header.magic);
    header.bytes = header.numbers_at + header.colours * (uint64_t)aligned(header.colour_bytes);
    return header;
}

size_t weights_colour_at(const WeightsHeader *header, int colour)
{
    size_t table = header->colours == 1 ? 0 : (size_t)colour;
    return header->numbers_at + table * aligned(header->colour_bytes);
}

size_t weights_pattern_at(const WeightsHeader *header, int colour)
{
    return weights_colour_at(header, colour) + aligned(sizeof(LearntColour));
}

uint64_t weights_checksum(const void *file, size_t bytes)
{
    size_t before = offsetof(WeightsHeader, checksum), after = before + sizeof(uint64_t);
    uint64_t hash = fnv_hash(FNV_BASIS, file, before);
    return fnv_hash(hash, (const char *)file + after, bytes - after);
}

/* --- checking --- */

/* Why a header is not one that this program can use, as far as it says itself. */
static const char *header_fault(const WeightsHeader *header, size_t bytes)
{
    Rule rule;
    if (memcmp(header->magic, WEIGHTS_MAGIC, sizeof header->magic) != 0) {
        return "this is no file of Tengen's weights";
    }
    if (header->version != WEIGHTS_VERSION) {
        return "the weights have a format that this version does not know";
    }
    if (header->architecture != WEIGHTS_ARCHITECTURE) {
        return "the weights are those of another network";
    }
    if (header->bytes != bytes) {
        return "the weights are cut off, or something follows them";
    }
    if (!rules_with_number(header->rule, &rule)) {
        return "the weights are for a rule that this version does not know";
    }
    WeightsHeader expected =
        weights_header(rule, (int)header->win_length, header->provenance_bytes);
    expected.checksum = header->checksum;
    bool fits = header->provenance_bytes < bytes && header->win_length >= WIN_LENGTH_MIN &&
                header->win_length <= WIN_LENGTH_MAX &&
                memcmp(&expected, header, sizeof expected) == 0;
    return fits ? NULL : "the sizes in the header of the weights contradict each other";
}

const char *weights_open(Weights *weights, const void *file, size_t bytes)
{
    const WeightsHeader *header = file;
    const char *provenance = (const char *)file + WEIGHTS_PROVENANCE_AT;
    if (bytes < WEIGHTS_PROVENANCE_AT) {
        return "this is no file of Tengen's weights";
    }
    const char *fault = header_fault(header, bytes);
    if (fault != NULL) {
        return fault;
    }
    if (header->checksum != weights_checksum(file, bytes)) {
        return "the weights were changed after they were written: their checksum is another";
    }
    if (memchr(provenance, '\0', header->provenance_bytes + 1) !=
        provenance + header->provenance_bytes) {
        return "the provenance of the weights does not end where their header says";
    }
    *weights = (Weights){.header = header, .provenance = provenance};
    for (int colour = BLACK; colour <= WHITE; colour++) {
        weights->learnt.colour[colour] =
            (const void *)((const char *)file + weights_colour_at(header, colour));
        weights->learnt.pattern[colour] =
            (const void *)((const char *)file + weights_pattern_at(header, colour));
    }
    return NULL;
}

/* --- what is embedded --- */

#define DECLARE(rule, number, name, black, white, least, weights, tempo)                           \
    extern const uint8_t weights_##weights##_begin[], weights_##weights##_end[];
RULES(DECLARE)

typedef struct {
    const uint8_t *begin, *end;
} Embedded;

#define EMBEDDED(rule, number, name, black, white, least, weights, tempo)                          \
    {weights_##weights##_begin, weights_##weights##_end},
static const Embedded embedded[RULE_COUNT] = {RULES(EMBEDDED)};

bool weights_embedded(Weights *weights, Rule rule)
{
    const Embedded *file = &embedded[rule];
    if (file->begin == file->end) {
        return false;
    }
    const char *fault = weights_open(weights, file->begin, (size_t)(file->end - file->begin));
    assert(fault == NULL);
    return fault == NULL;
}

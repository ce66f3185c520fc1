/* net - the hidden layer, in plain C and with registers of two sizes; see net.h.
 *
 * Registers multiply pairs of inputs by pairs of weights and add the two products: so one pair of
 * inputs at a time meets all units. Sums fit in 32 bits whatever the inputs are; `pbrain-tengen
 * fit` sees to that.
 */
#include "eval/net.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
    PAIRS_OF_SIDE = NET_PAIRS / COLOURS,
    OWN_THREATS = NET_OWN_THREAT_MASKS - 1, /* the bits of a threat mask that are own threats */
    UNIT_SHIFT = 9,                         /* from sums to units */
};
_Static_assert(NET_SUM_ONE / NET_UNIT_ONE == 1 << UNIT_SHIFT, "shifting is dividing");
_Static_assert(NET_UNITS == 16, "the registers are written out for 16 units");

/* The value that the outputs of all units, added up, come to. */
static Value scale_output(int32_t output)
{
    return output / (NET_UNIT_ONE * NET_OUT_ONE);
}

/* --- plain --- */

/* What one side's features add to the sum of a unit. */
static int32_t sum_of(const int16_t (*weight)[2 * NET_UNITS], const Features *features, int unit)
{
    int32_t sum = 0;
    for (int i = 0; i < FEATURES; i++) {
        sum += weight[i / 2][2 * unit + i % 2] * (int16_t)(*features)[i];
    }
    return sum;
}

static Value value_plain(const LearntNet *net, const Features *own, const Features *opponent,
                         int threat_mask)
{
    int32_t output = 0;
    for (int unit = 0; unit < NET_UNITS; unit++) {
        int32_t sum = net->own_threat_mask[threat_mask & OWN_THREATS][unit] +
                      net->opponent_threat_mask[threat_mask >> THREAT_MASK_OWN_BITS][unit] +
                      sum_of(net->weight, own, unit) +
                      sum_of(net->weight + PAIRS_OF_SIDE, opponent, unit);
        int32_t activation = sum >> UNIT_SHIFT;
        activation = activation > NET_UNIT_ONE ? NET_UNIT_ONE : activation;
        output += activation > 0 ? net->out[unit] * activation : 0;
    }
    return scale_output(output);
}

#if defined(__SSE2__)

/* The inputs of both sides in pairs. */
static inline void pair_up(const Features *own, const Features *opponent, int32_t pairs[NET_PAIRS])
{
    memcpy(pairs, own, sizeof *own);
    memcpy(pairs + PAIRS_OF_SIDE, opponent, sizeof *opponent);
}

/* --- registers of 128 bits, which all 64-bit processors have, and WebAssembly --- */

static inline __m128i load_four(const void *from)
{
    return _mm_loadu_si128(from);
}

static inline int32_t add_up(__m128i four)
{
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, _MM_SHUFFLE(2, 3, 0, 1))));
}

/* The outputs of the eight units whose sums these are, added up to four. */
static inline __m128i output_of_eight(__m128i low, __m128i high, const int16_t *out)
{
    __m128i units =
        _mm_packs_epi32(_mm_srai_epi32(low, UNIT_SHIFT), _mm_srai_epi32(high, UNIT_SHIFT));
    units = _mm_max_epi16(units, _mm_setzero_si128());
    units = _mm_min_epi16(units, _mm_set1_epi16(NET_UNIT_ONE));
    return _mm_madd_epi16(units, load_four(out));
}

static Value value_sse2(const LearntNet *net, const Features *own, const Features *opponent,
                        int threat_mask)
{
    const int32_t *first = net->own_threat_mask[threat_mask & OWN_THREATS];
    const int32_t *second = net->opponent_threat_mask[threat_mask >> THREAT_MASK_OWN_BITS];
    int32_t pairs[NET_PAIRS];
    __m128i sums[NET_UNITS / 4];
    pair_up(own, opponent, pairs);
    for (int i = 0; i < NET_UNITS / 4; i++) {
        sums[i] = _mm_add_epi32(load_four(first + 4 * i), load_four(second + 4 * i));
    }
    for (int pair = 0; pair < NET_PAIRS; pair++) {
        __m128i input = _mm_set1_epi32(pairs[pair]);
        for (int i = 0; i < NET_UNITS / 4; i++) {
            __m128i weights = load_four(net->weight[pair] + 8 * i);
            sums[i] = _mm_add_epi32(sums[i], _mm_madd_epi16(input, weights));
        }
    }
    return scale_output(add_up(_mm_add_epi32(output_of_eight(sums[0], sums[1], net->out),
                                             output_of_eight(sums[2], sums[3], net->out + 8))));
}

#endif
#if defined(__x86_64__)

/* --- registers of 256 bits --- */

/* In a section of its own, so that tests/repository/package.py can tell that nothing else is newer
 * than the oldest processor. */
#define WITH_AVX2 __attribute__((target("avx2"), section(".avx2")))

WITH_AVX2 static inline __m256i load_eight(const void *from)
{
    return _mm256_loadu_si256(from);
}

/* The outputs of all units, added up to four. Packing goes by halves, which the permutation
 * mends. */
WITH_AVX2 static inline __m128i output_of_all(__m256i low, __m256i high, const int16_t *out)
{
    __m256i units =
        _mm256_packs_epi32(_mm256_srai_epi32(low, UNIT_SHIFT), _mm256_srai_epi32(high, UNIT_SHIFT));
    units = _mm256_permute4x64_epi64(units, _MM_SHUFFLE(3, 1, 2, 0));
    units = _mm256_max_epi16(units, _mm256_setzero_si256());
    units = _mm256_min_epi16(units, _mm256_set1_epi16(NET_UNIT_ONE));
    __m256i outs = _mm256_madd_epi16(units, load_eight(out));
    return _mm_add_epi32(_mm256_castsi256_si128(outs), _mm256_extracti128_si256(outs, 1));
}

WITH_AVX2 static Value value_avx2(const LearntNet *net, const Features *own,
                                  const Features *opponent, int threat_mask)
{
    const int32_t *first = net->own_threat_mask[threat_mask & OWN_THREATS];
    const int32_t *second = net->opponent_threat_mask[threat_mask >> THREAT_MASK_OWN_BITS];
    int32_t pairs[NET_PAIRS];
    pair_up(own, opponent, pairs);
    __m256i low = _mm256_add_epi32(load_eight(first), load_eight(second));
    __m256i high = _mm256_add_epi32(load_eight(first + 8), load_eight(second + 8));
    for (int pair = 0; pair < NET_PAIRS; pair++) {
        __m256i input = _mm256_set1_epi32(pairs[pair]);
        low = _mm256_add_epi32(low, _mm256_madd_epi16(input, load_eight(net->weight[pair])));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(input, load_eight(net->weight[pair] + 16)));
    }
    return scale_output(add_up(output_of_all(low, high, net->out)));
}

#endif

Value net_value(Simd simd, const LearntNet *net, const Features *own, const Features *opponent,
                int threat_mask)
{
    switch (simd) {
#if defined(__x86_64__)
    case SIMD_AVX2: return value_avx2(net, own, opponent, threat_mask);
#endif
#if defined(__SSE2__)
    case SIMD_SSE2: return value_sse2(net, own, opponent, threat_mask);
#endif
    default: return value_plain(net, own, opponent, threat_mask);
    }
}

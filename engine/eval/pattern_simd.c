/* pattern_simd - the network in plain C, and the operations of each kind of registers; see
 * pattern_simd.h. */
#include "eval/pattern_simd.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/* The parts of a threat mask. */
static inline int own_threats_of(int threat_mask)
{
    return threat_mask & (OWN_THREAT_MASKS - 1);
}

static inline int opponent_threats_of(int threat_mask)
{
    return threat_mask >> THREAT_MASK_OWN_BITS;
}

_Static_assert(PATTERN_ROW_ONE * 2 >= PATTERN_ACTIVATION_ONE,
               "twice a sum of 1 is an activation of 1");

/* Functions inlined where some of what they get is a constant. */
#define UNROLLED static inline __attribute__((always_inline))

/* --- plain --- */

static void exchange_plain(int16_t *sums, const int8_t *before, const int8_t *after)
{
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        sums[i] = (int16_t)(sums[i] + after[i] - before[i]);
    }
}

/* Adds the activations of a point to a region (times 1) or takes them away (-1). */
static void count_plain(int16_t *region, const int16_t *sums, int times)
{
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        region[i] = (int16_t)(region[i] + times * pattern_activation(sums[i]));
    }
}

/* Copies the sums of a point to the next free place, notes where they were, and returns them. */
static int16_t *move_sums(const PatternStone *to, Point point)
{
    PatternStore *store = to->store;
    PatternJournal *journal = to->journal;
    PatternPlace before = store->place[point], after = (PatternPlace)(to->free + journal->count);
    journal->point[journal->count] = point;
    journal->place[journal->count++] = before;
    store->place[point] = after;
    memcpy(store->sums[after], store->sums[before], sizeof(PatternSums));
    return store->sums[after];
}

static void play_plain(const PatternStone *to, Point stone, const Changes *changes)
{
    const PatternTables *tables = to->tables;
    const LineChanges *lines = &changes->lines;
    to->journal->count = 0;
    count_plain(to->regions[to->region[stone]], to->store->sums[to->store->place[stone]], -1);
    for (int i = 0; i < changes->count; i++) {
        Point point = seen_point(lines->seen[i]);
        int16_t *sums = move_sums(to, point), *region = to->regions[to->region[point]];
        count_plain(region, sums, -1);
        exchange_plain(sums, tables->line[line_pattern_key(lines->key_before[i])],
                       tables->line[line_pattern_key(lines->key_after[i])]);
        for (int colour = BLACK; colour <= WHITE; colour++) {
            const PatternRow *row = tables->point_pattern[colour];
            exchange_plain(sums,
                           row[point_pattern_of_pair(lines->point_patterns_before[i], colour)],
                           row[point_pattern_of_pair(lines->point_patterns_after[i], colour)]);
        }
        count_plain(region, sums, +1);
    }
}

/* Sums of 32 bits wrap around, which signed numbers may not. */
static uint32_t product(int16_t one, int16_t other)
{
    return (uint32_t)(one * other);
}

static int32_t clip_plain(uint32_t sum, int shift, int32_t most)
{
    int32_t unit = (int32_t)sum >> shift;
    return unit < 0 ? 0 : unit > most ? most : unit;
}

/* Where an input stands: those of the side to move come first. */
static int input_place_of(int input, int side)
{
    return side == BLACK ? input : (input + PATTERN_CHANNELS) % PATTERN_INPUTS;
}

/* Adds what pairs of inputs come to, to the sums of some units. */
static void feed_plain(uint32_t *sums, int units, const int16_t *inputs, int pairs,
                       const int16_t *weights)
{
    for (int pair = 0; pair < pairs; pair++, weights += 2 * units) {
        int16_t one = inputs[2 * pair], other = inputs[2 * pair + 1];
        for (int unit = 0; unit < units; unit++) {
            sums[unit] += product(weights[2 * unit], one) + product(weights[2 * unit + 1], other);
        }
    }
}

/* Both views of numbers by region, the own one first. */
static void turn_plain(int16_t *turned, const int16_t *region, int side)
{
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        turned[i] = region[input_place_of(i, side)];
    }
}

/* Adds the units of a region to those of its kind. */
static void add_units_plain(const PatternNet *net, const int16_t *region, int kind, int side,
                            int16_t *units)
{
    uint32_t sums[REGION_UNITS];
    int16_t inputs[PATTERN_INPUTS];
    memcpy(sums, net->region_bias[kind], sizeof sums);
    turn_plain(inputs, region, side);
    feed_plain(sums, REGION_UNITS, inputs, PATTERN_INPUTS / 2, net->region[kind][0]);
    for (int unit = 0; unit < REGION_UNITS; unit++) {
        units[unit] =
            (int16_t)(units[unit] + clip_plain(sums[unit], REGION_SHIFT, REGION_UNIT_MAX));
    }
}

static void whole_plain(const PatternRegions *regions, int side, int16_t *whole)
{
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        int32_t sum = 0;
        for (int region = 0; region < REGIONS; region++) {
            sum += (*regions)[region][input_place_of(i, side)];
        }
        whole[i] = (int16_t)(sum >> WHOLE_SHIFT);
    }
}

static void head_plain(const PatternNet *net, const PatternRegions *regions, int side,
                       int threat_mask, PatternHead head)
{
    const int32_t *own_threats = net->own_threat_mask[own_threats_of(threat_mask)];
    const int32_t *opponent_threats = net->opponent_threat_mask[opponent_threats_of(threat_mask)];
    int16_t whole[PATTERN_INPUTS], units[HEAD_REGION_INPUTS] = {0};
    uint32_t sums[HEAD_UNITS];
    whole_plain(regions, side, whole);
    for (int region = 0; region < REGIONS; region++) {
        int kind = pattern_region_kind(region);
        add_units_plain(net, (*regions)[region], kind, side, units + kind * REGION_UNITS);
    }
    for (int unit = 0; unit < HEAD_UNITS; unit++) {
        sums[unit] = (uint32_t)own_threats[unit] + (uint32_t)opponent_threats[unit];
    }
    feed_plain(sums, HEAD_UNITS, whole, PATTERN_INPUTS / 2, net->whole[0]);
    feed_plain(sums, HEAD_UNITS, units, HEAD_REGION_INPUTS / 2, net->units[0]);
    for (int unit = 0; unit < HEAD_UNITS; unit++) {
        head[unit] = (int16_t)clip_plain(sums[unit], HEAD_SHIFT, HEAD_UNIT_MAX);
    }
}

/* The weights of the activations in this position, those of the own view first. */
static void policy_weights_plain(const PatternNet *net, const PatternHead head, int16_t *weights)
{
    uint32_t gains[PATTERN_INPUTS] = {0};
    feed_plain(gains, PATTERN_INPUTS, head, HEAD_UNITS / 2, net->policy_unit[0]);
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        int32_t gain = (int32_t)gains[i] >> POLICY_WEIGHT_SHIFT;
        gain = gain > INT16_MAX ? INT16_MAX : gain < INT16_MIN ? INT16_MIN : gain;
        weights[i] = (int16_t)(net->policy[i] + gain);
    }
}

static void policy_plain(const PatternNet *net, const PatternHead head, const PatternStore *store,
                         int side, const Point *points, int count, int32_t *policy)
{
    int16_t weights[PATTERN_INPUTS];
    policy_weights_plain(net, head, weights);
    for (int i = 0; i < count; i++) {
        const int16_t *sums = store->sums[store->place[points[i]]];
        int32_t sum = 0;
        for (int j = 0; j < PATTERN_INPUTS; j++) {
            sum += weights[j] * pattern_activation(sums[input_place_of(j, side)]);
        }
        policy[i] = sum >> PATTERN_POLICY_SHIFT;
    }
}

#if defined(__SSE2__)

/* --- registers of 128 bits: all 64-bit processors by Intel and AMD, and WebAssembly --- */

static inline int32_t add_up(__m128i four)
{
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, _MM_SHUFFLE(2, 3, 0, 1))));
}

/* Eight bytes from memory, each made 16 bits. */
static inline __m128i widen_sse2(const int8_t *from)
{
    __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)from);
    return _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
}

#define KERNEL(name) name##_sse2
#define TARGET
#define LANES            8
#define VEC              __m128i
#define LOAD(p)          _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, v)      _mm_storeu_si128((__m128i *)(void *)(p), (v))
#define WIDEN(p)         widen_sse2(p)
#define ADD(a, b)        _mm_add_epi16((a), (b))
#define SUB(a, b)        _mm_sub_epi16((a), (b))
#define MAX(a, b)        _mm_max_epi16((a), (b))
#define MIN(a, b)        _mm_min_epi16((a), (b))
#define ALL(n)           _mm_set1_epi16(n)
#define PAIR(n)          _mm_set1_epi32(n)
#define ADD32(a, b)      _mm_add_epi32((a), (b))
#define MADD(s, a, b)    _mm_add_epi32((s), _mm_madd_epi16((a), (b)))
#define SHIFT32(v, bits) _mm_srai_epi32((v), (bits))
#define PACK(a, b)       _mm_packs_epi32((a), (b))
#define LOW(v)           _mm_unpacklo_epi16((v), _mm_setzero_si128())
#define HIGH(v)          _mm_unpackhi_epi16((v), _mm_setzero_si128())
#define JOIN(low, high)  _mm_packs_epi32((low), (high))
#define SUM32(v)         add_up(v)
#include "eval/pattern_kernel.h"

#endif
#if defined(__x86_64__)

/* --- registers of 256 bits --- */

/* What needs them lies in a section of its own, so that tests/repository/package.py can tell that
 * nothing else is newer than the oldest processor. */
#define WITH(instructions) __attribute__((target(instructions), section(".avx2")))

WITH("avx2") static inline int32_t add_up_avx2(__m256i eight)
{
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, _MM_SHUFFLE(2, 3, 0, 1))));
}

#define KERNEL(name)  name##_avx2
#define TARGET        WITH("avx2")
#define MADD(s, a, b) _mm256_add_epi32((s), _mm256_madd_epi16((a), (b)))
#include "eval/pattern_avx2.h"

/* VNNI multiplies and adds in one instruction. Processors have it as AVX-VNNI, as AVX-512 VNNI, or
 * as both. */
#define KERNEL(name)  name##_avx_vnni
#define TARGET        WITH("avx2,avxvnni")
#define MADD(s, a, b) _mm256_dpwssd_avx_epi32((s), (a), (b))
#include "eval/pattern_avx2.h"

#define KERNEL(name)  name##_avx512_vnni
#define TARGET        WITH("avx2,avx512vl,avx512vnni")
#define MADD(s, a, b) _mm256_dpwssd_epi32((s), (a), (b))
#include "eval/pattern_avx2.h"

/* --- registers of 512 bits: all inputs of a point in one, to follow a stone --- */

#define KERNEL(name) name##_avx512
#define TARGET       WITH("avx512bw")
#define LANES        32
#define VEC          __m512i
#define LOAD(p)      _mm512_loadu_si512(p)
#define STORE(p, v)  _mm512_storeu_si512((p), (v))
#define WIDEN(p)     _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(const void *)(p)))
#define ADD(a, b)    _mm512_add_epi16((a), (b))
#define SUB(a, b)    _mm512_sub_epi16((a), (b))
#define MAX(a, b)    _mm512_max_epi16((a), (b))
#define MIN(a, b)    _mm512_min_epi16((a), (b))
#define ALL(n)       _mm512_set1_epi16(n)
#include "eval/pattern_follow.h"
#include "eval/pattern_end.h"

#elif defined(__aarch64__)

/* --- registers of 128 bits, which all 64-bit processors by ARM have --- */

/* Registers bear the type of what is in them; here all are numbers of 16 bits to the outside. */
static inline int32x4_t as_32(int16x8_t v)
{
    return vreinterpretq_s32_s16(v);
}

static inline int16x8_t as_16(int32x4_t v)
{
    return vreinterpretq_s16_s32(v);
}

static inline int16x8_t madd_neon(int16x8_t sums, int16x8_t a, int16x8_t b)
{
    int32x4_t low = vmull_s16(vget_low_s16(a), vget_low_s16(b)), high = vmull_high_s16(a, b);
    return as_16(vaddq_s32(as_32(sums), vpaddq_s32(low, high)));
}

/* The halves of unsigned numbers, each made 32 bits. */
static inline int16x8_t low_neon(int16x8_t v)
{
    return vreinterpretq_s16_u32(vmovl_u16(vget_low_u16(vreinterpretq_u16_s16(v))));
}

static inline int16x8_t high_neon(int16x8_t v)
{
    return vreinterpretq_s16_u32(vmovl_high_u16(vreinterpretq_u16_s16(v)));
}

#define KERNEL(name) name##_neon
#define TARGET
#define LANES            8
#define VEC              int16x8_t
#define LOAD(p)          vld1q_s16((const int16_t *)(const void *)(p))
#define STORE(p, v)      vst1q_s16((p), (v))
#define WIDEN(p)         vmovl_s8(vld1_s8(p))
#define ADD(a, b)        vaddq_s16((a), (b))
#define SUB(a, b)        vsubq_s16((a), (b))
#define MAX(a, b)        vmaxq_s16((a), (b))
#define MIN(a, b)        vminq_s16((a), (b))
#define ALL(n)           vdupq_n_s16(n)
#define PAIR(n)          as_16(vdupq_n_s32(n))
#define ADD32(a, b)      as_16(vaddq_s32(as_32(a), as_32(b)))
#define MADD(s, a, b)    madd_neon((s), (a), (b))
#define SHIFT32(v, bits) as_16(vshlq_s32(as_32(v), vdupq_n_s32(-(bits))))
#define PACK(a, b)       vqmovn_high_s32(vqmovn_s32(as_32(a)), as_32(b))
#define LOW(v)           low_neon(v)
#define HIGH(v)          high_neon(v)
#define JOIN(low, high)  PACK((low), (high))
#define SUM32(v)         vaddvq_s32(as_32(v))
#include "eval/pattern_kernel.h"

#endif

/* --- any of them --- */

typedef struct {
    void (*play)(const PatternStone *to, Point stone, const Changes *changes);
    void (*head)(const PatternNet *net, const PatternRegions *regions, int side, int threat_mask,
                 PatternHead head);
    void (*policy)(const PatternNet *net, const PatternHead head, const PatternStore *store,
                   int side, const Point *points, int count, int32_t *policy);
} Kernels;

#define KERNELS(kind)                                                                              \
    {                                                                                              \
        play_##kind, head_##kind, policy_##kind                                                    \
    }

/* Those that the program has. */
static const Kernels kernels[SIMD_COUNT] = {
    [SIMD_NONE] = KERNELS(plain),
#if defined(__x86_64__)
    [SIMD_AVX2] = KERNELS(avx2),
    [SIMD_AVX_VNNI] = KERNELS(avx_vnni),
    [SIMD_AVX512_VNNI] = {play_avx512, head_avx512_vnni, policy_avx512_vnni},
#endif
#if defined(__SSE2__)
    [SIMD_SSE2] = KERNELS(sse2),
#elif defined(__aarch64__)
    [SIMD_NEON] = KERNELS(neon),
#endif
};

void pattern_play(Simd simd, const PatternStone *to, Point stone, const Changes *changes)
{
    kernels[simd].play(to, stone, changes);
}

void pattern_undo(PatternStore *store, const PatternJournal *journal)
{
    for (int i = 0; i < journal->count; i++) {
        store->place[journal->point[i]] = journal->place[i];
    }
}

void pattern_head(Simd simd, const PatternNet *net, const PatternRegions *regions, int side,
                  int threat_mask, PatternHead head)
{
    kernels[simd].head(net, regions, side, threat_mask, head);
}

Value pattern_value(const PatternNet *net, const PatternHead head)
{
    uint32_t sum = 0;
    for (int unit = 0; unit < HEAD_UNITS; unit++) {
        sum += product(net->out[unit], head[unit]);
    }
    Value value = (int32_t)sum / (HEAD_UNIT_ONE * HEAD_OUT_ONE);
    return value > PATTERN_VALUE_MAX    ? PATTERN_VALUE_MAX
           : value < -PATTERN_VALUE_MAX ? -PATTERN_VALUE_MAX
                                        : value;
}

void pattern_policy(Simd simd, const PatternNet *net, const PatternHead head,
                    const PatternStore *store, int side, const Point *points, int count,
                    int32_t *policy)
{
    kernels[simd].policy(net, head, store, side, points, count, policy);
}

/* pattern_avx2 - a pattern network with registers of 256 bits: included by pattern_simd.c once for
 * each kind of them, which defines KERNEL, TARGET and MADD as pattern_kernel.h has it. The kinds
 * differ in how they multiply and add.
 */

#define LANES            16
#define VEC              __m256i
#define LOAD(p)          _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE(p, v)      _mm256_storeu_si256((__m256i *)(void *)(p), (v))
#define WIDEN(p)         _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)(p)))
#define ADD(a, b)        _mm256_add_epi16((a), (b))
#define SUB(a, b)        _mm256_sub_epi16((a), (b))
#define MAX(a, b)        _mm256_max_epi16((a), (b))
#define MIN(a, b)        _mm256_min_epi16((a), (b))
#define ALL(n)           _mm256_set1_epi16(n)
#define PAIR(n)          _mm256_set1_epi32(n)
#define ADD32(a, b)      _mm256_add_epi32((a), (b))
#define SHIFT32(v, bits) _mm256_srai_epi32((v), (bits))
/* Packing goes by halves, which the permutation mends. */
#define EVEN_HALVES      _MM_SHUFFLE(3, 1, 2, 0)
#define PACK(a, b)       _mm256_permute4x64_epi64(_mm256_packs_epi32((a), (b)), EVEN_HALVES)
#define LOW(v)           _mm256_unpacklo_epi16((v), _mm256_setzero_si256())
#define HIGH(v)          _mm256_unpackhi_epi16((v), _mm256_setzero_si256())
#define JOIN(low, high)  _mm256_packs_epi32((low), (high))
#define SUM32(v)         add_up_avx2(v)
#include "eval/pattern_kernel.h"

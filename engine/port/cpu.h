/* cpu - what the processor can do beyond what the program is built for. */
#ifndef TENGEN_PORT_CPU_H
#define TENGEN_PORT_CPU_H

#include <stdbool.h>

/* Bytes that the processor fetches at once. What lies across the end of a line takes two. */
enum { CACHE_LINE = 64 };

/* Instructions that work on several numbers at once (SIMD), the fastest of each processor last:
 * none; registers of 128 bits (SSE2); of 256 (AVX2); the same with VNNI, which multiplies and adds
 * at once and comes in two encodings, the second of them beside registers of 512; those of ARM. */
typedef enum {
    SIMD_NONE,
    SIMD_SSE2,
    SIMD_AVX2,
    SIMD_AVX_VNNI,
    SIMD_AVX512_VNNI,
    SIMD_NEON,
    SIMD_COUNT
} Simd;

/* Says whether the program has such instructions, and processor and system know them. Ask once and
 * keep the answer. */
bool cpu_has(Simd simd);

/* The fastest that processor and program have. */
Simd cpu_best_simd(void);

#endif

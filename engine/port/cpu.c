/* cpu - asking the processor; see cpu.h. */
#include "port/cpu.h"

bool cpu_has(Simd simd)
{
    switch (simd) {
    case SIMD_NONE: return true;
#if defined(__x86_64__)
    case SIMD_AVX2: return __builtin_cpu_supports("avx2");
#endif
#if defined(__SSE2__)
    case SIMD_SSE2: return true;
#elif defined(__aarch64__)
    case SIMD_NEON: return true;
#endif
    default: return false;
    }
}

Simd cpu_best_simd(void)
{
    Simd simd = SIMD_COUNT - 1;
    while (!cpu_has(simd)) {
        simd--;
    }
    return simd;
}

/* cpu - asking the processor; see cpu.h. */
#include "port/cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>

/* Says whether processor and system have AVX-VNNI. Not all compilers know its name. */
static bool has_avx_vnni(void)
{
    enum { FEATURES = 7, MORE_FEATURES = 1, AVX_VNNI_BIT = 4 }; /* leaf, part of it, bit of EAX */
    unsigned eax = 0, ebx, ecx, edx;
    return __builtin_cpu_supports("avx2") &&
           __get_cpuid_count(FEATURES, MORE_FEATURES, &eax, &ebx, &ecx, &edx) &&
           (eax >> AVX_VNNI_BIT & 1) != 0;
}
#endif

bool cpu_has(Simd simd)
{
    switch (simd) {
    case SIMD_NONE: return true;
#if defined(__x86_64__)
    case SIMD_AVX2: return __builtin_cpu_supports("avx2");
    case SIMD_AVX_VNNI: return has_avx_vnni();
    case SIMD_AVX512_VNNI:
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512vnni");
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

/* cpu - asking the processor; see cpu.h. */
#include "port/cpu.h"

bool cpu_has_avx2(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return false; /* the programs for other processors have no code for it */
#endif
}

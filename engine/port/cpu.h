/* cpu - what the processor can do beyond what the program is built for. */
#ifndef TENGEN_PORT_CPU_H
#define TENGEN_PORT_CPU_H

#include <stdbool.h>

/* Says whether processor and system have AVX2: registers of 256 bits for whole numbers. Ask once
 * and keep the answer. */
bool cpu_has_avx2(void);

#endif

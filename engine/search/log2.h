/* log2 - a logarithm in whole numbers: the same on every machine. */
#ifndef TENGEN_SEARCH_LOG2_H
#define TENGEN_SEARCH_LOG2_H

#include <stdint.h>

/* The binary logarithm of a positive number, times the unit, with straight lines between the powers
 * of two. */
static inline int log2_times(int unit, int number)
{
    int whole = 31 - __builtin_clz((unsigned)number);
    int64_t rest = number - (1 << whole);
    return whole * unit + (int)(rest * unit >> whole);
}

#endif

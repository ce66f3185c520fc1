/* pattern_end - undefines what one kind of registers was described by (pattern_kernel.h), so that
 * the next kind can be. */
#undef KERNEL
#undef TARGET
#undef LANES
#undef VEC
#undef LOAD
#undef STORE
#undef WIDEN
#undef ADD
#undef SUB
#undef MAX
#undef MIN
#undef ALL
#undef PAIR
#undef ADD32
#undef MADD
#undef SHIFT32
#undef PACK
#undef LOW
#undef HIGH
#undef JOIN
#undef SUM32

/* embed - puts files into the program as they are, between two symbols; for assembler sources.
 *
 * To be included by them alone, once. `embed file, symbol` makes symbol_begin and symbol_end;
 * SYMBOL writes a name as a C compiler calls it.
 */
#if defined(__ELF__)
    .section .note.GNU-stack, "", %progbits /* the stack holds no code */
#endif
#if defined(_WIN32)
    .section .rdata, "dr"
#else
    .section .rodata
#endif

#define JOIN_EXPANDED(a, b) a##b
#define JOIN(a, b) JOIN_EXPANDED(a, b)
#define SYMBOL(name) JOIN(__USER_LABEL_PREFIX__, name)

/* The name is for the other files of the engine; a shared library does not export it. */
.macro internal symbol
    .globl \symbol
#if defined(__ELF__)
    .hidden \symbol
#endif
.endm

.macro embed file, symbol
    .balign 64 /* a line of the cache, and the widest register */
    internal \symbol\()_begin
    internal \symbol\()_end
\symbol\()_begin:
    .incbin "\file"
\symbol\()_end:
.endm

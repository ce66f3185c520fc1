/* weights - the files in weights/, embedded as they are, a line each; see weights.h.
 *
 * A file is a pair of symbols, weights_NAME_begin and weights_NAME_end. NAME is the column `weights`
 * of RULES in api/types.h; a rule that names a file which is not here does not link.
 */
#if defined(_WIN32)
    .section .rdata, "dr"
#else
    .section .rodata
#endif

#define JOIN_EXPANDED(a, b) a##b
#define JOIN(a, b) JOIN_EXPANDED(a, b)
#define SYMBOL(name) JOIN(__USER_LABEL_PREFIX__, name) /* as a C compiler calls it */

.macro embed file, symbol
    .balign 64 /* WEIGHTS_ALIGNMENT */
    .globl \symbol\()_begin
    .globl \symbol\()_end
\symbol\()_begin:
    .incbin "\file\().bin"
\symbol\()_end:
.endm

    embed freestyle, SYMBOL(weights_freestyle)
    embed standard, SYMBOL(weights_standard)
    embed renju, SYMBOL(weights_renju)
    embed caro, SYMBOL(weights_caro)

/* Nothing was learnt: an empty file. */
    .globl SYMBOL(weights_none_begin)
    .globl SYMBOL(weights_none_end)
SYMBOL(weights_none_begin):
SYMBOL(weights_none_end):

#if defined(__ELF__)
    .section .note.GNU-stack, "", %progbits /* the stack holds no code */
#endif

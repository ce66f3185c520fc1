/* weights - room for the files in weights/, for WebAssembly; see weights.h.
 *
 * There are several programs for the kinds of browsers, and the files are larger than they are. So
 * they lie beside the programs once, one behind the other in the order of this file, and the page
 * copies them to weights_begin before it starts one. CMake says how many bytes each has.
 */
.macro room symbol, bytes
    .balign 64 /* WEIGHTS_ALIGNMENT */
    .globl \symbol\()_begin
    .globl \symbol\()_end
    .type \symbol\()_begin, @object
    .type \symbol\()_end, @object
\symbol\()_begin:
    .skip \bytes
    .size \symbol\()_begin, \bytes
\symbol\()_end:
    .size \symbol\()_end, 0
.endm

    .section .bss.weights, "", @
    room weights_freestyle, WEIGHTS_FREESTYLE_BYTES
    room weights_standard, WEIGHTS_STANDARD_BYTES
    room weights_renju, WEIGHTS_RENJU_BYTES
    room weights_caro, WEIGHTS_CARO_BYTES
    room weights_none, 0

/* The page has no books: they would be fetched by everybody and serve few. */
    room book_freestyle15, 0
    room book_standard15, 0
    room book_renju15, 0

/* The page fetches the explorer when somebody asks for it. */
    room explorer, EXPLORER_BYTES

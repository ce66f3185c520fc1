/* short_memory - memory that runs out at a chosen moment.
 *
 * For test programs that the linker calls with --wrap for malloc, calloc and realloc (see
 * tests/CMakeLists.txt): it puts these functions in the place of the library's.
 */
#ifndef TENGEN_TESTS_SHORT_MEMORY_H
#define TENGEN_TESTS_SHORT_MEMORY_H

/* Lets that many more calls for memory succeed, and the next one fail; all after it succeed. */
void short_memory_fail_after(long calls);

/* Lets all calls succeed again, and says whether one has failed. */
int short_memory_end(void);

#endif

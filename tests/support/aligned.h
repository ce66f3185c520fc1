/* aligned - memory for what begins at a cache line, as all that has GameTables or a Search in it
 * does. malloc does not know of that. */
#ifndef TENGEN_TESTS_ALIGNED_H
#define TENGEN_TESTS_ALIGNED_H

#include <stddef.h>

/* So many zeroed bytes that begin at a cache line. Stops the test if memory is out. Free them with
 * free(). */
void *aligned_new(size_t bytes);

#endif

/* wished - asks the system which size of pages it was told to use for a piece of memory.
 *
 * Large pages are a wish that a system may grant, refuse or put off, so tests cannot see them in
 * use; Linux tells the wish itself, though, in /proc/self/smaps.
 */
#ifndef TENGEN_TESTS_WISHED_H
#define TENGEN_TESTS_WISHED_H

typedef enum {
    WISHED_UNTOLD, /* this system has no large pages, or does not say */
    WISHED_NOTHING,
    WISHED_SMALL,
    WISHED_LARGE,
} Wished;

/* What was wished for the pages there. */
Wished wished_for(const void *pages);

#endif

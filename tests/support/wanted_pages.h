/* wanted_pages - which page size the process asked the system for, for a piece of memory.
 *
 * The system may grant large pages, refuse them or grant them later, so tests cannot check their
 * use; but Linux lists in /proc/self/smaps what was asked for.
 */
#ifndef TENGEN_TESTS_WANTED_PAGES_H
#define TENGEN_TESTS_WANTED_PAGES_H

typedef enum {
    PAGES_UNKNOWN, /* this system has no large pages, or does not list it */
    PAGES_DEFAULT,
    PAGES_SMALL,
    PAGES_LARGE,
} WantedPages;

/* What was asked for, for the pages there. */
WantedPages wanted_pages(const void *pages);

#endif

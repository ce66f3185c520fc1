/* Checks how deep threads are: which depths a helper leaves out. */
#include "search/progress.h"

#include "unit.h"

#include <stdlib.h>

enum { LAST = 9, HERE = 4 };

/* What a helper that comes to a depth searches, where so many of the others are there already. */
static int next_beside(int threads, int others)
{
    static Progress progress;
    progress_begin(&progress, threads);
    for (int i = 0; i < others; i++) {
        progress_note(&progress, 0, HERE - 1);
        progress_note(&progress, HERE - 1, HERE);
    }
    return progress_next(&progress, HERE, LAST);
}

/* Half of the others are enough, where there are more than two threads. */
TEST(helpers_leave_out_what_others_search)
{
    static const struct {
        int threads, enough;
    } CASES[] = {{2, 2}, {3, 1}, {4, 2}, {5, 2}, {8, 4}, {64, 32}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        for (int others = 0; others < CASES[i].threads; others++) {
            int expected = others >= CASES[i].enough ? HERE + 1 : HERE;
            assert_int_equal(next_beside(CASES[i].threads, others), expected);
        }
    }
}

/* Who is deeper has left the depth behind, and none after the last is left. */
TEST(deeper_threads_count)
{
    Progress *progress = calloc(1, sizeof *progress);
    assert_non_null(progress);
    progress_begin(progress, 3);
    progress_note(progress, 0, 2);
    assert_int_equal(progress_next(progress, 1, LAST), 3);
    progress_note(progress, 2, 6);
    assert_int_equal(progress_next(progress, 1, LAST), 7);
    assert_int_equal(progress_next(progress, 3, LAST), 7);
    assert_int_equal(progress_next(progress, 8, LAST), 8);
    progress_note(progress, 6, PLY_MAX);
    assert_int_equal(progress_next(progress, 1, LAST), LAST);
    assert_int_equal(progress_next(progress, LAST + 1, LAST), LAST + 1);
    progress_begin(progress, 3);
    assert_int_equal(progress_next(progress, 1, LAST), 1);
    free(progress);
}

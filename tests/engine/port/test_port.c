/* Checks what the engine expects of any system: memory that is zero until it is written to, and
 * again after it was cleared; clocks that agree and never go back, and one that counts work alone;
 * at least one core.
 */
#define _POSIX_C_SOURCE 199309L
#include "port/port.h"

#include "unit.h"
#include "wanted_pages.h"

#include <stdbool.h>
#include <string.h>
#include <time.h>

enum {
    PAGE = 4096,
    BYTES = 40 * PAGE + 1, /* a page is not always full */
    LARGE_PAGE = 2 << 20,
    READINGS = 100000, /* of the clock */
    NS_PER_MS = 1000000,
    SLEEP_NS = 50 * NS_PER_MS,
};

static bool is_zero(const char *bytes, size_t count)
{
    return bytes[0] == 0 && memcmp(bytes, bytes + 1, count - 1) == 0;
}

TEST(memory_is_zero_until_it_is_written)
{
    char *pages = port_pages_new(BYTES);
    assert_non_null(pages);
    assert_int_equal((uintptr_t)pages % PAGE, 0);
    for (int round = 0; round < 3; round++) {
        assert_true(is_zero(pages, BYTES));
        memset(pages, 'x', BYTES);
        assert_true(pages[0] == 'x' && pages[BYTES - 1] == 'x');
        port_pages_clear(pages, BYTES);
    }
    port_pages_free(pages, BYTES);
}

TEST(too_much_memory_is_refused)
{
    assert_null(port_pages_new(SIZE_MAX / 2));
    port_pages_free(NULL, SIZE_MAX / 2); /* which is fine */
}

/* What is in the pages does not depend on their size. */
TEST(wishes_change_nothing)
{
    enum { SOME = 3 * LARGE_PAGE };
    char *pages = port_pages_new(SOME);
    assert_non_null(pages);
    pages[LARGE_PAGE] = 1;
    for (int round = 0; round < 4; round++) {
        port_pages_prefer(round % 2 == 0 ? PORT_PAGES_LARGE : PORT_PAGES_SMALL, pages, SOME);
        assert_int_equal(pages[LARGE_PAGE], 1);
        assert_true(is_zero(pages, LARGE_PAGE) && is_zero(pages + LARGE_PAGE + 1, LARGE_PAGE));
    }
    port_pages_free(pages, SOME);
}

TEST(wishes_are_told_to_the_system)
{
    char *pages = port_pages_new(LARGE_PAGE);
    assert_non_null(pages);
    port_pages_prefer(PORT_PAGES_LARGE, pages, LARGE_PAGE);
    WantedPages large = wanted_pages(pages);
    port_pages_prefer(PORT_PAGES_SMALL, pages, LARGE_PAGE);
    WantedPages small = wanted_pages(pages);
    port_pages_free(pages, LARGE_PAGE);
    if (large == PAGES_UNKNOWN) {
        skip();
    }
    assert_int_equal(large, PAGES_LARGE);
    assert_int_equal(small, PAGES_SMALL);
}

TEST(clocks_agree_and_never_go_back)
{
    int64_t before = port_now_ns();
    for (int i = 0; i < READINGS; i++) {
        int64_t ms = port_now_ms(), ns = port_now_ns();
        assert_true(before / NS_PER_MS <= ms && ms <= ns / NS_PER_MS);
        before = ns;
    }
}

/* Who sleeps has no core, so that the bench does not count what other programs do. */
TEST(core_time_counts_work_and_no_sleep)
{
    int64_t begin = port_core_ns(), now = port_now_ns();
    nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
    assert_true(port_now_ns() - now >= SLEEP_NS);
    assert_true(port_core_ns() - begin < SLEEP_NS / 2);
    begin = port_core_ns();
    for (volatile int i = 0; port_core_ns() - begin < SLEEP_NS; i++) {
    }
}

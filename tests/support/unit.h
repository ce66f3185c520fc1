/* unit - what a test program is made of: cmocka, and tests that enter themselves.
 *
 *     TEST(it_does_what_it_says)
 *     {
 *         assert_true(...);
 *     }
 *
 * defines a test and enters it, so that no list of them can lack one. The tests of a program run in
 * the order in which they stand in its file; main() is in unit.c. A test finds in `*state` what the
 * fixture, if there is one, has put there.
 */
#ifndef TENGEN_TESTS_UNIT_H
#define TENGEN_TESTS_UNIT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

/* Enters a test that stands in that line of its file. Stops the program if there are too many. */
void unit_enter(const char *name, CMUnitTestFunction function, int line);

/* Has this set up before each test, and that done after it; either may be NULL. */
void unit_fixture(CMFixtureFunction set_up, CMFixtureFunction tear_down);

/* The same once, before the first test and after the last. */
void unit_shared_fixture(CMFixtureFunction set_up, CMFixtureFunction tear_down);

#define UNIT_AT_START(name) __attribute__((constructor)) static void name(void)

#define TEST(name)                                                                                 \
    static void name(void **state);                                                                \
    UNIT_AT_START(enter_##name)                                                                    \
    {                                                                                              \
        unit_enter(#name, name, __LINE__);                                                         \
    }                                                                                              \
    static void name(__attribute__((unused)) void **state)

#define FIXTURE(set_up, tear_down)                                                                 \
    UNIT_AT_START(enter_fixture)                                                                   \
    {                                                                                              \
        unit_fixture(set_up, tear_down);                                                           \
    }

#define SHARED_FIXTURE(set_up, tear_down)                                                          \
    UNIT_AT_START(enter_shared_fixture)                                                            \
    {                                                                                              \
        unit_shared_fixture(set_up, tear_down);                                                    \
    }

#endif

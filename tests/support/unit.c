/* Runs the tests that have entered themselves (see unit.h), or the one that the program is given by
 * its name. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

enum { TESTS_MAX = 64 };

typedef struct {
    struct CMUnitTest test;
    int line;
} Entry;

static Entry entries[TESTS_MAX];
static int entered;
static CMFixtureFunction each_set_up, each_tear_down, all_set_up, all_tear_down;

void unit_enter(const char *name, CMUnitTestFunction function, int line)
{
    if (entered == TESTS_MAX) {
        fprintf(stderr, "%s is one test too many: raise TESTS_MAX\n", name);
        exit(EXIT_FAILURE);
    }
    entries[entered++] = (Entry){{.name = name, .test_func = function}, line};
}

void unit_fixture(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    each_set_up = set_up;
    each_tear_down = tear_down;
}

void unit_shared_fixture(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    all_set_up = set_up;
    all_tear_down = tear_down;
}

/* The compiler may let them enter in any order. */
static int by_line(const void *a, const void *b)
{
    return ((const Entry *)a)->line - ((const Entry *)b)->line;
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[TESTS_MAX] = {{0}}; /* cmocka passes over those without a name */
    qsort(entries, (size_t)entered, sizeof *entries, by_line);
    for (int i = 0; i < entered; i++) {
        tests[i] = entries[i].test;
        tests[i].setup_func = each_set_up;
        tests[i].teardown_func = each_tear_down;
    }
    if (entered == 0) {
        fprintf(stderr, "there is no test\n");
        return EXIT_FAILURE;
    }
    if (argc > 1) {
        cmocka_set_test_filter(argv[1]);
    }
    return cmocka_run_group_tests(tests, all_set_up, all_tear_down);
}

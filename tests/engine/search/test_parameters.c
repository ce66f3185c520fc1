/* Checks how parameters are read, listed and used: every word that is one, at the ends of its range
 * too, and none that is not; and that a thread's settings are its own.
 */
#include "search/parameters.h"

#include "unit.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

TEST(a_word_changes_what_it_names)
{
    Parameters start, changed;
    assert_string_equal(parameters_read(&start, "- rest"), " rest");
    const char *rest = parameters_read(&changed, " \tORDER_OWN=4,LMR_KILLER=0\r\nnext");
    assert_string_equal(rest, "\r\nnext");
    assert_true(changed.ORDER_OWN == 4 && changed.LMR_KILLER == 0);
    changed.ORDER_OWN = start.ORDER_OWN;
    changed.LMR_KILLER = start.LMR_KILLER;
    assert_memory_equal(&changed, &start, sizeof start);
}

TEST(other_words_are_refused)
{
    static const char *const wrong[] = {"",
                                        " ",
                                        "--",
                                        "-x",
                                        "ORDER_OWN",
                                        "ORDER_OWN=",
                                        "=4",
                                        "ORDER_OW=4",
                                        "ORDER_OWNS=4",
                                        "order_own=4",
                                        "ORDER_OWN=-1",
                                        "ORDER_OWN=+4",
                                        "ORDER_OWN= 4",
                                        "ORDER_OWN=4x",
                                        "ORDER_OWN=4,",
                                        ",ORDER_OWN=4",
                                        "ORDER_OWN=4,,ORDER_OPPONENT=2",
                                        "ORDER_OWN=99999999999999999999",
                                        "ORDER_OWN=4;ORDER_OPPONENT=2",
                                        "ORDER_OWN=4.5"};
    Parameters parameters;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(parameters_read(&parameters, wrong[i]));
    }
}

/* Says whether the parameter may have that value. */
static bool is_value(const char *name, int value)
{
    char word[80];
    Parameters parameters;
    snprintf(word, sizeof word, "%s=%d", name, value);
    return parameters_read(&parameters, word) != NULL;
}

static void check_line(void *context, const char *text)
{
    int *lines = context, value, least, most;
    char name[40];
    assert_int_equal(sscanf(text, "%39s %d %d %d", name, &value, &least, &most), 4);
    assert_true(least <= value && value <= most && least < most);
    assert_true(is_value(name, value) && is_value(name, least) && is_value(name, most));
    assert_false(is_value(name, least - 1) || is_value(name, most + 1));
    ++*lines;
}

TEST(the_list_tells_names_and_ranges)
{
    int lines = 0;
    parameters_list(check_line, &lines);
    assert_int_equal(lines, (int)(sizeof(Parameters) / sizeof(int)));
}

/* Set from the environment they can only be in another process; tests/protocol/cli/tools.py looks
 * at that. */
TEST(as_they_are_in_the_sources_none_is_set)
{
    char text[PARAMETERS_TEXT_MAX];
    parameters_write_set(text);
    assert_string_equal(text, "-");
}

static void *read_own(void *own)
{
    *(int *)own = PARAMETER(ORDER_OWN);
    return NULL;
}

TEST(a_thread_has_settings_of_its_own)
{
    int before = PARAMETER(ORDER_OWN), elsewhere;
    Parameters parameters;
    pthread_t thread;
    parameters_read(&parameters, "ORDER_OWN=9");
    parameters_use(&parameters);
    assert_int_equal(PARAMETER(ORDER_OWN), parameters_are_settings() ? 9 : before);
    assert_int_equal(pthread_create(&thread, NULL, read_own, &elsewhere), 0);
    pthread_join(thread, NULL);
    assert_int_equal(elsewhere, before);
    parameters_use(NULL);
    assert_int_equal(PARAMETER(ORDER_OWN), before);
}

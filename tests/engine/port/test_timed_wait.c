/* Checks timed_wait: that a wait ends at its deadline, not before, and at once when it is
 * signalled. */
#include "port/timed_wait.h"

#include "port/port.h"
#include "unit.h"

enum {
    SHORT_MS = 30,
    LONG_MS = 60000, /* longer than any machine is busy: who waits that long was not woken */
};

typedef struct {
    TimedCondition timed;
    pthread_mutex_t mutex;
    bool is_set;
} Flag;

static int set_up(void **state)
{
    static Flag flag;
    flag.is_set = false;
    assert_true(timed_condition_init(&flag.timed));
    pthread_mutex_init(&flag.mutex, NULL);
    *state = &flag;
    return 0;
}

static int tear_down(void **state)
{
    Flag *flag = *state;
    pthread_mutex_destroy(&flag->mutex);
    pthread_cond_destroy(&flag->timed.condition);
    return 0;
}

FIXTURE(set_up, tear_down)

/* Waits for the flag; returns whether it was set before the deadline. */
static bool wait_for(Flag *flag, int64_t deadline_ms)
{
    pthread_mutex_lock(&flag->mutex);
    while (!flag->is_set && timed_wait_until(&flag->timed, &flag->mutex, deadline_ms)) {
    }
    bool is_set = flag->is_set;
    pthread_mutex_unlock(&flag->mutex);
    return is_set;
}

static void *set_flag(void *context)
{
    Flag *flag = context;
    pthread_mutex_lock(&flag->mutex);
    flag->is_set = true;
    pthread_cond_signal(&flag->timed.condition);
    pthread_mutex_unlock(&flag->mutex);
    return NULL;
}

TEST(a_wait_ends_at_its_deadline)
{
    int64_t deadline = port_now_ms() + SHORT_MS;
    assert_false(wait_for(*state, deadline));
    assert_true(port_now_ms() >= deadline);
    assert_true(port_now_ms() < deadline + LONG_MS);
}

TEST(a_moment_that_has_passed_is_not_waited_for)
{
    int64_t now = port_now_ms();
    assert_false(wait_for(*state, now));
    assert_false(wait_for(*state, now - LONG_MS));
    assert_false(wait_for(*state, INT64_MIN / 2));
    assert_true(port_now_ms() < now + LONG_MS);
}

TEST(a_signal_ends_the_wait)
{
    int64_t deadline = port_now_ms() + LONG_MS;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, set_flag, *state), 0);
    assert_true(wait_for(*state, deadline));
    assert_true(port_now_ms() < deadline);
    pthread_join(thread, NULL);
}

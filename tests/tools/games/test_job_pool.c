/* Checks the pool: results in order whichever thread is slow, nothing lost or done twice, and every
 * way in which the work can end, with all memory freed (the sanitizers check that).
 */
#include "tools/games/job_pool.h"

#include "drawn.h"
#include "port/port.h"
#include "unit.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    JOBS = 300,
    THREADS_MOST = 7,
    ENOUGH = 20,         /* results after which a test stops, or something happens */
    SPIN_MAX = 4000,     /* steps of a slow job */
    WORKERS_CREATED = 2, /* when memory runs out while workers are made */
};

typedef struct {
    _Atomic int done[JOBS]; /* how often each job was done */
    _Atomic int working, cancelled;
    int workers, left;
    int64_t taken;
    int64_t enough, stop_after, fail_at, slow; /* -1: never */
    int workers_most;
} Site;

static Site new_site(void)
{
    return (Site){.enough = -1, .stop_after = -1, .fail_at = -1, .slow = -1, .workers_most = JOBS};
}

static void *worker_new(void *context)
{
    Site *site = context;
    if (site->workers == site->workers_most) {
        return NULL;
    }
    site->workers++;
    return malloc(1);
}

static void worker_free(void *context, void *worker)
{
    Site *site = context;
    site->left++;
    free(worker);
}

/* Some jobs take long, so that those after them are done before. */
static void take_time(const Site *site, int64_t number)
{
    uint64_t state = (uint64_t)number + 1;
    int steps = drawn_below(&state, SPIN_MAX);
    for (volatile int i = 0; i < steps; i = i + 1) {
    }
    while (number == site->slow && site->cancelled == 0) {
    }
}

static void *work(void *context, void *worker, int64_t number)
{
    Site *site = context;
    assert_non_null(worker);
    take_time(site, number);
    site->done[number]++;
    int64_t *result = number == site->fail_at ? NULL : malloc(sizeof *result);
    if (result != NULL) {
        *result = number;
    }
    return result;
}

static void cancel(void *context, void *worker)
{
    Site *site = context;
    (void)worker;
    site->cancelled++;
}

static bool consume(void *context, int64_t number, void *result)
{
    Site *site = context;
    assert_true(number == site->taken);
    assert_true(*(int64_t *)result == number);
    free(result);
    site->taken++;
    return site->taken != site->enough;
}

static bool go_on(void *context)
{
    const Site *site = context;
    return site->stop_after < 0 || site->taken < site->stop_after;
}

static JobEnd run(Site *site, int64_t count, int threads)
{
    JobPlan plan = {site, count, worker_new, worker_free, work, cancel, consume, go_on};
    JobEnd end = job_pool_run(&plan, threads);
    assert_int_equal(site->workers, site->left);
    for (int i = 0; i < JOBS; i++) {
        assert_true(site->done[i] <= 1);
    }
    return end;
}

TEST(results_come_in_order)
{
    for (int threads = 1; threads <= THREADS_MOST; threads++) {
        Site site = new_site();
        assert_int_equal(run(&site, JOBS, threads), JOBS_DONE);
        assert_true(site.taken == JOBS);
        assert_int_equal(site.workers, threads);
    }
}

TEST(no_jobs_are_done_at_once)
{
    Site site = new_site();
    assert_int_equal(run(&site, 0, 2), JOBS_DONE);
    assert_true(site.taken == 0);
}

TEST(enough_is_enough)
{
    Site site = new_site();
    site.enough = ENOUGH;
    assert_int_equal(run(&site, JOBS, 3), JOBS_DONE);
    assert_true(site.taken == ENOUGH);
    assert_int_equal(site.cancelled, 3);
}

TEST(it_stops_when_told)
{
    Site site = new_site();
    site.stop_after = ENOUGH;
    assert_int_equal(run(&site, JOBS, 3), JOBS_STOPPED);
    assert_true(site.taken == ENOUGH);
}

/* One job lasts until it is cancelled: jobs far ahead must wait, and the pool must stop although no
 * result comes. */
TEST(a_slow_job_holds_back_the_window_and_can_be_stopped)
{
    Site site = new_site();
    site.slow = site.stop_after = 0;
    assert_int_equal(run(&site, JOBS, 2), JOBS_STOPPED);
    assert_true(site.taken == 0);
    assert_int_equal(site.done[JOBS - 1], 0);
}

TEST(a_failure_ends_it_after_what_came_before)
{
    for (int threads = 1; threads <= THREADS_MOST; threads++) {
        Site site = new_site();
        site.fail_at = ENOUGH;
        assert_int_equal(run(&site, JOBS, threads), JOBS_FAILED);
        assert_true(site.taken <= ENOUGH);
    }
}

TEST(no_memory_for_a_worker_is_a_failure)
{
    Site site = new_site();
    site.workers_most = WORKERS_CREATED;
    assert_int_equal(run(&site, JOBS, 3), JOBS_FAILED);
    assert_int_equal(site.workers, WORKERS_CREATED);
    assert_true(site.taken == 0);
}

/* What the linker puts in the place of the functions of pthreads (see tests/CMakeLists.txt). */
static int locks_made, locks_most = INT_MAX;

int __real_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int __real_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int __real_pthread_mutex_destroy(pthread_mutex_t *mutex);
int __real_pthread_cond_destroy(pthread_cond_t *condition);
int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int __wrap_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int __wrap_pthread_mutex_destroy(pthread_mutex_t *mutex);
int __wrap_pthread_cond_destroy(pthread_cond_t *condition);

static bool may_make_lock(void)
{
    bool may = locks_made < locks_most;
    locks_made += may;
    return may;
}

int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    return may_make_lock() ? __real_pthread_mutex_init(mutex, attributes) : ENOMEM;
}

int __wrap_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    return may_make_lock() ? __real_pthread_cond_init(condition, attributes) : ENOMEM;
}

int __wrap_pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    locks_made--;
    return __real_pthread_mutex_destroy(mutex);
}

int __wrap_pthread_cond_destroy(pthread_cond_t *condition)
{
    locks_made--;
    return __real_pthread_cond_destroy(condition);
}

TEST(no_lock_is_a_failure)
{
    enum { LOCKS = 3 };
    for (locks_most = 0; locks_most <= LOCKS; locks_most++) {
        Site site = new_site();
        bool is_enough = locks_most == LOCKS;
        assert_int_equal(run(&site, JOBS, 2), is_enough ? JOBS_DONE : JOBS_FAILED);
        assert_int_equal(site.workers, is_enough ? 2 : 0);
        assert_int_equal(locks_made, 0);
    }
    locks_most = INT_MAX;
}

/* job_pool - a window of results between the threads and the caller; see job_pool.h. */
#include "tools/games/job_pool.h"

#include "port/timed_wait.h"
#include "port/port.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    WINDOW_PER_THREAD = 32, /* results that wait for an earlier one, or are in progress */
    ASK_MS = 100,           /* at most between two calls of go_on */
};

typedef struct JobPool JobPool;

typedef struct {
    JobPool *pool;
    void *worker;
    pthread_t thread;
} PoolThread;

struct JobPool {
    const JobPlan *plan;
    PoolThread *pool_threads;
    int workers, threads;     /* created so far */
    pthread_mutex_t lock;     /* over all that follows */
    TimedCondition delivered; /* a result was */
    pthread_cond_t moved;     /* the window has, or all is over */
    void **results;           /* of the jobs next_out to next_out + window - 1, by remainder */
    int64_t window, next_job, next_out;
    bool over, failed;
};

/* Waits until the next job is within the window, and takes it; false if none is left. */
static bool take_job(JobPool *pool, int64_t *number)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->over && pool->next_job < pool->plan->count &&
           pool->next_job >= pool->next_out + pool->window) {
        pthread_cond_wait(&pool->moved, &pool->lock);
    }
    bool has_job = !pool->over && pool->next_job < pool->plan->count;
    if (has_job) {
        *number = pool->next_job++;
    }
    pthread_mutex_unlock(&pool->lock);
    return has_job;
}

static void deliver(JobPool *pool, int64_t number, void *result)
{
    pthread_mutex_lock(&pool->lock);
    pool->results[number % pool->window] = result;
    pool->failed |= result == NULL;
    pthread_cond_signal(&pool->delivered.condition);
    pthread_mutex_unlock(&pool->lock);
}

/* What each thread does. */
static void *work(void *context)
{
    const PoolThread *thread = context;
    const JobPlan *plan = thread->pool->plan;
    int64_t number;
    while (take_job(thread->pool, &number)) {
        deliver(thread->pool, number, plan->work(plan->context, thread->worker, number));
    }
    return NULL;
}

/* Waits at most ASK_MS for the next result; NULL: it is not there yet, or a job failed. */
static void *next_result(JobPool *pool, bool *failed)
{
    int64_t deadline_ms = port_now_ms() + ASK_MS;
    pthread_mutex_lock(&pool->lock);
    void **slot = &pool->results[pool->next_out % pool->window];
    if (*slot == NULL && !pool->failed) {
        timed_wait_until(&pool->delivered, &pool->lock, deadline_ms);
    }
    void *result = *slot;
    if (result != NULL) {
        *slot = NULL;
        pool->next_out++;
        pthread_cond_broadcast(&pool->moved);
    }
    *failed = pool->failed;
    pthread_mutex_unlock(&pool->lock);
    return result;
}

/* Passes the results to the caller, in order. */
static JobEnd collect_results(JobPool *pool)
{
    const JobPlan *plan = pool->plan;
    int64_t consumed = 0;
    while (consumed < plan->count) {
        bool failed;
        void *result = next_result(pool, &failed);
        if (result != NULL && !plan->consume(plan->context, consumed++, result)) {
            return JOBS_DONE;
        }
        if (result == NULL && failed) {
            return JOBS_FAILED;
        }
        if (!plan->go_on(plan->context)) {
            return JOBS_STOPPED;
        }
    }
    return JOBS_DONE;
}

/* Creates the workers and the window; false if there is no memory. */
static bool allocate(JobPool *pool, int threads)
{
    const JobPlan *plan = pool->plan;
    pool->window = (int64_t)threads * WINDOW_PER_THREAD;
    pool->pool_threads = calloc((size_t)threads, sizeof *pool->pool_threads);
    pool->results = calloc((size_t)pool->window, sizeof *pool->results);
    if (pool->pool_threads == NULL || pool->results == NULL) {
        return false;
    }
    for (; pool->workers < threads; pool->workers++) {
        void *worker = plan->worker_new(plan->context);
        if (worker == NULL) {
            return false;
        }
        pool->pool_threads[pool->workers] = (PoolThread){.pool = pool, .worker = worker};
    }
    return true;
}

/* Starts as many threads as the system has; false if it has none. */
static bool start_pool(JobPool *pool)
{
    while (pool->threads < pool->workers) {
        PoolThread *thread = &pool->pool_threads[pool->threads];
        if (pthread_create(&thread->thread, NULL, work, thread) != 0) {
            break;
        }
        pool->threads++;
    }
    return pool->threads > 0;
}

/* Cancels all jobs in progress and joins the threads. */
static void stop_pool(JobPool *pool)
{
    const JobPlan *plan = pool->plan;
    pthread_mutex_lock(&pool->lock);
    pool->over = true;
    pthread_cond_broadcast(&pool->moved);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++) {
        plan->cancel(plan->context, pool->pool_threads[i].worker);
    }
    for (int i = 0; i < pool->threads; i++) {
        pthread_join(pool->pool_threads[i].thread, NULL);
    }
}

static void release(JobPool *pool)
{
    for (int i = 0; i < pool->workers; i++) {
        pool->plan->worker_free(pool->plan->context, pool->pool_threads[i].worker);
    }
    for (int64_t i = 0; pool->results != NULL && i < pool->window; i++) {
        free(pool->results[i]);
    }
    free(pool->results);
    free(pool->pool_threads);
}

/* Makes the lock and its conditions; false if the system does not give all: then there is none. */
static bool make_locks(JobPool *pool)
{
    if (pthread_mutex_init(&pool->lock, NULL) != 0) {
        return false;
    }
    if (!timed_condition_init(&pool->delivered)) {
        pthread_mutex_destroy(&pool->lock);
        return false;
    }
    if (pthread_cond_init(&pool->moved, NULL) != 0) {
        pthread_cond_destroy(&pool->delivered.condition);
        pthread_mutex_destroy(&pool->lock);
        return false;
    }
    return true;
}

static void destroy_locks(JobPool *pool)
{
    pthread_cond_destroy(&pool->moved);
    pthread_cond_destroy(&pool->delivered.condition);
    pthread_mutex_destroy(&pool->lock);
}

JobEnd job_pool_run(const JobPlan *plan, int threads)
{
    JobPool pool = {.plan = plan};
    JobEnd result = JOBS_FAILED;
    if (!make_locks(&pool)) {
        return JOBS_FAILED;
    }
    if (allocate(&pool, threads) && start_pool(&pool)) {
        result = collect_results(&pool);
        stop_pool(&pool);
    }
    release(&pool);
    destroy_locks(&pool);
    return result;
}

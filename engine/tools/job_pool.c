/* job_pool - a window of results between those who make and the one who takes; see job_pool.h. */
#include "tools/job_pool.h"

#include "api/timed_wait.h"
#include "port/port.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    WINDOW_PER_THREAD = 32, /* results that wait for an earlier one, or are being made */
    ASK_MS = 100,           /* how long go_on may have to wait until it is asked again */
};

typedef struct JobPool JobPool;

typedef struct {
    JobPool *pool;
    void *worker;
    pthread_t thread;
} PoolThread;

struct JobPool {
    const JobPlan *plan;
    PoolThread *threads_of_pool;
    int workers, threads; /* made so far */
    pthread_mutex_t lock; /* over all that follows */
    TimedCondition came;  /* a result came */
    pthread_cond_t moved; /* the window moved on, or all is over */
    void **results;       /* of the jobs next_out to next_out + window - 1, by remainder */
    int64_t window, next_job, next_out;
    bool over, failed;
};

/* Takes the next job, when it is near enough; false if there is none left. */
static bool take_job(JobPool *pool, int64_t *number)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->over && pool->next_job < pool->plan->count &&
           pool->next_job >= pool->next_out + pool->window) {
        pthread_cond_wait(&pool->moved, &pool->lock);
    }
    bool is_there = !pool->over && pool->next_job < pool->plan->count;
    if (is_there) {
        *number = pool->next_job++;
    }
    pthread_mutex_unlock(&pool->lock);
    return is_there;
}

static void hand_in(JobPool *pool, int64_t number, void *result)
{
    pthread_mutex_lock(&pool->lock);
    pool->results[number % pool->window] = result;
    pool->failed |= result == NULL;
    pthread_cond_signal(&pool->came.condition);
    pthread_mutex_unlock(&pool->lock);
}

/* What each thread does. */
static void *work(void *context)
{
    const PoolThread *thread = context;
    const JobPlan *plan = thread->pool->plan;
    int64_t number;
    while (take_job(thread->pool, &number)) {
        hand_in(thread->pool, number, plan->work(plan->context, thread->worker, number));
    }
    return NULL;
}

/* Waits a little for the next result; NULL: it is not there yet, or somebody failed. */
static void *wait_a_little(JobPool *pool, bool *failed)
{
    int64_t deadline_ms = port_now_ms() + ASK_MS;
    pthread_mutex_lock(&pool->lock);
    void **slot = &pool->results[pool->next_out % pool->window];
    if (*slot == NULL && !pool->failed) {
        timed_wait_until(&pool->came, &pool->lock, deadline_ms);
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

/* Hands on what comes in, in order. */
static JobEnd collect(JobPool *pool)
{
    const JobPlan *plan = pool->plan;
    int64_t taken = 0;
    while (taken < plan->count) {
        bool failed;
        void *result = wait_a_little(pool, &failed);
        if (result != NULL && !plan->consume(plan->context, taken++, result)) {
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

/* Makes workers and window. */
static bool furnish(JobPool *pool, int threads)
{
    const JobPlan *plan = pool->plan;
    pool->window = (int64_t)threads * WINDOW_PER_THREAD;
    pool->threads_of_pool = calloc((size_t)threads, sizeof *pool->threads_of_pool);
    pool->results = calloc((size_t)pool->window, sizeof *pool->results);
    if (pool->threads_of_pool == NULL || pool->results == NULL) {
        return false;
    }
    for (; pool->workers < threads; pool->workers++) {
        void *worker = plan->worker_new(plan->context);
        if (worker == NULL) {
            return false;
        }
        pool->threads_of_pool[pool->workers] = (PoolThread){.pool = pool, .worker = worker};
    }
    return true;
}

/* Sets everybody to work; false if nobody could be. */
static bool begin(JobPool *pool)
{
    while (pool->threads < pool->workers) {
        PoolThread *thread = &pool->threads_of_pool[pool->threads];
        if (pthread_create(&thread->thread, NULL, work, thread) != 0) {
            break;
        }
        pool->threads++;
    }
    return pool->threads > 0;
}

/* Sends everybody home and waits until they have gone. */
static void end(JobPool *pool)
{
    const JobPlan *plan = pool->plan;
    pthread_mutex_lock(&pool->lock);
    pool->over = true;
    pthread_cond_broadcast(&pool->moved);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++) {
        plan->cancel(plan->context, pool->threads_of_pool[i].worker);
    }
    for (int i = 0; i < pool->threads; i++) {
        pthread_join(pool->threads_of_pool[i].thread, NULL);
    }
}

static void clear_away(JobPool *pool)
{
    for (int i = 0; i < pool->workers; i++) {
        pool->plan->worker_free(pool->plan->context, pool->threads_of_pool[i].worker);
    }
    for (int64_t i = 0; pool->results != NULL && i < pool->window; i++) {
        free(pool->results[i]);
    }
    free(pool->results);
    free(pool->threads_of_pool);
}

JobEnd job_pool_run(const JobPlan *plan, int threads)
{
    JobPool pool = {.plan = plan};
    JobEnd result = JOBS_FAILED;
    pthread_mutex_init(&pool.lock, NULL);
    timed_condition_init(&pool.came);
    pthread_cond_init(&pool.moved, NULL);
    if (furnish(&pool, threads) && begin(&pool)) {
        result = collect(&pool);
        end(&pool);
    }
    clear_away(&pool);
    pthread_cond_destroy(&pool.moved);
    pthread_cond_destroy(&pool.came.condition);
    pthread_mutex_destroy(&pool.lock);
    return result;
}

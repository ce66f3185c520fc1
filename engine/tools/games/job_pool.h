/* job_pool - a pool of threads that do numbered jobs and deliver the results in order.
 *
 * Every thread takes the next job, and the results are passed to the caller by number, one after
 * the other. So the caller writes the same file with one thread or a hundred, as long as the result
 * of a job depends on its number alone. Threads that are far ahead of the slowest job wait, which
 * bounds the number of results that are kept.
 */
#ifndef TENGEN_TOOLS_GAMES_JOB_POOL_H
#define TENGEN_TOOLS_GAMES_JOB_POOL_H

#include <stdbool.h>
#include <stdint.h>

/* What a pool works at. All functions are passed the context. */
typedef struct {
    void *context;
    int64_t count; /* jobs, numbered from 0 */

    /* Creates what one thread works with, in the caller's thread; NULL: there is no memory. */
    void *(*worker_new)(void *context);
    void (*worker_free)(void *context, void *worker);

    /* Does a job in a worker's thread; returns the result, from malloc. NULL: no memory. */
    void *(*work)(void *context, void *worker, int64_t number);

    /* Makes the job of that worker end soon, from the caller's thread; its result is discarded. */
    void (*cancel)(void *context, void *worker);

    /* Receives the results in the caller's thread, in the order of their numbers, and frees them.
     * False: no more are needed. */
    bool (*consume)(void *context, int64_t number, void *result);

    /* Asked in the caller's thread several times a second. False: stop. */
    bool (*go_on)(void *context);
} JobPlan;

typedef enum {
    JOBS_DONE,    /* all jobs are done, or `consume` needs no more */
    JOBS_STOPPED, /* by go_on */
    JOBS_FAILED,  /* no memory, or no thread or lock to work with */
} JobEnd;

/* Works until the end, with that many threads (1 or more; fewer if the system has no more). */
JobEnd job_pool_run(const JobPlan *plan, int threads);

#endif

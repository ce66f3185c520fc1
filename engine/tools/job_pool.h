/* job_pool - many hands for many jobs, and the results in order.
 *
 * Jobs are numbered; every worker takes the next one, and what they make is handed to the caller by
 * number, one after the other. So the caller writes the same file whether one thread worked or a
 * hundred, as long as a job's result depends on its number alone. Workers that are far ahead of the
 * slowest job wait, so what has to be kept does not grow.
 */
#ifndef TENGEN_TOOLS_JOB_POOL_H
#define TENGEN_TOOLS_JOB_POOL_H

#include <stdbool.h>
#include <stdint.h>

/* What a pool works at. All functions are handed the context. */
typedef struct {
    void *context;
    int64_t count; /* jobs, numbered from 0 */

    /* Makes what one worker works with, in the caller's thread; NULL: there is no memory. */
    void *(*worker_new)(void *context);
    void (*worker_free)(void *context, void *worker);

    /* Does a job in a worker's thread; returns the result, from malloc. NULL: no memory. */
    void *(*work)(void *context, void *worker, int64_t number);

    /* Lets the job of that worker end soon, from the caller's thread; its result is thrown away. */
    void (*cancel)(void *context, void *worker);

    /* Hears the results in the caller's thread, in order of their numbers, and gives them back with
     * free(). False: that is enough. */
    bool (*consume)(void *context, int64_t number, void *result);

    /* Asked in the caller's thread several times a second. False: stop. */
    bool (*go_on)(void *context);
} JobPlan;

typedef enum {
    JOBS_DONE,    /* all jobs are done, or `consume` had enough */
    JOBS_STOPPED, /* by go_on */
    JOBS_FAILED,  /* no memory, or no thread to work in */
} JobEnd;

/* Works until the end, with so many threads (1 or more; fewer if the system has no more). */
JobEnd job_pool_run(const JobPlan *plan, int threads);

#endif

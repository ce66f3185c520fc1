/* crew - a window of results between those who make and the one who takes; see crew.h. */
#define _POSIX_C_SOURCE 200809L
#include "lab/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    WINDOW_PER_THREAD = 32, /* results that wait for an earlier one, or are being made */
    ASK_MS = 100,           /* how long go_on may have to wait until it is asked again */
};

typedef struct Crew Crew;

typedef struct {
    Crew *crew;
    void *seat;
    pthread_t thread;
} Worker;

struct Crew {
    const CrewPlan *plan;
    Worker *workers;
    int seats, threads;         /* made so far */
    pthread_mutex_t lock;       /* over all that follows */
    pthread_cond_t came, moved; /* a result came; the window moved on, or all is over */
    clockid_t clock;            /* by which waits end */
    void **results;             /* of the jobs next_out to next_out + window - 1, by remainder */
    int64_t window, next_job, next_out;
    bool over, failed;
};

/* Takes the next job, when it is near enough; false if there is none left. */
static bool take_job(Crew *crew, int64_t *number)
{
    pthread_mutex_lock(&crew->lock);
    while (!crew->over && crew->next_job < crew->plan->count &&
           crew->next_job >= crew->next_out + crew->window) {
        pthread_cond_wait(&crew->moved, &crew->lock);
    }
    bool is_there = !crew->over && crew->next_job < crew->plan->count;
    if (is_there) {
        *number = crew->next_job++;
    }
    pthread_mutex_unlock(&crew->lock);
    return is_there;
}

static void hand_in(Crew *crew, int64_t number, void *result)
{
    pthread_mutex_lock(&crew->lock);
    crew->results[number % crew->window] = result;
    crew->failed |= result == NULL;
    pthread_cond_signal(&crew->came);
    pthread_mutex_unlock(&crew->lock);
}

/* What each thread does. */
static void *work(void *context)
{
    const Worker *worker = context;
    const CrewPlan *plan = worker->crew->plan;
    int64_t number;
    while (take_job(worker->crew, &number)) {
        hand_in(worker->crew, number, plan->work(plan->context, worker->seat, number));
    }
    return NULL;
}

/* Makes a condition whose deadlines are on a clock that nobody sets, where the system has such.
 * Returns that clock. */
static clockid_t init_timed(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    bool is_steady = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0;
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
    return is_steady ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static struct timespec time_to_ask(const Crew *crew)
{
    enum { NS_PER_MS = 1000000, NS_PER_S = 1000000000 };
    struct timespec moment;
    clock_gettime(crew->clock, &moment);
    long ns = moment.tv_nsec + (long)ASK_MS * NS_PER_MS;
    moment.tv_sec += ns / NS_PER_S;
    moment.tv_nsec = ns % NS_PER_S;
    return moment;
}

/* Waits a little for the next result; NULL: it is not there yet, or somebody failed. */
static void *wait_a_little(Crew *crew, bool *failed)
{
    struct timespec deadline = time_to_ask(crew);
    pthread_mutex_lock(&crew->lock);
    void **slot = &crew->results[crew->next_out % crew->window];
    if (*slot == NULL && !crew->failed) {
        pthread_cond_timedwait(&crew->came, &crew->lock, &deadline);
    }
    void *result = *slot;
    if (result != NULL) {
        *slot = NULL;
        crew->next_out++;
        pthread_cond_broadcast(&crew->moved);
    }
    *failed = crew->failed;
    pthread_mutex_unlock(&crew->lock);
    return result;
}

/* Hands on what comes in, in order. */
static CrewEnd collect(Crew *crew)
{
    const CrewPlan *plan = crew->plan;
    int64_t taken = 0;
    while (taken < plan->count) {
        bool failed;
        void *result = wait_a_little(crew, &failed);
        if (result != NULL && !plan->take(plan->context, taken++, result)) {
            return CREW_DONE;
        }
        if (result == NULL && failed) {
            return CREW_FAILED;
        }
        if (!plan->go_on(plan->context)) {
            return CREW_STOPPED;
        }
    }
    return CREW_DONE;
}

/* Makes seats and window. */
static bool furnish(Crew *crew, int threads)
{
    const CrewPlan *plan = crew->plan;
    crew->window = (int64_t)threads * WINDOW_PER_THREAD;
    crew->workers = calloc((size_t)threads, sizeof *crew->workers);
    crew->results = calloc((size_t)crew->window, sizeof *crew->results);
    if (crew->workers == NULL || crew->results == NULL) {
        return false;
    }
    for (; crew->seats < threads; crew->seats++) {
        void *seat = plan->seat(plan->context);
        if (seat == NULL) {
            return false;
        }
        crew->workers[crew->seats] = (Worker){.crew = crew, .seat = seat};
    }
    return true;
}

/* Sets everybody to work; false if nobody could be. */
static bool begin(Crew *crew)
{
    while (crew->threads < crew->seats) {
        Worker *worker = &crew->workers[crew->threads];
        if (pthread_create(&worker->thread, NULL, work, worker) != 0) {
            break;
        }
        crew->threads++;
    }
    return crew->threads > 0;
}

/* Sends everybody home and waits until they have gone. */
static void end(Crew *crew)
{
    const CrewPlan *plan = crew->plan;
    pthread_mutex_lock(&crew->lock);
    crew->over = true;
    pthread_cond_broadcast(&crew->moved);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->threads; i++) {
        plan->hurry(plan->context, crew->workers[i].seat);
    }
    for (int i = 0; i < crew->threads; i++) {
        pthread_join(crew->workers[i].thread, NULL);
    }
}

static void clear_away(Crew *crew)
{
    for (int i = 0; i < crew->seats; i++) {
        crew->plan->leave(crew->plan->context, crew->workers[i].seat);
    }
    for (int64_t i = 0; crew->results != NULL && i < crew->window; i++) {
        free(crew->results[i]);
    }
    free(crew->results);
    free(crew->workers);
}

CrewEnd crew_run(const CrewPlan *plan, int threads)
{
    Crew crew = {.plan = plan};
    CrewEnd result = CREW_FAILED;
    pthread_mutex_init(&crew.lock, NULL);
    crew.clock = init_timed(&crew.came);
    pthread_cond_init(&crew.moved, NULL);
    if (furnish(&crew, threads) && begin(&crew)) {
        result = collect(&crew);
        end(&crew);
    }
    clear_away(&crew);
    pthread_cond_destroy(&crew.moved);
    pthread_cond_destroy(&crew.came);
    pthread_mutex_destroy(&crew.lock);
    return result;
}

/* timed_wait - deadlines on the steady clock; see timed_wait.h. */
#define _POSIX_C_SOURCE 200809L
#include "port/timed_wait.h"

#include "port/port.h"

bool timed_condition_init(TimedCondition *timed)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return false;
    }
    bool is_steady = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0;
    timed->clock = is_steady ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    bool is_made = pthread_cond_init(&timed->condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return is_made;
}

/* The moment in that many ms, as a condition wants it. */
static struct timespec moment_in(clockid_t clock, int64_t ms)
{
    enum { MS_PER_S = 1000, NS_PER_MS = 1000000, NS_PER_S = 1000000000 };
    struct timespec moment;
    clock_gettime(clock, &moment);
    int64_t ns = moment.tv_nsec + ms % MS_PER_S * NS_PER_MS;
    moment.tv_sec += (time_t)(ms / MS_PER_S + ns / NS_PER_S);
    moment.tv_nsec = (long)(ns % NS_PER_S);
    return moment;
}

bool timed_wait_until(TimedCondition *timed, pthread_mutex_t *mutex, int64_t deadline_ms)
{
    int64_t left = deadline_ms - port_now_ms();
    if (left <= 0) {
        return false;
    }
    struct timespec moment = moment_in(timed->clock, left);
    return pthread_cond_timedwait(&timed->condition, mutex, &moment) == 0;
}

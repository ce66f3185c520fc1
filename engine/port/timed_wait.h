/* timed_wait - waiting for a condition until a moment on engine_now_ms's clock.
 *
 * A condition of pthreads waits by the clock of the calendar, which people and time servers set;
 * one that was made here waits by the steady clock where the system allows it.
 */
#ifndef TENGEN_PORT_TIMED_WAIT_H
#define TENGEN_PORT_TIMED_WAIT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* A condition to wait for with a deadline. To be signalled by its condition, as any other. */
typedef struct {
    pthread_cond_t condition;
    clockid_t clock; /* by which the condition waits */
} TimedCondition;

/* Makes one; false if the system gives none. To be destroyed by its condition. */
bool timed_condition_init(TimedCondition *timed);

/* Waits, with the mutex locked, until the condition is signalled or that moment comes. False if the
 * moment has come. */
bool timed_wait_until(TimedCondition *timed, pthread_mutex_t *mutex, int64_t deadline_ms);

#endif

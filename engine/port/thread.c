/* thread - asking again, with pauses; see thread.h. */
#include "port/thread.h"

#include "port/port.h"
#include "port/timed_wait.h"

enum {
    TRIES = 5,
    PAUSE_MS = 2,
};

/* Waits for nothing. A system that has no condition to give either is not waited for. */
static void pause_ms(int64_t ms)
{
    int64_t end_ms = port_now_ms() + ms;
    pthread_mutex_t mutex;
    TimedCondition never;
    if (pthread_mutex_init(&mutex, NULL) != 0) {
        return;
    }
    if (timed_condition_init(&never)) {
        pthread_mutex_lock(&mutex);
        while (timed_wait_until(&never, &mutex, end_ms)) {
        }
        pthread_mutex_unlock(&mutex);
        pthread_cond_destroy(&never.condition);
    }
    pthread_mutex_destroy(&mutex);
}

bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context)
{
    bool is_started = pthread_create(thread, NULL, run, context) == 0;
    for (int i = 1; i < TRIES && !is_started; i++) {
        pause_ms(PAUSE_MS);
        is_started = pthread_create(thread, NULL, run, context) == 0;
    }
    return is_started;
}

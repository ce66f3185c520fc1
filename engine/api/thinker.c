/* thinker - handing tasks to a thread that waits for them; see thinker.h. */
#include "api/thinker.h"

#include "port/thread.h"

bool thinker_init(Thinker *thinker)
{
    *thinker = (Thinker){.is_ready = false};
    if (pthread_mutex_init(&thinker->mutex, NULL) != 0) {
        return false;
    }
    thinker->is_initialised = pthread_cond_init(&thinker->changed, NULL) == 0;
    if (!thinker->is_initialised) {
        pthread_mutex_destroy(&thinker->mutex);
    }
    return thinker->is_initialised;
}

/* What the thread does. */
static void *run_tasks(void *context)
{
    Thinker *thinker = context;
    pthread_mutex_lock(&thinker->mutex);
    while (!thinker->ends) {
        if (thinker->task == NULL) {
            pthread_cond_wait(&thinker->changed, &thinker->mutex);
        } else {
            pthread_mutex_unlock(&thinker->mutex);
            thinker->task(thinker->context);
            pthread_mutex_lock(&thinker->mutex);
            thinker->task = NULL;
            pthread_cond_broadcast(&thinker->changed);
        }
    }
    pthread_mutex_unlock(&thinker->mutex);
    return NULL;
}

bool thinker_make(Thinker *thinker)
{
    thinker->is_ready = thinker->is_ready || thread_start(&thinker->thread, run_tasks, thinker);
    return thinker->is_ready;
}

void thinker_begin(Thinker *thinker, void (*task)(void *context), void *context)
{
    pthread_mutex_lock(&thinker->mutex);
    thinker->task = task;
    thinker->context = context;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->mutex);
}

void thinker_wait(Thinker *thinker)
{
    if (!thinker->is_ready) {
        return;
    }
    pthread_mutex_lock(&thinker->mutex);
    while (thinker->task != NULL) {
        pthread_cond_wait(&thinker->changed, &thinker->mutex);
    }
    pthread_mutex_unlock(&thinker->mutex);
}

bool thinker_is_busy(Thinker *thinker)
{
    if (!thinker->is_ready) {
        return false;
    }
    pthread_mutex_lock(&thinker->mutex);
    bool is_busy = thinker->task != NULL;
    pthread_mutex_unlock(&thinker->mutex);
    return is_busy;
}

static void end_thread(Thinker *thinker)
{
    pthread_mutex_lock(&thinker->mutex);
    thinker->ends = true;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->mutex);
    pthread_join(thinker->thread, NULL);
}

void thinker_free(Thinker *thinker)
{
    if (thinker->is_ready) {
        end_thread(thinker);
    }
    if (thinker->is_initialised) {
        pthread_cond_destroy(&thinker->changed);
        pthread_mutex_destroy(&thinker->mutex);
    }
}

/* parallel - threads that take the next number; see parallel.h. */
#include "tools/learn/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    void (*work)(void *context, int thread, int number);
    void *context;
    int count;
    _Atomic int next;
} Task;

typedef struct {
    Task *task;
    pthread_t id;
    int thread;
} Runner;

static void *parallel_run_thread(void *argument)
{
    Runner *runner = argument;
    Task *task = runner->task;
    for (int number = atomic_fetch_add(&task->next, 1); number < task->count;
         number = atomic_fetch_add(&task->next, 1)) {
        task->work(task->context, runner->thread, number);
    }
    return NULL;
}

void parallel_for(int threads, int count, void (*work)(void *context, int thread, int number),
                  void *context)
{
    Task task = {.work = work, .context = context, .count = count};
    Runner *others = calloc((size_t)threads, sizeof *others);
    Runner caller = {.task = &task, .thread = 0};
    int started = 0;
    for (int i = 1; others != NULL && i < threads && i < count; i++) {
        others[started] = (Runner){.task = &task, .thread = i};
        if (pthread_create(&others[started].id, NULL, parallel_run_thread, &others[started]) != 0) {
            break;
        }
        started++;
    }
    parallel_run_thread(&caller);
    for (int i = 0; i < started; i++) {
        pthread_join(others[i].id, NULL);
    }
    free(others);
}

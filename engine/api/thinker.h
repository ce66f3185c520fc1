/* thinker - the thread that an engine thinks in, made once and kept.
 *
 * A thread for each question would be simpler, but a system may be short of threads for a moment,
 * and a question without one has no good answer. So the thread is made with the first game, before
 * the table takes the memory, and waits for questions.
 */
#ifndef TENGEN_API_THINKER_H
#define TENGEN_API_THINKER_H

#include <pthread.h>
#include <stdbool.h>

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* what follows has changed */
    bool is_initialised;    /* these two are */
    bool is_ready;          /* the thread exists */
    pthread_t thread;
    void (*task)(void *context); /* that is at work, or about to begin; NULL: none is */
    void *context;               /* of the task */
    bool ends;                   /* the thread is to end */
} Thinker;

/* Prepares a thinker without a thread; false if the system does not allow that. */
bool thinker_init(Thinker *thinker);

/* Ends the thread; no task may be at work. A thinker that is all zero is fine. */
void thinker_free(Thinker *thinker);

/* Makes the thread, unless there is one; false if the system refuses it (port/thread.h). */
bool thinker_make(Thinker *thinker);

/* Has the thread, which must exist, run the task, and returns at once. No other task may be at
 * work. */
void thinker_begin(Thinker *thinker, void (*task)(void *context), void *context);

/* Waits until no task is at work. */
void thinker_wait(Thinker *thinker);

/* Says whether a task is at work. */
bool thinker_is_busy(Thinker *thinker);

#endif

/* thread - starting a thread that is needed: where the system is short of them for a moment, it is
 * asked again.
 */
#ifndef TENGEN_PORT_THREAD_H
#define TENGEN_PORT_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread. Where the system refuses it, tries again for some 10 ms; false if it refuses
 * still. */
bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context);

#endif

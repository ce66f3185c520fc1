/* parallel - the same work for many numbers, spread over threads, with a wait at the end.
 *
 * For steps of a few milliseconds inside a longer computation. job_pool.h serves whole jobs whose
 * results are consumed in order while others are still at work.
 */
#ifndef TENGEN_TOOLS_LEARN_PARALLEL_H
#define TENGEN_TOOLS_LEARN_PARALLEL_H

/* Calls work(context, thread, number) for each number from 0 to count - 1, and returns when all are
 * done. Up to `threads` threads (1 or more) share the calls, the caller's among them; fewer if
 * there are no more. `thread` tells which of them calls, from 0. Which thread gets which number is
 * not defined. */
void parallel_for(int threads, int count, void (*work)(void *context, int thread, int number),
                  void *context);

#endif

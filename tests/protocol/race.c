/* race - two threads add to one number without a word between them: ThreadSanitizer must report it.
 *
 * If it does not, its silence about the engine means nothing.
 */
#include <pthread.h>
#include <stdio.h>

enum { TIMES = 100000 };

/* Volatile, or the compiler adds all at once: two single accesses at the same moment are missed. */
static volatile int number;

static void *count(void *context)
{
    for (int i = 0; i < TIMES; i++) {
        number++;
    }
    return context;
}

int main(void)
{
    pthread_t other;
    if (pthread_create(&other, NULL, count, NULL) != 0) {
        return 1;
    }
    count(NULL);
    pthread_join(other, NULL);
    printf("counted to %d\n", number);
    return 0;
}

/* leak - plants a leak into a program, for tests/protocol/endurance.py to find: loaded by
 * LD_PRELOAD, it loses something with every write of the program. TENGEN_LEAK says what: memory,
 * files or threads, or "settling": memory, but only until it has got as much as it wants, which is
 * no leak.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    LOST_BYTES = 4096,
    WRITES_TO_SETTLE =
        150, /* more than a round of games has, in the self-test, and less than two */
    WRITES_PER_THREAD = 50, /* each has a stack of some MiB */
};

static void *sleep_for_ever(void *context)
{
    (void)context;
    for (;;) {
        pause();
    }
    return NULL;
}

static void lose(const char *what, int writes)
{
    static void *volatile lost;
    pthread_t thread;
    if (strcmp(what, "memory") == 0 ||
        (strcmp(what, "settling") == 0 && writes < WRITES_TO_SETTLE)) {
        lost = malloc(LOST_BYTES);
    } else if (strcmp(what, "files") == 0) {
        dup(STDIN_FILENO);
    } else if (strcmp(what, "threads") == 0 && writes % WRITES_PER_THREAD == 0) {
        pthread_create(&thread, NULL, sleep_for_ever, NULL);
    }
    (void)lost;
}

ssize_t write(int file, const void *bytes, size_t count)
{
    static _Atomic int writes;
    const char *what = getenv("TENGEN_LEAK");
    lose(what != NULL ? what : "", atomic_fetch_add(&writes, 1));
    return syscall(SYS_write, file, bytes, count);
}

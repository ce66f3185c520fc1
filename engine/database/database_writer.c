/* database_writer - a queue, and the thread that empties it; see database_writer.h. */
#include "tengen/database_writer.h"

#include "database/propagate.h"
#include "port/port.h"
#include "port/thread.h"
#include "port/timed_wait.h"

#include <stdlib.h>

enum {
    FINDINGS_MAX = 512,   /* that wait: half a megabyte, and more than a game has */
    LOCK_MS = 20,         /* that an attempt waits for another program, */
    PAUSE_MS = 100,       /* and the time until the next one */
    FREE_MS = 3000,       /* that a program which ends may write, */
    FREE_LOCKED_MS = 300, /* and that it may wait for another one */
};

typedef struct {
    Diagram diagram;
    Verdict verdict;
} Finding;

/* What became of an attempt to write a finding. */
typedef enum { IS_DONE, IS_LOCKED, HAS_FAILED } WriteAttempt;

struct DatabaseWriter {
    Database *connection; /* owned; the thread's */
    pthread_mutex_t mutex;
    TimedCondition changed; /* what follows has changed */
    bool has_thread;
    pthread_t thread;
    uint64_t begun, locked; /* numbers of the last attempt, and of the last that found a lock */
    bool is_locked;         /* which the next attempt waits for */
    bool was_locked;        /* there was a lock since somebody asked */
    bool ends;              /* the writer is to be freed */
    int64_t ends_at_ms;     /* since this moment, on port_now_ms's clock */
    const char *fault;      /* the connection's, which stays; NULL: all is well */
    int first, count, lost;
    Finding findings[FINDINGS_MAX]; /* those that wait, the oldest at `first`, in a ring */
};

/* --- writing --- */

/* Writes a finding with all that follows from it, or nothing. */
static WriteAttempt write_finding(Database *connection, const Finding *finding)
{
    if (database_begin(connection) != NULL) {
        return database_is_locked(connection) ? IS_LOCKED : HAS_FAILED;
    }
    bool is_noted = database_note(connection, &finding->diagram, &finding->verdict) == NULL;
    bool is_kept = database_end(connection, is_noted) == NULL && is_noted;
    return is_kept ? IS_DONE : HAS_FAILED;
}

/* Drops what waits. */
static void lose_all(DatabaseWriter *writer)
{
    writer->lost += writer->count;
    writer->count = 0;
}

/* Tries to write the oldest finding. The mutex is locked, but not meanwhile. */
static void try_first(DatabaseWriter *writer)
{
    Finding finding = writer->findings[writer->first];
    uint64_t number = ++writer->begun;
    pthread_mutex_unlock(&writer->mutex);
    WriteAttempt attempt = write_finding(writer->connection, &finding);
    pthread_mutex_lock(&writer->mutex);
    writer->is_locked = attempt == IS_LOCKED;
    if (attempt == IS_LOCKED) {
        writer->locked = number;
        writer->was_locked = true;
    } else {
        writer->first = (writer->first + 1) % FINDINGS_MAX;
        writer->count--;
        writer->lost += attempt == HAS_FAILED;
    }
    writer->fault = database_fault(writer->connection);
    if (writer->fault != NULL) {
        lose_all(writer);
    }
    pthread_cond_broadcast(&writer->changed.condition);
}

/* Waits until an attempt is due: there is something to write and, where the file is locked, some
 * time has passed. */
static void wait_for_turn(DatabaseWriter *writer)
{
    if (writer->count == 0) {
        pthread_cond_wait(&writer->changed.condition, &writer->mutex);
        return;
    }
    int64_t turn_ms = port_now_ms() + PAUSE_MS;
    while (writer->is_locked && !writer->ends &&
           timed_wait_until(&writer->changed, &writer->mutex, turn_ms)) {
    }
}

/* Says whether a writer that ends may make another attempt. */
static bool may_try(const DatabaseWriter *writer)
{
    int64_t most_ms = writer->is_locked ? FREE_LOCKED_MS : FREE_MS;
    return writer->count > 0 && port_now_ms() - writer->ends_at_ms < most_ms;
}

/* What the thread does. */
static void *write_findings(void *context)
{
    DatabaseWriter *writer = context;
    pthread_mutex_lock(&writer->mutex);
    while (!writer->ends || may_try(writer)) {
        if (writer->count > 0) {
            try_first(writer);
        }
        if (!writer->ends && (writer->count == 0 || writer->is_locked)) {
            wait_for_turn(writer);
        }
    }
    pthread_mutex_unlock(&writer->mutex);
    return NULL;
}

/* --- coming and going --- */

static bool prepare_writer_waits(DatabaseWriter *writer)
{
    if (pthread_mutex_init(&writer->mutex, NULL) != 0) {
        return false;
    }
    if (!timed_condition_init(&writer->changed)) {
        pthread_mutex_destroy(&writer->mutex);
        return false;
    }
    return true;
}

DatabaseWriter *database_writer_new(Database *database)
{
    DatabaseWriter *writer = calloc(1, sizeof *writer);
    if (writer == NULL || !prepare_writer_waits(writer)) {
        free(writer);
        return NULL;
    }
    writer->connection = database_open_again(database, LOCK_MS);
    writer->has_thread =
        writer->connection != NULL && thread_start(&writer->thread, write_findings, writer);
    if (!writer->has_thread) {
        database_writer_free(writer);
        return NULL;
    }
    return writer;
}

/* Has the thread make its last attempts, and waits for it. */
static void end_writer_thread(DatabaseWriter *writer)
{
    pthread_mutex_lock(&writer->mutex);
    writer->ends = true;
    writer->ends_at_ms = port_now_ms();
    pthread_cond_broadcast(&writer->changed.condition);
    pthread_mutex_unlock(&writer->mutex);
    pthread_join(writer->thread, NULL);
}

int database_writer_free(DatabaseWriter *writer)
{
    if (writer == NULL) {
        return 0;
    }
    if (writer->has_thread) {
        end_writer_thread(writer);
    }
    int lost = writer->lost + writer->count;
    database_close(writer->connection);
    pthread_cond_destroy(&writer->changed.condition);
    pthread_mutex_destroy(&writer->mutex);
    free(writer);
    return lost;
}

/* --- the owner's side --- */

void database_writer_note(DatabaseWriter *writer, const Diagram *diagram, const Verdict *verdict)
{
    pthread_mutex_lock(&writer->mutex);
    if (writer->count < FINDINGS_MAX) {
        int place = (writer->first + writer->count++) % FINDINGS_MAX;
        writer->findings[place] = (Finding){*diagram, *verdict};
    } else {
        writer->lost++;
    }
    pthread_cond_broadcast(&writer->changed.condition);
    pthread_mutex_unlock(&writer->mutex);
}

void database_writer_settle(DatabaseWriter *writer)
{
    pthread_mutex_lock(&writer->mutex);
    uint64_t before = writer->begun; /* an attempt that has begun may know of an older lock */
    writer->is_locked = false;
    pthread_cond_broadcast(&writer->changed.condition);
    while (writer->count > 0 && writer->locked <= before) {
        pthread_cond_wait(&writer->changed.condition, &writer->mutex);
    }
    pthread_mutex_unlock(&writer->mutex);
}

const char *database_writer_fault(DatabaseWriter *writer)
{
    pthread_mutex_lock(&writer->mutex);
    const char *fault = writer->fault;
    pthread_mutex_unlock(&writer->mutex);
    return fault;
}

bool database_writer_was_locked(DatabaseWriter *writer)
{
    pthread_mutex_lock(&writer->mutex);
    bool was_locked = writer->was_locked;
    writer->was_locked = false;
    pthread_mutex_unlock(&writer->mutex);
    return was_locked;
}

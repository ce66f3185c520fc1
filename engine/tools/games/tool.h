/* tool - what selfplay, duel and openings share: options are checked, then a pool of threads works.
 *
 * Each tool describes itself by a ToolKind and keeps its state in a struct that begins with a Tool.
 * tool_make owns the order of things: check the options, fill the tables of the game, prepare, run,
 * free. Within `run`, tool_work gives each thread of a job pool its own search workers, creates,
 * cancels and frees them, and asks the listener whether to continue.
 */
#ifndef TENGEN_TOOLS_GAMES_TOOL_H
#define TENGEN_TOOLS_GAMES_TOOL_H

#include "tengen/tool_options.h"
#include "tools/games/job_pool.h"
#include "tools/games/worker.h"

enum {
    TOOL_WORKERS = 2,    /* most search workers of a thread */
    TOOL_LINE_MAX = 600, /* bytes of a line for people, its end included */
};

/* The search workers of a thread; NULL where the tool has no use for one. */
typedef struct {
    Worker *workers[TOOL_WORKERS];
} ToolThread;

/* What the state of every tool begins with. */
typedef struct {
    const ToolOptions *options; /* borrowed, like the listener */
    const ToolListener *listener;
    GameTables tables;                          /* of the game and evaluation of the options */
    const GameTables *own_tables[TOOL_WORKERS]; /* of a worker that has others; NULL: `tables` */
    int64_t done, wanted;                       /* games or openings, as reported to the listener */
    uint64_t nodes[TOOL_WORKERS]; /* that the workers of a thread search; 0: there is none */
} Tool;

/* A tool. The functions are passed its state, which begins with a Tool. */
typedef struct {
    size_t bytes; /* of its state, which begins as zero */

    /* Returns what is wrong with the options beyond the game, as a sentence, or NULL. */
    const char *(*check)(const ToolOptions *options);

    /* Reads what it works on. False: `fault` says why it cannot. */
    bool (*prepare)(void *state, char fault[TOOL_FAULT_MAX]);

    ToolEnd (*run)(void *state);
    void (*free)(void *state); /* what the state owns, not the state itself */
} ToolKind;

/* What a pool does for a tool; see JobPlan. */
typedef struct {
    int64_t count;
    void *(*work)(void *state, const ToolThread *thread, int64_t number);
    bool (*consume)(void *state, int64_t number, void *result);
} ToolJobs;

/* Makes what the options ask for, from beginning to end. */
ToolEnd tool_make(const ToolKind *kind, const ToolOptions *options, const ToolListener *listener,
                  char fault[TOOL_FAULT_MAX]);

/* Does the jobs of the tool whose state this is, in as many threads as the options say. */
JobEnd tool_work(void *state, const ToolJobs *jobs);

/* Passes a line of the file to the listener. */
void tool_write(const Tool *tool, const char *line);

/* Hands a line on, formatted like printf; what is longer than TOOL_LINE_MAX is cut off. */
void tool_tell(TextSink *sink, void *context, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes why a tool refuses its options; returns false. */
bool tool_refuse(char fault[TOOL_FAULT_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

/* tool - see tool.h. */
#include "tools/games/tool.h"

#include "eval/eval.h"
#include "port/port.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* --- the job pool of a tool --- */

/* The context of the pool's callbacks. */
typedef struct {
    Tool *tool;
    const ToolJobs *jobs;
} Work;

static void thread_free(void *context, void *worker)
{
    (void)context;
    ToolThread *thread = worker;
    for (int i = 0; i < TOOL_WORKERS; i++) {
        worker_free(thread->workers[i]);
    }
    free(thread);
}

static void *thread_new(void *context)
{
    const Tool *tool = ((const Work *)context)->tool;
    ToolThread *thread = calloc(1, sizeof *thread);
    for (int i = 0; thread != NULL && i < TOOL_WORKERS; i++) {
        if (tool->nodes[i] == 0) {
            continue;
        }
        const GameTables *own = tool->own_tables[i];
        thread->workers[i] =
            worker_new(&tool->options->game, own == NULL ? &tool->tables : own, tool->nodes[i]);
        if (thread->workers[i] == NULL) {
            thread_free(context, thread);
            return NULL;
        }
    }
    return thread;
}

static void thread_cancel(void *context, void *worker)
{
    (void)context;
    const ToolThread *thread = worker;
    for (int i = 0; i < TOOL_WORKERS; i++) {
        if (thread->workers[i] != NULL) {
            worker_cancel(thread->workers[i]);
        }
    }
}

static void *tool_job(void *context, void *worker, int64_t number)
{
    const Work *all = context;
    return all->jobs->work(all->tool, worker, number);
}

static bool tool_consume(void *context, int64_t number, void *result)
{
    const Work *all = context;
    return all->jobs->consume(all->tool, number, result);
}

static bool tool_go_on(void *context)
{
    const Tool *tool = ((const Work *)context)->tool;
    return tool->listener->go_on(tool->listener->context, tool->done, tool->wanted);
}

JobEnd tool_work(void *state, const ToolJobs *jobs)
{
    Work all = {.tool = state, .jobs = jobs};
    JobPlan plan = {.context = &all,
                    .count = jobs->count,
                    .worker_new = thread_new,
                    .worker_free = thread_free,
                    .work = tool_job,
                    .cancel = thread_cancel,
                    .consume = tool_consume,
                    .go_on = tool_go_on};
    return job_pool_run(&plan, all.tool->options->threads);
}

/* --- from beginning to end --- */

void tool_write(const Tool *tool, const char *line)
{
    tool->listener->line(tool->listener->context, line);
}

void tool_tell(TextSink *sink, void *context, const char *format, ...)
{
    char line[TOOL_LINE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    sink(context, line);
}

bool tool_refuse(char fault[TOOL_FAULT_MAX], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault, TOOL_FAULT_MAX, format, arguments);
    va_end(arguments);
    return false;
}

static bool tool_prepare(Tool *tool, const ToolKind *kind, char fault[TOOL_FAULT_MAX])
{
    const Game *game = &tool->options->game;
    const char *wrong = rules_fault(game);
    wrong = wrong == NULL ? kind->check(tool->options) : wrong;
    if (wrong != NULL) {
        return tool_refuse(fault, "%s", wrong);
    }
    eval_fill_tables(&tool->tables, game, tool->options->evaluation);
    return kind->prepare(tool, fault);
}

ToolEnd tool_make(const ToolKind *kind, const ToolOptions *options, const ToolListener *listener,
                  char fault[TOOL_FAULT_MAX])
{
    Tool *tool = port_pages_new(kind->bytes);
    if (tool == NULL) {
        return TOOL_FAILED;
    }
    tool->options = options;
    tool->listener = listener;
    ToolEnd end = tool_prepare(tool, kind, fault) ? kind->run(tool) : TOOL_REFUSED;
    kind->free(tool);
    port_pages_free(tool, kind->bytes);
    return end;
}

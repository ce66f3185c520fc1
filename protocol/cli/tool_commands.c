/* tool_commands - rows of the command table; see tool_commands.h. */
#include "tool_commands.h"

#include "console_prove.h"
#include "engine_tools.h"

static void send_text(void *context, const char *line)
{
    (void)context;
    send_message("%s", line);
}

/* BENCH: runs the benchmark, each line as a message. */
static void console_bench(Conversation *conversation, const char *arguments)
{
    (void)conversation, (void)arguments;
    engine_bench(send_text, NULL);
}

/* clang-format off */
static const Command rows[] = {
    {"bench", console_bench, RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"prove", console_prove, RUN_IN_ORDER, OUTSIDE_BLOCK},
};
/* clang-format on */

MoreCommands tool_commands(void)
{
    return (MoreCommands){.rows = rows, .count = sizeof rows / sizeof *rows};
}

/* tool_commands - rows of the command table; see tool_commands.h. */
#include "tool_commands.h"

#include "console_prove.h"
#include "engine_tools.h"
#include "parse.h"

#include <string.h>

static void send_text(void *context, const char *line)
{
    (void)context;
    send_message("%s", line);
}

/* BENCH, BENCH quick: runs the benchmark, each line as a message. */
static void console_bench(Conversation *conversation, const char *arguments)
{
    (void)conversation;
    char word[PARSE_WORD_MAX];
    const char *rest = parse_word(arguments, word);
    bool is_quick = strcmp(word, "quick") == 0;
    if (rest[0] != '\0' || (!is_quick && word[0] != '\0')) {
        conversation_send_error("BENCH knows no word but quick: BENCH quick");
        return;
    }
    engine_bench(is_quick, send_text, NULL);
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

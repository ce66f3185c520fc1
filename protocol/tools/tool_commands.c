/* tool_commands - rows of the command table; see tool_commands.h. */
#include "tool_commands.h"

#include "console_prove.h"
#include "database_commands.h"
#include "engine_tools.h"
#include "parse.h"
#include "yixin.h"

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
    {"bench",                    console_bench,               RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"prove",                    console_prove,               RUN_IN_ORDER, OUTSIDE_BLOCK},

    {"yxclearbestmovedatabase",  database_clear_best,         RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxdbcheck",                database_check_now,          RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxdbfix",                  yixin_ignore,                RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxdbmerge",                database_import_file,        RUN_IN_ORDER, BEFORE_FILE_NAME},
    {"yxdbsplit",                database_split,              RUN_IN_ORDER, BEFORE_FILE_NAME},
    {"yxdbtolib",                database_export_lib,         RUN_IN_ORDER, BEFORE_FILE_NAME},
    {"yxdbtopos",                database_export_text,        RUN_IN_ORDER, BEFORE_FILE_NAME},
    {"yxdbtotxt",                database_export_text,        RUN_IN_ORDER, BEFORE_FILE_NAME},
    {"yxdbtotxtall",             database_export_text,        RUN_IN_ORDER, BEFORE_FILE_NAME},
    {"yxdeletedatabaseall",      database_delete_all,         RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxdeletedatabaseone",      database_delete_one,         RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxeditlabeldatabase",      database_edit_board_text,    RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxedittextdatabase",       database_edit_comment,       RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxedittvddatabase",        database_edit_verdict,       RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxlibtodb",                database_import_file,        RUN_IN_ORDER, BEFORE_FILE_NAME},
    {"yxquerydatabaseall",       database_query_all,          RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxquerydatabaseallt",      database_query_all_and_text, RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxquerydatabaseone",       database_query_one,          RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxquerydatabasetext",      database_query_text,         RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxsavedatabase",           database_save_now,           RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxsetbestmovedatabase",    database_set_best,           RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxsetdatabase",            database_set,                RUN_IN_ORDER, BEFORE_FILE_NAME},
    {"yxtxttodb",                database_import_file,        RUN_IN_ORDER, BEFORE_FILE_NAME},
};
/* clang-format on */

MoreCommands tool_commands(void)
{
    return (MoreCommands){.rows = rows, .count = sizeof rows / sizeof *rows};
}

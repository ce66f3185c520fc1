/* commands - the table of commands, and finding the row for a line; see commands.h. */
#include "commands.h"

#include "console.h"
#include "parse.h"
#include "play.h"
#include "yixin.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

typedef void Handler(Conversation *conversation, const char *arguments);

typedef struct {
    const char *name;
    Handler *handler;
    Timing hearing;
} Command;

/* clang-format off */
static const Command rows[] = {
    {"about",       play_about,     RUN_WHEN_IDLE},
    {"begin",       play_begin,     RUN_WHEN_IDLE},
    {"board",       play_board,     RUN_WHEN_IDLE},
    {"done",        play_done,      RUN_WHEN_IDLE},
    {"end",         play_end,       RUN_END},
    {"info",        play_info,      RUN_IN_ORDER},
    {"play",        play_play,      RUN_WHEN_IDLE},
    {"rectstart",   play_rectstart, RUN_WHEN_IDLE},
    {"restart",     play_restart,   RUN_WHEN_IDLE},
    {"start",       play_start,     RUN_WHEN_IDLE},
    {"stop",        play_stop,      RUN_AT_ONCE},
    {"swap2board",  play_swap2,     RUN_WHEN_IDLE},
    {"takeback",    play_takeback,  RUN_WHEN_IDLE},
    {"turn",        play_turn,      RUN_WHEN_IDLE},

    {"bench",       console_bench,  RUN_WHEN_IDLE},
    {"eval",        console_eval,   RUN_WHEN_IDLE},
    {"help",        console_help,   RUN_WHEN_IDLE},
    {"hint",        console_hint,   RUN_WHEN_IDLE},
    {"put",         console_put,    RUN_WHEN_IDLE},
    {"redo",        console_redo,   RUN_WHEN_IDLE},
    {"search",      console_search, RUN_WHEN_IDLE},
    {"show",        console_show,   RUN_WHEN_IDLE},
    {"undo",        console_undo,   RUN_WHEN_IDLE},

    {"yxbalanceone",     yixin_balance_one,    RUN_WHEN_IDLE},
    {"yxbalancetwo",     yixin_balance_two,    RUN_WHEN_IDLE},
    {"yxblock",          yixin_block,          RUN_WHEN_IDLE},
    {"yxblockreset",     yixin_block_reset,    RUN_WHEN_IDLE},
    {"yxblockundo",      yixin_block_undo,     RUN_WHEN_IDLE},
    {"yxboard",          yixin_board,          RUN_WHEN_IDLE},
    {"yxhashclear",      yixin_forget,         RUN_WHEN_IDLE},
    {"yxnbest",          yixin_nbest,          RUN_WHEN_IDLE},
    {"yxsearchdefend",   yixin_think,          RUN_WHEN_IDLE},
    {"yxshowforbid",     yixin_show_forbidden, RUN_WHEN_IDLE},
    {"yxshowinfo",       yixin_show_info,      RUN_WHEN_IDLE},
    {"yxstop",           play_stop,            RUN_AT_ONCE},
    {"yxswap2step1",     yixin_swap2_step1,    RUN_WHEN_IDLE},
    {"yxswap2step2",     yixin_swap2_step2,    RUN_WHEN_IDLE},
    {"yxswap2step3",     yixin_swap2_step3,    RUN_WHEN_IDLE},

    /* what we have not: block paths, a database, hash files */
    {"yxblockpath",             yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxblockpathreset",        yixin_ignore,        RUN_WHEN_IDLE},
    {"yxblockpathundo",         yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxclearbestmovedatabase", yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxdbcheck",               yixin_ignore,        RUN_WHEN_IDLE},
    {"yxdbfix",                 yixin_ignore,        RUN_WHEN_IDLE},
    {"yxdbtopos",               yixin_swallow_line,  RUN_WHEN_IDLE},
    {"yxdbtotxt",               yixin_swallow_line,  RUN_WHEN_IDLE},
    {"yxdeletedatabaseall",     yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxdeletedatabaseone",     yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxdraw",                  yixin_ignore,        RUN_WHEN_IDLE},
    {"yxeditlabeldatabase",     yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxedittvddatabase",       yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxforbid",                yixin_ignore,        RUN_WHEN_IDLE},
    {"yxhashdump",              yixin_swallow_line,  RUN_WHEN_IDLE},
    {"yxhashload",              yixin_swallow_line,  RUN_WHEN_IDLE},
    {"yxprintfeature",          yixin_ignore,        RUN_WHEN_IDLE},
    {"yxquerydatabaseall",      yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxquerydatabaseone",      yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxresign",                yixin_ignore,        RUN_WHEN_IDLE},
    {"yxsetbestmovedatabase",   yixin_swallow_block, RUN_WHEN_IDLE},
    {"yxsetdatabase",           yixin_swallow_line,  RUN_WHEN_IDLE},
    {"yxshowhashusage",         yixin_ignore,        RUN_WHEN_IDLE},
    {"yxtxttodb",               yixin_swallow_line,  RUN_WHEN_IDLE},
};
/* clang-format on */

enum { ROW_COUNT = sizeof rows / sizeof *rows };

typedef struct {
    const Command *command;
    UT_hash_handle hh;
} Entry;

struct Commands {
    Entry *by_name; /* the uthash table, over the entries below */
    Entry entries[ROW_COUNT];
};

Commands *commands_open(void)
{
    Commands *commands = calloc(1, sizeof *commands);
    for (size_t i = 0; commands != NULL && i < ROW_COUNT; i++) {
        Entry *entry = &commands->entries[i];
        entry->command = &rows[i];
        HASH_ADD_KEYPTR(hh, commands->by_name, rows[i].name, strlen(rows[i].name), entry);
    }
    return commands;
}

void commands_close(Commands *commands)
{
    if (commands != NULL) {
        HASH_CLEAR(hh, commands->by_name);
        free(commands);
    }
}

/* The row for the first word of a line, and what follows the word; NULL if it names no command. */
static const Command *find(const Commands *commands, const char *line, const char **arguments)
{
    char word[PARSE_WORD_MAX];
    Entry *entry;
    *arguments = parse_word(line, word);
    HASH_FIND_STR(commands->by_name, word, entry);
    return entry != NULL ? entry->command : NULL;
}

Timing commands_timing(const Commands *commands, const char *line)
{
    const char *arguments;
    const Command *command = find(commands, line, &arguments);
    return command != NULL ? command->hearing : RUN_WHEN_IDLE;
}

/* Within a block a line is a part of it, unless it is a command: INFO may come in between, DONE ends
 * the block, and any other means that the block will never be finished. */
void commands_run(const Commands *commands, Conversation *conversation, const char *line)
{
    const char *arguments;
    const Command *command = find(commands, line, &arguments);
    if (conversation->swallows_line) {
        conversation->swallows_line = false;
    } else if (command == NULL && conversation->block != NULL) {
        conversation_read_line(conversation, line);
    } else if (command == NULL) {
        if (!console_move(conversation, line)) {
            send_line("UNKNOWN command");
        }
    } else {
        if (command->handler != play_done && command->handler != play_info) {
            conversation->block = NULL;
        }
        command->handler(conversation, arguments);
    }
}

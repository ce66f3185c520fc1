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
    Hearing hearing;
} Command;

/* clang-format off */
static const Command rows[] = {
    {"about",       play_about,     HEARD_IDLE},
    {"begin",       play_begin,     HEARD_IDLE},
    {"board",       play_board,     HEARD_IDLE},
    {"done",        play_done,      HEARD_IDLE},
    {"end",         play_end,       HEARD_END},
    {"info",        play_info,      HEARD_IN_TURN},
    {"play",        play_play,      HEARD_IDLE},
    {"rectstart",   play_rectstart, HEARD_IDLE},
    {"restart",     play_restart,   HEARD_IDLE},
    {"start",       play_start,     HEARD_IDLE},
    {"stop",        play_stop,      HEARD_AT_ONCE},
    {"swap2board",  play_swap2,     HEARD_IDLE},
    {"takeback",    play_takeback,  HEARD_IDLE},
    {"turn",        play_turn,      HEARD_IDLE},

    {"bench",       console_bench,  HEARD_IDLE},
    {"eval",        console_eval,   HEARD_IDLE},
    {"help",        console_help,   HEARD_IDLE},
    {"hint",        console_hint,   HEARD_IDLE},
    {"put",         console_put,    HEARD_IDLE},
    {"redo",        console_redo,   HEARD_IDLE},
    {"search",      console_search, HEARD_IDLE},
    {"show",        console_show,   HEARD_IDLE},
    {"undo",        console_undo,   HEARD_IDLE},

    {"yxbalanceone",     yixin_balance_one,    HEARD_IDLE},
    {"yxbalancetwo",     yixin_balance_two,    HEARD_IDLE},
    {"yxblock",          yixin_block,          HEARD_IDLE},
    {"yxblockreset",     yixin_block_reset,    HEARD_IDLE},
    {"yxblockundo",      yixin_block_undo,     HEARD_IDLE},
    {"yxboard",          yixin_board,          HEARD_IDLE},
    {"yxhashclear",      yixin_forget,         HEARD_IDLE},
    {"yxnbest",          yixin_nbest,          HEARD_IDLE},
    {"yxsearchdefend",   yixin_think,          HEARD_IDLE},
    {"yxshowforbid",     yixin_show_forbidden, HEARD_IDLE},
    {"yxshowinfo",       yixin_show_info,      HEARD_IDLE},
    {"yxstop",           play_stop,            HEARD_AT_ONCE},
    {"yxswap2step1",     yixin_swap2_step1,    HEARD_IDLE},
    {"yxswap2step2",     yixin_swap2_step2,    HEARD_IDLE},
    {"yxswap2step3",     yixin_swap2_step3,    HEARD_IDLE},

    /* what we have not: block paths, a database, hash files */
    {"yxblockpath",             yixin_swallow_block, HEARD_IDLE},
    {"yxblockpathreset",        yixin_ignore,        HEARD_IDLE},
    {"yxblockpathundo",         yixin_swallow_block, HEARD_IDLE},
    {"yxclearbestmovedatabase", yixin_swallow_block, HEARD_IDLE},
    {"yxdbcheck",               yixin_ignore,        HEARD_IDLE},
    {"yxdbfix",                 yixin_ignore,        HEARD_IDLE},
    {"yxdbtopos",               yixin_swallow_line,  HEARD_IDLE},
    {"yxdbtotxt",               yixin_swallow_line,  HEARD_IDLE},
    {"yxdeletedatabaseall",     yixin_swallow_block, HEARD_IDLE},
    {"yxdeletedatabaseone",     yixin_swallow_block, HEARD_IDLE},
    {"yxdraw",                  yixin_ignore,        HEARD_IDLE},
    {"yxeditlabeldatabase",     yixin_swallow_block, HEARD_IDLE},
    {"yxedittvddatabase",       yixin_swallow_block, HEARD_IDLE},
    {"yxforbid",                yixin_ignore,        HEARD_IDLE},
    {"yxhashdump",              yixin_swallow_line,  HEARD_IDLE},
    {"yxhashload",              yixin_swallow_line,  HEARD_IDLE},
    {"yxprintfeature",          yixin_ignore,        HEARD_IDLE},
    {"yxquerydatabaseall",      yixin_swallow_block, HEARD_IDLE},
    {"yxquerydatabaseone",      yixin_swallow_block, HEARD_IDLE},
    {"yxresign",                yixin_ignore,        HEARD_IDLE},
    {"yxsetbestmovedatabase",   yixin_swallow_block, HEARD_IDLE},
    {"yxsetdatabase",           yixin_swallow_line,  HEARD_IDLE},
    {"yxshowhashusage",         yixin_ignore,        HEARD_IDLE},
    {"yxtxttodb",               yixin_swallow_line,  HEARD_IDLE},
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

Hearing commands_hearing(const Commands *commands, const char *line)
{
    const char *arguments;
    const Command *command = find(commands, line, &arguments);
    return command != NULL ? command->hearing : HEARD_IDLE;
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
            lines_say("UNKNOWN command");
        }
    } else {
        if (command->handler != play_done && command->handler != play_info) {
            conversation->block = NULL;
        }
        command->handler(conversation, arguments);
    }
}

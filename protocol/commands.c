/* commands - the table of commands, and finding the row for a line; see commands.h. */
#include "commands.h"

#include "console.h"
#include "info.h"
#include "parse.h"
#include "play.h"
#include "yixin.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

typedef void Handler(Conversation *conversation, const char *arguments);

/* What a command means, apart from what its handler does. */
typedef enum {
    PLAIN,      /* nothing to questions */
    ASKS,       /* asks a question */
    DONE_ASKS,  /* begins a block, and its DONE asks */
    DONE,       /* ends a block */
    NAMES_FILE, /* the next line is a file name */
    INFO,       /* may shorten a question; may stand in a block */
    STOPS,      /* ends a question; may stand in a block */
    ENDS,       /* ends the session */
} Kind;

typedef struct {
    const char *name;
    Handler *handler;
    Kind kind;
} Command;

/* clang-format off */
static const Command rows[] = {
    {"about",       play_about,     PLAIN},
    {"begin",       play_begin,     ASKS},
    {"board",       play_board,     DONE_ASKS},
    {"done",        play_done,      DONE},
    {"end",         play_end,       ENDS},
    {"info",        info_set,       INFO},
    {"play",        play_play,      PLAIN},
    {"rectstart",   play_rectstart, PLAIN},
    {"restart",     play_restart,   PLAIN},
    {"start",       play_start,     PLAIN},
    {"stop",        play_stop,      STOPS},
    {"swap2board",  play_swap2,     DONE_ASKS},
    {"takeback",    play_takeback,  PLAIN},
    {"turn",        play_turn,      ASKS},

    {"?",           console_help,   PLAIN},
    {"bench",       console_bench,  PLAIN},
    {"bye",         play_end,       ENDS},
    {"clear",       console_clear,  PLAIN},
    {"cls",         console_clear,  PLAIN},
    {"eval",        console_eval,   PLAIN},
    {"exit",        play_end,       ENDS},
    {"help",        console_help,   PLAIN},
    {"hint",        console_hint,   ASKS},
    {"new",         console_new,    PLAIN},
    {"put",         console_put,    PLAIN},
    {"q",           play_end,       ENDS},
    {"quit",        play_end,       ENDS},
    {"redo",        console_redo,   PLAIN},
    {"search",      console_search, ASKS},
    {"show",        console_show,   PLAIN},
    {"undo",        console_undo,   PLAIN},

    {"yxbalanceone",     yixin_balance_one,    ASKS},
    {"yxbalancetwo",     yixin_balance_two,    ASKS},
    {"yxblock",          yixin_block,          PLAIN},
    {"yxblockreset",     yixin_block_reset,    PLAIN},
    {"yxblockundo",      yixin_block_undo,     PLAIN},
    {"yxboard",          yixin_board,          PLAIN},
    {"yxhashclear",      yixin_forget,         PLAIN},
    {"yxnbest",          yixin_nbest,          ASKS},
    {"yxsearchdefend",   yixin_think,          ASKS},
    {"yxshowforbid",     yixin_show_forbidden, PLAIN},
    {"yxshowinfo",       yixin_show_info,      PLAIN},
    {"yxstop",           play_stop,            STOPS},
    {"yxswap2step1",     yixin_swap2_step1,    ASKS},
    {"yxswap2step2",     yixin_swap2_step2,    ASKS},
    {"yxswap2step3",     yixin_swap2_step3,    ASKS},

    /* what we have not: block paths, a database, hash files */
    {"yxblockpath",             yixin_swallow_block, PLAIN},
    {"yxblockpathreset",        yixin_ignore,        PLAIN},
    {"yxblockpathundo",         yixin_swallow_block, PLAIN},
    {"yxclearbestmovedatabase", yixin_swallow_block, PLAIN},
    {"yxdbcheck",               yixin_ignore,        PLAIN},
    {"yxdbfix",                 yixin_ignore,        PLAIN},
    {"yxdbtopos",               yixin_swallow_line,  NAMES_FILE},
    {"yxdbtotxt",               yixin_swallow_line,  NAMES_FILE},
    {"yxdeletedatabaseall",     yixin_swallow_block, PLAIN},
    {"yxdeletedatabaseone",     yixin_swallow_block, PLAIN},
    {"yxdraw",                  yixin_ignore,        PLAIN},
    {"yxeditlabeldatabase",     yixin_swallow_block, PLAIN},
    {"yxedittvddatabase",       yixin_swallow_block, PLAIN},
    {"yxforbid",                yixin_ignore,        PLAIN},
    {"yxhashdump",              yixin_swallow_line,  NAMES_FILE},
    {"yxhashload",              yixin_swallow_line,  NAMES_FILE},
    {"yxprintfeature",          yixin_ignore,        PLAIN},
    {"yxquerydatabaseall",      yixin_swallow_block, PLAIN},
    {"yxquerydatabaseone",      yixin_swallow_block, PLAIN},
    {"yxresign",                yixin_ignore,        PLAIN},
    {"yxsetbestmovedatabase",   yixin_swallow_block, PLAIN},
    {"yxsetdatabase",           yixin_swallow_line,  NAMES_FILE},
    {"yxshowhashusage",         yixin_ignore,        PLAIN},
    {"yxtxttodb",               yixin_swallow_line,  NAMES_FILE},
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

/* Says whether a block goes on behind a command of that kind; any other command means that it will
 * never be finished. */
static bool stays_in_block(Kind kind)
{
    return kind == INFO || kind == STOPS;
}

LineMeaning commands_meaning(const Commands *commands, Reading *reading, const char *line)
{
    static const LineMeaning meanings[] = {
        [ASKS] = LINE_QUESTION, [INFO] = LINE_INFO, [STOPS] = LINE_STOP, [ENDS] = LINE_END};
    const char *arguments;
    const Command *command = find(commands, line, &arguments);
    Reading before = *reading;
    if (before.names_a_file || command == NULL) {
        reading->names_a_file = false;
        return LINE_OTHER;
    }
    Kind kind = command->kind;
    reading->names_a_file = kind == NAMES_FILE;
    reading->done_asks = kind == DONE_ASKS || (before.done_asks && stays_in_block(kind));
    return kind == DONE && before.done_asks ? LINE_QUESTION : meanings[kind];
}

void commands_hurry(Conversation *conversation, LineMeaning meaning, const char *line)
{
    char word[PARSE_WORD_MAX];
    if (meaning == LINE_STOP) {
        engine_stop(conversation->engine);
    } else if (meaning == LINE_INFO) {
        info_hurry(conversation, parse_word(line, word));
    }
}

/* Within a block a line is a part of it, unless it is a command. */
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
            send_line("UNKNOWN command%s",
                      conversation->has_person ? "; HELP tells which there are" : "");
        }
    } else {
        if (command->kind != DONE && !stays_in_block(command->kind)) {
            conversation->block = NULL;
        }
        command->handler(conversation, arguments);
    }
}

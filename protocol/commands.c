/* commands - the table of commands, and finding the row for a text; see commands.h. */
#include "commands.h"

#include "commands/info.h"
#include "commands/openings.h"
#include "commands/play.h"
#include "console/console.h"
#include "console/console_tools.h"
#include "lines/parse.h"
#include "yixin/database_edits.h"
#include "yixin/database_queries.h"
#include "yixin/database_transfers.h"
#include "yixin/soosyrv.h"
#include "yixin/yixin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1 /* an entry that finds no memory is left out; uthash would exit */
#include <uthash.h>

/* clang-format off */
static const Command rows[] = {
    {"about",       play_about,     RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"begin",       play_begin,     RUN_QUESTION, OUTSIDE_BLOCK},
    {"board",       play_board,     RUN_IN_ORDER, ASKS_AT_DONE},
    {"done",        play_done,      RUN_IN_ORDER, ENDS_BLOCK},
    {"end",         play_end,       RUN_END,      OUTSIDE_BLOCK},
    {"info",        info_set,       RUN_SHORTEN,  INSIDE_BLOCK},
    {"opening",     openings_run,   RUN_IN_ORDER, BEGINS_QUESTION},
    {"play",        play_play,      RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"rectstart",   play_rectstart, RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"restart",     play_restart,   RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"start",       play_start,     RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"stop",        play_stop,      RUN_STOP,     INSIDE_BLOCK},
    {"swap2board",  openings_swap2board, RUN_IN_ORDER, ASKS_AT_DONE},
    {"takeback",    play_takeback,  RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"turn",        play_turn,      RUN_QUESTION, OUTSIDE_BLOCK},

    {"?",           console_help,   RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"bench",       console_bench,  RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"bye",         play_end,       RUN_END,      OUTSIDE_BLOCK},
    {"clear",       console_clear,  RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"cls",         console_clear,  RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"eval",        console_eval,   RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"exit",        play_end,       RUN_END,      OUTSIDE_BLOCK},
    {"help",        console_help,   RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"hint",        console_hint,   RUN_QUESTION, OUTSIDE_BLOCK},
    {"new",         console_new,    RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"prove",       console_prove,  RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"put",         console_put,    RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"q",           play_end,       RUN_END,      OUTSIDE_BLOCK},
    {"quit",        play_end,       RUN_END,      OUTSIDE_BLOCK},
    {"redo",        console_redo,   RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"search",      console_search, RUN_QUESTION, OUTSIDE_BLOCK},
    {"show",        console_show,   RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"undo",        console_undo,   RUN_IN_ORDER, OUTSIDE_BLOCK},

    {"yxbalanceone",            yixin_balance_one,   RUN_QUESTION, OUTSIDE_BLOCK},
    {"yxbalancetwo",            yixin_balance_two,   RUN_QUESTION, OUTSIDE_BLOCK},
    {"yxblock",                 yixin_block,         RUN_IN_ORDER, TAKES_BLOCK},
    {"yxblockreset",            yixin_block_reset,   RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxblockundo",             yixin_block_undo,    RUN_IN_ORDER, TAKES_BLOCK},
    {"yxboard",                 yixin_board,         RUN_IN_ORDER, TAKES_BLOCK},
    {"yxhashclear",             yixin_forget,        RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxnbest",                 yixin_nbest,         RUN_QUESTION, OUTSIDE_BLOCK},
    {"yxsearchdefend",          yixin_search_defend, RUN_QUESTION, OUTSIDE_BLOCK},
    {"yxshowforbid",            yixin_show_forbidden,RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxshowhashusage",         yixin_show_hash_usage, RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxshowinfo",              yixin_show_info,     RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxsoosorvstep1",          soosyrv_step1,       RUN_QUESTION, OUTSIDE_BLOCK},
    {"yxsoosorvstep2",          soosyrv_step2,       RUN_IN_ORDER, ASKS_AT_DONE},
    {"yxsoosorvstep3",          soosyrv_step3,       RUN_IN_ORDER, ASKS_AT_DONE},
    {"yxsoosorvstep4",          soosyrv_step4,       RUN_IN_ORDER, ASKS_AT_DONE},
    {"yxsoosorvstep5",          soosyrv_step5,       RUN_IN_ORDER, ASKS_AT_DONE},
    {"yxsoosorvstep6",          soosyrv_step6,       RUN_IN_ORDER, ASKS_AT_DONE},
    {"yxstop",                  play_stop,           RUN_STOP,     INSIDE_BLOCK},
    {"yxswap2step1",            yixin_swap2_step1,   RUN_QUESTION, OUTSIDE_BLOCK},
    {"yxswap2step2",            yixin_swap2_step2,   RUN_QUESTION, OUTSIDE_BLOCK},
    {"yxswap2step3",            yixin_swap2_step3,   RUN_QUESTION, OUTSIDE_BLOCK},

    {"yxclearbestmovedatabase",  database_clear_best,         RUN_IN_ORDER, TAKES_BLOCK},
    {"yxdbcheck",                database_check_now,          RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxdbmerge",                database_import_file,        RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxdbsplit",                database_split,              RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxdbtolib",                database_export_lib,         RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxdbtopos",                database_export_text,        RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxdbtotxt",                database_export_text,        RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxdbtotxtall",             database_export_text,        RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxdeletedatabaseall",      database_delete_all,         RUN_IN_ORDER, TAKES_BLOCK},
    {"yxdeletedatabaseone",      database_delete_one,         RUN_IN_ORDER, TAKES_BLOCK},
    {"yxeditlabeldatabase",      database_edit_board_text,    RUN_IN_ORDER, TAKES_BLOCK},
    {"yxedittextdatabase",       database_edit_comment,       RUN_IN_ORDER, TAKES_BLOCK},
    {"yxedittvddatabase",        database_edit_verdict,       RUN_IN_ORDER, TAKES_BLOCK},
    {"yxlibtodb",                database_import_file,        RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxquerydatabaseall",       database_query_all,          RUN_IN_ORDER, TAKES_BLOCK},
    {"yxquerydatabaseallt",      database_query_all_and_text, RUN_IN_ORDER, TAKES_BLOCK},
    {"yxquerydatabaseone",       database_query_one,          RUN_IN_ORDER, TAKES_BLOCK},
    {"yxquerydatabasetext",      database_query_text,         RUN_IN_ORDER, TAKES_BLOCK},
    {"yxsavedatabase",           database_save_now,           RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxsetbestmovedatabase",    database_set_best,           RUN_IN_ORDER, TAKES_BLOCK},
    {"yxsetdatabase",            database_set,                RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxtxttodb",                database_import_file,        RUN_IN_ORDER, TAKES_FILE_NAME},

    /* what Tengen does not have: block paths, hash files, repair of a database */
    {"yxblockpath",             yixin_ignore,        RUN_IN_ORDER, SKIPS_BLOCK},
    {"yxblockpathreset",        yixin_ignore,        RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxblockpathundo",         yixin_ignore,        RUN_IN_ORDER, SKIPS_BLOCK},
    {"yxdbfix",                 yixin_ignore,        RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxdraw",                  yixin_ignore,        RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxforbid",                yixin_ignore,        RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxhashdump",              yixin_ignore,        RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxhashload",              yixin_ignore,        RUN_IN_ORDER, TAKES_FILE_NAME},
    {"yxprintfeature",          yixin_ignore,        RUN_IN_ORDER, OUTSIDE_BLOCK},
    {"yxresign",                yixin_ignore,        RUN_IN_ORDER, OUTSIDE_BLOCK},
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

/* False: there is no memory. */
static bool add_rows(Commands *commands)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        Entry *entry = &commands->entries[i];
        entry->command = &rows[i];
        HASH_ADD_KEYPTR(hh, commands->by_name, rows[i].name, strlen(rows[i].name), entry);
        if (entry->hh.tbl == NULL) {
            return false;
        }
    }
    return true;
}

Commands *commands_open(void)
{
    Commands *commands = calloc(1, sizeof *commands);
    if (commands != NULL && !add_rows(commands)) {
        commands_close(commands);
        return NULL;
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

/* The row for the first word of a text, and what follows the word; NULL if it names no command. */
static const Command *find_command(const Commands *commands, const char *text,
                                   const char **arguments)
{
    char word[PARSE_WORD_MAX];
    Entry *entry;
    *arguments = parse_word(text, word);
    HASH_FIND_STR(commands->by_name, word, entry);
    return entry != NULL ? entry->command : NULL;
}

Timing commands_timing(const Commands *commands, Reading *reading, const char *text)
{
    const char *arguments;
    const Command *command = find_command(commands, text, &arguments);
    Reading before = *reading;
    if (before.names_a_file || command == NULL) {
        reading->names_a_file = false;
        return RUN_IN_ORDER;
    }
    BlockRole role = command->role;
    reading->names_a_file = role == TAKES_FILE_NAME && *arguments == '\0';
    reading->done_asks = role == ASKS_AT_DONE || role == BEGINS_QUESTION ||
                         (before.done_asks && role == INSIDE_BLOCK);
    return role == ENDS_BLOCK && before.done_asks ? RUN_QUESTION : command->timing;
}

void commands_run_early(Conversation *conversation, Timing timing, const char *text)
{
    char word[PARSE_WORD_MAX];
    if (timing == RUN_STOP) {
        engine_stop(conversation->engine);
    } else if (timing == RUN_SHORTEN) {
        info_set_early(conversation, parse_word(text, word));
    }
}

/* --- what was meant --- */

static int least_of_three(int one, int other)
{
    return one < other ? one : other;
}

/* How many letters must be left out, added, changed or swapped with the next to make one word of
 * the other. */
static int word_distance(const char *one, const char *other)
{
    int steps[PARSE_WORD_MAX][PARSE_WORD_MAX]; /* between the first i letters and the first j */
    int length = (int)strlen(one), other_length = (int)strlen(other);
    for (int i = 0; i <= length; i++) {
        for (int j = 0; j <= other_length; j++) {
            if (i == 0 || j == 0) {
                steps[i][j] = i + j;
                continue;
            }
            bool is_same = one[i - 1] == other[j - 1];
            bool is_swapped =
                i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            steps[i][j] = least_of_three(steps[i - 1][j - 1] + !is_same,
                                         least_of_three(steps[i - 1][j], steps[i][j - 1]) + 1);
            if (is_swapped) {
                steps[i][j] = least_of_three(steps[i][j], steps[i - 2][j - 2] + 1);
            }
        }
    }
    return steps[length][other_length];
}

/* The command that somebody may have meant: one slip away, or two in a long word. NULL: none. */
static const char *similar_command(const char *word)
{
    enum { SHORT = 3, LONG = 7 }; /* letters */
    size_t length = strlen(word);
    int nearest = length < SHORT ? 0 : length < LONG ? 1 : 2;
    const char *similar = NULL;
    for (size_t i = 0; i < ROW_COUNT && nearest > 0; i++) {
        const char *name = rows[i].name;
        int slips = word_distance(word, name);
        if (slips < nearest || (slips == nearest && similar == NULL)) {
            nearest = slips;
            similar = name;
        }
    }
    return similar;
}

/* Says whether the text was to be a point, perhaps: a letter, and a digit somewhere. */
static bool is_like_point(const char *text)
{
    return isalpha((unsigned char)*text) && text[strcspn(text, "0123456789")] != '\0' &&
           strcspn(text, "0123456789") <= 2;
}

static void refuse(const Conversation *conversation, const char *text)
{
    char word[PARSE_WORD_MAX];
    parse_word(text, word);
    const char *similar = conversation->has_person ? similar_command(word) : NULL;
    if (similar != NULL) {
        send_line("UNKNOWN command; was it to be %s?", similar);
    } else if (conversation->has_person && is_like_point(text)) {
        send_line("UNKNOWN command; a move is one point, such as h8");
    } else {
        send_line("UNKNOWN command%s",
                  conversation->has_person ? "; HELP tells which there are" : "");
    }
}

/* Text that is no command: part of a block, or a move at a terminal. */
static void run_other(Conversation *conversation, const char *text)
{
    if (conversation->reader.is_open) {
        block_read_line(&conversation->reader, text);
    } else if (!console_move(conversation, text)) {
        refuse(conversation, text);
    }
}

/* A person who names no file would type the next command as the name. */
static void await_name(const Command *command, Conversation *conversation)
{
    if (conversation->has_person) {
        conversation_send_error("a file is needed on the same line, as in YXSETDATABASE a.db");
    } else {
        conversation->reader.take_name = command->handler;
    }
}

/* Runs a command, or lets it wait for its block or the name of its file. */
static void begin(const Command *command, Conversation *conversation, const char *arguments)
{
    BlockReader *reader = &conversation->reader;
    BlockRole role = command->role;
    if (role != ENDS_BLOCK && role != INSIDE_BLOCK) {
        block_drop(reader);
    }
    if (role == TAKES_BLOCK || role == ASKS_AT_DONE || role == SKIPS_BLOCK) {
        Block block = {.is_skipped = role == SKIPS_BLOCK, .finish = command->handler};
        block_begin(reader, block, arguments);
    } else if (role == TAKES_FILE_NAME && *arguments == '\0') {
        await_name(command, conversation);
    } else {
        command->handler(conversation, arguments);
    }
}

void commands_run(const Commands *commands, Conversation *conversation, const char *text)
{
    const char *arguments;
    const Command *command = find_command(commands, text, &arguments);
    BlockReader *reader = &conversation->reader;
    void (*take_name)(Conversation *, const char *) = reader->take_name;
    if (take_name != NULL) {
        reader->take_name = NULL;
        take_name(conversation, text);
    } else if (command == NULL) {
        run_other(conversation, text);
    } else {
        begin(command, conversation, arguments);
    }
}

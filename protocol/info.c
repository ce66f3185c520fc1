/* info - the table of INFO keys and what each sets; see info.h. */
#include "info.h"

#include "parse.h"

#include <stdio.h>
#include <string.h>

/* --- one function per key: each gets the number that was read --- */

static void set_rule(Conversation *conversation, int64_t number)
{
    if (number >= 0) {
        conversation->settings.rule_bits = number;
        conversation->settings.rule = conversation_rule(conversation);
    }
}

static void set_win_length(Conversation *conversation, int64_t number)
{
    if (number >= 0 && number <= INT32_MAX) {
        conversation->settings.win_length = (int)number;
    }
}

static void set_turn_time(Conversation *conversation, int64_t number)
{
    conversation->settings.limits.turn_ms = number;
}

static void set_match_time(Conversation *conversation, int64_t number)
{
    conversation->settings.limits.match_ms = number;
}

static void set_time_left(Conversation *conversation, int64_t number)
{
    conversation->settings.limits.left_ms = number;
}

static void set_increment(Conversation *conversation, int64_t number)
{
    conversation->settings.limits.increment_ms = number;
}

static void set_memory(Conversation *conversation, int64_t number)
{
    if (number >= 0) {
        engine_set_memory(conversation->engine, (uint64_t)number);
    }
}

static void set_table_size(Conversation *conversation, int64_t number)
{
    enum { KILOBYTE = 1024 };
    if (number >= 0 && number < INT64_MAX / KILOBYTE) {
        engine_set_tt_memory(conversation->engine, (uint64_t)number * KILOBYTE);
    }
}

/* Yixin-Board sends 0 if its user has not chosen a number. */
static void set_threads(Conversation *conversation, int64_t number)
{
    int most = number < THREADS_MAX ? (int)number : THREADS_MAX;
    engine_set_threads(conversation->engine, number < 1 ? 1 : most);
}

static void set_evaluation(Conversation *conversation, int64_t number)
{
    conversation->settings.evaluation = (Evaluation)number;
}

static void set_pondering(Conversation *conversation, int64_t number)
{
    engine_set_pondering(conversation->engine, number > 0);
}

static void set_book(Conversation *conversation, int64_t number)
{
    engine_use_book(conversation->engine, number > 0);
}

/* A manager that asks for the root moves is Yixin-Board, or wants to be treated like it. */
static void set_detail(Conversation *conversation, int64_t number)
{
    enum { DETAIL_MOVES = 1, DETAIL_ITERATIONS = 2 };
    conversation->settings.shows_moves = (number & DETAIL_MOVES) != 0;
    conversation->settings.shows_iterations = (number & DETAIL_ITERATIONS) != 0;
    conversation->is_yixin = conversation->is_yixin || conversation->settings.shows_moves;
}

static void set_depth(Conversation *conversation, int64_t number)
{
    conversation->settings.limits.depth = number > 0 && number <= INT32_MAX ? (int)number : 0;
}

static void set_nodes(Conversation *conversation, int64_t number)
{
    conversation->settings.limits.nodes = number > 0 ? (uint64_t)number : 0;
}

/* --- the table --- */

/* Reads the name of an evaluation as the number of its Evaluation. */
static bool read_evaluation(const char *text, int64_t *number)
{
    char word[PARSE_WORD_MAX];
    Evaluation evaluation;
    parse_word(text, word);
    if (!parse_evaluation(word, &evaluation)) {
        return false;
    }
    *number = evaluation;
    return true;
}

typedef struct {
    const char *key, *value; /* value: what HELP calls it */
    const char *initial;     /* the default, in words */
    const char *help;
    bool (*read)(const char *text, int64_t *number); /* false: the text makes no sense */
    void (*set)(Conversation *conversation, int64_t number);
    bool acts_early; /* shortens the search for the question before it, too */
} Key;

static const Key keys[] = {
    {"rule", "BITS", "0", RULE_LIST(""), parse_number, set_rule, false},
    {"win_length", "N", "5", "3, 4 or 5 in a row, from the next START on", parse_number,
     set_win_length, false},
    {"timeout_turn", "MS", "5000", "time for a move; 0: answer at once", parse_number,
     set_turn_time, true},
    {"timeout_match", "MS", "0", "time for the game; 0: no limit", parse_number, set_match_time,
     false},
    {"time_left", "MS", "timeout_match", "what is left of the time for the game", parse_number,
     set_time_left, false},
    {"time_increment", "MS", "0", "time that every move adds to that", parse_number, set_increment,
     false},
    {"max_memory", "BYTES", "0", "memory of the process; 0: less than 350 MB", parse_number,
     set_memory, false},
    {"hash_size", "KB", "0", "the transposition table; 0: as max_memory allows", parse_number,
     set_table_size, false},
    {"thread_num", "N", "1", "threads that search together", parse_number, set_threads, false},
    {"evaluation", "NAME", "pattern", EVALUATION_LIST, read_evaluation, set_evaluation, false},
    {"pondering", "0|1", "0", "1: search while it is the opponent's turn", parse_number,
     set_pondering, false},
    {"book", "0|1", "1", "0: search where the book has a move, too", parse_number, set_book, false},
    {"show_detail", "BITS", "0", "1: each move at the root; 2: each iteration", parse_number,
     set_detail, false},
    {"max_depth", "N", "0", "plies of the deepest iteration; 0: no limit", parse_number, set_depth,
     false},
    {"max_node", "N", "0", "positions to search; 0: no limit", parse_number, set_nodes, false},
};

enum { KEY_COUNT = sizeof keys / sizeof *keys };

/* The row that "key value" names, and the number read from the value. NULL if there is no such key,
 * or the value makes no sense. */
static const Key *read_setting(const char *arguments, int64_t *number)
{
    char word[PARSE_WORD_MAX];
    const char *value = parse_word(arguments, word);
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strcmp(keys[i].key, word) == 0) {
            return keys[i].read(value, number) ? &keys[i] : NULL;
        }
    }
    return NULL;
}

void info_set(Conversation *conversation, const char *arguments)
{
    int64_t number;
    const Key *key = read_setting(arguments, &number);
    if (key != NULL) {
        key->set(conversation, number);
    }
}

void info_set_early(Conversation *conversation, const char *arguments)
{
    int64_t turn_ms;
    const Key *key = read_setting(arguments, &turn_ms);
    if (key != NULL && key->acts_early) {
        engine_shorten(conversation->engine, turn_ms);
    }
}

/* --- HELP --- */

void info_list_keys(int indent)
{
    enum { TEXT_WIDTH = 80 };
    char text[TEXT_WIDTH + 1];
    int length = 0;
    for (int i = 0; i < KEY_COUNT; i++) {
        const char *end = i + 1 < KEY_COUNT ? "," : "";
        if (length > 0 && length + (int)strlen(keys[i].key) + 2 > TEXT_WIDTH) {
            send_message("%s", text);
            length = 0;
        }
        length += snprintf(text + length, sizeof text - (size_t)length, "%*s%s%s",
                           length > 0 ? 1 : indent, "", keys[i].key, end);
    }
    send_message("%s", text);
}

void info_explain_keys(void)
{
    enum { NAME_MAX_LENGTH = 32, NAME_WIDTH = 20 };
    for (int i = 0; i < KEY_COUNT; i++) {
        char name[NAME_MAX_LENGTH];
        snprintf(name, sizeof name, "%s %s", keys[i].key, keys[i].value);
        send_message("INFO %-*s %s (%s)", NAME_WIDTH, name, keys[i].help, keys[i].initial);
    }
}

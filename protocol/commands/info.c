/* info - the table of INFO keys and what each sets; see info.h. */
#include "commands/info.h"

#include "tengen/code_page.h"
#include "lines/parse.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Measured at 1 and 5 MB of max_memory: what the program takes even if less is asked for. */
enum { LEAST_MEMORY_MB = 8 };

/* --- one function per key: each gets the number that was read, and returns what holds now --- */

/* A rule that does not fit the board is left for the next START to refuse. */
static int64_t set_rule(Conversation *conversation, int64_t number)
{
    conversation->settings.rule_bits = number;
    conversation->settings.rule = conversation_rule(conversation);
    if (engine_game(conversation->engine) != NULL) {
        engine_change_rule(conversation->engine, conversation->settings.rule);
    }
    return number;
}

static int64_t set_win_length(Conversation *conversation, int64_t number)
{
    conversation->settings.win_length = number > INT32_MAX ? INT32_MAX : (int)number;
    return conversation->settings.win_length;
}

/* A time. Whoever says that less than nothing is left means nothing. */
static int64_t not_negative(int64_t number)
{
    return number > 0 ? number : 0;
}

static int64_t set_turn_time(Conversation *conversation, int64_t number)
{
    return conversation->settings.limits.turn_ms = not_negative(number);
}

static int64_t set_match_time(Conversation *conversation, int64_t number)
{
    return conversation->settings.limits.match_ms = not_negative(number);
}

static int64_t set_time_left(Conversation *conversation, int64_t number)
{
    return conversation->settings.limits.left_ms = not_negative(number);
}

static int64_t set_increment(Conversation *conversation, int64_t number)
{
    return conversation->settings.limits.increment_ms = not_negative(number);
}

static int64_t set_memory(Conversation *conversation, int64_t number)
{
    enum { MEGABYTE_SHIFT = 20 };
    engine_set_memory(conversation->engine, (uint64_t)number);
    if (conversation->has_person && number > 0 && number < LEAST_MEMORY_MB << MEGABYTE_SHIFT) {
        send_message("Tengen takes some %d MB even so", LEAST_MEMORY_MB);
    }
    return number;
}

static int64_t set_table_size(Conversation *conversation, int64_t number)
{
    enum { KILOBYTE = 1024 };
    int64_t most = INT64_MAX / KILOBYTE, size = number < most ? number : most;
    engine_set_tt_memory(conversation->engine, (uint64_t)size * KILOBYTE);
    return size;
}

/* Yixin-Board sends 0 if its user has not chosen a number. */
static int64_t set_threads(Conversation *conversation, int64_t number)
{
    int threads = number < 1 ? 1 : number < INT32_MAX ? (int)number : INT32_MAX;
    engine_set_threads(conversation->engine, threads);
    conversation->settings.threads = threads;
    return threads;
}

static int64_t set_evaluation(Conversation *conversation, int64_t number)
{
    conversation->settings.evaluation = (Evaluation)number;
    engine_set_evaluation(conversation->engine, conversation->settings.evaluation);
    return number;
}

static int64_t set_pondering(Conversation *conversation, int64_t number)
{
    engine_set_pondering(conversation->engine, number > 0);
    return number > 0;
}

static int64_t set_book(Conversation *conversation, int64_t number)
{
    engine_use_book(conversation->engine, number > 0);
    return number > 0;
}

/* A manager that asks for the root moves is Yixin-Board, or wants to be treated like it. */
static int64_t set_detail(Conversation *conversation, int64_t number)
{
    enum { DETAIL_MOVES = 1, DETAIL_ITERATIONS = 2 };
    conversation->settings.shows_moves = (number & DETAIL_MOVES) != 0;
    conversation->settings.shows_iterations = (number & DETAIL_ITERATIONS) != 0;
    conversation->is_yixin = conversation->is_yixin || conversation->settings.shows_moves;
    return number;
}

static int64_t set_machine(Conversation *conversation, int64_t number)
{
    conversation->settings.is_for_programs = number > 0;
    return number > 0;
}

static int64_t set_depth(Conversation *conversation, int64_t number)
{
    int depth = number > 0 && number <= INT32_MAX ? (int)number : 0;
    return conversation->settings.limits.depth = depth;
}

static int64_t set_nodes(Conversation *conversation, int64_t number)
{
    int64_t nodes = not_negative(number);
    conversation->settings.limits.nodes = (uint64_t)nodes;
    return nodes;
}

static int64_t set_database(Conversation *conversation, int64_t number)
{
    DatabaseUse *use = &conversation->database;
    database_use_set(use, number > 0, use->is_only_read);
    return number > 0;
}

static int64_t set_database_read_only(Conversation *conversation, int64_t number)
{
    DatabaseUse *use = &conversation->database;
    database_use_set(use, !use->is_unused, number > 0);
    return number > 0;
}

/* A number of plies or a value, which a database holds in 16 bits. */
static int clamped(int64_t number)
{
    return number <= 0 ? 0 : number < INT16_MAX ? (int)number : INT16_MAX;
}

static int64_t set_database_depth(Conversation *conversation, int64_t number)
{
    return conversation->database.least_depth = clamped(number);
}

static int64_t set_code_page(Conversation *conversation, int64_t number)
{
    return conversation->database.code_page = (int)number;
}

static int64_t set_book_depth(Conversation *conversation, int64_t number)
{
    return conversation->database.book.depth = clamped(number);
}

static int64_t set_book_margin(Conversation *conversation, int64_t number)
{
    return conversation->database.book.margin = clamped(number);
}

static int64_t set_book_variety(Conversation *conversation, int64_t number)
{
    enum { PERCENT = 100 };
    return conversation->database.book.variety = number < PERCENT ? clamped(number) : PERCENT;
}

static int64_t set_images(Conversation *conversation, int64_t number)
{
    conversation->settings.limits.merges_images = number <= 0;
    return number > 0;
}

static int64_t set_strength(Conversation *conversation, int64_t number)
{
    return conversation->settings.strength = (int)number;
}

static int64_t set_seed(Conversation *conversation, int64_t number)
{
    engine_set_seed(conversation->engine, (uint64_t)number);
    return number;
}

/* --- values --- */

static bool read_natural(const char *text, int64_t *number)
{
    int64_t read;
    if (!parse_number(text, &read) || read < 0) {
        return false;
    }
    *number = read;
    return true;
}

static bool read_strength(const char *text, int64_t *number)
{
    int64_t read;
    if (!parse_number(text, &read) || read < STRENGTH_LEAST || read > STRENGTH_FULL) {
        return false;
    }
    *number = read;
    return true;
}

/* Reads the number or the name of a rule. */
static bool read_rule(const char *text, int64_t *number)
{
    Rule rule;
    if (read_natural(text, number)) {
        return true;
    }
    if (!parse_rule_name(text, &rule)) {
        return false;
    }
    *number = parse_number_of_rule(rule);
    return true;
}

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

/* Reads the number or the name of a code page; 0: none. */
static bool read_code_page(const char *text, int64_t *number)
{
    char word[PARSE_WORD_MAX];
    parse_word(text, word);
    int64_t read = code_page_number(word);
    bool is_good = read != 0 || strcmp(word, "0") == 0;
    *number = is_good ? read : *number;
    return is_good;
}

/* Names the rule that holds. */
static const char *name_rule(const Conversation *conversation)
{
    return parse_name_of_rule(conversation->settings.rule);
}

static const char *name_evaluation(const Conversation *conversation)
{
    return evaluation_names[conversation->settings.evaluation];
}

/* --- the table --- */

typedef struct {
    const char *key, *value; /* value: what HELP calls it */
    const char *initial;     /* the default, in words; NULL: the evaluation called the best */
    const char *help;
    bool (*read)(const char *text, int64_t *number); /* false: the text makes no sense */
    int64_t (*set)(Conversation *conversation, int64_t number);
    bool acts_early; /* shortens the search for the question before it, too */
    const char *(*name)(const Conversation *conversation); /* what holds now; NULL: a number */
} InfoKey;

static const InfoKey keys[] = {
    {"rule", "BITS|NAME", "0", RULE_LIST(""), read_rule, set_rule, false, name_rule},
    {"win_length", "N", "5", "3, 4 or 5 in a row, from the next START on", read_natural,
     set_win_length, false, NULL},
    {"timeout_turn", "MS", "5000", "time for a move; 0: answer at once", parse_number,
     set_turn_time, true, NULL},
    {"timeout_match", "MS", "0", "time for the game; 0: no limit", parse_number, set_match_time,
     false, NULL},
    {"time_left", "MS", "timeout_match", "what is left of the time for the game", parse_number,
     set_time_left, false, NULL},
    {"time_increment", "MS", "0", "time that every move adds to that", parse_number, set_increment,
     false, NULL},
    {"max_memory", "BYTES", "0", "memory of the process; 0: less than 350 MB", read_natural,
     set_memory, false, NULL},
    {"hash_size", "KB", "0", "the transposition table; 0: as max_memory allows", read_natural,
     set_table_size, false, NULL},
    {"thread_num", "N", "1", "threads that search together", parse_number, set_threads, false,
     NULL},
    {"evaluation", "NAME", NULL, EVALUATION_LIST, read_evaluation, set_evaluation, false,
     name_evaluation},
    {"pondering", "0|1", "0", "1: search while it is the opponent's turn", parse_number,
     set_pondering, false, NULL},
    {"book", "0|1", "1", "0: search where the book has a move, too", parse_number, set_book, false,
     NULL},
    {"show_detail", "BITS", "0", "1: each move at the root; 2: each iteration; 3: and chances",
     parse_number, set_detail, false, NULL},
    {"machine", "0|1", "0", "1: what is found in MESSAGE machine lines, for programs", parse_number,
     set_machine, false, NULL},
    {"nbestsym", "0|1", "0", "1: several best moves may be images of each other", parse_number,
     set_images, false, NULL},
    {"max_depth", "N", "0", "plies of the deepest iteration; 0: no limit", parse_number, set_depth,
     false, NULL},
    {"max_node", "N", "0", "positions that each thread searches; 0: no limit", parse_number,
     set_nodes, false, NULL},
    {"strength", "1..10", "10", "level of the moves: 1 for children, 10 full strength",
     read_strength, set_strength, false, NULL},
    {"usedatabase", "0|1", "1", "0: leave the database of YXSETDATABASE aside", parse_number,
     set_database, false, NULL},
    {"database_readonly", "0|1", "0", "1: change nothing in the database", parse_number,
     set_database_read_only, false, NULL},
    {"database_depth", "N", "0", "keep what searches of N plies or more find; 0: nothing",
     parse_number, set_database_depth, false, NULL},
    {"code_page", "NAME", "0", "letters of files that go into a database and come out, as gbk",
     read_code_page, set_code_page, false, NULL},
    {"book_depth", "N", "0", "play moves that the database knows N plies deep; 0: none",
     parse_number, set_book_depth, false, NULL},
    {"book_margin", "V", "0", "how much worse than the best they may be", parse_number,
     set_book_margin, false, NULL},
    {"book_variety", "PERCENT", "0", "percent of moves that are drawn among the good ones",
     parse_number, set_book_variety, false, NULL},
    {"seed", "N", "0", "of what is drawn; 0: each time another", read_natural, set_seed, false,
     NULL},
};

enum { KEY_COUNT = sizeof keys / sizeof *keys };

_Static_assert((int)KEY_COUNT <= (int)INFO_KEYS_MAX, "each key has room for its present value");

static const char *initial_of(const InfoKey *key)
{
    return key->initial != NULL ? key->initial : evaluation_names[EVALUATION_BEST];
}

/* The number of the row with the key that the arguments begin with, and the text of the value
 * after it; KEY_COUNT if there is no such key. */
static int find_key(const char *arguments, const char **value)
{
    char word[PARSE_WORD_MAX];
    int row = 0;
    *value = parse_word(arguments, word);
    while (row < KEY_COUNT && strcmp(keys[row].key, word) != 0) {
        row++;
    }
    return row;
}

/* Shows a person the keys, as commands that set what holds now. */
static void show_present(const Conversation *conversation)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        bool is_set = conversation->settings.present[i].is_set;
        if (keys[i].name != NULL) {
            send_message("INFO %s %s%s", keys[i].key, keys[i].name(conversation),
                         is_set ? "" : " (the default)");
        } else if (is_set) {
            send_message("INFO %s %" PRId64, keys[i].key, conversation->settings.present[i].number);
        } else {
            send_message("INFO %s %s (the default)", keys[i].key, initial_of(&keys[i]));
        }
    }
}

/* Tells a person why nothing was set. To a manager any line would be the answer to its next
 * command. */
static void explain_to_person(const Conversation *conversation, int row, const char *arguments)
{
    if (!conversation->has_person) {
        return;
    }
    if (*arguments == '\0') {
        show_present(conversation);
    } else if (row == KEY_COUNT) {
        send_message("nothing is set: INFO has no such key; INFO alone shows the keys");
    } else {
        send_message("nothing is set: INFO %s needs %s (%s)", keys[row].key, keys[row].value,
                     keys[row].help);
    }
}

/* Sets a key, and tells a person where something else holds than was asked for. */
static void set_key(Conversation *conversation, int row, int64_t number)
{
    int64_t holds = keys[row].set(conversation, number);
    conversation->settings.present[row].is_set = true;
    conversation->settings.present[row].number = holds;
    if (conversation->has_person && holds != number) {
        send_message("INFO %s %" PRId64 " counts as %" PRId64, keys[row].key, number, holds);
    }
}

void info_set(Conversation *conversation, const char *arguments)
{
    const char *value;
    int64_t number;
    int row = find_key(arguments, &value);
    if (row < KEY_COUNT && keys[row].read(value, &number)) {
        set_key(conversation, row, number);
    } else {
        explain_to_person(conversation, row, arguments);
    }
}

void info_set_early(Conversation *conversation, const char *arguments)
{
    const char *value;
    int64_t turn_ms;
    int row = find_key(arguments, &value);
    if (row < KEY_COUNT && keys[row].acts_early && keys[row].read(value, &turn_ms)) {
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

static void explain_row(const InfoKey *key)
{
    enum { NAME_MAX_LENGTH = 32, NAME_WIDTH = 20 };
    char name[NAME_MAX_LENGTH];
    snprintf(name, sizeof name, "%s %s", key->key, key->value);
    send_message("INFO %-*s %s (%s)", NAME_WIDTH, name, key->help, initial_of(key));
}

void info_explain_keys(void)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        explain_row(&keys[i]);
    }
}

bool info_explain_key(const char *name)
{
    const char *rest;
    int row = find_key(name, &rest);
    if (row < KEY_COUNT) {
        explain_row(&keys[row]);
    }
    return row < KEY_COUNT;
}

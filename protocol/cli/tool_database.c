/* tool_database - a table of what can be done with a database; see tool_database.h. */
#include "tool_database.h"

#include "files/database_files.h"
#include "lines/parse.h"
#include "options.h"
#include "tengen/filter.h"
#include "values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    FileTerms terms;
    const char *path;
    char **words; /* that follow what is to be done; NULL at the end */
    Database *database;
    ExchangeManner manner; /* of import */
} DatabaseRun;

static const char *read_code_page_option(void *field, const char *text)
{
    int number = code_page_number(text);
    *(int *)field = number;
    return number != 0 ? NULL : CODE_PAGE_LIST;
}

static const Option options[] = {
    VALUE_GAME_OPTIONS(DatabaseRun, terms.game),
    {"code-page", "NAME", CODE_PAGE_LIST, 0, OPTION_AT(DatabaseRun, OPTION_OTHER, terms.code_page),
     .read = read_code_page_option},
};

static const CommandLine command_line = {
    .subcommand = "database",
    .synopsis = "FILE list|check|import|replace|update|export|merge|delete [WORD]... [OPTION]...",
    .help =
        "Lists, fills and empties a database of positions, as the engine keeps it for\n"
        "YXSETDATABASE.\n"
        "\n"
        "`list` counts the positions of each game. `check` reads the whole file. `import` and\n"
        "`merge` read other files: text, databases of Rapfi and Yixin (.db), libraries of RenLib\n"
        "(.lib), games (.psq, .sgf, .pgn, .rif, .pos), Rapfi's tables (.csv), unpacked proofs,\n"
        "databases like this one. They keep what the database knows better. `replace` takes\n"
        "labels and values from the files instead. `update` does so only for positions that\n"
        "nobody has changed meanwhile. Its file has each position twice: as it was read, and as\n"
        "it should be. Positions that have changed stay as they are, and are printed. Results of\n"
        "games are counted. Only text, proofs and databases can say that a win is proven.\n"
        "\n"
        "`export` writes a file whose name ends in .txt, .db or .lib. `delete` takes a filter:\n"
        "`all`, `wl` (won or lost for the player who moved last; also `w`, `l`, `d`), `nonwl`\n"
        "(all others), `wlnostep`, `wlinstep 9`.\n"
        "\n"
        "The options give what a file that is read or written does not say: the game, and the\n"
        "code page of its texts. A text that is not UTF-8 is in that code page, or in Latin-1 if\n"
        "none is given. With the same code page export writes the bytes that were imported.\n"
        "\n"
        "  pbrain-tengen database a.db import rapfi.db notes.txt\n"
        "  pbrain-tengen database a.db export all.txt\n"
        "  zcat win.proof >win.txt; pbrain-tengen database a.db import win.txt\n"
        "  pbrain-tengen database a.db export notes.lib --code-page gbk\n"
        "  pbrain-tengen database b.db import notes.lib --rule renju --code-page gbk\n"
        "  pbrain-tengen database a.db list\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .takes_operands = true,
};

/* Says on standard error why it failed; returns the status. */
static int fail_with_file(int status, const char *path, const char *fault)
{
    options_complain_of_file(command_line.subcommand, path, fault);
    return status;
}

/* --- looking --- */

/* What there is of one game. */
typedef struct {
    int64_t positions, labels[VERDICT_LABELS], proven, values, comments;
} Tally;

static void print_tally(const Game *game, const Tally *tally)
{
    printf("%s %dx%d, %d in a row: %" PRId64 " positions, %" PRId64 " won, %" PRId64
           " lost, %" PRId64 " drawn (%" PRId64 " proven), %" PRId64 " with a value, %" PRId64
           " with a comment\n",
           parse_name_of_rule(game->rule), game->width, game->height, game->win_length,
           tally->positions, tally->labels[VERDICT_WIN], tally->labels[VERDICT_LOSS],
           tally->labels[VERDICT_DRAW], tally->proven, tally->values, tally->comments);
}

static void tally_record(Tally *tally, const DatabaseRecord *record)
{
    tally->positions++;
    tally->labels[record->verdict.label]++;
    tally->proven += record->verdict.plies > 0;
    tally->values += record->verdict.bound != BOUND_NONE;
    tally->comments += *record->comment != '\0';
}

/* Positions of one game follow each other. */
static int list_games(DatabaseRun *run)
{
    DatabaseCursor cursor = {0};
    Diagram diagram;
    DatabaseRecord record;
    Game game = {0};
    Tally tally = {0};
    while (database_next(run->database, &cursor, &diagram, &record)) {
        if (memcmp(&game, &diagram.game, sizeof game) != 0 && tally.positions > 0) {
            print_tally(&game, &tally);
            tally = (Tally){0};
        }
        game = diagram.game;
        tally_record(&tally, &record);
    }
    if (tally.positions > 0) {
        print_tally(&game, &tally);
    }
    const char *fault = database_fault(run->database);
    return fault != NULL ? fail_with_file(EXIT_FAILURE, run->path, fault) : EXIT_SUCCESS;
}

static int check_file(DatabaseRun *run)
{
    const char *fault = database_check(run->database);
    return fault != NULL ? fail_with_file(EXIT_FAILURE, run->path, fault) : list_games(run);
}

/* --- changing --- */

static int import_files(DatabaseRun *run)
{
    for (; *run->words != NULL; run->words++) {
        ExchangeCount counted;
        char fault[DATABASE_FAULT_MAX];
        if (!database_files_import(run->database, run->manner, *run->words, &run->terms, &counted,
                                   fault)) {
            return fail_with_file(EXIT_USAGE, *run->words, fault);
        }
        printf("%s: %" PRId64 " positions, %" PRId64 " of them new\n", *run->words, counted.read,
               counted.added);
        if (counted.warning != NULL) {
            options_complain_of_file(command_line.subcommand, *run->words, counted.warning);
        }
    }
    return EXIT_SUCCESS;
}

static int replace_from_files(DatabaseRun *run)
{
    run->manner = EXCHANGE_REPLACES;
    return import_files(run);
}

static void print_bytes(void *context, const void *bytes, size_t count)
{
    fwrite(bytes, 1, count, context);
}

/* Prints what was left, each position on a line. */
static int update_from_file(DatabaseRun *run)
{
    FileSink left = {stdout, print_bytes, NULL};
    ExchangeCount counted;
    char fault[DATABASE_FAULT_MAX];
    if (!database_files_update(run->database, *run->words, &left, &counted, fault)) {
        return fail_with_file(EXIT_USAGE, *run->words, fault);
    }
    return EXIT_SUCCESS;
}

static int export_database(DatabaseRun *run)
{
    const ExchangeForm *form = exchange_form_named(*run->words);
    char fault[DATABASE_FAULT_MAX];
    int64_t written;
    if (form == NULL) {
        return fail_with_file(EXIT_USAGE, *run->words,
                              "the name of the file must end in .txt, .db or .lib");
    }
    if (!database_files_export(run->database, *run->words, form, &run->terms, &written, fault)) {
        return fail_with_file(EXIT_FAILURE, *run->words, fault);
    }
    printf("%s: %" PRId64 " positions\n", *run->words, written);
    return EXIT_SUCCESS;
}

static int delete_positions(DatabaseRun *run)
{
    LabelFilter filter;
    char text[2 * FILTER_WORD_MAX];
    snprintf(text, sizeof text, "%s %s", run->words[0], run->words[1] != NULL ? run->words[1] : "");
    if (!filter_read(text, &filter)) {
        return fail_with_file(EXIT_USAGE, run->path, "there is no such filter (--help lists them)");
    }
    FilterResult result = filter_delete(&filter, run->database, NULL, NULL, NULL);
    printf("%" PRId64 " positions deleted\n", result.deleted);
    return result.fault != NULL ? fail_with_file(EXIT_FAILURE, run->path, result.fault)
                                : EXIT_SUCCESS;
}

/* --- the table --- */

typedef struct {
    const char *name;
    DatabaseAccess access;
    int words_least, words_most; /* that follow the name; most -1: any number */
    const char *wanted;          /* what these are; NULL: none */
    int (*run)(DatabaseRun *run);
} Action;

static const Action actions[] = {
    {"list", DATABASE_READS, 0, 0, NULL, list_games},
    {"check", DATABASE_READS, 0, 0, NULL, check_file},
    {"import", DATABASE_WRITES, 1, -1, "the name of a file", import_files},
    {"merge", DATABASE_WRITES, 1, -1, "the name of a file", import_files},
    {"replace", DATABASE_WRITES, 1, -1, "the name of a file", replace_from_files},
    {"update", DATABASE_WRITES, 1, 1, "the name of a file", update_from_file},
    {"export", DATABASE_READS, 1, 1, "the name of a file", export_database},
    {"delete", DATABASE_WRITES, 1, 2, "a filter, such as all", delete_positions},
};

/* The action of that name; NULL: there is none, which was said. */
static const Action *action_named(const char *name)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(name, actions[i].name) == 0) {
            return &actions[i];
        }
    }
    options_complain(command_line.subcommand, "there is no action %s (--help lists them)", name);
    return NULL;
}

/* Finds what the words ask for; NULL: they ask for nothing that there is, which was said. */
static const Action *find_action(char **words)
{
    if (words[0] == NULL || words[1] == NULL) {
        options_complain(command_line.subcommand,
                         "which file, and what to do with it? (--help tells)");
        return NULL;
    }
    const Action *action = action_named(words[1]);
    int count = 0;
    while (words[2 + count] != NULL) {
        count++;
    }
    if (action != NULL && count < action->words_least) {
        options_complain(command_line.subcommand, "%s wants %s after it", action->name,
                         action->wanted);
        return NULL;
    }
    if (action != NULL && action->words_most >= 0 && count > action->words_most) {
        options_complain(command_line.subcommand, "%s does not take %s", action->name,
                         words[2 + action->words_most]);
        return NULL;
    }
    return action;
}

int tool_database(char **arguments)
{
    DatabaseRun run = {.terms.game = {RULE_FREESTYLE, 15, 15, WIN_LENGTH_MAX}};
    int status;
    char fault[DATABASE_FAULT_MAX];
    if (!options_read(&command_line, arguments, &run, &status)) {
        return status;
    }
    const Action *action = find_action(arguments);
    if (action == NULL) {
        return EXIT_USAGE;
    }
    run.path = arguments[0];
    run.words = arguments + 2;
    run.database = exchange_open(run.path, action->access, fault);
    if (run.database == NULL) {
        return fail_with_file(EXIT_USAGE, run.path, fault);
    }
    status = action->run(&run);
    database_close(run.database);
    return status;
}

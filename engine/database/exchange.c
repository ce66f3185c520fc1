/* exchange - taking in positions, and the table of forms; see exchange.h. */
#include "tengen/exchange.h"

#include "database/csv_form.h"
#include "database/key.h"
#include "database/lz4.h"
#include "database/pgn_form.h"
#include "database/pos_form.h"
#include "database/psq_form.h"
#include "database/renlib_form.h"
#include "database/renlib_tree.h"
#include "database/results.h"
#include "database/rif_form.h"
#include "database/sgf_form.h"
#include "database/text_form.h"
#include "tengen/board_texts.h"
#include "tengen/yixin_form.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    BATCH_MOST = 4096,     /* changes that are kept together */
    BYTES_THAT_TELL = 100, /* at the beginning of a file, what it is */
    EXACT_ADVANTAGE = 3,   /* plies that an exact value is worth more than a bound */
};

static const char NOT_PAIRED[] = "its positions do not come twice each";

/* --- joining --- */

/* How much a label says: what is proven most, and somebody's mark more than nothing. */
static int label_rank(const Verdict *verdict)
{
    switch (verdict->label) {
    case VERDICT_WIN:
    case VERDICT_LOSS: return verdict->plies > 0 ? 3 : 2;
    case VERDICT_DRAW: return 2;
    case VERDICT_OPEN: return 0;
    default: return 1;
    }
}

static int value_rank(const Verdict *verdict)
{
    return verdict->bound == BOUND_NONE
               ? -1
               : verdict->depth + (verdict->bound == BOUND_EXACT ? EXACT_ADVANTAGE : 0);
}

Verdict verdict_join(const Verdict *known, const Verdict *added)
{
    Verdict joined = *known;
    bool is_shorter = added->label == known->label && added->plies > 0 &&
                      (known->plies == 0 || added->plies < known->plies);
    if (label_rank(added) > label_rank(known) || is_shorter) {
        joined.label = added->label;
        joined.plies = added->plies;
    }
    if (value_rank(added) > value_rank(known)) {
        joined.value = added->value;
        joined.depth = added->depth;
        joined.bound = added->bound;
    }
    return joined;
}

/* Copies the texts that are kept, and then those of points that have none. */
static void join_texts(const char *known, const char *added, char texts[DATABASE_TEXT_MAX])
{
    BoardTextWriter writer;
    board_texts_begin(&writer, texts, DATABASE_TEXT_MAX);
    board_texts_add_all(&writer, known);
    board_texts_add_all(&writer, added);
}

/* Says whether a comment has that line, or tells results, if the line does. */
static bool has_line(const char *comment, const char *line, size_t length)
{
    bool are_results = results_are(line, length);
    for (size_t count; *comment != '\0'; comment += count + (comment[count] == '\n')) {
        count = strcspn(comment, "\n");
        if ((count == length && memcmp(comment, line, length) == 0) ||
            (are_results && results_are(comment, count))) {
            return true;
        }
    }
    return false;
}

/* Appends the lines that a comment lacks and finds room for. */
static void join_comments(char comment[DATABASE_TEXT_MAX], const char *added)
{
    for (size_t count; *added != '\0'; added += count + (added[count] == '\n')) {
        size_t length = strlen(comment);
        count = strcspn(added, "\n");
        if (count > 0 && length + count + 1 < DATABASE_TEXT_MAX &&
            !has_line(comment, added, count)) {
            bool is_first = length == 0 || comment[length - 1] == '\n';
            snprintf(comment + length, DATABASE_TEXT_MAX - length, "%s%.*s", is_first ? "" : "\n",
                     (int)count, added);
        }
    }
}

const char *database_add(Database *database, const Diagram *diagram, const DatabaseRecord *added)
{
    DatabaseRecord record;
    if (!database_get(database, diagram, &record)) {
        return database_put(database, diagram, added);
    }
    char texts[DATABASE_TEXT_MAX], comment[DATABASE_TEXT_MAX];
    snprintf(comment, sizeof comment, "%s", record.comment);
    join_texts(record.texts, added->texts, texts);
    record.verdict = verdict_join(&record.verdict, &added->verdict);
    join_comments(comment, added->comment);
    record.comment = *record.comment != '\0' ? comment : added->comment;
    record.texts = texts;
    record.date = added->date;
    return database_put(database, diagram, &record);
}

/* Puts a label and a value in place of those that are kept with that record. */
static const char *replace(Database *database, const Diagram *diagram, DatabaseRecord record,
                           const DatabaseRecord *added)
{
    record.verdict = added->verdict;
    record.date = added->date;
    return database_put(database, diagram, &record);
}

/* --- taking in --- */

/* Changes that are kept together. Some thousand make a transaction, so that other programs can
 * write between two. It knows whether one is open: none is after a begin that failed. */
typedef struct {
    Database *database;
    bool is_open;
    int changes; /* in the transaction */
} Batch;

/* Gives the transaction up, if one is open. */
static void batch_abort(Batch *batch)
{
    if (batch->is_open) {
        database_end(batch->database, false);
        batch->is_open = false;
    }
}

/* Keeps what was changed. NULL, or a sentence why it was not kept: then the transaction is open
 * still. */
static const char *batch_commit(Batch *batch)
{
    const char *fault = batch->is_open ? database_end(batch->database, true) : NULL;
    batch->is_open = batch->is_open && fault != NULL;
    return fault;
}

/* Makes room for a change: keeps those of a full transaction, and opens one. NULL, or a sentence
 * why that cannot be done. */
static const char *batch_begin(Batch *batch)
{
    const char *fault = batch->changes == BATCH_MOST ? batch_commit(batch) : NULL;
    if (fault == NULL && !batch->is_open) {
        fault = database_begin(batch->database);
        batch->is_open = fault == NULL;
        batch->changes = 0;
    }
    batch->changes++;
    return fault;
}

/* What positions are taken in with. */
typedef struct {
    Batch batch; /* without a database: they are only looked at */
    ExchangeManner manner;
    ExchangeCount *counted;
    const char *fault;
} Taker;

/* Begins to take a position in. False: there is a fault, or it is only looked at. */
static bool begin_taking(Taker *taker)
{
    bool is_kept = taker->batch.database != NULL;
    taker->counted->read++;
    taker->fault = is_kept ? batch_begin(&taker->batch) : NULL;
    return is_kept && taker->fault == NULL;
}

/* Takes a position in. False: there is a fault. */
static bool exchange_take(void *context, const Diagram *diagram, const DatabaseRecord *record)
{
    Taker *taker = context;
    DatabaseRecord known;
    if (begin_taking(taker)) {
        bool is_there = database_get(taker->batch.database, diagram, &known);
        taker->fault = is_there && taker->manner == EXCHANGE_REPLACES
                           ? replace(taker->batch.database, diagram, known, record)
                           : database_add(taker->batch.database, diagram, record);
        taker->counted->added += !is_there;
    }
    return taker->fault == NULL;
}

/* Takes a position of a game in, with its result. False: there is a fault. */
static bool exchange_count_game(void *context, const Diagram *diagram, Colour winner)
{
    Taker *taker = context;
    DatabaseRecord record;
    char comment[DATABASE_TEXT_MAX];
    if (begin_taking(taker)) {
        bool is_there = database_get(taker->batch.database, diagram, &record);
        record = is_there ? record : database_record();
        results_count(record.comment, winner, comment);
        record.comment = comment;
        record.date = 0; /* today's */
        taker->fault = database_put(taker->batch.database, diagram, &record);
        taker->counted->added += !is_there;
    }
    return taker->fault == NULL;
}

/* Copies the fault, if there is one; false then. */
static bool conclude_exchange(const char *why, char fault[DATABASE_FAULT_MAX])
{
    if (why != NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s", why);
    }
    return why == NULL;
}

/* Keeps the last changes, or gives them up: after a fault of the taker's, or where the source had
 * one and has told it. */
static bool finish_taking(Taker *taker, bool is_source_good, char fault[DATABASE_FAULT_MAX])
{
    const char *why = taker->fault;
    if (why == NULL && is_source_good) {
        why = batch_commit(&taker->batch);
    }
    bool is_good =
        conclude_exchange(why, fault) && is_source_good; /* first: the next call may change it */
    batch_abort(&taker->batch);
    return is_good;
}

/* --- files --- */

static const ExchangeForm forms[] = {
    {"txt", "a text of positions", text_form_is, text_form_read, text_form_write},
    {"pos", "a game of RenLib", pos_form_is, pos_form_read, NULL}, /* stricter than what follows */
    {"csv", "a table of Rapfi", csv_form_is, csv_form_read, NULL},
    {"db", "a database of Yixin or Rapfi", yixin_form_is, yixin_form_read, yixin_form_write},
    {"psq", "a game of Piskvork", psq_form_is, psq_form_read, NULL},
    {"rif", "a file of games, RenjuNet's", rif_form_is, rif_form_read, NULL},
    {"sgf", "a file of games, SGF", sgf_form_is, sgf_form_read, NULL},
    {"pgn", "a file of games, PGN", pgn_form_is, pgn_form_read, NULL},
    {"lib", "a library of RenLib", renlib_form_is, renlib_form_read, renlib_tree_write},
};

enum { FORM_COUNT = sizeof forms / sizeof *forms };

const ExchangeForm *exchange_form_named(const char *name)
{
    const char *dot = strrchr(name, '.');
    for (int i = 0; i < FORM_COUNT; i++) {
        if (strcmp(dot != NULL ? dot + 1 : name, forms[i].name) == 0 && forms[i].write != NULL) {
            return &forms[i];
        }
    }
    return NULL;
}

const ExchangeForm *exchange_form_of(const void *bytes, size_t count)
{
    for (int i = 0; i < FORM_COUNT; i++) {
        if (forms[i].is_form(bytes, count)) {
            return &forms[i];
        }
    }
    return NULL;
}

/* What the first bytes of a file tell; NULL: nothing that is known here. */
static const char *kind_of_file(const char *path)
{
    uint8_t bytes[BYTES_THAT_TELL + 1] = {0}; /* a zero follows them */
    struct stat status;
    FILE *file = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        return NULL;
    }
    size_t count = fread(bytes, 1, BYTES_THAT_TELL, file);
    fclose(file);
    const ExchangeForm *form = exchange_form_of(bytes, count);
    return lz4_is_frame(bytes, count) ? "a database of Rapfi" : form == NULL ? NULL : form->kind;
}

bool exchange_is_database(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX])
{
    if (database_is_ours(path, access, fault)) {
        return true;
    }
    const char *kind = strcmp(fault, DATABASE_UNKNOWN_FILE) == 0 ? kind_of_file(path) : NULL;
    if (kind != NULL) {
        snprintf(
            fault, DATABASE_FAULT_MAX,
            "it is %s, and no database of Tengen's: dbset a new one, then dbmerge this into it",
            kind);
    }
    return false;
}

Database *exchange_open(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX])
{
    return exchange_is_database(path, access, fault) ? database_open(path, access, fault) : NULL;
}

bool exchange_import(Database *database, ExchangeManner manner, const ExchangeFile *file,
                     const Game *game, ExchangeCount *counted, char fault[DATABASE_FAULT_MAX])
{
    ExchangeCount found = {0};
    Taker looker = {.counted = &found};
    Taker taker = {.batch = {.database = database}, .manner = manner, .counted = counted};
    FormNotes notes = {.code_page = file->code_page};
    PositionSink looking = {&looker, exchange_take, exchange_count_game, &notes};
    PositionSink taking = {&taker, exchange_take, exchange_count_game, &notes};
    *counted = (ExchangeCount){0};
    if (file->form == NULL) {
        return conclude_exchange("it is of no form that is known", fault);
    }
    if (!file->form->read(file->bytes, file->count, game, &looking, fault)) {
        return false;
    }
    bool is_read = file->form->read(file->bytes, file->count, game, &taking, fault);
    counted->warning = notes.warning;
    return finish_taking(&taker, is_read, fault);
}

/* --- changes that others may have come before --- */

typedef struct {
    Taker taker;
    const FileSink *left;
    bool is_halfway; /* a position has come once; these are of it: */
    Diagram diagram;
    Verdict expected;
} Updater;

static bool are_equal(const Verdict *one, const Verdict *other)
{
    return one->label == other->label && one->plies == other->plies && one->value == other->value &&
           one->depth == other->depth && one->bound == other->bound;
}

/* The position for the second time: changes it, or leaves it and says so. */
static void update_verdict(Updater *updater, const Diagram *diagram, const DatabaseRecord *record)
{
    Taker *taker = &updater->taker;
    DatabaseRecord known;
    if (!begin_taking(taker)) {
        return;
    }
    bool is_there = database_get(taker->batch.database, diagram, &known);
    if (is_there && !are_equal(&known.verdict, &updater->expected) &&
        !are_equal(&known.verdict, &record->verdict)) {
        text_form_write_position(updater->left, diagram, &known);
    } else {
        taker->fault = is_there ? replace(taker->batch.database, diagram, known, record)
                                : database_put(taker->batch.database, diagram, record);
    }
    taker->counted->added += !is_there;
}

static bool take_half(void *context, const Diagram *diagram, const DatabaseRecord *record)
{
    Updater *updater = context;
    if (!updater->is_halfway) {
        updater->diagram = *diagram;
        updater->expected = record->verdict;
    } else if (diagram_follows(diagram, &updater->diagram) &&
               diagram_follows(&updater->diagram, diagram)) {
        update_verdict(updater, diagram, record);
    } else {
        updater->taker.fault = NOT_PAIRED;
    }
    updater->is_halfway = !updater->is_halfway;
    return updater->taker.fault == NULL;
}

bool exchange_update(Database *database, const ExchangeFile *file, const FileSink *left,
                     ExchangeCount *counted, char fault[DATABASE_FAULT_MAX])
{
    ExchangeCount found = {0};
    Updater counter = {.taker = {.counted = &found}};
    Updater updater = {
        .taker = {.batch = {.database = database}, .manner = EXCHANGE_REPLACES, .counted = counted},
        .left = left};
    PositionSink counting = {&counter, take_half, NULL, NULL},
                 taking = {&updater, take_half, NULL, NULL};
    *counted = (ExchangeCount){0};
    if (file->form == NULL || file->form->read != text_form_read) {
        return conclude_exchange("it is no text of positions", fault);
    }
    if (!file->form->read(file->bytes, file->count, NULL, &counting, fault)) {
        return false;
    }
    if (counter.is_halfway || counter.taker.fault != NULL) {
        return conclude_exchange(NOT_PAIRED, fault);
    }
    bool is_read = file->form->read(file->bytes, file->count, NULL, &taking, fault);
    return finish_taking(&updater.taker, is_read, fault);
}

/* --- other databases --- */

bool exchange_merge(Database *database, ExchangeManner manner, Database *other,
                    const Diagram *through, ExchangeCount *counted, char fault[DATABASE_FAULT_MAX])
{
    Taker taker = {.batch = {.database = database}, .manner = manner, .counted = counted};
    DatabaseCursor cursor = {0};
    Diagram diagram;
    DatabaseRecord record;
    *counted = (ExchangeCount){0};
    while (taker.fault == NULL && database_next(other, &cursor, &diagram, &record)) {
        if (through == NULL || diagram_follows(&diagram, through) ||
            diagram_follows(through, &diagram)) {
            exchange_take(&taker, &diagram, &record);
        }
    }
    bool is_kept = finish_taking(&taker, true, fault);
    return is_kept && conclude_exchange(database_fault(other), fault);
}

/* --- following --- */

/* Says whether the image of the earlier position has no stone that the later one has not. */
static bool contains(const Diagram *later, const Diagram *earlier, const Geometry *geometry,
                     int symmetry)
{
    for (int i = 0; i < diagram_points(earlier); i++) {
        if (earlier->at[i] != EMPTY) {
            Coordinates at = geometry_image(geometry, diagram_point(earlier, i), symmetry);
            if (later->at[diagram_index(later, at)] != earlier->at[i]) {
                return false;
            }
        }
    }
    return true;
}

bool diagram_follows(const Diagram *later, const Diagram *earlier)
{
    const Game *one = &later->game, *other = &earlier->game;
    Geometry geometry = key_geometry(one);
    bool is_same_game = one->rule == other->rule && one->width == other->width &&
                        one->height == other->height && one->win_length == other->win_length;
    for (int i = 0; is_same_game && i < geometry_symmetries(&geometry); i++) {
        if (contains(later, earlier, &geometry, i)) {
            return true;
        }
    }
    return false;
}

/* exchange - taking in positions, and the table of forms; see exchange.h. */
#include "database/exchange.h"

#include "database/board_texts.h"
#include "database/key.h"
#include "database/pgn_form.h"
#include "database/psq_form.h"
#include "database/renlib_form.h"
#include "database/renlib_tree.h"
#include "database/results.h"
#include "database/sgf_form.h"
#include "database/text_form.h"
#include "database/yixin_form.h"

#include <stdio.h>
#include <string.h>

enum {
    BATCH = 4096,        /* positions that are kept together */
    EXACT_ADVANTAGE = 3, /* plies that an exact value is worth more than a bound */
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

/* What positions are taken in with. */
typedef struct {
    Database *database; /* NULL: they are only counted */
    ExchangeManner manner;
    ExchangeCount *counted;
    const char *fault;
} Taker;

/* Begins the next batch, when the last one is full. */
static const char *turn_batch(const Taker *taker)
{
    const char *fault = NULL;
    if (taker->counted->read % BATCH == 0) {
        fault = taker->counted->read > 0 ? database_end(taker->database, true) : NULL;
        fault = fault == NULL ? database_begin(taker->database) : fault;
    }
    return fault;
}

/* Begins to take a position in, and tells what is known of it, if it is there. False: it is only
 * counted, or there is a fault. */
static bool begin_taking(Taker *taker, const Diagram *diagram, DatabaseRecord *known,
                         bool *is_there)
{
    bool takes = taker->database != NULL;
    taker->fault = takes ? turn_batch(taker) : NULL;
    *is_there = takes && database_get(taker->database, diagram, known);
    taker->counted->added += takes && !*is_there;
    taker->counted->read++;
    return takes && taker->fault == NULL;
}

static bool take(void *context, const Diagram *diagram, const DatabaseRecord *record)
{
    Taker *taker = context;
    DatabaseRecord known;
    bool is_there;
    if (begin_taking(taker, diagram, &known, &is_there)) {
        taker->fault = is_there && taker->manner == EXCHANGE_REPLACES
                           ? replace(taker->database, diagram, known, record)
                           : database_add(taker->database, diagram, record);
    }
    return taker->fault == NULL;
}

static bool count_game(void *context, const Diagram *diagram, Colour winner)
{
    Taker *taker = context;
    DatabaseRecord known;
    char comment[DATABASE_TEXT_MAX];
    bool is_there;
    if (begin_taking(taker, diagram, &known, &is_there)) {
        DatabaseRecord record = is_there ? known : database_record();
        results_count(record.comment, winner, comment);
        record.comment = comment;
        record.date = 0; /* today's */
        taker->fault = database_put(taker->database, diagram, &record);
    }
    return taker->fault == NULL;
}

/* Keeps the last batch, or drops it after a fault. */
static void finish(Taker *taker)
{
    if (taker->counted->read > 0) {
        const char *fault = database_end(taker->database, taker->fault == NULL);
        taker->fault = taker->fault == NULL ? fault : taker->fault;
    }
}

/* Copies the fault, if there is one; false then. */
static bool conclude(const char *why, char fault[DATABASE_FAULT_MAX])
{
    if (why != NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s", why);
    }
    return why == NULL;
}

/* --- files --- */

static const ExchangeForm forms[] = {
    {"txt", text_form_is, text_form_read, text_form_write},
    {"db", yixin_form_is, yixin_form_read, yixin_form_write},
    {"psq", psq_form_is, psq_form_read, NULL},
    {"sgf", sgf_form_is, sgf_form_read, NULL},
    {"pgn", pgn_form_is, pgn_form_read, NULL},
    {"lib", renlib_form_is, renlib_form_read, renlib_tree_write},
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

bool exchange_import(Database *database, ExchangeManner manner, const ExchangeFile *file,
                     const Game *game, ExchangeCount *counted, char fault[DATABASE_FAULT_MAX])
{
    ExchangeCount found = {0};
    Taker counter = {.counted = &found}, taker = {database, manner, counted, NULL};
    PositionSink counting = {&counter, take, count_game}, taking = {&taker, take, count_game};
    *counted = (ExchangeCount){0};
    if (file->form == NULL) {
        return conclude("it is of no form that is known", fault);
    }
    if (!file->form->read(file->bytes, file->count, game, &counting, fault)) {
        return false;
    }
    if (!file->form->read(file->bytes, file->count, game, &taking, fault)) {
        return false;
    }
    finish(&taker);
    return conclude(taker.fault, fault);
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
static void update(Updater *updater, const Diagram *diagram, const DatabaseRecord *record)
{
    Taker *taker = &updater->taker;
    DatabaseRecord known;
    bool is_there;
    if (!begin_taking(taker, diagram, &known, &is_there)) {
        return;
    }
    if (is_there && !are_equal(&known.verdict, &updater->expected) &&
        !are_equal(&known.verdict, &record->verdict)) {
        text_form_write_position(updater->left, diagram, &known);
    } else {
        taker->fault = is_there ? replace(taker->database, diagram, known, record)
                                : database_put(taker->database, diagram, record);
    }
}

static bool take_half(void *context, const Diagram *diagram, const DatabaseRecord *record)
{
    Updater *updater = context;
    if (!updater->is_halfway) {
        updater->diagram = *diagram;
        updater->expected = record->verdict;
    } else if (diagram_follows(diagram, &updater->diagram) &&
               diagram_follows(&updater->diagram, diagram)) {
        update(updater, diagram, record);
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
    Updater updater = {.taker = {database, EXCHANGE_REPLACES, counted, NULL}, .left = left};
    PositionSink counting = {&counter, take_half, NULL}, taking = {&updater, take_half, NULL};
    *counted = (ExchangeCount){0};
    if (file->form == NULL || file->form->read != text_form_read) {
        return conclude("it is no text of positions", fault);
    }
    if (!file->form->read(file->bytes, file->count, NULL, &counting, fault)) {
        return false;
    }
    if (counter.is_halfway || counter.taker.fault != NULL) {
        return conclude(NOT_PAIRED, fault);
    }
    if (!file->form->read(file->bytes, file->count, NULL, &taking, fault)) {
        return false;
    }
    finish(&updater.taker);
    return conclude(updater.taker.fault, fault);
}

/* --- other databases --- */

bool exchange_merge(Database *database, ExchangeManner manner, Database *other,
                    const Diagram *through, ExchangeCount *counted, char fault[DATABASE_FAULT_MAX])
{
    Taker taker = {database, manner, counted, NULL};
    DatabaseCursor cursor = {0};
    Diagram diagram;
    DatabaseRecord record;
    *counted = (ExchangeCount){0};
    while (taker.fault == NULL && database_next(other, &cursor, &diagram, &record)) {
        if (through == NULL || diagram_follows(&diagram, through) ||
            diagram_follows(through, &diagram)) {
            take(&taker, &diagram, &record);
        }
    }
    finish(&taker);
    return conclude(taker.fault != NULL ? taker.fault : database_fault(other), fault);
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

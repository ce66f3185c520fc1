/* database_sqlite - a database as a file of SQLite; see database.h.
 *
 * A file is looked at before SQLite opens it, for that might change one of somebody else's: its
 * first bytes name the application. Then its only table must be ours to the letter, so that no
 * trigger or view of a hostile file is ever run, and SQLite must find it sound before it is written
 * to.
 */
#include "tengen/database.h"

#include "database/key.h"
#include "tengen/board_texts.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* What the header of a file of SQLite says, and where. The numbers are words of SQL, too. */
#define FILE_MAGIC     "SQLite format 3" /* ends with a zero */
#define APPLICATION_ID "0x54454E47"      /* "TENG" */
#define FILE_VERSION   "1"
enum {
    FILE_HEADER = 100, /* bytes of the header */
    VERSION_AT = 60,
    APPLICATION_AT = 68,
};

#define TABLE                                                                                      \
    "CREATE TABLE positions(key BLOB PRIMARY KEY, label INTEGER, plies INTEGER, value INTEGER, "   \
    "depth INTEGER, bound INTEGER, date INTEGER, comment TEXT, texts TEXT) WITHOUT ROWID"
#define RECORD "label, plies, value, depth, bound, date, comment, texts"

/* The columns of a RECORD, and of what walks through all. */
enum { LABEL, PLIES, VALUE, DEPTH, BOUND, DATE, COMMENT, TEXTS, KEY };

/* The statements, which are prepared when the file is opened. */
typedef enum { GET, PUT, DELETE, NEXT, COUNT, STATEMENTS } Statement;
static const char *const texts_of[STATEMENTS] = {
    [GET] = "SELECT " RECORD " FROM positions WHERE key = ?1",
    [PUT] = "INSERT OR REPLACE INTO positions(key, " RECORD ") VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9)",
    [DELETE] = "DELETE FROM positions WHERE key = ?1",
    [NEXT] = "SELECT " RECORD ", key FROM positions WHERE key > ?1 ORDER BY key LIMIT 1",
    [COUNT] = "SELECT count(*) FROM positions",
};

struct Database {
    sqlite3 *file; /* owned */
    sqlite3_stmt *statements[STATEMENTS];
    DatabaseAccess opened_for, access; /* the access of now is no more than that */
    int wait_ms;                       /* for another program that locks the file */
    bool is_locked, has_failed;
    char fault[DATABASE_FAULT_MAX];
    char comment[DATABASE_TEXT_MAX], texts[DATABASE_TEXT_MAX]; /* of the record given last */
    char turned[DATABASE_TEXT_MAX];                            /* board texts being written */
};

static const char read_only[] = "it is only read";

/* --- faults --- */

/* Notes what SQLite complains of, and returns it. Where another program writes for too long, the
 * next change may succeed again. */
static const char *note_sqlite_fault(Database *database)
{
    int code = sqlite3_errcode(database->file);
    const char *words = code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? "the file is damaged"
                        : code == SQLITE_FULL                           ? "the disk is full"
                        : code == SQLITE_READONLY ? "the file or its folder cannot be written to"
                        : code == SQLITE_BUSY     ? "another program keeps the file locked"
                                                  : sqlite3_errmsg(database->file);
    snprintf(database->fault, sizeof database->fault, "%s", words);
    database->is_locked = code == SQLITE_BUSY;
    database->has_failed = code != SQLITE_BUSY;
    return database->fault;
}

const char *database_fault(const Database *database)
{
    return database->has_failed ? database->fault : NULL;
}

bool database_is_locked(const Database *database)
{
    return database->is_locked;
}

bool database_restrict(Database *database, DatabaseAccess access)
{
    if (database->opened_for == DATABASE_READS && access == DATABASE_WRITES) {
        return false;
    }
    database->access = access;
    return true;
}

void database_wait_at_most(Database *database, int64_t ms)
{
    int wait_ms = ms < 0 ? 0 : ms > DATABASE_WAIT_MS ? DATABASE_WAIT_MS : (int)ms;
    if (wait_ms != database->wait_ms) {
        database->wait_ms = wait_ms;
        sqlite3_busy_timeout(database->file, wait_ms);
    }
}

bool database_may_write(const Database *database)
{
    return database->access == DATABASE_WRITES && !database->has_failed;
}

/* Runs statements that give no rows; returns NULL, or what SQLite complains of. */
static const char *execute(Database *database, const char *statements)
{
    database->is_locked = false;
    bool is_done = sqlite3_exec(database->file, statements, NULL, NULL, NULL) == SQLITE_OK;
    return is_done ? NULL : note_sqlite_fault(database);
}

/* Says whether the first value of a query, as text, is that. */
static bool first_value_is(Database *database, const char *query, const char *expected)
{
    sqlite3_stmt *statement = NULL;
    bool is_same = false;
    if (sqlite3_prepare_v2(database->file, query, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        is_same = text != NULL && strcmp(text, expected) == 0;
    }
    sqlite3_finalize(statement);
    return is_same;
}

/* --- opening --- */

/* The number in four bytes, the largest first. */
static uint32_t header_number_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Why a header, which a zero follows, is that of no database, in a sentence; "" if it is that of
 * one, or the file is empty. */
static void tell_header(const uint8_t *header, size_t bytes, char fault[DATABASE_FAULT_MAX])
{
    bool is_sqlite = bytes == FILE_HEADER && memcmp(header, FILE_MAGIC, sizeof FILE_MAGIC) == 0;
    bool is_ours =
        is_sqlite && header_number_at(header + APPLICATION_AT) == strtoul(APPLICATION_ID, NULL, 0);
    fault[0] = '\0';
    if (bytes > 0 && !is_ours) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s",
                 is_sqlite ? "it is a database of another program, and no database of Tengen's"
                           : DATABASE_UNKNOWN_FILE);
    } else if (is_ours && header_number_at(header + VERSION_AT) != strtoul(FILE_VERSION, NULL, 0)) {
        snprintf(fault, DATABASE_FAULT_MAX,
                 "the database has a format that this version does not know");
    }
}

bool database_is_ours(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX])
{
    uint8_t header[FILE_HEADER + 1] = {0};
    struct stat status;
    fault[0] = '\0';
    if (stat(path, &status) != 0) {
        bool is_new = errno == ENOENT && access == DATABASE_WRITES;
        snprintf(fault, DATABASE_FAULT_MAX, "%s", is_new ? "" : strerror(errno));
        return is_new;
    }
    FILE *file = S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s",
                 S_ISREG(status.st_mode) ? strerror(errno) : "it is no file");
        return false;
    }
    size_t bytes = fread(header, 1, FILE_HEADER, file);
    fclose(file);
    tell_header(header, bytes, fault);
    if (bytes == 0 && access == DATABASE_READS) {
        snprintf(fault, DATABASE_FAULT_MAX, "the file is empty");
    }
    return fault[0] == '\0';
}

/* Connects to the file; until it is known to be sound, closing it leaves it as it is. */
static bool connect(Database *database, const char *path)
{
    int flags =
        SQLITE_OPEN_READWRITE | (database->access == DATABASE_WRITES ? SQLITE_OPEN_CREATE : 0);
    return sqlite3_open_v2(path, &database->file, flags, NULL) == SQLITE_OK &&
           sqlite3_busy_timeout(database->file, database->wait_ms) == SQLITE_OK &&
           sqlite3_db_config(database->file, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) ==
               SQLITE_OK &&
           execute(database, "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;"
                             "PRAGMA cache_size=-16384") == NULL;
}

/* Makes the table in a new file, unless another program was faster. */
static const char *create(Database *database)
{
    static const char make[] =
        "PRAGMA application_id=" APPLICATION_ID "; PRAGMA user_version=" FILE_VERSION "; " TABLE;

    const char *fault = execute(database, "BEGIN EXCLUSIVE");
    if (fault == NULL && first_value_is(database, "SELECT count(*) FROM sqlite_master", "0")) {
        fault = execute(database, make);
    }
    return fault == NULL ? execute(database, "COMMIT") : fault;
}

/* Says whether the file has our table and nothing else. */
static bool has_table(Database *database)
{
    return first_value_is(database, "SELECT count(*) || group_concat(sql) FROM sqlite_master",
                          "1" TABLE);
}

static const char *prepare_statements(Database *database)
{
    for (int i = 0; i < STATEMENTS; i++) {
        if (sqlite3_prepare_v3(database->file, texts_of[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &database->statements[i], NULL) != SQLITE_OK) {
            return note_sqlite_fault(database);
        }
    }
    return NULL;
}

/* Has the file written by way of a log. SQLite does not wait for another program that is about to
 * do the same, so this does. */
static const char *use_log(Database *database)
{
    enum { STEP_MS = 10 };
    const char *fault = execute(database, "PRAGMA journal_mode=WAL");
    for (int ms = 0; database->is_locked && ms < database->wait_ms; ms += STEP_MS) {
        sqlite3_sleep(STEP_MS);
        fault = execute(database, "PRAGMA journal_mode=WAL");
    }
    return fault;
}

/* Makes a sound file ready for use. A commit need not wait for the disk: what a kill leaves in the
 * log is there, and what a power cut takes from its end leaves the rest sound. Who only reads may
 * still have to remove a log that is empty. */
static const char *allow(Database *database)
{
    sqlite3_db_config(database->file, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    if (database->access == DATABASE_READS) {
        return execute(database, "PRAGMA query_only=ON");
    }
    const char *fault = use_log(database);
    return fault == NULL ? execute(database, "PRAGMA synchronous=NORMAL") : fault;
}

const char *database_check(Database *database)
{
    bool is_sound = first_value_is(database, "PRAGMA quick_check(1)", "ok");
    return is_sound ? database_fault(database) : "the file is damaged";
}

/* The file is connected: checks it, and makes it ready. NULL, or why it is refused. */
static const char *settle_file(Database *database)
{
    bool writes = database->access == DATABASE_WRITES;
    bool is_empty = writes && first_value_is(database, "SELECT count(*) FROM sqlite_master", "0");
    const char *fault = is_empty ? create(database) : NULL;
    if (fault == NULL && !has_table(database)) {
        fault = "the file is damaged, or no database of Tengen's";
    }
    if (fault == NULL && writes && sqlite3_db_readonly(database->file, "main")) {
        fault = "the file cannot be written to";
    }
    if (fault == NULL && writes) {
        fault = database_check(database);
    }
    fault = fault == NULL ? allow(database) : fault;
    return fault == NULL ? prepare_statements(database) : fault;
}

Database *database_open(const char *path, DatabaseAccess access, char fault[DATABASE_FAULT_MAX])
{
    if (!database_is_ours(path, access, fault)) {
        return NULL;
    }
    Database *database = calloc(1, sizeof *database);
    const char *why = "there is not enough memory";
    if (database != NULL) {
        database->opened_for = database->access = access;
        database->wait_ms = DATABASE_WAIT_MS;
        why = connect(database, path) ? settle_file(database) : note_sqlite_fault(database);
    }
    if (why != NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s", why);
        database_close(database);
        return NULL;
    }
    return database;
}

Database *database_open_again(const Database *database, int wait_ms)
{
    Database *again = calloc(1, sizeof *again);
    if (again == NULL) {
        return NULL;
    }
    again->opened_for = again->access = database->access;
    again->wait_ms = wait_ms;
    bool is_open = connect(again, sqlite3_db_filename(database->file, "main")) &&
                   allow(again) == NULL && prepare_statements(again) == NULL;
    if (!is_open) {
        database_close(again);
    }
    return is_open ? again : NULL;
}

void database_close(Database *database)
{
    if (database != NULL) {
        for (int i = 0; i < STATEMENTS; i++) {
            sqlite3_finalize(database->statements[i]);
        }
        sqlite3_close(database->file);
        free(database);
    }
}

/* --- board texts --- */

/* Writes board texts as a symmetry carries their points. */
static void turn_texts(const char *texts, const Game *game, int symmetry,
                       char turned[DATABASE_TEXT_MAX])
{
    Geometry geometry = key_geometry(game);
    BoardText text;
    BoardTextWriter writer;
    board_texts_begin(&writer, turned, DATABASE_TEXT_MAX);
    while ((texts = board_texts_next(texts, &text)) != NULL) {
        if (geometry_contains(&geometry, text.at.x, text.at.y)) {
            text.at = geometry_image(&geometry, text.at, symmetry);
            board_texts_add(&writer, &text);
        }
    }
}

/* --- records --- */

/* Runs a statement that gives rows, as far as the first: false if there is none. */
static bool find_row(Database *database, Statement number)
{
    database->is_locked = false;
    int code = database->has_failed ? SQLITE_DONE : sqlite3_step(database->statements[number]);
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        note_sqlite_fault(database);
    }
    return code == SQLITE_ROW;
}

/* Runs a statement that changes a row. NULL, or why it cannot. */
static const char *change_row(Database *database, Statement number)
{
    database->is_locked = false;
    bool is_done =
        !database->has_failed && sqlite3_step(database->statements[number]) == SQLITE_DONE;
    const char *fault = is_done                ? NULL
                        : database->has_failed ? database->fault
                                               : note_sqlite_fault(database);
    sqlite3_reset(database->statements[number]);
    return fault;
}

/* Gives a statement the key, which must stay until the statement has run. */
static sqlite3_stmt *bind_key(Database *database, Statement number, const void *key, int length)
{
    sqlite3_bind_blob(database->statements[number], 1, key, length, SQLITE_STATIC);
    return database->statements[number];
}

static int column(sqlite3_stmt *row, int number, int least, int most)
{
    int value = sqlite3_column_int(row, number);
    return value < least ? least : value > most ? most : value;
}

static const char *text_column(sqlite3_stmt *row, int number)
{
    const unsigned char *text = sqlite3_column_text(row, number);
    return text != NULL ? (const char *)text : "";
}

/* Reads a row into a record of the position, which the symmetry carries to the image of the key.
 * What no record has counts as nothing. */
static void read_row(Database *database, sqlite3_stmt *row, const Game *game, int symmetry,
                     DatabaseRecord *record)
{
    turn_texts(text_column(row, TEXTS), game, geometry_inverse(symmetry), database->texts);
    snprintf(database->comment, sizeof database->comment, "%s", text_column(row, COMMENT));
    *record = (DatabaseRecord){
        .verdict = {.label = (VerdictLabel)column(row, LABEL, 0, VERDICT_LABELS - 1),
                    .plies = column(row, PLIES, 0, SIDE_MAX * SIDE_MAX),
                    .value = column(row, VALUE, INT16_MIN, INT16_MAX),
                    .depth = column(row, DEPTH, 0, INT16_MAX),
                    .bound = (Bound)column(row, BOUND, 0, BOUND_EXACT)},
        .date = column(row, DATE, 0, INT32_MAX),
        .comment = database->comment,
        .texts = database->texts,
    };
}

bool database_get(Database *database, const Diagram *diagram, DatabaseRecord *record)
{
    int symmetry;
    Key key = key_of(diagram, &symmetry);
    sqlite3_stmt *row = bind_key(database, GET, key.bytes, key.length);
    bool is_found = find_row(database, GET);
    if (is_found) {
        read_row(database, row, &diagram->game, symmetry, record);
    }
    sqlite3_reset(row);
    return is_found;
}

/* Today, as 20260131. */
static int today(void)
{
    enum { YEAR = 10000, MONTH = 100, YEAR_ZERO = 1900 };
    time_t now = time(NULL);
    const struct tm *date = gmtime(&now);
    return date == NULL
               ? 0
               : (YEAR_ZERO + date->tm_year) * YEAR + (1 + date->tm_mon) * MONTH + date->tm_mday;
}

/* An empty text takes no room. */
static void bind_text(sqlite3_stmt *statement, int column_number, const char *text)
{
    if (*text != '\0') {
        sqlite3_bind_text(statement, column_number + 2, text, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_null(statement, column_number + 2);
    }
}

static void bind_record(sqlite3_stmt *statement, const DatabaseRecord *record, const char *texts)
{
    const Verdict *verdict = &record->verdict;
    const int numbers[] = {
        [LABEL] = (int)verdict->label, [PLIES] = verdict->plies,      [VALUE] = verdict->value,
        [DEPTH] = verdict->depth,      [BOUND] = (int)verdict->bound, [DATE] = record->date,
    };
    for (int i = LABEL; i <= DATE; i++) {
        sqlite3_bind_int(statement, i + 2, i == DATE && numbers[i] == 0 ? today() : numbers[i]);
    }
    bind_text(statement, COMMENT, record->comment);
    bind_text(statement, TEXTS, texts);
}

const char *database_put(Database *database, const Diagram *diagram, const DatabaseRecord *record)
{
    int symmetry;
    Key key = key_of(diagram, &symmetry);
    if (database->access != DATABASE_WRITES) {
        return read_only;
    }
    if (strlen(record->comment) >= DATABASE_TEXT_MAX ||
        strlen(record->texts) >= DATABASE_TEXT_MAX) {
        return "the texts are too long: 65535 bytes are the most";
    }
    turn_texts(record->texts, &diagram->game, symmetry, database->turned);
    bind_record(bind_key(database, PUT, key.bytes, key.length), record, database->turned);
    return change_row(database, PUT);
}

const char *database_delete(Database *database, const Diagram *diagram)
{
    int symmetry;
    Key key = key_of(diagram, &symmetry);
    if (database->access != DATABASE_WRITES) {
        return read_only;
    }
    bind_key(database, DELETE, key.bytes, key.length);
    return change_row(database, DELETE);
}

/* Moves the cursor to the row, unless its key is none. */
static bool take_key(sqlite3_stmt *row, DatabaseCursor *cursor, Diagram *diagram)
{
    const void *key = sqlite3_column_blob(row, KEY);
    int length = sqlite3_column_bytes(row, KEY);
    if (length < 1 || length > DATABASE_CURSOR_MAX || !key_read(key, length, diagram)) {
        return false;
    }
    memcpy(cursor->key, key, (size_t)length);
    cursor->length = length;
    return true;
}

bool database_next(Database *database, DatabaseCursor *cursor, Diagram *diagram,
                   DatabaseRecord *record)
{
    sqlite3_stmt *row = bind_key(database, NEXT, cursor->key, cursor->length);
    bool is_there = find_row(database, NEXT);
    if (is_there && !take_key(row, cursor, diagram)) {
        snprintf(database->fault, sizeof database->fault, "a position in the file is damaged");
        database->has_failed = true;
        is_there = false;
    }
    if (is_there) {
        read_row(database, row, &diagram->game, 0, record);
    }
    sqlite3_reset(row);
    return is_there;
}

int64_t database_count(Database *database)
{
    sqlite3_stmt *row = database->statements[COUNT];
    int64_t count = find_row(database, COUNT) ? sqlite3_column_int64(row, 0) : 0;
    sqlite3_reset(row);
    return count;
}

/* --- changes that belong together --- */

/* Runs statements where the database may be changed. */
static const char *change(Database *database, const char *statements)
{
    return database->access != DATABASE_WRITES ? read_only
           : database->has_failed              ? database->fault
                                               : execute(database, statements);
}

const char *database_begin(Database *database)
{
    return change(database, "BEGIN IMMEDIATE");
}

const char *database_end(Database *database, bool are_kept)
{
    bool is_open = !sqlite3_get_autocommit(database->file); /* SQLite may have ended it */
    return is_open || are_kept ? change(database, are_kept ? "COMMIT" : "ROLLBACK") : NULL;
}

const char *database_save(Database *database)
{
    return change(database, "PRAGMA wal_checkpoint(TRUNCATE)");
}

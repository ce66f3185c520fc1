/* Checks databases: that every image and order of a position has one key, that what is kept comes
 * back whatever way the board is turned, and that nothing is lost or changed that should not be: by
 * a writer that is killed, by several at a time, or by files that are damaged or somebody else's.
 */
#define _GNU_SOURCE
#include "tengen/database.h"
#include "database/key.h"
#include "tengen/database_writer.h"

#include "board/rules.h"
#include "drawn.h"
#include "port/random.h"
#include "unit.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SEED = 20261125,
    POSITIONS = 300,
    FULLEST = 60, /* percent of the points that hold something */
    WRONG_KEYS = 3000,
    DAMAGES = 150,
    DAMAGED_BYTES = 8, /* at most, of a page of the file */
    KILLS = 8,
    KILL_POSITIONS = 40, /* before which a writer is killed */
    WRITERS = 3,
    WRITTEN = 60, /* positions of each writer */
    PATH_BYTES = 64,
    FILE_MAX = 1 << 20,
};

/* The folder that each test works in, and a file in it. */
typedef struct {
    char folder[PATH_BYTES], path[PATH_BYTES + 16];
} Place;

static int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    strcpy(place->folder, "/tmp/test_database.XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->path, sizeof place->path, "%s/a.db", place->folder);
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    Place *place = *state;
    char command[PATH_BYTES + 16];
    snprintf(command, sizeof command, "rm -r %s", place->folder);
    assert_int_equal(system(command), 0);
    free(place);
    return 0;
}

FIXTURE(make_place, remove_place)

static Database *open_to(const Place *place, DatabaseAccess access)
{
    char fault[DATABASE_FAULT_MAX] = "";
    Database *database = database_open(place->path, access, fault);
    assert_string_equal(fault, "");
    return database;
}

/* --- positions --- */

/* A position of a random game: the n-th of all that these tests use. */
static Diagram diagram_of(uint64_t n)
{
    static const Rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU, RULE_CARO_EXACT};
    uint64_t seed = random_seed(SEED, n);
    int width = random_below(&seed, 2) ? 15 : WIN_LENGTH_MAX + random_below(&seed, 28);
    int height = random_below(&seed, 2) ? width : WIN_LENGTH_MAX + random_below(&seed, 28);
    int fullest = random_below(&seed, FULLEST);
    Diagram diagram = {
        .game = {rules[random_below(&seed, 4)], width, height, WIN_LENGTH_MAX},
        .side = random_below(&seed, COLOURS) == BLACK ? BLACK : WHITE,
    };
    for (int i = 0; i < width * height; i++) {
        static const Colour colours[] = {BLACK, WHITE, BLACK, WHITE, BLACK, WHITE, WALL};
        bool is_empty = random_below(&seed, 100) >= fullest;
        diagram.at[i] = (uint8_t)(is_empty ? EMPTY : colours[random_below(&seed, 7)]);
    }
    return diagram;
}

static Diagram image_of(const Diagram *diagram, int symmetry)
{
    Geometry geometry = key_geometry(&diagram->game);
    Diagram image = *diagram;
    for (int i = 0; i < diagram_points(diagram); i++) {
        Coordinates to = geometry_image(&geometry, diagram_point(diagram, i), symmetry);
        image.at[diagram_index(diagram, to)] = diagram->at[i];
    }
    return image;
}

static int symmetries_of(const Diagram *diagram)
{
    return diagram->game.width == diagram->game.height ? SYMMETRIES : SYMMETRY_TRANSPOSE;
}

static bool is_same(const Key *one, const Key *other)
{
    return one->length == other->length &&
           memcmp(one->bytes, other->bytes, (size_t)one->length) == 0;
}

static bool is_image(const Diagram *one, const Diagram *other)
{
    bool is_found = false;
    for (int i = 0; i < symmetries_of(one); i++) {
        Diagram image = image_of(one, i);
        is_found = is_found || memcmp(image.at, other->at, (size_t)diagram_points(one)) == 0;
    }
    return is_found && one->side == other->side &&
           memcmp(&one->game, &other->game, sizeof one->game) == 0;
}

TEST(images_share_a_key_which_describes_one_of_them)
{
    for (uint64_t n = 0; n < POSITIONS; n++) {
        int symmetry;
        Diagram diagram = diagram_of(n), read;
        Key key = key_of(&diagram, &symmetry);
        Diagram described = image_of(&diagram, symmetry);
        for (int i = 0; i < symmetries_of(&diagram); i++) {
            int other;
            Diagram image = image_of(&diagram, i);
            Key same = key_of(&image, &other);
            assert_true(is_same(&key, &same));
        }
        assert_true(key_read(key.bytes, key.length, &read));
        assert_int_equal(memcmp(read.at, described.at, (size_t)diagram_points(&read)), 0);
        assert_true(is_image(&diagram, &read));
    }
}

/* Whatever is changed of a position gives another key. */
TEST(other_positions_have_other_keys)
{
    for (uint64_t n = 0; n < POSITIONS; n++) {
        int symmetry;
        Diagram diagram = diagram_of(n), changed[4] = {diagram, diagram, diagram, diagram};
        uint64_t seed = n;
        Key key = key_of(&diagram, &symmetry);
        uint8_t *at = &changed[0].at[random_below(&seed, diagram_points(&diagram))];
        *at = (uint8_t)((*at + 1 + random_below(&seed, 3)) % 4);
        changed[1].side = diagram.side == BLACK ? WHITE : BLACK;
        changed[2].game.rule = diagram.game.rule == RULE_CARO ? RULE_RENJU : RULE_CARO;
        changed[3].game.height += diagram.game.height < SIDE_MAX ? 1 : -1;
        for (int i = 0; i < 4; i++) {
            Key other = key_of(&changed[i], &symmetry);
            assert_false(is_same(&key, &other));
        }
    }
}

TEST(what_is_no_key_is_not_read)
{
    int read_again = 0;
    for (uint64_t n = 0; n < WRONG_KEYS; n++) {
        int symmetry;
        Diagram diagram = diagram_of(n % POSITIONS);
        uint64_t seed = random_seed(SEED, n);
        Key key = key_of(&diagram, &symmetry);
        key.bytes[random_below(&seed, key.length)] ^= (uint8_t)(1 + random_below(&seed, 255));
        key.length -= random_below(&seed, 2);
        if (key_read(key.bytes, key.length, &diagram)) {
            Key again = key_of(&diagram, &symmetry);
            assert_true(is_same(&key, &again));
            read_again++;
        }
    }
    assert_in_range(read_again, 1, WRONG_KEYS / 2);
}

/* --- records --- */

/* What the tests keep of the n-th position, and its texts. */
static DatabaseRecord record_of(uint64_t n, const Diagram *diagram, char texts[PATH_BYTES])
{
    uint64_t seed = random_seed(n, SEED);
    DatabaseRecord record = {
        .verdict = {.label = (VerdictLabel)random_below(&seed, VERDICT_LABELS),
                    .plies = random_below(&seed, 100),
                    .value = random_below(&seed, 2000) - 1000,
                    .depth = random_below(&seed, 40),
                    .bound = (Bound)random_below(&seed, BOUND_EXACT + 1)},
        .date = 20260101 + random_below(&seed, 28),
        .comment = random_below(&seed, 2) ? "two\nlines, \"quotes\" and \xe4\xba\x94" : "",
    };
    snprintf(texts, PATH_BYTES, "%d,%d A\n0,1 b c\n", diagram->game.width - 1,
             random_below(&seed, diagram->game.height));
    record.texts = random_below(&seed, 2) ? texts : "";
    return record;
}

/* Says whether the board can be turned so that it is the same again. */
static bool is_symmetric(const Diagram *diagram)
{
    bool is_found = false;
    for (int i = 1; i < symmetries_of(diagram); i++) {
        Diagram image = image_of(diagram, i);
        is_found = is_found || memcmp(image.at, diagram->at, (size_t)diagram_points(diagram)) == 0;
    }
    return is_found;
}

/* Says whether a board text stands on that point. */
static bool has_text(const DatabaseRecord *record, Coordinates at, const char *text)
{
    char line[PATH_BYTES];
    snprintf(line, sizeof line, "%d,%d %s\n", at.x, at.y, text);
    return strstr(record->texts, line) != NULL;
}

static void keep(Database *database, uint64_t n)
{
    char texts[PATH_BYTES];
    Diagram diagram = diagram_of(n);
    DatabaseRecord record = record_of(n, &diagram, texts);
    assert_null(database_put(database, &diagram, &record));
}

/* The n-th position must be there, whichever way it is turned. */
static void check_kept(Database *database, uint64_t n, int symmetry)
{
    char texts[PATH_BYTES];
    Diagram diagram = diagram_of(n), image = image_of(&diagram, symmetry);
    Geometry geometry = key_geometry(&diagram.game);
    DatabaseRecord expected = record_of(n, &diagram, texts), record;
    assert_true(database_get(database, &image, &record));
    assert_memory_equal(&record.verdict, &expected.verdict, sizeof record.verdict);
    assert_int_equal(record.date, expected.date);
    assert_string_equal(record.comment, expected.comment);
    assert_int_equal(strlen(record.texts) > 0, strlen(expected.texts) > 0);
    Coordinates at = geometry_image(&geometry, (Coordinates){0, 1}, symmetry);
    if (*expected.texts != '\0' && !is_symmetric(&diagram)) {
        assert_true(has_text(&record, at, "b c"));
    }
}

TEST(what_is_kept_comes_back_however_the_board_is_turned)
{
    Place *place = *state;
    Database *database = open_to(place, DATABASE_WRITES);
    for (uint64_t n = 0; n < POSITIONS; n++) {
        keep(database, n);
    }
    database_close(database);
    database = open_to(place, DATABASE_READS);
    for (uint64_t n = 0; n < POSITIONS; n++) {
        Diagram diagram = diagram_of(n);
        check_kept(database, n, (int)n % symmetries_of(&diagram));
    }
    Diagram other = diagram_of(POSITIONS);
    DatabaseRecord record;
    assert_false(database_get(database, &other, &record));
    assert_int_equal(database_count(database), POSITIONS);
    assert_null(database_fault(database));
    database_close(database);
}

TEST(what_is_put_again_or_deleted_is_no_longer_there)
{
    Place *place = *state;
    Database *database = open_to(place, DATABASE_WRITES);
    Diagram diagram = diagram_of(0);
    DatabaseRecord record;
    keep(database, 0);
    assert_true(database_get(database, &diagram, &record));
    record.verdict.label = VERDICT_WIN;
    record.date = 0;
    assert_null(database_put(database, &diagram, &record)); /* with the texts that were given */
    assert_true(database_get(database, &diagram, &record));
    assert_int_equal(record.verdict.label, VERDICT_WIN);
    assert_in_range(record.date, 20260101, 99991231);
    assert_int_equal(database_count(database), 1);
    assert_null(database_delete(database, &diagram));
    assert_false(database_get(database, &diagram, &record));
    assert_null(database_delete(database, &diagram));
    database_close(database);
}

/* A walk sees each position once and in order, though it deletes every second one. */
TEST(a_walk_sees_all_positions_in_order)
{
    Place *place = *state;
    Database *database = open_to(place, DATABASE_WRITES);
    DatabaseCursor cursor = {0}, before;
    Diagram diagram;
    DatabaseRecord record;
    int count = 0;
    assert_null(database_begin(database));
    for (uint64_t n = 0; n < POSITIONS; n++) {
        keep(database, n);
    }
    assert_null(database_end(database, true));
    for (before = cursor; database_next(database, &cursor, &diagram, &record); before = cursor) {
        int shorter = before.length < cursor.length ? before.length : cursor.length;
        assert_true(memcmp(before.key, cursor.key, (size_t)shorter) <= 0);
        assert_true(database_get(database, &diagram, &record));
        if (count++ % 2 == 0) {
            assert_null(database_delete(database, &diagram));
        }
    }
    assert_null(database_fault(database));
    assert_int_equal(count, POSITIONS);
    assert_int_equal(database_count(database), POSITIONS / 2);
    database_close(database);
}

TEST(changes_that_are_not_kept_are_undone)
{
    Place *place = *state;
    Database *database = open_to(place, DATABASE_WRITES);
    keep(database, 0);
    assert_null(database_begin(database));
    keep(database, 1);
    assert_null(database_end(database, false));
    assert_int_equal(database_count(database), 1);
    database_close(database);
}

TEST(texts_that_are_too_long_are_refused)
{
    Place *place = *state;
    Database *database = open_to(place, DATABASE_WRITES);
    char *comment = calloc(1, DATABASE_TEXT_MAX + 1);
    Diagram diagram = diagram_of(0);
    DatabaseRecord record = database_record();
    memset(comment, 'a', DATABASE_TEXT_MAX - 1);
    record.comment = comment;
    assert_null(database_put(database, &diagram, &record));
    assert_true(database_get(database, &diagram, &record));
    assert_int_equal(strlen(record.comment), DATABASE_TEXT_MAX - 1);
    comment[DATABASE_TEXT_MAX - 1] = 'a';
    record.comment = comment;
    assert_non_null(database_put(database, &diagram, &record));
    free(comment);
    database_close(database);
}

/* --- files --- */

/* The bytes of a file, to be freed. */
static char *read_file(const char *path, size_t *bytes)
{
    char *content = malloc(FILE_MAX);
    FILE *file = fopen(path, "rb");
    assert_true(content != NULL && file != NULL);
    *bytes = fread(content, 1, FILE_MAX, file);
    assert_in_range(*bytes, 0, FILE_MAX - 1);
    fclose(file);
    return content;
}

static void write_file(const char *path, const void *content, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
}

/* The file must be as it was. */
static void check_unchanged(const Place *place, const char *content, size_t bytes)
{
    size_t now_bytes;
    char *now = read_file(place->path, &now_bytes);
    assert_int_equal(now_bytes, bytes);
    assert_memory_equal(now, content, bytes);
    free(now);
}

/* The file must be refused, whatever it is opened for, and stay as it was. */
static void check_refused(const Place *place)
{
    size_t bytes;
    char *content = read_file(place->path, &bytes);
    for (int access = DATABASE_READS; access <= DATABASE_WRITES; access++) {
        char fault[DATABASE_FAULT_MAX] = "";
        assert_null(database_open(place->path, (DatabaseAccess)access, fault));
        assert_string_not_equal(fault, "");
        check_unchanged(place, content, bytes);
    }
    free(content);
}

static void make_foreign(const Place *place, const char *statements)
{
    sqlite3 *file;
    unlink(place->path);
    assert_int_equal(sqlite3_open(place->path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file, statements, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
}

TEST(files_of_others_are_refused_and_stay_as_they_were)
{
    Place *place = *state;
    write_file(place->path, "START 15\n", 9);
    check_refused(place);
    write_file(place->path, "SQLite format 3", 16);
    check_refused(place);
    make_foreign(place, "CREATE TABLE positions(key BLOB PRIMARY KEY)");
    check_refused(place);
    make_foreign(place, "PRAGMA journal_mode=WAL; CREATE TABLE notes(text)");
    check_refused(place);
    make_foreign(place, "PRAGMA application_id=1413828167; PRAGMA user_version=2;"
                        "CREATE TABLE positions(key BLOB PRIMARY KEY)");
    check_refused(place);
    make_foreign(place, "PRAGMA application_id=1413828167; PRAGMA user_version=1;"
                        "CREATE TABLE positions(key BLOB PRIMARY KEY)");
    check_refused(place);
}

/* A table like ours with a trigger beside it. */
TEST(a_file_with_more_than_the_table_is_refused)
{
    Place *place = *state;
    sqlite3 *file;
    Database *database = open_to(place, DATABASE_WRITES);
    database_close(database);
    assert_int_equal(sqlite3_open(place->path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file,
                                  "CREATE TRIGGER t AFTER INSERT ON positions BEGIN "
                                  "DELETE FROM positions; END",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(file);
    check_refused(place);
}

TEST(what_is_no_file_is_refused)
{
    Place *place = *state;
    char fault[DATABASE_FAULT_MAX];
    assert_null(database_open(place->folder, DATABASE_WRITES, fault));
    assert_null(database_open(place->path, DATABASE_READS, fault));
    assert_int_equal(mkfifo(place->path, 0600), 0);
    assert_null(database_open(place->path, DATABASE_WRITES, fault));
    assert_null(database_open("/tmp/no/such/folder/a.db", DATABASE_WRITES, fault));
}

/* Reads all that can be read; nothing may crash. */
static void walk(Database *database)
{
    DatabaseCursor cursor = {0};
    Diagram diagram;
    DatabaseRecord record;
    int count = 0;
    while (count <= POSITIONS && database_next(database, &cursor, &diagram, &record)) {
        count++;
    }
    assert_in_range(count, 0, POSITIONS);
}

/* Damaged files are refused and stay as they were, or what is left of them can be read. */
TEST(a_damaged_file_is_refused_or_read_as_far_as_it_goes)
{
    Place *place = *state;
    int refused = 0;
    Database *database = open_to(place, DATABASE_WRITES);
    for (uint64_t n = 0; n < POSITIONS; n++) {
        keep(database, n);
    }
    database_close(database);
    size_t bytes;
    char *sound = read_file(place->path, &bytes), *damaged = malloc(bytes);
    assert_non_null(damaged);
    for (uint64_t n = 0; n < DAMAGES; n++) {
        char fault[DATABASE_FAULT_MAX] = "";
        uint64_t seed = n;
        int left = random_below(&seed, 8) ? (int)bytes : random_below(&seed, (int)bytes);
        memcpy(damaged, sound, bytes);
        for (int i = random_below(&seed, DAMAGED_BYTES); i >= 0; i--) {
            damaged[random_below(&seed, (int)bytes)] ^= (char)(1 + random_below(&seed, 255));
        }
        write_file(place->path, damaged, (size_t)left);
        database = database_open(place->path, DATABASE_WRITES, fault);
        refused += database == NULL;
        if (database != NULL) {
            walk(database);
            database_close(database);
        } else if (left > 0) {
            check_unchanged(place, damaged, (size_t)left);
        }
    }
    assert_in_range(refused, 1, DAMAGES);
    free(damaged);
    free(sound);
}

TEST(who_only_reads_changes_nothing)
{
    Place *place = *state;
    Diagram diagram = diagram_of(0);
    DatabaseRecord record = database_record();
    Database *database = open_to(place, DATABASE_WRITES);
    keep(database, 0);
    database_close(database);
    size_t bytes;
    char *content = read_file(place->path, &bytes);
    database = open_to(place, DATABASE_READS);
    assert_false(database_may_write(database));
    assert_non_null(database_put(database, &diagram, &record));
    assert_non_null(database_delete(database, &diagram));
    assert_non_null(database_begin(database));
    check_kept(database, 0, 0);
    database_close(database);
    check_unchanged(place, content, bytes);
    free(content);
}

/* --- several programs --- */

/* Keeps positions from that one on, and tells each through the pipe, until it is killed. */
static void write_for_ever(const Place *place, uint64_t first, int pipe_end)
{
    char fault[DATABASE_FAULT_MAX];
    Database *database = database_open(place->path, DATABASE_WRITES, fault);
    for (uint64_t n = first; database != NULL; n++) {
        keep(database, n);
        if (write(pipe_end, &n, sizeof n) != sizeof n) {
            break;
        }
    }
    _exit(EXIT_FAILURE);
}

/* What a writer had told before it was killed is there. */
TEST(a_kill_loses_no_position_that_was_kept)
{
    Place *place = *state;
    uint64_t seed = SEED, next = 0;
    for (int i = 0; i < KILLS; i++) {
        int pipe_ends[2];
        uint64_t n, first = next;
        assert_int_equal(pipe(pipe_ends), 0);
        pid_t child = fork();
        if (child == 0) {
            write_for_ever(place, first, pipe_ends[1]);
        }
        close(pipe_ends[1]);
        uint64_t last = first + (uint64_t)random_below(&seed, KILL_POSITIONS);
        while (next < last && read(pipe_ends[0], &n, sizeof n) == sizeof n) {
            assert_int_equal(n, next++);
        }
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        while (read(pipe_ends[0], &n, sizeof n) == sizeof n) {
            assert_int_equal(n, next++);
        }
        close(pipe_ends[0]);
        Database *database = open_to(place, DATABASE_WRITES);
        for (n = first; n < next; n++) {
            check_kept(database, n, 0);
        }
        assert_null(database_check(database));
        database_close(database);
    }
    assert_in_range(next, KILLS, UINT32_MAX);
}

TEST(several_programs_write_to_one_file)
{
    Place *place = *state;
    pid_t children[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            char fault[DATABASE_FAULT_MAX];
            Database *database = database_open(place->path, DATABASE_WRITES, fault);
            for (uint64_t n = 0; database != NULL && n < WRITTEN; n++) {
                keep(database, n * WRITERS + (uint64_t)i);
            }
            _exit(database != NULL ? EXIT_SUCCESS : EXIT_FAILURE);
        }
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    Database *database = open_to(place, DATABASE_WRITES);
    for (uint64_t n = 0; n < WRITERS * WRITTEN; n++) {
        check_kept(database, n, 0);
    }
    database_close(database);
}

/* --- findings of searches --- */

/* The n-th of as many positions as there are numbers of 15 bits, none an image of another. The rule
 * forbids nothing, so that a finding is soon written. */
static Diagram numbered_diagram(uint64_t n)
{
    enum { SIDE = 15 };
    Diagram diagram = {.game = {RULE_FREESTYLE, SIDE, SIDE, WIN_LENGTH_MAX}, .side = BLACK};
    memset(diagram.at, EMPTY, sizeof diagram.at);
    diagram.at[3 * SIDE] = diagram.at[7 * SIDE + 3] = WHITE; /* no symmetry leaves both there */
    for (int i = 0; i < SIDE; i++) {
        diagram.at[i] = n >> i & 1 ? BLACK : EMPTY;
    }
    return diagram;
}

/* A finding that no position of the tests is kept with, of the n-th. */
static Verdict finding_of(uint64_t n)
{
    return (Verdict){.value = (int)n + 1, .depth = 30, .bound = BOUND_EXACT};
}

static void hand_over(DatabaseWriter *writer, uint64_t from, uint64_t to)
{
    for (uint64_t n = from; n < to; n++) {
        Diagram diagram = numbered_diagram(n);
        Verdict verdict = finding_of(n);
        database_writer_note(writer, &diagram, &verdict);
    }
}

static int count_written(Database *database, uint64_t count)
{
    int written = 0;
    for (uint64_t n = 0; n < count; n++) {
        DatabaseRecord record;
        Diagram diagram = numbered_diagram(n);
        if (database_get(database, &diagram, &record)) {
            assert_int_equal(record.verdict.value, finding_of(n).value);
            written++;
        }
    }
    return written;
}

/* Whoever hands findings over goes on at once, whoever waits for them learns that they wait, and
 * they are written when the lock is gone. */
TEST(findings_wait_for_who_locks_the_file)
{
    Database *database = open_to(*state, DATABASE_WRITES),
             *other = open_to(*state, DATABASE_WRITES);
    DatabaseWriter *writer = database_writer_new(database);
    assert_non_null(writer);
    hand_over(writer, 0, WRITTEN);
    database_writer_settle(writer);
    assert_int_equal(count_written(database, WRITTEN), WRITTEN);
    assert_false(database_writer_was_locked(writer));
    for (int i = 1; i < WRITERS; i++) {
        assert_null(database_begin(other));
        hand_over(writer, WRITTEN * (uint64_t)i, WRITTEN * (uint64_t)(i + 1));
        database_writer_settle(writer);
        assert_true(database_writer_was_locked(writer));
        assert_int_equal(count_written(database, WRITTEN * WRITERS), WRITTEN * i);
        assert_null(database_end(other, true));
        database_writer_settle(writer);
        assert_int_equal(count_written(database, WRITTEN * WRITERS), WRITTEN * (i + 1));
    }
    assert_null(database_writer_fault(writer));
    hand_over(writer, 0, 1);
    assert_int_equal(database_writer_free(writer), 0);
    database_close(other);
    database_close(database);
}

/* A lock that stays costs a program that ends a moment, and the findings. No more of them wait than
 * there is room for. */
TEST(findings_behind_a_lock_that_stays_are_lost_and_counted)
{
    static const int handed_over[] = {0, 1, 2, 1000};
    Database *database = open_to(*state, DATABASE_WRITES),
             *other = open_to(*state, DATABASE_WRITES);
    assert_null(database_begin(other));
    for (int i = 0; i < 4; i++) {
        DatabaseWriter *writer = database_writer_new(database);
        hand_over(writer, 0, (uint64_t)handed_over[i]);
        assert_int_equal(database_writer_free(writer), handed_over[i]);
    }
    assert_null(database_end(other, true));
    assert_int_equal(count_written(database, 1000), 0);
    DatabaseWriter *writer = database_writer_new(database);
    assert_null(database_begin(other));
    hand_over(writer, 0, 1000);
    assert_null(database_end(other, true));
    database_writer_settle(writer);
    int written = count_written(database, 1000);
    assert_in_range(written, 500, 999);
    assert_int_equal(database_writer_free(writer), 1000 - written);
    assert_int_equal(database_writer_free(NULL), 0);
    database_close(other);
    database_close(database);
}

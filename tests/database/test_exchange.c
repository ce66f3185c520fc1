/* Checks that files go out of a database and come back as they were, that what two know of a
 * position is joined, and that files with a fault change nothing, whatever the fault is.
 */
#define _GNU_SOURCE
#include "tengen/exchange.h"

#include "database/lz4.h"
#include "port/random.h"
#include "tengen/board_texts.h"
#include "tengen/filter.h"
#include "tengen/yixin_form.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { POSITIONS = 60, CHANGES = 400, FILE_MAX = 1 << 17, SIDE = 15, POINTS = SIDE * SIDE };

static const Game game = {RULE_FREESTYLE, SIDE, SIDE, WIN_LENGTH_MAX};

/* Two databases in a folder of their own, and what was written last. */
typedef struct {
    char folder[32], paths[2][48];
    Database *databases[2];
    char bytes[FILE_MAX];
    size_t count;
    CodePage *page; /* of the file; NULL: none was named */
} Place;

static int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    char fault[DATABASE_FAULT_MAX];
    strcpy(place->folder, "/tmp/test_exchange.XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    for (int i = 0; i < 2; i++) {
        snprintf(place->paths[i], sizeof place->paths[i], "%s/%d", place->folder, i);
        place->databases[i] = database_open(place->paths[i], DATABASE_WRITES, fault);
        assert_non_null(place->databases[i]);
    }
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    Place *place = *state;
    for (int i = 0; i < 2; i++) {
        database_close(place->databases[i]);
        unlink(place->paths[i]);
    }
    assert_int_equal(rmdir(place->folder), 0);
    free(place);
    return 0;
}

FIXTURE(make_place, remove_place)

/* --- positions --- */

/* A position whose n stones alternate, black first, with n points of its own; later ones have
 * other rules and sides to move. */
static Diagram diagram_of(int n)
{
    static const Rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU};
    Diagram diagram = {.game = game, .side = n % 2 == 0 ? BLACK : WHITE};
    uint64_t seed = (uint64_t)n;
    diagram.game.rule = rules[n % 3];
    memset(diagram.at, EMPTY, sizeof diagram.at);
    for (int i = 0; i < n % 20; i++) {
        int at = random_below(&seed, POINTS);
        while (diagram.at[at] != EMPTY) {
            at = (at + 1) % POINTS;
        }
        diagram.at[at] = (uint8_t)(i % 2);
    }
    return diagram;
}

static DatabaseRecord record_of(int n)
{
    DatabaseRecord record = {
        .verdict = {(VerdictLabel)(n % VERDICT_LABELS), 0, n - 30, n, (Bound)(n % 4)},
        .date = 20261125,
        .comment = n % 3 == 0 ? "two \"lines\"\nand \\ \xe4\xba\x94" : "",
        .texts = n % 4 == 0 ? "3,4 A\n14,0 b\n" : "",
    };
    bool is_decided = record.verdict.label == VERDICT_WIN || record.verdict.label == VERDICT_LOSS;
    record.verdict.plies = is_decided && n % 5 != 0 ? n : 0;
    return record;
}

static void fill(Place *place)
{
    for (int n = 0; n < POSITIONS; n++) {
        Diagram diagram = diagram_of(n);
        DatabaseRecord record = record_of(n);
        assert_null(database_put(place->databases[0], &diagram, &record));
    }
}

static void keep_bytes(void *context, const void *bytes, size_t count)
{
    Place *place = context;
    assert_in_range(place->count + count, 0, FILE_MAX - 1);
    memcpy(place->bytes + place->count, bytes, count);
    place->count += count;
    place->bytes[place->count] = '\0';
}

/* Writes a database as a file of that form. */
static void export_from(Place *place, int from, const char *name)
{
    FileSink sink = {place, keep_bytes, place->page};
    place->count = 0;
    assert_int_equal(exchange_form_named(name)->write(place->databases[from], &game, &sink),
                     database_count(place->databases[from]));
}

static void export(Place *place, const char *name)
{
    export_from(place, 0, name);
}

static bool import_by(Place *place, ExchangeManner manner, ExchangeCount *counted)
{
    char fault[DATABASE_FAULT_MAX] = "";
    const ExchangeFile file = {exchange_form_of(place->bytes, place->count), place->bytes,
                               place->count, place->page};
    bool is_good = exchange_import(place->databases[1], manner, &file, &game, counted, fault);
    assert_int_equal(is_good, fault[0] == '\0');
    return is_good;
}

static bool import(Place *place, ExchangeCount *counted)
{
    return import_by(place, EXCHANGE_JOINS, counted);
}

/* The record of the n-th position in the second database. */
static DatabaseRecord imported(const Place *place, int n)
{
    Diagram diagram = diagram_of(n);
    DatabaseRecord record;
    assert_true(database_get(place->databases[1], &diagram, &record));
    return record;
}

static void check_words(const DatabaseRecord *record, const DatabaseRecord *expected, int n)
{
    assert_string_equal(record->comment, expected->comment);
    assert_int_equal(*record->texts != '\0', *expected->texts != '\0');
    if (*expected->texts != '\0' && n % 20 > 2) { /* fewer stones may lie the same when turned */
        assert_non_null(strstr(record->texts, "3,4 A\n"));
        assert_non_null(strstr(record->texts, "14,0 b\n"));
    }
}

TEST(text_comes_back_as_it_went)
{
    Place *place = *state;
    ExchangeCount counted;
    fill(place);
    export(place, "a.txt");
    assert_true(import(place, &counted));
    assert_int_equal(counted.read, POSITIONS);
    assert_int_equal(counted.added, POSITIONS);
    for (int n = 0; n < POSITIONS; n++) {
        DatabaseRecord record = imported(place, n), expected = record_of(n);
        assert_memory_equal(&record.verdict, &expected.verdict, sizeof record.verdict);
        assert_int_equal(record.date, expected.date);
        check_words(&record, &expected, n);
    }
    assert_true(import(place, &counted));
    assert_int_equal(counted.added, 0);
}

/* A win comes back as an opinion, with its length in the value. */
TEST(a_file_for_rapfi_comes_back_without_proofs)
{
    Place *place = *state;
    ExchangeCount counted;
    fill(place);
    export(place, "db");
    assert_true(import(place, &counted));
    assert_int_equal(counted.added, POSITIONS);
    for (int n = 0; n < POSITIONS; n++) {
        DatabaseRecord record = imported(place, n), expected = record_of(n);
        assert_int_equal(record.verdict.label, expected.verdict.label);
        assert_int_equal(record.verdict.plies, 0);
        assert_int_equal(record.verdict.value, yixin_value(&expected.verdict));
        assert_int_equal(record.verdict.depth, expected.verdict.depth);
        if (expected.verdict.plies > 0) {
            assert_int_equal(yixin_steps(&record.verdict), expected.verdict.plies + 1);
        }
        check_words(&record, &expected, n);
    }
}

/* Rapfi looks for a text of a position that can be turned into itself on one point, the first by
 * rows of those that are the same. */
TEST(texts_for_rapfi_are_where_it_looks_for_them)
{
    static const char *const texts[] = {"0,7 A\n", "14,7 A\n", "7,14 A\n7,7 c\n2,3 b\n"};
    static const char *const written[] = {"@BTXT@70A", "@BTXT@70A", "@BTXT@70A\n77c\n32b"};
    Place *place = *state;
    Diagram diagram = {.game = game, .side = BLACK};
    memset(diagram.at, EMPTY, sizeof diagram.at);
    for (int i = 0; i < (int)(sizeof texts / sizeof *texts); i++) {
        DatabaseRecord record = database_record();
        record.texts = texts[i];
        assert_null(database_put(place->databases[0], &diagram, &record));
        export(place, "db");
        size_t length = strlen(written[i]);
        assert_memory_equal(place->bytes + place->count - length, written[i], length);
    }
}

/* A file as Rapfi writes it: in standard h8, a pass and g8, with white to move, who loses in 11;
 * "A" stands on g7. */
static const uint8_t rapfis[] = {
    2,   0,   0,   0,                                              /* two records */
    3,   0,   0,   0,    0,    20,  0,                             /* of no board: in UTF-8 */
    0,   0,   0,   0,    0,    'c', 'h', 'a', 'r', 's',  'e', 't', /* */
    '=', '"', 'U', 'T',  'F',  '-', '8', '"',                      /* */
    9,   0,   1,   15,   15,   7,   7,   255, 255, 6,    7,        /* */
    16,  0,   'w', 0xDB, 0x8A, 43,  0,                             /* -29989, exact at 10 plies */
    '@', 'B', 'T', 'X',  'T',  '@', '6', '6', 'A', '\b', '!',
};

/* A frame with one block. */
static void begin_frame(Place *place)
{
    static const uint8_t head[] = {0x04, 0x22, 0x4D, 0x18, 0x60, 0x40, 0};
    keep_bytes(place, head, sizeof head);
}

static void pack(Place *place, const uint8_t *block, size_t count)
{
    uint8_t size[] = {(uint8_t)count, 0, 0, 0}, end[4] = {0};
    place->count = 0;
    begin_frame(place);
    keep_bytes(place, size, sizeof size);
    keep_bytes(place, block, count);
    keep_bytes(place, end, sizeof end);
}

static void check_rapfis(Place *place)
{
    ExchangeCount counted;
    Diagram diagram = {.game = {RULE_STANDARD, SIDE, SIDE, WIN_LENGTH_MAX}, .side = WHITE};
    DatabaseRecord record;
    memset(diagram.at, EMPTY, sizeof diagram.at);
    diagram.at[7 * SIDE + 7] = BLACK;
    diagram.at[7 * SIDE + 6] = WHITE;
    assert_true(import(place, &counted));
    assert_int_equal(counted.added, 1);
    assert_true(database_get(place->databases[1], &diagram, &record));
    assert_int_equal(record.verdict.label, VERDICT_LOSS);
    assert_int_equal(record.verdict.value, -29989);
    assert_int_equal(record.verdict.depth, 10);
    assert_int_equal(record.verdict.bound, BOUND_EXACT);
    assert_string_equal(record.comment, "!");
    assert_non_null(strstr(record.texts, ",6 A\n"));
    assert_null(database_delete(place->databases[1], &diagram));
}

/* Rapfi reads a record that ends after its label, or after its value. */
TEST(records_may_be_short)
{
    static const uint8_t file[] = {
        2, 0, 0, 0,                                           /* two records */
        5, 0, 0, 15, 15, 7, 7, 1, 0, 'w',                     /* after h8 */
        7, 0, 0, 15, 15, 7, 7, 6, 6, 3,   0, 'l', 0x2F, 0x75, /* and another stone: 29999 */
    };
    Place *place = *state;
    ExchangeCount counted;
    Diagram diagram = {.game = game, .side = WHITE};
    DatabaseRecord record;
    memset(diagram.at, EMPTY, sizeof diagram.at);
    diagram.at[7 * SIDE + 7] = BLACK;
    place->count = 0;
    keep_bytes(place, file, sizeof file);
    assert_true(import(place, &counted));
    assert_int_equal(counted.read, 2);
    assert_true(database_get(place->databases[1], &diagram, &record));
    assert_int_equal(record.verdict.label, VERDICT_LOSS);
    diagram.at[6 * SIDE + 6] = WHITE;
    diagram.side = BLACK;
    assert_true(database_get(place->databases[1], &diagram, &record));
    assert_int_equal(record.verdict.label, VERDICT_WIN);
    assert_int_equal(record.verdict.value, 29999);
}

TEST(files_of_rapfi_are_read_packed_or_not)
{
    Place *place = *state;
    uint8_t block[sizeof rapfis + 2] = {0xF0, sizeof rapfis - 15};
    place->count = 0;
    keep_bytes(place, rapfis, sizeof rapfis);
    check_rapfis(place);
    memcpy(block + 2, rapfis, sizeof rapfis);
    pack(place, block, sizeof block);
    check_rapfis(place);
}

/* The records of a file lie across its blocks, which may hold a byte each. */
TEST(records_go_on_in_the_next_block)
{
    Place *place = *state;
    for (size_t bytes = 1; bytes < sizeof rapfis; bytes += 5) {
        place->count = 0;
        begin_frame(place);
        for (size_t at = 0; at < sizeof rapfis; at += bytes) {
            size_t left = sizeof rapfis - at;
            uint8_t block[4 + sizeof rapfis] = {(uint8_t)(left < bytes ? left : bytes), 0, 0, 0x80};
            memcpy(block + 4, rapfis + at, block[0]);
            keep_bytes(place, block, 4 + (size_t)block[0]);
        }
        keep_bytes(place, (const uint8_t[4]){0}, 4);
        check_rapfis(place);
    }
}

/* Keeps a block that unpacks to that many bytes of one value, or some more. */
static void keep_repeats(Place *place, size_t repeats)
{
    size_t more = repeats / UINT8_MAX + 1, size = 5 + more;
    const uint8_t head[] = {(uint8_t)size, (uint8_t)(size >> 8), 0, 0, 0x1F, 0, 1, 0};
    keep_bytes(place, head, sizeof head);
    for (size_t i = 0; i < more; i++) {
        keep_bytes(place, (const uint8_t[]){UINT8_MAX}, 1);
    }
    keep_bytes(place, (const uint8_t[]){0}, 1);
}

/* What a frame unpacks to may be far larger than the memory that it takes. */
TEST(a_frame_takes_the_memory_of_a_block)
{
    enum { BLOCKS = 5, REPEATS = 4000000, BLOCK_MOST = 4 << 20, KEPT = 1000 };
    Place *place = *state;
    Lz4 unpacker;
    size_t count = 0;
    place->count = 0;
    begin_frame(place);
    for (int i = 0; i < BLOCKS; i++) {
        keep_repeats(place, REPEATS);
    }
    keep_repeats(place, BLOCK_MOST + 2 * LZ4_KEPT_MOST); /* larger than a block may be */
    assert_true(lz4_begin(&unpacker, (const uint8_t *)place->bytes, place->count));
    for (int i = 0; i < BLOCKS; i++) {
        assert_non_null(lz4_next(&unpacker, i > 0 ? KEPT : 0, &count));
        assert_in_range(count, REPEATS, BLOCK_MOST + KEPT);
        assert_in_range(unpacker.count, REPEATS, BLOCK_MOST + LZ4_KEPT_MOST);
    }
    assert_null(lz4_next(&unpacker, KEPT, &count));
    assert_true(unpacker.failed);
    lz4_end(&unpacker);
}

TEST(what_is_repeated_is_unpacked)
{
    Place *place = *state;
    static const uint8_t block[] = {0x35, 'a', 'b', 'c', 3, 0, 0x10, 'X'};
    size_t count;
    pack(place, block, sizeof block);
    Lz4 unpacker;
    assert_true(lz4_begin(&unpacker, (const uint8_t *)place->bytes, place->count));
    const uint8_t *unpacked = lz4_next(&unpacker, 0, &count);
    assert_non_null(unpacked);
    assert_int_equal(count, strlen("abcabcabcabcX"));
    assert_memory_equal(unpacked, "abcabcabcabcX", count);
    assert_null(lz4_next(&unpacker, count, &count));
    assert_false(unpacker.failed);
    lz4_end(&unpacker);
}

/* --- letters --- */

/* The comment after h8, or after h8 and g7, in the second database. */
static void check_comment(Place *place, int stones, const char *expected)
{
    Diagram diagram = {.game = game, .side = stones == 1 ? WHITE : BLACK};
    DatabaseRecord record;
    memset(diagram.at, EMPTY, sizeof diagram.at);
    diagram.at[7 * SIDE + 7] = BLACK;
    diagram.at[6 * SIDE + 6] = stones == 1 ? EMPTY : WHITE;
    assert_true(database_get(place->databases[1], &diagram, &record));
    assert_string_equal(record.comment, expected);
}

/* A library with the comments after h8 and after g7. */
static void make_library(Place *place, const char *one, const char *other)
{
    const char *const comments[] = {one, other};
    place->count = 0;
    keep_bytes(place, "\xFFRenLib\xFF\3\4\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0", 22);
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(comments[i]);
        keep_bytes(place, i == 0 ? "\x78\x08" : "\x87\x48", 2);
        keep_bytes(place, comments[i], length);
        keep_bytes(place, "\0", 2 - length % 2);
    }
}

static const struct {
    const char *page;                  /* NULL: none is named */
    const char *comments[2], *utf8[2]; /* in the file; in the database */
    bool is_warned;
} libraries[] = {
    {"gbk", {"\xBA\xC3\xC6\xE5", "\xC4\xA3"}, {"好棋", "模"}, false}, /* the other would be UTF-8 */
    {"Shift_JIS", {"\x8D\x44\x8E\xE8", "\x83\x5C"}, {"好手", "ソ"}, false}, /* with a backslash */
    {"windows-1251", {"\xD5\xEE\xE4", "a"}, {"Ход", "a"}, false},
    {NULL, {"\xBA\xC3\xC6\xE5", "\xC4\xA3"}, {"ºÃÆå", "ģ"}, true},
    {NULL, {"\xE9t\xE9", "\xC0\xAF"}, {"été", "À¯"}, true}, /* the other is no letter of UTF-8 */
    {NULL, {"好", "Ход"}, {"好", "Ход"}, false},
    {NULL, {"Ã©", "a"}, {"Ã©", "a"}, false}, /* its Latin-1 would be UTF-8 */
    {NULL, {"\xED\xA0\x80", "a"}, {"\xC3\xAD\xC2\xA0\xC2\x80", "a"}, true}, /* half of a letter */
    {"gbk", {"\xBA\xC3\xFF", "\xFF\xFE"}, {"ºÃÿ", "ÿþ"}, true},             /* no GBK */
};

/* What a library has goes out as the bytes that came, also by way of a database of Rapfi's. */
TEST(letters_go_in_and_out_as_they_came)
{
    static char came[FILE_MAX];
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        Place *place;
        ExchangeCount counted;
        make_place((void **)&place);
        place->page =
            libraries[i].page != NULL ? code_page_open(code_page_number(libraries[i].page)) : NULL;
        make_library(place, libraries[i].comments[0], libraries[i].comments[1]);
        size_t count = place->count;
        memcpy(came, place->bytes, count);
        for (int way = 0; way < 2; way++) {
            assert_true(import(place, &counted));
            assert_int_equal(counted.warning != NULL,
                             libraries[i].is_warned && (way == 0 || place->page != NULL));
            check_comment(place, 1, libraries[i].utf8[0]);
            check_comment(place, 2, libraries[i].utf8[1]);
            export_from(place, 1, "lib");
            assert_int_equal(place->count, count);
            assert_memory_equal(place->bytes, came, count);
            export_from(place, 1, "db");
        }
        code_page_close(place->page);
        remove_place((void **)&place);
    }
}

TEST(a_file_in_utf8_is_recognised)
{
    Place *place = *state;
    ExchangeCount counted;
    place->page = code_page_open(code_page_number("gbk"));
    make_library(place, "好", "a");
    assert_true(import(place, &counted));
    check_comment(place, 1, "好");
    export_from(place, 1, "lib"); /* in the letters that are asked for */
    assert_memory_equal(place->bytes + 24, "\xBA\xC3", 2);
    code_page_close(place->page);
}

TEST(code_pages_have_names_and_numbers)
{
    static const struct {
        const char *name;
        int number;
    } names[] = {{"GBK", 936},     {"936", 936},      {"cp1251", 1251},  {"Windows-1250", 1250},
                 {"utf-8", 65001}, {"latin1", 28591}, {"koi8-r", 20866}, {"", 0},
                 {"gbk2", 0},      {"12x", 0},        {"99999", 0},      {"-1", 0}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(code_page_number(names[i].name), names[i].number);
        CodePage *page = code_page_open(names[i].number);
        assert_int_equal(page != NULL, names[i].number != 0);
        code_page_close(page);
    }
    assert_null(code_page_open(1200)); /* UTF-16 */
}

/* --- faults --- */

/* Files that are changed or cut off anywhere are taken in as a whole or not at all. */
static void check_changes(Place *place, const char *form)
{
    ExchangeCount counted;
    int refused = 0;
    export(place, form);
    size_t count = place->count;
    char *sound = malloc(count + 1);
    assert_non_null(sound);
    memcpy(sound, place->bytes, count + 1);
    for (uint64_t i = 0; i < CHANGES; i++) {
        uint64_t seed = i;
        int64_t before = database_count(place->databases[1]);
        memcpy(place->bytes, sound, count + 1);
        place->bytes[random_below(&seed, (int)count)] ^= (char)(1 + random_below(&seed, 255));
        place->count = i % 2 == 0 ? count : (size_t)random_below(&seed, (int)count);
        place->bytes[place->count] = '\0';
        if (!import(place, &counted)) {
            refused++;
            assert_int_equal(database_count(place->databases[1]), before);
        }
    }
    assert_in_range(refused, CHANGES / 4, CHANGES);
    free(sound);
}

TEST(files_with_a_fault_change_nothing)
{
    Place *place = *state;
    fill(place);
    check_changes(place, "txt");
    check_changes(place, "db");
}

/* The lock of another program is told, and does no more harm once it is gone. */
TEST(a_locked_database_can_be_used_afterwards)
{
    Place *place = *state;
    ExchangeCount counted;
    char fault[DATABASE_FAULT_MAX];
    Database *other = database_open(place->paths[1], DATABASE_WRITES, fault);
    assert_non_null(other);
    fill(place);
    assert_null(database_begin(other));
    assert_false(exchange_merge(place->databases[1], EXCHANGE_JOINS, place->databases[0], NULL,
                                &counted, fault));
    assert_string_equal(fault, "another program keeps the file locked");
    assert_int_equal(counted.added, 0);
    assert_null(database_end(other, true));
    assert_null(database_fault(place->databases[1]));
    assert_true(exchange_merge(place->databases[1], EXCHANGE_JOINS, place->databases[0], NULL,
                               &counted, fault));
    assert_int_equal(counted.added, POSITIONS);
    LabelFilter all;
    assert_true(filter_read("all", &all));
    assert_null(database_begin(other));
    FilterResult result = filter_delete(&all, place->databases[1], NULL, NULL, NULL);
    assert_string_equal(result.fault, "another program keeps the file locked");
    assert_int_equal(result.deleted, 0);
    assert_null(database_end(other, true));
    database_close(other);
    result = filter_delete(&all, place->databases[1], NULL, NULL, NULL);
    assert_null(result.fault);
    assert_int_equal(result.deleted, POSITIONS);
}

/* Hands over a position, and fails when it is read again, as for want of memory. */
static bool read_once(const uint8_t *bytes, size_t count, const Game *of, const PositionSink *sink,
                      char fault[DATABASE_FAULT_MAX])
{
    static int reads;
    Diagram diagram = diagram_of(9);
    DatabaseRecord record = database_record();
    (void)bytes, (void)count, (void)of;
    assert_true(sink->take(sink->context, &diagram, &record));
    snprintf(fault, DATABASE_FAULT_MAX, "there is not enough memory");
    return reads++ % 2 == 0;
}

TEST(a_second_pass_that_fails_leaves_nothing_open)
{
    static const ExchangeForm form = {.name = "once", .read = read_once};
    Place *place = *state;
    ExchangeFile file = {.form = &form};
    ExchangeCount counted;
    char fault[DATABASE_FAULT_MAX];
    assert_false(
        exchange_import(place->databases[1], EXCHANGE_JOINS, &file, &game, &counted, fault));
    assert_string_equal(fault, "there is not enough memory");
    assert_int_equal(database_count(place->databases[1]), 0);
    assert_null(database_begin(place->databases[1]));
    assert_null(database_end(place->databases[1], false));
    assert_null(database_end(place->databases[1], false)); /* there is nothing to be undone */
    assert_null(database_fault(place->databases[1]));
}

/* Changed frames are unpacked or refused; nothing may crash. */
TEST(damaged_frames_are_refused)
{
    Place *place = *state;
    static const uint8_t block[] = {0x35, 'a', 'b', 'c', 3, 0, 0x10, 'X'};
    for (uint64_t i = 0; i < CHANGES; i++) {
        uint64_t seed = i;
        size_t count;
        pack(place, block, sizeof block);
        place->bytes[4 + random_below(&seed, (int)place->count - 4)] ^=
            (char)(1 + random_below(&seed, 255));
        Lz4 unpacker;
        lz4_begin(&unpacker, (const uint8_t *)place->bytes, place->count - i % 3);
        while (lz4_next(&unpacker, 0, &count) != NULL) {
        }
        lz4_end(&unpacker);
    }
}

/* --- joining --- */

static Verdict joined(Verdict known, Verdict added)
{
    return verdict_join(&known, &added);
}

TEST(what_says_more_is_kept)
{
    Verdict proof = {.label = VERDICT_WIN, .plies = 9},
            shorter = {.label = VERDICT_WIN, .plies = 7};
    Verdict opinion = {.label = VERDICT_LOSS}, mark = {.label = VERDICT_BLOCKED};
    Verdict deep = {.value = 5, .depth = 20, .bound = BOUND_EXACT};
    Verdict shallow = {.value = 9, .depth = 12, .bound = BOUND_EXACT};
    assert_int_equal(joined(proof, opinion).label, VERDICT_WIN);
    assert_int_equal(joined(opinion, proof).label, VERDICT_WIN);
    assert_int_equal(joined(opinion, proof).plies, 9);
    assert_int_equal(joined(proof, shorter).plies, 7);
    assert_int_equal(joined(shorter, proof).plies, 7);
    assert_int_equal(joined(mark, deep).label, VERDICT_BLOCKED);
    assert_int_equal(joined(mark, deep).value, 5);
    assert_int_equal(joined(deep, shallow).value, 5);
    assert_int_equal(joined(shallow, deep).value, 5);
    assert_int_equal(joined(deep, mark).depth, 20);
}

TEST(comments_and_texts_are_joined)
{
    Place *place = *state;
    ExchangeCount counted;
    char fault[DATABASE_FAULT_MAX];
    Diagram diagram = diagram_of(9);
    DatabaseRecord one = database_record(), other = database_record();
    one.texts = "3,3 A\n";
    other.texts = "3,3 B\n4,4 C\n";
    other.comment = "known";
    assert_null(database_put(place->databases[1], &diagram, &one));
    assert_null(database_put(place->databases[0], &diagram, &other));
    assert_true(exchange_merge(place->databases[1], EXCHANGE_JOINS, place->databases[0], NULL,
                               &counted, fault));
    assert_int_equal(counted.read, 1);
    assert_int_equal(counted.added, 0);
    one = imported(place, 9);
    assert_string_equal(one.comment, "known");
    assert_non_null(strstr(one.texts, "3,3 A\n"));
    assert_null(strstr(one.texts, "B"));
    assert_non_null(strstr(one.texts, "4,4 C\n"));
}

/* A number ends with its line, and one point has one text. */
TEST(lines_that_are_no_texts_are_passed_over)
{
    static const char texts[] = "3,\n3 a\n4,4\n\n5,5 b\n 6,6 c\n12345,1 d\n5,5 e\n40,2 f\n7,7 ";
    BoardText text;
    const char *rest = board_texts_next(texts, &text);
    assert_non_null(rest);
    assert_int_equal(text.at.x, 5);
    assert_memory_equal(text.words, "b", 1);
    assert_int_equal(text.length, 1);
    char written[sizeof texts];
    BoardTextWriter writer;
    board_texts_begin(&writer, written, sizeof written);
    board_texts_add_all(&writer, texts);
    assert_string_equal(written, "5,5 b\n");
}

/* Fills a buffer with a line, over and over. */
static void repeat(char texts[DATABASE_TEXT_MAX], const char *line)
{
    size_t count = strlen(line), length = 0;
    for (; length + count < DATABASE_TEXT_MAX; length += count) {
        memcpy(texts + length, line, count);
    }
    texts[length] = '\0';
}

/* The texts of all positions after a move are read before each search. Only work that grows with
 * the square of their length exceeds this bound of the processor's time. */
TEST(hostile_texts_are_read_in_no_time)
{
    enum { SECONDS_MOST = 3 };
    static const char *const lines[] = {"\n", "77a\n", "7,7 a\n", "7,\n", "7,7\n"};
    static char texts[DATABASE_TEXT_MAX], written[DATABASE_TEXT_MAX];
    clock_t begin = clock();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        repeat(texts, lines[i]);
        for (int point = 0; point < POINTS; point++) {
            BoardTextWriter writer;
            board_texts_begin(&writer, written, sizeof written);
            board_texts_add_all(&writer, texts);
            assert_string_equal(written, i == 2 ? "7,7 a\n" : "");
        }
    }
    assert_in_range((clock() - begin) / CLOCKS_PER_SEC, 0, SECONDS_MOST);
}

/* Even where less is said of it. */
TEST(labels_and_values_are_replaced_and_texts_stay)
{
    Place *place = *state;
    ExchangeCount counted;
    Diagram diagram = diagram_of(9);
    DatabaseRecord one = database_record(), other = database_record();
    one.verdict = (Verdict){VERDICT_WIN, 9, 5, 20, BOUND_EXACT};
    one.comment = "known";
    other.verdict = (Verdict){VERDICT_OPEN, 0, 7, 12, BOUND_LOWER};
    assert_null(database_put(place->databases[1], &diagram, &one));
    assert_null(database_put(place->databases[0], &diagram, &other));
    export(place, "txt");
    assert_true(import_by(place, EXCHANGE_REPLACES, &counted));
    one = imported(place, 9);
    assert_memory_equal(&one.verdict, &other.verdict, sizeof one.verdict);
    assert_string_equal(one.comment, "known");
}

/* A position with one stone more follows; one with another stone moved does not. */
TEST(what_follows_has_all_stones_however_it_is_turned)
{
    Place *place = *state;
    ExchangeCount counted;
    char fault[DATABASE_FAULT_MAX];
    Diagram earlier = diagram_of(9), later = earlier, other = earlier;
    int empty = 0;
    while (earlier.at[empty] != EMPTY) {
        empty++;
    }
    later.at[empty] = WHITE;
    for (int i = 0; i < POINTS / 2; i++) { /* half a turn */
        uint8_t at = later.at[i];
        later.at[i] = later.at[POINTS - 1 - i];
        later.at[POINTS - 1 - i] = at;
    }
    other.game.rule = RULE_CARO;
    assert_true(diagram_follows(&later, &earlier));
    assert_true(diagram_follows(&earlier, &earlier));
    assert_false(diagram_follows(&earlier, &later));
    assert_false(diagram_follows(&other, &earlier));
    fill(place);
    assert_true(exchange_merge(place->databases[1], EXCHANGE_JOINS, place->databases[0], &earlier,
                               &counted, fault));
    imported(place, 9);
    assert_in_range(counted.read, 1, POSITIONS / 2);
}

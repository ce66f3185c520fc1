/* Checks libraries of RenLib: that every flag and kind of text of a library is read as RenLib reads
 * it, that what is written reads back as the same, after legal orders of moves, and that what no
 * library says is refused.
 */
#define _GNU_SOURCE
#include "tengen/exchange.h"

#include "board/point_name.h"
#include "database/renlib_form.h"
#include "port/random.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SIDE = 15,
    CELLS = SIDE * SIDE,
    FILE_MAX = 1 << 18,
    TOLD_MAX = 4096,
    DATABASES = 3,
    GAMES = 60, /* random ones, whose positions are kept */
    LENGTH = 9, /* moves of each */
    NEAR = 5,   /* columns and rows that they are played on, so that they meet */
};

static const Game game = {RULE_RENJU, SIDE, SIDE, WIN_LENGTH_MAX};

typedef struct {
    char folder[64], paths[DATABASES][80];
    Database *databases[DATABASES];
    uint8_t bytes[FILE_MAX + 1];
    size_t count;
    char told[TOLD_MAX]; /* what a library says, position by position */
    const char *warning; /* of it; NULL: none */
} Place;

static int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    char fault[DATABASE_FAULT_MAX];
    strcpy(place->folder, "/tmp/test_renlib.XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    for (int i = 0; i < DATABASES; i++) {
        snprintf(place->paths[i], sizeof place->paths[i], "%s/%d", place->folder, i);
        place->databases[i] = database_open(place->paths[i], DATABASE_WRITES, fault);
        assert_non_null(place->databases[i]);
        assert_null(database_begin(place->databases[i]));
    }
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    Place *place = *state;
    for (int i = 0; i < DATABASES; i++) {
        database_close(place->databases[i]);
        unlink(place->paths[i]);
    }
    assert_int_equal(rmdir(place->folder), 0);
    free(place);
    return 0;
}

FIXTURE(make_place, remove_place)

/* --- reading --- */

/* Begins a library with the header of version 3.4. */
static void begin_library(Place *place)
{
    memset(place->bytes, UINT8_MAX, RENLIB_HEADER);
    memcpy(place->bytes, "\377RenLib\377\3\4", 10);
    place->count = RENLIB_HEADER;
}

static void add(Place *place, const char *bytes, size_t count)
{
    memcpy(place->bytes + place->count, bytes, count);
    place->count += count;
    place->bytes[place->count] = '\0';
}

#define ADD(place, bytes) add(place, bytes, sizeof(bytes) - 1)

/* Notes a position as a line such as "h8 i9 white loss comment; x,y text". */
static bool note(void *context, const Diagram *diagram, const DatabaseRecord *record)
{
    static const char *const labels[] = {"", " win", " loss", " draw", " forced", " blocked"};
    Place *place = context;
    char name[POINT_NAME_MAX + 1], line[TOLD_MAX] = "";
    for (int i = 0; i < 2 * CELLS; i++) { /* the black stones, then the white ones */
        if (diagram->at[i % CELLS] == i / CELLS) {
            point_name_write(diagram_point(diagram, i % CELLS), name);
            strcat(strcat(line, name), " ");
        }
    }
    strcat(line, diagram->side == BLACK ? "black" : "white");
    strcat(line, labels[record->verdict.label]);
    assert_int_equal(record->verdict.plies, 0);
    strcat(strcat(line, " "), record->comment);
    strcat(strcat(line, ";"), record->texts);
    strcat(strcat(place->told, line), "|");
    return true;
}

static const char *read_fault(Place *place)
{
    static char fault[DATABASE_FAULT_MAX];
    FormNotes notes = {0};
    const PositionSink sink = {.context = place, .take = note, .notes = &notes};
    fault[0] = place->told[0] = '\0';
    uint8_t *exact = malloc(place->count + 1); /* so that a step past its end is seen */
    memcpy(exact, place->bytes, place->count + 1);
    bool is_read = renlib_form_read(exact, place->count, &game, &sink, fault);
    free(exact);
    assert_int_equal(is_read, fault[0] == '\0');
    place->warning = notes.warning;
    return fault;
}

static void check_told(Place *place, const char *expected)
{
    assert_string_equal(read_fault(place), "");
    assert_string_equal(place->told, expected);
}

TEST(moves_siblings_and_passes_form_a_tree)
{
    Place *place = *state;
    begin_library(place);
    ADD(place, "\x00\x00"); /* the root */
    ADD(place, "\x78\x00"); /* h8 */
    ADD(place, "\x69\x80"); /* i9, with a sibling */
    ADD(place, "\x00\x40"); /* a pass, the last of its line */
    ADD(place, "\x01\xC0"); /* a15, the sibling, and it has one */
    ADD(place, "\xEF\x40"); /* o1 */
    check_told(place, "h8 white ;|h8 i9 black ;|h8 i9 white ;|h8 a15 black ;|h8 o1 black ;|");
}

TEST(every_kind_of_text_is_kept)
{
    Place *place = *state;
    begin_library(place);
    ADD(place, "\x00\x09\x00\x01"
               "root\0\0"
               "x\0"); /* a text that has no point */
    ADD(place, "\x78\x18"
               "one\btwo\r\nthree\0\0"); /* a mark; two parts of a comment */
    ADD(place, "\x69\x88"
               "\bmore\0"); /* the second part alone */
    ADD(place, "\x6A\x45\x00\x01"
               "here\0\0"); /* j9: a text, and a start */
    ADD(place, "\x59\xA0"
               "old}{\xE1"); /* i10: an old comment */
    ADD(place, "\x5A\x4B\x02\x00"
               "\xE9t\xE9\0"); /* j10, no move: Latin-1; an extension */
    ADD(place, "\x49\xC8"
               "\xE4\xBA\x94\0"); /* i11: UTF-8 */
    ADD(place, "\x4A\x43\x00\x01"
               "B\0"); /* j11: a text, and no move */
    check_told(place, "black root\nx;|"
                      "h8 white one\ntwo\nthree\n[mark];|"
                      "h8 i9 black \nmore;|"
                      "h8 i9 black ;9,8 here\n|"
                      "h8 j9 i9 white [start];|"
                      "h8 i10 black old\xC3\xA5\xC3\xA4"
                      "a;|"
                      "h8 j10 i10 white \xC3\xA9t\xC3\xA9;|"
                      "h8 i11 black \xE4\xBA\x94;|"
                      "h8 white ;9,10 B\n|");
}

/* Libraries that RenLib wrote before version 3 have no header and no root. */
TEST(old_libraries_begin_with_h8)
{
    Place *place = *state;
    ADD(place, "\x78\x00\x69\x40");
    check_told(place, "h8 white ;|h8 i9 black ;|");
}

/* A branch that was stored alone announces siblings that are not there. */
TEST(a_branch_may_lack_siblings)
{
    Place *place = *state;
    begin_library(place);
    ADD(place, "\x00\x00\x78\x80\x69\x80\x6A\x40");
    check_told(place, "h8 white ;|h8 i9 black ;|h8 j9 i9 white ;|");
}

TEST(results_of_rapfi_are_opinions_and_other_letters_texts)
{
    Place *place = *state;
    begin_library(place);
    ADD(place, "\x00\x00\x78\x01\x00\x01"
               "W31\0");
    ADD(place, "\x69\xC1\x00\x01"
               "L*\0\0");
    ADD(place, "\x6A\xC1\x00\x01"
               "D*\0\0");
    ADD(place, "\x6B\xC1\x00\x01"
               "a\0");
    ADD(place, "\x6C\x41\x00\x01"
               "W2x\0");
    check_told(place, "h8 white loss ;|h8 i9 black win ;|h8 j9 black draw ;|"
                      "h8 white ;10,8 a\n|h8 k9 black ;|h8 white ;11,8 W2x\n|h8 l9 black ;|");
}

/* As editors leave it. */
TEST(a_byte_after_the_end_is_warned_of)
{
    Place *place = *state;
    begin_library(place);
    ADD(place, "\x00\x00\x78\x40");
    check_told(place, "h8 white ;|");
    assert_null(place->warning);
    ADD(place, "\n");
    check_told(place, "h8 white ;|");
    assert_string_equal(place->warning, "one byte follows the end of the library");
}

TEST(what_is_no_library_is_refused)
{
    static const struct {
        const char *bytes;
        size_t count;
        const char *fault;
    } bad[] = {
#define BAD(bytes, fault) {bytes, sizeof(bytes) - 1, fault}
        BAD("\x00\x00\x78", "the library is cut off"),
        BAD("\x00\x00\x78\x01", "the library is cut off"),
        BAD("\x00\x00\x78\x08"
            "open",
            "the library is cut off"),
        BAD("\x00\x00\x70\x00", "a move of the library lies outside the board"),
        BAD("\x00\x00\xF1\x00", "a move of the library lies outside the board"),
        BAD("\x00\x00\x78\x00\x78\x40", "a move of the library goes where a stone lies"),
        BAD("\x00\x80\x78\x40", "the library has two roots"),
        BAD("\x00\x00\x78\x40\x69\x40", "bytes follow the end of the library"),
#undef BAD
    };
    Place *place = *state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        begin_library(place);
        add(place, bad[i].bytes, bad[i].count);
        assert_string_equal(read_fault(place), bad[i].fault);
    }
    begin_library(place);
    place->bytes[RENLIB_VERSION_AT + 1] = 5;
    assert_string_equal(read_fault(place), "the library is of a newer version of RenLib than 3.4");
    begin_library(place);
    for (int i = 0; i <= RENLIB_MOVES_MAX; i++) {
        ADD(place, "\x00\x00");
    }
    assert_string_equal(read_fault(place), "");
    ADD(place, "\x00\x00");
    assert_string_equal(read_fault(place), "a line of the library has too many moves");
}

TEST(texts_that_are_too_long_are_refused)
{
    Place *place = *state;
    begin_library(place);
    ADD(place, "\x00\x48");
    for (int i = 0; i < DATABASE_TEXT_MAX; i++) {
        ADD(place, "\xE4");
    }
    ADD(place, "\0\0");
    assert_string_equal(read_fault(place),
                        "a text of the library is too long: 65000 bytes are the most");
    place->count =
        RENLIB_HEADER + 2 + DATABASE_TEXT_MAX * 2 / 3; /* in UTF-8 it would be too long */
    ADD(place, "\0\0");
    assert_string_equal(read_fault(place),
                        "a text of the library is too long: 65000 bytes are the most");
}

/* --- there and back --- */

static void keep_bytes(void *context, const void *bytes, size_t count)
{
    Place *place = context;
    assert_in_range(place->count + count, 0, FILE_MAX);
    memcpy(place->bytes + place->count, bytes, count);
    place->count += count;
    place->bytes[place->count] = '\0';
}

static int64_t export(Place *place, int from)
{
    const FileSink sink = {.context = place, .write = keep_bytes};
    place->count = 0;
    return exchange_form_named("lib")->write(place->databases[from], &game, &sink);
}

static bool take(void *context, const Diagram *diagram, const DatabaseRecord *record)
{
    assert_null(database_add(context, diagram, record));
    return true;
}

static void import(Place *place, int to)
{
    const PositionSink sink = {.context = place->databases[to], .take = take};
    char fault[DATABASE_FAULT_MAX] = "";
    renlib_form_read(place->bytes, place->count, &game, &sink, fault);
    assert_string_equal(fault, "");
}

/* What is known of the n-th position that is kept. */
static DatabaseRecord record_of(int n)
{
    static const char *const comments[] = {"", "one line", "two\nlines \xE4\xBA\x94", "[mark]",
                                           "both\n[mark]\n[start]"};
    static const char *const texts[] = {"", "", "6,6 a\n", "0,0 B\n7,7 longer\n"};
    DatabaseRecord record = database_record();
    record.verdict.label = (VerdictLabel)(n % (VERDICT_DRAW + 1));
    record.verdict.plies = record.verdict.label == VERDICT_LOSS ? 30 : 0;
    record.comment = comments[n % 5];
    record.texts = texts[n % 4];
    return record;
}

/* Plays random moves and keeps some of the positions. */
static void fill(Place *place)
{
    for (int i = 0; i < GAMES; i++) {
        uint64_t seed = random_seed(7, (uint64_t)i);
        Diagram diagram = {.game = game, .side = BLACK};
        memset(diagram.at, EMPTY, sizeof diagram.at);
        for (int n = 0; n < LENGTH; n++) {
            int at = (5 + random_below(&seed, NEAR)) * SIDE + 5 + random_below(&seed, NEAR);
            if (diagram.at[at] == EMPTY && random_below(&seed, 8) > 0) {
                diagram.at[at] = (uint8_t)diagram.side;
            } /* else a pass */
            diagram.side = diagram.side == BLACK ? WHITE : BLACK;
            DatabaseRecord record = record_of(i + n);
            if (random_below(&seed, 3) > 0) {
                assert_null(database_put(place->databases[0], &diagram, &record));
            }
        }
    }
}

/* The text on a point, "" without. */
static const char *text_at(const char *texts, int index)
{
    static char line[64];
    snprintf(line, sizeof line, "%d,%d ", index % SIDE, index / SIDE);
    const char *found = strstr(texts, line);
    return found != NULL ? found + strlen(line) : "";
}

static void check_texts(const Diagram *diagram, const char *texts, const char *expected)
{
    for (int i = 0; i < CELLS; i++) {
        const char *text = diagram->at[i] == EMPTY ? text_at(expected, i) : "";
        size_t length = strcspn(text, "\n");
        assert_int_equal(strncmp(text_at(texts, i), text, length), 0);
        assert_int_equal(strcspn(text_at(texts, i), "\n"), length);
    }
}

/* Each position comes back with its texts; a label, too, where no text stands in its place. */
static void check_same(Place *place, int from, int to)
{
    DatabaseCursor cursor = {0};
    Diagram diagram;
    DatabaseRecord record, other;
    int labels = 0, same = 0;
    while (database_next(place->databases[from], &cursor, &diagram, &record)) {
        assert_true(database_get(place->databases[to], &diagram, &other));
        assert_string_equal(other.comment, record.comment);
        check_texts(&diagram, other.texts, record.texts);
        assert_int_equal(other.verdict.plies, 0);
        assert_true(other.verdict.label == record.verdict.label || other.verdict.label == 0);
        labels += record.verdict.label != VERDICT_OPEN;
        same += record.verdict.label != VERDICT_OPEN && other.verdict.label != VERDICT_OPEN;
    }
    assert_in_range(same, labels / 2, labels);
}

TEST(a_database_comes_back_without_proofs)
{
    Place *place = *state;
    fill(place);
    int64_t count = database_count(place->databases[0]);
    assert_in_range(count, 200, GAMES * LENGTH);
    assert_int_equal(export(place, 0), count);
    import(place, 1);
    check_same(place, 0, 1);
    count = database_count(place->databases[1]); /* with those that lead to others */
    assert_int_equal(export(place, 1), count);
    import(place, 2);
    assert_int_equal(database_count(place->databases[2]), count);
    check_same(place, 1, 2);
    import(place, 2); /* twice is once */
    check_same(place, 1, 2);
}

/* --- legal orders --- */

static Diagram diagram_of(const char *stones, Colour side)
{
    Diagram diagram = {.game = game, .side = side};
    Coordinates at;
    memset(diagram.at, EMPTY, sizeof diagram.at);
    for (int i = 0; *stones != '\0'; i++) {
        stones = point_name_read(stones, SIDE, SIDE, &at);
        diagram.at[diagram_index(&diagram, at)] = (uint8_t)(i % COLOURS);
    }
    return diagram;
}

static void put(Place *place, const char *stones, Colour side, const char *comment)
{
    Diagram diagram = diagram_of(stones, side);
    DatabaseRecord record = database_record();
    record.comment = comment;
    assert_null(database_put(place->databases[0], &diagram, &record));
}

static bool has_five(const Diagram *diagram)
{
    static const int steps[] = {1, SIDE, SIDE + 1, SIDE - 1};
    for (int i = 0; i < 4 * CELLS; i++) {
        int length = 0, step = steps[i % 4];
        for (int at = i / 4; at < CELLS && diagram->at[at] == diagram->at[i / 4]; at += step) {
            length++;
        }
        if (length >= WIN_LENGTH_MAX && diagram->at[i / 4] != EMPTY) {
            return true;
        }
    }
    return false;
}

/* Only the last position of a line may have five. */
static bool see_fives(void *context, const Diagram *diagram, const DatabaseRecord *record)
{
    assert_true(!has_five(diagram) || strcmp(record->comment, "five") == 0);
    *(int *)context += has_five(diagram);
    return true;
}

/* White's five on the last row is the last move, although all of black's stones come first. */
TEST(no_move_follows_a_five)
{
    Place *place = *state;
    char fault[DATABASE_FAULT_MAX];
    int fives = 0;
    const PositionSink sink = {.context = &fives, .take = see_fives};
    put(place, "a1a15c1b15e1c15g1d15i2e15", BLACK, "five");
    put(place, "a1a15b1b15c1c15d1d15e1e15", BLACK, "no game leads here");
    assert_int_equal(export(place, 0), 1);
    assert_true(renlib_form_read(place->bytes, place->count, &game, &sink, fault));
    assert_int_equal(fives, 1);
}

/* Both orders lead to one position with all texts; other games and blocked points are left out. */
/* Results are counted from the first move on. That of an opinion is in its value, if it is of the
 * side that the label says. */
TEST(results_have_their_lengths)
{
    static const Verdict verdicts[] = {{VERDICT_LOSS, 10, 0, 0, BOUND_NONE},
                                       {VERDICT_LOSS, 0, -29990, 4, BOUND_EXACT},
                                       {VERDICT_LOSS, 0, 29990, 4, BOUND_EXACT},
                                       {VERDICT_WIN, 0, 29995, 4, BOUND_EXACT},
                                       {VERDICT_DRAW, 0, 29995, 4, BOUND_EXACT}};
    static const char *const results[] = {"W11", "W11", "W*", "L6", "D*"};
    Place *place = *state;
    Diagram diagram = diagram_of("h8", WHITE);
    for (int i = 0; i < (int)(sizeof results / sizeof *results); i++) {
        DatabaseRecord record = database_record();
        record.verdict = verdicts[i];
        assert_null(database_put(place->databases[0], &diagram, &record));
        assert_int_equal(export(place, 0), 1);
        assert_string_equal((const char *)place->bytes + RENLIB_HEADER + 6, results[i]);
    }
}

TEST(transpositions_are_written_once)
{
    Place *place = *state;
    Diagram other = diagram_of("h8", WHITE), blocked = other;
    DatabaseRecord record = database_record();
    other.game.rule = RULE_FREESTYLE;
    blocked.at[0] = WALL;
    assert_null(database_put(place->databases[0], &other, &record));
    assert_null(database_put(place->databases[0], &blocked, &record));
    put(place, "h8i9", BLACK, "");
    put(place, "g6i9", BLACK, "");
    put(place, "h8i9g6", WHITE, "met");
    assert_int_equal(export(place, 0), 3);
    check_told(place, place->told); /* it can be read */
    read_fault(place);
    const char *first = strstr(place->told, "met");
    assert_non_null(first);
    assert_null(strstr(first + 1, "met"));
}

/* What is said of a position after either order stays. */
TEST(orders_that_meet_are_joined)
{
    Place *place = *state;
    Diagram diagram = diagram_of("h8i9g6", WHITE);
    DatabaseRecord record;
    begin_library(place);
    ADD(place, "\x00\x00\x78\x80\x69\x00\x97\x48"
               "one\0");
    ADD(place, "\x97\x00\x69\x00\x78\x58"
               "other\0");
    import(place, 0);
    assert_true(database_get(place->databases[0], &diagram, &record));
    assert_string_equal(record.comment, "one\nother\n[mark]");
}

/* The text of a point goes with the move there, and alone where the move leads to nothing kept. */
TEST(texts_go_with_their_moves)
{
    Place *place = *state;
    Diagram empty = diagram_of("", BLACK);
    DatabaseRecord record = database_record();
    record.texts = "7,7 A\n0,14 W*\n"; /* no result: nobody moved there */
    assert_null(database_put(place->databases[0], &empty, &record));
    put(place, "h8", WHITE, "");
    assert_int_equal(export(place, 0), 2);
    check_told(place, "black ;7,7 A\n|h8 white ;|black ;0,14 W*\n|");
}

/* What follows a pass comes first in the database, and yet after the position before the pass. */
TEST(passes_lead_from_position_to_position)
{
    Place *place = *state;
    int told = 0;
    put(place, "h8", WHITE, "");
    put(place, "h8i9", BLACK, "");
    put(place, "h8i9j10", WHITE, "");
    put(place, "h8i9j10", BLACK, "");
    put(place, "h8i9j10k11", BLACK, "two passes in a row");
    put(place, "h8i9j10k11", WHITE, "");
    assert_int_equal(export(place, 0), 6);
    read_fault(place);
    for (const char *at = place->told; (at = strchr(at, '|')) != NULL; at++) {
        told++;
    }
    assert_int_equal(told, 6);
}

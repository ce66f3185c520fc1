/* Checks the file of games: its text letter by letter, that what is written is read again, and that
 * nothing else is: every cut, every changed byte and a list of wrong lines must be refused.
 */
#include "tools/games/records.h"

#include "drawn.h"
#include "scatter.h"
#include "scribbled.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILES = 60, /* random ones that are written and read */
    GAMES = 4,  /* in each */
    FILE_TEXT_MAX = (GAMES + 2) * RECORD_TEXT_MAX,
    SMALL_SIDE = 6, /* of the board of which a file is broken in every way */
};

#define FRAME(rule, size, win, nodes, seed)                                                        \
    "tengen-games 4 rule " rule " size " size " win " win " nodes " nodes " seed " seed " "
#define GAME15 FRAME("0", "15x15", "5", "1", "1")
#define USUAL  "stones 3-8 margin 30 start-moves 4 uneven-percent 0 uneven-margin 150 "
#define RANDOM "random-percent 0 random-plies 16 "
#define PLAIN  "first 0 " USUAL RANDOM
#define ORIGIN "openings - evaluation base parameters - engine 0.1.0-91f0c3d2a4b5e697"
#define SMALL  FRAME("0", "6x6", "5", "1", "1") PLAIN ORIGIN

static const char sample_head[] = FRAME("9", "32x12", "4", "1000", "7") PLAIN ORIGIN;
static const char sample[] =
    FRAME("9", "32x12", "4", "1000", "7") PLAIN ORIGIN "\n"
                                                       "1 2 af12a1z3aa10 -20000,+M1\n"
                                                       "= 1 b2 -\n"
                                                       "0 0 b2c3d4 0,.,-M512\n"
                                                       "0 0 - -\n"
                                                       "end 4 of 9 checksum ";

/* FNV-1a as its authors define it. */
static uint64_t fnv_of(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++) {
        hash ^= (unsigned char)text[i];
        hash *= UINT64_C(1099511628211);
    }
    return hash;
}

/* Reads a text line by line; returns what is wrong with it, NULL if it is whole. Games go to the
 * records, if there are any. */
static const char *read_text(const char *text, Record *records)
{
    RecordReader reader = {.lines = 0};
    Record record;
    while (*text != '\0') {
        const char *end = strchr(text, '\n');
        char line[RECORD_TEXT_MAX];
        if (end == NULL) { /* no line without its end counts */
            break;
        }
        memcpy(line, text, (size_t)(end - text));
        line[end - text] = '\0';
        if (record_read_line(&reader, line, &record) == RECORD_GAME && records != NULL) {
            *records++ = record;
        }
        text = end + 1;
    }
    return record_fault(&reader);
}

static void put_line(char *text, const char *line)
{
    strcat(strcat(text, line), "\n");
}

/* Writes a file of these games. */
static void write_text(const RecordHeader *header, const Record *records, int count, char *text)
{
    RecordWriter writer;
    Geometry geometry;
    char line[RECORD_TEXT_MAX];
    geometry_init(&geometry, header->game.width, header->game.height);
    *text = '\0';
    record_write_header(&writer, header, line);
    put_line(text, line);
    for (int i = 0; i < count; i++) {
        record_write_game(&geometry, &records[i], line);
        record_count_game(&writer, line);
        put_line(text, line);
    }
    record_write_end(&writer, count, line);
    put_line(text, line);
}

TEST(the_text_is_as_described)
{
    static Record records[GAMES];
    RecordReader reader = {.lines = 0};
    Record record;
    char whole[sizeof sample + RECORD_FRAME_TEXT_MAX];
    snprintf(whole, sizeof whole, "%s%016llx\n", sample,
             (unsigned long long)fnv_of(sample, sizeof sample - 1));
    assert_null(read_text(whole, records));
    assert_int_equal(records[0].result, RECORD_BLACK_WINS);
    assert_int_equal(records[0].opening, 2);
    assert_int_equal(records[0].count, 4);
    assert_int_equal(records[0].scores[2], -20000);
    assert_int_equal(records[0].scores[3], value_win_at(1));
    assert_int_equal(records[1].result, RECORD_DRAW);
    assert_int_equal(records[2].result, RECORD_WHITE_WINS);
    assert_int_equal(records[2].scores[1], RECORD_NO_SCORE);
    assert_int_equal(records[2].scores[2], value_loss_at(512));
    assert_int_equal(records[3].count, 0);

    assert_int_equal(record_read_line(&reader, sample_head, &record), RECORD_HEADER);
    assert_int_equal(reader.header.game.rule, RULE_CARO_EXACT);
    assert_true(reader.header.nodes == 1000 && reader.header.seed == 7);
    static const int places[][2] = {{31, 11}, {0, 0}, {25, 2}, {26, 9}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(geometry_x(&reader.geometry, records[0].moves[i]), places[i][0]);
        assert_int_equal(geometry_y(&reader.geometry, records[0].moves[i]), places[i][1]);
    }
    RecordHeader header = reader.header;
    header.openings = UINT64_C(0x0123456789abcdef);
    origin_write(EVALUATION_TUNED, header.origin);
    static char text[FILE_TEXT_MAX], expected[FILE_TEXT_MAX];
    write_text(&header, records, GAMES, text);
    snprintf(expected, sizeof expected,
             FRAME("9", "32x12", "4", "1000", "7") PLAIN
             "openings 0123456789abcdef evaluation tuned parameters - engine %s\n%.*s",
             origin_engine, (int)(strstr(sample, "4 of 9") - strchr(sample, '\n') - 1),
             strchr(sample, '\n') + 1);
    assert_int_equal(strncmp(text, expected, strlen(expected)), 0);
}

/* The engine names its version and sixteen digits of the hash of its sources. */
TEST(the_engine_has_a_name)
{
    const char *hash = strrchr(origin_engine, '-');
    assert_non_null(hash);
    assert_true(hash > origin_engine && strlen(hash + 1) == 16);
    assert_int_equal(strspn(hash + 1, "0123456789abcdef"), 16);
}

TEST(what_is_written_is_read_again)
{
    static Record written[GAMES], read[GAMES];
    static char text[FILE_TEXT_MAX];
    uint64_t seed = SCATTER_SEED;
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, SIDE_MAX, SIDE_MAX, 5});
    for (int file = 0; file < FILES; file++) {
        Game game = scatter_game((Rule)(file % RULE_COUNT), 5, &seed);
        RecordHeader header = scribbled_header(game, &seed);
        drawn_clear(drawn, game);
        for (int i = 0; i < GAMES; i++) {
            scribbled_game(drawn, &written[i], &seed);
        }
        write_text(&header, written, GAMES, text);
        assert_null(read_text(text, read));
        for (int i = 0; i < GAMES; i++) {
            assert_true(scribbled_same_game(&written[i], &read[i]));
        }
    }
    free(drawn);
}

/* A file of a few games on a small board. */
static void write_small(char *text)
{
    static Record records[GAMES];
    uint64_t seed = SCATTER_SEED;
    Game game = {RULE_STANDARD, SMALL_SIDE, SMALL_SIDE, 5};
    static const GameVariety usual;
    RecordHeader header = {
        .game = game, .nodes = 1, .seed = 1, .variety = record_settle_variety(&usual)};
    Drawn *drawn = drawn_new(game);
    origin_write(EVALUATION_BEST, header.origin);
    for (int i = 0; i < GAMES; i++) {
        scribbled_game(drawn, &records[i], &seed);
    }
    write_text(&header, records, GAMES, text);
    free(drawn);
}

TEST(every_cut_is_noticed)
{
    static char text[FILE_TEXT_MAX];
    write_small(text);
    assert_null(read_text(text, NULL));
    for (size_t length = strlen(text); length-- > 0;) {
        text[length] = '\0';
        assert_non_null(read_text(text, NULL));
    }
}

TEST(every_changed_byte_is_noticed)
{
    static char text[FILE_TEXT_MAX];
    static const char others[] = "01M+.a-\n Z";
    write_small(text);
    for (size_t i = 0; text[i] != '\0'; i++) {
        char right = text[i];
        for (const char *other = others; *other != '\0'; other++) {
            text[i] = *other;
            assert_true(*other == right || read_text(text, NULL) != NULL);
        }
        text[i] = right;
    }
}

TEST(a_missing_or_swapped_line_is_noticed)
{
    static char text[FILE_TEXT_MAX], changed[2 * FILE_TEXT_MAX];
    write_small(text);
    const char *second = strchr(text, '\n') + 1, *third = strchr(second, '\n') + 1;
    const char *fourth = strchr(third, '\n') + 1;
    snprintf(changed, sizeof changed, "%.*s%s", (int)(second - text), text, third);
    assert_non_null(read_text(changed, NULL));
    snprintf(changed, sizeof changed, "%.*s%.*s%.*s%s", (int)(second - text), text,
             (int)(fourth - third), third, (int)(third - second), second, fourth);
    assert_non_null(read_text(changed, NULL));
    snprintf(changed, sizeof changed, "%s1 0 - -\n", text);
    assert_non_null(read_text(changed, NULL));
}

TEST(first_lines_are_read)
{
    static const char *const lines[] = {
        GAME15 PLAIN ORIGIN,
        GAME15 PLAIN "openings 91f0c3d2a4b5e697 evaluation tuned parameters A_B=4,C=5 engine 1-0",
        GAME15 "first 5 " USUAL RANDOM ORIGIN,
        GAME15 "first 4611686018427387903 stones 1-40 margin 20000 start-moves 1000 uneven-percent "
               "100 uneven-margin 1 random-percent 6 random-plies 1024 " ORIGIN,
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        RecordReader reader = {.lines = 0};
        Record record;
        assert_int_equal(record_read_line(&reader, lines[i], &record), RECORD_HEADER);
        assert_true(reader.header.openings == (i == 1 ? UINT64_C(0x91f0c3d2a4b5e697) : 0));
        assert_true(reader.header.variety.start_moves == (i < 3 ? 4 : 1000));
        char line[RECORD_TEXT_MAX];
        RecordWriter writer;
        record_write_header(&writer, &reader.header, line);
        assert_string_equal(line, lines[i]);
    }
}

TEST(wrong_first_lines_are_refused)
{
    static const char *const lines[] = {
        "",
        "1 0 a1 .",
        "end 0 of 0 checksum cbf29ce484222325",
        "tengen-games 4 rule 0 size 15x15 win 5 nodes 1 seed 1",
        "tengen-games",
        GAME15 ORIGIN,
        GAME15 PLAIN,
        GAME15 "first 4611686018427387904 " USUAL RANDOM ORIGIN,
        GAME15 "first -1 " USUAL RANDOM ORIGIN,
        GAME15 PLAIN "others 0 " ORIGIN,
        GAME15 "first 5 " USUAL "random-percent 101 random-plies 16 " ORIGIN,
        GAME15 "first 5 " USUAL "random-percent 0 random-plies 0 " ORIGIN,
        GAME15
        "first 5 stones 8-3 margin 30 start-moves 4 uneven-percent 0 uneven-margin 150 " RANDOM
            ORIGIN,
        GAME15 PLAIN "openings 0123 evaluation base parameters - engine 1-0",
        GAME15 PLAIN "openings 0000000000000000 evaluation base parameters - engine 1-0",
        GAME15 PLAIN "openings 0123456789abcdeg evaluation base parameters - engine 1-0",
        GAME15 PLAIN "openings - evaluation  parameters - engine 1-0",
        GAME15 PLAIN "openings - evaluation base margins - engine 1-0",
        GAME15 PLAIN "openings - evaluation base parameters  engine 1-0",
        GAME15 PLAIN "openings - evaluation base parameters - engine ",
        GAME15 PLAIN "openings - evaluation base parameters - engine */",
        GAME15 PLAIN "openings - evaluation base parameters - engine 1-0 ",
        FRAME("2", "15x15", "5", "1", "1") PLAIN ORIGIN,
        FRAME("0", "15", "5", "1", "1") PLAIN ORIGIN,
        FRAME("0", "33x15", "5", "1", "1") PLAIN ORIGIN,
        FRAME("0", "15x2", "5", "1", "1") PLAIN ORIGIN,
        FRAME("0", "15x15", "6", "1", "1") PLAIN ORIGIN,
        FRAME("4", "15x15", "4", "1", "1") PLAIN ORIGIN,
        FRAME("0", "15x15", "5", "-1", "1") PLAIN ORIGIN,
        FRAME("0", "15x15", "5", "1", "18446744073709551616") PLAIN ORIGIN,
        FRAME("00", "15x15", "5", "1", "1") PLAIN ORIGIN,
        " " GAME15 PLAIN ORIGIN,
        GAME15 PLAIN ORIGIN " ",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        RecordReader reader = {.lines = 0};
        Record record;
        if (record_read_line(&reader, lines[i], &record) != RECORD_FAULT) {
            fail_msg("'%s' was read", lines[i]);
        }
        assert_non_null(record_fault(&reader));
    }
}

TEST(other_versions_are_refused_by_name)
{
    static const struct {
        const char *line, *word;
    } files[] = {
        {"tengen-games 0 rule 0 size 15x15 win 5 nodes 1 seed 1", "older"},
        {"tengen-games 1 rule 0 size 15x15 win 5 nodes 1 seed 1", "older"},
        {"tengen-games 2 rule 0 size 15x15 win 5 nodes 1 seed 1 openings - evaluation base margins "
         "- engine 0.1.0-91f0c3d2a4b5e697",
         "older"},
        {"tengen-games 3 rule 0 size 15x15 win 5 nodes 1 seed 1 first 5 " USUAL RANDOM
         "others 0 openings - evaluation base margins - engine 0.1.0-91f0c3d2a4b5e697",
         "older"},
        {"tengen-games 5 rule 0", "labels"},
        {"tengen-games 6 rule 0", "newer"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        RecordReader reader = {.lines = 0};
        Record record;
        assert_int_equal(record_read_line(&reader, files[i].line, &record), RECORD_FAULT);
        assert_non_null(strstr(record_fault(&reader), files[i].word));
    }
}

/* The first line and a game are good, so each of these lines is refused for its own fault. */
static void assert_refused(const char *first, const char *good, const char *const *lines,
                           size_t count)
{
    for (size_t i = 0; i < count; i++) {
        RecordReader reader = {.lines = 0};
        Record record;
        assert_int_equal(record_read_line(&reader, first, &record), RECORD_HEADER);
        assert_int_equal(record_read_line(&reader, good, &record), RECORD_GAME);
        if (record_read_line(&reader, lines[i], &record) != RECORD_FAULT) {
            fail_msg("'%s' was read", lines[i]);
        }
        assert_non_null(record_fault(&reader));
        assert_true(reader.lines == 3);
        assert_int_equal(record_read_line(&reader, good, &record), RECORD_FAULT);
    }
}

TEST(wrong_games_are_refused)
{
    static const char *const lines[] = {
        "",
        "1",
        "2 0 a1 .",
        "1 0 a1",
        "1 0 a1 ",
        "1 0 a1 .,",
        "1 0 a1 .,.",
        "1 0 a1b2 .",
        "1 0 a1a1 .,.",
        "1 0 a0 .",
        "1 0 a7 .",
        "1 0 g1 .",
        "1 0 aa1 .",
        "1 0 A1 .",
        "1 0 a01 .",
        "1 0 1 .",
        "1 2 a1 -",
        "1 2 a1 ",
        "1 -1 a1 .",
        "1 1 a1 .",
        "1 0 - .",
        "1 0 a1 -",
        "1 0 a1 +5",
        "1 0 a1 -0",
        "1 0 a1 05",
        "1 0 a1 M5",
        "1 0 a1 +M",
        "1 0 a1 +M513",
        "1 0 a1 30000",
        "1 0 a1 99999999999999999999",
        "1 0 a1  .",
        "1 0 a1 . ",
        "1 0 a1 .\r",
        SMALL,
        "1 0 a1 ??",
        "1 0 a1 ?5",
        "1 0 a1 . -",
        "end",
        "end 0 of 0 checksum ",
        "end 1 of 1 checksum 0000000000000000",
    };
    assert_refused(SMALL, "1 0 a1 .", lines, sizeof lines / sizeof *lines);
}

/* The result belongs to what follows the last random move. */
TEST(random_moves_unsettle_what_is_before_them)
{
    static const struct {
        const char *line;
        int settled;
    } games[] = {
        {"1 0 a1 .", 0},
        {"1 2 a1a2a3a4 .,5", 2},
        {"1 2 a1a2a3a4a5 ?,5,.", 3},
        {"1 2 a1a2a3a4a5 ?,5,?", 5},
        {"1 2 a1a2 -", 2},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        RecordReader reader = {.lines = 0};
        Record record;
        record_read_line(&reader, SMALL, &record);
        assert_int_equal(record_read_line(&reader, games[i].line, &record), RECORD_GAME);
        assert_int_equal(record_settled(&record), games[i].settled);
    }
}

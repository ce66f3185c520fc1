/* Checks files of games: their text for people letter by letter, that what is written is read
 * again, and that whatever else the bytes are is refused with a sentence: every cut, every flipped
 * bit, a list of wrong files whose checksum is right, noise.
 */
#include "tools/games/record_file.h"

#include "drawn.h"
#include "port/fnv.h"
#include "scatter.h"
#include "scribbled.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILES = 90, /* random ones that are written and read */
    GAMES = 4,  /* in each */
    FILE_MAX = (GAMES + 2) * RECORD_BYTES_MAX,
    HASH_BYTES = 8,
    SMALL_SIDE = 6,   /* of the board of which a file is broken in every way */
    ALTERED_MAX = 20, /* bytes that are changed at random at a time */
    TRIES = 50000,    /* such files */
};

typedef struct {
    size_t count;
    uint8_t bytes[FILE_MAX];
} File;

typedef struct {
    RecordHeader header;
    Record records[GAMES];
    int64_t wanted;
} Games;

/* --- writing --- */

static void add_bytes(void *context, const void *bytes, size_t count)
{
    File *file = context;
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
}

static void write_file(const Games *games, File *file)
{
    static RecordWriter writer;
    file->count = 0;
    writer.sink = add_bytes;
    writer.context = file;
    record_write_header(&writer, &games->header);
    for (int i = 0; i < GAMES; i++) {
        record_write_game(&writer, &games->records[i]);
    }
    record_write_end(&writer, games->wanted);
}

/* --- reading --- */

/* Reads a file from memory that ends where it ends, so that a step beyond shows under a sanitizer.
 * Returns what is wrong with it. */
static const char *read_file(const File *file, Games *games)
{
    RecordReader reader;
    static Games scratch;
    uint8_t *bytes = malloc(file->count > 0 ? file->count : 1);
    assert_non_null(bytes);
    memcpy(bytes, file->bytes, file->count);
    games = games == NULL ? &scratch : games;
    int count = 0;
    if (record_open(&reader, bytes, file->count)) {
        Record more; /* of a file that was changed so that it begins with more games */
        while (record_next(&reader, count < GAMES ? &games->records[count] : &more)) {
            count++;
        }
        assert_false(record_next(&reader, &more));
        assert_true(reader.fault != NULL || count == reader.games);
    }
    free(bytes);
    games->header = reader.header;
    games->wanted = reader.wanted;
    assert_true(reader.fault == NULL || strlen(reader.fault) > 10);
    return reader.fault;
}

static void scribble(Drawn *drawn, Game game, Games *games, uint64_t *seed)
{
    games->header = scribbled_header(game, seed);
    games->wanted = GAMES + drawn_below(seed, 3);
    drawn_clear(drawn, game);
    for (int i = 0; i < GAMES; i++) {
        scribbled_game(drawn, &games->records[i], seed);
    }
}

static void assert_same(const Games *one, const Games *other)
{
    assert_true(scribbled_same_header(&one->header, &other->header));
    assert_true(one->wanted == other->wanted);
    for (int i = 0; i < GAMES; i++) {
        assert_true(scribbled_same_game(&one->records[i], &other->records[i]));
    }
}

static void assert_same_bytes(const File *one, const File *other)
{
    assert_true(one->count == other->count);
    assert_memory_equal(one->bytes, other->bytes, one->count);
}

TEST(what_is_written_is_read_again)
{
    static Games written, read;
    static File file, again;
    uint64_t seed = SCATTER_SEED;
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, SIDE_MAX, SIDE_MAX, 5});
    for (int i = 0; i < FILES; i++) {
        scribble(drawn, scatter_game((Rule)(i % RULE_COUNT), 5, &seed), &written, &seed);
        write_file(&written, &file);
        assert_null(read_file(&file, &read));
        assert_same(&written, &read);
        write_file(&read, &again);
        assert_same_bytes(&again, &file);
    }
    free(drawn);
}

/* The smallest and largest of each kind of score, and where a number takes one more byte. */
TEST(every_score_survives)
{
    static Games written, read;
    static File file;
    uint64_t seed = SCATTER_SEED;
    Game game = {RULE_FREESTYLE, 20, 20, 5};
    Drawn *drawn = drawn_new(game);
    scribble(drawn, game, &written, &seed);
    Record *record = &written.records[0];
    while (record->count < 300) {
        scribbled_game(drawn, record, &seed);
    }
    record->opening = 0;
    for (int first = -VALUE_WIN; first <= VALUE_WIN; first += record->count) {
        for (int i = 0; i < record->count; i++) {
            record->scores[i] = first + i > VALUE_WIN ? RECORD_NO_SCORE : first + i;
            record->is_random[i] = false;
        }
        write_file(&written, &file);
        assert_null(read_file(&file, &read));
        assert_same(&written, &read);
    }
    free(drawn);
}

/* --- the bytes as they are described --- */

static void put_hash(File *file)
{
    uint64_t hash = fnv_hash(FNV_BASIS, file->bytes, file->count - HASH_BYTES);
    for (int i = 0; i < HASH_BYTES; i++) {
        file->bytes[file->count - HASH_BYTES + (size_t)i] = (uint8_t)(hash >> (8 * i));
    }
}

/* A file of one game, number 258, on 9 by 4 points, written by hand; "*" is the hash. */
#define HEAD  "tengen\ng\2\0\x09\4\3\xE8\3\0\0\0\0\0\0\7\0\0\0\0\0\0\0"
#define REST  "\0\0\0\0\0\0\0\0\2\1\0\0\0\0\0\0\3\x08\x1E\4\0\x96\1\6\x10"
#define WORDS "\x2A\0 evaluation base parameters - engine 0.1-0"
#define GAME  "\2\3\1\0\x11\x09\x3A\1"
#define LAST  "\3\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0********"
#define WHOLE HEAD REST WORDS GAME LAST

static void set_file(File *file, const char *bytes, size_t count)
{
    file->count = count;
    memcpy(file->bytes, bytes, count);
    put_hash(file);
}

TEST(the_bytes_are_as_described)
{
    static File file;
    static Games games;
    set_file(&file, WHOLE, sizeof WHOLE - 1);
    assert_null(read_file(&file, &games));
    assert_true(games.header.nodes == 1000 && games.header.seed == 7 && games.header.first == 258);
    assert_int_equal(games.header.variety.uneven_margin, 150);
    assert_int_equal(games.header.variety.random_percent, 6);
    assert_string_equal(games.header.origin, " evaluation base parameters - engine 0.1-0");
    const Record *record = &games.records[0];
    assert_int_equal(record->result, RECORD_BLACK_WINS);
    assert_true(record->count == 3 && record->opening == 1 && games.wanted == 2);
    Geometry geometry;
    geometry_init(&geometry, 9, 4);
    assert_int_equal(record->moves[1], geometry_point(&geometry, 8, 1));
    assert_int_equal(record->scores[1], 14);
    assert_true(record->is_random[2] && record->scores[2] == RECORD_NO_SCORE);
}

/* The checksum is right, so each of these is refused for its own fault. */
TEST(wrong_files_are_refused)
{
    static File file;
#define BYTES(text) text, sizeof(text) - 1
    static const struct {
        const char *bytes;
        size_t count;
    } files[] = {
        {BYTES("tengen\rg\2" REST)},
        {BYTES(HEAD REST WORDS GAME "********")},
        {BYTES(HEAD REST WORDS GAME "\3\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0********")},
        {BYTES(HEAD REST WORDS GAME "\3\2\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0********")},
        {BYTES(HEAD REST WORDS GAME "\3\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0********")},
        {BYTES(HEAD REST WORDS GAME "\3\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\x80********")},
        {BYTES(HEAD REST WORDS GAME "\3\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0+********")},
        {BYTES(HEAD REST WORDS "\4\3\1\0\x11\x09\x3A\1" LAST)},   /* result */
        {BYTES(HEAD REST WORDS "\2\3\4\0\x11\x09\x3A\1" LAST)},   /* opening */
        {BYTES(HEAD REST WORDS "\2\x25\1\0\x11\x09\x3A\1" LAST)}, /* count */
        {BYTES(HEAD REST WORDS "\2\3\1\0\x24\x09\x3A\1" LAST)},   /* off the board */
        {BYTES(HEAD REST WORDS "\2\3\1\0\0\x09\x3A\1" LAST)},     /* twice */
        {BYTES(HEAD REST WORDS "\2\3\1\0\x11\x09\xBA\0\1" LAST)}, /* a 0 too much */
        {BYTES(HEAD REST WORDS "\2\3\1\0\x11\x09\xBA\xFF\xFF\0\1" LAST)},
        {BYTES(HEAD REST WORDS "\2\3\1\0\x11\x09\xFE\xFF\x7F\1" LAST)}, /* no score */
        {BYTES(HEAD REST WORDS "\2\3\1\0\x11\x09\xD3\x10\1" LAST)},     /* a win too far */
        {BYTES(HEAD
               "\0\0\0\0\0\0\0\0\2\1\0\0\0\0\0\x80\3\x08\x1E\4\0\x96\1\6\x10" WORDS GAME LAST)},
        {BYTES(HEAD "\0\0\0\0\0\0\0\0\2\1\0\0\0\0\0\0\3\2\x1E\4\0\x96\1\6\x10" WORDS GAME LAST)},
        {BYTES(HEAD REST "\x29\0 evaluation base parameters - engine 0.1-0" GAME LAST)},
        {BYTES(HEAD REST "\x2A\0 evaluation base parameters - engine 0.1*0" GAME LAST)},
        {BYTES(HEAD REST "\x2A\0 evaluation base parameters - engine 0.1\0"
                         "0" GAME LAST)},
        {BYTES(HEAD REST "\x2A\xFF evaluation base parameters - engine 0.1-0" GAME LAST)},
        {BYTES(HEAD REST "\0\0" GAME LAST)}, /* games without an origin */
        {BYTES("tengen\ng\2\2\x09\4\3\xE8\3\0\0\0\0\0\0\7\0\0\0\0\0\0\0" REST WORDS GAME LAST)},
        {BYTES("tengen\ng\2\0\x29\4\3\xE8\3\0\0\0\0\0\0\7\0\0\0\0\0\0\0" REST WORDS GAME LAST)},
        {BYTES("tengen\ng\2\0\x09\4\6\xE8\3\0\0\0\0\0\0\7\0\0\0\0\0\0\0" REST WORDS GAME LAST)},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        set_file(&file, files[i].bytes, files[i].count);
        if (read_file(&file, NULL) == NULL) {
            fail_msg("file %zu was read", i);
        }
    }
}

TEST(other_versions_are_refused_by_name)
{
    static const struct {
        uint8_t version;
        const char *word;
    } files[] = {{0, "older"}, {1, "older"}, {3, "not know"}, {4, "not know"}};
    static File file;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        set_file(&file, WHOLE, sizeof WHOLE - 1);
        file.bytes[RECORD_MAGIC_BYTES] = files[i].version;
        put_hash(&file);
        const char *fault = read_file(&file, NULL);
        assert_non_null(fault);
        assert_non_null(strstr(fault, files[i].word));
    }
}

/* --- damage --- */

/* A file of a few games on a small board, with all that there is. */
static void write_small(File *file)
{
    static Games games;
    Game game = {RULE_STANDARD, SMALL_SIDE, SMALL_SIDE, 5};
    uint64_t seed = SCATTER_SEED;
    Drawn *drawn = drawn_new(game);
    do {
        scribble(drawn, game, &games, &seed);
    } while (games.header.first == 0); /* until it has a variety of its own, too */
    write_file(&games, file);
    free(drawn);
}

TEST(every_cut_and_every_flipped_bit_is_noticed)
{
    static File file;
    write_small(&file);
    assert_null(read_file(&file, NULL));
    for (size_t i = 0; i < 8 * file.count; i++) {
        file.bytes[i / 8] ^= (uint8_t)(1 << i % 8);
        assert_non_null(read_file(&file, NULL));
        file.bytes[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    file.bytes[file.count++] = '\n';
    assert_non_null(read_file(&file, NULL));
    for (file.count--; file.count-- > 0;) {
        assert_non_null(read_file(&file, NULL));
    }
}

/* Whatever the bytes are under a right checksum: they are refused, or are the only way to say what
 * they say. */
TEST(changed_bytes_are_refused_or_mean_what_they_say)
{
    static File good, file, again;
    static Games games;
    uint64_t seed = SCATTER_SEED;
    int accepted = 0;
    write_small(&good);
    for (int i = 0; i < TRIES; i++) {
        memcpy(&file, &good, sizeof file.count + good.count);
        for (int j = drawn_below(&seed, ALTERED_MAX); j >= 0; j--) {
            size_t at = (size_t)drawn_below(&seed, (int)good.count - HASH_BYTES);
            file.bytes[at] = (uint8_t)drawn_random(&seed);
        }
        put_hash(&file);
        if (read_file(&file, &games) == NULL) {
            write_file(&games, &again);
            assert_same_bytes(&again, &file);
            accepted++;
        }
    }
    assert_true(accepted > TRIES / 1000 && accepted < TRIES / 2);
}

/* --- the text --- */

/* A game on a board of 32 by 12 points. What the opening's moves would have for scores means
 * nothing. */
static Record game_of(RecordResult result, int opening, int count, const int (*points)[2],
                      const Value *scores)
{
    Geometry geometry;
    geometry_init(&geometry, 32, 12);
    Record record = {.result = result, .opening = opening, .count = count};
    for (int i = 0; i < count; i++) {
        record.moves[i] = geometry_point(&geometry, points[i][0], points[i][1]);
        record.scores[i] = scores[i];
    }
    return record;
}

static void assert_printed(const Record *record, const char *line)
{
    Geometry geometry;
    char text[RECORD_TEXT_MAX];
    geometry_init(&geometry, 32, 12);
    record_print_game(&geometry, record, text);
    assert_string_equal(text, line);
}

TEST(the_text_is_as_described)
{
    enum { NONE = RECORD_NO_SCORE };
    static const int points[][2] = {{31, 11}, {0, 0}, {25, 2}, {26, 9}};
    const Value scores[] = {0, NONE, -20000, value_win_at(1)},
                loss[] = {NONE, 7, value_loss_at(512)};
    Record record = game_of(RECORD_BLACK_WINS, 2, 4, points, scores);
    assert_printed(&record, "1 2 af12a1z3aa10 -20000,+M1");
    record = game_of(RECORD_WHITE_WINS, 0, 3, points, loss);
    record.is_random[1] = true;
    assert_printed(&record, "0 0 af12a1z3 .,?,-M512");
    record = game_of(RECORD_DRAW, 1, 1, points, scores);
    assert_printed(&record, "= 1 af12 -");
    record = game_of(RECORD_WHITE_WINS, 0, 0, points, scores);
    assert_printed(&record, "0 0 - -");
}

TEST(the_first_line_is_as_described)
{
    static const GameVariety usual;
    RecordHeader header = {.game = {RULE_CARO_EXACT, 32, 12, 4},
                           .nodes = 1000,
                           .seed = 7,
                           .first = 5,
                           .variety = record_settle_variety(&usual)};
    char text[RECORD_FRAME_TEXT_MAX], expected[RECORD_FRAME_TEXT_MAX];
    static const char words[] =
        "tengen-games 2 rule 9 size 32x12 win 4 nodes 1000 seed 7 first 5 stones 3-8 margin 30 "
        "start-moves 4 uneven-percent 0 uneven-margin 150 random-percent 0 random-plies 16 "
        "openings %s evaluation tuned parameters - engine %s";
    origin_write(EVALUATION_TUNED, header.origin);
    record_print_header(&header, text);
    snprintf(expected, sizeof expected, words, "-", origin_engine);
    assert_string_equal(text, expected);
    header.openings = UINT64_C(0x0123456789abcdef);
    record_print_header(&header, text);
    snprintf(expected, sizeof expected, words, "0123456789abcdef", origin_engine);
    assert_string_equal(text, expected);
}

/* The result belongs to what follows the last random move. */
TEST(random_moves_unsettle_what_is_before_them)
{
    static const struct {
        int opening, count, random; /* a bit for each random move */
        int settled;
    } games[] = {
        {0, 1, 0, 0}, {2, 4, 0, 2}, {2, 5, 1 << 2, 3}, {2, 5, 1 << 2 | 1 << 4, 5}, {2, 2, 0, 2}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Record record = {.opening = games[i].opening, .count = games[i].count};
        for (int move = 0; move < record.count; move++) {
            record.is_random[move] = games[i].random >> move & 1;
        }
        assert_int_equal(record_settled(&record), games[i].settled);
    }
}

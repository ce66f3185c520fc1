/* Checks the binary form of files of games, and that either form is read alike: what is written is
 * read again, each form is made from the other byte by byte, and whatever else the bytes are is
 * refused with a sentence: every cut, every flipped bit, a list of wrong files whose checksum is
 * right, noise.
 */
#include "tools/games/record_source.h"

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
    FILE_MAX = (GAMES + 2) * RECORD_TEXT_MAX,
    HASH_BYTES = 8,
    SMALL_SIDE = 6,   /* of the board of which a file is broken in every way */
    ALTERED_MAX = 20, /* bytes that are changed at random at a time */
    TRIES = 50000,    /* such files */
};

_Static_assert((int)FILE_MAX >= (GAMES + 2) * (int)RECORD_BYTES_MAX, "room for both forms");

typedef struct {
    size_t count;
    uint8_t bytes[FILE_MAX];
} File;

typedef struct {
    RecordHeader header;
    Record records[GAMES];
    int64_t wanted;
} Games;

/* --- writing both forms --- */

static void add_line(File *file, const char *line)
{
    file->count += (size_t)sprintf((char *)file->bytes + file->count, "%s\n", line);
}

static void write_text(const Games *games, File *file)
{
    RecordWriter writer;
    Geometry geometry;
    char line[RECORD_TEXT_MAX];
    file->count = 0;
    geometry_init(&geometry, games->header.game.width, games->header.game.height);
    record_write_header(&writer, &games->header, line);
    add_line(file, line);
    for (int i = 0; i < GAMES; i++) {
        record_write_game(&geometry, &games->records[i], line);
        record_count_game(&writer, line);
        add_line(file, line);
    }
    record_write_end(&writer, games->wanted, line);
    add_line(file, line);
}

static void write_binary(const Games *games, File *file)
{
    RecordWriter writer;
    Geometry geometry;
    geometry_init(&geometry, games->header.game.width, games->header.game.height);
    file->count = record_binary_header(&writer, &games->header, file->bytes);
    for (int i = 0; i < GAMES; i++) {
        uint8_t *at = file->bytes + file->count;
        size_t count = record_binary_game(&geometry, &games->records[i], at);
        record_binary_count(&writer, at, count);
        file->count += count;
    }
    file->count += record_binary_end(&writer, games->wanted, file->bytes + file->count);
}

/* --- reading --- */

/* Reads a file from memory that ends where it ends, so that a step beyond shows under a sanitizer.
 * Returns what is wrong with it. */
static const char *read_file(const File *file, Games *games)
{
    static RecordSource source;
    static Games scratch;
    uint8_t *bytes = malloc(file->count > 0 ? file->count : 1);
    assert_non_null(bytes);
    memcpy(bytes, file->bytes, file->count);
    games = games == NULL ? &scratch : games;
    int count = 0;
    if (record_source_open(&source, bytes, file->count)) {
        Record more; /* of a file that was changed so that it begins with more games */
        while (record_source_next(&source, count < GAMES ? &games->records[count] : &more)) {
            count++;
        }
        assert_false(record_source_next(&source, &more));
        assert_true(source.fault != NULL || count == source.games);
    }
    free(bytes);
    games->header = source.header;
    games->wanted = source.wanted;
    assert_true(source.fault == NULL || strlen(source.fault) > 10);
    return source.fault;
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

TEST(each_form_gives_the_other)
{
    static Games written, read;
    static File text, binary, again;
    uint64_t seed = SCATTER_SEED;
    Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, SIDE_MAX, SIDE_MAX, 5});
    for (int i = 0; i < FILES; i++) {
        scribble(drawn, scatter_game((Rule)(i % RULE_COUNT), 5, &seed), &written, &seed);
        write_text(&written, &text);
        write_binary(&written, &binary);
        assert_null(read_file(&text, &read));
        assert_same(&written, &read);
        write_binary(&read, &again);
        assert_same_bytes(&again, &binary);
        assert_null(read_file(&binary, &read));
        assert_same(&written, &read);
        write_text(&read, &again);
        assert_same_bytes(&again, &text);
    }
    free(drawn);
}

/* The smallest and largest of each kind of score, and where a number takes one more byte. */
TEST(every_score_survives)
{
    static Games written, read;
    static File binary;
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
        write_binary(&written, &binary);
        assert_null(read_file(&binary, &read));
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
    } files[] = {{0, "older"}, {1, "older"}, {3, "labels"}, {4, "newer"}};
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

/* A file of either form, of a few games on a small board, with all that there is. */
static void write_small(File *file, bool is_binary)
{
    static Games games;
    Game game = {RULE_STANDARD, SMALL_SIDE, SMALL_SIDE, 5};
    uint64_t seed = SCATTER_SEED;
    Drawn *drawn = drawn_new(game);
    do {
        scribble(drawn, game, &games, &seed);
    } while (games.header.first == 0); /* until it has a variety of its own, too */
    if (is_binary) {
        write_binary(&games, file);
    } else {
        write_text(&games, file);
    }
    free(drawn);
}

TEST(every_cut_and_every_flipped_bit_is_noticed)
{
    static File file;
    for (int is_binary = 0; is_binary < 2; is_binary++) {
        write_small(&file, is_binary);
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
}

/* Whatever the bytes are under a right checksum: they are refused, or are the only way to say what
 * they say. */
TEST(changed_bytes_are_refused_or_mean_what_they_say)
{
    static File good, file, again;
    static Games games;
    uint64_t seed = SCATTER_SEED;
    int accepted = 0;
    write_small(&good, true);
    for (int i = 0; i < TRIES; i++) {
        memcpy(&file, &good, sizeof file.count + good.count);
        for (int j = drawn_below(&seed, ALTERED_MAX); j >= 0; j--) {
            size_t at = (size_t)drawn_below(&seed, (int)good.count - HASH_BYTES);
            file.bytes[at] = (uint8_t)drawn_random(&seed);
        }
        put_hash(&file);
        if (read_file(&file, &games) == NULL) {
            write_binary(&games, &again);
            assert_same_bytes(&again, &file);
            accepted++;
        }
    }
    assert_true(accepted > TRIES / 1000 && accepted < TRIES / 2);
}

TEST(noise_is_refused)
{
    static File file;
    uint64_t seed = SCATTER_SEED;
    for (size_t count = HASH_BYTES; count < 2000; count++) {
        for (size_t i = 0; i < count; i++) {
            file.bytes[i] = (uint8_t)drawn_random(&seed);
        }
        file.count = count;
        assert_non_null(read_file(&file, NULL));
        if (count > RECORD_MAGIC_BYTES + 1 + HASH_BYTES) {
            memcpy(file.bytes, RECORD_MAGIC "\2", RECORD_MAGIC_BYTES + 1);
            put_hash(&file);
            assert_non_null(read_file(&file, NULL));
        }
    }
}

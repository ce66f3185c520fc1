/* records - writing files of games, and checking each line that is read; see records.h. */
#include "tools/games/records.h"

#include "port/fnv.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    VERSION = 4,
    VERSION_LABELS = 5, /* of files with labels (record_version_fault) */
    HASH_DIGITS = 16,   /* hexadecimal */
    PERCENT = 100,
};

/* What the zeros of a variety stand for. Twice what swap2 calls even may favour a side a little. */
static const GameVariety plain = {.stones_min = 3,
                                  .stones_max = 8,
                                  .margin = 30,
                                  .start_moves = 4,
                                  .uneven_margin = 150,
                                  .random_plies = 16};

/* The numbers of a variety, by the names under which they stand in a first line. */
typedef struct {
    const char *name;
    size_t offset;
    int least, most;
} VarietyField;

#define FIELD(name, member, least, most)                                                           \
    {                                                                                              \
        name, offsetof(GameVariety, member), least, most                                           \
    }
static const VarietyField variety_fields[] = {
    FIELD(" stones ", stones_min, 1, OPENING_STONES_MAX),
    FIELD("-", stones_max, 1, OPENING_STONES_MAX),
    FIELD(" margin ", margin, 1, VALUE_ESTIMATE_MAX),
    FIELD(" start-moves ", start_moves, 1, START_MOVES_MAX),
    FIELD(" uneven-percent ", uneven_percent, 0, PERCENT),
    FIELD(" uneven-margin ", uneven_margin, 1, VALUE_ESTIMATE_MAX),
    FIELD(" random-percent ", random_percent, 0, PERCENT),
    FIELD(" random-plies ", random_plies, 1, RECORD_MOVES_MAX),
};
#undef FIELD

enum { VARIETY_FIELDS = sizeof variety_fields / sizeof *variety_fields };

static int *field_of(GameVariety *variety, int i)
{
    return (int *)((char *)variety + variety_fields[i].offset);
}

static const char result_letters[] = {'0', '=', '1'};
static const char empty_list[] = "-";

/* --- hashing --- */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return fnv_hash(hash, text, strlen(text));
}

uint64_t record_hash(const char *text)
{
    return hash_text(FNV_BASIS, text);
}

static void hash_line(RecordWriter *writer, const char *line)
{
    writer->hash = hash_text(hash_text(writer->hash, line), "\n");
}

/* --- what a header says --- */

GameVariety record_settle_variety(const GameVariety *variety)
{
    GameVariety settled = *variety, usual = plain;
    for (int i = 0; i < VARIETY_FIELDS; i++) {
        int *field = field_of(&settled, i);
        *field = *field == 0 ? *field_of(&usual, i) : *field;
    }
    return settled;
}

/* Says whether all numbers of a variety are in their ranges. */
static bool is_variety(const GameVariety *variety)
{
    GameVariety copy = *variety;
    bool is_right = copy.stones_min <= copy.stones_max;
    for (int i = 0; is_right && i < VARIETY_FIELDS; i++) {
        int number = *field_of(&copy, i);
        is_right = number >= variety_fields[i].least && number <= variety_fields[i].most;
    }
    return is_right;
}

const char *record_header_fault(const RecordHeader *header)
{
    const char *fault = rules_fault(&header->game);
    if (fault != NULL) {
        return fault;
    }
    if (!is_variety(&header->variety) || header->first < 0 || header->first > RECORD_NUMBER_MAX) {
        return "the numbers that tell how the games vary are out of their ranges";
    }
    return NULL;
}

const char *record_version_fault(uint64_t version, uint64_t current, uint64_t labels)
{
    return version == labels ? "the file has labels of longer searches, which are no longer read: "
                               "take the games that they were made of"
           : version < current ? "the file has an older format, which is no longer read"
           : version > current ? "the file has a newer format"
                               : NULL;
}

int record_settled(const Record *record)
{
    int settled = record->count;
    while (settled > record->opening && !record->is_random[settled - 1]) {
        settled--;
    }
    return settled;
}

/* --- writing --- */

/* Writes words at the end of a text with room for RECORD_FRAME_TEXT_MAX. */
static void append(char *text, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, RECORD_FRAME_TEXT_MAX - length, format, arguments);
    va_end(arguments);
}

static void append_variety(const RecordHeader *header, char *text)
{
    GameVariety variety = header->variety;
    append(text, " first %" PRId64, header->first);
    for (int i = 0; i < VARIETY_FIELDS; i++) {
        append(text, "%s%d", variety_fields[i].name, *field_of(&variety, i));
    }
}

static void append_openings(const RecordHeader *header, char *text)
{
    if (header->openings == 0) {
        append(text, " openings -");
    } else {
        append(text, " openings %016" PRIx64, header->openings);
    }
}

void record_write_header(RecordWriter *writer, const RecordHeader *header, char *text)
{
    const Game *game = &header->game;
    *text = '\0';
    append(text, "tengen-games %d rule %d size %dx%d win %d nodes %" PRIu64 " seed %" PRIu64,
           VERSION, rules_number(game->rule), game->width, game->height, game->win_length,
           header->nodes, header->seed);
    append_variety(header, text);
    append_openings(header, text);
    append(text, "%s", header->origin);
    *writer = (RecordWriter){.hash = FNV_BASIS};
    hash_line(writer, text);
}

static char *write_moves(const Geometry *geometry, const Record *record, char *text)
{
    if (record->count == 0) {
        return text + sprintf(text, "%s", empty_list);
    }
    for (int i = 0; i < record->count; i++) {
        text += record_write_move(geometry, record->moves[i], text);
    }
    return text;
}

static char *write_scores(const Record *record, char *text)
{
    if (record->count == record->opening) {
        return text + sprintf(text, "%s", empty_list);
    }
    for (int i = record->opening; i < record->count; i++) {
        if (i > record->opening) {
            *text++ = ',';
        }
        if (record->is_random[i]) {
            *text++ = '?';
        } else {
            text += record_write_score(record->scores[i], text);
        }
    }
    return text;
}

void record_write_game(const Geometry *geometry, const Record *record, char *text)
{
    text += sprintf(text, "%c %d ", result_letters[record->result], record->opening);
    text = write_moves(geometry, record, text);
    *text++ = ' ';
    text = write_scores(record, text);
    *text = '\0';
}

void record_count_game(RecordWriter *writer, const char *text)
{
    hash_line(writer, text);
    writer->games++;
}

/* The last line up to its hash. */
static void begin_end(const RecordWriter *writer, int64_t wanted, char *text)
{
    *text = '\0';
    append(text, "end %" PRId64 " of %" PRId64 " checksum ", writer->games, wanted);
}

void record_write_end(const RecordWriter *writer, int64_t wanted, char *text)
{
    begin_end(writer, wanted, text);
    append(text, "%016" PRIx64, hash_text(writer->hash, text));
}

static int word_length(const char *word)
{
    enum { SHOWN_MAX = 40 }; /* of a word, in a sentence */
    size_t length = strcspn(word, " ");
    return length < SHOWN_MAX ? (int)length : SHOWN_MAX;
}

bool record_header_difference(const RecordHeader *one, const RecordHeader *other,
                              char text[RECORD_DIFFERENCE_MAX])
{
    char here[RECORD_FRAME_TEXT_MAX], there[RECORD_FRAME_TEXT_MAX];
    RecordWriter unused;
    size_t name = 0, word = 0, at = 0;
    record_write_header(&unused, one, here);
    record_write_header(&unused, other, there);
    for (; here[at] == there[at]; at++) {
        if (here[at] == '\0') {
            return false;
        }
        if (here[at] == ' ') {
            name = word;
            word = at + 1;
        }
    }
    snprintf(text, RECORD_DIFFERENCE_MAX, "%.*s %.*s, not %.*s", word_length(here + name),
             here + name, word_length(here + word), here + word, word_length(there + word),
             there + word);
    return true;
}

/* --- reading --- */

static const char *pass_number(const char *text, uint64_t *number)
{
    return text == NULL ? NULL : record_read_number(text, number);
}

static const char *pass_small(const char *text, int *number)
{
    enum { MOST = 1 << 20 };
    return text == NULL ? NULL : record_read_small(text, MOST, number);
}

static const char *pass_rule(const char *text, Rule *rule)
{
    int number;
    text = pass_small(text, &number);
    return text != NULL && rules_with_number(number, rule) ? text : NULL;
}

/* A hash, or "-" for none. */
static const char *pass_hash(const char *text, uint64_t *hash)
{
    static const char digits[] = "0123456789abcdef";
    *hash = 0;
    if (text == NULL || *text == '-') {
        return record_pass(text, empty_list);
    }
    if (strspn(text, digits) != HASH_DIGITS) {
        return NULL;
    }
    for (int i = 0; i < HASH_DIGITS; i++) {
        *hash = *hash << 4 | (uint64_t)(strchr(digits, text[i]) - digits);
    }
    return *hash == 0 ? NULL : text + HASH_DIGITS; /* that would be written as "-" */
}

static const char *pass_first(const char *text, int64_t *first)
{
    uint64_t number;
    text = pass_number(record_pass(text, " first "), &number);
    if (text == NULL || number > INT64_MAX) {
        return NULL;
    }
    *first = (int64_t)number;
    return text;
}

static const char *pass_variety(const char *text, RecordHeader *header)
{
    text = pass_first(text, &header->first);
    for (int i = 0; i < VARIETY_FIELDS; i++) {
        text = pass_small(record_pass(text, variety_fields[i].name), field_of(&header->variety, i));
    }
    return text;
}

/* The words of the origin, which end the line. */
static const char *pass_origin(const char *text, char origin[ORIGIN_TEXT_MAX])
{
    const char *rest = text == NULL ? NULL : origin_read(text);
    if (rest == NULL || rest - text >= ORIGIN_TEXT_MAX) {
        return NULL;
    }
    memcpy(origin, text, (size_t)(rest - text));
    origin[rest - text] = '\0';
    return rest;
}

static bool is_end(const char *text)
{
    return text != NULL && *text == '\0';
}

static const char *read_header(RecordReader *reader, const char *line)
{
    RecordHeader *header = &reader->header;
    Game *game = &header->game;
    uint64_t version;
    const char *text = pass_number(record_pass(line, "tengen-games "), &version);
    if (text == NULL) {
        return "this is no file of Tengen's games";
    }
    if (version != VERSION) {
        return record_version_fault(version, VERSION, VERSION_LABELS);
    }
    text = pass_rule(record_pass(text, " rule "), &game->rule);
    text = pass_small(record_pass(text, " size "), &game->width);
    text = pass_small(record_pass(text, "x"), &game->height);
    text = pass_small(record_pass(text, " win "), &game->win_length);
    text = pass_number(record_pass(text, " nodes "), &header->nodes);
    text = pass_number(record_pass(text, " seed "), &header->seed);
    text = pass_variety(text, header);
    text = pass_hash(record_pass(text, " openings "), &header->openings);
    text = pass_origin(text, header->origin);
    if (!is_end(text)) {
        return "the first line is not as it should be";
    }
    return record_header_fault(header);
}

static const char *read_result(const char *text, RecordResult *result)
{
    const char *letter =
        *text == '\0' ? NULL : memchr(result_letters, *text, sizeof result_letters);
    if (letter == NULL) {
        return NULL;
    }
    *result = (RecordResult)(letter - result_letters);
    return text + 1;
}

static const char *pass_moves(const Geometry *geometry, const char *text, Record *record)
{
    const char *rest = record_pass(text, empty_list);
    if (text == NULL || rest != NULL) {
        record->count = 0;
        return rest;
    }
    return record_read_moves(geometry, text, record->moves, &record->count);
}

/* A score, or the mark of a random move. */
static const char *pass_score(const char *text, Record *record, int move)
{
    record->is_random[move] = *text == '?';
    if (record->is_random[move]) {
        record->scores[move] = RECORD_NO_SCORE;
        return text + 1;
    }
    return record_read_score(text, &record->scores[move]);
}

static const char *pass_scores(const char *text, Record *record)
{
    if (record->count == record->opening) {
        return record_pass(text, empty_list);
    }
    for (int i = record->opening; text != NULL && i < record->count; i++) {
        text = i > record->opening ? record_pass(text, ",") : text;
        text = text == NULL ? NULL : pass_score(text, record, i);
    }
    return text;
}

static const char *read_game(const RecordReader *reader, const char *line, Record *record)
{
    const char *text = read_result(line, &record->result);
    text = pass_small(record_pass(text, " "), &record->opening);
    text = pass_moves(&reader->geometry, record_pass(text, " "), record);
    if (text == NULL) {
        return "the line is no game: result, number of given moves and moves were expected";
    }
    if (record->opening > record->count) {
        return "the opening is longer than the game";
    }
    text = pass_scores(record_pass(text, " "), record);
    return is_end(text) ? NULL : "the scores are not as many as the moves, or no scores";
}

static const char *read_end(RecordReader *reader, const char *line)
{
    uint64_t games, wanted;
    const char *text = pass_number(record_pass(line, "end "), &games);
    text = pass_number(record_pass(text, " of "), &wanted);
    if (record_pass(text, " checksum ") == NULL || wanted > RECORD_NUMBER_MAX) {
        return "the last line is not as it should be";
    }
    if (games != (uint64_t)reader->seen.games || wanted < games) {
        return "the last line counts other games than there are";
    }
    char expected[RECORD_FRAME_TEXT_MAX];
    record_write_end(&reader->seen, (int64_t)wanted, expected);
    if (strcmp(line, expected) != 0) {
        return "the checksum does not match: the file was changed";
    }
    reader->wanted = (int64_t)wanted;
    return NULL;
}

/* Takes a line for what it must be at this place. */
static RecordLine read_any(RecordReader *reader, const char *line, Record *record)
{
    if (reader->has_end) {
        reader->fault = "something follows the last line";
        return RECORD_FAULT;
    }
    if (!reader->has_header) {
        reader->fault = read_header(reader, line);
        return RECORD_HEADER;
    }
    if (record_pass(line, "end ") != NULL) {
        reader->fault = read_end(reader, line);
        return RECORD_END;
    }
    reader->fault = read_game(reader, line, record);
    return RECORD_GAME;
}

/* Notes what a good line said. */
static void note(RecordReader *reader, RecordLine kind, const char *line)
{
    switch (kind) {
    case RECORD_HEADER:
        reader->has_header = true;
        reader->seen = (RecordWriter){.hash = FNV_BASIS};
        geometry_init(&reader->geometry, reader->header.game.width, reader->header.game.height);
        hash_line(&reader->seen, line);
        break;
    case RECORD_GAME: record_count_game(&reader->seen, line); break;
    case RECORD_END: reader->has_end = true; break;
    case RECORD_FAULT: break;
    }
}

RecordLine record_read_line(RecordReader *reader, const char *line, Record *record)
{
    if (reader->has_fault) {
        return RECORD_FAULT;
    }
    reader->lines++;
    RecordLine kind = read_any(reader, line, record);
    reader->has_fault = reader->fault != NULL;
    if (reader->has_fault) {
        return RECORD_FAULT;
    }
    note(reader, kind, line);
    return kind;
}

const char *record_fault(const RecordReader *reader)
{
    if (reader->has_fault) {
        return reader->fault;
    }
    return reader->has_end ? NULL : "the file is cut off: its last line is missing";
}

/* record_file - games to bytes and back; see record_file.h. */
#include "tools/games/record_file.h"

#include "port/fnv.h"

#include <string.h>

enum {
    RESULTS = RECORD_BLACK_WINS + 1,
    END = RESULTS,     /* where the next game would have its result */
    SMALL_BOARD = 256, /* points that a byte can tell apart */
    BYTE_BITS = 8,
    NUMBER_BITS = 7, /* of a number in each byte */
    NUMBER_GOES_ON = 1 << NUMBER_BITS,
    NUMBER_BYTES_MAX = 3, /* scores, counts and variety have 21 bits at most */
    HASH_BYTES = 8,
};

/* The numbers of scores. */
enum { SCORE_NONE, SCORE_RANDOM, SCORE_VALUE, SCORE_PROVEN, SCORE_KINDS = 2 };

_Static_assert(sizeof RECORD_MAGIC - 1 == RECORD_MAGIC_BYTES, "the magic, without a zero");

static bool has_byte_points(const Geometry *geometry)
{
    return geometry->width * geometry->height <= SMALL_BOARD;
}

/* --- scores as numbers --- */

static unsigned fold(int n)
{
    return n < 0 ? 2 * (unsigned)(-1 - n) + 1 : 2 * (unsigned)n;
}

static int unfold(unsigned n)
{
    return n % 2 == 0 ? (int)(n / 2) : -1 - (int)(n / 2);
}

static unsigned number_of_score(Value score, bool is_random)
{
    if (is_random || score == RECORD_NO_SCORE) {
        return is_random ? SCORE_RANDOM : SCORE_NONE;
    }
    if (value_is_proven(score)) {
        int moves = score > 0 ? VALUE_WIN - score : -1 - (VALUE_WIN + score);
        return SCORE_PROVEN + SCORE_KINDS * fold(moves);
    }
    return SCORE_VALUE + SCORE_KINDS * fold(score);
}

/* False: it is the number of no score. */
static bool score_of_number(unsigned number, Value *score)
{
    *score = RECORD_NO_SCORE;
    if (number < SCORE_VALUE) {
        return true;
    }
    bool is_proven = (number - SCORE_VALUE) % SCORE_KINDS != 0;
    int n = unfold((number - SCORE_VALUE) / SCORE_KINDS);
    *score = !is_proven ? n : n >= 0 ? VALUE_WIN - n : -1 - n - VALUE_WIN;
    return value_is_proven(*score) == is_proven && abs(*score) <= VALUE_WIN;
}

/* --- writing --- */

static uint8_t *put_bytes(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        *at++ = (uint8_t)(number >> (BYTE_BITS * i));
    }
    return at;
}

static uint8_t *put_number(uint8_t *at, unsigned number)
{
    for (; number >= NUMBER_GOES_ON; number >>= NUMBER_BITS) {
        *at++ = (uint8_t)(number % NUMBER_GOES_ON + NUMBER_GOES_ON);
    }
    *at++ = (uint8_t)number;
    return at;
}

static uint8_t *put_move(uint8_t *at, const Geometry *geometry, Point move)
{
    int cell = geometry_y(geometry, move) * geometry->width + geometry_x(geometry, move);
    return put_bytes(at, (uint64_t)cell, has_byte_points(geometry) ? 1 : 2);
}

static uint8_t *put_variety(uint8_t *at, const RecordHeader *header)
{
    const GameVariety *variety = &header->variety;
    const int numbers[] = {variety->stones_min,     variety->stones_max,     variety->margin,
                           variety->start_moves,    variety->uneven_percent, variety->uneven_margin,
                           variety->random_percent, variety->random_plies};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        at = put_number(at, (unsigned)numbers[i]);
    }
    return at;
}

/* Hands on bytes that were put at the beginning of the writer's. */
static void pass_on(RecordWriter *writer, const uint8_t *end)
{
    size_t count = (size_t)(end - writer->bytes);
    writer->hash = fnv_hash(writer->hash, writer->bytes, count);
    writer->sink(writer->context, writer->bytes, count);
}

void record_write_header(RecordWriter *writer, const RecordHeader *header)
{
    const Game *game = &header->game;
    size_t origin = strlen(header->origin);
    geometry_init(&writer->geometry, game->width, game->height);
    memcpy(writer->bytes, RECORD_MAGIC, RECORD_MAGIC_BYTES);
    uint8_t *at = put_bytes(writer->bytes + RECORD_MAGIC_BYTES, RECORD_VERSION, 1);
    at = put_bytes(at, (uint64_t)rules_number(game->rule), 1);
    at = put_bytes(at, (uint64_t)game->width, 1);
    at = put_bytes(at, (uint64_t)game->height, 1);
    at = put_bytes(at, (uint64_t)game->win_length, 1);
    at = put_bytes(at, header->nodes, sizeof header->nodes);
    at = put_bytes(at, header->seed, sizeof header->seed);
    at = put_bytes(at, header->openings, sizeof header->openings);
    at = put_bytes(at, (uint64_t)header->first, sizeof header->first);
    at = put_variety(at, header);
    at = put_bytes(at, origin, 2);
    memcpy(at, header->origin, origin);
    writer->hash = FNV_BASIS;
    writer->games = 0;
    pass_on(writer, at + origin);
}

void record_write_game(RecordWriter *writer, const Record *record)
{
    uint8_t *at = put_bytes(writer->bytes, record->result, 1);
    at = put_number(at, (unsigned)record->count);
    at = put_number(at, (unsigned)record->opening);
    for (int i = 0; i < record->count; i++) {
        at = put_move(at, &writer->geometry, record->moves[i]);
    }
    for (int i = record->opening; i < record->count; i++) {
        at = put_number(at, number_of_score(record->scores[i], record->is_random[i]));
    }
    writer->games++;
    pass_on(writer, at);
}

void record_write_end(RecordWriter *writer, int64_t wanted)
{
    uint8_t *at = put_bytes(writer->bytes, END, 1);
    at = put_bytes(at, (uint64_t)writer->games, sizeof writer->games);
    at = put_bytes(at, (uint64_t)wanted, sizeof wanted);
    at = put_bytes(at, fnv_hash(writer->hash, writer->bytes, (size_t)(at - writer->bytes)),
                   HASH_BYTES);
    pass_on(writer, at);
}

/* --- reading ---
 *
 * What is taken beyond the end, or is none of what may stand there, is a fault; the first one
 * stays, and all that is taken after it is 0. So steps can follow one another and be checked at the
 * end. */

static void record_refuse(RecordReader *reader, const char *fault)
{
    reader->fault = reader->fault == NULL ? fault : reader->fault;
    reader->at = reader->end;
}

static uint64_t take_fixed(RecordReader *reader, int bytes)
{
    uint64_t number = 0;
    if (reader->end - reader->at < bytes) {
        record_refuse(reader, "the file ends in the middle of a game");
        return 0;
    }
    for (int i = 0; i < bytes; i++) {
        number |= (uint64_t)*reader->at++ << (BYTE_BITS * i);
    }
    return number;
}

static unsigned take_record_number(RecordReader *reader)
{
    unsigned number = 0;
    for (int i = 0; i < NUMBER_BYTES_MAX; i++) {
        unsigned byte = (unsigned)take_fixed(reader, 1);
        number |= byte % NUMBER_GOES_ON << (NUMBER_BITS * i);
        if (byte < NUMBER_GOES_ON && (byte > 0 || i == 0)) {
            return number;
        }
    }
    record_refuse(reader, "a number of the file has more digits than it needs");
    return 0;
}

/* A move that lies on the board. */
static Point take_record_move(RecordReader *reader)
{
    const Geometry *geometry = &reader->geometry;
    int cell = (int)take_fixed(reader, has_byte_points(geometry) ? 1 : 2);
    if (cell >= geometry->width * geometry->height) {
        record_refuse(reader, "a move lies outside the board");
        cell = 0;
    }
    return geometry_point(geometry, cell % geometry->width, cell / geometry->width);
}

static void take_game(RecordReader *reader)
{
    Game *game = &reader->header.game;
    if (!rules_with_number((int)take_fixed(reader, 1), &game->rule)) {
        record_refuse(reader, "the games have a rule that this version does not know");
    }
    game->width = (int)take_fixed(reader, 1);
    game->height = (int)take_fixed(reader, 1);
    game->win_length = (int)take_fixed(reader, 1);
}

static void take_variety(RecordReader *reader)
{
    GameVariety *variety = &reader->header.variety;
    int *const numbers[] = {&variety->stones_min,     &variety->stones_max,
                            &variety->margin,         &variety->start_moves,
                            &variety->uneven_percent, &variety->uneven_margin,
                            &variety->random_percent, &variety->random_plies};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        *numbers[i] = (int)take_record_number(reader);
    }
}

static void take_origin(RecordReader *reader)
{
    char *origin = reader->header.origin;
    size_t count = (size_t)take_fixed(reader, 2);
    if (count >= ORIGIN_TEXT_MAX || count > (size_t)(reader->end - reader->at)) {
        record_refuse(reader, "the header is cut off");
        return;
    }
    memcpy(origin, reader->at, count);
    reader->at += count;
    const char *end = origin_read(origin);
    if (end != origin + count) {
        record_refuse(reader, "the header does not say what played the games, as it should");
    }
}

static void take_header(RecordReader *reader)
{
    RecordHeader *header = &reader->header;
    take_game(reader);
    header->nodes = take_fixed(reader, sizeof header->nodes);
    header->seed = take_fixed(reader, sizeof header->seed);
    header->openings = take_fixed(reader, sizeof header->openings);
    header->first = (int64_t)take_fixed(reader, sizeof header->first);
    take_variety(reader);
    take_origin(reader);
    if (reader->fault == NULL) {
        reader->fault = record_header_fault(header);
    }
}

static bool has_magic(const void *bytes, size_t count)
{
    return count >= RECORD_MAGIC_BYTES && memcmp(bytes, RECORD_MAGIC, RECORD_MAGIC_BYTES) == 0;
}

/* Checks the frame of the file, and takes its hash off the end. */
static const char *check_frame(RecordReader *reader, const void *bytes, size_t count)
{
    if (!has_magic(bytes, count)) {
        return "this is no file of Tengen's games";
    }
    if (count < RECORD_MAGIC_BYTES + 1 + HASH_BYTES) {
        return "the file is cut off";
    }
    uint8_t version = reader->at[RECORD_MAGIC_BYTES];
    if (version != RECORD_VERSION) {
        return version < RECORD_VERSION ? "the file has an older form, which is no longer read"
                                        : "the file has a form that this version does not know";
    }
    reader->at = reader->end - HASH_BYTES;
    uint64_t hash = take_fixed(reader, HASH_BYTES);
    if (hash != fnv_hash(FNV_BASIS, bytes, count - HASH_BYTES)) {
        return "the file is cut off or was changed: its checksum does not match";
    }
    return NULL;
}

bool record_open(RecordReader *reader, const void *bytes, size_t count)
{
    const uint8_t *begin = bytes;
    *reader = (RecordReader){.at = begin, .end = begin + count};
    reader->fault = check_frame(reader, bytes, count);
    if (reader->fault != NULL) {
        return false;
    }
    reader->at = begin + RECORD_MAGIC_BYTES + 1;
    reader->end = begin + count - HASH_BYTES;
    take_header(reader);
    if (reader->fault != NULL) {
        return false;
    }
    geometry_init(&reader->geometry, reader->header.game.width, reader->header.game.height);
    return true;
}

static void take_end(RecordReader *reader)
{
    uint64_t games = take_fixed(reader, sizeof games), wanted = take_fixed(reader, sizeof wanted);
    if (games != (uint64_t)reader->games || wanted < games || wanted > RECORD_NUMBER_MAX) {
        record_refuse(reader, "the end of the file counts other games than there are");
    }
    if (reader->at != reader->end) {
        record_refuse(reader, "something follows the end of the file");
    }
    reader->wanted = (int64_t)wanted;
    reader->has_end = reader->fault == NULL;
}

static void take_moves(RecordReader *reader, Record *record)
{
    bool is_taken[POINTS_MAX] = {false};
    for (int i = 0; i < record->count; i++) {
        Point move = take_record_move(reader);
        if (is_taken[move]) {
            record_refuse(reader, "two moves of a game are on the same point");
        }
        is_taken[move] = true;
        record->moves[i] = move;
    }
}

static void take_scores(RecordReader *reader, Record *record)
{
    for (int i = record->opening; i < record->count; i++) {
        unsigned number = take_record_number(reader);
        record->is_random[i] = number == SCORE_RANDOM;
        if (!score_of_number(number, &record->scores[i])) {
            record_refuse(reader, "a score is none");
        }
    }
}

static void take_record(RecordReader *reader, Record *record)
{
    unsigned count = take_record_number(reader), opening = take_record_number(reader);
    int cells = reader->geometry.width * reader->geometry.height;
    if (opening > count || count > (unsigned)cells) {
        record_refuse(reader, "a game has more moves than points, or fewer than it was given");
        count = opening = 0;
    }
    record->count = (int)count;
    record->opening = (int)opening;
    take_moves(reader, record);
    take_scores(reader, record);
    reader->games++;
}

bool record_next(RecordReader *reader, Record *record)
{
    if (reader->fault != NULL || reader->has_end) {
        return false;
    }
    unsigned result = (unsigned)take_fixed(reader, 1);
    if (result == END) {
        take_end(reader);
        return false;
    }
    if (result > END) {
        record_refuse(reader, "a game has a result that is none");
        return false;
    }
    record->result = (RecordResult)result;
    take_record(reader, record);
    return reader->fault == NULL;
}

/* yixin_form - reading and writing records; see yixin_form.h. */
#include "tengen/yixin_form.h"

#include "board/rules.h"
#include "database/key.h"
#include "database/letters.h"
#include "database/lz4.h"
#include "tengen/board_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS_BEGIN "@BTXT@"
#define UTF8        "charset=\"UTF-8\""

enum {
    WIN = 30000,       /* less its length: the value of a win */
    WIN_LEAST = 29500, /* of such values */
    NONE = -1,         /* the letter where there is no label */
    COUNT_BYTES = 4,
    KEY_BYTES_MIN = 3,
    RECORD_BYTES = 5, /* label, value, depth and bound, before the text */
    VALUE_AT = 1,     /* a record may end before the value or the depth */
    DEPTH_AT = 3,
    RECORD_MAX = UINT16_MAX,
    SIZE_MOST = 22, /* of the boards in such a file */
    LETTER_A = 10,  /* coordinates from 10 on are letters in board texts */
    BOUND_BITS = 2,
    BOUND_MASK = (1 << BOUND_BITS) - 1,
};

/* The rules by their numbers there. */
static const Rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU};
enum { RULE_KINDS = sizeof rules / sizeof *rules };

/* --- labels and values --- */

static const int8_t codes[VERDICT_LABELS] = {
    [VERDICT_OPEN] = NONE, [VERDICT_WIN] = 'l',    [VERDICT_LOSS] = 'w',
    [VERDICT_DRAW] = 'd',  [VERDICT_FORCED] = '!', [VERDICT_BLOCKED] = 'x',
};

int yixin_code(VerdictLabel label)
{
    return codes[label];
}

VerdictLabel yixin_label(int code)
{
    int small = code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code;
    for (int i = VERDICT_OPEN + 1; i < VERDICT_LABELS; i++) {
        if (codes[i] == small) {
            return (VerdictLabel)i;
        }
    }
    return VERDICT_OPEN;
}

int yixin_value(const Verdict *verdict)
{
    int win = WIN - verdict->plies;
    return verdict->plies == 0 ? verdict->value : verdict->label == VERDICT_WIN ? win : -win;
}

int yixin_steps(const Verdict *verdict)
{
    int value = yixin_value(verdict);
    int size = verdict->label == VERDICT_WIN ? value : verdict->label == VERDICT_LOSS ? -value : 0;
    return size > WIN_LEAST && size <= WIN ? WIN - size + 1 : 0;
}

/* --- texts --- */

/* The coordinate of a digit or letter. */
static int read_coordinate(char digit)
{
    return digit <= '9' ? digit - '0' : digit - 'A' + LETTER_A;
}

/* Reads the board texts, lines of two digits and the text. */
static void read_yixin_board_texts(YixinText *text, const char *begin, const char *end)
{
    BoardTextWriter writer;
    board_texts_begin(&writer, text->texts, sizeof text->texts);
    while (begin < end) {
        const char *line_end = memchr(begin, '\n', (size_t)(end - begin));
        line_end = line_end != NULL ? line_end : end;
        if (line_end - begin > 2) {
            BoardText one = {{read_coordinate(begin[0]), read_coordinate(begin[1])},
                             begin + 2,
                             (int)(line_end - begin - 2)};
            board_texts_add(&writer, &one);
        }
        begin = line_end + 1;
    }
}

void yixin_text_read(YixinText *text, const char *raw, size_t length, FormNotes *notes)
{
    size_t head = strlen(TEXTS_BEGIN), count = 0;
    char *at = text->whole;
    for (size_t i = 0; i < length && count < sizeof text->comment; i++) {
        text->comment[count] = raw[i]; /* for a while */
        count += raw[i] != '\0';       /* early versions left zeros behind */
    }
    bool has_room = letters_read(notes, text->comment, count, at, sizeof text->whole);
    text->comment[count = 0] = text->texts[0] = '\0';
    if (!has_room) {
        form_warn(notes, "a text is too long, and was left out: 65000 bytes are the most");
        return;
    }
    if (strncmp(at, TEXTS_BEGIN, head) == 0) {
        size_t texts = strcspn(at, "\b");
        read_yixin_board_texts(text, at + head, at + texts);
        at += texts + (at[texts] == '\b');
    }
    for (; *at != '\0'; at++) {
        text->comment[count++] = (char)(*at == '\b' ? '\n' : *at);
    }
    text->comment[count] = '\0';
}

/* --- reading --- */

/* A record that is being read. */
typedef struct {
    const uint8_t *at, *end; /* of the file, or of what is unpacked of it */
    bool is_packed;
    Lz4 packed;
    bool is_utf8;
    Diagram diagram;
    DatabaseRecord record;
    YixinText text;
} YixinReader;

static int number_at(const uint8_t *bytes)
{
    return bytes[0] | bytes[1] << 8;
}

static int signed_at(const uint8_t *bytes)
{
    return (int16_t)number_at(bytes);
}

/* Puts stones on the board up to the first pass; false if one cannot lie there. */
static bool read_key_stones(Diagram *diagram, const uint8_t *stones, int count, Colour colour)
{
    const Game *game = &diagram->game;
    for (int i = 0; i < count; i++) {
        int x = (int8_t)stones[2 * i], y = (int8_t)stones[2 * i + 1];
        if (x == -1 && y == -1) {
            return true;
        }
        if (x < 0 || y < 0 || x >= game->width || y >= game->height ||
            diagram->at[y * game->width + x] != EMPTY) {
            return false;
        }
        diagram->at[y * game->width + x] = (uint8_t)colour;
    }
    return true;
}

/* Reads a key; false if it is that of no position. */
static bool read_yixin_key(const uint8_t *key, int bytes, Diagram *diagram)
{
    int stones = (bytes - KEY_BYTES_MIN) / 2, black = (stones + 1) / 2;
    if (bytes < KEY_BYTES_MIN || key[0] >= RULE_KINDS) {
        return false;
    }
    diagram->game = (Game){rules[key[0]], key[1], key[2], WIN_LENGTH_MAX};
    diagram->side = stones % 2 == 0 ? BLACK : WHITE;
    memset(diagram->at, EMPTY, sizeof diagram->at);
    return rules_fault(&diagram->game) == NULL &&
           read_key_stones(diagram, key + KEY_BYTES_MIN, black, BLACK) &&
           read_key_stones(diagram, key + KEY_BYTES_MIN + 2 * black, stones - black, WHITE);
}

/* Reads what a record has, which may be less than all. */
static void read_yixin_record(YixinReader *reader, const uint8_t *record, int bytes,
                              FormNotes *notes)
{
    Verdict *verdict = &reader->record.verdict;
    *verdict = (Verdict){0};
    reader->text.comment[0] = reader->text.texts[0] = '\0';
    if (bytes > 0) {
        verdict->label = yixin_label((int8_t)record[0]);
    }
    if (bytes >= DEPTH_AT) {
        verdict->value = signed_at(record + VALUE_AT);
    }
    if (bytes >= RECORD_BYTES) {
        int depth = signed_at(record + DEPTH_AT);
        verdict->bound = (Bound)(depth & BOUND_MASK);
        verdict->depth = depth > 0 ? depth >> BOUND_BITS : 0;
        yixin_text_read(&reader->text, (const char *)record + RECORD_BYTES,
                        (size_t)(bytes - RECORD_BYTES), reader->is_utf8 ? NULL : notes);
    }
}

/* The next bytes, whose number stands before them; NULL if they are not there. */
static const uint8_t *next_bytes(YixinReader *reader, int *count)
{
    const uint8_t *bytes = reader->at + 2;
    if (reader->end - reader->at < 2 || reader->end - bytes < number_at(reader->at)) {
        return NULL;
    }
    *count = number_at(reader->at);
    reader->at = bytes + *count;
    return bytes;
}

/* Reads the next record and hands it on. Records of what no position is are passed over; false if
 * the file ends too early, or no more is wanted. */
static bool read_next(YixinReader *reader, const PositionSink *sink, bool *is_whole)
{
    int key_bytes, bytes = 0;
    const uint8_t *key = next_bytes(reader, &key_bytes), *record = NULL;
    if (key != NULL && key_bytes == 0) {
        return true;
    }
    record = key != NULL ? next_bytes(reader, &bytes) : NULL;
    *is_whole = record != NULL;
    if (record == NULL) {
        return false;
    }
    if (read_yixin_key(key, key_bytes, &reader->diagram)) {
        read_yixin_record(reader, record, bytes, sink->notes);
        return sink->take(sink->context, &reader->diagram, &reader->record);
    }
    int utf8 = (int)strlen(UTF8);
    reader->is_utf8 = reader->is_utf8 || (bytes >= RECORD_BYTES + utf8 &&
                                          memcmp(record + RECORD_BYTES, UTF8, (size_t)utf8) == 0);
    return true;
}

/* Unpacks more of a packed file while the next record may not be whole; false if it is damaged. */
static bool top_up(YixinReader *reader)
{
    enum { WHOLE_MOST = 2 * (2 + UINT16_MAX) }; /* a key and a record, with their lengths */
    _Static_assert((int)WHOLE_MOST <= (int)LZ4_KEPT_MOST,
                   "the unpacker keeps the part that is there");
    Lz4 *packed = &reader->packed;
    const uint8_t *bytes = reader->at;
    while (reader->is_packed && bytes != NULL && reader->end - reader->at < WHOLE_MOST) {
        size_t count;
        bytes = lz4_next(packed, (size_t)(reader->end - reader->at), &count);
        reader->at = bytes != NULL ? bytes : reader->at;
        reader->end = bytes != NULL ? bytes + count : reader->end;
    }
    return !packed->failed;
}

/* Reads the records of a file, packed or not; false if it ends too early, or is damaged. */
static bool read_records(YixinReader *reader, const PositionSink *sink)
{
    bool is_whole = top_up(reader) && reader->end - reader->at >= COUNT_BYTES;
    if (is_whole) {
        const uint8_t *bytes = reader->at;
        uint32_t records = (uint32_t)number_at(bytes) | (uint32_t)number_at(bytes + 2) << 16;
        reader->at += COUNT_BYTES;
        while (records > 0 && (is_whole = top_up(reader)) && read_next(reader, sink, &is_whole)) {
            records--;
        }
    }
    return is_whole;
}

static bool read_yixin_file(const uint8_t *bytes, size_t count, const PositionSink *sink)
{
    YixinReader *reader = calloc(1, sizeof *reader);
    bool is_whole = reader != NULL;
    if (is_whole) {
        reader->is_packed = lz4_is_frame(bytes, count);
        reader->at = bytes;
        reader->end = reader->is_packed ? bytes : bytes + count;
        reader->record =
            (DatabaseRecord){.comment = reader->text.comment, .texts = reader->text.texts};
        is_whole = (!reader->is_packed || lz4_begin(&reader->packed, bytes, count)) &&
                   read_records(reader, sink);
        lz4_end(&reader->packed);
    }
    free(reader);
    return is_whole;
}

bool yixin_form_is(const uint8_t *bytes, size_t count)
{
    enum { RULE_AT = COUNT_BYTES + 2 };
    return lz4_is_frame(bytes, count) ||
           (count >= RULE_AT + KEY_BYTES_MIN && number_at(bytes + COUNT_BYTES) % 2 == 1 &&
            bytes[RULE_AT] < RULE_KINDS && bytes[RULE_AT + 1] <= SIZE_MOST &&
            bytes[RULE_AT + 2] <= SIZE_MOST);
}

bool yixin_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                     char fault[DATABASE_FAULT_MAX])
{
    (void)game;
    bool is_whole = read_yixin_file(bytes, count, sink);
    if (!is_whole) {
        snprintf(fault, DATABASE_FAULT_MAX, "the file is damaged, or cut off");
    }
    return is_whole;
}

/* --- writing --- */

/* The stones of a position as they stand in a key, black ones first. */
typedef struct {
    int black, white;
    uint8_t bytes[2 * SIZE_MOST * SIZE_MOST];
} Stones;

/* Appends the stones of a colour in an image of a position, column by column. */
static int add_image_stones(const Diagram *image, Colour colour, Stones *stones, int count)
{
    int before = count;
    for (int x = 0; x < image->game.width; x++) {
        for (int y = 0; y < image->game.height; y++) {
            if (image->at[y * image->game.width + x] == colour) {
                stones->bytes[2 * count] = (uint8_t)x;
                stones->bytes[2 * count + 1] = (uint8_t)y;
                count++;
            }
        }
    }
    return count - before;
}

static void turn_diagram(const Diagram *diagram, const Geometry *geometry, int symmetry,
                         Diagram *image)
{
    *image = *diagram;
    for (int i = 0; i < diagram_points(diagram); i++) {
        Coordinates at = geometry_image(geometry, diagram_point(diagram, i), symmetry);
        image->at[diagram_index(diagram, at)] = diagram->at[i];
    }
}

/* The image whose stones come first in the order of bytes, as those programs look it up, and the
 * symmetries that lead there, a bit for each. */
static Stones first_stones(const Diagram *diagram, const Geometry *geometry, unsigned *symmetries)
{
    Stones first = {0}, stones = {0};
    Diagram image;
    for (int i = 0; i < geometry_symmetries(geometry); i++) {
        turn_diagram(diagram, geometry, i, &image);
        stones.black = add_image_stones(&image, BLACK, &stones, 0);
        stones.white = add_image_stones(&image, WHITE, &stones, stones.black);
        size_t bytes = 2 * (size_t)(stones.black + stones.white);
        int order = i == 0 ? -1 : memcmp(stones.bytes, first.bytes, bytes);
        if (order < 0) {
            first = stones;
            *symmetries = 0;
        }
        *symmetries |= order <= 0 ? 1U << i : 0;
    }
    return first;
}

/* The number of the game's rule there; RULE_KINDS: such a file cannot have the position. */
static int rule_of(const Diagram *diagram)
{
    int rule = 0, stones[COLOURS] = {0}, blocked = 0;
    const Game *game = &diagram->game;
    for (int i = 0; i < diagram_points(diagram); i++) {
        if (diagram->at[i] < COLOURS) {
            stones[diagram->at[i]]++;
        }
        blocked += diagram->at[i] == WALL;
    }
    while (rule < RULE_KINDS && rules[rule] != game->rule) {
        rule++;
    }
    int lead = stones[BLACK] - stones[WHITE];
    bool fits = game->width <= SIZE_MOST && game->height <= SIZE_MOST &&
                game->win_length == WIN_LENGTH_MAX && blocked == 0 && (lead == 0 || lead == 1);
    return fits ? rule : RULE_KINDS;
}

static void write_short(const FileSink *sink, int number)
{
    uint8_t bytes[] = {(uint8_t)number, (uint8_t)(number >> 8)};
    sink->write(sink->context, bytes, sizeof bytes);
}

/* Writes the key, with a pass where the stones say that the other side is to move. Returns the
 * symmetries that lead to it. */
static unsigned write_key(const FileSink *sink, const Diagram *diagram, const Geometry *geometry)
{
    static const uint8_t pass[] = {UINT8_MAX, UINT8_MAX};
    unsigned symmetries = 0;
    Stones stones = first_stones(diagram, geometry, &symmetries);
    int count = stones.black + stones.white;
    Colour next = count % 2 == 0 ? BLACK : WHITE;
    bool has_pass = next != diagram->side;
    const uint8_t head[] = {(uint8_t)rule_of(diagram), (uint8_t)diagram->game.width,
                            (uint8_t)diagram->game.height};
    write_short(sink, KEY_BYTES_MIN + 2 * (count + has_pass));
    sink->write(sink->context, head, sizeof head);
    sink->write(sink->context, stones.bytes, 2 * (size_t)stones.black);
    sink->write(sink->context, pass, has_pass && next == BLACK ? sizeof pass : 0);
    sink->write(sink->context, stones.bytes + 2 * stones.black, 2 * (size_t)stones.white);
    sink->write(sink->context, pass, has_pass && next == WHITE ? sizeof pass : 0);
    return symmetries;
}

/* Appends as much of some bytes as a record has room for. */
static void add_record_text(char text[RECORD_MAX], int *length, const char *bytes, int count)
{
    int room = RECORD_MAX - RECORD_BYTES - *length;
    count = count < room ? count : room;
    memcpy(text + *length, bytes, (size_t)count);
    *length += count;
}

/* Points of a board that have a text. */
typedef struct {
    bool has_text[SIZE_MOST][SIZE_MOST]; /* of a row and a column */
} TextPoints;

/* Turns a point into the first by rows of those that the symmetries make of it, but for the points
 * that have a text already; false if there is none. Rapfi looks for a text on the first alone, and
 * shows it on all of them. */
static bool take_point(TextPoints *points, const Geometry *geometry, unsigned symmetries,
                       Coordinates *at)
{
    Coordinates first = {SIZE_MOST, SIZE_MOST};
    if (at->x < 0 || at->y < 0 || at->x >= geometry->width || at->y >= geometry->height) {
        return false;
    }
    for (int i = 0; i < geometry_symmetries(geometry); i++) {
        Coordinates image = geometry_image(geometry, *at, i);
        bool is_before = image.y < first.y || (image.y == first.y && image.x < first.x);
        if ((symmetries & 1U << i) && is_before && !points->has_text[image.y][image.x]) {
            first = image;
        }
    }
    *at = first;
    if (first.y < SIZE_MOST) {
        points->has_text[first.y][first.x] = true;
    }
    return first.y < SIZE_MOST;
}

/* Writes the board texts of an image before the comment; returns the number of bytes. */
static int write_record_text(const DatabaseRecord *record, const Geometry *geometry,
                             unsigned symmetries, char text[RECORD_MAX])
{
    int length = 0;
    TextPoints points = {0};
    BoardText one;
    for (const char *rest = record->texts; (rest = board_texts_next(rest, &one)) != NULL;) {
        static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        if (take_point(&points, geometry, symmetries, &one.at)) {
            const char point[] = {digits[one.at.x], digits[one.at.y]};
            add_record_text(text, &length, length == 0 ? TEXTS_BEGIN : "\n",
                            length == 0 ? (int)strlen(TEXTS_BEGIN) : 1);
            add_record_text(text, &length, point, sizeof point);
            add_record_text(text, &length, one.words, one.length);
        }
    }
    add_record_text(text, &length, "\b", length > 0 && *record->comment != '\0');
    add_record_text(text, &length, record->comment, (int)strlen(record->comment));
    return length;
}

static void write_record(const FileSink *sink, const DatabaseRecord *record,
                         const Geometry *geometry, unsigned symmetries)
{
    char utf8[RECORD_MAX], raw[RECORD_MAX + 1], *text = utf8;
    int length = write_record_text(record, geometry, symmetries, utf8);
    const Verdict *verdict = &record->verdict;
    Bound bound = verdict->plies > 0 ? BOUND_EXACT : verdict->bound;
    uint8_t label = (uint8_t)yixin_code(verdict->label);
    if (sink->code_page != NULL) {
        length = (int)letters_write(sink->code_page, utf8, (size_t)length, raw);
        text = raw;
    }
    write_short(sink, RECORD_BYTES + length);
    sink->write(sink->context, &label, sizeof label);
    write_short(sink, yixin_value(verdict));
    write_short(sink, verdict->depth << BOUND_BITS | (int)bound);
    sink->write(sink->context, text, (size_t)length);
}

/* Writes the positions that such a file can have, that many at most, or only counts them. */
static int64_t write_positions(Database *database, const FileSink *sink, int64_t most)
{
    DatabaseCursor cursor = {0};
    Diagram diagram;
    DatabaseRecord record;
    int64_t count = 0;
    while (count < most && database_next(database, &cursor, &diagram, &record)) {
        if (rule_of(&diagram) < RULE_KINDS) {
            count++;
            if (sink != NULL) {
                Geometry geometry = key_geometry(&diagram.game);
                write_record(sink, &record, &geometry, write_key(sink, &diagram, &geometry));
            }
        }
    }
    return count;
}

/* Writes the record that says that texts are in UTF-8. */
static void write_mark(const FileSink *sink)
{
    static const uint8_t key[KEY_BYTES_MIN], record[RECORD_BYTES];
    write_short(sink, KEY_BYTES_MIN);
    sink->write(sink->context, key, sizeof key);
    write_short(sink, RECORD_BYTES + (int)strlen(UTF8));
    sink->write(sink->context, record, sizeof record);
    sink->write(sink->context, UTF8, strlen(UTF8));
}

int64_t yixin_form_write(Database *database, const Game *game, const FileSink *sink)
{
    (void)game;
    int64_t count = write_positions(database, NULL, INT32_MAX - 1);
    int64_t records = count + (sink->code_page == NULL);
    write_short(sink, (int)(records & UINT16_MAX));
    write_short(sink, (int)(records >> 16));
    if (sink->code_page == NULL) {
        write_mark(sink);
    }
    int64_t written = write_positions(database, sink, count);
    for (int64_t i = written; i < count; i++) {
        write_short(sink, 0); /* somebody deleted it meanwhile: an empty key is passed over */
    }
    return written;
}

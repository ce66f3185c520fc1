/* text_form - writing and reading lines; see text_form.h. */
#include "database/text_form.h"

#include "board/point_name.h"
#include "board/rules.h"
#include "tengen/board_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "tengen positions 1\n"

enum {
    WORD_MAX = 16, /* of a number or name, its end included */
    LIST_COUNT = 3,
};

static const char *const labels[VERDICT_LABELS] = {
    [VERDICT_OPEN] = "open", [VERDICT_WIN] = "win",       [VERDICT_LOSS] = "loss",
    [VERDICT_DRAW] = "draw", [VERDICT_FORCED] = "forced", [VERDICT_BLOCKED] = "blocked",
};
static const char *const bounds[] = {[BOUND_NONE] = "none",
                                     [BOUND_UPPER] = "upper",
                                     [BOUND_LOWER] = "lower",
                                     [BOUND_EXACT] = "exact"};
static const char *const sides[COLOURS] = {[BLACK] = "black", [WHITE] = "white"};
static const uint8_t listed[LIST_COUNT] = {BLACK, WHITE, WALL}; /* in this order */

/* --- writing --- */

static void write_text_words(const FileSink *sink, const char *words)
{
    sink->write(sink->context, words, strlen(words));
}

static void write_text_points(const FileSink *sink, const Diagram *diagram, uint8_t colour)
{
    char name[POINT_NAME_MAX + 1];
    bool has_points = false;
    write_text_words(sink, " ");
    for (int i = 0; i < diagram_points(diagram); i++) {
        if (diagram->at[i] == colour) {
            point_name_write(diagram_point(diagram, i), name);
            write_text_words(sink, name);
            has_points = true;
        }
    }
    write_text_words(sink, has_points ? "" : "-");
}

static void write_quoted(const FileSink *sink, const char *text, int length)
{
    write_text_words(sink, " \"");
    for (int i = 0; i < length && text[i] != '\0'; i++) {
        char byte[] = {text[i], '\0'};
        bool is_kept = (unsigned char)text[i] >= ' ';
        write_text_words(sink, text[i] == '\n'                     ? "\\n"
                               : text[i] == '"' || text[i] == '\\' ? "\\"
                                                                   : "");
        write_text_words(sink, is_kept ? byte : "");
    }
    write_text_words(sink, "\"");
}

void text_form_write_position(const FileSink *sink, const Diagram *diagram,
                              const DatabaseRecord *record)
{
    char words[8 * WORD_MAX], name[POINT_NAME_MAX + 1];
    const Verdict *verdict = &record->verdict;
    const Game *game = &diagram->game;
    snprintf(words, sizeof words, "%d %dx%d %d %s", rules_number(game->rule), game->width,
             game->height, game->win_length, sides[diagram->side]);
    write_text_words(sink, words);
    for (int i = 0; i < LIST_COUNT; i++) {
        write_text_points(sink, diagram, listed[i]);
    }
    snprintf(words, sizeof words, " %s %d %d %s %d %d", labels[verdict->label], verdict->plies,
             verdict->value, bounds[verdict->bound], verdict->depth, record->date);
    write_text_words(sink, words);
    write_quoted(sink, record->comment, DATABASE_TEXT_MAX);
    BoardText text;
    for (const char *rest = record->texts; (rest = board_texts_next(rest, &text)) != NULL;) {
        point_name_write(text.at, name);
        write_text_words(sink, " ");
        write_text_words(sink, name);
        write_quoted(sink, text.words, text.length);
    }
    write_text_words(sink, "\n");
}

int64_t text_form_write(Database *database, const Game *game, const FileSink *sink)
{
    (void)game;
    DatabaseCursor cursor = {0};
    Diagram diagram;
    DatabaseRecord record;
    int64_t count = 0;
    for (write_text_words(sink, FIRST_LINE); database_next(database, &cursor, &diagram, &record);) {
        text_form_write_position(sink, &diagram, &record);
        count++;
    }
    return count;
}

/* --- reading --- */

/* A file that is being read. `at` is NULL after a fault. */
typedef struct {
    const char *at;
    Diagram diagram;
    DatabaseRecord record;
    char comment[DATABASE_TEXT_MAX], text[DATABASE_TEXT_MAX], texts[DATABASE_TEXT_MAX];
} TextReader;

/* Reads a word that a blank or the end of the line follows, and steps over the blank. */
static void read_word(TextReader *reader, char word[WORD_MAX])
{
    size_t length = reader->at == NULL ? 0 : strcspn(reader->at, " \n");
    if (length == 0 || length >= WORD_MAX) {
        reader->at = NULL;
        length = 0;
    } else {
        memcpy(word, reader->at, length);
        reader->at += length + (reader->at[length] == ' ');
    }
    word[length] = '\0';
}

static int read_text_number(TextReader *reader, int least, int most)
{
    char word[WORD_MAX], *end;
    read_word(reader, word);
    long number = strtol(word, &end, 10);
    if (*end != '\0' || number < least || number > most) {
        reader->at = NULL;
        return least;
    }
    return (int)number;
}

/* Reads one of several names, as its number. */
static int read_name(TextReader *reader, const char *const names[], int count)
{
    char word[WORD_MAX];
    read_word(reader, word);
    for (int i = 0; i < count; i++) {
        if (strcmp(word, names[i]) == 0) {
            return i;
        }
    }
    reader->at = NULL;
    return 0;
}

static void read_text_game(TextReader *reader)
{
    char size[WORD_MAX];
    Rule rule = RULE_FREESTYLE;
    Game *game = &reader->diagram.game;
    bool is_rule = rules_with_number(read_text_number(reader, 0, INT16_MAX), &rule);
    game->rule = rule;
    read_word(reader, size);
    int end = 0;
    bool is_size =
        sscanf(size, "%2dx%2d%n", &game->width, &game->height, &end) == 2 && size[end] == '\0';
    game->win_length = read_text_number(reader, WIN_LENGTH_MIN, WIN_LENGTH_MAX);
    reader->diagram.side = (Colour)read_name(reader, sides, COLOURS);
    memset(reader->diagram.at, EMPTY, sizeof reader->diagram.at);
    if (!is_rule || !is_size || rules_fault(game) != NULL) {
        reader->at = NULL;
    }
}

static void read_points(TextReader *reader, uint8_t colour)
{
    const Game *game = &reader->diagram.game;
    Coordinates at;
    bool is_none = reader->at != NULL && reader->at[0] == '-';
    reader->at = is_none ? reader->at + 1 : reader->at;
    while (!is_none && reader->at != NULL && *reader->at != ' ') {
        reader->at = point_name_read(reader->at, game->width, game->height, &at);
        uint8_t *point = &reader->diagram.at[reader->at == NULL ? 0 : at.y * game->width + at.x];
        reader->at = *point == EMPTY ? reader->at : NULL;
        *point = colour;
    }
    reader->at = reader->at != NULL && *reader->at == ' ' ? reader->at + 1 : NULL;
}

/* Reads a text in quotes, and the blank after it. */
static void read_text_quoted(TextReader *reader, char text[DATABASE_TEXT_MAX])
{
    const char *at = reader->at;
    size_t length = 0;
    bool begins = at != NULL && *at++ == '"';
    while (begins && length < DATABASE_TEXT_MAX - 1 && (unsigned char)*at >= ' ' && *at != '"') {
        bool is_escape = *at == '\\';
        at += is_escape;
        text[length++] = is_escape && *at == 'n' ? '\n' : *at;
        at += *at != '\0';
    }
    text[length] = '\0';
    bool ends = begins && *at == '"' && (at[1] == ' ' || at[1] == '\n');
    reader->at = ends ? at + 1 + (at[1] == ' ') : NULL;
}

static void read_text_board_texts(TextReader *reader)
{
    const Game *game = &reader->diagram.game;
    BoardTextWriter writer;
    board_texts_begin(&writer, reader->texts, sizeof reader->texts);
    while (reader->at != NULL && *reader->at != '\n') {
        BoardText text = {.words = reader->text};
        reader->at = point_name_read(reader->at, game->width, game->height, &text.at);
        reader->at = reader->at != NULL && *reader->at == ' ' ? reader->at + 1 : NULL;
        read_text_quoted(reader, reader->text);
        text.length = (int)strlen(reader->text);
        board_texts_add(&writer, &text);
    }
}

/* Reads a line; false if it is none. */
static bool read_position(TextReader *reader)
{
    Verdict *verdict = &reader->record.verdict;
    read_text_game(reader);
    for (int i = 0; i < LIST_COUNT; i++) {
        read_points(reader, listed[i]);
    }
    verdict->label = (VerdictLabel)read_name(reader, labels, VERDICT_LABELS);
    verdict->plies = read_text_number(reader, 0, SIDE_MAX * SIDE_MAX);
    verdict->value = read_text_number(reader, INT16_MIN, INT16_MAX);
    verdict->bound = (Bound)read_name(reader, bounds, BOUND_EXACT + 1);
    verdict->depth = read_text_number(reader, 0, INT16_MAX);
    reader->record.date = read_text_number(reader, 0, INT32_MAX);
    read_text_quoted(reader, reader->comment);
    read_text_board_texts(reader);
    return reader->at != NULL;
}

/* Reads all lines after the first; returns the number of the line that is none, or 0. */
static int read_text_lines(TextReader *reader, const char *end, const PositionSink *sink)
{
    for (int line = 2; reader->at < end; line++) {
        if (!read_position(reader)) {
            return line;
        }
        reader->at++; /* the end of the line */
        if (!sink->take(sink->context, &reader->diagram, &reader->record)) {
            return 0;
        }
    }
    return 0;
}

bool text_form_is(const uint8_t *bytes, size_t count)
{
    size_t length = strlen(FIRST_LINE);
    return count >= length && memcmp(bytes, FIRST_LINE, length) == 0;
}

bool text_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                    char fault[DATABASE_FAULT_MAX])
{
    (void)game;
    TextReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "there is not enough memory");
        return false;
    }
    reader->at = (const char *)bytes + strlen(FIRST_LINE);
    reader->record = (DatabaseRecord){.comment = reader->comment, .texts = reader->texts};
    int wrong = read_text_lines(reader, (const char *)bytes + count, sink);
    if (wrong > 0) {
        snprintf(fault, DATABASE_FAULT_MAX, "line %d is no position", wrong);
    }
    free(reader);
    return wrong == 0;
}

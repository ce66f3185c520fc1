/* csv_form - reading keys, numbers and texts of rows; see csv_form.h. */
#include "database/csv_form.h"

#include "board/point_name.h"
#include "board/rules.h"
#include "database/digits.h"
#include "tengen/yixin_form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "index,key,label,value,depth,bound,text";

/* A row that is being read. */
typedef struct {
    Diagram diagram;
    Verdict verdict;
    char raw[DATABASE_TEXT_MAX]; /* the text */
    YixinText text;
} CsvRow;

bool csv_form_is(const uint8_t *bytes, size_t count)
{
    size_t length = sizeof first_line - 1;
    return count >= length && memcmp(bytes, first_line, length) == 0;
}

/* Each of these reads a part of a row and returns what follows it; NULL if it makes no sense, or
 * there was none to read. */

static const char *read_csv_number(const char *at, int *number)
{
    enum { DIGITS = 6 };
    bool is_negative = at != NULL && *at == '-';
    size_t length = at != NULL ? strspn(at + is_negative, "0123456789") : 0;
    *number = length > 0 && length <= DIGITS ? atoi(at) : 0;
    return length > 0 && length <= DIGITS ? digits_pass(at + is_negative + length, ',') : NULL;
}

static const char *read_csv_stones(const char *at, Diagram *diagram, Colour colour)
{
    Coordinates point;
    const char *next;
    while (at != NULL && (next = point_name_read(at, diagram->game.width, diagram->game.height,
                                                 &point)) != NULL) {
        uint8_t *there = &diagram->at[diagram_index(diagram, point)];
        at = *there == EMPTY ? next : NULL;
        *there = (uint8_t)colour;
    }
    return digits_pass(at, '-');
}

/* A key of no board, such as that of the row about letters, has no stones, and is left to the
 * caller. */
static const char *read_csv_key(const char *at, Diagram *diagram)
{
    static const char letters[] = "fsr";
    static const Rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU};
    const char *letter = at != NULL && *at != '\0' ? strchr(letters, *at) : NULL;
    Game *game = &diagram->game;
    if (letter == NULL) {
        return NULL;
    }
    *game = (Game){.rule = rules[letter - letters], .win_length = WIN_LENGTH_MAX};
    at = digits_read(digits_pass(at + 1, '-'), &game->width);
    at = digits_pass(digits_read(digits_pass(at, '-'), &game->height), '-');
    memset(diagram->at, EMPTY, sizeof diagram->at);
    if (rules_fault(game) == NULL) {
        at = read_csv_stones(read_csv_stones(at, diagram, BLACK), diagram, WHITE);
    } else {
        at = digits_pass(digits_pass(at, '-'), '-');
    }
    diagram->side = at != NULL && *at == 'w' ? WHITE : BLACK;
    return at != NULL && (*at == 'b' || *at == 'w') ? digits_pass(at + 1, ',') : NULL;
}

static const char *read_label(const char *at, VerdictLabel *label)
{
    *label = at != NULL && *at != '(' ? yixin_label((unsigned char)*at) : VERDICT_OPEN;
    return at != NULL ? digits_pass(at + strcspn(at, ",\n"), ',') : NULL;
}

static const char *read_bound(const char *at, Bound *bound)
{
    static const char *const names[] = {"none,", "upper,", "lower,", "exact,"};
    for (int i = 0; at != NULL && i <= BOUND_EXACT; i++) {
        if (strncmp(at, names[i], strlen(names[i])) == 0) {
            *bound = (Bound)i;
            return at + strlen(names[i]);
        }
    }
    return NULL;
}

/* Reads the text in its quotes, and the end of the line. */
static const char *read_csv_text(const char *at, CsvRow *reader, FormNotes *notes)
{
    size_t length = 0;
    at = digits_pass(at, '"');
    while (at != NULL && *at != '"' && *at != '\0' && length < sizeof reader->raw) {
        bool is_escape = *at == '\\' && at[1] != '\0';
        char letter = is_escape ? at[1] : *at;
        at += 1 + is_escape;
        reader->raw[length++] = !is_escape      ? letter
                                : letter == 'n' ? '\n'
                                : letter == 'b' ? '\b'
                                                : letter;
    }
    yixin_text_read(&reader->text, reader->raw, length, notes);
    at = digits_pass(at, '"');
    return digits_pass(at != NULL && *at == '\r' ? at + 1 : at, '\n');
}

static const char *read_csv_row(const char *at, CsvRow *reader, FormNotes *notes)
{
    int number;
    Verdict *verdict = &reader->verdict;
    *verdict = (Verdict){0};
    at = digits_pass(at + strspn(at, "0123456789"), ',');
    at = read_label(read_csv_key(at, &reader->diagram), &verdict->label);
    at = read_csv_number(read_csv_number(at, &verdict->value), &number);
    verdict->depth = number > 0 ? number : 0;
    return read_csv_text(read_bound(at, &verdict->bound), reader, notes);
}

bool csv_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX])
{
    CsvRow *reader = malloc(sizeof *reader);
    const char *at = (const char *)bytes + strcspn((const char *)bytes, "\n");
    bool is_wanted = reader != NULL;
    (void)count, (void)game;
    at += *at == '\n';
    while (is_wanted && at != NULL && *at != '\0') {
        at = read_csv_row(at, reader, sink->notes);
        bool is_position = at != NULL && rules_fault(&reader->diagram.game) == NULL;
        DatabaseRecord record = {reader->verdict, 0, reader->text.comment, reader->text.texts};
        is_wanted = !is_position || sink->take(sink->context, &reader->diagram, &record);
    }
    bool is_read = reader != NULL && at != NULL;
    if (!is_read) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s",
                 reader == NULL ? "there is not enough memory"
                                : "a row of the table makes no sense");
    }
    free(reader);
    return is_read;
}

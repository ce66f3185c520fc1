/* sgf_form - reading properties, then games with their variations; see sgf_form.h. */
#include "database/sgf_form.h"

#include "database/game_record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 3, LETTERS = 26 };

static const char blanks[] = " \t\r\n";

/* Steps over blanks, and then over that byte; NULL if another stands there. */
static const char *pass(const char *text, char byte)
{
    text += strspn(text, blanks);
    return *text == byte ? text + 1 : NULL;
}

bool sgf_form_is(const uint8_t *bytes, size_t count)
{
    (void)count;
    const char *at = pass((const char *)bytes, '(');
    return at != NULL && pass(at, ';') != NULL;
}

/* The column, or row from the top, that a letter stands for; -1: none. */
static int sgf_place_of(char letter)
{
    return letter >= 'a' && letter <= 'z'   ? letter - 'a'
           : letter >= 'A' && letter <= 'Z' ? letter - 'A' + LETTERS
                                            : -1;
}

/* Takes a move, whose value begins there. */
static void take_sgf_move(GameRecord *record, Colour colour, const char *value)
{
    int column = sgf_place_of(value[0]), row = column < 0 ? -1 : sgf_place_of(value[1]);
    if (column < 0 || row < 0 || value[2] != ']') {
        record->fault = "a move of the game is no point";
    } else if (colour != (record->count % COLOURS == 0 ? BLACK : WHITE)) {
        record->fault = "a move of the game is not of the colour whose turn it is";
    } else {
        game_record_add(record, (Coordinates){column, record->game.height - 1 - row});
    }
}

static void take_result(GameRecord *record, const char *value)
{
    bool is_won = value[0] != '\0' && value[1] == '+';
    int letter = toupper((unsigned char)value[0]);
    if (is_won && (letter == 'B' || letter == 'W')) {
        record->winner = letter == 'B' ? BLACK : WHITE;
    } else if (letter == '0' || letter == 'D' || letter == 'J') { /* 0, draw, jigo */
        record->winner = EMPTY;
    }
}

/* Takes a property, whose value begins there and ends before `end`. */
static void take_property(GameRecord *record, const char *name, const char *value, const char *end)
{
    if (strcmp(name, "B") == 0 || strcmp(name, "W") == 0) {
        take_sgf_move(record, *name == 'B' ? BLACK : WHITE, value);
    } else if (strcmp(name, "AB") == 0 || strcmp(name, "AW") == 0 || strcmp(name, "AE") == 0) {
        record->fault = "its position was set up, and is no game";
    } else if (strcmp(name, "GM") == 0 && atoi(value) != 4) {
        record->fault = "it is of another game: Gomoku is GM[4]";
    } else if (strcmp(name, "SZ") == 0) {
        game_record_size(record, value, ':');
    } else if (strcmp(name, "RU") == 0) {
        game_record_rule(record, value, (size_t)(end - value));
    } else if (strcmp(name, "RE") == 0) {
        take_result(record, value);
    }
}

/* The bracket that ends a value; NULL: there is none. */
static const char *end_of_value(const char *value)
{
    while (*value != ']' && *value != '\0') {
        value += *value == '\\' && value[1] != '\0' ? 2 : 1;
    }
    return *value == ']' ? value : NULL;
}

/* Reads a property and returns what follows it; NULL: it is none. */
static const char *read_property(const char *at, GameRecord *record)
{
    char name[NAME_MAX_BYTES + 1] = "";
    size_t length = 0;
    for (; isalpha((unsigned char)*at); at++) {
        if (isupper((unsigned char)*at) && length < NAME_MAX_BYTES) {
            name[length++] = *at;
        }
    }
    const char *value = length > 0 ? pass(at, '[') : NULL, *rest = NULL;
    while (value != NULL) {
        const char *end = end_of_value(value);
        if (end == NULL) {
            return NULL;
        }
        take_property(record, name, value, end);
        rest = end + 1;
        value = pass(rest, '[');
    }
    return rest;
}

/* --- games --- */

/* A file that is being read. */
typedef struct {
    GameRecord record;
    int depth;                           /* brackets that are open, */
    int opened[SIDE_MAX * SIDE_MAX + 1]; /* and how many of them after so many moves */
} SgfReader;

static void open_bracket(SgfReader *reader)
{
    reader->opened[reader->record.count]++;
    reader->depth++;
}

/* Hands over the line that ends here, and goes back to where its last bracket was opened. False:
 * no more are wanted, or there is a fault. */
static bool close_bracket(SgfReader *reader, const PositionSink *sink)
{
    bool goes_on = game_record_tell(&reader->record, sink);
    int count = reader->record.count;
    while (reader->opened[count] == 0) {
        count--;
    }
    reader->opened[count]--;
    reader->depth--;
    game_record_back(&reader->record, count);
    return goes_on;
}

/* Reads a game with its variations and returns what follows it; NULL: no more are wanted, or there
 * is a fault. */
static const char *read_sgf_game(const char *at, SgfReader *reader, const PositionSink *sink)
{
    do {
        if (*at == ')' && !close_bracket(reader, sink)) {
            return NULL;
        }
        if (*at == '(') {
            open_bracket(reader);
        }
        bool is_property = *at == '\0' || strchr("(;)", *at) == NULL;
        at = is_property ? read_property(at, &reader->record) : at + 1;
        if (at == NULL) {
            reader->record.fault = "the game is cut off, or something in it is no property";
            return NULL;
        }
        at += strspn(at, blanks);
    } while (reader->depth > 0 && reader->record.fault == NULL);
    return reader->record.fault == NULL ? at : NULL;
}

/* Where the next game begins; NULL: there is none. What stands between games says nothing. */
static const char *find_sgf_game(const char *at)
{
    while (at != NULL && (at = strchr(at, '(')) != NULL && pass(at + 1, ';') == NULL) {
        at++;
    }
    return at;
}

bool sgf_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX])
{
    (void)count;
    SgfReader reader = {.depth = 0};
    const char *at = find_sgf_game((const char *)bytes);
    while (at != NULL) {
        game_record_begin(&reader.record, game);
        at = find_sgf_game(read_sgf_game(at, &reader, sink));
    }
    return game_record_conclude(&reader.record, fault);
}

/* pgn_form - reading tags and moves; see pgn_form.h. */
#include "database/pgn_form.h"

#include "board/point_name.h"
#include "database/game_record.h"

#include <ctype.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

bool pgn_form_is(const uint8_t *bytes, size_t count)
{
    return count > 1 && bytes[0] == '[' && isupper(bytes[1]);
}

/* The value of a tag, which begins there, if that is its name; else NULL. */
static const char *tag_value_of(const char *tag, const char *name)
{
    size_t length = strlen(name);
    bool is_it = strncmp(tag + 1, name, length) == 0 && strncmp(tag + 1 + length, " \"", 2) == 0;
    return is_it ? tag + length + sizeof "[ \"" - 1 : NULL;
}

/* Reads a tag, a line, and returns what follows it. */
static const char *read_tag(const char *tag, GameRecord *record)
{
    const char *rule = tag_value_of(tag, "Rule"), *size = tag_value_of(tag, "BoardSize"),
               *row = tag_value_of(tag, "WinLength");
    if (rule != NULL) {
        int win_length = record->game.win_length;
        game_record_rule(record, rule, strcspn(rule, "\"\n"));
        record->game.win_length = win_length;
    } else if (size != NULL) {
        game_record_size(record, size, 'x');
    } else if (row != NULL) {
        record->game.win_length = isdigit((unsigned char)*row) ? *row - '0' : 0;
    }
    return tag + strcspn(tag, "\n");
}

/* Takes a word of the moves; true if it is the result, which ends the game. */
static bool take_pgn_word(const char *word, size_t length, GameRecord *record)
{
    static const struct {
        const char *word;
        Colour winner;
    } results[] = {{"1-0", WHITE}, {"0-1", BLACK}, {"1/2-1/2", EMPTY}, {"*", WALL}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (length == strlen(results[i].word) && memcmp(word, results[i].word, length) == 0) {
            record->winner = results[i].winner;
            return true;
        }
    }
    Coordinates move;
    const char *end = point_name_read(word, SIDE_MAX, SIDE_MAX, &move);
    if (end == word + length) {
        game_record_add(record, move);
    } else if (word[length - 1] != '.') { /* no number of a move */
        record->fault = "a word among the moves is none";
    }
    return false;
}

/* Reads a game and returns what follows it. */
static const char *read_pgn_game(const char *at, GameRecord *record)
{
    bool is_over = false;
    for (; *at == '['; at += strspn(at, blanks)) {
        at = read_tag(at, record);
    }
    while (!is_over && record->fault == NULL) {
        size_t length = strcspn(at, *at == '{' ? "}" : " \t\r\n{");
        if (at[length] == '\0' && length == 0) {
            record->fault = "the last game is cut off";
        } else if (*at != '{') {
            is_over = take_pgn_word(at, length, record);
        } else if (at[length] == '}') {
            length++;
        }
        at += length;
        at += strspn(at, blanks);
    }
    return at;
}

bool pgn_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX])
{
    (void)count;
    GameRecord record;
    const char *at = (const char *)bytes;
    bool is_wanted = true;
    while (*at != '\0' && is_wanted) {
        game_record_begin(&record, game);
        at = read_pgn_game(at, &record);
        is_wanted = game_record_tell(&record, sink);
    }
    return game_record_conclude(&record, fault);
}

/* game_record - the parts of a game, and its positions; see game_record.h. */
#include "database/game_record.h"

#include "board/rules.h"
#include "database/digits.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void game_record_begin(GameRecord *record, const Game *game)
{
    record->game = *game;
    record->winner = WALL;
    record->count = 0;
    record->fault = NULL;
}

/* How many bytes of the words are the name of the rule, in any case; 0: they begin otherwise. */
static size_t named(Rule rule, const char *words, size_t length)
{
    const char *name = rules_name(rule);
    size_t at = 0;
    while (at < length && name[at] != '\0' && tolower((unsigned char)words[at]) == name[at]) {
        at++;
    }
    return name[at] == '\0' ? at : 0;
}

void game_record_rule(GameRecord *record, const char *words, size_t length)
{
    size_t longest = 0;
    for (Rule rule = 0; rule < RULE_COUNT; rule++) {
        size_t bytes = named(rule, words, length);
        if (bytes > longest) {
            longest = bytes;
            record->game.rule = rule;
            record->game.win_length = WIN_LENGTH_MAX;
        }
    }
    if (longest > 0 && longest + 1 < length && words[longest] == ' ' &&
        isdigit((unsigned char)words[longest + 1])) {
        record->game.win_length = words[longest + 1] - '0';
    }
}

void game_record_size(GameRecord *record, const char *words, char parting)
{
    int width, height;
    const char *rest = digits_read(words, &width);
    if (rest == NULL) {
        record->fault = "the size of the board makes no sense";
        return;
    }
    bool has_height = digits_read(digits_pass(rest, parting), &height) != NULL;
    record->game.width = width;
    record->game.height = has_height ? height : width;
}

void game_record_add(GameRecord *record, Coordinates move)
{
    const Game *game = &record->game;
    if (record->fault == NULL && rules_fault(game) != NULL) {
        record->fault = rules_fault(game);
    } else if (move.x < 0 || move.y < 0 || move.x >= game->width || move.y >= game->height) {
        record->fault = "a move of the game lies outside the board";
    } else if (record->fault == NULL && record->count == game->width * game->height) {
        record->fault = "the game has more moves than the board has points";
    }
    if (record->fault == NULL) {
        record->moves[record->count++] = move;
    }
}

/* Puts the stones of the first moves on the board; false if two lie on one point. */
static bool set_up(const GameRecord *record, int count, Diagram *diagram)
{
    *diagram = (Diagram){.game = record->game, .side = count % COLOURS == 0 ? BLACK : WHITE};
    memset(diagram->at, EMPTY, sizeof diagram->at);
    for (int i = 0; i < count; i++) {
        uint8_t *point = &diagram->at[diagram_index(diagram, record->moves[i])];
        if (*point != EMPTY) {
            return false;
        }
        *point = i % COLOURS == 0 ? BLACK : WHITE;
    }
    return true;
}

bool game_record_tell(GameRecord *record, const PositionSink *sink)
{
    Diagram diagram;
    DatabaseRecord nothing = database_record();
    if (record->fault == NULL && rules_fault(&record->game) != NULL) {
        record->fault = rules_fault(&record->game);
    } else if (record->fault == NULL && !set_up(record, record->count, &diagram)) {
        record->fault = "two stones of the game lie on one point";
    }
    for (int i = 0; i <= record->count && record->fault == NULL; i++) {
        set_up(record, i, &diagram);
        if (record->winner == WALL ? !sink->take(sink->context, &diagram, &nothing)
                                   : !sink->count(sink->context, &diagram, record->winner)) {
            return false;
        }
    }
    return record->fault == NULL;
}

bool game_record_conclude(const GameRecord *record, char fault[DATABASE_FAULT_MAX])
{
    if (record->fault != NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s", record->fault);
    }
    return record->fault == NULL;
}

/* game_record - the parts of a game, and its positions; see game_record.h. */
#include "database/game_record.h"

#include "board/geometry.h"
#include "board/rules.h"
#include "database/digits.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void game_record_begin(GameRecord *record, const Game *game)
{
    record->game = *game;
    record->winner = WALL;
    record->count = record->told = 0;
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
    if (rest == NULL || record->count > 0) {
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

void game_record_back(GameRecord *record, int count)
{
    record->count = count;
    record->told = record->told <= count ? record->told : count + 1;
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

/* What stands on that point of the board; WALL outside it. */
static int colour_at(const Diagram *diagram, int x, int y)
{
    bool is_inside = x >= 0 && y >= 0 && x < diagram->game.width && y < diagram->game.height;
    return is_inside ? diagram->at[diagram_index(diagram, (Coordinates){x, y})] : WALL;
}

/* Says whether the stone on that point makes a row that wins. */
static bool record_wins_at(const Diagram *diagram, Coordinates at)
{
    static const int steps[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int colour = colour_at(diagram, at.x, at.y), other = rules_opponent(colour);
    LineRule rule = rules_line(diagram->game.rule, colour);
    bool wins = false;
    for (int i = 0; i < DIRECTIONS; i++) {
        int ends[2], length = 1; /* what stands at the ends of the row */
        for (int end = 0; end < 2; end++) {
            int dx = end == 0 ? steps[i][0] : -steps[i][0], x = at.x + dx;
            int dy = end == 0 ? steps[i][1] : -steps[i][1], y = at.y + dy;
            for (; colour_at(diagram, x, y) == colour; x += dx, y += dy) {
                length++;
            }
            ends[end] = colour_at(diagram, x, y);
        }
        bool is_void = rule.closed_is_void && ends[0] == other && ends[1] == other;
        wins |= length == diagram->game.win_length
                    ? !is_void
                    : length > diagram->game.win_length && rule.longer_wins;
    }
    return wins;
}

/* The result that stands on the board; WALL: none does. */
static Colour result_on_board(const GameRecord *record, const Diagram *diagram)
{
    bool is_full = record->count == diagram_points(diagram);
    return record_wins_at(diagram, record->moves[record->count - 1])
               ? (Colour)rules_opponent((int)diagram->side)
           : is_full ? EMPTY
                     : WALL;
}

/* Finds what is wrong with the game, and the result of the line that was played. */
static void settle_record(GameRecord *record)
{
    Diagram diagram;
    if (rules_fault(&record->game) != NULL) {
        record->fault = rules_fault(&record->game);
    } else if (!set_up(record, record->count, &diagram)) {
        record->fault = "two stones of the game lie on one point";
    } else if (record->told > 0) {
        record->winner = WALL;
    } else if (record->winner == WALL && record->count > 0) {
        record->winner = result_on_board(record, &diagram);
    }
}

bool game_record_tell(GameRecord *record, const PositionSink *sink)
{
    Diagram diagram;
    DatabaseRecord nothing = database_record();
    if (record->fault == NULL && record->told <= record->count) {
        settle_record(record);
    }
    for (; record->fault == NULL && record->count > 0 && record->told <= record->count;
         record->told++) {
        set_up(record, record->told, &diagram);
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

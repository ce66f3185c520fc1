/* rules - the facts of each rule, in one table; see rules.h. */
#include "board/rules.h"

#include "board/geometry.h"

#include <stddef.h>

static const LineRule line_rules[RULE_COUNT][COLOURS] = {
    [RULE_FREESTYLE] = {{.longer_wins = true}, {.longer_wins = true}},
    [RULE_STANDARD] = {{.longer_wins = false}, {.longer_wins = false}},
    [RULE_RENJU] = {{.fouls = true}, {.longer_wins = true}},
    [RULE_CARO] = {{.longer_wins = true, .closed_is_void = true},
                   {.longer_wins = true, .closed_is_void = true}},
    [RULE_CARO_EXACT] = {{.closed_is_void = true}, {.closed_is_void = true}},
};

LineRule rules_line(Rule rule, int colour)
{
    return line_rules[rule][colour];
}

bool rules_four_has_side_defences(Rule rule)
{
    return line_rules[rule][BLACK].closed_is_void;
}

const char *rules_fault(const Game *game)
{
    if ((unsigned)game->rule >= RULE_COUNT) {
        return "there is no such rule";
    }
    if (game->width > SIDE_MAX || game->height > SIDE_MAX) {
        return "the board is too large: sides up to 32 are supported, try 20";
    }
    if (game->width < SIDE_MIN || game->height < SIDE_MIN) {
        return "the board is too small: sides from 3 are supported, 5 or more for five in a row";
    }
    if (game->win_length < WIN_LENGTH_MIN || game->win_length > WIN_LENGTH_MAX) {
        return "win_length must be 3, 4 or 5";
    }
    if (game->width < game->win_length || game->height < game->win_length) {
        return "the board is smaller than win_length";
    }
    if (game->rule == RULE_RENJU && game->win_length != WIN_LENGTH_MAX) {
        return "renju is played with win_length 5";
    }
    return NULL;
}

int rules_reach(const Game *game)
{
    bool ends_matter = game->rule != RULE_FREESTYLE;
    return game->win_length - 1 + ends_matter;
}

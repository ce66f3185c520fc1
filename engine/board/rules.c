/* rules - the rows of the table, and what follows from them; see rules.h. */
#include "board/rules.h"

#include "board/geometry.h"

#include <stddef.h>

#define CHECK_ROW(rule, number, name, black, white, least, weights, tempo)                         \
    _Static_assert((number) >= 0 && ((number)&2) == 0, #rule ": bit 2 is ignored");                \
    _Static_assert((((number) & ~1) & (((number) & ~1) - 1)) == 0,                                 \
                   #rule ": one bit says the kind");                                               \
    _Static_assert(sizeof name > 1, #rule ": it needs a name");                                    \
    _Static_assert(!((white)&HAS_FOULS), #rule ": only black can have fouls");                     \
    _Static_assert((least) >= WIN_LENGTH_MIN && (least) <= WIN_LENGTH_MAX, #rule ": win_length");  \
    _Static_assert(!((black)&HAS_FOULS) || (least) == 5, #rule ": fouls are those of five");
RULES(CHECK_ROW)

typedef struct {
    int number;
    const char *name;
    LineRule line[COLOURS];
    int least_length;
    const char *too_short; /* what is said of a smaller win_length */
} RuleRow;

#define LINE_RULE(facts)                                                                           \
    {                                                                                              \
        .longer_wins = ((facts)&LONGER_WINS) != 0,                                                 \
        .closed_is_void = ((facts)&CLOSED_IS_VOID) != 0, .fouls = ((facts)&HAS_FOULS) != 0,        \
    }
#define ROW(rule, number, name, black, white, least, weights, tempo)                               \
    {number,                                                                                       \
     name,                                                                                         \
     {LINE_RULE(black), LINE_RULE(white)},                                                         \
     least,                                                                                        \
     name " is played with win_length " #least},
static const RuleRow rows[RULE_COUNT] = {RULES(ROW)};

LineRule rules_line(Rule rule, int colour)
{
    return rows[rule].line[colour];
}

int rules_number(Rule rule)
{
    return rows[rule].number;
}

/* Two rules with one number would be two equal labels, which do not compile. */
bool rules_with_number(int64_t number, Rule *rule)
{
#define LABEL(label, of_rule, name, black, white, least, weights, tempo)                           \
    case of_rule: *rule = RULE_##label; return true;
    switch (number) {
        RULES(LABEL)
    default: return false;
    }
}

const char *rules_name(Rule rule)
{
    return rows[rule].name;
}

bool rules_is_colour_blind(Rule rule)
{
    LineRule black = rules_line(rule, BLACK), white = rules_line(rule, WHITE);
    return black.longer_wins == white.longer_wins && black.closed_is_void == white.closed_is_void &&
           black.fouls == white.fouls;
}

bool rules_four_has_side_defences(Rule rule)
{
    return rows[rule].line[BLACK].closed_is_void || rows[rule].line[WHITE].closed_is_void;
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
    if (game->win_length < rows[game->rule].least_length) {
        return rows[game->rule].too_short;
    }
    return NULL;
}

/* What stands at the ends of a five makes no difference to one who wins with any longer row. */
static bool ends_matter(LineRule line)
{
    return !line.longer_wins || line.closed_is_void;
}

int rules_reach(const Game *game)
{
    const LineRule *line = rows[game->rule].line;
    return game->win_length - 1 + (ends_matter(line[BLACK]) || ends_matter(line[WHITE]));
}

/* rules - which games there are, and what wins in each of them.
 *
 * A rule is a handful of facts about each colour; everything else that depends on the rule (shapes,
 * fouls, forced answers) is derived from these facts and never asks for the rule by name.
 */
#ifndef TENGEN_BOARD_RULES_H
#define TENGEN_BOARD_RULES_H

#include <stdbool.h>

enum {
    BLACK,
    WHITE,
    EMPTY,
    WALL,
    COLOURS = 2
}; /* what a point can hold; a colour is BLACK, WHITE */

typedef enum {
    RULE_FREESTYLE,  /* win_length in a row or more wins */
    RULE_STANDARD,   /* exactly win_length in a row wins */
    RULE_RENJU,      /* black: exactly five, with fouls; white: five or more */
    RULE_CARO,       /* five does not win with opposing stones at both ends; six wins */
    RULE_CARO_EXACT, /* the same, and six does not win */
    RULE_COUNT
} Rule;

enum { WIN_LENGTH_MIN = 3, WIN_LENGTH_MAX = 5 };

/* One game: the rule, the size of the board, and how many in a row win. */
typedef struct {
    Rule rule;
    int width, height; /* SIDE_MIN..SIDE_MAX */
    int win_length;    /* WIN_LENGTH_MIN..WIN_LENGTH_MAX */
} Game;

/* What the rule says about the lines of one colour. */
typedef struct {
    bool longer_wins;    /* more than win_length in a row wins as well */
    bool closed_is_void; /* exactly win_length between two opposing stones does not win */
    bool fouls;          /* overline, double four and double three are forbidden */
} LineRule;

/* The facts about one colour under a rule. */
LineRule rules_line(Rule rule, int colour);

/* Says whether a four can be stopped by a stone beside the point that would complete it. */
bool rules_four_has_side_defences(Rule rule);

/* Why size, rule and win length do not go together, in words for a person; NULL if they do. */
const char *rules_fault(const Game *game);

/* How far along a line, to either side, stones can change what a stone on a point is worth: the
 * fives through the point, and one further where what stands at their ends matters. */
int rules_reach(const Game *game);

/* The other colour. */
static inline int rules_opponent(int colour)
{
    return colour ^ 1;
}

#endif

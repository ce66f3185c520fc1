/* rules - which games there are, and what wins in each of them.
 *
 * A rule is a row of RULES (tengen/game.h): a handful of facts about each colour, and its names.
 * Everything else that depends on the rule (shapes, fouls, forced answers, colour-blindness) is
 * derived from these facts; no code asks which rule it is.
 */
#ifndef TENGEN_BOARD_RULES_H
#define TENGEN_BOARD_RULES_H

#include "tengen/game.h"

#include <stdbool.h>
#include <stdint.h>

/* What the rule says about the lines of one colour. */
typedef struct {
    bool longer_wins;    /* more than win_length in a row wins as well */
    bool closed_is_void; /* exactly win_length between two opposing stones does not win */
    bool fouls;          /* overline, double four and double three are forbidden */
} LineRule;

/* The facts about one colour under a rule. */
LineRule rules_line(Rule rule, int colour);

/* The number of a rule in the protocol. */
int rules_number(Rule rule);

/* Finds the rule of that number; false if there is none. */
bool rules_with_number(int64_t number, Rule *rule);

/* The name of a rule, for people. */
const char *rules_name(Rule rule);

/* Says whether the rule treats both colours alike. */
bool rules_is_colour_blind(Rule rule);

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

/* parse - reads words, numbers and points from text.
 *
 * Pure functions. Each returns whether it found what it was asked for, accepts any text, and leaves
 * its results untouched when it returns false.
 */
#ifndef TENGEN_PROTOCOL_LINES_PARSE_H
#define TENGEN_PROTOCOL_LINES_PARSE_H

#include "tengen/engine.h"

#include <stdbool.h>
#include <stdint.h>

enum { PARSE_LETTERS = 26 };  /* name columns: a to z, then aa and on */
enum { PARSE_WORD_MAX = 32 }; /* longer words are no command and no key */

/* Copies the first word in lower case and returns what follows it, blanks skipped. A word that is
 * too long comes out cut, and so equals no command and no key. */
const char *parse_word(const char *text, char word[PARSE_WORD_MAX]);

/* Reads a whole number that fills the text but for blanks around it. Numbers too large for 64 bits
 * come out as the largest or smallest there are. */
bool parse_number(const char *text, int64_t *number);

/* Reads two numbers that fill the text, with a comma or (`separator` ' ') blanks between them. */
bool parse_pair(const char *text, char separator, int64_t *first, int64_t *second);

/* Reads "x,y". A number outside int's range becomes -1, which lies outside every board. */
bool parse_point(const char *text, Coordinates *point);

/* Reads a point as people name it: "h8" (letter: column from a, after z comes aa; number: row from
 * 1), or "7,7". */
bool parse_place(const char *text, Coordinates *point);

/* Reads "x,y,field", as a line of BOARD. */
bool parse_stone(const char *text, Coordinates *point, int64_t *field);

/* Reads a step of an opening: a colour, or points, as many as can be offered at most, and after
 * them "offers 3" where so many offers are announced. */
bool parse_opening_act(const char *text, OpeningAct *act);

/* The rule that the bits of INFO rule ask for (RULES in tengen/game.h): the lowest kind, in its
 * exact form if there is one and it is asked for. Bits that no rule has change nothing. */
Rule parse_rule(int64_t bits);

/* Reads a rule as people say it: the number of INFO rule, exactly ("4"), or the name, in any letter
 * case and with hyphens for blanks ("renju", "caro-exact-five"). */
bool parse_rule_name(const char *text, Rule *rule);

/* The name of a rule, and its number for INFO rule. */
const char *parse_name_of_rule(Rule rule);
int parse_number_of_rule(Rule rule);

/* Reads the name of an evaluation (EVALUATIONS in tengen/evaluation.h). */
bool parse_evaluation(const char *word, Evaluation *evaluation);

#endif

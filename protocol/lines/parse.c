/* parse - see parse.h. */
#include "lines/parse.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The bits of INFO rule: the kinds of rule there are, and the bit of the exact form of a kind. */
#define RULE_BITS(rule, number, name, black, white, least, weights, tempo) | number
enum { RULE_BIT_EXACT = 1, RULE_KINDS = (0 RULES(RULE_BITS)) & ~RULE_BIT_EXACT };

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text)) {
        text++;
    }
    return text;
}

const char *parse_word(const char *text, char word[PARSE_WORD_MAX])
{
    int length = 0;
    text = skip_blanks(text);
    while (*text != '\0' && !is_blank(*text)) {
        if (length < PARSE_WORD_MAX - 1) {
            word[length++] = (char)tolower((unsigned char)*text);
        }
        text++;
    }
    word[length] = '\0';
    return skip_blanks(text);
}

/* Reads a number and returns what follows it, blanks skipped; NULL if there is none. */
static const char *take_number(const char *text, int64_t *number)
{
    char *end;
    text = skip_blanks(text);
    if (!isdigit((unsigned char)*text) && *text != '-' && *text != '+') {
        return NULL;
    }
    errno = 0;
    long long read = strtoll(text, &end, 10); /* clamps what is too large by itself */
    if (end == text) {
        return NULL;
    }
    *number = read;
    return skip_blanks(end);
}

/* Steps over what separates two numbers. A blank has been skipped by take_number, and must have
 * been there. NULL if the separator is missing. */
static const char *take_separator(const char *text, char separator)
{
    if (text == NULL) {
        return NULL;
    }
    if (separator == ' ') {
        return is_blank(text[-1]) ? text : NULL;
    }
    return *text == separator ? text + 1 : NULL;
}

bool parse_number(const char *text, int64_t *number)
{
    int64_t read;
    const char *rest = take_number(text, &read);
    if (rest == NULL || *rest != '\0') {
        return false;
    }
    *number = read;
    return true;
}

bool parse_pair(const char *text, char separator, int64_t *first, int64_t *second)
{
    int64_t one, other;
    const char *rest = take_separator(take_number(text, &one), separator);
    rest = rest == NULL ? NULL : take_number(rest, &other);
    if (rest == NULL || *rest != '\0') {
        return false;
    }
    *first = one;
    *second = other;
    return true;
}

static int to_coordinate(int64_t number)
{
    return number >= 0 && number <= INT_MAX ? (int)number : -1;
}

bool parse_point(const char *text, Coordinates *point)
{
    int64_t x, y;
    if (!parse_pair(text, ',', &x, &y)) {
        return false;
    }
    *point = (Coordinates){to_coordinate(x), to_coordinate(y)};
    return true;
}

/* Reads one letter, or two of which the first is an a, as a column. NULL if there is none. */
static const char *take_column(const char *text, int *column)
{
    int first = tolower((unsigned char)text[0]);
    if (!isalpha(first)) {
        return NULL;
    }
    int second = tolower((unsigned char)text[1]);
    bool is_late = first == 'a' && isalpha(second);
    *column = is_late ? PARSE_LETTERS + second - 'a' : first - 'a';
    return text + 1 + is_late;
}

bool parse_place(const char *text, Coordinates *point)
{
    int column;
    int64_t row;
    text = skip_blanks(text);
    const char *rest = take_column(text, &column);
    if (rest == NULL) {
        return parse_point(text, point);
    }
    if (!isdigit((unsigned char)*rest) || !parse_number(rest, &row)) {
        return false;
    }
    *point = (Coordinates){column, to_coordinate(row - 1)};
    return true;
}

static bool parse_colour(const char *word, Colour *colour)
{
    bool is_black = strcmp(word, "black") == 0, is_white = strcmp(word, "white") == 0;
    *colour = is_black ? BLACK : is_white ? WHITE : EMPTY;
    return is_black || is_white;
}

bool parse_opening_act(const char *text, OpeningAct *act)
{
    char word[PARSE_WORD_MAX];
    OpeningAct read = {.colour = EMPTY};
    int64_t number = 0;
    const char *rest = parse_word(text, word);
    bool is_right = *word != '\0';
    if (!parse_colour(word, &read.colour)) {
        for (; is_right && *word != '\0' && strcmp(word, "offers") != 0;
             rest = parse_word(rest, word)) {
            is_right =
                read.count < OPENING_OFFERS_MAX && parse_place(word, &read.points[read.count++]);
        }
        if (is_right && *word != '\0') {
            is_right = parse_number(rest, &number) && number > 0 && number <= OPENING_OFFERS_MAX;
            rest = "";
        }
        read.announced = (int)number;
    }
    if (is_right && *rest == '\0') {
        *act = read;
        return true;
    }
    return false;
}

bool parse_stone(const char *text, Coordinates *point, int64_t *field)
{
    int64_t x, y;
    const char *rest = take_separator(take_number(text, &x), ',');
    int64_t last;
    if (rest == NULL || (rest = take_separator(take_number(rest, &y), ',')) == NULL ||
        !parse_number(rest, &last)) {
        return false;
    }
    *point = (Coordinates){to_coordinate(x), to_coordinate(y)};
    *field = last;
    return true;
}

/* What a rule is called, by Rule. */
#define RULE_NAMES(rule, number, name, black, white, least, weights, tempo) {number, #number, name},
static const struct {
    int number;
    const char *digits, *name;
} rules[RULE_COUNT] = {RULES(RULE_NAMES)};

/* The rule of that number; that of the second number where there is none. */
static Rule rule_with_number(int64_t number, int64_t otherwise)
{
    int rule = 0;
    while (rule < RULE_COUNT && rules[rule].number != number) {
        rule++;
    }
    return rule < RULE_COUNT ? (Rule)rule : rule_with_number(otherwise, 0);
}

Rule parse_rule(int64_t bits)
{
    int64_t kinds = bits & RULE_KINDS;
    int64_t kind = kinds & -kinds;
    return rule_with_number(kind | (bits & RULE_BIT_EXACT), kind);
}

/* Says whether the text is that name, in any letter case and with any blanks around it; a hyphen is
 * as good as a blank inside. */
static bool is_name(const char *text, const char *name)
{
    text = skip_blanks(text);
    while (*name != '\0' &&
           (tolower((unsigned char)*text) == *name || (*text == '-' && *name == ' '))) {
        text++;
        name++;
    }
    return *name == '\0' && *skip_blanks(text) == '\0';
}

bool parse_rule_name(const char *text, Rule *rule)
{
    for (int i = 0; i < RULE_COUNT; i++) {
        if (strcmp(text, rules[i].digits) == 0 || is_name(text, rules[i].name)) {
            *rule = (Rule)i;
            return true;
        }
    }
    return false;
}

const char *parse_name_of_rule(Rule rule)
{
    return rules[rule].name;
}

int parse_number_of_rule(Rule rule)
{
    return rules[rule].number;
}

bool parse_evaluation(const char *word, Evaluation *evaluation)
{
    for (int i = 0; i < EVALUATION_COUNT; i++) {
        if (strcmp(word, evaluation_names[i]) == 0) {
            *evaluation = (Evaluation)i;
            return true;
        }
    }
    return false;
}

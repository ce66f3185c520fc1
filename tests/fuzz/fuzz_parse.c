/* fuzz_parse - every function of protocol/lines/parse.h on any text.
 *
 * The text is given in a block of exact size, so that a step past its end is seen. Demanded are
 * what the header promises: results untouched on no, within range on yes, blanks around that change
 * nothing, and that what was read, written again, reads the same.
 */
#include "lines/parse.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 4096, UNTOUCHED = -987654321 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void demand(bool holds, const char *words)
{
    if (!holds) {
        fprintf(stderr, "bad reading: %s\n", words);
        abort();
    }
}

/* --- words --- */

static void try_word(const char *text)
{
    char word[PARSE_WORD_MAX], again[PARSE_WORD_MAX];
    memset(word, '?', sizeof word);
    const char *rest = parse_word(text, word);
    demand(rest >= text && rest <= text + strlen(text), "the rest is not of the text");
    demand(*rest != ' ' && *rest != '\t', "blanks before the rest");
    demand(memchr(word, '\0', sizeof word) != NULL, "a word without an end");
    demand(word[strcspn(word, " \t")] == '\0', "a blank in a word");
    for (const char *at = word; *at != '\0'; at++) {
        demand(!isupper((unsigned char)*at), "a capital in a word");
    }
    demand(*rest == '\0' || *word != '\0', "no word before the rest");
    demand(*parse_word(word, again) == '\0' && strcmp(word, again) == 0, "a word read otherwise");
}

/* --- numbers --- */

static void try_number(const char *text)
{
    int64_t number = UNTOUCHED, again = UNTOUCHED;
    char written[TEXT_MAX + 8];
    bool found = parse_number(text, &number);
    snprintf(written, sizeof written, "\t %s \t", text);
    demand(parse_number(written, &again) == found && again == number, "blanks around a number");
    if (found) {
        snprintf(written, sizeof written, "%" PRId64, number);
        demand(parse_number(written, &again) && again == number, "a number read otherwise");
    } else {
        demand(number == UNTOUCHED, "no number, and yet a result");
    }
}

static void try_pair(const char *text, char separator)
{
    int64_t one = UNTOUCHED, other = UNTOUCHED, one_again, other_again;
    char written[64];
    if (parse_pair(text, separator, &one, &other)) {
        snprintf(written, sizeof written, "%" PRId64 "%c%" PRId64, one, separator, other);
        demand(parse_pair(written, separator, &one_again, &other_again) && one_again == one &&
                   other_again == other,
               "a pair read otherwise");
    } else {
        demand(one == UNTOUCHED && other == UNTOUCHED, "no pair, and yet a result");
    }
}

/* --- points and stones --- */

static bool is_coordinate_of(int coordinate, int64_t number)
{
    return number < 0 || number > INT_MAX ? coordinate == -1 : coordinate == number;
}

static void try_point(const char *text)
{
    Coordinates point = {UNTOUCHED, UNTOUCHED};
    int64_t x, y;
    bool found = parse_point(text, &point);
    demand(found == parse_pair(text, ',', &x, &y), "a point is a pair");
    demand(found ? is_coordinate_of(point.x, x) && is_coordinate_of(point.y, y)
                 : point.x == UNTOUCHED && point.y == UNTOUCHED,
           "a point that is not its pair");
}

/* A place is a point, or one or two letters and a number right behind them. */
static void try_place(const char *text)
{
    Coordinates place = {UNTOUCHED, UNTOUCHED}, again;
    char written[32];
    if (parse_point(text, &again)) {
        demand(parse_place(text, &place) && place.x == again.x && place.y == again.y,
               "a point that is no place");
    } else if (parse_place(text, &place)) {
        demand(place.x >= 0 && place.x < 2 * PARSE_LETTERS && place.y >= -1,
               "a place that does not exist");
        snprintf(written, sizeof written, "%s%c%" PRId64, place.x < PARSE_LETTERS ? "" : "a",
                 'a' + place.x % PARSE_LETTERS, (int64_t)place.y + 1);
        demand(parse_place(written, &again) && again.x == place.x && again.y == place.y,
               "a place read otherwise");
    } else {
        demand(place.x == UNTOUCHED && place.y == UNTOUCHED, "no place, and yet a result");
    }
}

static void try_stone(const char *text)
{
    Coordinates point = {UNTOUCHED, UNTOUCHED}, corner;
    int64_t field = UNTOUCHED, last;
    if (!parse_stone(text, &point, &field)) {
        demand(point.x == UNTOUCHED && point.y == UNTOUCHED && field == UNTOUCHED,
               "no stone, and yet a result");
        return;
    }
    /* What stands before the last comma is a point, and what follows a number. */
    char before[TEXT_MAX + 1];
    const char *comma = strrchr(text, ',');
    demand(comma != NULL, "a stone without a comma");
    snprintf(before, sizeof before, "%.*s", (int)(comma - text), text);
    demand(parse_point(before, &corner) && corner.x == point.x && corner.y == point.y,
           "a stone that is not on its point");
    demand(parse_number(comma + 1, &last) && last == field, "a stone that is not of its field");
}

/* --- rules --- */

/* The text's first bytes, taken as a number, and the number that it spells. */
static void try_rule(const char *text)
{
    int64_t bits = 0, spelled;
    memcpy(&bits, text, strnlen(text, sizeof bits));
    if (parse_number(text, &spelled)) {
        bits = spelled;
    }
    Rule rule = parse_rule(bits);
    demand((unsigned)rule < RULE_COUNT, "a rule that does not exist");
    demand(parse_rule(bits & 13) == rule, "bits that should change nothing");
    demand(parse_rule(bits | 4) == RULE_RENJU, "renju comes first");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    size_t length = size < TEXT_MAX ? size : TEXT_MAX;
    char *text = malloc(length + 1);
    demand(text != NULL, "no memory");
    memcpy(text, bytes, length);
    text[length] = '\0';
    try_word(text);
    try_number(text);
    try_pair(text, ',');
    try_pair(text, ' ');
    try_point(text);
    try_place(text);
    try_stone(text);
    try_rule(text);
    free(text);
    return 0;
}

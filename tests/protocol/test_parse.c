/* Checks the reading of lines: good, odd and hostile text.
 *
 * Everything a manager sends goes through here first, and managers (and people with a terminal)
 * send anything. A reader that says no must not have touched its results, for callers keep what
 * they had; a reader must not read past the end of its text, for which the sanitizers watch copies
 * of exact size.
 */
#include "lines/parse.h"

#include "unit.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { UNTOUCHED = -4321, LONG_TEXT = 100000 };

/* A copy without a byte to spare, so that reading on is noticed. */
static char *exact_copy(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    return strcpy(copy, text);
}

/* -----------------------------------------------------------------------------------------
 * words */

static void assert_word(const char *text, const char *word, const char *rest)
{
    char found[PARSE_WORD_MAX];
    char *copy = exact_copy(text);
    memset(found, '?', sizeof found);
    assert_string_equal(parse_word(copy, found), rest);
    assert_string_equal(found, word);
    free(copy);
}

TEST(words_come_off_the_front)
{
    assert_word("START 15", "start", "15");
    assert_word("BeGiN", "begin", "");
    assert_word(" \t INFO \t rule  4 ", "info", "rule  4 ");
    assert_word("a b c", "a", "b c");
    assert_word("TURN\t7,7", "turn", "7,7");
    assert_word("7,7", "7,7", "");
    assert_word("1,2 3", "1,2", "3");
}

TEST(no_word_is_the_empty_word)
{
    assert_word("", "", "");
    assert_word(" \t  ", "", "");
}

TEST(odd_bytes_are_part_of_a_word)
{
    assert_word("\xC3\x84ndern x", "\xC3\x84ndern", "x");
    assert_word("\xFF\x01\x7F x", "\xFF\x01\x7F", "x");
    assert_word("a\rb c", "a\rb", "c");
}

/* A cut word must not equal a known one: it fills the whole room, which none of ours does. */
TEST(long_words_are_cut)
{
    char *text = malloc(LONG_TEXT + 3);
    assert_non_null(text);
    for (size_t length = 1; length <= LONG_TEXT; length = length < 40 ? length + 1 : length * 3) {
        char word[PARSE_WORD_MAX];
        memset(text, 'A', length);
        strcpy(text + length, " z");
        assert_string_equal(parse_word(text, word), "z");
        size_t kept = length < PARSE_WORD_MAX - 1 ? length : PARSE_WORD_MAX - 1;
        assert_int_equal(strlen(word), kept);
        assert_int_equal(strspn(word, "a"), kept);
    }
    free(text);
}

/* ---------------------------------------------------------------------------------------
 * numbers */

static void assert_number(const char *text, int64_t number)
{
    int64_t found = UNTOUCHED;
    char *copy = exact_copy(text);
    assert_true(parse_number(copy, &found));
    assert_true(found == number);
    free(copy);
}

static void assert_no_number(const char *text)
{
    int64_t found = UNTOUCHED;
    char *copy = exact_copy(text);
    assert_false(parse_number(copy, &found));
    assert_true(found == UNTOUCHED);
    free(copy);
}

TEST(numbers_are_read)
{
    assert_number("0", 0);
    assert_number("15", 15);
    assert_number("-1", -1);
    assert_number("+7", 7);
    assert_number("  42\t ", 42);
    assert_number("007", 7);
    assert_number("-0", 0);
    assert_number("2147483648", INT64_C(2147483648));
    assert_number("9223372036854775807", INT64_MAX);
    assert_number("-9223372036854775808", INT64_MIN);
}

TEST(numbers_beyond_64_bits_are_clamped)
{
    assert_number("9223372036854775808", INT64_MAX);
    assert_number("-9223372036854775809", INT64_MIN);
    char *text = malloc(LONG_TEXT + 1);
    assert_non_null(text);
    memset(text, '9', LONG_TEXT);
    text[LONG_TEXT] = '\0';
    assert_number(text, INT64_MAX);
    text[0] = '-';
    assert_number(text, INT64_MIN);
    free(text);
}

TEST(what_is_no_number_is_refused)
{
    static const char *const none[] = {"",
                                       " ",
                                       "x",
                                       "-",
                                       "+",
                                       "--1",
                                       "+-1",
                                       "- 1",
                                       "1 2",
                                       "1,2",
                                       "1x",
                                       "x1",
                                       "1.5",
                                       "0x1",
                                       "1e3",
                                       "1\n2",
                                       "\r1",
                                       "\xB2",
                                       "nan",
                                       "inf",
                                       "\v1",
                                       "1\v",
                                       ",1",
                                       "1,",
                                       "'1'",
                                       "\f15",
                                       "1-",
                                       "1+1",
                                       "\xEF\xBB\xBF 1",
                                       "1\xA0"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_no_number(none[i]);
    }
}

/* -----------------------------------------------------------------------------------------
 * pairs */

static void assert_pair(const char *text, char separator, int64_t first, int64_t second)
{
    int64_t one = UNTOUCHED, other = UNTOUCHED;
    char *copy = exact_copy(text);
    assert_true(parse_pair(copy, separator, &one, &other));
    assert_true(one == first && other == second);
    free(copy);
}

static void assert_no_pair(const char *text, char separator)
{
    int64_t one = UNTOUCHED, other = UNTOUCHED;
    char *copy = exact_copy(text);
    bool is_pair = parse_pair(copy, separator, &one, &other);
    free(copy);
    if (is_pair) {
        fail_msg("\"%s\" was read as %d and %d", text, (int)one, (int)other);
    }
    assert_true(one == UNTOUCHED && other == UNTOUCHED);
}

TEST(pairs_are_read)
{
    assert_pair("10,20", ',', 10, 20);
    assert_pair(" 10 , 20 ", ',', 10, 20);
    assert_pair("10,\t20", ',', 10, 20);
    assert_pair("-1,-2", ',', -1, -2);
    assert_pair("10 20", ' ', 10, 20);
    assert_pair("\t10 \t 20 ", ' ', 10, 20);
    assert_pair("10 -20", ' ', 10, -20);
    assert_pair("99999999999999999999,-99999999999999999999", ',', INT64_MAX, INT64_MIN);
}

TEST(what_is_no_pair_is_refused)
{
    static const char *const none[] = {"",    " ",    ",",     "1",     "1,",    ",1",   "1,,2",
                                       "1;2", "1,2,", "1,2,3", "1,2 3", "1,2x",  "x,1",  "1,x",
                                       "1 2", "1.2",  "1,-",   "a1,2",  "1, ,2", "(1,2)"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_no_pair(none[i], ',');
    }
    assert_no_pair("1,2", ' ');
    assert_no_pair("1 2 3", ' ');
    assert_no_pair("12", ' ');
    assert_no_pair("1 ", ' ');
    assert_no_pair("1 x", ' ');
    assert_no_pair("", ' ');
}

/* "10-20" is no pair with blanks between, and "10+20" is a sum. */
TEST(a_sign_is_no_blank)
{
    assert_no_pair("10-20", ' ');
    assert_no_pair("10+20", ' ');
}

/* ------------------------------------------------------------------------------ points and
 * stones */

static void assert_point(const char *text, int x, int y)
{
    Coordinates point = {UNTOUCHED, UNTOUCHED};
    char *copy = exact_copy(text);
    assert_true(parse_point(copy, &point));
    assert_int_equal(point.x, x);
    assert_int_equal(point.y, y);
    free(copy);
}

TEST(points_are_read)
{
    assert_point("0,0", 0, 0);
    assert_point(" 14 , 7 ", 14, 7);
    assert_point("2147483647,2147483646", INT_MAX, INT_MAX - 1);
}

/* Numbers that no int holds must not come out as a place on the board. */
TEST(points_far_away_are_outside)
{
    assert_point("2147483648,5", -1, 5);
    assert_point("5,4294967301", 5, -1); /* 5 in the lower 32 bits */
    assert_point("-4294967291,0", -1, 0);
    assert_point("99999999999999999999,1", -1, 1);
    assert_point("-1,-7", -1, -1);
}

TEST(what_is_no_point_is_refused)
{
    static const char *const none[] = {"", "7", "7,", ",7", "7 7", "7,7,1", "h8", "7,h", "7;7"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        Coordinates point = {UNTOUCHED, UNTOUCHED};
        assert_false(parse_point(none[i], &point));
        assert_int_equal(point.x, UNTOUCHED);
        assert_int_equal(point.y, UNTOUCHED);
    }
}

TEST(stones_are_read)
{
    Coordinates point;
    int64_t field;
    assert_true(parse_stone("10,11,1", &point, &field));
    assert_true(point.x == 10 && point.y == 11 && field == 1);
    assert_true(parse_stone(" 0 , 1 , -3 ", &point, &field));
    assert_true(point.x == 0 && point.y == 1 && field == -3);
    assert_true(parse_stone("-5,2147483648,99999999999999999999", &point, &field));
    assert_true(point.x == -1 && point.y == -1 && field == INT64_MAX);
}

TEST(what_is_no_stone_is_refused)
{
    static const char *const none[] = {"",       "1",     "1,2",   "1,2,",  "1,2,3,", "1,2,3,4",
                                       "1,2 3",  "1 2,3", ",1,2",  "1,,2",  "1,2,x",  "DONE",
                                       "1,2,3x", "1;2;3", "x,2,3", "1,x,3", "1,2,3 4"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        Coordinates point = {UNTOUCHED, UNTOUCHED};
        int64_t field = UNTOUCHED;
        assert_false(parse_stone(none[i], &point, &field));
        assert_true(point.x == UNTOUCHED && point.y == UNTOUCHED && field == UNTOUCHED);
    }
}

/* -----------------------------------------------------------------------------------------
 * rules */

TEST(rule_bits_are_understood)
{
    for (int64_t bits = 0; bits < 64; bits++) {
        Rule rule = (bits & 4) != 0   ? RULE_RENJU
                    : (bits & 9) == 9 ? RULE_CARO_EXACT
                    : (bits & 8) != 0 ? RULE_CARO
                    : (bits & 1) != 0 ? RULE_STANDARD
                                      : RULE_FREESTYLE;
        assert_int_equal(parse_rule(bits), rule);
        assert_int_equal(parse_rule(bits + (INT64_C(1) << 40)), rule);
        assert_int_equal(parse_rule(bits + INT64_MIN), rule);
    }
    assert_int_equal(parse_rule(-1), RULE_RENJU);
}

/* ------------------------------------------------------------------------------------ random
 * text */

/* Points as people name them, and what is none. */
TEST(places_are_letters_and_numbers)
{
    static const struct {
        const char *text;
        int x, y;
    } good[] = {{"h8", 7, 7},   {"H8", 7, 7},     {" a1 ", 0, 0}, {"z32", 25, 31},
                {"aa1", 26, 0}, {"AF32", 31, 31}, {"7,7", 7, 7},  {"a0", 0, -1}};
    static const char *const bad[] = {"",     "h",   "8h",    "h8x", "ba1",
                                      "aaa1", "h,8", "h 8 8", "h-",  "?8"};
    Coordinates place;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(parse_place(good[i].text, &place));
        assert_int_equal(place.x, good[i].x);
        assert_int_equal(place.y, good[i].y);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(parse_place(bad[i], &place));
    }
}

TEST(test_names_of_evaluations)
{
    static const char *const names[EVALUATION_COUNT] = {"base", "tuned", "pattern"};
    static const char *const others[] = {"", "net", "hand", "tune", "TUNED", "base tuned", "0"};
    Evaluation evaluation = EVALUATION_BASE;
    for (int i = 0; i < EVALUATION_COUNT; i++) {
        assert_true(parse_evaluation(names[i], &evaluation));
        assert_int_equal(evaluation, EVALUATION_BASE + i);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(parse_evaluation(others[i], &evaluation));
        assert_int_equal(evaluation, EVALUATION_PATTERN);
    }
}

/* -----------------------------------------------------------------------------------------
 * rules by number and name */

static void assert_rule(const char *text, Rule expected)
{
    Rule rule = RULE_COUNT;
    char *copy = exact_copy(text);
    assert_int_equal(parse_rule_name(copy, &rule), expected != RULE_COUNT);
    assert_int_equal(rule, expected); /* untouched where there is none */
    free(copy);
}

TEST(test_rule_names)
{
#define ASSERT_RULE(rule, number, name, black, white, least, weights, tempo)                       \
    assert_rule(#number, RULE_##rule);                                                             \
    assert_rule(name, RULE_##rule);
    RULES(ASSERT_RULE)
#undef ASSERT_RULE
    assert_rule("caro-exact-five", RULE_CARO_EXACT);
    assert_rule(" \tCaro Exact Five ", RULE_CARO_EXACT);
    static const char *const others[] = {
        "",           " ",       "04",    "4 ",         "2",          "renju4", "-1",
        "renj",       "renju 4", "caro-", "caro exact", "free-style", "10",     "caro-exact-five-",
        "caro--exact"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_rule(others[i], RULE_COUNT);
    }
}

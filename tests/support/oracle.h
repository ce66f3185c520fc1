/* The rule oracle: what the rules of the game say about a board, for the tests to ask.
 *
 * The engine answers these questions from tables and running sums; the oracle answers them by
 * walking over an explicit board with the text of the rule in hand. It shares no line with the
 * engine and includes only standard headers, so that a mistake is not made in both. It is meant to
 * be obviously right and is slow: it looks at cells one by one, puts stones down and takes them up
 * again, and remembers nothing between two calls.
 *
 * A board has x running to the right and y running down, both from 0. Colours are the characters
 * of its cells. Breaking a condition named in a comment ("must be empty") stops at an assertion.
 */

#ifndef TENGEN_TESTS_ORACLE_H
#define TENGEN_TESTS_ORACLE_H

#include <stdbool.h>

enum {
    ORACLE_MAX_SIDE = 32,
    ORACLE_MIN_LENGTH = 3,
    ORACLE_MAX_LENGTH = 5,
};

/* What a cell holds. A blocked cell belongs to nobody and is as good as outside the board. */
enum { ORACLE_EMPTY = '.', ORACLE_BLACK = 'X', ORACLE_WHITE = 'O', ORACLE_BLOCKED = '#' };

/* The rules, by the numbers of the protocol's INFO rule. */
typedef enum {
    ORACLE_FREESTYLE = 0,
    ORACLE_STANDARD = 1,
    ORACLE_RENJU = 4,
    ORACLE_CARO = 8,
    ORACLE_CARO_EXACT = 9
} OracleRule;

/* A board under a rule: win_length stones in a row win, and cell[y][x] tells what lies at x, y. */
typedef struct {
    int width, height, win_length;
    OracleRule rule;
    char cell[ORACLE_MAX_SIDE][ORACLE_MAX_SIDE];
} OracleBoard;

/* What one line through a cell amounts to, from worthless to won; the names are those for five in a
 * row. A foul is last because it is no value at all: only black under renju can have one. */
typedef enum {
    ORACLE_NONE,
    ORACLE_DEAD_ONE,
    ORACLE_LIVE_ONE,
    ORACLE_DEAD_TWO,
    ORACLE_LIVE_TWO,
    ORACLE_WIDE_TWO,
    ORACLE_BROAD_TWO,
    ORACLE_DEAD_THREE,
    ORACLE_LIVE_THREE,
    ORACLE_SOLID_THREE,
    ORACLE_DEAD_FOUR,
    ORACLE_LIVE_FOUR,
    ORACLE_FIVE,
    ORACLE_FOUL
} OracleShape;

/* Makes an empty board. The sides must be 1 to ORACLE_MAX_SIDE, win_length 3 to 5, and 5 in
 * renju. */
void oracle_clear(OracleBoard *board, OracleRule rule, int width, int height, int win_length);

/* Takes size and cells of a cleared board from a drawing: one line a row, the topmost being y = 0,
 * of '.', 'X', 'O' and '#'. Blanks anywhere and lines without a cell are passed over. Returns
 * false, leaving the board as it was, if the drawing is empty, too large or ragged or has another
 * character. */
bool oracle_draw(OracleBoard *board, const char *diagram);

/* Tells whether a stone of this colour wins at the cell, which must be empty. */
bool oracle_wins(const OracleBoard *board, int x, int y, char colour);

/* Tells whether renju forbids black the cell, which must be empty: an overline, two fours or two
 * real threes, and no five at once. Under every other rule nothing is forbidden. */
bool oracle_forbidden(const OracleBoard *board, int x, int y);

/* Tells what the line through the cell in direction dx, dy would be with a stone of this colour on
 * the cell, which must be empty. It looks at that line only and knows no fouls from elsewhere. */
OracleShape oracle_shape(const OracleBoard *board, int x, int y, int dx, int dy, char colour);

/* Tells whether some stone lies at most `square` columns and rows away from the cell, or at most
 * `line` steps straight along one of the 8 directions. A stone on the cell itself is 0 away. */
bool oracle_near_stone(const OracleBoard *board, int x, int y, int square, int line);

#endif

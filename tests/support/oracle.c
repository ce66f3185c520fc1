/* The rule oracle, written straight from the text of the rules.
 *
 * Everything about a line is said from its centre, the cell asked about: cell 0 is the centre, cell
 * 1 the next one along the direction, cell -1 the one before. The centre counts as an own stone
 * whatever lies there. All questions come down to one, which run of own stones goes through the
 * centre and whether it wins; fours, threes and twos follow by putting stones on empty cells and
 * asking again. Functions that do so leave the board as they found it.
 *
 * Outside the board every cell is blocked. A run ends at a wall, a blocked cell and a stone of the
 * opponent alike; only caro asks which of them it was.
 */

#include "oracle.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Thresholds in the definitions of the shapes and of renju's fouls. */
enum {
    FOUL_FOURS = 2,             /* so many fours at once are a foul */
    FOUL_THREES = 2,            /* so many real threes at once are a foul */
    SOLID_LIVE_FOURS = 2,       /* a solid three becomes a live four on so many cells */
    WIDE_LIVE_THREES = 3,       /* a wide two becomes a live three on so many cells */
    BROAD_LIVE_THREES = 4,      /* and a broad two on so many */
    STONES_FROM_ONE_TO_FOUR = 3 /* a one is so many stones short of a four */
};

enum { DIRECTIONS = 4, SHAPES = ORACLE_FOUL + 1 };

static const struct {
    int dx, dy;
} DIRECTION[DIRECTIONS] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/* A line of the board seen from its centre by the colour `own`. */
typedef struct {
    OracleBoard *board;
    int x, y, dx, dy;
    char own;
} Line;

/* The run of own stones through the centre: the numbers of its first and its last cell. */
typedef struct {
    int first, last;
} Run;

/* What renju says of a black stone. */
typedef enum { BLACK_LEGAL, BLACK_FIVE, BLACK_FOUL } BlackMove;

/* ----------------------------------------------------------------------------- boards and cells */

/* Tells whether the cell lies on the board. */
static bool on_board(const OracleBoard *board, int x, int y)
{
    return 0 <= x && x < board->width && 0 <= y && y < board->height;
}

/* Returns what lies at x, y; outside the board all is blocked. */
static char cell_at(const OracleBoard *board, int x, int y)
{
    return on_board(board, x, y) ? board->cell[y][x] : (char)ORACLE_BLOCKED;
}

/* Tells whether the character is one of the two colours. */
static bool is_stone(char c)
{
    return c == ORACLE_BLACK || c == ORACLE_WHITE;
}

/* Returns the other colour. */
static char opponent(char colour)
{
    return colour == ORACLE_BLACK ? (char)ORACLE_WHITE : (char)ORACLE_BLACK;
}

void oracle_clear(OracleBoard *board, OracleRule rule, int width, int height, int win_length)
{
    assert(1 <= width && width <= ORACLE_MAX_SIDE);
    assert(1 <= height && height <= ORACLE_MAX_SIDE);
    assert(ORACLE_MIN_LENGTH <= win_length && win_length <= ORACLE_MAX_LENGTH);
    assert(rule != ORACLE_RENJU || win_length == ORACLE_MAX_LENGTH);
    board->width = width;
    board->height = height;
    board->win_length = win_length;
    board->rule = rule;
    memset(board->cell, ORACLE_EMPTY, sizeof board->cell);
}

/* Copies the cells of one drawn line to the row; returns how many, or -1 for a line that is too
 * long or has a strange character. */
static int draw_row(char row[ORACLE_MAX_SIDE], const char *text, size_t length)
{
    int width = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == ' ' || c == '\t' || c == '\r') {
            continue;
        }
        bool is_cell = is_stone(c) || c == ORACLE_EMPTY || c == ORACLE_BLOCKED;
        if (!is_cell || width == ORACLE_MAX_SIDE) {
            return -1;
        }
        row[width++] = c;
    }
    return width;
}

/* Adds a row of this width below the others; false if the board is full or the width another. */
static bool append_row(OracleBoard *board, const char row[ORACLE_MAX_SIDE], int width)
{
    if (board->height == ORACLE_MAX_SIDE || (board->height > 0 && width != board->width)) {
        return false;
    }
    memcpy(board->cell[board->height], row, (size_t)width);
    board->width = width;
    board->height++;
    return true;
}

bool oracle_draw(OracleBoard *board, const char *diagram)
{
    OracleBoard drawn = *board;
    drawn.width = 0;
    drawn.height = 0;
    memset(drawn.cell, ORACLE_EMPTY, sizeof drawn.cell);
    while (*diagram != '\0') {
        size_t length = strcspn(diagram, "\n");
        char row[ORACLE_MAX_SIDE];
        int width = draw_row(row, diagram, length);
        if (width < 0 || (width > 0 && !append_row(&drawn, row, width))) {
            return false;
        }
        diagram += diagram[length] == '\n' ? length + 1 : length;
    }
    if (drawn.height == 0) {
        return false;
    }
    *board = drawn;
    return true;
}

/* ----------------------------------------------------------------------------- runs and winning */

/* Returns what lies on cell i of the line. */
static char look(const Line *line, int i)
{
    return cell_at(line->board, line->x + i * line->dx, line->y + i * line->dy);
}

/* Puts a stone on cell i of the line, or takes it up; the cell must be on the board. */
static void put(const Line *line, int i, char what)
{
    line->board->cell[line->y + i * line->dy][line->x + i * line->dx] = what;
}

/* Returns the run through the centre. */
static Run own_run(const Line *line)
{
    Run run = {0, 0};
    while (look(line, run.first - 1) == line->own) {
        run.first--;
    }
    while (look(line, run.last + 1) == line->own) {
        run.last++;
    }
    return run;
}

/* Returns the number of stones of the run. */
static int run_length(Run run)
{
    return run.last - run.first + 1;
}

/* Tells whether a stone of the opponent stands next to the run at both ends. */
static bool is_enclosed(const Line *line, Run run)
{
    char foe = opponent(line->own);
    return look(line, run.first - 1) == foe && look(line, run.last + 1) == foe;
}

/* Tells whether the run through the centre wins. */
static bool is_won(const Line *line)
{
    Run run = own_run(line);
    int length = run_length(run);
    int needed = line->board->win_length;
    switch (line->board->rule) {
    case ORACLE_FREESTYLE: return length >= needed;
    case ORACLE_STANDARD: return length == needed;
    case ORACLE_RENJU: return line->own == ORACLE_BLACK ? length == needed : length >= needed;
    case ORACLE_CARO: return length > needed || (length == needed && !is_enclosed(line, run));
    case ORACLE_CARO_EXACT: return length == needed && !is_enclosed(line, run);
    }
    assert(false);
    return false;
}

/* Tells whether cell i is a five-point: empty, and an own stone there makes the run win. */
static bool is_five_point(const Line *line, int i)
{
    if (i == 0 || look(line, i) != ORACLE_EMPTY) {
        return false;
    }
    put(line, i, line->own);
    bool won = is_won(line);
    put(line, i, ORACLE_EMPTY);
    return won;
}

/* Adds up what `count` says of the four lines through the cell for this colour. */
static int sum_lines(OracleBoard *board, int x, int y, char colour, int (*count)(const Line *))
{
    int sum = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        Line line = {board, x, y, DIRECTION[d].dx, DIRECTION[d].dy, colour};
        sum += count(&line);
    }
    return sum;
}

/* Returns 1 if the run through the centre wins, else 0. */
static int count_fives(const Line *line)
{
    return is_won(line) ? 1 : 0;
}

bool oracle_wins(const OracleBoard *board, int x, int y, char colour)
{
    assert(is_stone(colour) && on_board(board, x, y) && board->cell[y][x] == ORACLE_EMPTY);
    OracleBoard scratch = *board;
    return sum_lines(&scratch, x, y, colour, count_fives) > 0;
}

/* --------------------------------------------------------------------- what renju forbids black */

/* Returns 1 if the run through the centre is longer than a five, else 0. */
static int count_overlines(const Line *line)
{
    return run_length(own_run(line)) > line->board->win_length ? 1 : 0;
}

/* Returns how many fours go through the centre of a line that is not won yet: one for each
 * five-point, except that a straight four has two, one at either end and so win_length apart, and
 * is one four. No five-point lies farther than win_length - 1 from the centre: one that did would
 * make too long a run, and where those win, the run had won without it. */
static int count_fours(const Line *line)
{
    int length = line->board->win_length;
    int fours = 0;
    int previous = 0;
    for (int i = 1 - length; i < length; i++) {
        if (!is_five_point(line, i)) {
            continue;
        }
        bool is_other_end = fours > 0 && i - previous == length;
        if (!is_other_end) {
            fours++;
        }
        previous = i;
    }
    return fours;
}

/* Tells whether cell i holds one of the four stones of a straight four through the centre: a run
 * one short of winning that an own stone completes at either end. */
static bool is_in_straight_four(const Line *line, int i)
{
    Run run = own_run(line);
    return run_length(run) == line->board->win_length - 1 && run.first <= i && i <= run.last &&
           is_five_point(line, run.first - 1) && is_five_point(line, run.last + 1);
}

static BlackMove judge_black(OracleBoard *board, int x, int y);

/* Returns 1 if a real three goes through the centre, else 0: black can make it a straight four with
 * one more stone, at a cell where that stone neither makes a five nor is a foul itself. */
static int count_threes(const Line *line)
{
    int length = line->board->win_length;
    for (int i = 1 - length; i < length; i++) {
        if (i == 0 || look(line, i) != ORACLE_EMPTY) {
            continue;
        }
        put(line, i, line->own);
        bool makes_straight_four = is_in_straight_four(line, i);
        put(line, i, ORACLE_EMPTY);
        int x = line->x + i * line->dx;
        int y = line->y + i * line->dy;
        if (makes_straight_four && judge_black(line->board, x, y) == BLACK_LEGAL) {
            return 1;
        }
    }
    return 0;
}

/* Tells what renju says of a black stone on the empty cell. The stone lies on the board while the
 * cells of its threes are judged in turn; the board fills by a stone each time, so this ends. */
static BlackMove judge_black(OracleBoard *board, int x, int y)
{
    BlackMove move = BLACK_LEGAL;
    board->cell[y][x] = ORACLE_BLACK;
    if (sum_lines(board, x, y, ORACLE_BLACK, count_fives) > 0) {
        move = BLACK_FIVE;
    } else if (sum_lines(board, x, y, ORACLE_BLACK, count_overlines) > 0 ||
               sum_lines(board, x, y, ORACLE_BLACK, count_fours) >= FOUL_FOURS ||
               sum_lines(board, x, y, ORACLE_BLACK, count_threes) >= FOUL_THREES) {
        move = BLACK_FOUL;
    }
    board->cell[y][x] = ORACLE_EMPTY;
    return move;
}

bool oracle_forbidden(const OracleBoard *board, int x, int y)
{
    assert(on_board(board, x, y) && board->cell[y][x] == ORACLE_EMPTY);
    OracleBoard scratch = *board;
    return board->rule == ORACLE_RENJU && judge_black(&scratch, x, y) == BLACK_FOUL;
}

/* ------------------------------------------------------------------------------------------ shapes
 *
 * Only the cells within win_length of the centre are looked at, and that is exact. A run that
 * reaches win_length cells to one side is too long already, whatever follows; any other run ends
 * nearer, so that its ends are seen. Hence no stone farther away changes a five, a foul or a four,
 * and by the definitions in turn neither a three, a two nor a one. */

/* Tells whether the opponent, putting a stone on one cell of the line, can leave no five-point. */
static bool can_be_stopped(const Line *line)
{
    int reach = line->board->win_length;
    bool stopped = false;
    for (int i = -reach; i <= reach && !stopped; i++) {
        if (i != 0 && look(line, i) == ORACLE_EMPTY) {
            put(line, i, opponent(line->own));
            stopped = count_fours(line) == 0;
            put(line, i, ORACLE_EMPTY);
        }
    }
    return stopped;
}

/* Returns the line's shape if it is a five, a foul or a four, else ORACLE_NONE. */
static OracleShape shape_of_four(const Line *line)
{
    if (is_won(line)) {
        return ORACLE_FIVE;
    }
    bool can_foul = line->board->rule == ORACLE_RENJU && line->own == ORACLE_BLACK;
    int fours = count_fours(line);
    if (can_foul && (count_overlines(line) > 0 || fours >= FOUL_FOURS)) {
        return ORACLE_FOUL;
    }
    if (fours == 0) {
        return ORACLE_NONE;
    }
    return can_be_stopped(line) ? ORACLE_DEAD_FOUR : ORACLE_LIVE_FOUR;
}

/* Returns the shape of a line that is no four, from how many cells give it which shape. */
static OracleShape shape_by_next(const int next[SHAPES])
{
    int live_fours = next[ORACLE_LIVE_FOUR];
    int live_threes = next[ORACLE_LIVE_THREE] + next[ORACLE_SOLID_THREE];
    int live_twos = next[ORACLE_LIVE_TWO] + next[ORACLE_WIDE_TWO] + next[ORACLE_BROAD_TWO];
    if (live_fours > 0) {
        return live_fours >= SOLID_LIVE_FOURS ? ORACLE_SOLID_THREE : ORACLE_LIVE_THREE;
    }
    if (next[ORACLE_DEAD_FOUR] > 0) {
        return ORACLE_DEAD_THREE;
    }
    if (live_threes >= BROAD_LIVE_THREES) {
        return ORACLE_BROAD_TWO;
    }
    if (live_threes > 0) {
        return live_threes >= WIDE_LIVE_THREES ? ORACLE_WIDE_TWO : ORACLE_LIVE_TWO;
    }
    if (next[ORACLE_DEAD_THREE] > 0) {
        return ORACLE_DEAD_TWO;
    }
    if (live_twos > 0) {
        return ORACLE_LIVE_ONE;
    }
    return next[ORACLE_DEAD_TWO] > 0 ? ORACLE_DEAD_ONE : ORACLE_NONE;
}

/* Returns the line's shape, or ORACLE_NONE if it takes more than this many stones to become a four.
 * A shape is told by the shapes one stone on, so those are needed one stone less deep. */
static OracleShape shape_within(const Line *line, int stones)
{
    OracleShape shape = shape_of_four(line);
    if (shape != ORACLE_NONE || stones == 0) {
        return shape;
    }
    int next[SHAPES] = {0};
    int reach = line->board->win_length;
    for (int i = -reach; i <= reach; i++) {
        if (i != 0 && look(line, i) == ORACLE_EMPTY) {
            put(line, i, line->own);
            next[shape_within(line, stones - 1)]++;
            put(line, i, ORACLE_EMPTY);
        }
    }
    return shape_by_next(next);
}

OracleShape oracle_shape(const OracleBoard *board, int x, int y, int dx, int dy, char colour)
{
    assert(is_stone(colour) && on_board(board, x, y) && board->cell[y][x] == ORACLE_EMPTY);
    assert((dx != 0 || dy != 0) && abs(dx) <= 1 && abs(dy) <= 1);
    OracleBoard scratch = *board;
    Line line = {&scratch, x, y, dx, dy, colour};
    return shape_within(&line, STONES_FROM_ONE_TO_FOUR);
}

/* -------------------------------------------------------------------------------- neighbourhood */

/* Tells whether the offset is at most `square` either way, or straight and at most `line` long. */
static bool is_near(int dx, int dy, int square, int line)
{
    int columns = abs(dx);
    int rows = abs(dy);
    int distance = columns > rows ? columns : rows;
    bool is_straight = columns == 0 || rows == 0 || columns == rows;
    return distance <= square || (is_straight && distance <= line);
}

bool oracle_near_stone(const OracleBoard *board, int x, int y, int square, int line)
{
    assert(on_board(board, x, y));
    for (int stone_y = 0; stone_y < board->height; stone_y++) {
        for (int stone_x = 0; stone_x < board->width; stone_x++) {
            if (is_stone(board->cell[stone_y][stone_x]) &&
                is_near(stone_x - x, stone_y - y, square, line)) {
                return true;
            }
        }
    }
    return false;
}

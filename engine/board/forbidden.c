/* forbidden - the recursion of renju's double three; see forbidden.h. */
#include "board/forbidden.h"

/* What a black stone on one point would make of the four lines through it. */
typedef struct {
    Shape shape[DIRECTIONS];
    int fives, fours, live_threes;
    bool foul_line; /* an overline, or a double four on one line */
} Lines;

static Lines count_lines(const Board *board, const ShapeTable *shapes, Point point)
{
    Lines lines = {.fives = 0};
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Shape shape = shape_at(shapes, board, point, direction, BLACK);
        lines.shape[direction] = shape;
        lines.fives += shape == SHAPE_FIVE;
        lines.fours += shape_is_four(shape);
        lines.live_threes += shape_is_live_three(shape);
        lines.foul_line |= shape == SHAPE_FOUL;
    }
    return lines;
}

/* The first point that holds no black stone, walking from a black stone. */
static Point end_of_run(const Board *board, Point point, int step)
{
    do {
        point = (Point)(point + step);
    } while (board->at[point] == BLACK);
    return point;
}

/* Says whether black may make a straight four by playing on the point along the direction. */
static bool may_become_four(Board *board, const ShapeTable *shapes, Point point, int direction)
{
    if (board->at[point] != EMPTY ||
        shape_at(shapes, board, point, direction, BLACK) != SHAPE_LIVE_FOUR) {
        return false;
    }
    return count_lines(board, shapes, point).fives == 0 && !forbidden_at(board, shapes, point);
}

/* Says whether the open three that the black stone on the point is part of can really grow. A
 * straight four is an unbroken row, so only the two ends of the stone's own run can complete it. */
static bool three_is_real(Board *board, const ShapeTable *shapes, Point point, int direction)
{
    int step = board->geometry.step[direction];
    return may_become_four(board, shapes, end_of_run(board, point, step), direction) ||
           may_become_four(board, shapes, end_of_run(board, point, -step), direction);
}

static int real_threes(Board *board, const ShapeTable *shapes, Point point, const Lines *lines)
{
    int real = 0;
    board->at[point] = BLACK;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        real += shape_is_live_three(lines->shape[direction]) &&
                three_is_real(board, shapes, point, direction);
    }
    board->at[point] = EMPTY;
    return real;
}

bool forbidden_at(Board *board, const ShapeTable *shapes, Point point)
{
    Lines lines = count_lines(board, shapes, point);
    if (lines.fives > 0) {
        return false;
    }
    if (lines.foul_line || lines.fours > 1) {
        return true;
    }
    return lines.live_threes > 1 && real_threes(board, shapes, point, &lines) > 1;
}

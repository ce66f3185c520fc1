/* proof_zone - windows and fives; see proof_zone.h. */
#include "tools/prove/proof_zone.h"

/* How many stones of that colour the window holds that begins on the point; -1 if something else
 * than these and empty points lies in it. */
static int stones_in_window(const Board *board, int first, int step, int length, int colour)
{
    int stones = 0;
    for (int i = 0; i < length; i++) {
        int at = board->at[first + i * step];
        if (at != EMPTY && at != colour) {
            return -1;
        }
        stones += at == colour;
    }
    return stones;
}

static void add_empty(const Board *board, int first, int step, int length, PointSet *zone)
{
    for (int i = 0; i < length; i++) {
        int point = first + i * step;
        if (board->at[point] == EMPTY) {
            point_set_add(zone, (Point)point);
        }
    }
}

/* Visits the windows that one colour may fill and that have at least `least` of its stones. Adds
 * their empty points to the zone and returns how many windows there are. With a zone of NULL it
 * ends at the first one and returns 1. */
static int visit_windows(const Board *board, int length, int colour, int least, PointSet *zone)
{
    const Geometry *geometry = &board->geometry;
    int found = 0;
    for (int i = 0; i < geometry->width * geometry->height; i++) {
        Point first = geometry_point(geometry, i % geometry->width, i / geometry->width);
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int step = geometry->step[direction];
            if (stones_in_window(board, first, step, length, colour) < least) {
                continue;
            }
            found++;
            if (zone == NULL) {
                return found;
            }
            add_empty(board, first, step, length, zone);
        }
    }
    return found;
}

void proof_zone_add_danger(const Board *board, int win_length, int defender, int passes,
                           PointSet *zone)
{
    int least = win_length - 1 - passes;
    if (passes > 0) {
        visit_windows(board, win_length, defender, least > 0 ? least : 0, zone);
    }
}

bool proof_zone_has_window(const Position *position, int attacker)
{
    return visit_windows(&position->board, position->game.win_length, attacker, 0, NULL) > 0;
}

/* An end of the row that a stone of that colour on the point belongs to. */
static Point end_of_row(const Board *board, Point point, int step, int colour)
{
    int end = point + step;
    while (board->at[end] == colour) {
        end += step;
    }
    return (Point)end;
}

/* Adds the empty ends of a row, if that many stones could close it: if they are enough for these
 * ends, and there is no end that is never closed, which is the edge. */
static void add_ends(const Board *board, const Point ends[2], int stones, PointSet *zone)
{
    int empty = (board->at[ends[0]] == EMPTY) + (board->at[ends[1]] == EMPTY);
    bool has_edge = board->at[ends[0]] == WALL || board->at[ends[1]] == WALL;
    for (int i = 0; i < 2 && empty <= stones && !has_edge; i++) {
        if (board->at[ends[i]] == EMPTY) {
            point_set_add(zone, ends[i]);
        }
    }
}

void proof_zone_add_five(const Position *position, int attacker, Point five, int passes,
                         PointSet *zone)
{
    const Board *board = &position->board;
    point_set_add(zone, five);
    if (!rules_line(position->game.rule, attacker).closed_is_void) {
        return;
    }
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int step = board->geometry.step[direction];
        Point ends[] = {end_of_row(board, five, step, attacker),
                        end_of_row(board, five, -step, attacker)};
        if (position_shape(position, five, direction, attacker) == SHAPE_FIVE) {
            add_ends(board, ends, passes, zone);
        }
    }
}

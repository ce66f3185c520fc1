/* Checks where points lie: every board size from 3x3 to 32x32, every point, every step.
 *
 * All walks in the engine trust two things: a step leads to the neighbour that its direction names,
 * and a walk that leaves the board meets a margin point, never a point of the board somewhere else
 * and never memory outside the array. Rows share their margin, so this is worth a look at all 900
 * sizes rather than a few.
 */
#include "board/geometry.h"

#include "unit.h"

/* Which points of the array lie on the board, found by asking for each of them. */
typedef struct {
    bool on_board[POINTS_MAX];
} Places;

static void for_every_size(void (*check)(const Geometry *geometry))
{
    for (int width = SIDE_MIN; width <= SIDE_MAX; width++) {
        for (int height = SIDE_MIN; height <= SIDE_MAX; height++) {
            Geometry geometry;
            geometry_init(&geometry, width, height);
            check(&geometry);
        }
    }
}

static Places places_of(const Geometry *geometry)
{
    Places places = {{false}};
    for (int y = 0; y < geometry->height; y++) {
        for (int x = 0; x < geometry->width; x++) {
            places.on_board[geometry_point(geometry, x, y)] = true;
        }
    }
    return places;
}

static void check_numbers(const Geometry *geometry)
{
    Places places = places_of(geometry);
    int count = 0;
    assert_true(geometry->points <= POINTS_MAX);
    for (int point = 0; point < POINTS_MAX; point++) {
        count += places.on_board[point];
        assert_false(places.on_board[point] && point >= geometry->points);
    }
    assert_int_equal(count, geometry->width * geometry->height);
    assert_false(places.on_board[POINT_NONE]);
}

TEST(test_points_are_distinct_and_in_the_array)
{
    for_every_size(check_numbers);
}

static void check_coordinates(const Geometry *geometry)
{
    for (int y = 0; y < geometry->height; y++) {
        for (int x = 0; x < geometry->width; x++) {
            Point point = geometry_point(geometry, x, y);
            assert_int_equal(geometry_x(geometry, point), x);
            assert_int_equal(geometry_y(geometry, point), y);
        }
    }
}

TEST(test_coordinates_come_back)
{
    for_every_size(check_coordinates);
}

/* One step from a point: to the neighbour if there is one, else to a margin point in the array. */
static void check_step(const Geometry *geometry, const Places *places, int x, int y, int direction,
                       int sign)
{
    static const int dx[DIRECTIONS] = {1, 0, 1, -1}, dy[DIRECTIONS] = {0, 1, 1, 1};
    int next_x = x + sign * dx[direction], next_y = y + sign * dy[direction];
    int next = geometry_point(geometry, x, y) + sign * geometry->step[direction];
    assert_in_range(next, 0, geometry->points - 1);
    bool on_board =
        next_x >= 0 && next_y >= 0 && next_x < geometry->width && next_y < geometry->height;
    assert_int_equal(places->on_board[next], on_board);
    if (on_board) {
        assert_int_equal(next, geometry_point(geometry, next_x, next_y));
    }
}

static void check_steps(const Geometry *geometry)
{
    Places places = places_of(geometry);
    for (int y = 0; y < geometry->height; y++) {
        for (int x = 0; x < geometry->width; x++) {
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                check_step(geometry, &places, x, y, direction, +1);
                check_step(geometry, &places, x, y, direction, -1);
            }
        }
    }
}

TEST(test_steps_lead_to_neighbours_or_margin)
{
    for_every_size(check_steps);
}

static void check_contains(const Geometry *geometry)
{
    int inside = 0;
    for (int y = -3; y < SIDE_MAX + 3; y++) {
        for (int x = -3; x < SIDE_MAX + 3; x++) {
            inside += geometry_contains(geometry, x, y);
        }
    }
    assert_int_equal(inside, geometry->width * geometry->height);
    assert_true(geometry_contains(geometry, 0, 0));
    assert_true(geometry_contains(geometry, geometry->width - 1, geometry->height - 1));
}

TEST(test_contains_the_board_and_nothing_else)
{
    for_every_size(check_contains);
}

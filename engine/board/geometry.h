/* geometry - where points lie and how to walk from one to the next.
 *
 * A board of any size from 3x3 to 32x32 lies in one flat array of points with a margin of one wall
 * point around it, so that a walk along a line needs no bounds: it ends when it meets a wall. Rows
 * share their margin (the wall right of one row is the wall left of the next), which keeps a 15x15
 * board in 273 points. The stride follows the width: a fixed stride of 32 would save a load per
 * walk and cost four times the cache on the boards that people play on.
 */
#ifndef TENGEN_BOARD_GEOMETRY_H
#define TENGEN_BOARD_GEOMETRY_H

#include "tengen/game.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DIRECTIONS = 4,
    POINTS_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 1) + 1,
    POINT_NONE = 0, /* the first margin point: never a place for a stone */

    /* Symmetries of the board are numbers: bits, in the order in which they act. */
    SYMMETRY_MIRROR_X = 1,
    SYMMETRY_MIRROR_Y = 2,
    SYMMETRY_TRANSPOSE = 4, /* of square boards alone */
    SYMMETRIES = 8,
};

typedef uint16_t Point; /* index into arrays of POINTS_MAX */

typedef struct {
    int width, height;    /* in cells, SIDE_MIN..SIDE_MAX */
    int stride;           /* from a point to the one below it */
    int points;           /* size of the array in use, margin included */
    int step[DIRECTIONS]; /* along a row, down a column, down-right, down-left */
    uint8_t column[POINTS_MAX], row[POINTS_MAX]; /* of each point on the board: saves a division */
} Geometry;

/* Describes a board of that size; the caller has checked that the sides are in range. */
void geometry_init(Geometry *geometry, int width, int height);

/* Says whether the coordinates lie on the board. */
static inline bool geometry_contains(const Geometry *geometry, int x, int y)
{
    return x >= 0 && y >= 0 && x < geometry->width && y < geometry->height;
}

/* The point at column x, row y, both from 0; they must lie on the board. */
static inline Point geometry_point(const Geometry *geometry, int x, int y)
{
    return (Point)((y + 1) * geometry->stride + x + 1);
}

/* The column of a point on the board. */
static inline int geometry_x(const Geometry *geometry, Point point)
{
    return geometry->column[point];
}

/* The row of a point on the board. */
static inline int geometry_y(const Geometry *geometry, Point point)
{
    return geometry->row[point];
}

/* Column and row of a point on the board. */
static inline Coordinates geometry_coordinates(const Geometry *geometry, Point point)
{
    return (Coordinates){geometry_x(geometry, point), geometry_y(geometry, point)};
}

/* How many steps lead from one point to another, diagonal ones included. */
static inline int geometry_distance(const Geometry *geometry, Point one, Point other)
{
    int x = geometry_x(geometry, one) - geometry_x(geometry, other);
    int y = geometry_y(geometry, one) - geometry_y(geometry, other);
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    return x > y ? x : y;
}

/* How many symmetries the board has: all, or those without SYMMETRY_TRANSPOSE. */
static inline int geometry_symmetries(const Geometry *geometry)
{
    return geometry->width == geometry->height ? SYMMETRIES : SYMMETRY_TRANSPOSE;
}

/* Where a symmetry carries a point on the board. */
static inline Coordinates geometry_image(const Geometry *geometry, Coordinates at, int symmetry)
{
    int x = symmetry & SYMMETRY_MIRROR_X ? geometry->width - 1 - at.x : at.x;
    int y = symmetry & SYMMETRY_MIRROR_Y ? geometry->height - 1 - at.y : at.y;
    return symmetry & SYMMETRY_TRANSPOSE ? (Coordinates){y, x} : (Coordinates){x, y};
}

/* The symmetry that carries every point back. */
static inline int geometry_inverse(int symmetry)
{
    bool mirrors_one = (symmetry & SYMMETRY_MIRROR_X) != 0,
         mirrors_other = (symmetry & SYMMETRY_MIRROR_Y) != 0;
    bool swaps = (symmetry & SYMMETRY_TRANSPOSE) != 0 && mirrors_one != mirrors_other;
    return swaps ? symmetry ^ (SYMMETRY_MIRROR_X | SYMMETRY_MIRROR_Y) : symmetry;
}

#endif

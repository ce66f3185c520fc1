/* diagram - the stones of a position as a plain value, without history or shapes.
 *
 * It stands for a position where no game in progress is meant: one that is kept in a database
 * (tengen/database.h), or one that a search asks about (tengen/verdict.h).
 */
#ifndef TENGEN_DIAGRAM_H
#define TENGEN_DIAGRAM_H

#include "tengen/game.h"

#include <stdint.h>

typedef struct {
    Game game;
    Colour side;                     /* BLACK or WHITE: who is to move */
    uint8_t at[SIDE_MAX * SIDE_MAX]; /* BLACK, WHITE, EMPTY or WALL, by y * width + x */
} Diagram;

/* The index of a point of the board in `at`. */
static inline int diagram_index(const Diagram *diagram, Coordinates point)
{
    return point.y * diagram->game.width + point.x;
}

/* The point that has this index. */
static inline Coordinates diagram_point(const Diagram *diagram, int index)
{
    Coordinates point = {index % diagram->game.width, index / diagram->game.width};
    return point;
}

/* How many points the board has. */
static inline int diagram_points(const Diagram *diagram)
{
    return diagram->game.width * diagram->game.height;
}

/* Puts a stone of the side to move at an index; then the other side is to move. */
static inline void diagram_put(Diagram *diagram, int index)
{
    diagram->at[index] = (uint8_t)diagram->side;
    diagram->side = diagram->side == BLACK ? WHITE : BLACK;
}

/* Takes the stone at an index off; then the other side is to move. */
static inline void diagram_take(Diagram *diagram, int index)
{
    diagram->at[index] = EMPTY;
    diagram->side = diagram->side == BLACK ? WHITE : BLACK;
}

#endif

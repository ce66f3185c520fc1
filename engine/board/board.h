/* board - stones on points, the moves that put them there, and the key of it all.
 *
 * The plainest true picture of a game: it knows no shapes and judges nothing. A stone carries its
 * own colour in the move list, so boards on which the colours do not alternate are as good as any.
 * Blocked points belong to nobody: they stand as walls in the middle of the board, are set up
 * before the first stone, and are not moves.
 */
#ifndef TENGEN_BOARD_BOARD_H
#define TENGEN_BOARD_BOARD_H

#include "board/geometry.h"
#include "board/rules.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    Point point;
    uint8_t colour; /* BLACK or WHITE */
} Stone;

typedef struct {
    Geometry geometry;
    uint64_t key;                     /* Zobrist key of game, stones and side to move */
    int side;                         /* the colour to move */
    int empty;                        /* points left to play on */
    int count;                        /* stones on the board, that is: moves in the list */
    uint8_t at[POINTS_MAX];           /* BLACK, WHITE, EMPTY or WALL */
    uint32_t stones[SIDE_MAX];        /* per row, bit x set: a stone of either colour */
    uint32_t blocked[SIDE_MAX];       /* per row, bit x set: a blocked point */
    Stone moves[SIDE_MAX * SIDE_MAX]; /* in the order played */
} Board;

/* Empties the board for a game that rules_fault accepts; black is to move. */
void board_clear(Board *board, const Game *game);

/* What the game itself adds to the key of each of its positions. */
uint64_t board_game_key(const Game *game);

/* Puts a stone of that colour on an empty point; the other colour is to move next. */
void board_play(Board *board, Point point, int colour);

/* Takes the last stone back; the colour it belonged to is to move. There must be one. */
void board_undo(Board *board);

/* The key of the position before the last stone was played; 0 if there is none. */
uint64_t board_key_before(const Board *board);

/* The key of the position once the side to move has played on that empty point. */
uint64_t board_key_after(const Board *board, Point point);

/* Blocks an empty point for both colours for the rest of the game. */
void board_block(Board *board, Point point);

/* Says who moves next, whatever was played before. */
void board_set_side(Board *board, int colour);

/* The point of the stone played that many moves ago, 1 the last; POINT_NONE if there were not as
 * many. */
static inline Point board_back(const Board *board, int moves)
{
    return board->count >= moves ? board->moves[board->count - moves].point : POINT_NONE;
}

/* The last stone played, or POINT_NONE on an empty board. */
static inline Point board_last(const Board *board)
{
    return board_back(board, 1);
}

#endif

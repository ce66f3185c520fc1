/* board - playing and taking back stones; see board.h. */
#include "board/board.h"

#include "board/zobrist.h"

#include <assert.h>
#include <string.h>

uint64_t board_game_key(const Game *game)
{
    return zobrist_game((unsigned)game->width, (unsigned)game->height, (unsigned)game->rule,
                        (unsigned)game->win_length);
}

void board_clear(Board *board, const Game *game)
{
    geometry_init(&board->geometry, game->width, game->height);
    board->key = board_game_key(game);
    board->side = BLACK;
    board->empty = game->width * game->height;
    board->count = 0;
    memset(board->at, WALL, sizeof board->at);
    memset(board->stones, 0, sizeof board->stones);
    memset(board->blocked, 0, sizeof board->blocked);
    for (int y = 0; y < game->height; y++) {
        memset(&board->at[geometry_point(&board->geometry, 0, y)], EMPTY, (size_t)game->width);
    }
}

/* Marks or unmarks a point in a set of rows. */
static void toggle(const Geometry *geometry, uint32_t rows[SIDE_MAX], Point point)
{
    rows[geometry_y(geometry, point)] ^= UINT32_C(1) << geometry_x(geometry, point);
}

void board_play(Board *board, Point point, int colour)
{
    assert(board->at[point] == EMPTY);
    board->at[point] = (uint8_t)colour;
    board->moves[board->count++] = (Stone){point, (uint8_t)colour};
    board->empty--;
    board->key ^= zobrist_stone((unsigned)colour, point);
    toggle(&board->geometry, board->stones, point);
    board_set_side(board, rules_opponent(colour));
}

void board_undo(Board *board)
{
    assert(board->count > 0);
    Stone last = board->moves[--board->count];
    board->at[last.point] = EMPTY;
    board->empty++;
    board->key ^= zobrist_stone(last.colour, last.point);
    toggle(&board->geometry, board->stones, last.point);
    board_set_side(board, last.colour);
}

uint64_t board_key_before(const Board *board)
{
    if (board->count == 0) {
        return 0;
    }
    Stone last = board->moves[board->count - 1];
    uint64_t side = board->side == last.colour ? 0 : zobrist_white_to_move();
    return board->key ^ zobrist_stone(last.colour, last.point) ^ side;
}

uint64_t board_key_after(const Board *board, Point point)
{
    return board->key ^ zobrist_stone((unsigned)board->side, point) ^ zobrist_white_to_move();
}

void board_block(Board *board, Point point)
{
    assert(board->at[point] == EMPTY);
    board->at[point] = WALL;
    board->empty--;
    board->key ^= zobrist_stone(WALL, point);
    toggle(&board->geometry, board->blocked, point);
}

void board_set_side(Board *board, int colour)
{
    if (board->side != colour) {
        board->side = colour;
        board->key ^= zobrist_white_to_move();
    }
}

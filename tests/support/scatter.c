/* scatter - see scatter.h. */
#include "scatter.h"

#include <stdio.h>

enum {
    USUAL_SIDE = 15,
    LARGEST_USUAL_SIDE = 20,
    MOST_BLOCKED_PERCENT = 12,
};

static int random_side(int win_length, uint64_t *state)
{
    int largest = drawn_below(state, 8) == 0 ? SIDE_MAX : LARGEST_USUAL_SIDE;
    return win_length + drawn_below(state, largest - win_length + 1);
}

Game scatter_game(Rule rule, int win_length, uint64_t *state)
{
    Game game = {rule, USUAL_SIDE, USUAL_SIDE, win_length};
    if (drawn_below(state, 2) == 0) {
        game.width = random_side(win_length, state);
        game.height = random_side(win_length, state);
    }
    return game;
}

static void block_points(Position *position, int percent, uint64_t *state)
{
    int wanted = position->board.empty * percent / 100;
    while (wanted-- > 0) {
        board_block(&position->board, drawn_random_point(position, state, 0));
    }
    position_rebuild(position);
}

void scatter_stones(Drawn *drawn, Game game, int fullest, int black, uint64_t *state)
{
    Position *position = &drawn->position;
    drawn_clear(drawn, game);
    if (drawn_below(state, 2) == 0) {
        block_points(position, drawn_below(state, MOST_BLOCKED_PERCENT + 1), state);
    }
    int crowded = drawn_below(state, 101);
    int stones = position->board.empty * drawn_below(state, fullest + 1) / 100;
    while (stones-- > 0) {
        int colour = drawn_below(state, 100) < black ? BLACK : WHITE;
        position_play(position, drawn_random_point(position, state, crowded), colour);
    }
}

void scatter_show(const Position *position, Point point, const char *wrong)
{
    static const char mark[] = {[BLACK] = 'X', [WHITE] = 'O', [EMPTY] = '.', [WALL] = '#'};
    const Geometry *geometry = &position->board.geometry;
    fprintf(stderr, "rule %d, win_length %d: %s\n", (int)position->game.rule,
            position->game.win_length, wrong);
    for (int y = 0; y < geometry->height; y++) {
        for (int x = 0; x < geometry->width; x++) {
            Point here = geometry_point(geometry, x, y);
            fputc(here == point ? '?' : mark[position->board.at[here]], stderr);
        }
        fputc('\n', stderr);
    }
}

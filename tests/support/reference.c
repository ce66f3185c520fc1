/* reference - see reference.h. */
#include "reference.h"

#include "eval/eval.h"
#include "search/candidates.h"

#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------- the game being
 * played */

Reference *reference_new(const Position *position)
{
    Reference *reference = malloc(sizeof *reference);
    if (reference == NULL) {
        fprintf(stderr, "reference: no memory\n");
        abort();
    }
    reference_set(reference, position);
    return reference;
}

void reference_set(Reference *reference, const Position *position)
{
    reference->position = *position;
    drawn_to_oracle(position, &reference->board);
}

static char mark_of(int colour)
{
    return colour == BLACK ? (char)ORACLE_BLACK : (char)ORACLE_WHITE;
}

static int side_of(const Reference *reference)
{
    return reference->position.board.side;
}

static int column_of(const Reference *reference, Point point)
{
    return geometry_x(&reference->position.board.geometry, point);
}

static int row_of(const Reference *reference, Point point)
{
    return geometry_y(&reference->position.board.geometry, point);
}

bool reference_wins_for(const Reference *reference, Point point, int colour)
{
    return oracle_wins(&reference->board, column_of(reference, point), row_of(reference, point),
                       mark_of(colour));
}

bool reference_wins(const Reference *reference, Point point)
{
    return reference_wins_for(reference, point, side_of(reference));
}

bool reference_forbids(const Reference *reference, Point point)
{
    return side_of(reference) == BLACK &&
           oracle_forbidden(&reference->board, column_of(reference, point),
                            row_of(reference, point));
}

bool reference_is_full(const Reference *reference)
{
    for (int y = 0; y < reference->board.height; y++) {
        for (int x = 0; x < reference->board.width; x++) {
            if (reference->board.cell[y][x] == ORACLE_EMPTY) {
                return false;
            }
        }
    }
    return true;
}

void reference_play(Reference *reference, Point point)
{
    int side = side_of(reference);
    reference->board.cell[row_of(reference, point)][column_of(reference, point)] = mark_of(side);
    position_play(&reference->position, point, side);
}

void reference_undo(Reference *reference)
{
    Point point = board_last(&reference->position.board);
    reference->board.cell[row_of(reference, point)][column_of(reference, point)] = ORACLE_EMPTY;
    position_undo(&reference->position);
}

/* -----------------------------------------------------------------------------------------
 * moves */

static bool is_near(const Reference *reference, int x, int y)
{
    return oracle_near_stone(&reference->board, x, y, NEAR_SQUARE, NEAR_LINE);
}

/* Lists the empty points, near a stone or anywhere, legal or not. */
static int list_empty(const Reference *reference, bool only_near, Point *points)
{
    const OracleBoard *board = &reference->board;
    int count = 0;
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            if (board->cell[y][x] == ORACLE_EMPTY && (!only_near || is_near(reference, x, y))) {
                points[count++] = geometry_point(&reference->position.board.geometry, x, y);
            }
        }
    }
    return count;
}

/* Twice the point's distance from the centre of the board, squared. */
static int off_centre(const Reference *reference, Point point)
{
    int dx = 2 * column_of(reference, point) - (reference->board.width - 1);
    int dy = 2 * row_of(reference, point) - (reference->board.height - 1);
    return dx * dx + dy * dy;
}

/* Keeps of the points the one nearest to the centre, the first of equals. */
static int keep_middle(const Reference *reference, Point *points, int count)
{
    for (int i = 1; i < count; i++) {
        if (off_centre(reference, points[i]) < off_centre(reference, points[0])) {
            points[0] = points[i];
        }
    }
    return count > 0 ? 1 : 0;
}

static int keep_legal(const Reference *reference, Point *points, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!reference_forbids(reference, points[i])) {
            points[kept++] = points[i];
        }
    }
    return kept;
}

int reference_all_moves(const Reference *reference, Point moves[REFERENCE_MOVES_MAX])
{
    return keep_legal(reference, moves, list_empty(reference, false, moves));
}

int reference_moves(const Reference *reference, Point moves[REFERENCE_MOVES_MAX])
{
    int count = list_empty(reference, true, moves);
    if (count == 0) {
        count = keep_middle(reference, moves, list_empty(reference, false, moves));
    }
    count = keep_legal(reference, moves, count);
    return count > 0 ? count : reference_all_moves(reference, moves);
}

/* --------------------------------------------------------- minimax: white minimises black's
 * value */

static Value white_minimises(Reference *reference, int ply, int depth);

static Value black_maximises(Reference *reference, int ply, int depth)
{
    if (reference_is_full(reference)) {
        return VALUE_DRAW;
    }
    if (depth == 0) {
        return drawn_value(&reference->position);
    }
    Point moves[REFERENCE_MOVES_MAX];
    int count = reference_moves(reference, moves);
    Value best = value_loss_at(ply + 1);
    for (int i = 0; i < count; i++) {
        Value value = value_win_at(ply + 1);
        if (!reference_wins(reference, moves[i])) {
            reference_play(reference, moves[i]);
            value = white_minimises(reference, ply + 1, depth - 1);
            reference_undo(reference);
        }
        best = value > best ? value : best;
    }
    return best;
}

static Value white_minimises(Reference *reference, int ply, int depth)
{
    if (reference_is_full(reference)) {
        return VALUE_DRAW;
    }
    if (depth == 0) {
        return -drawn_value(&reference->position);
    }
    Point moves[REFERENCE_MOVES_MAX];
    int count = reference_moves(reference, moves);
    Value best = value_win_at(ply + 1);
    for (int i = 0; i < count; i++) {
        Value value = value_loss_at(ply + 1);
        if (!reference_wins(reference, moves[i])) {
            reference_play(reference, moves[i]);
            value = black_maximises(reference, ply + 1, depth - 1);
            reference_undo(reference);
        }
        best = value < best ? value : best;
    }
    return best;
}

Value reference_minimax(Reference *reference, int depth)
{
    return side_of(reference) == BLACK ? black_maximises(reference, 0, depth)
                                       : -white_minimises(reference, 0, depth);
}

/* ---------------------------------------------------- negamax: my value is minus the opponent's */

static Value negamax(Reference *reference, int ply, int depth)
{
    if (reference_is_full(reference)) {
        return VALUE_DRAW;
    }
    if (depth == 0) {
        return drawn_value(&reference->position);
    }
    Point moves[REFERENCE_MOVES_MAX];
    int count = reference_moves(reference, moves);
    Value best = value_loss_at(ply + 1);
    for (int i = 0; i < count; i++) {
        Value value = value_win_at(ply + 1);
        if (!reference_wins(reference, moves[i])) {
            reference_play(reference, moves[i]);
            value = -negamax(reference, ply + 1, depth - 1);
            reference_undo(reference);
        }
        best = value > best ? value : best;
    }
    return best;
}

Value reference_negamax(Reference *reference, int depth)
{
    return negamax(reference, 0, depth);
}

/* ------------------------------------------- alpha-beta: no more than is needed to know better */

static Value alphabeta(Reference *reference, int ply, int depth, Value alpha, Value beta)
{
    if (reference_is_full(reference)) {
        return VALUE_DRAW;
    }
    if (depth == 0) {
        return drawn_value(&reference->position);
    }
    Point moves[REFERENCE_MOVES_MAX];
    int count = reference_moves(reference, moves);
    if (count == 0) {
        return value_loss_at(ply + 1);
    }
    for (int i = 0; i < count && alpha < beta; i++) {
        Value value = value_win_at(ply + 1);
        if (!reference_wins(reference, moves[i])) {
            reference_play(reference, moves[i]);
            value = -alphabeta(reference, ply + 1, depth - 1, -beta, -alpha);
            reference_undo(reference);
        }
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

Value reference_alphabeta(Reference *reference, int depth)
{
    return alphabeta(reference, 0, depth, -VALUE_INFINITE, VALUE_INFINITE);
}

/* ------------------------------------------------------------------------------ random
 * positions */

enum {
    CROWDED_PERCENT = 85,    /* of the stones come beside others */
    BLOCKED_PERCENT = 15,    /* of the boards have blocked points */
    BLOCKED_MAX = 3,         /* and so many of them */
    OUT_OF_TURN_PERCENT = 8, /* of the stones follow one of their own colour */
};

Game reference_random_game(uint64_t *random, int least, int most)
{
    Game game;
    do {
        game = (Game){
            .rule = (Rule)drawn_below(random, RULE_COUNT),
            .width = least + drawn_below(random, most - least + 1),
            .height = least + drawn_below(random, most - least + 1),
            .win_length = WIN_LENGTH_MIN + drawn_below(random, WIN_LENGTH_MAX - WIN_LENGTH_MIN + 1),
        };
    } while (rules_fault(&game) != NULL);
    return game;
}

static void block_some(Drawn *drawn, uint64_t *random)
{
    if (drawn_below(random, 100) >= BLOCKED_PERCENT) {
        return;
    }
    for (int i = 1 + drawn_below(random, BLOCKED_MAX); i > 0; i--) {
        board_block(&drawn->position.board, drawn_random_point(&drawn->position, random, 0));
    }
    position_rebuild(&drawn->position);
}

void reference_scatter(Drawn *drawn, Game game, int stones, uint64_t *random)
{
    drawn_clear(drawn, game);
    block_some(drawn, random);
    Position *position = &drawn->position;
    Reference *reference = reference_new(position);
    for (int i = 0; i < stones && position->board.empty > 0; i++) {
        if (drawn_below(random, 100) < OUT_OF_TURN_PERCENT) {
            board_set_side(&position->board, rules_opponent(position->board.side));
        }
        Point point = drawn_random_point(position, random, CROWDED_PERCENT);
        reference_set(reference, position);
        if (!reference_wins(reference, point) && !reference_forbids(reference, point)) {
            position_play(position, point, position->board.side);
        }
    }
    free(reference);
}

void reference_print(const Position *position)
{
    const Game *game = &position->game;
    OracleBoard board;
    drawn_to_oracle(position, &board);
    fprintf(stderr, "rule %d, %dx%d, %d in a row, %s to move\n", game->rule, game->width,
            game->height, game->win_length, position->board.side == BLACK ? "X" : "O");
    for (int y = 0; y < board.height; y++) {
        fprintf(stderr, "%.*s\n", board.width, board.cell[y]);
    }
}

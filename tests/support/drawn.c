/* drawn - see drawn.h. */
#include "drawn.h"
#include "aligned.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 8 }; /* to find a point beside a stone, before any point will do */

static void give_up(const char *why)
{
    fprintf(stderr, "drawn: %s\n", why);
    abort();
}

Drawn *drawn_new(Game game)
{
    Drawn *drawn = aligned_new(sizeof *drawn);
    drawn_clear(drawn, game);
    return drawn;
}

Drawn *drawn_new_for(Game game, Evaluation evaluation)
{
    Drawn *drawn = drawn_new(game);
    eval_fill_tables(&drawn->tables, &game, evaluation);
    position_clear(&drawn->position, &game, &drawn->tables.board);
    return drawn;
}

/* The tables for a game, each filled once: that takes a hundred times as long as copying them, and
 * tests go through games by the thousand. */
static const GameTables *tables_for(Game game)
{
    static GameTables *filled[RULE_COUNT][WIN_LENGTH_MAX + 1];
    GameTables **tables = &filled[game.rule][game.win_length];
    if (*tables == NULL) {
        *tables = aligned_new(sizeof **tables);
        eval_fill_tables(*tables, &game, EVALUATION_BASE);
    }
    return *tables;
}

void drawn_clear(Drawn *drawn, Game game)
{
    const Game *old = &drawn->position.game;
    if (drawn->tables.board.shapes.reach == 0 || old->rule != game.rule ||
        old->win_length != game.win_length) {
        drawn->tables = *tables_for(game);
    }
    position_clear(&drawn->position, &game, &drawn->tables.board);
}

static void place_all(Drawn *drawn, const OracleBoard *board, char mark, int colour)
{
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            if (board->cell[y][x] == mark && mark == ORACLE_BLOCKED) {
                board_block(&drawn->position.board, drawn_point(drawn, x, y));
            } else if (board->cell[y][x] == mark) {
                position_play(&drawn->position, drawn_point(drawn, x, y), colour);
            }
        }
    }
}

const char drawn_quiet_win[] = "...X.....\n"
                               ".........\n"
                               "...X.....\n"
                               ".X...X...\n"
                               ".........\n"
                               "....X....\n"
                               ".........\n"
                               ".........\n"
                               ".........\n";

const char drawn_solver_win[] = "...............\n"
                                "...............\n"
                                "...............\n"
                                "...............\n"
                                "...............\n"
                                "...............\n"
                                "...............\n"
                                "...............\n"
                                "...............\n"
                                "........O.XO...\n"
                                ".........OXX...\n"
                                "........XXXO...\n"
                                "........XOOO...\n"
                                "...............\n"
                                "...............\n";

void drawn_set(Drawn *drawn, Rule rule, int win_length, const char *diagram, int side)
{
    OracleBoard board;
    oracle_clear(&board, drawn_oracle_rule(rule), SIDE_MAX, SIDE_MAX, win_length);
    if (!oracle_draw(&board, diagram)) {
        give_up("this is no drawing of a board");
    }
    drawn_clear(drawn, (Game){rule, board.width, board.height, win_length});
    place_all(drawn, &board, ORACLE_BLOCKED, WALL);
    position_rebuild(&drawn->position);
    place_all(drawn, &board, ORACLE_BLACK, BLACK);
    place_all(drawn, &board, ORACLE_WHITE, WHITE);
    board_set_side(&drawn->position.board, side);
}

const EvalTables *drawn_eval_tables(const Position *position)
{
    const char *tables = (const char *)position->tables - offsetof(GameTables, board);
    return &((const GameTables *)(const void *)tables)->eval;
}

Value drawn_value(const Position *position)
{
    static Evaluator evaluator; /* on the stack, AddressSanitizer would mark all of it each time */
    const EvalTables *tables = drawn_eval_tables(position);
    eval_use(&evaluator, tables);
    /* To clear the whole cache would take nine tenths of the time of a plain search. */
    evaluator.cache[position->board.key % EVAL_CACHE_SLOTS] = 0;
    accumulator_init(&evaluator.accumulator, &tables->terms);
    pattern_state_init(&evaluator.pattern);
    return eval_position(&evaluator, position);
}

Sums drawn_sums(const Position *position)
{
    return accumulator_from_scratch(&drawn_eval_tables(position)->terms, position);
}

Point drawn_point(const Drawn *drawn, int x, int y)
{
    return geometry_point(&drawn->position.board.geometry, x, y);
}

void drawn_to_oracle(const Position *position, OracleBoard *board)
{
    static const char mark[] = {[BLACK] = ORACLE_BLACK,
                                [WHITE] = ORACLE_WHITE,
                                [EMPTY] = ORACLE_EMPTY,
                                [WALL] = ORACLE_BLOCKED};
    const Game *game = &position->game;
    oracle_clear(board, drawn_oracle_rule(game->rule), game->width, game->height, game->win_length);
    for (int y = 0; y < game->height; y++) {
        for (int x = 0; x < game->width; x++) {
            Point point = geometry_point(&position->board.geometry, x, y);
            board->cell[y][x] = mark[position->board.at[point]];
        }
    }
}

OracleRule drawn_oracle_rule(Rule rule)
{
    return (OracleRule)rules_number(rule); /* the oracle stops at a number that it does not know */
}

uint64_t drawn_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

int drawn_below(uint64_t *state, int below)
{
    return (int)(drawn_random(state) >> 33) % below;
}

static Point any_empty_point(const Position *position, uint64_t *state)
{
    int wanted = drawn_below(state, position->board.empty);
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] == EMPTY && wanted-- == 0) {
            return (Point)point;
        }
    }
    return POINT_NONE;
}

/* An empty point up to two steps from a random stone; POINT_NONE if luck does not find one. */
static Point point_beside_stone(const Position *position, uint64_t *state)
{
    const Board *board = &position->board;
    Point stone = board->moves[drawn_below(state, board->count)].point;
    int x = geometry_x(&board->geometry, stone) + drawn_below(state, 5) - 2;
    int y = geometry_y(&board->geometry, stone) + drawn_below(state, 5) - 2;
    if (!geometry_contains(&board->geometry, x, y)) {
        return POINT_NONE;
    }
    Point point = geometry_point(&board->geometry, x, y);
    return board->at[point] == EMPTY ? point : POINT_NONE;
}

Point drawn_random_point(const Position *position, uint64_t *state, int crowded)
{
    if (position->board.empty == 0) {
        return POINT_NONE;
    }
    for (int i = 0; i < TRIES && position->board.count > 0 && drawn_below(state, 100) < crowded;
         i++) {
        Point point = point_beside_stone(position, state);
        if (point != POINT_NONE) {
            return point;
        }
    }
    return any_empty_point(position, state);
}

long drawn_scaled(long count)
{
    const char *scale = getenv("TENGEN_TEST_SCALE");
    double factor = scale != NULL ? atof(scale) : 1;
    long scaled = (long)((double)count * factor);
    return scaled > 0 ? scaled : 1;
}

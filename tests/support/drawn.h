/* drawn - what the engine's tests share: drawn positions, random games, and the way between the
 * engine's board and the oracle's.
 *
 * Positions in tests are drawn: rows of '.', 'X' (black), 'O' (white) and '#' (blocked), the top
 * row being y = 0. Random numbers come from a generator of our own, so that a failure can be played
 * again from its seed on any machine.
 */
#ifndef TENGEN_TESTS_DRAWN_H
#define TENGEN_TESTS_DRAWN_H

#include "board/position.h"
#include "eval/eval.h"
#include "oracle.h"

#include <stdint.h>

/* A position with the tables it needs. Large: allocate it with drawn_new. */
typedef struct {
    GameTables tables;
    Position position;
} Drawn;

/* An empty board for a game, with the base evaluation's values. Stops the test if memory is out.
 * Free it with free(). */
Drawn *drawn_new(Game game);

/* The same with the values of an evaluation. */
Drawn *drawn_new_for(Game game, Evaluation evaluation);

/* Gives the same Drawn another game and an empty board. */
void drawn_clear(Drawn *drawn, Game game);

/* Sets up a drawing on a board of its size, X first, then O, row by row; `side` moves next. Stops
 * the test if the drawing is none. */
void drawn_set(Drawn *drawn, Rule rule, int win_length, const char *diagram, int side);

/* A drawing in which black, to move, wins in freestyle by a quiet move: 3,3 makes neither a four
 * nor an open three, and threatens a row of fours whichever way white turns. */
extern const char drawn_quiet_win[];

/* A position of a match, renju, in which black, to move, wins: the solver proves it in 12,000
 * nodes, the search alone does not in 60,000. */
extern const char drawn_solver_win[];

/* The tables that evaluate a drawn position, or a copy of one: those of the same GameTables. */
const EvalTables *drawn_eval_tables(const Position *position);

/* The static evaluation of a drawn position, or a copy of one, from all its points. */
Value drawn_value(const Position *position);

/* The sums behind it. */
Sums drawn_sums(const Position *position);

/* The point at column x, row y. */
Point drawn_point(const Drawn *drawn, int x, int y);

/* Copies the stones to an oracle's board of the same game. */
void drawn_to_oracle(const Position *position, OracleBoard *board);

/* The oracle's name of a rule. */
OracleRule drawn_oracle_rule(Rule rule);

/* The next number of a random sequence; the state must not be zero. */
uint64_t drawn_random(uint64_t *state);

/* A random number from 0 to below - 1. */
int drawn_below(uint64_t *state, int below);

/* An empty point of the board at random, the nearer to other stones the likelier (`crowded` in
 * percent); POINT_NONE on a full board. */
Point drawn_random_point(const Position *position, uint64_t *state, int crowded);

/* How much more than in a normal run to test: the number in the environment variable
 * TENGEN_TEST_SCALE, 1 if there is none; `count` times that (at least 1). */
long drawn_scaled(long count);

#endif

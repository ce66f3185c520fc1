/* reference - three textbook searches for the engine's search to be compared with, and random
 * positions to compare them on.
 *
 * Plain minimax, plain negamax and negamax with alpha-beta are three ways to one number. Each is
 * written out by itself, with nothing shared but the rules of the game, so that a slip in one of
 * them stands against the two others. None has a table, an order of moves or a cascade; all look
 * exactly `depth` plies ahead. What is legal and what wins is asked of the oracle, on a board that
 * the reference keeps itself; only the value of a leaf is the engine's own eval_position, from a
 * position played along.
 */
#ifndef TENGEN_TESTS_REFERENCE_H
#define TENGEN_TESTS_REFERENCE_H

#include "board/position.h"
#include "drawn.h"
#include "eval/value.h"
#include "oracle.h"

#include <stdbool.h>
#include <stdint.h>

enum { REFERENCE_MOVES_MAX = SIDE_MAX * SIDE_MAX };

/* A game in progress as the reference sees it. Large: allocate it with reference_new. */
typedef struct {
    OracleBoard board;
    Position position;
} Reference;

/* A reference that stands at the position. Stops the test if memory is out. Free it with free(). */
Reference *reference_new(const Position *position);

/* Goes to another position. */
void reference_set(Reference *reference, const Position *position);

/* Lists the legal moves near a stone, lowest first. Where no empty point is near a stone that is
 * the middle alone; where all near points are forbidden, every legal point. */
int reference_moves(const Reference *reference, Point moves[REFERENCE_MOVES_MAX]);

/* Lists every legal move, lowest first. */
int reference_all_moves(const Reference *reference, Point moves[REFERENCE_MOVES_MAX]);

/* Says whether a stone of that colour on the empty point makes five. */
bool reference_wins_for(const Reference *reference, Point point, int colour);

/* Says whether the side to move makes five on the empty point. */
bool reference_wins(const Reference *reference, Point point);

/* Says whether the rule forbids the side to move the empty point. */
bool reference_forbids(const Reference *reference, Point point);

/* Says whether there is no empty point left. */
bool reference_is_full(const Reference *reference);

/* Plays for the side to move. */
void reference_play(Reference *reference, Point point);

/* Takes the last stone back. */
void reference_undo(Reference *reference);

/* The value of the position to the side to move, looking `depth` plies ahead: three times. */
Value reference_minimax(Reference *reference, int depth);
Value reference_negamax(Reference *reference, int depth);
Value reference_alphabeta(Reference *reference, int depth);

/* A random game: any rule and win length, sides from `least` to `most`. */
Game reference_random_game(uint64_t *random, int least, int most);

/* Sets up a random position of about so many stones, crowded together and colours mostly in turn,
 * sometimes with blocked points, on which nobody has won, and says who moves. Renju's black has
 * stones on legal points only. */
void reference_scatter(Drawn *drawn, Game game, int stones, uint64_t *random);

/* Prints the position in a test's output, to be drawn again. */
void reference_print(const Position *position);

#endif

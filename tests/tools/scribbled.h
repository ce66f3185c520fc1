/* scribbled - files of games at random: legal as files, and nonsense as games.
 *
 * For the tests of such files: headers of every kind that there is, and games with
 * random moves and every kind of score.
 */
#ifndef TENGEN_TESTS_SCRIBBLED_H
#define TENGEN_TESTS_SCRIBBLED_H

#include "drawn.h"
#include "tools/games/records.h"

#include <stdbool.h>
#include <stdint.h>

/* A header for a game. One of two has games that vary in all ways that there are. */
RecordHeader scribbled_header(Game game, uint64_t *seed);

/* A game of random moves that mean nothing. The position, whose game it is, loses its stones. */
void scribbled_game(Drawn *drawn, Record *record, uint64_t *seed);

/* Says whether two headers, or two games, say the same. */
bool scribbled_same_header(const RecordHeader *one, const RecordHeader *other);
bool scribbled_same_game(const Record *one, const Record *other);

#endif

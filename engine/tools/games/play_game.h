/* play_game - one game from its opening to its end.
 *
 * Both colours search at fixed nodes, each with a worker of its own, or both with the same one:
 * then one transposition table serves both, which suits self-play, while sides that are compared
 * must not see each other's. Or each has nodes for the whole game, which the clock (clock.h) shares
 * among its moves.
 *
 * Games are played to the end even if a win is proven, where their positions are what is wanted.
 * Where only the result is, they may end as soon as it is clear: with the first proven result, or
 * as draws by the numbers of scripts/matches/adjudication.py. Moves without a score
 * are passed over.
 *
 * Some of the first moves may be drawn at random instead of searched, as long as no result is
 * proven: then the opening is not all that decides the game, but a seed as well.
 */
#ifndef TENGEN_TOOLS_GAMES_PLAY_GAME_H
#define TENGEN_TOOLS_GAMES_PLAY_GAME_H

#include "tools/games/records.h"
#include "tools/games/worker.h"

/* How a game is played. */
typedef struct {
    uint64_t nodes;     /* of each search, unless there are some for the game */
    uint64_t match;     /* nodes of each colour for the game; 0: there is no such limit */
    uint64_t increment; /* nodes that each move of a colour adds to these */
    int random_percent; /* how many moves in a hundred are drawn ... */
    int random_plies;   /* ... as long as no more moves than these have followed the opening */
    uint64_t seed;      /* from which they are drawn */
    bool ends_decided;  /* the game ends as soon as it is decided */
} PlayOptions;

/* Clears a worker and plays an opening on its board. */
void play_opening(Worker *worker, const Point *moves, int64_t count);

/* Plays on to the end from the opening on the boards of the workers of black and white, which may
 * be the same worker. Once a worker is cancelled, the record is meaningless. */
void play_game(Worker *const workers[COLOURS], const PlayOptions *options, Record *record);

#endif

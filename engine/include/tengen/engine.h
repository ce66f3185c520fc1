/* engine - the header that users of the engine see (the tools have one more, engine_tools.h).
 *
 * An Engine is a game in progress, its memory and its search: put stones on the board, ask it a
 * question, and get the answer through callbacks. Several engines may live in one process; they
 * share nothing. It knows boards, rules and time, and no text: coordinates are numbers from 0,
 * faults are sentences for people.
 *
 * Threads: all functions are for one thread (the owner's), except those under "from any thread".
 * While the engine thinks, the owner may call only those, engine_wait, engine_game and the settings
 * of memory, which take effect with the next question: the search plays on the same board.
 */
#ifndef TENGEN_ENGINE_H
#define TENGEN_ENGINE_H

#include "tengen/types.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* a shared library exports these, and nothing else */

typedef struct Engine Engine;

/* Makes an engine without a game; NULL if there is no memory. */
Engine *engine_new(void);

/* Stops the search and frees the engine. NULL is fine. */
void engine_free(Engine *engine);

/* Chooses the evaluation, from now on; what earlier searches found out is forgotten if that changes
 * anything. */
void engine_set_evaluation(Engine *engine, Evaluation evaluation);

/* Why no such game can be played, as a sentence; NULL: it can. */
const char *engine_game_fault(const Game *game);

/* Begins a game on an empty board and forgets all earlier ones. Returns NULL, or why not, as a
 * sentence; then there is no game. */
const char *engine_start(Engine *engine, const Game *game);

/* Plays on under another rule, with the stones as they are. Returns NULL, or why not; then the old
 * rule stays. */
const char *engine_change_rule(Engine *engine, Rule rule);

/* Sets how many bytes the whole process may use, from the next engine_start or question on; the
 * engine takes less. 0: the default. */
void engine_set_memory(Engine *engine, uint64_t bytes);

/* Sets how many bytes the transposition table may use, if the process's memory allows it; 0: as
 * many as that allows. */
void engine_set_tt_memory(Engine *engine, uint64_t bytes);

/* Sets how many threads are to think at the same time, from the next question on; one if less. */
void engine_set_threads(Engine *engine, int threads);

/* How many threads will think about the next question: fewer than were wanted where the memory has
 * no room for more, or they would get in each other's way; none where the system has refused the
 * engine its thread. `why` gets a clause that says so, or NULL. */
int engine_threads(const Engine *engine, const char **why);

/* Says whether moves may come from the book that is embedded for the game, if there is one: at
 * once, without a search. They may by default; not where limits of depth or nodes, or several best
 * moves, ask for a search, where points are to be avoided, with another evaluation than the best,
 * or without some 10 ms for the move. */
void engine_use_book(Engine *engine, bool wanted);

/* Chooses who is asked what is known of positions before a move is searched for, and told what was
 * found: a database, for one (search/consult.h). NULL, the default: nobody. Below full strength
 * nobody is asked either. */
void engine_consult(Engine *engine, const VerdictSource *source);

/* Sets the seed of all that is drawn, from the next question on: moves below full strength,
 * openings. With the same seed the same question gets the same answer. 0, the default: another seed
 * for every question. */
void engine_set_seed(Engine *engine, uint64_t seed);

/* Forgets what earlier searches found out. */
void engine_forget(Engine *engine);

/* Makes the engine avoid playing on a point if it can, or no longer; for all games to come. Points
 * outside the largest board are ignored. */
void engine_avoid(Engine *engine, Coordinates point, bool avoid);

/* Avoids nothing any more. */
void engine_avoid_nothing(Engine *engine);

/* Takes all stones and blocked points off the board; the game goes on with the same settings. */
void engine_empty(Engine *engine);

/* Puts a stone, or blocks the point for both sides. Returns NULL, or why not; then nothing changed.
 * Any order of colours will do. */
const char *engine_put(Engine *engine, Coordinates point, Colour stone);

/* Takes a stone off the board, the last one or any other. Returns NULL, or why not. */
const char *engine_take(Engine *engine, Coordinates point);

/* Takes all off the board, puts the stones of an opening there, and makes it the one that
 * QUESTION_OPENING is about. It must be of this game, and its rule outlive the question. */
void engine_set_opening(Engine *engine, const Opening *opening);

/* Begins to think about a question, in a thread of its own, and returns at once. There must be a
 * game. NULL, or why it does not think; then the listener is not called. Balancing brings the
 * value, to the side that plays last, closest to `target`. Where the system refuses the thread
 * again and again, the answer comes without a search, before this returns. */
const char *engine_ask(Engine *engine, Question question, Colour side, int target,
                       const Limits *limits, const EngineListener *listener);

/* Switches engine_ponder on or off; pondering takes a core and memory. Off by default. */
void engine_set_pondering(Engine *engine, bool wanted);

/* Searches the position in the background and without an answer, until the next question or change
 * of settings: what is found out helps the next question. Does nothing if pondering is off, if
 * there is no memory for it, or after a question below full strength, whose player is not to
 * know. */
void engine_ponder(Engine *engine);

/* Where the system gives no threads: thinks about the question here until it is answered, and says
 * true. Meanwhile the functions that are allowed while the engine thinks may be called (see
 * port_pause). False if there is no question, and where there are threads. */
bool engine_work(Engine *engine);

/* Waits until the engine has answered and its thread has ended; returns at once if it is idle. */
void engine_wait(Engine *engine);

/* --- questions, from the owner's thread --- */

/* The game being played; NULL before the first engine_start. */
const Game *engine_game(const Engine *engine);

/* How many stones are on the board. */
int engine_stone_count(const Engine *engine);

/* Whose stones make as many in a row as the game wants, by its rule; EMPTY: nobody's. */
Colour engine_winner(const Engine *engine);

/* Says whether no point is left to play on. */
bool engine_is_full(const Engine *engine);

/* What the point holds; WALL outside the board. */
Colour engine_at(const Engine *engine, Coordinates point);

/* Says whether the rule forbids the side to play on the empty point. */
bool engine_forbids(Engine *engine, Coordinates point, Colour side);

/* Who moves next: the colour opposite to the last stone's, unless a think said otherwise. */
Colour engine_side(const Engine *engine);

/* The stone that was put n-th, from 0, blocked points apart. False if there are fewer stones. */
bool engine_stone_put(const Engine *engine, int n, Coordinates *point, Colour *stone);

/* Explains what an empty point of the board is worth to a side; false if it is not an empty
 * point. */
bool engine_explain(Engine *engine, Coordinates point, Colour side, PointExplanation *explanation);

/* Stores what is known of the moves of the side to move: by whoever is consulted and, if `by_book`
 * asks for that and it is used, by the book, which goes before. Returns how many moves these are;
 * there must be room for ENGINE_KNOWN_MAX. */
int engine_known_moves(Engine *engine, bool by_book, KnownMove known[]);

/* The value of the position as it is, to the side to move, without looking ahead. */
int engine_value(Engine *engine);

/* How full the transposition table is with entries of the last search, in parts of a thousand. */
int engine_table_permille(const Engine *engine);

/* --- from any thread --- */

/* Milliseconds on a clock that never runs backwards. */
int64_t engine_now_ms(void);

/* Says whether the system has files. */
bool engine_has_files(void);

/* Asks for the answer now. Nothing happens if the engine is idle. */
void engine_stop(Engine *engine);

/* Shortens the running think to another limit for the turn, counted from the question. */
void engine_shorten(Engine *engine, int64_t turn_ms);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif

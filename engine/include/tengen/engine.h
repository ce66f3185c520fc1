/* engine - the main header for users of the engine (engine_tools.h has the tools).
 *
 * An Engine is a game in progress with its memory and its search. Put stones on the board, ask a
 * question, and get the answer through callbacks. Several engines may live in one process; they
 * share nothing. The engine knows boards, rules and time. It does not read or write text:
 * coordinates are numbers from 0. Faults are sentences for people.
 *
 * Threads: one thread, the owner, calls all functions except those under "from any thread". The
 * search plays on the same board. So while the engine thinks, the owner may call only those
 * functions, engine_wait, engine_game and the settings of memory. These settings take effect with
 * the next question.
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

/* Chooses the evaluation from now on. If that is a change, what earlier searches found is
 * forgotten. */
void engine_set_evaluation(Engine *engine, Evaluation evaluation);

/* Why such a game cannot be played, as a sentence; NULL if it can. */
const char *engine_game_fault(const Game *game);

/* Begins a game on an empty board and forgets all earlier ones. Returns NULL, or a sentence that
 * says why it cannot; then there is no game. */
const char *engine_start(Engine *engine, const Game *game);

/* Continues the game under another rule, with the stones as they are. Returns NULL, or a sentence
 * that says why it cannot; then the old rule stays. */
const char *engine_change_rule(Engine *engine, Rule rule);

/* Sets how many bytes the whole process may use, from the next engine_start or question on. The
 * engine itself takes less. 0 means the default. */
void engine_set_memory(Engine *engine, uint64_t bytes);

/* Sets how many bytes the transposition table may use, within the memory of the process. 0 means as
 * many as that memory allows. */
void engine_set_tt_memory(Engine *engine, uint64_t bytes);

/* Sets how many threads think together, from the next question on. Less than one means one. */
void engine_set_threads(Engine *engine, int threads);

/* How many threads will think about the next question. There are fewer than requested if the memory
 * has no room for more, or if they would get in each other's way. There are none if the system has
 * refused the engine its thread. `why` gets a clause that gives the reason, or NULL. */
int engine_threads(const Engine *engine, const char **why);

/* Sets whether moves may come from the embedded book of the game, at once and without a search.
 * They may by default. The book is not used when a limit of depth or nodes or several best moves
 * require a search, or when points are to be avoided. Nor is it used with an evaluation below the
 * best, or with less than some 10 ms for the move. */
void engine_use_book(Engine *engine, bool wanted);

/* Sets a source of knowledge about positions, such as a database (search/consult.h). The engine
 * asks it before it searches for a move, and tells it what the search found. NULL, the default,
 * means none. Below full strength no source is asked. */
void engine_consult(Engine *engine, const VerdictSource *source);

/* Sets the seed of all random choices, from the next question on: moves below full strength, and
 * openings. With the same seed the same question gets the same answer. 0, the default, means a new
 * seed for every question. */
void engine_set_seed(Engine *engine, uint64_t seed);

/* Forgets what earlier searches found. */
void engine_forget(Engine *engine);

/* Makes the engine avoid a point if it can, or stop avoiding it, from now on, in later games as
 * well. Points outside the largest board are ignored. */
void engine_avoid(Engine *engine, Coordinates point, bool avoid);

/* Stops avoiding any point. */
void engine_avoid_nothing(Engine *engine);

/* Takes all stones and blocked points off the board; the game goes on with the same settings. */
void engine_empty(Engine *engine);

/* Puts a stone on a point, or blocks the point for both sides. The colours may come in any order.
 * Returns NULL, or a sentence that says why it cannot; then nothing has changed. */
const char *engine_put(Engine *engine, Coordinates point, Colour stone);

/* Takes a stone off the board, the last one or any other. Returns NULL, or a sentence that says why
 * it cannot. */
const char *engine_take(Engine *engine, Coordinates point);

/* Empties the board, puts the stones of an opening on it, and makes QUESTION_OPENING refer to that
 * opening. It must belong to this game. Its rule must outlive the question. */
void engine_set_opening(Engine *engine, const Opening *opening);

/* Begins to think about a question in a separate thread and returns at once. There must be a game.
 * Returns NULL, or a sentence that says why it cannot; then the listener is not called. A balancing
 * question brings the value for the side that plays last as close as possible to `target`. If the
 * system keeps refusing the thread, the answer comes without a search before this returns. */
const char *engine_ask(Engine *engine, Question question, Colour side, int target,
                       const Limits *limits, const EngineListener *listener);

/* Switches engine_ponder on or off. Pondering takes a core and memory. It is off by default. */
void engine_set_pondering(Engine *engine, bool wanted);

/* Searches the position in the background, without an answer, until the next question or change of
 * settings. What it finds helps the next question. Does nothing if pondering is off or if there is
 * no memory for it. Does nothing after a question below full strength either, for a weak player
 * must not profit from it. */
void engine_ponder(Engine *engine);

/* On a system without threads: thinks about the question in this call until it is answered, and
 * returns true. Meanwhile the functions that are allowed while the engine thinks may be called (see
 * port_pause). Returns false if there is no question, or on a system with threads. */
bool engine_work(Engine *engine);

/* Waits until the engine has answered and its thread has ended; returns at once if it is idle. */
void engine_wait(Engine *engine);

/* --- questions, from the owner's thread --- */

/* The game being played; NULL before the first engine_start. */
const Game *engine_game(const Engine *engine);

/* How many stones are on the board. */
int engine_stone_count(const Engine *engine);

/* The side that has won by the rule of the game; EMPTY if neither has. */
Colour engine_winner(const Engine *engine);

/* Says whether the board has no empty point left. */
bool engine_is_full(const Engine *engine);

/* What is on the point; WALL outside the board. */
Colour engine_at(const Engine *engine, Coordinates point);

/* Says whether the rule forbids the side to play on the empty point. */
bool engine_forbids(Engine *engine, Coordinates point, Colour side);

/* Who moves next: the opponent of the side that put the last stone, unless a question has named
 * another side. */
Colour engine_side(const Engine *engine);

/* The stone that was put n-th, counted from 0 and without blocked points. False if there are fewer
 * stones. */
bool engine_stone_put(const Engine *engine, int n, Coordinates *point, Colour *stone);

/* Explains what an empty point of the board is worth to a side; false if the point is not empty. */
bool engine_explain(Engine *engine, Coordinates point, Colour side, PointExplanation *explanation);

/* Stores what is known about the moves of the side to move, and returns the number of moves. The
 * knowledge comes from the source of engine_consult. `with_embedded` adds what is embedded: the
 * book of proven wins if it is in use, which comes before the source, and the explorer of first
 * moves, which comes after it. `known` must have room for ENGINE_KNOWN_MAX. */
int engine_known_moves(Engine *engine, bool with_embedded, KnownMove known[]);

/* The value of the position for the side to move, without looking ahead. */
int engine_value(Engine *engine);

/* How much of the transposition table the last search has filled, in thousandths. */
int engine_table_permille(const Engine *engine);

/* --- from any thread --- */

/* Milliseconds on a clock that never runs backwards. */
int64_t engine_now_ms(void);

/* Says whether the system has files. */
bool engine_has_files(void);

/* Asks for the answer now. Does nothing if the engine is idle. */
void engine_stop(Engine *engine);

/* Gives the question that the engine thinks about a shorter limit for the turn, counted from when
 * it was asked. */
void engine_shorten(Engine *engine, int64_t turn_ms);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif

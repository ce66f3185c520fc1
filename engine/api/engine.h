/* engine - the one header that users of the engine see.
 *
 * An Engine is a board, a memory and a mind: put stones on it, ask it to think, hear its answer
 * through callbacks. Several engines may live in one process; they share nothing. It knows boards,
 * rules and time, and no text: coordinates are numbers from 0, faults are sentences for people.
 *
 * Threads: all functions are for one thread (the owner's), except those under "from any thread".
 * While the engine thinks, the owner may call only those, engine_wait, engine_game and the settings
 * of memory, which hold from the next question on: the search plays on the same board.
 */
#ifndef TENGEN_API_ENGINE_H
#define TENGEN_API_ENGINE_H

#include "types.h"

#include <stddef.h>

typedef struct Engine Engine;

enum {
    ENGINE_PV_MAX = 32,   /* moves of an expected line that are reported */
    ENGINE_MOVES_MAX = 3, /* moves of an answer */
};

/* What the engine thinks. */
typedef struct {
    bool swap;      /* swap2: it takes the side that is not to move; then it has no moves */
    int move_count; /* 1, or as many as the question wants; 0: there is no room for them */
    Coordinates moves[ENGINE_MOVES_MAX];
    int pv_index;   /* 0: the best line; 1: the best of the others, and so on */
    int value;      /* to the side to move; see wins_in for proven results */
    int wins_in;    /* moves of both sides until the proven win; negative: loss; 0: not proven */
    int depth;      /* plies searched; 0: answered by a look */
    uint64_t nodes; /* positions looked at */
    int64_t ms;     /* since the question */
    int pv_length;
    Coordinates pv[ENGINE_PV_MAX]; /* what it expects, beginning with the move */
} EngineReport;

/* Who wants to hear. Any function may be NULL; all are called from the engine's thread. */
typedef struct {
    void *context; /* handed back, never looked at */
    void (*on_iteration)(void *context, const EngineReport *report);
    void (*on_move)(void *context, MoveEvent event, Coordinates move);
    void (*on_answer)(void *context, const EngineReport *report); /* once, the last call */
} EngineListener;

/* Makes an engine without a game; NULL if there is no memory. */
Engine *engine_new(void);

/* Stops what it thinks about and gives everything back. NULL is fine. */
void engine_free(Engine *engine);

/* Why such a game cannot be played, as a sentence; NULL if it can. */
const char *engine_game_fault(const Game *game);

/* Chooses the evaluation, from now on; what earlier searches found out is forgotten if that changes
 * anything. */
void engine_set_evaluation(Engine *engine, Evaluation evaluation);

/* Begins a game on an empty board and forgets all earlier ones. Returns NULL, or why not, as a
 * sentence; then there is no game. */
const char *engine_start(Engine *engine, const Game *game);

/* Plays on under another rule, with the stones as they are. Returns NULL, or why not; then the old
 * rule stays. */
const char *engine_change_rule(Engine *engine, Rule rule);

/* Sets how many bytes the whole process may use, from the next engine_start or think on; the
 * engine takes less. 0: as by default. */
void engine_set_memory(Engine *engine, uint64_t bytes);

/* Sets how many bytes the transposition table may use, instead of a part of the process's memory;
 * 0: as much of that as there is. The smaller of the two holds. */
void engine_set_tt_memory(Engine *engine, uint64_t bytes);

/* Sets how many threads think at the same time, from the next question on; at least one, and at
 * most what THREADS_MAX says. */
void engine_set_threads(Engine *engine, int threads);

/* Forgets what earlier searches found out. */
void engine_forget(Engine *engine);

/* Leaves a point out of its own moves, if it can, or no longer; for all games to come. Points on no
 * board are passed over. */
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

/* Begins to think about the move of the side, in a thread of its own, and returns at once. There
 * must be a game. NULL, or why it does not think; then the listener is not called. */
const char *engine_think(Engine *engine, Colour side, const Limits *limits,
                         const EngineListener *listener);

/* The same for any question. Balancing brings the value, to the side that plays last, closest to
 * `target`. The stones of swap2 must be on the board, with white to move after 3 or 5. */
const char *engine_ask(Engine *engine, Question question, Colour side, int target,
                       const Limits *limits, const EngineListener *listener);

/* Says whether engine_ponder thinks; it costs the owner's cores and memory. Off by default. */
void engine_set_pondering(Engine *engine, bool wanted);

/* Thinks on about the board as it is, in the background and without an answer, until the engine is
 * asked or told anything: what is found out helps the next question. Does nothing if pondering is
 * not wanted or there is no room for it. */
void engine_ponder(Engine *engine);

/* Waits until the engine has answered and its thread has ended; returns at once if it is idle. */
void engine_wait(Engine *engine);

/* --- questions, from the owner's thread --- */

/* The game being played; NULL before the first engine_start. */
const Game *engine_game(const Engine *engine);

/* How many stones are on the board. */
int engine_stone_count(const Engine *engine);

/* What the point holds; WALL outside the board. */
Colour engine_at(const Engine *engine, Coordinates point);

/* Says whether the rule forbids the side to play on the empty point. */
bool engine_forbids(Engine *engine, Coordinates point, Colour side);

/* Who moves next: the colour opposite to the last stone's, unless a think said otherwise. */
Colour engine_side(const Engine *engine);

/* The stone that was put n-th, from 0, blocked points apart. False if there are not so many. */
bool engine_stone_put(const Engine *engine, int n, Coordinates *point, Colour *stone);

/* What a stone of one side on an empty point would make of each line through it. */
typedef struct {
    const char *shape[4]; /* along the row, down the column, down-right, down-left */
    int shift[4];         /* the line is worth 1 << shift, by the bitshift table */
    int added;            /* what the evaluation adds to these: it was learnt, or set by hand */
    const char *threat;   /* what they threaten together */
    bool is_forbidden;    /* renju, black */
    int value;            /* the sum of the four, and what was added */
} EngineLook;

/* Looks at an empty point of the board for a side; false if it is none. */
bool engine_look(Engine *engine, Coordinates point, Colour side, EngineLook *look);

/* The value of the position as it is, to the side to move, without looking ahead. */
int engine_value(Engine *engine);

/* --- from any thread --- */

/* Milliseconds on a clock that never runs backwards. */
int64_t engine_now_ms(void);

/* Asks for the answer now. Nothing happens if the engine is idle. */
void engine_stop(Engine *engine);

/* Shortens the running think to another limit for the turn, counted from the question. */
void engine_shorten(Engine *engine, int64_t turn_ms);

/* --- the lab --- */

/* Searches a fixed set of positions of all rules and reports nodes, speed and a signature that is
 * the same on every run and machine. False if there was no memory for it. */
bool engine_bench(TextSink *text, void *context);

/* Plays games and hands on the file of them, in the format of engine/tools/records.h. */
ToolEnd engine_selfplay(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX]);

/* Plays duels, as engine/tools/duel.h has them, and hands on the results. */
ToolEnd engine_duel(const ToolOptions *options, const ToolListener *listener,
                    char fault[TOOL_FAULT_MAX]);

/* Lists the margins that can be set, as name, value, least and most. False if none can: a build
 * without TUNING has constants in their place. */
bool engine_parameters(TextSink *text, void *context);

/* Learns what engine/eval adds to the bitshift table. Stopped, it still hands on weights and
 * state. */
ToolEnd engine_fit(const FitOptions *options, const FitListener *listener,
                   char fault[TOOL_FAULT_MAX]);

/* Tells what a file of weights holds, its provenance and all numbers, in lines for people. NULL, or
 * a sentence why the file is refused. */
const char *engine_weights_of_file(const void *file, size_t bytes, TextSink *text, void *context);

/* The same of the weights that are embedded for a rule. */
const char *engine_weights_of_rule(Rule rule, TextSink *text, void *context);

/* Makes openings that the search calls near even, no two the same under the board's symmetries, and
 * hands on the file of them, in the format of engine/tools/openings.h. */
ToolEnd engine_openings(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX]);

#endif

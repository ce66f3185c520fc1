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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Engine Engine;

typedef enum {
    ENGINE_FREESTYLE,  /* five or more in a row win */
    ENGINE_STANDARD,   /* exactly five */
    ENGINE_RENJU,      /* black: exactly five, with fouls; white: five or more */
    ENGINE_CARO,       /* five, but not with opposing stones at both ends; six wins */
    ENGINE_CARO_EXACT, /* the same, and six does not win */
} EngineRule;

typedef struct {
    EngineRule rule;
    int width, height; /* 3..32 */
    int win_length;    /* 3..5; the rules above are told for 5 */
} EngineGame;

typedef enum { ENGINE_BLACK, ENGINE_WHITE, ENGINE_EMPTY, ENGINE_BLOCKED } EngineStone;

typedef struct {
    int x, y; /* column and row, from 0 */
} EnginePoint;

#define ENGINE_LIMIT_UNKNOWN INT64_MIN /* nothing was said about this limit */

/* How long and how far to think. Times are in ms; whatever the manager said may be handed on. */
typedef struct {
    int64_t asked_ms;     /* when the question came in, on engine_now_ms's clock */
    int64_t turn_ms;      /* for this move; <= 0: answer at once; or unknown */
    int64_t match_ms;     /* for all moves of the game; <= 0: no limit; or unknown */
    int64_t left_ms;      /* of the match; <= 0: answer at once; or unknown */
    int64_t increment_ms; /* added to left_ms with every move; <= 0: nothing */
    int depth;            /* most plies, 0: no limit */
    uint64_t nodes;       /* most positions to look at, 0: no limit */
    int lines;            /* how many best lines to report, 0 as good as 1 */
} EngineLimits;

/* What can be asked. */
typedef enum {
    ENGINE_MOVE,        /* which move is best? */
    ENGINE_SWAP2,       /* which answer to the 0, 3 or 5 stones of a swap2 opening? */
    ENGINE_BALANCE_ONE, /* which move leaves both sides equally well off? */
    ENGINE_BALANCE_TWO, /* which two, one of each side? */
} EngineQuestion;

enum {
    ENGINE_LINE_MAX = 32, /* moves of an expected line that are reported */
    ENGINE_MOVES_MAX = 3, /* moves of an answer */
    ENGINE_THREADS_MAX = 128,
};

/* What the engine thinks. */
typedef struct {
    bool swap;      /* swap2: it takes the side that is not to move; then it has no moves */
    int move_count; /* 1, or as many as the question wants; 0: there is no room for them */
    EnginePoint moves[ENGINE_MOVES_MAX];
    int rank;       /* 0: the best line; 1: the best of the others, and so on */
    int value;      /* to the side to move; see wins_in for proven results */
    int wins_in;    /* moves of both sides until the proven win; negative: loss; 0: not proven */
    int depth;      /* plies searched; 0: answered by a look */
    uint64_t nodes; /* positions looked at */
    int64_t ms;     /* since the question */
    int line_length;
    EnginePoint line[ENGINE_LINE_MAX]; /* what it expects, beginning with the move */
} EngineReport;

/* What happens to a move while the engine thinks about it. */
typedef enum {
    ENGINE_MOVE_BEGINS,  /* it is going to be searched */
    ENGINE_MOVE_ENDS,    /* it has been */
    ENGINE_MOVE_IS_BEST, /* and is the best so far */
    ENGINE_MOVE_LOSES,   /* and loses by force */
} EngineMoveEvent;

/* Who wants to hear. Any function may be NULL; all are called from the engine's thread. */
typedef struct {
    void *context; /* handed back, never looked at */
    void (*on_iteration)(void *context, const EngineReport *report);
    void (*on_move)(void *context, EngineMoveEvent event, EnginePoint move);
    void (*on_answer)(void *context, const EngineReport *report); /* once, the last call */
} EngineListener;

/* Makes an engine without a game; NULL if there is no memory. */
Engine *engine_new(void);

/* Stops what it thinks about and gives everything back. NULL is fine. */
void engine_free(Engine *engine);

/* Why such a game cannot be played, as a sentence; NULL if it can. */
const char *engine_game_fault(const EngineGame *game);

/* How quiet positions are judged. */
typedef enum {
    ENGINE_BASE,              /* by the bitshift table as it is */
    ENGINE_HAND,              /* with round numbers set by hand, where there are any */
    ENGINE_TUNED,             /* with what games have taught, where they have */
    ENGINE_NET,               /* and with a small network on top of that */
    ENGINE_BEST = ENGINE_NET, /* what matches found the strongest: the default */
} EngineEvaluation;

/* Chooses the evaluation, from now on; what earlier searches found out is forgotten if that changes
 * anything. */
void engine_set_evaluation(Engine *engine, EngineEvaluation evaluation);

/* Begins a game on an empty board and forgets all earlier ones. Returns NULL, or why not, as a
 * sentence; then there is no game. */
const char *engine_start(Engine *engine, const EngineGame *game);

/* Plays on under another rule, with the stones as they are. Returns NULL, or why not; then the old
 * rule stays. */
const char *engine_change_rule(Engine *engine, EngineRule rule);

/* Sets how many bytes the whole process may use, from the next engine_start or think on; the
 * engine takes less. 0: as by default. */
void engine_set_memory(Engine *engine, uint64_t bytes);

/* Sets how many bytes the transposition table may use, instead of a part of the process's memory;
 * 0: as much of that as there is. The smaller of the two holds. */
void engine_set_table_memory(Engine *engine, uint64_t bytes);

/* Sets how many threads think at the same time, from the next question on; at least one, and at
 * most what ENGINE_THREADS_MAX says. */
void engine_set_threads(Engine *engine, int threads);

/* Forgets what earlier searches found out. */
void engine_forget(Engine *engine);

/* Leaves a point out of its own moves, if it can, or no longer; for all games to come. Points on no
 * board are passed over. */
void engine_avoid(Engine *engine, EnginePoint point, bool avoid);

/* Avoids nothing any more. */
void engine_avoid_nothing(Engine *engine);

/* Takes all stones and blocked points off the board; the game goes on with the same settings. */
void engine_empty(Engine *engine);

/* Puts a stone, or blocks the point for both sides. Returns NULL, or why not; then nothing changed.
 * Any order of colours will do. */
const char *engine_put(Engine *engine, EnginePoint point, EngineStone stone);

/* Takes a stone off the board, the last one or any other. Returns NULL, or why not. */
const char *engine_take(Engine *engine, EnginePoint point);

/* Begins to think about the move of the side, in a thread of its own, and returns at once. There
 * must be a game. NULL, or why it does not think; then the listener is not called. */
const char *engine_think(Engine *engine, EngineStone side, const EngineLimits *limits,
                         const EngineListener *listener);

/* The same for any question. Balancing brings the value, to the side that plays last, closest to
 * `target`. The stones of swap2 must be on the board, with white to move after 3 or 5. */
const char *engine_ask(Engine *engine, EngineQuestion question, EngineStone side, int target,
                       const EngineLimits *limits, const EngineListener *listener);

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
const EngineGame *engine_game(const Engine *engine);

/* How many stones are on the board. */
int engine_stone_count(const Engine *engine);

/* What the point holds; ENGINE_BLOCKED outside the board. */
EngineStone engine_at(const Engine *engine, EnginePoint point);

/* Says whether the rule forbids the side to play on the empty point. */
bool engine_forbids(Engine *engine, EnginePoint point, EngineStone side);

/* Who moves next: the colour opposite to the last stone's, unless a think said otherwise. */
EngineStone engine_side(const Engine *engine);

/* The stone that was put n-th, from 0, blocked points apart. False if there are not so many. */
bool engine_stone_put(const Engine *engine, int n, EnginePoint *point, EngineStone *stone);

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
bool engine_look(Engine *engine, EnginePoint point, EngineStone side, EngineLook *look);

/* The value of the position as it is, to the side to move, without looking ahead. */
int engine_value(const Engine *engine);

/* --- from any thread --- */

/* Milliseconds on a clock that never runs backwards. */
int64_t engine_now_ms(void);

/* Asks for the answer now. Nothing happens if the engine is idle. */
void engine_stop(Engine *engine);

/* Shortens the running think to another limit for the turn, counted from the question. */
void engine_shorten(Engine *engine, int64_t turn_ms);

/* --- the lab --- */

/* The engine's version and a hash of its sources, as in every file that the lab writes. */
const char *engine_origin(void);

/* Receives the lines of a report, without line ends. */
typedef void EngineText(void *context, const char *line);

/* Searches a fixed set of positions of all rules and reports nodes, speed and a signature that is
 * the same on every run and machine. False if there was no memory for it. */
bool engine_bench(EngineText *text, void *context);

/* What the lab makes files of: games that Tengen plays against itself, duels between two settings
 * of it, or balanced openings. The same wishes give the same file, however many threads work at it. */
typedef struct {
    EngineGame game;
    int64_t count;  /* games or openings, 1 or more */
    uint64_t nodes; /* of each search, 1 or more */
    uint64_t seed;  /* another seed, other games */
    int threads;    /* 0: as many as can run at the same time */
    EngineEvaluation evaluation;
    const char
        *openings; /* games: the text of a list to begin from, and then count may be 0: all of
                             them; NULL: from random balanced starts. duels: their text */
    int stones_min, stones_max; /* openings: how many stones, 1..ENGINE_OPENING_STONES_MAX */
    int margin;                 /* openings: what they may be worth to either side, 0 or more */
} EngineLab;

enum {
    ENGINE_OPENING_STONES_MAX = 40,
    ENGINE_FAULT_MAX = 200, /* bytes of a sentence about a fault, its end included */
};

/* Who hears what the lab makes; called from the thread that asked. */
typedef struct {
    void *context;
    EngineText *line;                                           /* of the file, as it is written */
    bool (*go_on)(void *context, int64_t done, int64_t wanted); /* several times a second; false:
                                                                   stop, the rest is not made */
} EngineLabListener;

typedef enum {
    ENGINE_LAB_DONE,
    ENGINE_LAB_STOPPED, /* by the listener; the file's last line tells how far it came */
    ENGINE_LAB_SHORT,   /* there are fewer such openings than that; the file has those there are */
    ENGINE_LAB_FAILED,  /* no memory, or no thread to work in; the file is cut off */
    ENGINE_LAB_REFUSED, /* the wishes make no sense: nothing was written, and the fault says why */
} EngineLabEnd;

/* Plays games and hands on the file of them, in the format of engine/lab/records.h. */
EngineLabEnd engine_selfplay(const EngineLab *wishes, const EngineLabListener *listener,
                             char fault[ENGINE_FAULT_MAX]);

/* Plays duels, as engine/lab/duel.h has them, and hands on the results. */
EngineLabEnd engine_duel(const EngineLab *wishes, const EngineLabListener *listener,
                         char fault[ENGINE_FAULT_MAX]);

/* Lists the margins that can be set, as name, value, least and most. False if none can: a build
 * without TUNING has constants in their place. */
bool engine_margins(EngineText *text, void *context);

/* What the lab learns from games. */
typedef struct {
    const char *const *games; /* the texts of files of games, all of one rule */
    int files;
    const char *state; /* the text of a state to go on from; NULL: begin anew */
    uint64_t seed;     /* chooses the games that are held out, and the order of learning */
    int rounds;        /* how often to go through the games, 1 or more */
    int scale;         /* a value of so much is a chance of 73 in 100, 1 or more */
} EngineFit;

/* Who hears of it; called from the thread that asked. */
typedef struct {
    void *context;
    EngineText *note;             /* how it goes on, for people */
    EngineText *source;           /* the next line of the C source with what was learnt */
    EngineText *state;            /* the next line of the state to go on from */
    bool (*go_on)(void *context); /* asked before each round; false: stop there */
} EngineFitListener;

/* Learns what engine/eval adds to the bitshift table. Stopped, it still says source and state. */
EngineLabEnd engine_fit(const EngineFit *wishes, const EngineFitListener *listener,
                        char fault[ENGINE_FAULT_MAX]);

/* Makes openings that the search calls near even, no two the same under the board's symmetries, and
 * hands on the file of them, in the format of engine/lab/openings.h. */
EngineLabEnd engine_openings(const EngineLab *wishes, const EngineLabListener *listener,
                             char fault[ENGINE_FAULT_MAX]);

#endif

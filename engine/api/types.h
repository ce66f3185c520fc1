/* types - the values that the engine and its users exchange, each declared once.
 *
 * This header is the lowest layer: every part of the engine includes it, and engine.h hands it on
 * to users. It declares plain values only and depends on nothing, so inside and outside cannot
 * differ.
 */
#ifndef TENGEN_API_TYPES_H
#define TENGEN_API_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a point can hold. A colour in the narrow sense is BLACK or WHITE. */
typedef enum {
    BLACK,
    WHITE,
    EMPTY,
    WALL, /* blocked for both sides, or outside the board */
    COLOURS = 2
} Colour;

/* What a rule says about the lines of one colour; a colour without any of it wins with exactly
 * win_length in a row. */
enum {
    LONGER_WINS = 1 << 0,    /* more than win_length in a row wins as well */
    CLOSED_IS_VOID = 1 << 1, /* exactly win_length between two opposing stones does not win */
    HAS_FOULS = 1 << 2,      /* overline, double four and double three are forbidden */
};

/* The rules, a row each: everything that depends on the rule is derived from its row, and what a
 * row leaves out does not compile (rules.c checks the values). The columns:
 *
 *   enumerator of Rule, after RULE_
 *   number in the protocol: the bits of INFO rule. Bit 1 is the exact form of a kind of rule, bit 2
 *     (continuous) is ignored; every other bit is a kind, and the lowest one asked for counts
 *   name for people
 *   lines of black, lines of white: the facts above. Only black can have fouls
 *   least win_length that it is played with
 *   weights that evaluate it, a file in engine/eval/weights/; `none` where nothing was learnt
 *   tempo: what being to move is worth beyond what the weights say, in units of value. A fit tells
 *     what positions were worth in its games, not what helps a search; matches tell this
 */
/* clang-format off */
#define RULES(X)                                                                                   \
    X(FREESTYLE,  0, "freestyle",       LONGER_WINS, LONGER_WINS,          3, freestyle, 0)        \
    X(STANDARD,   1, "standard",        0, 0,                              3, standard,  0)        \
    X(RENJU,      4, "renju",           HAS_FOULS, LONGER_WINS,            5, renju,     16)       \
    X(CARO,       8, "caro",            LONGER_WINS | CLOSED_IS_VOID,                              \
                                        LONGER_WINS | CLOSED_IS_VOID,      3, caro,      0)        \
    X(CARO_EXACT, 9, "caro exact five", CLOSED_IS_VOID, CLOSED_IS_VOID,    3, caro,      0)
/* clang-format on */

#define RULE_ENUMERATOR(rule, number, name, black, white, least, weights, tempo) RULE_##rule,
typedef enum { RULES(RULE_ENUMERATOR) RULE_COUNT } Rule;
#undef RULE_ENUMERATOR

/* The numbers and names of all rules, and a text behind them: "0 freestyle, 1 standard, ...". */
#define RULE_LIST_ITEM(rule, number, name, black, white, least, weights, tempo)                    \
    ", " #number " " name
#define RULE_LIST(suffix) (&RULES(RULE_LIST_ITEM) suffix[sizeof ", " - 1])

enum {
    SIDE_MIN = 3,  /* tic-tac-toe */
    SIDE_MAX = 32, /* a row of the board fits in 32 bits */
    WIN_LENGTH_MIN = 3,
    WIN_LENGTH_MAX = 5,
};

/* One game: the rule, the size of the board, and how many in a row win. */
typedef struct {
    Rule rule;
    int width, height; /* SIDE_MIN..SIDE_MAX */
    int win_length;    /* WIN_LENGTH_MIN..WIN_LENGTH_MAX */
} Game;

typedef struct {
    int x, y; /* column and row, from 0 */
} Coordinates;

/* Which evaluation a game is played with. */
typedef enum {
    EVALUATION_BASE,     /* the bitshift table as it is */
    EVALUATION_HANDMADE, /* with round numbers set by hand, where there are any */
    EVALUATION_TUNED,    /* with tables learnt from games, where there are any */
    EVALUATION_NET,      /* and with a small network on top of that */
    EVALUATION_PATTERN,  /* or with a larger one over the lines through every point */
    EVALUATION_BEST = EVALUATION_PATTERN, /* what matches found the strongest: the default */
} Evaluation;

/* What a stone of one side on an empty point would make of each line through it. */
typedef struct {
    const char *shape[4]; /* along the row, down the column, down-right, down-left */
    int shift[4];         /* the line is worth 1 << shift, by the bitshift table */
    int added;            /* what the evaluation adds to these: it was learnt, or set by hand */
    const char *threat;   /* what the lines threaten together */
    bool is_forbidden;    /* renju, black */
    int value;            /* the sum of the four, and what was added */
    bool has_network;     /* the evaluation has a network, which adds */
    int network_value;    /* to the value of the position with that stone, to its player; */
    int policy_percent;   /* to the odds of the point: so many percent of what they were; 0: it has
                             no say, or this side is not to move */
} PointExplanation;

#define LIMIT_UNKNOWN INT64_MIN /* nothing was said about this limit */

/* How long and how far to think. Times are in ms; whatever the manager said may be handed on. */
typedef struct {
    int64_t start_ms;     /* when the question was asked, on engine_now_ms's clock */
    int64_t turn_ms;      /* for this move; 0 or less: answer at once; or LIMIT_UNKNOWN */
    int64_t match_ms;     /* for the whole game; 0 or less: no limit; or LIMIT_UNKNOWN */
    int64_t left_ms;      /* of the match; 0 or less: answer at once; or LIMIT_UNKNOWN */
    int64_t used_ms;      /* thought in this game so far: stands in when left_ms is unknown */
    int64_t increment_ms; /* added to what is left with every move; 0 or less: nothing */
    int depth;            /* deepest iteration in plies, 0: no limit */
    uint64_t nodes;       /* most positions to search, 0: no limit */
    int multipv;          /* how many best moves to report, each with its pv; 0 as good as 1 */
} Limits;

/* Limits that limit nothing. */
static inline Limits limits_none(void)
{
    return (Limits){.turn_ms = LIMIT_UNKNOWN, .match_ms = LIMIT_UNKNOWN, .left_ms = LIMIT_UNKNOWN};
}

/* What can be asked. */
typedef enum {
    QUESTION_MOVE,        /* which move is best? */
    QUESTION_SWAP2,       /* which answer to the 0, 3 or 5 stones of a swap2 opening? */
    QUESTION_BALANCE_ONE, /* which move leaves both sides equally well off? */
    QUESTION_BALANCE_TWO, /* which two, one of each side? */
} Question;

/* What happens to a move of the root while the engine thinks. */
typedef enum {
    MOVE_BEGINS,  /* it is going to be searched */
    MOVE_ENDS,    /* it has been */
    MOVE_IS_BEST, /* and is the best so far */
    MOVE_LOSES,   /* and loses by force */
} MoveEvent;

enum {
    ENGINE_PV_MAX = 32,   /* moves of a principal variation that are reported */
    ENGINE_MOVES_MAX = 3, /* moves of an answer */
};

/* What the engine found, after an iteration or as its answer. */
typedef struct {
    bool swap;      /* swap2: it takes the side that is not to move; then it has no moves */
    int move_count; /* 1, or as many as the question wants; 0: there is no room for them */
    Coordinates moves[ENGINE_MOVES_MAX];
    int pv_index;      /* 0: the best pv; 1: the best without its move, and so on */
    int value;         /* to the side to move; see wins_in for proven results */
    int wins_in;       /* moves of both sides until the proven win; negative: loss; 0: not proven */
    int depth;         /* plies of the last iteration that was completed; 0: none was */
    uint64_t nodes;    /* positions visited */
    int64_t ms;        /* since the question */
    bool is_from_book; /* nothing was searched: the move is that of a proof */
    int pv_length;
    Coordinates pv[ENGINE_PV_MAX]; /* the principal variation; begins with the move */
} EngineReport;

/* Callbacks. Any of them may be NULL; all are called from the engine's thread. */
typedef struct {
    void *context; /* passed back as it is */
    void (*on_iteration)(void *context, const EngineReport *report);
    void (*on_move)(void *context, MoveEvent event, Coordinates move);
    void (*on_answer)(void *context, const EngineReport *report); /* once, the last call */
} EngineListener;

/* Receives the next line of a text, without its line end. */
typedef void TextSink(void *context, const char *line);

/* Receives bytes of a file. */
typedef void BytesSink(void *context, const void *bytes, size_t count);

/* --- tools: what makes files --- */

enum {
    TOOL_FAULT_MAX = 200,         /* bytes of a sentence about wrong options, its end included */
    OPENING_STONES_MAX = 40,      /* stones of a generated opening */
    OPENING_CHECK_MOVES_MAX = 10, /* best moves that its second check may ask for */
    THREADS_MAX = 128,            /* threads that search together */
    RECORD_OTHERS_MAX = 3,        /* moves beside the played one that games note at most */
    START_MOVES_MAX = 1000,       /* moves with whose nodes a start of a game is judged */
};

/* How the games of self-play differ from each other beyond their random starts. All zero: as little
 * as ever; a zero stands for the number in brackets. */
typedef struct {
    int stones_min, stones_max; /* of a random start (3-8), up to OPENING_STONES_MAX */
    int margin;                 /* what it may be worth to either side (30) */
    int start_moves;            /* it is judged with the nodes of so many moves (4) */
    int uneven_percent;         /* so many starts in a hundred (0) ... */
    int uneven_margin;          /* ... may be worth so much instead (150) */
    int random_percent; /* so many moves in a hundred (0) are drawn among the best looking */
    int random_plies;   /* if they are among the first so many behind the start (16) */
} GameVariety;

/* What a tool is asked to make: games of Tengen against itself, duels between two settings of it,
 * or balanced openings. The same options give the same file, however many threads work at it. */
typedef struct {
    Game game;
    int64_t count;              /* games or openings, 1 or more */
    uint64_t nodes;             /* of each search, 1 or more */
    uint64_t seed;              /* another seed, other games */
    int threads;                /* 0: as many as can run at the same time */
    Evaluation evaluation;      /* of those who search */
    const char *openings;       /* games: the text of a list to begin from, and then count may be 0:
                                   all of them; NULL: random balanced starts. Duels: their text */
    int64_t first;              /* games: the number of the first one. Game n of a seed is the same
                                   whatever was played before it */
    GameVariety variety;        /* games */
    int others;                 /* games: how many moves beside the played one to note for each
                                   search, 0..RECORD_OTHERS_MAX */
    bool is_binary;             /* games: the file is not text */
    int stones_min, stones_max; /* openings: how many stones, 1..OPENING_STONES_MAX */
    int margin;                 /* openings: what they may be worth to either side, 0 or more */
    uint64_t check_nodes;       /* openings: of a second check; 0: there is none */
    int check_margin;           /* what they may be worth there, 0 or more, */
    int check_moves;            /* with each of so many best moves, 1..OPENING_CHECK_MOVES_MAX */
    const char *resume;         /* openings: the text of a file made with these options, which the
                                   new one begins with; its last line may be missing. NULL: none */
} ToolOptions;

/* Who hears what a tool makes; called from the thread that asked. */
typedef struct {
    void *context;
    TextSink *line; /* the next line of the file */

    /* Asked several times a second, with how many games or openings there are by now, and how many
     * there should be. False: stop, and leave the rest. */
    bool (*go_on)(void *context, int64_t done, int64_t wanted);

    BytesSink *bytes; /* instead of lines, the next bytes of a file that is not text */
} ToolListener;

typedef enum {
    TOOL_DONE,
    TOOL_STOPPED, /* by the listener; the file's last line tells how far it came */
    TOOL_SHORT,   /* there are fewer than were asked for; the file has those there are */
    TOOL_FAILED,  /* no memory, or no thread to work in; the last line is missing */
    TOOL_REFUSED, /* the options make no sense: nothing was written, and the fault says why */
} ToolEnd;

/* Files to be read, each as a whole. */
typedef struct {
    int count;                /* 1 or more */
    const char *const *names; /* by which the fault names them */
    void *context;

    /* The bytes of a file, which stay until the next call; NULL: it cannot be read. */
    const void *(*read)(void *context, int file, size_t *count);
} ToolFiles;

/* What the evaluation learns from. */
typedef struct {
    const char *const *games; /* the texts of files of games of one rule */
    int files;                /* 1 or more */
    const char *state;        /* the text of a state to go on from; NULL: begin anew */
    uint64_t seed;            /* chooses the games that are held out, and the order of learning */
    int rounds;               /* through the games for the tables, and again for the network; 1.. */
    int scale;                /* the value at which a game is won as 73 to 27: 1 / (1 + exp(-1)) */
} FitOptions;

/* A file in memory. */
typedef struct {
    const void *bytes;
    size_t count;
} FileBytes;

/* What the pattern network learns from. */
typedef struct {
    const FileBytes *games; /* files of games of one rule, of either form */
    int files;              /* 1 or more */
    FileBytes held_out;     /* games that are all held out; bytes NULL: some of `games` are */
    FileBytes state;        /* to go on from; bytes NULL: begin anew */
    FileBytes start;    /* weights, or the state of any training, to begin with; NULL: at random */
    uint64_t seed;      /* chooses the games that are held out, and the order of learning */
    int rounds;         /* through the games; 0: measure only */
    int rate_percent;   /* of the usual rate of learning; 1.. */
    int threads;        /* 1..; it makes no difference to what is learnt */
    int scale;          /* the value at which a game is won as 73 to 27 */
    int search_percent; /* of the search's score in the target of the value, beside the result */
    int proven_percent; /* the target of the value where the search has proven a win */
    int policy_percent; /* of the policy's loss in what is minimized, beside the value's */
} TrainOptions;

/* Who hears of it; called from the thread that asked. */
typedef struct {
    void *context;
    TextSink *note;     /* how it goes on, for a person: once a round */
    TextSink *progress; /* the same several times a minute, each in place of the one before */
    BytesSink *weights; /* the whole file of weights with what was learnt, once */
    BytesSink *state;   /* the whole state to go on from, every minute or so and at the end */
    bool (*go_on)(void *context); /* asked every few seconds; false: stop */
} TrainListener;

/* --- proofs --- */

/* A stone of a position. */
typedef struct {
    Coordinates point;
    Colour colour; /* BLACK or WHITE */
} PlacedStone;

/* A position in which the side to move is to be proven to win, and what that may take. */
typedef struct {
    Game game;
    const PlacedStone *stones; /* in the order in which they were played, where that is known */
    int stone_count;
    Colour side;              /* who is to move */
    const Coordinates *first; /* the move that is to be proven to win; NULL: any that does */
    uint64_t nodes;           /* positions to search at most; 0: no limit */
    uint64_t memory;          /* bytes to use at most; PROVE_MEMORY_MIN or more */
    int threads; /* 0: as many as can run at the same time; it makes no difference to the file */
    FileBytes state; /* to go on from; bytes NULL: begin anew */
} ProveOptions;

#define PROVE_MEMORY_MIN (UINT64_C(128) << 20)

typedef enum {
    PROVE_WON,     /* the proof is complete, and was handed on */
    PROVE_NO_WIN,  /* everything was searched: the side to move cannot force a win */
    PROVE_STOPPED, /* by the listener */
    PROVE_SPENT,   /* all nodes are, without an answer */
    PROVE_FULL,    /* memory is, without an answer */
    PROVE_FAILED,  /* there was not enough memory on this machine */
    PROVE_REFUSED, /* position, options or state make no sense; the fault says why */
    PROVE_UNSOUND, /* the proof did not pass the check of the program's own; the fault says where */
} ProveEnd;

/* Who hears of it; called from the thread that asked. */
typedef struct {
    void *context;
    TextSink *note;     /* what came out, for a person */
    TextSink *progress; /* how far it is, several times a minute, each in place of the one before */
    BytesSink *proof;   /* the next bytes of the file of the proof, once it is complete */
    BytesSink *state;   /* the whole state to go on from, every minute or so and at the end; NULL:
                           nobody wants it */
    bool (*go_on)(void *context); /* asked several times a second; false: stop */
} ProveListener;

/* Who hears of it; called from the thread that asked. */
typedef struct {
    void *context;
    TextSink *note;               /* how it goes on, for a person */
    BytesSink *weights;           /* the whole file of weights with what was learnt, once */
    TextSink *state;              /* the next line of the state to go on from */
    bool (*go_on)(void *context); /* asked before each round; false: stop after this round */
} FitListener;

#endif

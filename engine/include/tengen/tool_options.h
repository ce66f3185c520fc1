/* tool_options - the options of the tools that make files, their listener, and the types that all
 * tools use for files.
 */
#ifndef TENGEN_TOOL_OPTIONS_H
#define TENGEN_TOOL_OPTIONS_H

#include "tengen/evaluation.h"
#include "tengen/game.h"
#include "tengen/opening.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Receives the next line of a text, without its line end. */
typedef void TextSink(void *context, const char *line);

/* Receives bytes of a file. */
typedef void BytesSink(void *context, const void *bytes, size_t count);

/* A file in memory. */
typedef struct {
    const void *bytes;
    size_t count;
} FileBytes;

enum {
    TOOL_FAULT_MAX = 200,   /* bytes of a sentence about wrong options, its end included */
    TOOL_SIDES = 2,         /* of a duel */
    START_MOVES_MAX = 1000, /* most moves whose nodes judge the start of a game */
};

/* How the games of self-play differ from each other. A zero stands for the number in brackets. */
typedef struct {
    int stones_min, stones_max; /* of a random start (3-8), up to OPENING_STONES_MAX */
    int margin;                 /* the most that a start may be worth to either side (30) */
    int start_moves;            /* a start is judged with the nodes of this many moves (4) */
    int uneven_percent;         /* starts in a hundred that may be worth more (0) */
    int uneven_margin;          /* the most that those may be worth to either side (150) */
    int random_percent; /* moves in a hundred that are drawn among the best looking (0) ... */
    int random_plies;   /* ... among so many moves after the start (16) */
} GameVariety;

/* What a tool should make: games of Tengen against itself, duels between two settings of it, or
 * balanced openings. The same options give the same file, whatever the number of threads. */
typedef struct {
    Game game;
    int64_t count;                 /* games or openings, 1 or more */
    uint64_t nodes;                /* of each search, 1 or more */
    uint64_t match, increment;     /* duels: nodes of each side for a game, and how many each move
                                   adds; 0: each search has `nodes` */
    uint64_t seed;                 /* another seed gives other games */
    int threads;                   /* 0: as many as can run at the same time */
    Evaluation evaluation;         /* of all searches */
    FileBytes weights[TOOL_SIDES]; /* duels: of each side; bytes NULL: those that are embedded */
    const char *openings;          /* games: the text of a list of openings; then a count of 0 means
                                   all of them; NULL: random balanced starts. Duels: their text */
    int64_t first;                 /* games: the number of the first one. Game n of a seed is always
                                   the same */
    GameVariety variety;           /* games */
    int stones_min, stones_max;    /* openings: how many stones, 1..OPENING_STONES_MAX */
    int margin;           /* openings: the most that one may be worth to either side; 0.. */
    uint64_t check_nodes; /* openings: nodes of a second check; 0: there is none */
    int check_margin;     /* the most that each checked move may be worth there; 0.. */
    int check_moves;      /* how many best moves are checked, 1..OPENING_CHECK_MOVES_MAX */
} ToolOptions;

/* Who receives what a tool makes; called from the thread that asked. */
typedef struct {
    void *context;
    TextSink *line; /* the next line of the file */

    /* Called several times a second with the number of games or openings that are done, and the
     * number wanted. False: stop, and leave out the rest. */
    bool (*go_on)(void *context, int64_t done, int64_t wanted);

    BytesSink *bytes; /* for a file that is not text, instead of `line`: the next bytes */
} ToolListener;

typedef enum {
    TOOL_DONE,
    TOOL_STOPPED, /* by the listener; the last line of the file says how far the work came */
    TOOL_SHORT,   /* fewer were found than wanted; the file has those */
    TOOL_FAILED,  /* no memory, or no thread to work in; the last line is missing */
    TOOL_REFUSED, /* the options make no sense: nothing was written, and the fault says why */
} ToolEnd;

/* Files to be read, each as a whole. */
typedef struct {
    int count;                /* 1 or more */
    const char *const *names; /* of the files, for the fault */
    void *context;

    /* The bytes of a file, valid until the next call; NULL: it cannot be read. */
    const void *(*read)(void *context, int file, size_t *count);
} ToolFiles;

#endif

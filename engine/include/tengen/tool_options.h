/* tool_options - what the tools that make files are asked for, and who hears of it; also what all
 * tools hand over files with.
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
    START_MOVES_MAX = 1000, /* moves with whose nodes a start of a game is judged */
};

/* How the games of self-play differ from each other beyond their random starts. A zero stands for
 * the number in brackets. */
typedef struct {
    int stones_min, stones_max; /* of a random start (3-8), up to OPENING_STONES_MAX */
    int margin;                 /* what it may be worth to either side (30) */
    int start_moves;            /* moves with whose nodes a start is judged (4) */
    int uneven_percent;         /* how many starts in a hundred (0) ... */
    int uneven_margin;          /* ... may be worth up to this instead (150) */
    int random_percent; /* how many moves in a hundred (0) are drawn among the best looking ... */
    int random_plies;   /* ... of the first moves after the start: how many those are (16) */
} GameVariety;

/* What a tool is asked to make: games of Tengen against itself, duels between two settings of it,
 * or balanced openings. The same options give the same file, however many threads work at it. */
typedef struct {
    Game game;
    int64_t count;             /* games or openings, 1 or more */
    uint64_t nodes;            /* of each search, 1 or more */
    uint64_t match, increment; /* duels: nodes of each side for a game, and what each move adds to
                                   them; 0: each search has `nodes` */
    uint64_t seed;             /* another seed, other games */
    int threads;               /* 0: as many as can run at the same time */
    Evaluation evaluation;     /* of those who search */
    FileBytes weights[TOOL_SIDES]; /* duels: of each side; bytes NULL: those that are embedded */
    const char *openings;       /* games: the text of a list to begin from, and then count may be 0:
                                   all of them; NULL: random balanced starts. Duels: their text */
    int64_t first;              /* games: the number of the first one. Game n of a seed is the same
                                   whatever was played before it */
    GameVariety variety;        /* games */
    int stones_min, stones_max; /* openings: how many stones, 1..OPENING_STONES_MAX */
    int margin;                 /* openings: what they may be worth to either side, 0 or more */
    uint64_t check_nodes;       /* openings: of a second check; 0: there is none */
    int check_margin;           /* what they may be worth there, 0 or more, */
    int check_moves;            /* with each of this many best moves, 1..OPENING_CHECK_MOVES_MAX */
    const char *resume;         /* openings: the text of a file made with these options, with which
                                   the listener goes on; its end may be missing. NULL: none */
} ToolOptions;

/* Who hears what a tool makes; called from the thread that asked. */
typedef struct {
    void *context;
    TextSink *line; /* the next line of the file */

    /* How many bytes of the file to resume stay, which the lines follow; before the first line, and
     * only where a file is resumed. NULL: none ever is. */
    void (*keep)(void *context, size_t bytes);

    /* Asked several times a second, with how many games or openings there are by now, and how many
     * there should be. False: stop, and leave the rest. */
    bool (*go_on)(void *context, int64_t done, int64_t wanted);

    BytesSink *bytes; /* of a file that is not text, in place of lines: the next bytes */
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

#endif

/* tools - what the lab's productions have in common: what is wished for, who hears, how it ends. */
#ifndef TENGEN_TOOLS_TOOLS_H
#define TENGEN_TOOLS_TOOLS_H

#include "eval/eval.h"

#include <stdbool.h>
#include <stdint.h>

enum { TOOL_FAULT_MAX = 200 }; /* bytes of a sentence about what is wrong with the options */

/* What is wished for. The same options give the same file, however many threads work at it. */
typedef struct {
    Game game;
    int64_t count;  /* games or openings */
    uint64_t nodes; /* of each search */
    uint64_t seed;
    int threads;                /* 1 or more */
    Evaluation evaluation;      /* of those who search */
    const char *openings;       /* selfplay: the text of a list to begin from; or NULL. duel: that
                                   of the duels */
    int stones_min, stones_max; /* openings: how many stones */
    int margin;                 /* openings: what they may be worth to either side */
} ToolOptions;

/* Who wants to hear; both are called from the thread that asked for the production. */
typedef struct {
    void *context;

    /* The next line of the file, without its end. */
    void (*line)(void *context, const char *line);

    /* Asked several times a second, with how many games or openings there are by now, and how many
     * there should be. False: stop, and leave the rest. */
    bool (*go_on)(void *context, int64_t done, int64_t wanted);
} ToolListener;

typedef enum {
    TOOL_DONE,
    TOOL_STOPPED, /* because the listener said so; the last line says how far it came */
    TOOL_SHORT,   /* there are not as many as were wanted; the file has those there are */
    TOOL_FAILED,  /* no memory, or no thread to work in; the last line is missing */
    TOOL_REFUSED, /* the options make no sense; nothing was said but a sentence why */
} ToolEnd;

#endif

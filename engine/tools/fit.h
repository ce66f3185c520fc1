/* fit - learning from games what the evaluation adds to the bitshift table.
 *
 * Reads files of games (records.h), holds one game in ten out, and improves the numbers of the
 * model step by step (Adam, over small batches in an order drawn anew each round) while telling how
 * surprising both parts of the games still are; then, in as many rounds, those of the network on
 * top. What comes out is C source for engine/eval, with a
 * comment that tells how it was made, and a state from which a fit that was stopped goes on as if
 * it had not been. The same games and options give the same numbers.
 */
#ifndef TENGEN_TOOLS_FIT_H
#define TENGEN_TOOLS_FIT_H

#include "tools/tools.h"

/* What is wished for. */
typedef struct {
    const char *const *games; /* the texts of files of games of one rule */
    int files;                /* 1 or more */
    const char *state;        /* the text of a state to go on from; NULL: begin anew */
    uint64_t seed;            /* chooses the games that are held out, and the order of learning */
    int rounds;               /* through the games for the tables, and again for the network; 1.. */
    int scale;                /* the value at which a game is won as 73 to 27: 1 / (1 + exp(-1)) */
} FitOptions;

/* Who wants to hear; called from the thread that asked. */
typedef struct {
    void *context;
    void (*note)(void *context, const char *line);   /* what is going on, for a person */
    void (*source)(void *context, const char *line); /* the next line of the source */
    void (*state)(void *context, const char *line);  /* the next line of the state */
    bool (*go_on)(void *context);                    /* asked often; false: stop after this round */
} FitListener;

/* Fits. TOOL_STOPPED: the listener said so; source and state are written all the same, with the best
 * numbers so far. TOOL_REFUSED: `fault` is a sentence why. TOOL_FAILED: no memory. */
ToolEnd fit_run(const FitOptions *options, const FitListener *listener, char fault[TOOL_FAULT_MAX]);

#endif

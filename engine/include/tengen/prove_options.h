/* prove_options - the position to prove, the limits of the work, and who receives the output. */
#ifndef TENGEN_PROVE_OPTIONS_H
#define TENGEN_PROVE_OPTIONS_H

#include "tengen/tool_options.h"

/* A stone of a position. */
typedef struct {
    Coordinates point;
    Colour colour; /* BLACK or WHITE */
} PlacedStone;

/* A position whose side to move should be proven to win, and the limits of the work. */
typedef struct {
    Game game;
    const PlacedStone *stones; /* in the order in which they were played, where that is known */
    int stone_count;
    Colour side;              /* who is to move */
    const Coordinates *first; /* the move to prove as a win; NULL: any move that wins */
    uint64_t nodes;           /* most positions to search; 0: no limit */
    uint64_t memory;          /* most bytes to use; PROVE_MEMORY_MIN or more */
    int threads; /* 0: as many as can run at the same time; it makes no difference to the file */
    FileBytes state; /* to continue from; bytes NULL: begin anew */
} ProveOptions;

#define PROVE_MEMORY_MIN (UINT64_C(128) << 20)

typedef enum {
    PROVE_WON,     /* the proof is complete, and was handed on */
    PROVE_NO_WIN,  /* the side to move cannot force a win; the fault says how this was found */
    PROVE_STOPPED, /* by the listener */
    PROVE_SPENT,   /* all nodes were used without an answer */
    PROVE_FULL,    /* all memory was used without an answer */
    PROVE_FAILED,  /* this machine did not have enough memory */
    PROVE_REFUSED, /* position, options or state make no sense; the fault says why */
    PROVE_UNSOUND, /* the proof failed the program's own check; the fault says where */
} ProveEnd;

/* Who receives the output; called from the thread that asked. */
typedef struct {
    void *context;
    TextSink *note;     /* the result, for people */
    TextSink *progress; /* several times a minute; each line replaces the one before */
    BytesSink *proof;   /* the next bytes of the proof's file, once the proof is complete */
    BytesSink *state;   /* the whole state to continue from, about every minute and at the end;
                           NULL: it is not kept */
    bool (*go_on)(void *context); /* asked several times a second; false: stop */
} ProveListener;

#endif

/* prove_options - which position is to be proven, what that may take, and who hears of it.
 */
#ifndef TENGEN_PROVE_OPTIONS_H
#define TENGEN_PROVE_OPTIONS_H

#include "tengen/tool_options.h"

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
    PROVE_NO_WIN,  /* the side to move cannot force a win; the fault says how that was found */
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
                           it is not kept */
    bool (*go_on)(void *context); /* asked several times a second; false: stop */
} ProveListener;

#endif

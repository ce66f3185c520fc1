/* learn_options - what `train` learns from, what `compare` compares, and who hears of it.
 */
#ifndef TENGEN_LEARN_OPTIONS_H
#define TENGEN_LEARN_OPTIONS_H

#include "tengen/tool_options.h"

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
    int lambda_percent; /* of the later game in the target of the value, beside the score */
    int proven_percent; /* the target of the value where the search has proven a win */
    int proven_weight_percent; /* of what other positions count, where it has proven something */
    int policy_percent;        /* of the policy's loss in what is minimized, beside the value's */
    bool policy_only;          /* learn the weights of the policy alone, so that no value changes */
} TrainOptions;

/* Which sets of weights are compared, by which games. */
typedef struct {
    FileBytes games;          /* of either form, all of one rule */
    const FileBytes *weights; /* the first one is what the others are compared with */
    const char *const *names; /* by which the tables and faults name them */
    int count;                /* 2 to COMPARE_MAX */
} CompareOptions;

/* Who hears of training; called from the thread that asked. */
typedef struct {
    void *context;
    TextSink *note;     /* how it goes on, for a person: once a round */
    TextSink *progress; /* the same several times a minute, each in place of the one before */
    BytesSink *weights; /* the whole file of weights with what was learnt, once */
    BytesSink *state;   /* the whole state to go on from, every minute or so and at the end */
    bool (*go_on)(void *context); /* asked every few seconds; false: stop */
} TrainListener;

#endif

/* learn_options - the input of `train` and `compare`, and who receives their output. */
#ifndef TENGEN_LEARN_OPTIONS_H
#define TENGEN_LEARN_OPTIONS_H

#include "tengen/tool_options.h"

/* What the pattern network learns from. */
typedef struct {
    const FileBytes *games;    /* files of games of one rule */
    int files;                 /* 1 or more */
    FileBytes held_out;        /* games that are all held out; bytes NULL: some of `games` are */
    FileBytes state;           /* to continue from; bytes NULL: begin anew */
    FileBytes start;           /* weights to begin with; bytes NULL: it begins at random */
    uint64_t seed;             /* chooses the games that are held out, and the order of learning */
    int rounds;                /* how often to go through the games; 0: measure only */
    int rate_percent;          /* of the usual rate of learning; 1.. */
    int threads;               /* 0: as many as can run together; the result is always the same */
    int scale;                 /* the value that means a chance of 73 % to win */
    int lambda_percent;        /* of the later game in the target of the value, beside the score */
    int proven_percent;        /* the target of the value where the search has proven a win */
    int proven_weight_percent; /* of what other positions count, where it has proven something */
    int policy_percent;        /* of the policy's loss in what is minimized, beside the value's */
    bool policy_only;          /* learn the weights of the policy alone, so that no value changes */
} TrainOptions;

/* Which sets of weights are compared, by which games. */
typedef struct {
    FileBytes games;          /* all of one rule */
    const FileBytes *weights; /* the others are compared with the first one */
    const char *const *names; /* of the sets, for tables and faults */
    int count;                /* 2 to COMPARE_MAX */
} CompareOptions;

/* Who receives the output of training; called from the thread that asked. */
typedef struct {
    void *context;
    TextSink *note;     /* a line for people after each round */
    TextSink *progress; /* several times a minute; each line replaces the one before */
    BytesSink *weights; /* the whole file of weights with what was learnt, once */
    BytesSink *state;   /* the whole state to continue from, about every minute and at the end */
    bool (*go_on)(void *context); /* asked every few seconds; false: stop */
} TrainListener;

#endif

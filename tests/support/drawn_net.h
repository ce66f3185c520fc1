/* drawn_net - pattern networks at random, for tests of everything that reads them.
 *
 * Nothing is forced to be sensible: rows of lines without stones and of bare point patterns have
 * numbers, too, which must not count.
 */
#ifndef TENGEN_TESTS_DRAWN_NET_H
#define TENGEN_TESTS_DRAWN_NET_H

#include "eval/pattern_net.h"

#include <stdint.h>

/* How large the numbers are. */
typedef enum {
    DRAWN_NET_USUAL,   /* as learnt ones: most units are neither 0 nor full */
    DRAWN_NET_EXTREME, /* up to what their types hold, the ends as likely as all between them */
} DrawnNetSize;

/* Fills a network. */
void drawn_net(PatternNet *net, DrawnNetSize size, uint64_t *random);

/* What is learnt for a rule with networks at random, in one piece of memory to be given to free():
 * one network for both colours where the rule is colour-blind. Stops the test if memory is out or
 * nothing was learnt for the rule. */
typedef struct {
    Learnt learnt;
    PatternNet net[COLOURS];
} DrawnLearnt;
DrawnLearnt *drawn_learnt(Rule rule, DrawnNetSize size, uint64_t *random);

#endif

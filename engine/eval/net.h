/* net - a small network on top of the learnt tables: what the sums mean together.
 *
 * The tables add up what single points are worth. How much that decides depends on the rest: a
 * hundred points more mean little to a side that has to answer fours. So every combination of
 * shapes carries a few more numbers, the features, which add up over the board as its value does
 * (accumulator.h); and one hidden layer reads the sums of both sides and the threats on the board,
 * and corrects the value. The inputs are linear; only the hidden units are clipped, to 0..1. That
 * is what makes it cheap: keeping these sums takes one addition of a register beside that of the
 * value.
 *
 * All numbers are whole, and plain C and every kind of SIMD instructions give the same value.
 */
#ifndef TENGEN_EVAL_NET_H
#define TENGEN_EVAL_NET_H

#include "eval/learnt.h"
#include "eval/value.h"
#include "port/cpu.h"

/* What the network of the side to move adds to the value, from the sums of features of both sides
 * and the threat mask (learnt_threat_mask). The processor must have the
 * SIMD instructions; they make no difference. */
Value net_value(Simd simd, const LearntNet *net, const Features *own, const Features *opponent,
                int threat_mask);

#endif

/* net - the smallest network that pays: what the sums of shapes mean together.
 *
 * The learnt tables add up what single points are worth. How much that decides depends on the rest:
 * a hundred points more mean little to one who has to answer fours. So every combination of shapes
 * carries a few more numbers, the features, which the position adds up like its values; and a layer of
 * units reads the sums of both sides and the threats on the board, and corrects the value. That a
 * point's shapes add up without any bend before they meet the layer is what makes it cheap: to keep
 * the sums takes one addition of a register where to keep the value takes one, too.
 *
 * All numbers are whole, and every way to compute it gives the same: in plain C, or with what the
 * processor turns out to have.
 */
#ifndef TENGEN_EVAL_NET_H
#define TENGEN_EVAL_NET_H

#include "eval/learnt.h"
#include "eval/value.h"

#include <stdbool.h>

/* What the network of the side to move adds to the value, from the sums of features of both sides and
 * the threat_mask (learnt_threat_mask), in the fastest way. */
Value net_value(const LearntNet *net, const Features *own, const Features *opponent,
                int threat_mask);

/* The ways to compute it, the fastest last. */
typedef enum { NET_PLAIN, NET_SSE2, NET_AVX2, NET_WAYS } NetWay;

/* Says whether this processor can go that way. */
bool net_can(NetWay way);

/* The same as net_value, in a way that is possible. */
Value net_value_by(NetWay way, const LearntNet *net, const Features *own, const Features *opponent,
                   int threat_mask);

#endif

/* chance - values of positions as chances of winning, and what a prediction costs. */
#ifndef TENGEN_TOOLS_LEARN_CHANCE_H
#define TENGEN_TOOLS_LEARN_CHANCE_H

/* The chance of winning that a value stands for, 1 / (1 + exp(-value / scale)). */
double chance_of_value(double value, double scale);

/* The cross-entropy, in nats, of a target from 0 (lost) to 1 (won) and the prediction
 * chance_of_value(x, 1). */
double chance_cross_entropy(double x, double target);

/* The scale on which values predict results best: where loss(context, scale), which has one
 * minimum, is least. */
double chance_best_scale(double (*loss)(const void *context, double scale), const void *context);

#endif

/* chance - the logistic curve and its loss; see chance.h. */
#include "tools/learn/chance.h"

#include <math.h>

double chance_best_scale(double (*loss)(const void *context, double scale), const void *context)
{
    static const double golden = 0.6180339887498949, least = 50, most = 2000, near = 1.01;
    double low = least, high = most;
    while (high / low > near) {
        double ratio = pow(high / low, 1 - golden);
        if (loss(context, low * ratio) < loss(context, high / ratio)) {
            high = high / ratio;
        } else {
            low = low * ratio;
        }
    }
    return sqrt(low * high);
}

double chance_of_value(double value, double scale)
{
    return 1 / (1 + exp(-value / scale));
}

/* -log(chance_of_value(x, 1)), without overflow. */
static double log_loss(double x)
{
    return x > 0 ? log1p(exp(-x)) : log1p(exp(x)) - x;
}

double chance_cross_entropy(double x, double target)
{
    return target * log_loss(x) + (1 - target) * log_loss(-x);
}

/* adam - see adam.h. */
#include "tools/learn/adam.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 6 };

bool adam_init(Adam *adam, int count)
{
    size_t length = (size_t)count;
    double *block = calloc(length * ARRAYS, sizeof *block);
    *adam = (Adam){.count = count, .at = block, .best_loss = INFINITY};
    if (block != NULL) {
        adam->first = block + length;
        adam->second = adam->first + length;
        adam->best = adam->second + length;
        adam->sigma = adam->best + length;
        adam->gradient = adam->sigma + length;
    }
    return block != NULL;
}

void adam_free(Adam *adam)
{
    free(adam->at);
    memset(adam, 0, sizeof *adam);
}

void adam_step(Adam *adam, double rate, double samples)
{
    static const double first_decay = 0.9, second_decay = 0.999, tiny = 1e-12;
    adam->steps++;
    double first_correction = 1 - pow(first_decay, (double)adam->steps);
    double second_correction = 1 - pow(second_decay, (double)adam->steps);
    for (int i = 0; i < adam->count; i++) {
        double sigma = adam->sigma[i];
        double gradient = adam->gradient[i] * sigma + adam->at[i] / sigma / samples;
        adam->first[i] += (1 - first_decay) * (gradient - adam->first[i]);
        adam->second[i] += (1 - second_decay) * (gradient * gradient - adam->second[i]);
        double mean = adam->first[i] / first_correction;
        double deviation = sqrt(adam->second[i] / second_correction) + tiny;
        adam->at[i] -= rate * sigma * mean / deviation;
    }
}

void adam_keep_best(Adam *adam, double loss)
{
    if (loss < adam->best_loss) {
        adam->best_loss = loss;
        memcpy(adam->best, adam->at, (size_t)adam->count * sizeof *adam->at);
    }
}

enum { NUMBER_MAX = 40 };

/* The arrays of the state are the first ones of the block. */
void adam_write(const Adam *adam, void (*line)(void *context, const char *line), void *context)
{
    char text[NUMBER_MAX];
    snprintf(text, sizeof text, "%" PRId64, adam->steps);
    line(context, text);
    snprintf(text, sizeof text, "%a", adam->best_loss);
    line(context, text);
    for (int i = 0; i < adam->count * ADAM_STATE; i++) {
        snprintf(text, sizeof text, "%a", adam->at[i]);
        line(context, text);
    }
}

static const char *read_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\n' ? end + 1 : NULL;
}

const char *adam_read(Adam *adam, const char *text)
{
    double steps;
    text = read_number(text, &steps);
    text = text == NULL ? NULL : read_number(text, &adam->best_loss);
    for (int i = 0; text != NULL && i < adam->count * ADAM_STATE; i++) {
        text = read_number(text, &adam->at[i]);
    }
    adam->steps = (int64_t)steps;
    return text;
}

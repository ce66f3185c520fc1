/* adam - see adam.h. */
#include "tools/adam.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 6 };

bool adam_init(Adam *learner, int count)
{
    size_t length = (size_t)count;
    double *room = calloc(length * ARRAYS, sizeof *room);
    *learner = (Adam){.count = count, .at = room, .best_loss = INFINITY};
    if (room != NULL) {
        learner->first = room + length;
        learner->second = learner->first + length;
        learner->best = learner->second + length;
        learner->spread = learner->best + length;
        learner->slope = learner->spread + length;
    }
    return room != NULL;
}

void adam_free(Adam *learner)
{
    free(learner->at);
    memset(learner, 0, sizeof *learner);
}

void adam_step(Adam *learner, double rate, double samples)
{
    static const double first_memory = 0.9, second_memory = 0.999, tiny = 1e-12;
    learner->steps++;
    double first_share = 1 - pow(first_memory, (double)learner->steps);
    double second_share = 1 - pow(second_memory, (double)learner->steps);
    for (int i = 0; i < learner->count; i++) {
        double spread = learner->spread[i];
        double slope = learner->slope[i] * spread + learner->at[i] / spread / samples;
        learner->first[i] += (1 - first_memory) * (slope - learner->first[i]);
        learner->second[i] += (1 - second_memory) * (slope * slope - learner->second[i]);
        double pull = learner->first[i] / first_share;
        double size = sqrt(learner->second[i] / second_share) + tiny;
        learner->at[i] -= rate * spread * pull / size;
    }
}

void adam_keep_best(Adam *learner, double loss)
{
    if (loss < learner->best_loss) {
        learner->best_loss = loss;
        memcpy(learner->best, learner->at, (size_t)learner->count * sizeof *learner->at);
    }
}

enum { NUMBER_MAX = 40 };

/* The numbers of the state that are in arrays lie behind one another. */
void adam_write(const Adam *learner, void (*line)(void *context, const char *line), void *context)
{
    char text[NUMBER_MAX];
    snprintf(text, sizeof text, "%" PRId64, learner->steps);
    line(context, text);
    snprintf(text, sizeof text, "%a", learner->best_loss);
    line(context, text);
    for (int i = 0; i < learner->count * ADAM_STATE; i++) {
        snprintf(text, sizeof text, "%a", learner->at[i]);
        line(context, text);
    }
}

static const char *read_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\n' ? end + 1 : NULL;
}

const char *adam_read(Adam *learner, const char *text)
{
    double steps;
    text = read_number(text, &steps);
    text = text == NULL ? NULL : read_number(text, &learner->best_loss);
    for (int i = 0; text != NULL && i < learner->count * ADAM_STATE; i++) {
        text = read_number(text, &learner->at[i]);
    }
    learner->steps = (int64_t)steps;
    return text;
}

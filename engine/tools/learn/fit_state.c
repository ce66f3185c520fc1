/* fit_state - see fit_state.h. */
#include "tools/learn/fit_state.h"

#include "tools/games/origin.h"
#include "tools/games/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 4,
    LINE_MAX_LENGTH = 200 + ORIGIN_TEXT_MAX, /* bytes of the first line, the end included */
    DECIMAL = 10,
};

/* What the state of this fit begins with, up to the number of rounds done. */
static void write_begin(const FitModel *model, char line[LINE_MAX_LENGTH])
{
    snprintf(line, LINE_MAX_LENGTH,
             "tengen-fit %d rule %d seed %" PRIu64 " rounds %d scale %d files %016" PRIx64
             " engine %s round ",
             VERSION, rules_number(model->corpus.game.rule), model->options->seed,
             model->options->rounds, model->options->scale, record_hash(model->corpus.files),
             origin_engine);
}

void fit_state_write(const FitModel *model, TextSink *line, void *context)
{
    char first[LINE_MAX_LENGTH];
    write_begin(model, first);
    size_t length = strlen(first);
    snprintf(first + length, sizeof first - length, "%d", model->round);
    line(context, first);
    for (int i = 0; i < PARTS * model->sides; i++) {
        adam_write(&model->adam[i / model->sides][i % model->sides], line, context);
    }
    line(context, "end");
}

const char *fit_state_read(FitModel *model, const char *text)
{
    char first[LINE_MAX_LENGTH];
    write_begin(model, first);
    if (strncmp(text, first, strlen(first)) != 0) {
        return "the state belongs to other games, other options or another version of the engine";
    }
    char *rest;
    model->round = (int)strtol(text + strlen(first), &rest, DECIMAL);
    const char *numbers = *rest == '\n' ? rest + 1 : NULL;
    for (int i = 0; i < PARTS * model->sides && numbers != NULL; i++) {
        numbers = adam_read(&model->adam[i / model->sides][i % model->sides], numbers);
    }
    return numbers != NULL && strcmp(numbers, "end\n") == 0 ? NULL : "the state is cut off";
}

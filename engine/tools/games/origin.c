/* origin - see origin.h. */
#include "tools/games/origin.h"

#include "search/parameters.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const evaluation_names[] = {
    [EVALUATION_BASE] = "base", [EVALUATION_HANDMADE] = "hand",   [EVALUATION_TUNED] = "tuned",
    [EVALUATION_NET] = "net",   [EVALUATION_PATTERN] = "pattern",
};

enum { EVALUATION_COUNT = sizeof evaluation_names / sizeof *evaluation_names };

void origin_write(Evaluation evaluation, char text[ORIGIN_TEXT_MAX])
{
    char parameters[PARAMETERS_TEXT_MAX];
    parameters_write_set(parameters);
    snprintf(text, ORIGIN_TEXT_MAX, " evaluation %s margins %s engine %s",
             evaluation_names[evaluation], parameters, origin_engine);
}

/* Steps over words that must stand there; passes NULL on. */
static const char *pass(const char *text, const char *words)
{
    size_t length = strlen(words);
    return text != NULL && strncmp(text, words, length) == 0 ? text + length : NULL;
}

static const char *pass_evaluation(const char *text)
{
    for (int i = 0; text != NULL && i < EVALUATION_COUNT; i++) {
        const char *rest = pass(text, evaluation_names[i]);
        if (rest != NULL && *rest == ' ') {
            return rest;
        }
    }
    return NULL;
}

/* Steps over one word of letters, digits and what else versions and parameters have. */
static const char *pass_word(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "_=,.+-";
    size_t length = text == NULL ? 0 : strspn(text, letters);
    return length > 0 ? text + length : NULL;
}

const char *origin_read(const char *text)
{
    text = pass_evaluation(pass(text, " evaluation "));
    text = pass_word(pass(text, " margins "));
    return pass_word(pass(text, " engine "));
}

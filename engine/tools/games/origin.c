/* origin - see origin.h. */
#include "tools/games/origin.h"

#include "tools/games/record_text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void origin_write(Evaluation evaluation, char text[ORIGIN_TEXT_MAX])
{
    char parameters[PARAMETERS_TEXT_MAX];
    parameters_write_set(parameters);
    snprintf(text, ORIGIN_TEXT_MAX, " evaluation %s parameters %s engine %s",
             evaluation_names[evaluation], parameters, origin_engine);
}

/* Steps over one word of letters, digits and what else versions and parameters have. */
static const char *pass_word(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "_=,.+-";
    size_t length = text == NULL ? 0 : strspn(text, letters);
    return length > 0 ? text + length : NULL;
}

/* Steps over names, each with a word behind it. */
static const char *pass_words(const char *text, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text = pass_word(record_pass(text, names[i]));
    }
    return text;
}

const char *origin_read(const char *text)
{
    static const char *const names[] = {" evaluation ", " parameters ", " engine "};
    return pass_words(text, names, sizeof names / sizeof *names);
}

void origin_write_labels(const OriginLabels *labels, char text[ORIGIN_LABELS_MAX])
{
    char parameters[PARAMETERS_TEXT_MAX];
    parameters_write_set(parameters);
    snprintf(text, ORIGIN_LABELS_MAX,
             " label-nodes %" PRIu64 " label-percent %d label-source %016" PRIx64
             " label-evaluation %s label-parameters %s label-engine %s",
             labels->nodes, labels->percent, labels->source, evaluation_names[labels->evaluation],
             parameters, origin_engine);
}

const char *origin_read_labels(const char *text)
{
    static const char *const names[] = {" label-nodes ",      " label-percent ",
                                        " label-source ",     " label-evaluation ",
                                        " label-parameters ", " label-engine "};
    return pass_words(text, names, sizeof names / sizeof *names);
}

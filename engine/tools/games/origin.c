/* origin - see origin.h. */
#include "tools/games/origin.h"

#include "tools/games/record_text.h"

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

const char *origin_read(const char *text)
{
    text = pass_word(record_pass(text, " evaluation "));
    text = pass_word(record_pass(text, " parameters "));
    return pass_word(record_pass(text, " engine "));
}

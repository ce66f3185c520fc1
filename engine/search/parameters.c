/* parameters - reading, listing and choosing the settings of a build with TUNING; see
 * parameters.h. */
#include "search/parameters.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    size_t offset; /* within Parameters */
    int least, most;
} Parameter;

static const Parameter parameters[] = {
#define ROW(name, value, least, most) {#name, offsetof(Parameters, name), least, most},
#include "search/parameter_rows.h"
};

enum { PARAMETER_COUNT = sizeof parameters / sizeof *parameters };

static const Parameters in_sources = {
#define ROW(name, value, least, most) (value),
#include "search/parameter_rows.h"
};

static Parameters at_start = {
#define ROW(name, value, least, most) (value),
#include "search/parameter_rows.h"
};

#define ROW(name, value, least, most)                                                              \
    _Static_assert((least) <= (value) && (value) <= (most) && (most) <= 99999, #name);
#include "search/parameter_rows.h"

/* Where a set of parameters has the value of one. */
static int *parameter_place_of(Parameters *values, const Parameter *parameter)
{
    return (int *)((char *)values + parameter->offset);
}

static int value_in_sources(const Parameter *parameter)
{
    return *(const int *)((const char *)&in_sources + parameter->offset);
}

/* --- text --- */

/* The parameter with that name of `length` letters; NULL if there is none. */
static const Parameter *find_parameter(const char *name, size_t length)
{
    for (int i = 0; i < PARAMETER_COUNT; i++) {
        if (strlen(parameters[i].name) == length &&
            strncmp(parameters[i].name, name, length) == 0) {
            return &parameters[i];
        }
    }
    return NULL;
}

/* Reads a number without a sign and returns the rest of the text; NULL if there is none. */
static const char *read_digits(const char *text, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return end > text && strspn(text, "0123456789") == (size_t)(end - text) ? end : NULL;
}

/* Reads one NAME=VALUE and returns the rest of the text; NULL if there is none. */
static const char *read_one(Parameters *values, const char *text)
{
    size_t length = strcspn(text, "= ,\t\r\n");
    const Parameter *parameter = find_parameter(text, length);
    long value;
    if (parameter == NULL || text[length] != '=') {
        return NULL;
    }
    text = read_digits(text + length + 1, &value);
    if (text == NULL || value < parameter->least || value > parameter->most) {
        return NULL;
    }
    *parameter_place_of(values, parameter) = (int)value;
    return text;
}

static bool ends_word(const char *text)
{
    return strchr(" \t\r\n", *text) != NULL; /* strchr finds the terminating zero, too */
}

const char *parameters_read(Parameters *values, const char *text)
{
    *values = at_start;
    text += strspn(text, " \t");
    if (*text == '-') {
        return ends_word(text + 1) ? text + 1 : NULL;
    }
    text = read_one(values, text);
    while (text != NULL && *text == ',') {
        text = read_one(values, text + 1);
    }
    return text != NULL && ends_word(text) ? text : NULL;
}

void parameters_list(void (*line)(void *context, const char *text), void *context)
{
    enum { TEXT_SIZE = 100 };
    for (int i = 0; i < PARAMETER_COUNT; i++) {
        char text[TEXT_SIZE];
        snprintf(text, sizeof text, "%s %d %d %d", parameters[i].name,
                 *parameter_place_of(&at_start, &parameters[i]), parameters[i].least,
                 parameters[i].most);
        line(context, text);
    }
}

void parameters_write_set(char text[PARAMETERS_TEXT_MAX])
{
    int length = 0;
    for (int i = 0; i < PARAMETER_COUNT; i++) {
        int value = *parameter_place_of(&at_start, &parameters[i]);
        if (value != value_in_sources(&parameters[i])) {
            length +=
                sprintf(text + length, "%s%s=%d", length > 0 ? "," : "", parameters[i].name, value);
        }
    }
    if (length == 0) {
        strcpy(text, "-");
    }
}

/* --- settings --- */

#ifdef TUNING
_Thread_local const Parameters *parameters_now = &at_start;

bool parameters_are_settings(void)
{
    return true;
}

void parameters_use(const Parameters *wanted)
{
    parameters_now = wanted == NULL ? &at_start : wanted;
}

/* A tuner that misspells a name must not go on as if nothing had happened. */
__attribute__((constructor)) static void read_environment(void)
{
    const char *text = getenv("TENGEN_PARAMETERS");
    Parameters wanted;
    if (text == NULL || *text == '\0') {
        return;
    }
    const char *rest = parameters_read(&wanted, text);
    if (rest == NULL || *rest != '\0') {
        fprintf(stderr, "TENGEN_PARAMETERS: no such parameter, or no such value: %s\n", text);
        exit(EXIT_FAILURE);
    }
    at_start = wanted;
}
#else
bool parameters_are_settings(void)
{
    return false;
}

void parameters_use(const Parameters *wanted)
{
    (void)wanted;
}
#endif

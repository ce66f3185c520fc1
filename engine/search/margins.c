/* margins - from constants to settings, in a build with TUNING; see margins.h. */
#include "search/margins.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    size_t place; /* among the values */
    int least, most;
} Margin;

static const Margin margins[] = {
#define X(name, value, least, most) {#name, offsetof(Margins, name), least, most},
    MARGINS(X)
#undef X
};

enum { MARGIN_COUNT = sizeof margins / sizeof *margins };

#define X(name, value, least, most) (value),
static const Margins in_sources = {MARGINS(X)};
static Margins at_start = {MARGINS(X)};
#undef X

#define X(name, value, least, most) "," #name "=99999"
_Static_assert(sizeof("" MARGINS(X)) <= MARGINS_TEXT_MAX, "there is room for all");
#undef X

/* The value of a margin among all. */
static int *value_of(Margins *values, const Margin *margin)
{
    return (int *)((char *)values + margin->place);
}

static int value_in_sources(const Margin *margin)
{
    return *(const int *)((const char *)&in_sources + margin->place);
}

/* --- words --- */

/* The margin with that name, so many letters long; NULL if there is none. */
static const Margin *find(const char *name, size_t length)
{
    for (int i = 0; i < MARGIN_COUNT; i++) {
        if (strlen(margins[i].name) == length && strncmp(margins[i].name, name, length) == 0) {
            return &margins[i];
        }
    }
    return NULL;
}

/* Reads a number without a sign; NULL if there is none. */
static const char *read_number(const char *text, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return end > text && strspn(text, "0123456789") == (size_t)(end - text) ? end : NULL;
}

/* Reads one NAME=VALUE and returns what follows; NULL if it is none. */
static const char *read_one(Margins *values, const char *text)
{
    size_t length = strcspn(text, "= ,\t\r\n");
    const Margin *margin = find(text, length);
    long value;
    if (margin == NULL || text[length] != '=') {
        return NULL;
    }
    text = read_number(text + length + 1, &value);
    if (text == NULL || value < margin->least || value > margin->most) {
        return NULL;
    }
    *value_of(values, margin) = (int)value;
    return text;
}

static bool ends_word(const char *text)
{
    return strchr(" \t\r\n", *text) != NULL; /* strchr finds the end of the text, too */
}

const char *margins_read(Margins *values, const char *text)
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

void margins_list(void (*line)(void *context, const char *text), void *context)
{
    enum { LINE_ROOM = 100 };
    for (int i = 0; i < MARGIN_COUNT; i++) {
        char text[LINE_ROOM];
        snprintf(text, sizeof text, "%s %d %d %d", margins[i].name,
                 *value_of(&at_start, &margins[i]), margins[i].least, margins[i].most);
        line(context, text);
    }
}

void margins_write_set(char text[MARGINS_TEXT_MAX])
{
    int length = 0;
    for (int i = 0; i < MARGIN_COUNT; i++) {
        int value = *value_of(&at_start, &margins[i]);
        if (value != value_in_sources(&margins[i])) {
            length +=
                sprintf(text + length, "%s%s=%d", length > 0 ? "," : "", margins[i].name, value);
        }
    }
    if (length == 0) {
        strcpy(text, "-");
    }
}

/* --- settings --- */

#ifdef TUNING
_Thread_local const Margins *margins_now = &at_start;

bool margins_are_settings(void)
{
    return true;
}

void margins_use(const Margins *wanted)
{
    margins_now = wanted == NULL ? &at_start : wanted;
}

/* A tuner that misspells a name must not go on as if nothing had happened. */
__attribute__((constructor)) static void read_environment(void)
{
    const char *text = getenv("TENGEN_MARGINS");
    Margins wanted;
    if (text == NULL || *text == '\0') {
        return;
    }
    const char *rest = margins_read(&wanted, text);
    if (rest == NULL || *rest != '\0') {
        fprintf(stderr, "TENGEN_MARGINS: no such margin, or no such value: %s\n", text);
        exit(EXIT_FAILURE);
    }
    at_start = wanted;
}
#else
bool margins_are_settings(void)
{
    return false;
}

void margins_use(const Margins *wanted)
{
    (void)wanted;
}
#endif

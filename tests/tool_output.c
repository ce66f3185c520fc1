/* gathered - see gathered.h. */
#include "gathered.h"

#include <stdlib.h>
#include <string.h>

static void keep_line(void *context, const char *line)
{
    Gathered *gathered = context;
    char **lines = realloc(gathered->lines, sizeof *lines * (size_t)(gathered->count + 1));
    char *copy = malloc(strlen(line) + 1);
    if (lines == NULL || copy == NULL) {
        abort();
    }
    gathered->lines = lines;
    gathered->lines[gathered->count++] = strcpy(copy, line);
}

static bool go_on(void *context, int64_t done, int64_t wanted)
{
    const Gathered *gathered = context;
    return done <= wanted && (gathered->stop_after == 0 || gathered->count < gathered->stop_after);
}

ToolListener gathered_listener(Gathered *gathered)
{
    return (ToolListener){gathered, keep_line, go_on};
}

void gathered_free(Gathered *gathered)
{
    for (int i = 0; i < gathered->count; i++) {
        free(gathered->lines[i]);
    }
    free(gathered->lines);
    *gathered = (Gathered){.count = 0};
}

bool gathered_equals(const Gathered *one, const Gathered *other)
{
    bool same = one->count == other->count;
    for (int i = 0; same && i < one->count; i++) {
        same = strcmp(one->lines[i], other->lines[i]) == 0;
    }
    return same;
}

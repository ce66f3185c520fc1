/* tool_output - see tool_output.h. */
#include "tool_output.h"

#include <stdlib.h>
#include <string.h>

static void keep_line(void *context, const char *line)
{
    ToolOutput *output = context;
    char **lines = realloc(output->lines, sizeof *lines * (size_t)(output->count + 1));
    char *copy = malloc(strlen(line) + 1);
    if (lines == NULL || copy == NULL) {
        abort();
    }
    output->lines = lines;
    output->lines[output->count++] = strcpy(copy, line);
}

static void keep_bytes(void *context, const void *bytes, size_t count)
{
    ToolOutput *output = context;
    uint8_t *all = realloc(output->bytes, output->byte_count + count);
    if (all == NULL) {
        abort();
    }
    memcpy(all + output->byte_count, bytes, count);
    output->bytes = all;
    output->byte_count += count;
    output->count++;
}

static bool go_on(void *context, int64_t done, int64_t wanted)
{
    const ToolOutput *output = context;
    return done <= wanted && (output->stop_after == 0 || output->count < output->stop_after);
}

ToolListener tool_output_listener(ToolOutput *output)
{
    return (ToolListener){
        .context = output, .line = keep_line, .go_on = go_on, .bytes = keep_bytes};
}

void tool_output_free(ToolOutput *output)
{
    for (int i = 0; output->lines != NULL && i < output->count; i++) {
        free(output->lines[i]);
    }
    free(output->lines);
    free(output->bytes);
    *output = (ToolOutput){.count = 0};
}

bool tool_output_equals(const ToolOutput *one, const ToolOutput *other)
{
    bool same = one->count == other->count && one->byte_count == other->byte_count &&
                (one->byte_count == 0 || memcmp(one->bytes, other->bytes, one->byte_count) == 0);
    for (int i = 0; same && one->lines != NULL && i < one->count; i++) {
        same = strcmp(one->lines[i], other->lines[i]) == 0;
    }
    return same;
}

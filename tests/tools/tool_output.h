/* tool_output - a listener that keeps what a tool writes, for the tests of the tools. */
#ifndef TENGEN_TESTS_TOOL_OUTPUT_H
#define TENGEN_TESTS_TOOL_OUTPUT_H

#include "tengen/tool_options.h"

/* The lines of a file, or its bytes, and when to stop. All zero to begin with. */
typedef struct {
    char **lines;   /* owned */
    int count;      /* of lines, or of pieces of bytes */
    uint8_t *bytes; /* owned */
    size_t byte_count;
    int stop_after; /* lines or pieces after which it stops the tool; 0: never */
} ToolOutput;

/* A listener that puts the lines or bytes into `output`. */
ToolListener tool_output_listener(ToolOutput *output);

/* Frees them. */
void tool_output_free(ToolOutput *output);

/* Says whether they are the same. */
bool tool_output_equals(const ToolOutput *one, const ToolOutput *other);

#endif

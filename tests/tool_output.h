/* tool_output - a listener that keeps the lines of a tool, for the tests of the tools. */
#ifndef TENGEN_TESTS_TOOL_OUTPUT_H
#define TENGEN_TESTS_TOOL_OUTPUT_H

#include "api/types.h"

/* The lines of a file, and when to stop. All zero to begin with. */
typedef struct {
    char **lines; /* owned */
    int count;
    int stop_after; /* lines after which it stops the tool; 0: never */
} ToolOutput;

/* A listener that puts the lines into `output`. */
ToolListener tool_output_listener(ToolOutput *output);

/* Frees the lines. */
void tool_output_free(ToolOutput *output);

/* Says whether the lines are the same. */
bool tool_output_equals(const ToolOutput *one, const ToolOutput *other);

#endif

/* tool_output - what subcommands share that write a file piece by piece: output, progress,
 * interruption. */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_OUTPUT_H
#define TENGEN_PROTOCOL_CLI_TOOL_OUTPUT_H

#include "files/files.h"
#include "tengen/engine_tools.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *subcommand; /* who complains */
    const char *units;      /* what progress counts, in the plural; NULL: it is not shown */
    const char *failure;    /* what TOOL_FAILED means */
    OutputFile file;
    int64_t begin_ms;
} ToolOutput;

/* The listener that writes what the engine makes; the output has to outlive it. From now on Ctrl-C
 * is noted, which ends the work. */
ToolListener tool_output_begin(ToolOutput *output);

/* Closes the file and puts it in its place if the work is done; says how it ended, if not well, and
 * returns the exit status. The fault is that of TOOL_REFUSED. */
int tool_output_end(ToolOutput *output, ToolEnd end, const char *fault);

#endif

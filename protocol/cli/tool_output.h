/* tool_output - runs a subcommand that makes a file line by line: output, progress,
 * interruption. */
#ifndef TENGEN_PROTOCOL_CLI_TOOL_OUTPUT_H
#define TENGEN_PROTOCOL_CLI_TOOL_OUTPUT_H

#include "engine_tools.h"

/* What a subcommand makes, and the function of the engine that makes it. */
typedef struct {
    const char *subcommand;
    const char *units; /* what progress counts, in the plural */
    ToolEnd (*make)(const ToolOptions *options, const ToolListener *listener,
                    char fault[TOOL_FAULT_MAX]);
} Product;

/* Makes it and writes it to the file, or to standard output where the path is NULL. Returns the
 * exit status; what went wrong has been said on standard error. */
int tool_output_run(const Product *product, const ToolOptions *options, const char *path);

#endif

/* game_files - what `pbrain-tengen records` does with files of games: tells what is in one, prints
 * it, and puts the parts of a set together.
 *
 * Self-play makes big sets in many files, each with the games of a seed from one number to another.
 * Put together they are the file that one run would have made, byte by byte: the headers must be
 * the same but for the number of the first game, and no game may be missing or there twice. Every
 * file is read and checked before the first byte is written; only one is in memory at a time.
 */
#ifndef TENGEN_TOOLS_GAMES_GAME_FILES_H
#define TENGEN_TOOLS_GAMES_GAME_FILES_H

#include "tengen/tool_options.h"

/* Writes the games of the files, in whatever order these are, as one file. */
ToolEnd game_files_merge(const ToolFiles *files, const ToolListener *listener,
                         char fault[TOOL_FAULT_MAX]);

/* Tells of a file what it says of itself and what is in it, in lines for a person. NULL, or a
 * sentence why it is not whole: then what was read of it may be told. */
const char *game_files_describe(const void *bytes, size_t count, TextSink *text, void *context);

/* Prints a file in the lines of records.h. NULL, or a sentence why it is not whole: then what was
 * read of it may be printed. */
const char *game_files_print(const void *bytes, size_t count, TextSink *text, void *context);

#endif

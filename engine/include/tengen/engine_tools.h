/* engine_tools - the second header that users of the engine see: the tools, which need no Engine.
 *
 * They measure the engine and make files with it: bench, self-play, duels, openings, learning. All
 * return when they are done; what they produce goes line by line to the caller.
 */
#ifndef TENGEN_ENGINE_TOOLS_H
#define TENGEN_ENGINE_TOOLS_H

#include "tengen/exchange.h"
#include "tengen/learn_options.h"
#include "tengen/limits.h"
#include "tengen/prove_options.h"
#include "tengen/tool_options.h"

#include <stddef.h>

/* The version of the engine and a hash of its sources, as in every file that a tool writes. */
const char *engine_origin(void);

/* Searches a fixed set of positions of all rules and reports nodes, speed and a signature that is
 * the same on every run and machine. The quick bench takes a tenth of a second, is too short for
 * its speed to be compared, and has a signature of its own. False if there was no memory for it. */
bool engine_bench(bool is_quick, TextSink *text, void *context);

/* Lists the search parameters that can be set, as name, value, least and most. False if none can: a
 * build without TUNING has constants in their place. */
bool engine_parameters(TextSink *text, void *context);

/* Plays games of the engine against itself and hands on the bytes of the file of them, whose form
 * engine/tools/games/record_file.h describes. */
ToolEnd engine_selfplay(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX]);

/* Puts the parts of a set of games together, as one file. They must belong together, with no game
 * missing or there twice. */
ToolEnd engine_merge_games(const ToolFiles *files, const ToolListener *listener,
                           char fault[TOOL_FAULT_MAX]);

/* Tells what a file of games says of itself, its first line first, and what is in it, in lines for
 * people. NULL, or a sentence why the file is not whole. */
const char *engine_describe_games(const void *bytes, size_t count, TextSink *text, void *context);

/* Prints a file of games as text, its first line first and then a line for each game, as
 * engine/tools/games/records.h describes them. NULL, or a sentence why the file is not whole. */
const char *engine_print_games(const void *bytes, size_t count, TextSink *text, void *context);

/* Plays duels between two settings of the search parameters, as tools/games/duel.h has them, and
 * hands on the results. */
ToolEnd engine_duel(const ToolOptions *options, const ToolListener *listener,
                    char fault[TOOL_FAULT_MAX]);

/* Makes openings that the search calls near even, no two the same under the board's symmetries, and
 * hands on the file of them, in the format of engine/tools/games/openings.h. */
ToolEnd engine_openings(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX]);

/* Proves that the side to move wins a position, as tools/prove/prove.h has it, and hands on the
 * file of the proof. Threads: 0, as many as can run at the same time. */
ProveEnd engine_prove(const ProveOptions *options, const ProveListener *listener,
                      char fault[TOOL_FAULT_MAX]);

/* The form of a file that a database takes in: that of proofs, or one of tengen/exchange.h. NULL:
 * none that is known. */
const ExchangeForm *engine_form_of(const void *bytes, size_t count);

/* Makes a book of proofs, as tools/prove/book_make.h has it, and hands on its bytes. */
ToolEnd engine_make_book(const ToolFiles *files, uint64_t nodes, const ToolListener *listener,
                         char fault[TOOL_FAULT_MAX]);

/* Learns the pattern network of a rule. Stopped, it still hands on weights and state. Threads: 0,
 * as many as can run at the same time. */
ToolEnd engine_train(const TrainOptions *options, const TrainListener *listener,
                     char fault[TOOL_FAULT_MAX]);

/* Compares sets of weights by games that none of them learnt from, as tools/learn/compare.h has it.
 * NULL, or a sentence that says what is wrong, which `room` may hold. */
const char *engine_compare(const CompareOptions *options, TextSink *line, void *context,
                           char room[TOOL_FAULT_MAX]);

/* Tells what a file of weights holds, its provenance and all numbers, in lines for people. NULL, or
 * a sentence why the file is refused. */
const char *engine_weights_of_file(const void *file, size_t bytes, TextSink *text, void *context);

/* The same of the weights that are embedded for a rule. */
const char *engine_weights_of_rule(Rule rule, TextSink *text, void *context);

#endif

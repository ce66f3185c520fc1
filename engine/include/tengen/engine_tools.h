/* engine_tools - the second header for users of the engine: the tools, which need no Engine.
 *
 * They measure the engine and make files with it: bench, self-play, duels, openings, proofs,
 * learning. Each returns when it is done, and hands its output to the caller piece by piece.
 */
#ifndef TENGEN_ENGINE_TOOLS_H
#define TENGEN_ENGINE_TOOLS_H

#include "tengen/exchange.h"
#include "tengen/learn_options.h"
#include "tengen/limits.h"
#include "tengen/prove_options.h"
#include "tengen/tool_options.h"

#include <stddef.h>

/* The version of the engine and a hash of its sources. Every file that a tool writes has them. */
const char *engine_origin(void);

/* Searches a fixed set of positions of all rules and reports nodes, speed and a signature, which is
 * the same on every run and machine. The quick bench takes a tenth of a second. That is too short
 * to compare speeds, and its signature is a different one. False if there was no memory. */
bool engine_bench(bool is_quick, TextSink *text, void *context);

/* Lists the search parameters that can be set: name, value, least and most. False if none can be
 * set, because a build without TUNING has constants instead. */
bool engine_parameters(TextSink *text, void *context);

/* Plays games of the engine against itself and hands on the bytes of a file of games. Its format is
 * described in engine/tools/games/record_file.h. */
ToolEnd engine_selfplay(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX]);

/* Joins the parts of a set of games into one file. They must belong together, and no game may be
 * missing or occur twice. */
ToolEnd engine_merge_games(const ToolFiles *files, const ToolListener *listener,
                           char fault[TOOL_FAULT_MAX]);

/* Describes a file of games in lines for people: first its own first line, then what it contains.
 * NULL, or a sentence that says why the file is not whole. */
const char *engine_describe_games(const void *bytes, size_t count, TextSink *text, void *context);

/* Prints a file of games as text: its first line, then a line for each game. The format is
 * described in engine/tools/games/records.h. NULL, or a sentence that says why the file is not
 * whole. */
const char *engine_print_games(const void *bytes, size_t count, TextSink *text, void *context);

/* Plays duels between two settings of the engine and hands on the results (tools/games/duel.h). */
ToolEnd engine_duel(const ToolOptions *options, const ToolListener *listener,
                    char fault[TOOL_FAULT_MAX]);

/* Makes openings that the search considers nearly even, no two the same under the symmetries of the
 * board. Hands on a file of them in the format of engine/tools/games/openings.h. */
ToolEnd engine_openings(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX]);

/* Proves that the side to move wins a position, and hands on the file of the proof
 * (tools/prove/prove.h). */
ProveEnd engine_prove(const ProveOptions *options, const ProveListener *listener,
                      char fault[TOOL_FAULT_MAX]);

/* The format of a file that a database can import: that of proofs, or one in tengen/exchange.h.
 * NULL if the format is unknown. */
const ExchangeForm *engine_form_of(const void *bytes, size_t count);

/* Makes a book from proofs and hands on its bytes (tools/prove/book_make.h). */
ToolEnd engine_make_book(const ToolFiles *files, uint64_t nodes, const ToolListener *listener,
                         char fault[TOOL_FAULT_MAX]);

/* Trains the pattern network of a rule. If it is stopped, it still hands on weights and state. */
ToolEnd engine_train(const TrainOptions *options, const TrainListener *listener,
                     char fault[TOOL_FAULT_MAX]);

/* Compares sets of weights by games that none of them learnt from (tools/learn/compare.h). NULL, or
 * a sentence that says what is wrong; it may lie in `room`. */
const char *engine_compare(const CompareOptions *options, TextSink *line, void *context,
                           char room[TOOL_FAULT_MAX]);

/* Describes a file of weights in lines for people: its origin and how large its numbers are. NULL,
 * or a sentence that says why the file is refused. */
const char *engine_weights_of_file(const void *file, size_t bytes, TextSink *text, void *context);

/* Describes the embedded weights of a rule in the same way. */
const char *engine_weights_of_rule(Rule rule, TextSink *text, void *context);

#endif

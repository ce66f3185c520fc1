/* engine_tools - hands the calls on to engine/tools; see engine_tools.h. */
#include "tengen/engine_tools.h"

#include "port/port.h"
#include "search/parameters.h"
#include "tools/games/bench.h"
#include "tools/games/duel.h"
#include "tools/games/game_files.h"
#include "tools/games/openings.h"
#include "tools/games/origin.h"
#include "tools/games/selfplay.h"
#include "tools/learn/compare.h"
#include "tools/learn/train.h"
#include "tools/learn/weights_text.h"
#include "tools/prove/book_make.h"
#include "tools/prove/proof_form.h"
#include "tools/prove/prove.h"

const char *engine_origin(void)
{
    return origin_engine;
}

bool engine_bench(bool is_quick, TextSink *text, void *context)
{
    return bench_run(is_quick, text, context);
}

bool engine_parameters(TextSink *text, void *context)
{
    if (parameters_are_settings()) {
        parameters_list(text, context);
    }
    return parameters_are_settings();
}

/* The options with as many threads as can run at the same time, unless they say how many. */
static ToolOptions with_threads(const ToolOptions *options)
{
    ToolOptions settled = *options;
    settled.threads = options->threads > 0 ? options->threads : port_cores();
    return settled;
}

ToolEnd engine_selfplay(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX])
{
    ToolOptions settled = with_threads(options);
    return selfplay_run(&settled, listener, fault);
}

ToolEnd engine_make_book(const ToolFiles *files, uint64_t nodes, const ToolListener *listener,
                         char fault[TOOL_FAULT_MAX])
{
    return book_make(files, nodes, listener, fault);
}

const ExchangeForm *engine_form_of(const void *bytes, size_t count)
{
    return proof_form()->is_form(bytes, count) ? proof_form() : exchange_form_of(bytes, count);
}

ToolEnd engine_merge_games(const ToolFiles *files, const ToolListener *listener,
                           char fault[TOOL_FAULT_MAX])
{
    return game_files_merge(files, listener, fault);
}

const char *engine_describe_games(const void *bytes, size_t count, TextSink *text, void *context)
{
    return game_files_describe(bytes, count, text, context);
}

const char *engine_print_games(const void *bytes, size_t count, TextSink *text, void *context)
{
    return game_files_print(bytes, count, text, context);
}

ToolEnd engine_duel(const ToolOptions *options, const ToolListener *listener,
                    char fault[TOOL_FAULT_MAX])
{
    ToolOptions settled = with_threads(options);
    return duel_run(&settled, listener, fault);
}

ToolEnd engine_openings(const ToolOptions *options, const ToolListener *listener,
                        char fault[TOOL_FAULT_MAX])
{
    ToolOptions settled = with_threads(options);
    return openings_make(&settled, listener, fault);
}

ProveEnd engine_prove(const ProveOptions *options, const ProveListener *listener,
                      char fault[TOOL_FAULT_MAX])
{
    ProveOptions settled = *options;
    settled.threads = options->threads > 0 ? options->threads : port_cores();
    return prove_run(&settled, listener, fault);
}

ToolEnd engine_train(const TrainOptions *options, const TrainListener *listener,
                     char fault[TOOL_FAULT_MAX])
{
    TrainOptions settled = *options;
    settled.threads = options->threads > 0 ? options->threads : port_cores();
    return train_run(&settled, listener, fault);
}

const char *engine_compare(const CompareOptions *options, TextSink *line, void *context,
                           char room[TOOL_FAULT_MAX])
{
    return compare_weights(options, line, context, room);
}

const char *engine_weights_of_file(const void *file, size_t bytes, TextSink *text, void *context)
{
    return weights_text_of_file(file, bytes, text, context);
}

const char *engine_weights_of_rule(Rule rule, TextSink *text, void *context)
{
    bool is_learnt = weights_text_of_rule(rule, text, context);
    return is_learnt ? NULL : "nothing was learnt for this rule";
}

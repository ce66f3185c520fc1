/* weights_text - where weights come from, and sums over their numbers; see weights_text.h. */
#include "tools/learn/weights_text.h"

#include "eval/pattern_net.h"
#include "tools/games/tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 100,
    INDENT = 2,
    NEXT_INDENT = 6, /* of what does not fit into the first line */
};

typedef struct {
    TextSink *line;
    void *context;
} Text;

/* What is told of many numbers: how many rows there are, how many of them are nothing but zeros,
 * and how large the numbers are. */
typedef struct {
    int row_length, rows, zero_rows, in_row;
    bool row_is_zero;
    int64_t least, most, sum_of_sizes, count;
} NumberSummary;

static void sum_up(NumberSummary *summary, int64_t number)
{
    summary->least = number < summary->least ? number : summary->least;
    summary->most = number > summary->most ? number : summary->most;
    summary->sum_of_sizes += number < 0 ? -number : number;
    summary->count++;
    summary->row_is_zero &= number == 0;
    if (++summary->in_row == summary->row_length) {
        summary->rows++;
        summary->zero_rows += summary->row_is_zero;
        summary->in_row = 0;
        summary->row_is_zero = true;
    }
}

static void tell_summary(const Text *text, const char *name, const NumberSummary *summary)
{
    tool_tell(
        text->line, text->context,
        "%*s%s: %d rows of %d, %d of them zeros; from %" PRId64 " to %" PRId64 ", mean size %.1f",
        INDENT, "", name, summary->rows, summary->row_length, summary->zero_rows, summary->least,
        summary->most, (double)summary->sum_of_sizes / (double)summary->count);
}

/* An array of any depth whose last index goes along a row. */
#define TELL_SUMMARY(text, name, type, array, length)                                              \
    do {                                                                                           \
        const type *numbers_ = (const type *)(const void *)(array);                                \
        NumberSummary summary_ = {.row_length = (length), .row_is_zero = true};                    \
        for (size_t i_ = 0; i_ < sizeof(array) / sizeof(type); i_++) {                             \
            sum_up(&summary_, numbers_[i_]);                                                       \
        }                                                                                          \
        tell_summary((text), (name), &summary_);                                                   \
    } while (false)

static void tell_tables(const Text *text, const LearntColour *colour)
{
    tool_tell(text->line, text->context, "%*sweight of the own sum %d, of the opponent's %d",
              INDENT, "", colour->own_weight, colour->opponent_weight);
    TELL_SUMMARY(text, "corrections of point patterns", int16_t, colour->correction, 1);
    TELL_SUMMARY(text, "threats", int16_t, colour->threat_mask, 1);
    TELL_SUMMARY(text, "policy, own point patterns", int16_t, colour->policy_own, 1);
    TELL_SUMMARY(text, "policy, opponent's point patterns", int16_t, colour->policy_opponent, 1);
    TELL_SUMMARY(text, "policy, answers by distance", int16_t, colour->policy_answer, 1);
    TELL_SUMMARY(text, "policy, own moves by distance", int16_t, colour->policy_follow, 1);
}

static void tell_network(const Text *text, const PatternNet *net)
{
    TELL_SUMMARY(text, "lines", int8_t, net->line, PATTERN_CHANNELS);
    TELL_SUMMARY(text, "own point patterns", int8_t, net->own, PATTERN_CHANNELS);
    TELL_SUMMARY(text, "opponent's point patterns", int8_t, net->opponent, PATTERN_CHANNELS);
    TELL_SUMMARY(text, "biases of regions", int32_t, net->region_bias, REGION_UNITS);
    TELL_SUMMARY(text, "weights of regions", int16_t, net->region, 2 * REGION_UNITS);
    TELL_SUMMARY(text, "own threats", int32_t, net->own_threat_mask, HEAD_UNITS);
    TELL_SUMMARY(text, "opponent's threats", int32_t, net->opponent_threat_mask, HEAD_UNITS);
    TELL_SUMMARY(text, "weights of the whole board", int16_t, net->whole, 2 * HEAD_UNITS);
    TELL_SUMMARY(text, "weights of regions' units", int16_t, net->units, 2 * HEAD_UNITS);
    TELL_SUMMARY(text, "output", int16_t, net->out, HEAD_UNITS);
    TELL_SUMMARY(text, "policy, both views", int16_t, net->policy, PATTERN_CHANNELS);
    TELL_SUMMARY(text, "policy, by units of the head", int16_t, net->policy_unit,
                 2 * PATTERN_INPUTS);
}

static void tell_colour(const Text *text, const Learnt *learnt, int of, const char *name)
{
    tool_tell(text->line, text->context, "%s, tables", name);
    tell_tables(text, learnt->colour[of]);
    tool_tell(text->line, text->context, "%s, pattern network", name);
    tell_network(text, learnt->pattern[of]);
}

/* How much of a line fits into the columns: up to a blank or comma, if there is one. */
static int fitting(const char *line, int length, int columns)
{
    if (length <= columns) {
        return length;
    }
    for (int i = columns; i > 0; i--) {
        if (line[i - 1] == ' ' || line[i - 1] == ',') {
            return i;
        }
    }
    return columns;
}

/* Writes a line of the provenance; what does not fit goes on in the next, indented further. */
static void tell_provenance_line(const Text *text, const char *line, int length)
{
    int indent = INDENT;
    do {
        int part = fitting(line, length, WIDTH - indent);
        int shown = part - (part < length && line[part - 1] == ' ');
        tool_tell(text->line, text->context, "%*s%.*s", indent, "", shown, line);
        line += part;
        length -= part;
        indent = NEXT_INDENT;
    } while (length > 0);
}

static void tell_provenance(const Text *text, const char *provenance)
{
    while (*provenance != '\0') {
        int length = (int)strcspn(provenance, "\n");
        tell_provenance_line(text, provenance, length);
        provenance += length + (provenance[length] == '\n');
    }
}

void weights_text(const Weights *weights, TextSink *line, void *context)
{
    Text text = {.line = line, .context = context};
    const WeightsHeader *header = weights->header;
    Rule rule = RULE_FREESTYLE;
    rules_with_number(header->rule, &rule);
    tool_tell(line, context, "weights for rule %" PRIu32 " %s, win_length %" PRIu32, header->rule,
              rules_name(rule), header->win_length);
    tool_tell(line, context,
              "format %" PRIu32 ", architecture %" PRIu32 ", %" PRIu64
              " bytes, checksum %016" PRIx64,
              header->version, header->architecture, header->bytes, header->checksum);
    tool_tell(line, context, "provenance");
    tell_provenance(&text, weights->provenance);
    if (header->colours == 1) {
        tell_colour(&text, &weights->learnt, BLACK, "both colours");
    } else {
        tell_colour(&text, &weights->learnt, BLACK, "black");
        tell_colour(&text, &weights->learnt, WHITE, "white");
    }
}

const char *weights_text_of_file(const void *file, size_t bytes, TextSink *line, void *context)
{
    Weights weights;
    void *aligned = malloc(bytes + 1);
    const char *fault = "there is not enough memory";
    if (aligned != NULL) {
        memcpy(aligned, file, bytes);
        fault = weights_open(&weights, aligned, bytes);
    }
    if (fault == NULL) {
        weights_text(&weights, line, context);
    }
    free(aligned);
    return fault;
}

bool weights_text_of_rule(Rule rule, TextSink *line, void *context)
{
    Weights weights;
    bool is_learnt = weights_embedded(&weights, rule);
    if (is_learnt) {
        weights_text(&weights, line, context);
    }
    return is_learnt;
}

/* weights_text - rows of numbers, each after what it is about; see weights_text.h. */
#include "tools/learn/weights_text.h"

#include "board/point_pattern.h"
#include "eval/pattern_net.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROW_ROOM = 200,
    WIDTH = 100,
    ROW_INDENT = 4,  /* of rows, */
    NEXT_INDENT = 8, /* and of what does not fit into the first line of one */
    PROVENANCE_INDENT = 2,
    MASKS_A_ROW = 16, /* the own threats change along a row, the opponent's from row to row */
};

typedef struct {
    TextSink *line;
    void *context;
    char row[ROW_ROOM]; /* being filled */
    const int16_t *numbers;
    Shape strongest[2]; /* of the row being filled */
} Text;

static void say(const Text *text, const char *format, ...)
{
    char line[ROW_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text->line(text->context, line);
}

static void end_row(Text *text)
{
    if (text->row[0] != '\0') {
        text->line(text->context, text->row);
        text->row[0] = '\0';
    }
}

/* Begins a row with what its numbers are about. */
static void begin_row(Text *text, const char *format, ...)
{
    char label[ROW_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(label, sizeof label, format, arguments);
    va_end(arguments);
    end_row(text);
    snprintf(text->row, sizeof text->row, "%*s%.*s:", ROW_INDENT, "", WIDTH / 2, label);
}

static void add_number(Text *text, int number)
{
    int length = snprintf(NULL, 0, " %d", number);
    if (strlen(text->row) + (size_t)length > WIDTH) {
        end_row(text);
        snprintf(text->row, sizeof text->row, "%*s", NEXT_INDENT - 1, "");
    }
    size_t used = strlen(text->row);
    snprintf(text->row + used, sizeof text->row - used, " %d", number);
}

static void tell_point_pattern(void *context, int point_pattern, const Shape shapes[DIRECTIONS])
{
    Text *text = context;
    if (point_pattern == 0 || memcmp(shapes, text->strongest, sizeof text->strongest) != 0) {
        memcpy(text->strongest, shapes, sizeof text->strongest);
        begin_row(text, "%s, %s", shape_name(shapes[0]), shape_name(shapes[1]));
    }
    add_number(text, text->numbers[point_pattern]);
}

/* A row for each two strongest shapes, with all that the other two can be. */
static void tell_point_patterns(Text *text, const char *name, const int16_t *numbers)
{
    say(text, "  %s, by shapes", name);
    text->numbers = numbers;
    point_pattern_each(tell_point_pattern, text);
    end_row(text);
}

static void tell_threat_masks(Text *text, const int16_t *numbers)
{
    say(text, "  threat_mask, by the opponent's threats and, along a row, the own");
    for (int i = 0; i < THREAT_MASKS; i++) {
        if (i % MASKS_A_ROW == 0) {
            begin_row(text, "%d", i / MASKS_A_ROW);
        }
        add_number(text, numbers[i]);
    }
    end_row(text);
}

/* A row for each longer distance. */
static void tell_offsets(Text *text, const char *name, const int16_t *numbers)
{
    say(text, "  %s, by the longer distance and, along a row, the shorter", name);
    for (int longer = 1; longer <= OFFSET_REACH; longer++) {
        begin_row(text, "%d", longer);
        for (int shorter = 0; shorter <= longer; shorter++) {
            add_number(text, numbers[offset_class_by(longer, shorter)]);
        }
    }
    begin_row(text, "farther");
    add_number(text, numbers[OFFSET_FAR]);
    end_row(text);
}

static void tell_small(Text *text, const char *label, int row, const int16_t *numbers, int count)
{
    begin_row(text, "%s %d", label, row);
    for (int i = 0; i < count; i++) {
        add_number(text, numbers[i]);
    }
    end_row(text);
}

/* What is told of many numbers: how many rows there are, how many of them are nothing but zeros,
 * and how large the numbers are. */
typedef struct {
    int row_length, rows, zero_rows, in_row;
    bool row_is_zero;
    int64_t least, most, sum_of_sizes, count;
} Summary;

static void sum_up(Summary *summary, int64_t number)
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

static void tell_summary(const Text *text, const char *name, const Summary *summary)
{
    say(text,
        "%*s%s: %d rows of %d, %d of them zeros; from %" PRId64 " to %" PRId64 ", mean size %.1f",
        ROW_INDENT, "", name, summary->rows, summary->row_length, summary->zero_rows,
        summary->least, summary->most, (double)summary->sum_of_sizes / (double)summary->count);
}

/* An array of any depth whose last index goes along a row. */
#define TELL_SUMMARY(text, name, type, array, length)                                              \
    do {                                                                                           \
        const type *numbers_ = (const type *)(const void *)(array);                                \
        Summary summary_ = {.row_length = (length), .row_is_zero = true};                          \
        for (size_t i_ = 0; i_ < sizeof(array) / sizeof(type); i_++) {                             \
            sum_up(&summary_, numbers_[i_]);                                                       \
        }                                                                                          \
        tell_summary((text), (name), &summary_);                                                   \
    } while (false)

/* The pattern network is too large to be told number by number: what is read at every value and
 * policy is, and of the rest how large it is. */
static void tell_pattern(Text *text, const PatternNet *net)
{
    say(text, "  pattern network");
    TELL_SUMMARY(text, "lines", int8_t, net->line, PATTERN_CHANNELS);
    TELL_SUMMARY(text, "own point patterns", int8_t, net->own, PATTERN_CHANNELS);
    TELL_SUMMARY(text, "opponent's point patterns", int8_t, net->opponent, PATTERN_CHANNELS);
    TELL_SUMMARY(text, "biases of regions", int32_t, net->region_bias, REGION_UNITS);
    TELL_SUMMARY(text, "weights of regions", int16_t, net->region, 2 * REGION_UNITS);
    TELL_SUMMARY(text, "own threats", int32_t, net->own_threat_mask, HEAD_UNITS);
    TELL_SUMMARY(text, "opponent's threats", int32_t, net->opponent_threat_mask, HEAD_UNITS);
    TELL_SUMMARY(text, "weights of the whole board", int16_t, net->whole, 2 * HEAD_UNITS);
    TELL_SUMMARY(text, "weights of regions' units", int16_t, net->units, 2 * HEAD_UNITS);
    tell_small(text, "output", 0, net->out, HEAD_UNITS);
    tell_small(text, "policy, own view", 0, net->policy, PATTERN_CHANNELS);
    tell_small(text, "policy, opponent's view", 0, net->policy + PATTERN_CHANNELS,
               PATTERN_CHANNELS);
    TELL_SUMMARY(text, "policy, by units of the head", int16_t, net->policy_unit,
                 2 * PATTERN_INPUTS);
}

static void tell_colour(Text *text, const Learnt *learnt, int of, const char *name)
{
    const LearntColour *colour = learnt->colour[of];
    say(text, "%s", name);
    say(text, "  own_weight %d", colour->own_weight);
    say(text, "  opponent_weight %d", colour->opponent_weight);
    tell_point_patterns(text, "correction", colour->correction);
    tell_threat_masks(text, colour->threat_mask);
    tell_point_patterns(text, "policy_own", colour->policy_own);
    tell_point_patterns(text, "policy_opponent", colour->policy_opponent);
    tell_offsets(text, "policy_answer", colour->policy_answer);
    tell_offsets(text, "policy_follow", colour->policy_follow);
    tell_pattern(text, learnt->pattern[of]);
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
    int indent = PROVENANCE_INDENT;
    do {
        int part = fitting(line, length, WIDTH - indent);
        int shown = part - (part < length && line[part - 1] == ' ');
        say(text, "%*s%.*s", indent, "", shown, line);
        line += part;
        length -= part;
        indent = PROVENANCE_INDENT + ROW_INDENT;
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
    say(&text, "weights for rule %" PRIu32 " %s, win_length %" PRIu32, header->rule,
        rules_name(rule), header->win_length);
    say(&text,
        "format %" PRIu32 ", architecture %" PRIu32 ", %" PRIu64 " bytes, checksum %016" PRIx64,
        header->version, header->architecture, header->bytes, header->checksum);
    say(&text, "provenance");
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

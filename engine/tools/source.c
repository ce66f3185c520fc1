/* source - rows of numbers with their shapes in front; see source.h. */
#include "tools/source.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    LINE_ROOM = 160,
    WIDTH = 100,
    INDENT = 8,
    ALARMS_A_ROW = 16,
    NAME_MAX_LENGTH = 24,
    NO_ROW = -1
};

typedef struct {
    SourceLine *line;
    void *context;
    char row[LINE_ROOM]; /* being filled */
} Source;

static void say(const Source *source, const char *format, ...)
{
    char line[LINE_ROOM * 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    source->line(source->context, line);
}

static void end_row(Source *source)
{
    if (source->row[0] != '\0') {
        say(source, "%s", source->row);
        source->row[0] = '\0';
    }
}

/* Adds a number to the row, or begins another. */
static void add_number(Source *source, int number)
{
    int length = snprintf(NULL, 0, " %d,", number);
    size_t used = strlen(source->row);
    if (used + (size_t)length > WIDTH) {
        end_row(source);
        used = 0;
    }
    snprintf(source->row + used, sizeof source->row - used, "%*s%d,", used == 0 ? INDENT : 1, "",
             number);
}

/* The code of each combination with its strongest shape in the lowest bits. */
static void list_codes(const WorthTable *worths, ShapeCode codes[COMBINATIONS])
{
    for (unsigned code = 0; code < CODE_COUNT; code++) {
        bool falls = (code & 15) < SHAPE_COUNT;
        for (unsigned rest = code; rest > 15; rest >>= 4) {
            falls = falls && (rest & 15) >= (rest >> 4 & 15);
        }
        if (falls) {
            codes[worths->combination[code]] = (ShapeCode)code;
        }
    }
}

static void write_combinations(Source *source, const WorthTable *worths, const char *name,
                               const int16_t *numbers)
{
    enum { TWO_SHAPES = 0xff };
    ShapeCode codes[COMBINATIONS];
    list_codes(worths, codes);
    say(source, "    .%s = {", name);
    for (int i = 0; i < COMBINATIONS; i++) {
        if (i == 0 || (codes[i] & TWO_SHAPES) != (codes[i - 1] & TWO_SHAPES)) {
            end_row(source);
            say(source, "        /* %s, %s */", shape_name((Shape)(codes[i] & 15)),
                shape_name((Shape)(codes[i] >> 4 & 15)));
        }
        add_number(source, numbers[i]);
    }
    end_row(source);
    say(source, "    },");
}

static void write_alarms(Source *source, const int16_t *numbers)
{
    say(source, "    .threat_mask = {");
    for (int i = 0; i < THREAT_MASKS; i++) {
        if (i % ALARMS_A_ROW == 0) {
            end_row(source);
        }
        add_number(source, numbers[i]);
    }
    end_row(source);
    say(source, "    },");
}

/* A row for each longer distance. */
static void write_leaps(Source *source, const char *name, const int16_t *numbers)
{
    say(source, "    .%s = {", name);
    for (int longer = 1, i = 0; longer <= OFFSET_REACH; longer++) {
        for (int shorter = 0; shorter <= longer; shorter++) {
            add_number(source, numbers[i++]);
        }
        end_row(source);
    }
    add_number(source, numbers[OFFSET_FAR]);
    end_row(source);
    say(source, "    },");
}

/* The tables of features, one for each. */
static void write_lanes(Source *source, const LearntColour *colour, const WorthTable *worths)
{
    for (int lane = 0; lane < FEATURES; lane++) {
        char name[NAME_MAX_LENGTH];
        snprintf(name, sizeof name, "features[%d]", lane);
        write_combinations(source, worths, name, colour->features[lane]);
    }
}

static void begin_numbers(Source *source, const char *name, int row)
{
    if (row == NO_ROW) {
        say(source, "    .net.%s = {", name);
    } else {
        say(source, "    .net.%s[%d] = {", name, row);
    }
}

static void end_numbers(Source *source)
{
    end_row(source);
    say(source, "    },");
}

static void write_small(Source *source, const char *name, int row, const int16_t *numbers,
                        int count)
{
    begin_numbers(source, name, row);
    for (int i = 0; i < count; i++) {
        add_number(source, numbers[i]);
    }
    end_numbers(source);
}

/* Where the sums of all units begin, for each threat_mask of one side. */
static void write_begins(Source *source, const char *name, const int32_t (*rows)[NET_UNITS],
                         int count)
{
    for (int row = 0; row < count; row++) {
        begin_numbers(source, name, row);
        for (int unit = 0; unit < NET_UNITS; unit++) {
            add_number(source, rows[row][unit]);
        }
        end_numbers(source);
    }
}

static void write_net(Source *source, const LearntNet *net)
{
    for (int pair = 0; pair < NET_PAIRS; pair++) {
        write_small(source, "weight", pair, net->weight[pair], 2 * NET_UNITS);
    }
    write_begins(source, "own_threat_mask", net->own_threat_mask, NET_OWN_THREAT_MASKS);
    write_begins(source, "opponent_threat_mask", net->opponent_threat_mask,
                 NET_OPPONENT_THREAT_MASKS);
    write_small(source, "out", NO_ROW, net->out, NET_UNITS);
}

static void write_colour(Source *source, const LearntColour *colour, const WorthTable *worths,
                         const char *name)
{
    say(source, "");
    say(source, "static const LearntColour %s = {", name);
    say(source, "    .own_weight = %d,", colour->own_weight);
    say(source, "    .opponent_weight = %d,", colour->opponent_weight);
    write_combinations(source, worths, "correction", colour->correction);
    write_alarms(source, colour->threat_mask);
    write_combinations(source, worths, "policy_own", colour->policy_own);
    write_combinations(source, worths, "policy_opponent", colour->policy_opponent);
    write_leaps(source, "policy_answer", colour->policy_answer);
    write_leaps(source, "policy_follow", colour->policy_follow);
    write_lanes(source, colour, worths);
    write_net(source, &colour->net);
    say(source, "};");
}

/* How much of a line of the comment there is room for: up to a blank or comma, if there is one. */
static int fitting(const char *text, int length, int room)
{
    if (length <= room) {
        return length;
    }
    for (int i = room; i > 0; i--) {
        if (text[i - 1] == ' ' || text[i - 1] == ',') {
            return i;
        }
    }
    return room;
}

/* Writes a line of the comment; what is too long goes on in the next, a little to the right. */
static void write_comment_line(const Source *source, const char *text, int length)
{
    enum { BEGIN = sizeof " * " - 1, SHIFT = 4 };
    int shift = 0;
    do {
        int part = fitting(text, length, WIDTH - BEGIN - shift);
        int shown = part - (part < length && text[part - 1] == ' ');
        say(source, " * %*s%.*s", shift, "", shown, text);
        text += part;
        length -= part;
        shift = SHIFT;
    } while (length > 0);
}

static void write_comment(const Source *source, const char *text)
{
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        write_comment_line(source, text, length);
        text += length + (text[length] == '\n');
    }
}

void source_write(const Learnt *learnt, const WorthTable *worths, const char *name,
                  const char *comment, SourceLine *line, void *context)
{
    Source source = {.line = line, .context = context};
    bool is_blind = learnt->colour[BLACK] == learnt->colour[WHITE];
    say(&source, "/* learnt_%s - written by `pbrain-tengen fit`; see learnt.h.", name);
    say(&source, " *");
    write_comment(&source, comment);
    say(&source, " */");
    say(&source, "#include \"eval/learnt.h\"");
    say(&source, "");
    say(&source, "/* clang-format off */");
    write_colour(&source, learnt->colour[BLACK], worths, is_blind ? "both" : "black");
    if (!is_blind) {
        write_colour(&source, learnt->colour[WHITE], worths, "white");
    }
    say(&source, "");
    say(&source, "const Learnt learnt_%s = {{%s}};", name,
        is_blind ? "&both, &both" : "&black, &white");
}

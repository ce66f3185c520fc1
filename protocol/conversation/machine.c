/* machine - writing key value pairs; see machine.h. */
#include "conversation/machine.h"

#include "lines/lines.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A line that is being put together. The longest has the 32 points of a principal variation. */
typedef struct {
    char text[TEXT_MAX_LENGTH + 1];
    int length;
} MachineLine;

__attribute__((format(printf, 2, 3))) static void add(MachineLine *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    line->length += vsnprintf(line->text + line->length, sizeof line->text - (size_t)line->length,
                              format, arguments);
    va_end(arguments);
}

static MachineLine begin_machine_line(const char *kind)
{
    MachineLine line = {.length = 0};
    add(&line, "MESSAGE machine %s", kind);
    return line;
}

/* For programs a MESSAGE is one at a terminal, too. */
static void end(const MachineLine *line)
{
    send_line("%s", line->text);
}

/* Adds a name of several words as one. */
static void add_name(MachineLine *line, const char *key, const char *name)
{
    add(line, " %s ", key);
    for (const char *letter = name; *letter != '\0'; letter++) {
        if (*letter != ',') {
            add(line, "%c", *letter == ' ' ? '_' : *letter);
        }
    }
}

static void add_points(MachineLine *line, const char *key, const Coordinates *points, int count)
{
    for (int i = 0; i < count; i++) {
        if (i == 0) {
            add(line, " %s ", key);
        }
        add(line, "%s%d,%d", i > 0 ? ";" : "", points[i].x, points[i].y);
    }
}

static const char *name_of(Colour side)
{
    return side == BLACK ? "black" : "white";
}

static const char *source_of(const EngineReport *report)
{
    return report->is_from_book ? "book" : report->nodes > 0 ? "search" : "static";
}

void machine_send_report(const EngineReport *report, bool is_answer)
{
    MachineLine line = begin_machine_line(is_answer ? "answer" : "iteration");
    add(&line, " rank %d depth %d source %s", report->pv_index + 1, report->depth,
        source_of(report));
    if (report->wins_in != 0) {
        add(&line, " mate %d", report->wins_in);
    } else {
        add(&line, " value %d", report->value);
    }
    add(&line, " nodes %" PRIu64 " ms %" PRId64, report->nodes, report->ms);
    add_points(&line, "pv", report->pv, report->pv_length);
    end(&line);
}

static void add_opening(MachineLine *line, const OpeningName *opening)
{
    add(line, " opening %s code %s", opening->name, opening->code);
}

static void add_forbidden(MachineLine *line, bool is_forbidden)
{
    if (is_forbidden) {
        add(line, " forbidden %s", name_of(BLACK));
    }
}

/* Sends what a point is worth to each side, if it is empty. */
static void send_point(Engine *engine, Coordinates point)
{
    PointExplanation black, white;
    if (engine_explain(engine, point, BLACK, &black) &&
        engine_explain(engine, point, WHITE, &white)) {
        MachineLine line = begin_machine_line("point");
        add_points(&line, "at", &point, 1);
        add(&line, " black %d white %d", black.value, white.value);
        add_forbidden(&line, black.is_forbidden);
        end(&line);
    }
}

void machine_send_position(Engine *engine)
{
    const Game *game = engine_game(engine);
    for (int y = 0; y < game->height; y++) {
        for (int x = 0; x < game->width; x++) {
            send_point(engine, (Coordinates){x, y});
        }
    }
    MachineLine line = begin_machine_line("position");
    add(&line, " side %s stones %d value %d", name_of(engine_side(engine)),
        engine_stone_count(engine), engine_value(engine));
    end(&line);
}

void machine_send_explanation(Coordinates point, Colour side, const PointExplanation *explanation)
{
    static const char *const directions[] = {"row", "column", "rising", "falling"};
    static const char *const shifts[] = {"row_shift", "column_shift", "rising_shift",
                                         "falling_shift"};
    MachineLine line = begin_machine_line("explanation");
    add_points(&line, "at", &point, 1);
    add(&line, " side %s value %d", name_of(side), explanation->value);
    add_name(&line, "threat", explanation->threat);
    for (int i = 0; i < 4; i++) {
        add_name(&line, directions[i], explanation->shape[i]);
        add(&line, " %s %d", shifts[i], explanation->shift[i]);
    }
    add(&line, " added %d", explanation->added);
    if (explanation->has_network) {
        add(&line, " network %d", explanation->network_value);
    }
    if (explanation->policy_percent > 0) {
        add(&line, " policy %d", explanation->policy_percent);
    }
    add_forbidden(&line, explanation->is_forbidden);
    end(&line);
}

void machine_send_known(const KnownMove *move, const OpeningName *opening)
{
    static const char *const sources[] = {
        [KNOWN_BY_SOURCE] = "database",
        [KNOWN_BY_BOOK] = "book",
        [KNOWN_BY_EXPLORER] = "explorer",
    };
    static const char *const labels[VERDICT_LABELS] = {
        [VERDICT_OPEN] = "open", [VERDICT_WIN] = "loss",      [VERDICT_LOSS] = "win",
        [VERDICT_DRAW] = "draw", [VERDICT_FORCED] = "forced", [VERDICT_BLOCKED] = "blocked",
    };
    const Verdict *after = &move->after;
    MachineLine line = begin_machine_line("known");
    add_points(&line, "at", &move->point, 1);
    add(&line, " source %s label %s", sources[move->source], labels[after->label]);
    if (after->plies > 0) {
        add(&line, " mate %d", after->label == VERDICT_LOSS ? after->plies + 1 : -after->plies - 1);
    }
    if (after->bound == BOUND_EXACT && (after->plies == 0 || after->depth < 0)) {
        add(&line, " value %d", -after->value);
    }
    if (after->bound == BOUND_EXACT && after->plies == 0 && after->depth >= 0) {
        add(&line, " depth %d", after->depth + 1);
    }
    if (move->share > 0) {
        add(&line, " share %d", move->share);
    }
    if (move->is_image) {
        add(&line, " image yes");
    }
    if (opening != NULL) {
        add_opening(&line, opening);
    }
    end(&line);
}

void machine_send_opening_name(const OpeningName *opening)
{
    MachineLine line = begin_machine_line("name");
    add_opening(&line, opening);
    end(&line);
}

void machine_send_opening_rule(const OpeningRule *rule)
{
    static const char *const kinds[] = {
        [OPENING_PUT] = "put",
        [OPENING_CHOOSE] = "choose",
        [OPENING_OFFER] = "offer",
        [OPENING_PICK] = "pick",
    };
    MachineLine line = begin_machine_line("opening");
    add(&line, " name %s steps ", rule->name);
    for (const OpeningStep *step = rule->steps; step->kind != OPENING_OVER; step++) {
        add(&line, "%s%s,%s,%d,%d,%d,%d,%d", step == rule->steps ? "" : ";", kinds[step->kind],
            name_of(step->by), step->count, step->square, step->announces, step->otherwise,
            step->ends);
    }
    end(&line);
}

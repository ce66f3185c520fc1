/* rewrite - two passes over the files; see rewrite.h. */
#include "tools/games/rewrite.h"

#include "tools/games/record_sink.h"
#include "tools/games/record_source.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "there is not enough memory";

enum { GAMES_BETWEEN_QUESTIONS = 10000 }; /* whether to go on: some tenths of a second */

/* A file, as the first pass found it. */
typedef struct {
    int file; /* its number among the files */
    RecordHeader header;
    int64_t games, wanted;
} Part;

typedef struct {
    const ToolFiles *files;
    const ToolListener *listener;
    Part *parts; /* of each file, by the number of the first game; owned */
    int64_t wanted, done, read;
    RecordSink sink;
    RecordSource source;
    Record record;
    char *fault;
} Rewrite;

/* --- what is wrong --- */

/* Writes a sentence; returns false. */
static bool rewrite_refuse(const Rewrite *rewrite, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(rewrite->fault, TOOL_FAULT_MAX, format, arguments);
    va_end(arguments);
    return false;
}

static const char *name_of(const Rewrite *rewrite, const Part *part)
{
    return rewrite->files->names[part->file];
}

static bool refuse_file(const Rewrite *rewrite, int file, const char *wrong)
{
    return rewrite_refuse(rewrite, "%s: %s", rewrite->files->names[file], wrong);
}

static bool rewrite_may_go_on(Rewrite *rewrite)
{
    const ToolListener *listener = rewrite->listener;
    return rewrite->read++ % GAMES_BETWEEN_QUESTIONS != 0 ||
           listener->go_on(listener->context, rewrite->done, rewrite->wanted);
}

/* --- reading one file after the other --- */

typedef void GameTaker(Rewrite *rewrite);

/* Has every game of a file taken. What is wrong with the file is found before the first of them or
 * after the last. */
static ToolEnd rewrite_read_file(Rewrite *rewrite, const Part *part, GameTaker *take)
{
    RecordSource *source = &rewrite->source;
    size_t count = 0;
    const void *bytes = rewrite->files->read(rewrite->files->context, part->file, &count);
    if (bytes == NULL) {
        refuse_file(rewrite, part->file, "it cannot be read");
        return TOOL_REFUSED;
    }
    if (record_source_open(source, bytes, count)) {
        while (record_source_next(source, &rewrite->record)) {
            if (!rewrite_may_go_on(rewrite)) {
                return TOOL_STOPPED;
            }
            take(rewrite);
        }
    }
    if (source->fault != NULL) {
        refuse_file(rewrite, part->file, source->fault);
        return TOOL_REFUSED;
    }
    return TOOL_DONE;
}

/* --- the first pass --- */

static void take_none(Rewrite *rewrite)
{
    (void)rewrite;
}

static int compare_parts(const void *one, const void *other)
{
    int64_t here = ((const Part *)one)->header.first, there = ((const Part *)other)->header.first;
    return here < there ? -1 : here > there;
}

/* Checks all files, and sorts them by their first games. */
static ToolEnd survey(Rewrite *rewrite)
{
    for (int i = 0; i < rewrite->files->count; i++) {
        Part *part = &rewrite->parts[i];
        part->file = i;
        ToolEnd end = rewrite_read_file(rewrite, part, take_none);
        if (end != TOOL_DONE) {
            return end;
        }
        part->header = rewrite->source.header;
        part->games = rewrite->source.games;
        part->wanted = rewrite->source.wanted;
    }
    qsort(rewrite->parts, (size_t)rewrite->files->count, sizeof *rewrite->parts, compare_parts);
    return TOOL_DONE;
}

/* --- whether they belong together --- */

/* Says in which word two first lines differ, but for the number of the first game; returns whether
 * they do not differ. */
static bool have_same_words(const Rewrite *rewrite, const Part *part, const Part *other)
{
    char difference[RECORD_DIFFERENCE_MAX];
    RecordHeader one = part->header, two = other->header;
    one.first = two.first = 0;
    return !record_header_difference(&two, &one, difference) ||
           rewrite_refuse(rewrite, "%s is of another set than %s: %s", name_of(rewrite, other),
                          name_of(rewrite, part), difference);
}

static bool follow_each_other(const Rewrite *rewrite, const Part *part, const Part *next)
{
    int64_t end = part->header.first + part->games, begin = next->header.first;
    if (begin < end) {
        return rewrite_refuse(rewrite, "game %" PRId64 " is in %s and in %s", begin,
                              name_of(rewrite, part), name_of(rewrite, next));
    }
    return begin == end ||
           rewrite_refuse(rewrite, "games %" PRId64 " to %" PRId64 " are missing, before %s", end,
                          begin - 1, name_of(rewrite, next));
}

static bool belong_together(Rewrite *rewrite)
{
    const Part *first = &rewrite->parts[0], *last = first + rewrite->files->count - 1;
    for (const Part *part = first; part < last; part++) {
        if (!have_same_words(rewrite, first, part + 1) ||
            !follow_each_other(rewrite, part, part + 1)) {
            return false;
        }
    }
    rewrite->wanted = last->header.first - first->header.first + last->wanted;
    return true;
}

/* --- the second pass --- */

static void rewrite_write_game(Rewrite *rewrite)
{
    record_sink_game(&rewrite->sink, &rewrite->record);
    rewrite->done++;
}

static ToolEnd write_all(Rewrite *rewrite)
{
    ToolEnd end = TOOL_DONE;
    record_sink_begin(&rewrite->sink, &rewrite->parts[0].header);
    for (int i = 0; end == TOOL_DONE && i < rewrite->files->count; i++) {
        end = rewrite_read_file(rewrite, &rewrite->parts[i], rewrite_write_game);
    }
    if (end == TOOL_REFUSED) { /* it was good in the first pass */
        return TOOL_FAILED;
    }
    record_sink_end(&rewrite->sink, rewrite->wanted);
    return end;
}

static ToolEnd rewrite_all(Rewrite *rewrite)
{
    ToolEnd end = survey(rewrite);
    if (end == TOOL_DONE) {
        end = belong_together(rewrite) ? write_all(rewrite) : TOOL_REFUSED;
    }
    return end;
}

ToolEnd rewrite_games(const ToolFiles *files, bool is_binary, const ToolListener *listener,
                      char fault[TOOL_FAULT_MAX])
{
    Rewrite *rewrite = calloc(1, sizeof *rewrite);
    Part *parts = calloc((size_t)files->count, sizeof *parts);
    ToolEnd end = TOOL_FAILED;
    if (rewrite != NULL && parts != NULL) {
        rewrite->files = files;
        rewrite->listener = listener;
        rewrite->sink.listener = listener;
        rewrite->sink.is_binary = is_binary;
        rewrite->parts = parts;
        rewrite->fault = fault;
        end = rewrite_all(rewrite);
    }
    free(parts);
    free(rewrite);
    return end;
}

/* --- describing --- */

/* What is counted in a file. */
typedef struct {
    int64_t results[RECORD_BLACK_WINS + 1];
    int64_t moves, given, random;
} Counts;

static void count_game(Counts *counts, const Record *record)
{
    counts->results[record->result]++;
    counts->moves += record->count;
    counts->given += record->opening;
    for (int i = record->opening; i < record->count; i++) {
        counts->random += record->is_random[i];
    }
}

/* Hands on a line of at most RECORD_FRAME_TEXT_MAX. */
static void rewrite_tell(TextSink *text, void *context, const char *format, ...)
{
    char line[RECORD_FRAME_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text(context, line);
}

static void tell_of(const RecordSource *source, const Counts *counts, size_t bytes, TextSink *text,
                    void *context)
{
    double games = source->games > 0 ? (double)source->games : 1;
    const char *stop = source->games < source->wanted ? ": it was stopped" : "";
    rewrite_tell(text, context, "games %" PRId64 " to %" PRId64 ", %" PRId64 " of %" PRId64 "%s",
                 source->header.first, source->header.first + source->games - 1, source->games,
                 source->wanted, stop);
    rewrite_tell(text, context, "won by black %" PRId64 ", by white %" PRId64 ", drawn %" PRId64,
                 counts->results[RECORD_BLACK_WINS], counts->results[RECORD_WHITE_WINS],
                 counts->results[RECORD_DRAW]);
    rewrite_tell(text, context, "moves %.1f a game, of them given %.1f, at random %.1f",
                 (double)counts->moves / games, (double)counts->given / games,
                 (double)counts->random / games);
    rewrite_tell(text, context, "%s, %zu bytes, %.0f a game", source->is_binary ? "binary" : "text",
                 bytes, (double)bytes / games);
}

static const char *describe(RecordSource *source, Record *record, const void *bytes, size_t count,
                            TextSink *text, void *context)
{
    char line[RECORD_FRAME_TEXT_MAX];
    RecordWriter writer;
    Counts counts = {.moves = 0};
    if (!record_source_open(source, bytes, count)) {
        return source->fault;
    }
    record_write_header(&writer, &source->header, line);
    text(context, line);
    while (record_source_next(source, record)) {
        count_game(&counts, record);
    }
    if (source->fault == NULL) {
        tell_of(source, &counts, count, text, context);
    }
    return source->fault;
}

const char *rewrite_describe(const void *bytes, size_t count, TextSink *text, void *context)
{
    RecordSource *source = malloc(sizeof *source);
    Record *record = malloc(sizeof *record);
    const char *fault = no_memory;
    if (source != NULL && record != NULL) {
        fault = describe(source, record, bytes, count, text, context);
    }
    free(source);
    free(record);
    return fault;
}

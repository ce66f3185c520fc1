/* game_files - one pass to tell or print, two to put together; see game_files.h. */
#include "tools/games/game_files.h"

#include "tools/games/record_file.h"
#include "tools/games/tool.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_BETWEEN_QUESTIONS = 10000 }; /* whether to go on: some tenths of a second */

/* A file, as the first pass found it. */
typedef struct {
    int file; /* its number among the files */
    RecordHeader header;
    int64_t games, wanted;
} Part;

/* Files being put together. */
typedef struct {
    const ToolFiles *files;
    const ToolListener *listener;
    Part *parts; /* of each file, by the number of the first game; owned */
    int64_t wanted, done, read;
    RecordWriter writer;
    RecordReader reader;
    Record record;
    char *fault;
} Merge;

/* --- what is wrong --- */

/* Writes a sentence; returns false. */
static bool merge_refuse(const Merge *merge, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(merge->fault, TOOL_FAULT_MAX, format, arguments);
    va_end(arguments);
    return false;
}

static const char *part_name_of(const Merge *merge, const Part *part)
{
    return merge->files->names[part->file];
}

static bool refuse_file(const Merge *merge, int file, const char *wrong)
{
    return merge_refuse(merge, "%s: %s", merge->files->names[file], wrong);
}

static bool merge_may_go_on(Merge *merge)
{
    const ToolListener *listener = merge->listener;
    return merge->read++ % GAMES_BETWEEN_QUESTIONS != 0 ||
           listener->go_on(listener->context, merge->done, merge->wanted);
}

/* --- reading one file after the other --- */

typedef void GameTaker(Merge *merge);

/* Has every game of a file taken. What is wrong with the file is found before the first of them or
 * after the last. */
static ToolEnd merge_read_file(Merge *merge, const Part *part, GameTaker *take)
{
    RecordReader *reader = &merge->reader;
    size_t count = 0;
    const void *bytes = merge->files->read(merge->files->context, part->file, &count);
    if (bytes == NULL) {
        refuse_file(merge, part->file, "it cannot be read");
        return TOOL_REFUSED;
    }
    if (record_open(reader, bytes, count)) {
        while (record_next(reader, &merge->record)) {
            if (!merge_may_go_on(merge)) {
                return TOOL_STOPPED;
            }
            take(merge);
        }
    }
    if (reader->fault != NULL) {
        refuse_file(merge, part->file, reader->fault);
        return TOOL_REFUSED;
    }
    return TOOL_DONE;
}

/* --- the first pass --- */

static void take_none(Merge *merge)
{
    (void)merge;
}

static int compare_parts(const void *one, const void *other)
{
    int64_t here = ((const Part *)one)->header.first, there = ((const Part *)other)->header.first;
    return here < there ? -1 : here > there;
}

/* Checks all files, and sorts them by their first games. */
static ToolEnd survey(Merge *merge)
{
    for (int i = 0; i < merge->files->count; i++) {
        Part *part = &merge->parts[i];
        part->file = i;
        ToolEnd end = merge_read_file(merge, part, take_none);
        if (end != TOOL_DONE) {
            return end;
        }
        part->header = merge->reader.header;
        part->games = merge->reader.games;
        part->wanted = merge->reader.wanted;
    }
    qsort(merge->parts, (size_t)merge->files->count, sizeof *merge->parts, compare_parts);
    return TOOL_DONE;
}

/* --- whether they belong together --- */

/* Says in which word two first lines differ, but for the number of the first game; returns whether
 * they do not differ. */
static bool have_same_words(const Merge *merge, const Part *part, const Part *other)
{
    char difference[RECORD_DIFFERENCE_MAX];
    RecordHeader one = part->header, two = other->header;
    one.first = two.first = 0;
    return !record_header_difference(&two, &one, difference) ||
           merge_refuse(merge, "%s is of another set than %s: %s", part_name_of(merge, other),
                        part_name_of(merge, part), difference);
}

static bool follow_each_other(const Merge *merge, const Part *part, const Part *next)
{
    int64_t end = part->header.first + part->games, begin = next->header.first;
    if (begin < end) {
        return merge_refuse(merge, "game %" PRId64 " is in %s and in %s", begin,
                            part_name_of(merge, part), part_name_of(merge, next));
    }
    return begin == end ||
           merge_refuse(merge, "games %" PRId64 " to %" PRId64 " are missing, before %s", end,
                        begin - 1, part_name_of(merge, next));
}

static bool belong_together(Merge *merge)
{
    const Part *first = &merge->parts[0], *last = first + merge->files->count - 1;
    for (const Part *part = first; part < last; part++) {
        if (!have_same_words(merge, first, part + 1) || !follow_each_other(merge, part, part + 1)) {
            return false;
        }
    }
    merge->wanted = last->header.first - first->header.first + last->wanted;
    return true;
}

/* --- the second pass --- */

static void merge_write_game(Merge *merge)
{
    record_write_game(&merge->writer, &merge->record);
    merge->done++;
}

static ToolEnd merge_write_all(Merge *merge)
{
    ToolEnd end = TOOL_DONE;
    record_write_header(&merge->writer, &merge->parts[0].header);
    for (int i = 0; end == TOOL_DONE && i < merge->files->count; i++) {
        end = merge_read_file(merge, &merge->parts[i], merge_write_game);
    }
    if (end == TOOL_REFUSED) { /* it was good in the first pass */
        return TOOL_FAILED;
    }
    record_write_end(&merge->writer, merge->wanted);
    return end;
}

static ToolEnd merge_all(Merge *merge)
{
    ToolEnd end = survey(merge);
    if (end == TOOL_DONE) {
        end = belong_together(merge) ? merge_write_all(merge) : TOOL_REFUSED;
    }
    return end;
}

ToolEnd game_files_merge(const ToolFiles *files, const ToolListener *listener,
                         char fault[TOOL_FAULT_MAX])
{
    Merge *merge = calloc(1, sizeof *merge);
    Part *parts = calloc((size_t)files->count, sizeof *parts);
    ToolEnd end = TOOL_FAILED;
    if (merge != NULL && parts != NULL) {
        merge->files = files;
        merge->listener = listener;
        merge->writer.sink = listener->bytes;
        merge->writer.context = listener->context;
        merge->parts = parts;
        merge->fault = fault;
        end = merge_all(merge);
    }
    free(parts);
    free(merge);
    return end;
}

/* --- telling and printing --- */

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

static void tell_of(const RecordReader *reader, const Counts *counts, size_t bytes, TextSink *text,
                    void *context)
{
    double games = reader->games > 0 ? (double)reader->games : 1;
    const char *stop = reader->games < reader->wanted ? ": it was stopped" : "";
    tool_tell(text, context, "games %" PRId64 " to %" PRId64 ", %" PRId64 " of %" PRId64 "%s",
              reader->header.first, reader->header.first + reader->games - 1, reader->games,
              reader->wanted, stop);
    tool_tell(text, context, "won by black %" PRId64 ", by white %" PRId64 ", drawn %" PRId64,
              counts->results[RECORD_BLACK_WINS], counts->results[RECORD_WHITE_WINS],
              counts->results[RECORD_DRAW]);
    tool_tell(text, context, "moves %.1f a game, of them given %.1f, at random %.1f",
              (double)counts->moves / games, (double)counts->given / games,
              (double)counts->random / games);
    tool_tell(text, context, "%zu bytes, %.0f a game", bytes, (double)bytes / games);
}

/* Opens a file and prints its first line. False: the reader has the fault. */
static bool begin_telling(RecordReader *reader, const void *bytes, size_t count, TextSink *text,
                          void *context)
{
    char line[RECORD_FRAME_TEXT_MAX];
    if (!record_open(reader, bytes, count)) {
        return false;
    }
    record_print_header(&reader->header, line);
    text(context, line);
    return true;
}

const char *game_files_describe(const void *bytes, size_t count, TextSink *text, void *context)
{
    RecordReader reader;
    Record record;
    Counts counts = {.moves = 0};
    if (begin_telling(&reader, bytes, count, text, context)) {
        while (record_next(&reader, &record)) {
            count_game(&counts, &record);
        }
    }
    if (reader.fault == NULL) {
        tell_of(&reader, &counts, count, text, context);
    }
    return reader.fault;
}

const char *game_files_print(const void *bytes, size_t count, TextSink *text, void *context)
{
    RecordReader reader;
    Record record;
    char line[RECORD_TEXT_MAX];
    if (begin_telling(&reader, bytes, count, text, context)) {
        while (record_next(&reader, &record)) {
            record_print_game(&reader.geometry, &record, line);
            text(context, line);
        }
    }
    return reader.fault;
}

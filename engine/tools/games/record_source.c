/* record_source - lines or bytes; see record_source.h. */
#include "tools/games/record_source.h"

#include <string.h>

/* Copies the next line of a text, without its end, into the buffer; false with a fault, or if there
 * is none left. */
static bool next_line(RecordSource *source)
{
    size_t left = (size_t)(source->end - source->at);
    const char *end = left == 0 ? NULL : memchr(source->at, '\n', left);
    if (end == NULL) {
        source->fault = left == 0           ? record_fault(&source->text)
                        : source->line == 0 ? "this is no file of Tengen's games"
                                            : "the file is cut off in the middle of a line";
        return false;
    }
    size_t length = (size_t)(end - source->at);
    source->line++;
    if (length >= sizeof source->buffer || memchr(source->at, '\0', length) != NULL) {
        source->fault = "a line is longer than any game, or has zero bytes: this is no text file";
        return false;
    }
    memcpy(source->buffer, source->at, length);
    source->buffer[length] = '\0';
    source->at = end + 1;
    return true;
}

/* Reads lines up to one of that kind. False with a fault, or if there is none. */
static bool read_line(RecordSource *source, RecordLine kind, Record *record)
{
    RecordReader *text = &source->text;
    while (source->fault == NULL && next_line(source)) {
        RecordLine found = record_read_line(text, source->buffer, record);
        source->fault = text->fault;
        if (found == kind) {
            return true;
        }
    }
    source->wanted = text->wanted;
    return false;
}

static bool open_text(RecordSource *source, const void *bytes, size_t count)
{
    source->at = bytes;
    source->end = source->at + count;
    bool is_open = read_line(source, RECORD_HEADER, NULL);
    source->header = source->text.header;
    source->geometry = source->text.geometry;
    return is_open;
}

static bool open_binary(RecordSource *source, const void *bytes, size_t count)
{
    bool is_open = record_binary_open(&source->binary, bytes, count);
    source->header = source->binary.header;
    source->geometry = source->binary.geometry;
    source->fault = source->binary.fault;
    return is_open;
}

bool record_source_open(RecordSource *source, const void *bytes, size_t count)
{
    memset(source, 0, sizeof *source);
    source->is_binary = record_is_binary(bytes, count);
    return source->is_binary ? open_binary(source, bytes, count) : open_text(source, bytes, count);
}

bool record_source_next(RecordSource *source, Record *record)
{
    bool is_game;
    if (source->is_binary) {
        is_game = record_binary_next(&source->binary, record);
        source->fault = source->binary.fault;
        source->wanted = source->binary.wanted;
    } else {
        is_game = read_line(source, RECORD_GAME, record);
    }
    source->games += is_game;
    return is_game;
}

/* textfile - piece by piece, each looked through before the next is read; see textfile.h. */
#include "textfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16 };

typedef struct {
    FILE *file;
    char *text; /* owned */
    size_t length, room;
    size_t line_begin; /* of the line that is being read */
    int64_t line;      /* its number, from 1 */
    char *fault;
} Reading;

/* Says what is wrong. */
static bool refuse(const Reading *reading, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->fault, TEXTFILE_FAULT_MAX, format, arguments);
    va_end(arguments);
    return false;
}

/* Makes room for one more piece and the end of the text. */
static bool make_room(Reading *reading)
{
    if (reading->length + PIECE + 1 <= reading->room) {
        return true;
    }
    size_t room = 2 * reading->room + PIECE + 1;
    char *larger = realloc(reading->text, room);
    if (larger == NULL) {
        return refuse(reading, "there is not enough memory to read it");
    }
    reading->text = larger;
    reading->room = room;
    return true;
}

static bool line_fits(const Reading *reading, size_t end)
{
    return end - reading->line_begin <= TEXTFILE_LINE_MAX ||
           refuse(reading, "line %" PRId64 " is longer than %d bytes: this is no file for Tengen",
                  reading->line, TEXTFILE_LINE_MAX);
}

/* Looks through what was read last, line by line. */
static bool look_through(Reading *reading, size_t begin)
{
    const char *text = reading->text;
    size_t end = reading->length;
    if (memchr(text + begin, '\0', end - begin) != NULL) {
        return refuse(reading, "it has zero bytes: this is no text file");
    }
    for (const char *next = text + begin;
         (next = memchr(next, '\n', (size_t)(text + end - next))) != NULL; next++) {
        if (!line_fits(reading, (size_t)(next - text))) {
            return false;
        }
        reading->line_begin = (size_t)(next - text) + 1;
        reading->line++;
    }
    return line_fits(reading, end);
}

/* Reads all there is; false and a fault if something is wrong with it. */
static bool read_all(Reading *reading)
{
    size_t read = PIECE;
    while (read > 0) {
        if (!make_room(reading)) {
            return false;
        }
        read = fread(reading->text + reading->length, 1, PIECE, reading->file);
        reading->length += read;
        if (ferror(reading->file)) {
            return refuse(reading, "%s", strerror(errno));
        }
        if (reading->length > TEXTFILE_SIZE_MAX) {
            return refuse(reading, "it is larger than %d MiB", TEXTFILE_SIZE_MAX >> 20);
        }
        if (!look_through(reading, reading->length - read)) {
            return false;
        }
    }
    reading->text[reading->length] = '\0';
    return true;
}

char *textfile_read(const char *path, char fault[TEXTFILE_FAULT_MAX])
{
    Reading reading = {.file = fopen(path, "r"), .line = 1, .fault = fault};
    if (reading.file == NULL) {
        refuse(&reading, "%s", strerror(errno));
        return NULL;
    }
    bool is_good = read_all(&reading);
    fclose(reading.file);
    if (!is_good) {
        free(reading.text);
        reading.text = NULL;
        errno = EINVAL;
    }
    return reading.text;
}

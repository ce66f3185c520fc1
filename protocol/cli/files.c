/* files - reading piece by piece, each checked before the next is read, and writing; see
 * files.h. */
#include "files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PIECE = 1 << 16 }; /* bytes read at a time */

/* --- reading --- */

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
    vsnprintf(reading->fault, FILE_FAULT_MAX, format, arguments);
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
    return end - reading->line_begin <= FILE_LINE_MAX ||
           refuse(reading, "line %" PRId64 " is longer than %d bytes: this is no file for Tengen",
                  reading->line, FILE_LINE_MAX);
}

/* Checks what was read last, line by line. */
static bool check_piece(Reading *reading, size_t begin)
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
        if (reading->length > FILE_SIZE_MAX) {
            return refuse(reading, "it is larger than %d MiB", FILE_SIZE_MAX >> 20);
        }
        if (!check_piece(reading, reading->length - read)) {
            return false;
        }
    }
    reading->text[reading->length] = '\0';
    return true;
}

char *file_read(const char *path, char fault[FILE_FAULT_MAX])
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

/* Reads an open file to its end, or to so many bytes, to be freed; NULL, and errno, if that cannot
 * be done. */
static char *read_bytes(FILE *file, size_t most, size_t *count)
{
    enum { ROOM_FIRST = 1 << 16 };
    size_t room = ROOM_FIRST < most ? ROOM_FIRST : most;
    char *bytes = malloc(room);
    *count = 0;
    while (bytes != NULL) {
        *count += fread(bytes + *count, 1, room - *count, file);
        if (*count < room || room == most) {
            break;
        }
        room = room < most / 2 ? room * 2 : most;
        char *larger = realloc(bytes, room);
        if (larger == NULL) {
            free(bytes);
        }
        bytes = larger;
    }
    if (bytes != NULL && ferror(file)) {
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

char *file_read_bytes(const char *path, size_t most, size_t *count)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *bytes = read_bytes(file, most, count);
    fclose(file);
    return bytes;
}

/* --- writing all at once --- */

/* Makes room for so many more bytes and the end of the text. */
static bool grow(FileText *text, size_t length)
{
    enum { ROOM_FIRST = 1 << 16 };
    if (text->length + length + 1 <= text->room) {
        return true;
    }
    size_t room = (text->room + length + ROOM_FIRST) * 2;
    char *larger = realloc(text->text, room);
    if (larger == NULL) {
        text->failed = true;
        return false;
    }
    text->text = larger;
    text->room = room;
    return true;
}

void file_add_bytes(FileText *text, const void *bytes, size_t count)
{
    if (grow(text, count)) {
        memcpy(text->text + text->length, bytes, count);
        text->length += count;
        text->text[text->length] = '\0';
    }
}

void file_add_line(FileText *text, const char *line)
{
    file_add_bytes(text, line, strlen(line));
    file_add_bytes(text, "\n", 1);
}

bool file_write(const char *path, const FileText *text)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    bool is_good = fwrite(text->text, 1, text->length, file) == text->length;
    return fclose(file) == 0 && is_good;
}

void file_drop_text(FileText *text)
{
    free(text->text);
    *text = (FileText){0};
}

/* --- writing line by line --- */

static const char part_suffix[] = ".part";

/* The name of the file beside it, to be freed; NULL: there is no memory. */
static char *name_part(const char *path)
{
    char *name = malloc(strlen(path) + sizeof part_suffix);
    return name == NULL ? NULL : strcat(strcpy(name, path), part_suffix);
}

/* Says whether another file can take the place of what is there: a device or a folder must stay. */
static bool can_be_replaced(const char *path)
{
    struct stat there;
    return path != NULL && (stat(path, &there) != 0 || S_ISREG(there.st_mode));
}

static FILE *open_beside(const char *path)
{
    char *name = name_part(path);
    FILE *file = name == NULL ? NULL : fopen(name, "wb");
    free(name);
    return file;
}

static void open_output(OutputFile *output)
{
    output->is_beside = output->is_beside && can_be_replaced(output->path);
    output->file = output->path == NULL ? stdout
                   : output->is_beside  ? open_beside(output->path)
                                        : fopen(output->path, "wb");
    if (output->file == NULL) {
        output->open_error = errno;
    } else if (!output->is_beside) {
        setvbuf(output->file, NULL, _IOLBF, BUFSIZ);
    }
}

static bool is_open(OutputFile *output)
{
    if (output->file == NULL && output->open_error == 0) {
        open_output(output);
    }
    return output->file != NULL;
}

void output_write_line(OutputFile *output, const char *line)
{
    if (is_open(output)) {
        fputs(line, output->file);
        fputc('\n', output->file);
    }
}

void output_write_bytes(OutputFile *output, const void *bytes, size_t count)
{
    if (is_open(output)) {
        fwrite(bytes, 1, count, output->file);
    }
}

bool output_is_good(const OutputFile *output)
{
    return output->open_error == 0 && (output->file == NULL || !ferror(output->file));
}

bool output_close(OutputFile *output)
{
    FILE *file = output->file;
    if (file == NULL) {
        return true;
    }
    bool is_good = fflush(file) == 0 && !ferror(file);
    output->file = NULL;
    return (file == stdout || fclose(file) == 0) && is_good;
}

/* Renames a file. Where that replaces none, what is there goes first. */
static bool put_in_place(const char *name, const char *path)
{
    return rename(name, path) == 0 ||
           (errno == EEXIST && remove(path) == 0 && rename(name, path) == 0);
}

bool output_complete(const OutputFile *output)
{
    if (output->path == NULL || !output->is_beside) {
        return true;
    }
    char *name = name_part(output->path);
    bool is_done = name != NULL && put_in_place(name, output->path);
    free(name);
    return is_done;
}

/* files - reading piece by piece, each checked before the next is read, and writing; see
 * files.h. */
#define _POSIX_C_SOURCE 200809L
#include "files/files.h"

#include "files/disk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PIECE = 1 << 16, /* bytes read at a time */
    MEBIBYTE_SHIFT = 20,
};

/* --- reading --- */

typedef struct {
    FILE *file;
    bool is_text; /* lines, which are checked */
    size_t most;  /* bytes */
    char *text;   /* owned */
    size_t length, room;
    size_t line_begin; /* of the line that is being read */
    int64_t line;      /* its number, from 1 */
    char *fault;
} FileReading;

/* Says what is wrong. */
static bool fail_reading(const FileReading *reading, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->fault, FILE_FAULT_MAX, format, arguments);
    va_end(arguments);
    return false;
}

/* Makes room for one more piece and the end of the text. */
static bool make_room(FileReading *reading)
{
    if (reading->length + PIECE + 1 <= reading->room) {
        return true;
    }
    size_t room = 2 * reading->room + PIECE + 1;
    char *larger = realloc(reading->text, room);
    if (larger == NULL) {
        return fail_reading(reading, "there is not enough memory to read it");
    }
    reading->text = larger;
    reading->room = room;
    return true;
}

static bool line_fits(const FileReading *reading, size_t end)
{
    return end - reading->line_begin <= FILE_LINE_MAX ||
           fail_reading(reading,
                        "line %" PRId64 " is longer than %d bytes: this is no file for Tengen",
                        reading->line, FILE_LINE_MAX);
}

/* Checks what was read last, line by line. */
static bool check_piece(FileReading *reading, size_t begin)
{
    const char *text = reading->text;
    size_t end = reading->length;
    if (memchr(text + begin, '\0', end - begin) != NULL) {
        return fail_reading(reading, "it has zero bytes: this is no text file");
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

static bool fail_size(const FileReading *reading)
{
    bool is_large = reading->most >= 1 << MEBIBYTE_SHIFT;
    uint64_t most = is_large ? reading->most >> MEBIBYTE_SHIFT : reading->most;
    return fail_reading(reading, "it is larger than %" PRIu64 " %s", most,
                        is_large ? "MiB" : "bytes");
}

/* Reads all there is; false and a fault if something is wrong with it. */
static bool read_all(FileReading *reading)
{
    size_t read = PIECE;
    while (read > 0) {
        if (!make_room(reading)) {
            return false;
        }
        read = fread(reading->text + reading->length, 1, PIECE, reading->file);
        reading->length += read;
        if (ferror(reading->file)) {
            return fail_reading(reading, "%s", strerror(errno));
        }
        if (reading->length > reading->most) {
            return fail_size(reading);
        }
        if (reading->is_text && !check_piece(reading, reading->length - read)) {
            return false;
        }
    }
    reading->text[reading->length] = '\0';
    return true;
}

/* Reads a file as the fields say that are set. NULL, with fault and errno, if it cannot be. */
static char *read_file_whole(const char *path, FileReading *reading)
{
    reading->line = 1;
    reading->file = fopen(path, "rb");
    if (reading->file == NULL) {
        fail_reading(reading, "%s", strerror(errno));
        return NULL;
    }
    bool is_good = read_all(reading);
    fclose(reading->file);
    if (!is_good) {
        free(reading->text);
        errno = EINVAL;
        return NULL;
    }
    return reading->text;
}

size_t file_mark_length(const char *bytes, size_t count)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    return count >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0 ? sizeof mark : 0;
}

char *file_read(const char *path, char fault[FILE_FAULT_MAX])
{
    FileReading reading = {.is_text = true, .most = FILE_SIZE_MAX, .fault = fault};
    char *text = read_file_whole(path, &reading);
    size_t mark = text != NULL ? file_mark_length(text, reading.length) : 0;
    if (mark > 0) {
        memmove(text, text + mark, reading.length - mark + 1);
    }
    return text;
}

char *file_read_bytes(const char *path, size_t most, size_t *count, char fault[FILE_FAULT_MAX])
{
    FileReading reading = {.most = most, .fault = fault};
    char *bytes = read_file_whole(path, &reading);
    *count = bytes != NULL ? reading.length : 0;
    return bytes;
}

/* --- a text that becomes a file --- */

/* Makes room for that many more bytes and the end of the text. */
static bool grow_text(FileText *text, size_t length)
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
    if (grow_text(text, count)) {
        memcpy(text->text + text->length, bytes, count);
        text->length += count;
        text->text[text->length] = '\0';
    }
}

void file_drop_text(FileText *text)
{
    free(text->text);
    *text = (FileText){0};
}

/* --- writing --- */

static const char part_suffix[] = ".part";

/* The name of the file beside it, to be freed; NULL: there is no memory. */
static char *name_part(const char *path)
{
    char *target = disk_follow(path);
    char *name = target == NULL ? NULL : realloc(target, strlen(target) + sizeof part_suffix);
    if (name == NULL) {
        free(target);
        return NULL;
    }
    return strcat(name, part_suffix);
}

/* Says whether another file can take the place of what is there: a device or a folder must stay. */
static bool can_be_replaced(const char *path)
{
    struct stat there;
    return path != NULL && (stat(path, &there) != 0 || S_ISREG(there.st_mode));
}

/* Opens what lies beside a file: anew, or to append to what a run that goes on may write. */
static FILE *open_beside(const char *path, bool is_new)
{
    char *name = name_part(path);
    FILE *file = name == NULL ? NULL : disk_open(name, is_new);
    free(name);
    return file;
}

static void open_output(OutputFile *output)
{
    output->is_beside = output->is_beside && can_be_replaced(output->path);
    output->file = output->path == NULL ? stdout
                   : output->is_beside  ? open_beside(output->path, true)
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

/* Keeps the reason of the first failure in mind. */
static void note_success(OutputFile *output, bool is_good)
{
    if (!is_good && output->write_error == 0) {
        output->write_error = errno != 0 ? errno : EIO;
    }
}

void output_write_line(OutputFile *output, const char *line)
{
    output_write_bytes(output, line, strlen(line));
    output_write_bytes(output, "\n", 1);
}

void output_write_bytes(OutputFile *output, const void *bytes, size_t count)
{
    if (is_open(output)) {
        fwrite(bytes, 1, count, output->file); /* may count what was lost */
        note_success(output, !ferror(output->file));
    }
}

bool output_is_good(const OutputFile *output)
{
    return output->open_error == 0 && output->write_error == 0;
}

bool output_close(OutputFile *output)
{
    FILE *file = output->file;
    if (file != NULL) {
        note_success(output, fflush(file) == 0 && (!output->is_beside || disk_sync(file)));
        note_success(output, file == stdout || fclose(file) == 0);
        output->file = NULL;
    }
    errno = output->open_error != 0 ? output->open_error : output->write_error;
    return output_is_good(output);
}

bool output_complete(const OutputFile *output)
{
    if (output->path == NULL || !output->is_beside) {
        return true;
    }
    char *name = name_part(output->path), *target = disk_follow(output->path);
    bool is_done = name != NULL && target != NULL && disk_replace(name, target);
    free(name);
    free(target);
    return is_done;
}

/* Removes what lies beside a file, and leaves errno. */
static void remove_part(const char *path)
{
    int error = errno;
    char *name = name_part(path);
    if (name != NULL) {
        remove(name);
    }
    free(name);
    errno = error;
}

bool file_write(const char *path, const FileText *text)
{
    OutputFile output = {.path = path, .is_beside = true};
    output_write_bytes(&output, text->text, text->length);
    bool is_done = output_close(&output) && output_complete(&output);
    if (!is_done && output.is_beside && output.open_error == 0) {
        remove_part(path);
    }
    return is_done;
}

/* The number of the process keeps it apart from what others have saved. */
bool file_rescue(const char *name, const FileText *text, char path[FILENAME_MAX])
{
    const char *const folders[] = {".", disk_temporary()};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        int length = snprintf(path, FILENAME_MAX, "%s/%s.%ld", folders[i], name, (long)getpid());
        if (length < FILENAME_MAX && file_write(path, text)) {
            return true;
        }
    }
    return false;
}

bool file_holds_something(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISREG(there.st_mode) && there.st_size > 0;
}

/* Says whether there is a file to write to, or none yet. */
static bool is_no_obstacle(const char *path)
{
    struct stat there;
    if (stat(path, &there) != 0) {
        return true;
    }
    bool is_folder = S_ISDIR(there.st_mode);
    errno = is_folder ? EISDIR : errno;
    return !is_folder && access(path, W_OK) == 0;
}

bool file_can_be_written(const char *path)
{
    if (!is_no_obstacle(path)) {
        return false;
    }
    if (!can_be_replaced(path)) {
        return true;
    }
    FILE *part = open_beside(path, false); /* what is there may be somebody's who writes just now */
    if (part == NULL) {
        return false;
    }
    bool is_new = fseek(part, 0, SEEK_END) == 0 && ftell(part) == 0;
    fclose(part);
    if (is_new) {
        remove_part(path);
    }
    return true;
}

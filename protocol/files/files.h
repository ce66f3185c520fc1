/* files - reading a text file as a whole, and writing one line by line or all at once.
 *
 * A person may name anything to read: a folder, a program, a device that never ends. So a file may
 * not have bytes that no text has, nor a line or a size that none of Tengen's files reaches.
 */
#ifndef TENGEN_PROTOCOL_FILES_FILES_H
#define TENGEN_PROTOCOL_FILES_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    FILE_LINE_MAX = 64 << 10,  /* bytes; the longest game has 11 kB, the longest duel 5 */
    FILE_SIZE_MAX = 256 << 20, /* bytes; half a million games */
    FILE_FAULT_MAX = 200,      /* bytes of a sentence about what is wrong, its end included */
};

/* How many bytes the mark takes that some editors put before a text (EF BB BF); 0: there is
 * none. */
size_t file_mark_length(const char *bytes, size_t count);

/* Reads a file to its end, as a text to be freed, without such a mark. NULL and a sentence if that
 * cannot be done; errno is ENOENT if there is no such file, and something else if there is. */
char *file_read(const char *path, char fault[FILE_FAULT_MAX]);

/* The same with a file of any bytes, of which there may be at most `most`. */
char *file_read_bytes(const char *path, size_t most, size_t *count, char fault[FILE_FAULT_MAX]);

/* Text, or bytes, that become a file when all of it is there. Begins as {0}; file_drop_text gives
 * its memory back. */
typedef struct {
    char *text; /* owned; NULL as long as it is empty */
    size_t length, room;
    bool failed; /* there was not enough memory: some of it is missing */
} FileText;

/* Appends bytes as they are. */
void file_add_bytes(FileText *text, const void *bytes, size_t count);

/* Writes the text as a file, in place of what was there: beside it, as OutputFile does, so that a
 * kill or a full disk leaves what was there. False, and errno, if that cannot be done. */
bool file_write(const char *path, const FileText *text);

/* Puts the text where it can be written, for it may have taken hours: into the present folder or
 * the temporary one, under a name that begins with this one. Stores the path. False, and errno, if
 * neither can be written. */
bool file_rescue(const char *name, const FileText *text, char path[FILENAME_MAX]);

/* Says whether there is a plain file that is not empty. */
bool file_holds_something(const char *path);

/* Says whether file_write could begin. Nothing changes. False, and errno, if not. */
bool file_can_be_written(const char *path);

/* Gives the memory back. */
void file_drop_text(FileText *text);

/* A file, or standard output, that grows by whole lines, or by bytes. It is opened for its first
 * line: where nothing is written, what the file held before stays. */
typedef struct {
    const char *path; /* NULL: standard output */
    bool is_beside;   /* it is written to "path.part", which output_complete renames; what is no
                         plain file is written itself */
    FILE *file;       /* NULL: not open */
    int open_error;   /* errno, if it could not be opened, else 0 */
    int write_error;  /* errno of what could not be written first, else 0 */
} OutputFile;

/* Writes a line, given without its end. */
void output_write_line(OutputFile *output, const char *line);

/* Writes bytes as they are. */
void output_write_bytes(OutputFile *output, const void *bytes, size_t count);

/* Says whether all lines so far have been taken. */
bool output_is_good(const OutputFile *output);

/* Writes out what is left, as far as the disk if it is written beside, and closes the file. False,
 * and errno, if some of it could not be written. */
bool output_close(OutputFile *output);

/* Puts what was written beside it and closed in place of what the file held before; nothing to do
 * for another. False, and errno, if it cannot be. */
bool output_complete(const OutputFile *output);

#endif

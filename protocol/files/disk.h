/* disk - what it takes to replace a file so that it is never half there.
 *
 * Systems differ here: disk_posix.c and disk_windows.c have it, and CMake takes the one that fits.
 */
#ifndef TENGEN_PROTOCOL_FILES_DISK_H
#define TENGEN_PROTOCOL_FILES_DISK_H

#include <stdbool.h>
#include <stdio.h>

/* The path itself or, if it is a link to a file, where that lies; to be freed. NULL if there is no
 * memory. */
char *disk_follow(const char *path);

/* Opens a file of one's own to write to. What has that name is removed first, if the file is to be
 * new; else it is appended to. A link of that name is never followed: it may lead to any file.
 * NULL, and errno, if that cannot be done. */
FILE *disk_open(const char *name, bool is_new);

/* Waits until the disk has what was written to the file and flushed. False, and errno, if the disk
 * does not take it. */
bool disk_sync(FILE *file);

/* Puts a file in place of what has that path, at once, and lets it inherit who may read it. False,
 * and errno, if that cannot be done; then both are as they were. */
bool disk_replace(const char *name, const char *path);

/* The folder for files that nobody misses. */
const char *disk_temporary(void);

#endif

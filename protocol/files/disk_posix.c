/* disk - replacing files on POSIX systems; see disk.h. */
#define _XOPEN_SOURCE 700
#include "files/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *disk_follow(const char *path)
{
    char *target = realpath(path, NULL);
    return target != NULL ? target : strdup(path);
}

FILE *disk_open(const char *name, bool is_new)
{
    enum {
        ALL_MAY = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH
    }; /* but for umask */
    if (is_new && unlink(name) != 0 && errno != ENOENT) {
        return NULL;
    }
    int flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (is_new ? O_EXCL : O_APPEND);
    int descriptor = open(name, flags, ALL_MAY);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, is_new ? "wb" : "ab");
    if (file == NULL && descriptor >= 0) {
        close(descriptor);
    }
    return file;
}

bool disk_sync(FILE *file)
{
    return fsync(fileno(file)) == 0;
}

/* Waits until the disk knows the names in the folder of the path. Some file systems cannot say so,
 * and then nothing is lost but the promise. */
static void sync_folder(const char *path)
{
    char *copy = strdup(path);
    int folder = copy == NULL ? -1 : open(dirname(copy), O_RDONLY | O_DIRECTORY);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
    free(copy);
}

bool disk_replace(const char *name, const char *path)
{
    struct stat before;
    if (stat(path, &before) == 0) {
        chmod(name, before.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO));
    }
    if (rename(name, path) != 0) {
        return false;
    }
    sync_folder(path);
    return true;
}

const char *disk_temporary(void)
{
    const char *folder = getenv("TMPDIR");
    return folder != NULL && *folder != '\0' ? folder : "/tmp";
}

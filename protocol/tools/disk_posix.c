/* disk - replacing files on POSIX systems; see disk.h. */
#define _XOPEN_SOURCE 700
#include "disk.h"

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

/* disk - replacing files on Windows; see disk.h. */
#include "files/disk.h"

#include <errno.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

char *disk_follow(const char *path)
{
    return _strdup(path);
}

FILE *disk_open(const char *name, bool is_new)
{
    if (is_new && remove(name) != 0 && errno != ENOENT) {
        return NULL;
    }
    return fopen(name, is_new ? "wb" : "ab"); /* who may make links there is an administrator */
}

bool disk_sync(FILE *file)
{
    return _commit(_fileno(file)) == 0;
}

bool disk_replace(const char *name, const char *path)
{
    if (MoveFileExA(name, path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        return true;
    }
    DWORD reason = GetLastError();
    bool is_held = reason == ERROR_ACCESS_DENIED || reason == ERROR_SHARING_VIOLATION;
    errno = is_held ? EACCES : EIO;
    return false;
}

const char *disk_temporary(void)
{
    const char *folder = getenv("TEMP");
    return folder != NULL && *folder != '\0' ? folder : ".";
}

/* wanted_pages - see wanted_pages.h. */
#include "wanted_pages.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_BYTES = 4096 + 256 }; /* a mapping's line ends in a path */

/* Reads on to the mapping in which the address lies; false if there is none. A mapping begins with
 * its range in hexadecimal, "7f30-7f38", which no other line does. */
static bool find_mapping(FILE *maps, uintptr_t address)
{
    char line[LINE_MAX_BYTES];
    while (fgets(line, sizeof line, maps) != NULL) {
        uintptr_t begin, end;
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2 && begin <= address &&
            address < end) {
            return true;
        }
    }
    return false;
}

/* Reads the flags of the mapping. */
static WantedPages read_flags(FILE *maps)
{
    char line[LINE_MAX_BYTES];
    while (fgets(line, sizeof line, maps) != NULL) {
        if (strncmp(line, "VmFlags:", 8) == 0) {
            return strstr(line, " hg") != NULL   ? PAGES_LARGE
                   : strstr(line, " nh") != NULL ? PAGES_SMALL
                                                 : PAGES_DEFAULT;
        }
    }
    return PAGES_UNKNOWN;
}

static bool can_be_read(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

WantedPages wanted_pages(const void *pages)
{
    FILE *maps = fopen("/proc/self/smaps", "r");
    WantedPages wanted = PAGES_UNKNOWN;
    if (maps != NULL && can_be_read("/sys/kernel/mm/transparent_hugepage/enabled")) {
        wanted = find_mapping(maps, (uintptr_t)pages) ? read_flags(maps) : PAGES_UNKNOWN;
    }
    if (maps != NULL) {
        fclose(maps);
    }
    return wanted;
}

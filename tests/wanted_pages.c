/* wished - see wished.h. */
#include "wished.h"

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

/* What the mapping's list of flags says. */
static Wished read_wish(FILE *maps)
{
    char line[LINE_MAX_BYTES];
    while (fgets(line, sizeof line, maps) != NULL) {
        if (strncmp(line, "VmFlags:", 8) == 0) {
            return strstr(line, " hg") != NULL   ? WISHED_LARGE
                   : strstr(line, " nh") != NULL ? WISHED_SMALL
                                                 : WISHED_NOTHING;
        }
    }
    return WISHED_UNTOLD;
}

static bool can_be_read(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

Wished wished_for(const void *pages)
{
    FILE *maps = fopen("/proc/self/smaps", "r");
    Wished wish = WISHED_UNTOLD;
    if (maps != NULL && can_be_read("/sys/kernel/mm/transparent_hugepage/enabled")) {
        wish = find_mapping(maps, (uintptr_t)pages) ? read_wish(maps) : WISHED_UNTOLD;
    }
    if (maps != NULL) {
        fclose(maps);
    }
    return wish;
}

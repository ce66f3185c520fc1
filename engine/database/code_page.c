/* code_page - what code pages are called; see code_page.h. */
#include "tengen/code_page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MOST = 65535 };

/* Says whether a word begins with another, in letters of any case; the other has small ones. */
static bool begins_with(const char *word, const char *other)
{
    while (*other != '\0' && tolower((unsigned char)*word) == *other) {
        word++;
        other++;
    }
    return *other == '\0';
}

int code_page_number(const char *name)
{
    static const struct {
        const char *name;
        int number;
    } names[] = {
        {"gbk", 936},      {"gb2312", 936},       {"gb18030", 54936}, {"shift_jis", 932},
        {"sjis", 932},     {"big5", 950},         {"euc-kr", 949},    {"koi8-r", 20866},
        {"latin1", 28591}, {"iso-8859-1", 28591}, {"utf-8", 65001},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (begins_with(name, names[i].name) && name[strlen(names[i].name)] == '\0') {
            return names[i].number;
        }
    }
    name += begins_with(name, "windows-") ? strlen("windows-")
            : begins_with(name, "cp")     ? strlen("cp")
                                          : 0;
    char *end;
    long number = isdigit((unsigned char)*name) ? strtol(name, &end, 10) : 0;
    return number > 0 && number <= NUMBER_MOST && *end == '\0' ? (int)number : 0;
}

/* code_page - conversions by the C library's iconv; see code_page.h. */
#include "tengen/code_page.h"

#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined __linux__ && defined __GLIBC__
#include <sys/auxv.h>
#endif

struct CodePage {
    iconv_t to_utf8, from_utf8;
};

#define NONE  ((iconv_t)-1)
#define UTF_8 65001

/* What iconv calls the code pages that have another name there than "CP" and the number. */
static const struct {
    int number;
    const char *name;
} names[] = {{54936, "GB18030"}, {20866, "KOI8-R"}, {28591, "ISO-8859-1"}, {UTF_8, "UTF-8"}};

static bool convert(iconv_t way, const char *from, size_t length, char *to, size_t room)
{
    char *in = (char *)from; /* iconv does not change it */
    size_t left = room - 1;
    iconv(way, NULL, NULL, NULL, NULL);
    bool is_whole = iconv(way, &in, &length, &to, &left) == 0;
    *to = '\0';
    return is_whole;
}

/* Says whether letters without accents have their usual bytes, as all of a file's own words have.
 * That leaves code pages of 16 bits aside, and those of other machines. */
static bool has_ascii(CodePage *page)
{
    char ascii[] = "\n\b !09@AZaz{|}~[\\]", read[sizeof ascii];
    return code_page_read(page, ascii, sizeof ascii - 1, read, sizeof read) &&
           strcmp(read, ascii) == 0;
}

/* glibc's converters, but that of UTF-8, are files of the system, and fit no other version of it. A
 * program that is linked statically has a glibc of its own, and would crash by them. No loader has
 * started such a program. */
static bool has_converter(int number)
{
#if defined __linux__ && defined __GLIBC__
    return number == UTF_8 || getauxval(AT_BASE) != 0;
#else
    return number != 0;
#endif
}

CodePage *code_page_open(int number)
{
    if (!has_converter(number)) {
        return NULL;
    }
    char name[16];
    snprintf(name, sizeof name, "CP%d", number);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].number == number) {
            snprintf(name, sizeof name, "%s", names[i].name);
        }
    }
    CodePage *page = malloc(sizeof *page);
    if (page != NULL) {
        *page = (CodePage){iconv_open("UTF-8", name), iconv_open(name, "UTF-8")};
        if (page->to_utf8 == NONE || page->from_utf8 == NONE || !has_ascii(page)) {
            code_page_close(page);
            page = NULL;
        }
    }
    return page;
}

void code_page_close(CodePage *page)
{
    if (page != NULL && page->to_utf8 != NONE) {
        iconv_close(page->to_utf8);
    }
    if (page != NULL && page->from_utf8 != NONE) {
        iconv_close(page->from_utf8);
    }
    free(page);
}

bool code_page_read(CodePage *page, const char *text, size_t length, char *utf8, size_t room)
{
    return convert(page->to_utf8, text, length, utf8, room);
}

bool code_page_write(CodePage *page, const char *utf8, size_t length, char *text, size_t room)
{
    return convert(page->from_utf8, utf8, length, text, room);
}

/* code_page - conversions by Windows, by way of its UTF-16; see code_page.h. */
#include "tengen/code_page.h"
#include "tengen/database.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

struct CodePage {
    UINT number;
    wchar_t wide[DATABASE_TEXT_MAX], back[DATABASE_TEXT_MAX];
};

/* Turns a text of one code page into another's. Windows puts question marks for letters that the
 * other lacks: then it does not come back the same. */
static bool convert(CodePage *page, UINT from, const char *text, size_t length, UINT to,
                    char *converted, size_t room)
{
    int count = length == 0 ? 0
                            : MultiByteToWideChar(from, MB_ERR_INVALID_CHARS, text, (int)length,
                                                  page->wide, DATABASE_TEXT_MAX);
    int bytes = count == 0 ? 0
                           : WideCharToMultiByte(to, 0, page->wide, count, converted, (int)room - 1,
                                                 NULL, NULL);
    int again = bytes == 0
                    ? 0
                    : MultiByteToWideChar(to, 0, converted, bytes, page->back, DATABASE_TEXT_MAX);
    converted[bytes] = '\0';
    return again == count && (length == 0 || count > 0) &&
           memcmp(page->wide, page->back, (size_t)count * sizeof *page->wide) == 0;
}

CodePage *code_page_open(int number)
{
    CodePage *page = IsValidCodePage((UINT)number) ? malloc(sizeof *page) : NULL;
    if (page != NULL) {
        page->number = (UINT)number;
    }
    return page;
}

void code_page_close(CodePage *page)
{
    free(page);
}

bool code_page_read(CodePage *page, const char *text, size_t length, char *utf8, size_t room)
{
    return convert(page, page->number, text, length, CP_UTF8, utf8, room);
}

bool code_page_write(CodePage *page, const char *utf8, size_t length, char *text, size_t room)
{
    return convert(page, CP_UTF8, utf8, length, page->number, text, room);
}

/* code_page - the letters of programs for Windows that are older than UTF-8.
 *
 * RenLib and Yixin write their texts in the code page of whoever used them, and do not tell which.
 * A code page has the number that Windows gives it. It is converted by the C library's iconv, or by
 * Windows.
 */
#ifndef TENGEN_CODE_PAGE_H
#define TENGEN_CODE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#define CODE_PAGE_LIST "gbk, shift_jis, big5, euc-kr, windows-1251, latin1, utf-8 or a number"

typedef struct CodePage CodePage;

/* The number of a code page that is called "gbk", "windows-936", "cp936" or "936", in letters of
 * any case; 0: nobody calls one so. */
int code_page_number(const char *name);

/* Makes ready to convert texts of that code page. NULL: this system does not know it, or there is
 * no memory. To be freed with code_page_close. */
CodePage *code_page_open(int number);

/* NULL is fine. */
void code_page_close(CodePage *page);

/* Turns a text, `length` bytes, into UTF-8 with a zero at its end, which takes less than `room`
 * bytes. False: it finds no room, or is no text of that code page. */
bool code_page_read(CodePage *page, const char *text, size_t length, char *utf8, size_t room);

/* The same the other way. */
bool code_page_write(CodePage *page, const char *utf8, size_t length, char *text, size_t room);

#endif

/* code_page - texts from Windows programs that are older than UTF-8.
 *
 * RenLib and Yixin write texts in the code page of the user's system, and do not say which one that
 * was. Code pages have the numbers that Windows gives them. The C library's iconv converts them, or
 * Windows does.
 */
#ifndef TENGEN_CODE_PAGE_H
#define TENGEN_CODE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#define CODE_PAGE_LIST "gbk, shift_jis, big5, euc-kr, windows-1251, latin1, utf-8 or a number"

typedef struct CodePage CodePage;

/* The number of a code page by its name, such as "gbk", "windows-936", "cp936" or "936", in upper
 * or lower case. 0 if no code page has that name. */
int code_page_number(const char *name);

/* Prepares to convert texts of that code page. NULL if this system does not know it, if there is no
 * memory, or if the program is linked statically with glibc, which knows UTF-8 alone. The caller
 * frees it with code_page_close. */
CodePage *code_page_open(int number);

/* NULL is fine. */
void code_page_close(CodePage *page);

/* Converts a text of `length` bytes to UTF-8 and ends it with a zero. False if the result does not
 * fit into `room` bytes, or if the text is not valid in that code page. */
bool code_page_read(CodePage *page, const char *text, size_t length, char *utf8, size_t room);

/* Converts UTF-8 to the code page, under the same conditions. */
bool code_page_write(CodePage *page, const char *utf8, size_t length, char *text, size_t room);

#endif

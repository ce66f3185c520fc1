/* letters - telling UTF-8 from others, and Latin-1; see letters.h. */
#include "database/letters.h"

#include <string.h>

enum {
    SEVEN_BITS = 0x7F,
    FIRST = 0xC0, /* the first byte of a letter of several, and the bits that tell */
    MORE = 0x80,  /* the others */
    SIX_BITS = 6, /* of the letter, that each of the others has */
    SIX_MASK = (1 << SIX_BITS) - 1,
    BACK_MAX = 2 * DATABASE_TEXT_MAX,
};

/* How many bytes a letter of UTF-8 has that begins there; 0: none begins. */
static size_t letter_bytes(const uint8_t *text, size_t left)
{
    static const uint8_t ends[] = {0x80, 0xC0, 0xE0, 0xF0, 0xF8}; /* of first bytes, by length */
    static const size_t lengths[] = {1, 0, 2, 3, 4, 0};
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* that need as many bytes */
    size_t kind = 0;
    while (kind < sizeof ends && text[0] >= ends[kind]) {
        kind++;
    }
    size_t bytes = lengths[kind] <= left ? lengths[kind] : 0;
    uint32_t letter = text[0] & (SEVEN_BITS >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & FIRST) != MORE) {
            return 0;
        }
        letter = letter << SIX_BITS | (text[i] & SIX_MASK);
    }
    bool is_half = letter >= 0xD800 && letter < 0xE000; /* of a pair of UTF-16 */
    return letter >= least[bytes] && letter <= 0x10FFFF && !is_half ? bytes : 0;
}

static bool is_utf8(const char *text, size_t length)
{
    size_t bytes = 1;
    for (size_t at = 0; at < length && bytes > 0; at += bytes) {
        bytes = letter_bytes((const uint8_t *)text + at, length - at);
    }
    return bytes > 0;
}

static bool copy(const char *from, size_t length, char *to, size_t room)
{
    length = length < room ? length : room - 1;
    memcpy(to, from, length);
    to[length] = '\0';
    return length + 1 <= room;
}

static bool read_latin(const char *raw, size_t length, char *text, size_t room)
{
    size_t count = 0, i = 0;
    for (; i < length && count + 2 < room; i++) {
        uint8_t letter = (uint8_t)raw[i];
        if (letter > SEVEN_BITS) {
            text[count++] = (char)(FIRST | letter >> SIX_BITS);
            letter = MORE | (letter & SIX_MASK);
        }
        text[count++] = (char)letter;
    }
    text[count] = '\0';
    return i == length;
}

bool letters_read(FormNotes *notes, const char *raw, size_t length, char *text, size_t room)
{
    bool is_plain = is_utf8(raw, length);
    FormNotes nobody = {0};
    notes = notes != NULL ? notes : &nobody;
    notes->are_foreign |= !is_plain;
    if (notes->code_page != NULL && notes->are_foreign &&
        code_page_read(notes->code_page, raw, length, text, room)) {
        return true;
    }
    if (is_plain) {
        return copy(raw, length, text, room);
    }
    form_warn(notes, "texts of no code page that was named were read as Latin-1 (see --code-page)");
    return read_latin(raw, length, text, room);
}

/* Writes a text of UTF-8 in Latin-1; false if that lacks one of its letters. */
static bool write_latin(const char *text, size_t length, char *raw)
{
    static const uint8_t last = 0xC3; /* the first byte of the last letters that Latin-1 has */
    for (size_t i = 0; i < length; i++) {
        uint8_t letter = (uint8_t)text[i];
        if (letter > last) {
            return false;
        }
        *raw++ =
            (char)(letter <= SEVEN_BITS ? letter : letter << SIX_BITS | (text[++i] & SIX_MASK));
    }
    *raw = '\0';
    return true;
}

/* Says whether the bytes are read as that text again. */
static bool is_read_as(CodePage *page, const char *raw, const char *text, size_t length)
{
    char back[BACK_MAX];
    FormNotes notes = {.code_page = page, .are_foreign = page != NULL};
    return letters_read(&notes, raw, strlen(raw), back, sizeof back) && strlen(back) == length &&
           memcmp(back, text, length) == 0;
}

size_t letters_write(CodePage *page, const char *text, size_t length, char *raw)
{
    bool is_written = page != NULL && code_page_write(page, text, length, raw, length + 1) &&
                      is_read_as(page, raw, text, length);
    is_written =
        is_written || (write_latin(text, length, raw) && is_read_as(page, raw, text, length));
    if (!is_written) {
        copy(text, length, raw, length + 1);
    }
    return strlen(raw);
}

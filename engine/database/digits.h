/* digits - reads a small number by hand.
 *
 * sscanf measures the whole rest of a text before it reads two digits. So the time for a file grows
 * with the square of its length. It also steps over ends of lines.
 */
#ifndef TENGEN_DATABASE_DIGITS_H
#define TENGEN_DATABASE_DIGITS_H

enum { DIGITS_MAX = 4 }; /* more than any coordinate or size has */

/* Reads a number of at most DIGITS_MAX digits and returns what follows them. NULL if no digit
 * stands there, or the text itself is NULL; then the number is 0. */
static inline const char *digits_read(const char *text, int *number)
{
    const char *at = text;
    *number = 0;
    while (at != NULL && at - text < DIGITS_MAX && *at >= '0' && *at <= '9') {
        *number = 10 * *number + (*at++ - '0');
    }
    return at != text ? at : NULL;
}

/* Steps over a byte; NULL if another stands there, or the text itself is NULL. */
static inline const char *digits_pass(const char *text, char byte)
{
    return text != NULL && *text == byte ? text + 1 : NULL;
}

#endif

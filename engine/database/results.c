/* results - reading and writing the line; see results.h. */
#include "database/results.h"

#include <stdio.h>
#include <string.h>

static const char first_word[] = "games: ";

enum { GAMES_MAX = 999999999 }; /* as many as nine digits count */

bool results_are(const char *line, size_t length)
{
    size_t first = sizeof first_word - 1;
    return length > first && memcmp(line, first_word, first) == 0;
}

void results_count(const char *comment, Colour winner, char counted[DATABASE_TEXT_MAX])
{
    int results[] = {[BLACK] = 0, [WHITE] = 0, [EMPTY] = 0};
    const char *line = comment;
    while (*line != '\0' && !results_are(line, strcspn(line, "\n"))) {
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (*line != '\0') {
        sscanf(line + sizeof first_word - 1, "%9d black, %9d white, %9d drawn", &results[BLACK],
               &results[WHITE], &results[EMPTY]);
    }
    results[winner] += results[winner] < GAMES_MAX;
    int length = snprintf(
        counted, DATABASE_TEXT_MAX, "%.*s%s%s%d black, %d white, %d drawn%s", (int)(line - comment),
        comment, line > comment && line[-1] != '\n' ? "\n" : "", first_word, results[BLACK],
        results[WHITE], results[EMPTY], line + strcspn(line, "\n"));
    if (length >= DATABASE_TEXT_MAX) {
        snprintf(counted, DATABASE_TEXT_MAX, "%s", comment);
    }
}

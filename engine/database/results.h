/* results - how games went on from a position: a line of its comment.
 *
 *   games: 12 black, 3 white, 1 drawn
 *
 * They are counted, and say nothing of who wins when both play well.
 */
#ifndef TENGEN_DATABASE_RESULTS_H
#define TENGEN_DATABASE_RESULTS_H

#include "tengen/database.h"

#include <stddef.h>

/* Says whether a line of a comment, which has that many bytes, tells results. */
bool results_are(const char *line, size_t length);

/* Copies a comment in which one game more is counted; EMPTY: nobody won it. Where the line finds no
 * room, the comment stays as it was. */
void results_count(const char *comment, Colour winner, char counted[DATABASE_TEXT_MAX]);

#endif

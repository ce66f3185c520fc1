/* consult - asking before a search what others know, and telling afterwards what it found.
 *
 * The positions after each move of the root are asked for and, where they are known, those a few
 * plies further on. A proven win is played without a search. What is forced, blocked, or lost by
 * somebody's word, decides which moves the root searches. All that is known of positions goes into
 * the transposition table, where the search finds it by itself: labels as values that settle a
 * node, other values as those of a search of their depth, and as ever none on the principal
 * variation. So no node asks anything, and a search without a source is as it was. Where a label or
 * value was told before and is so no longer, the table is forgotten (told.h).
 *
 * A label that nobody has proven is worth no more than the best estimate: no win or loss is ever
 * announced because of it.
 */
#ifndef TENGEN_SEARCH_CONSULT_H
#define TENGEN_SEARCH_CONSULT_H

#include "search/root.h"
#include "tengen/verdict.h"

/* The position as it is asked about. */
Diagram consult_diagram(const Position *position);

/* Where a known move is on the board of the position. */
Point consult_point(const Position *position, const KnownMove *move);

/* The time in which somebody may be asked, while a move waits. */
typedef struct {
    const Clock *clock;
    int64_t least_ms; /* that shall be left on it afterwards */
} ConsultTime;

/* A part of the time that is left. */
ConsultTime consult_time(const Clock *clock);

/* What is left of that, in milliseconds; negative when it is over. NULL, as no move waits: a
 * second. */
int64_t consult_left_ms(const ConsultTime *time);

/* Asks for the position after each legal move of the side to move, as far as the time allows
 * (NULL: no move waits). Stores those that are known, SIDE_MAX * SIDE_MAX at most, row by row, and
 * returns how many they are. */
int consult_moves(const VerdictSource *source, Position *position, const ConsultTime *time,
                  KnownMove known[]);

/* How far from the root positions are asked for. */
typedef enum { CONSULT_ROOT = 1, CONSULT_AHEAD = 3 } ConsultReach;

/* Asks the source about the position of the search. True if it knows a proven win: then the report
 * has it, and mate.h its note. The clock must have been started. */
bool consult_before(Search *search, const VerdictSource *source, const Limits *limits,
                    ConsultReach reach, Report *report);

/* Where nobody is to be asked any more: forgets what others said before, and what follows from
 * it. */
void consult_nobody(Search *search);

/* Tells the source what the search has proven or, if it was deep enough, found. Where moves were
 * left out, a loss is not one of the position, nor is the value. */
void consult_after(Search *search, const VerdictSource *source, const Report *report);

#endif

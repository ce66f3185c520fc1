/* counters - what the threads of a search do for each other, from the question to the answer.
 *
 * Lazy SMP works by what one thread leaves in the transposition table for another, which nothing
 * else shows. A build with the option COUNTERS writes lines to the standard error output after each
 * answer; in all others COUNT is nothing, and no number is kept:
 *
 *     threads 2 nodes 40000 permille 297
 *     thread 0 us begin 3 first 40 end 21020 joined 0 own 8003 91 … other 1204 310 … equal 402
 *     vote leader 7,6 elected 8,6 refuted 0
 *
 * A thread's times count from the question: when it began, looked into the table for the first
 * time, had its report, and was joined. `own` and `other` are the hits in the table on what it has
 * stored itself, and on what another one has: those that were deep enough, then those a quarter
 * ply too shallow, two quarters and so on. `equal`: how many of the others' were of the depth that
 * it was to search. Who has stored an entry is noted beside the table, for the last of the
 * positions that share a place, so that a few hits are nobody's. `refuted` is 1 if the leader has
 * shown that the elected move loses, and nobody that every move does.
 */
#ifndef TENGEN_SEARCH_COUNTERS_H
#define TENGEN_SEARCH_COUNTERS_H

#ifdef COUNTERS

#include "search/root.h"

#define COUNT(call) call

typedef enum { MARK_BEGIN, MARK_FIRST, MARK_END, MARK_JOINED, MARKS } CounterMark;

/* Gives the leader counters, once, and begins to count a question that so many threads search. */
void counters_begin(Search *lead, int threads);

/* Makes a thread count by the leader's counters. */
void counters_share(Search *helper, const Search *lead, int thread);

/* Notes the time of an event. */
void counters_mark(Search *search, CounterMark mark);

/* Counts what a search to that depth found in the table. */
void counters_probe(Search *search, int depth, const TtEntry *entry);

/* Notes that the thread has stored the position. */
void counters_store(Search *search);

/* Notes that the leader has its report. */
void counters_led(Search *lead, const Report *report);

/* Writes the lines about a question with that answer, once all threads are joined. */
void counters_tell(const Search *lead, const Report *answer);

/* Frees the counters. */
void counters_free(Search *lead);

#else

#define COUNT(call) ((void)0)

#endif

#endif

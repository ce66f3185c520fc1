/* manners - the judge of what the session says and does.
 *
 * A fuzzer finds crashes by itself, and nothing else: what is wrong without a crash must be told to
 * it. The judge hears every line that goes out, and stands between the session and its commands,
 * and between the commands and the engine (the linker's --wrap puts it there), to demand
 *
 *   - lines of visible ASCII, and of bytes that came in, as in a file's name, that begin with a
 *     word of the protocol or are moves
 *   - moves inside the board, on points that were empty, not forbidden while any legal one is left
 *   - one answer to each question, silence from INFO, at most one line of result from any command
 *   - a game that stays as it was when the word is ERROR or UNKNOWN (a refused START takes it away)
 *   - an engine that nobody touches while it thinks
 */
#ifndef TENGEN_FUZZ_MANNERS_H
#define TENGEN_FUZZ_MANNERS_H

#include <stdbool.h>

/* Aborts with these words, which name what was broken, unless the condition holds. */
void demand(bool holds, const char *words);

/* Judges a line that the session says; a remark is for people, and no result of anything. */
void manners_hear(const char *line, bool is_remark);

/* Forgets everything heard, before a new session. */
void manners_begin(void);

/* Judges what can only be known when a session has ended. */
void manners_end(void);

#endif

/* lines_memory - the streams of protocol/lines/lines.h, played over bytes in memory.
 *
 * The session under the fuzzer asks for lines and says lines as ever, but its input is a block of
 * bytes, its output goes to the judge of manners.h, and the order in which lines and answers come
 * is decided by the bytes instead of by two threads, so that the same bytes always do the same:
 *
 *   - an answer comes before the next line; each blank at the end of the line handed out last lets
 *     one more line (or the end of the input) come before it, as if the engine were slow
 *   - a tab as the very first byte means a person at a terminal, whose Ctrl-C is a line of its own
 *   - a tab as the very last byte means a manager that is gone at the end of its input
 *
 * Waiting for what can never come is a hang and aborts.
 */
#ifndef TENGEN_FUZZ_LINES_MEMORY_H
#define TENGEN_FUZZ_LINES_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the next inbox_open will read. The bytes are borrowed until inbox_close. */
void lines_memory_feed(const uint8_t *bytes, size_t size);

/* Says whether the byte is among those that were fed: a line may repeat it then, in a file's
 * name. */
bool lines_memory_was_fed(char byte);

/* Says whether the engine has posted an answer that the session has not taken yet: as far as the
 * session can know, the engine still thinks. */
bool lines_memory_answer_is_due(void);

#endif

/* streams - the bytes of standard input and output, and the terminal that they may be.
 *
 * What differs between systems is here: streams_linux.c has it for Linux, streams_windows.c for
 * Windows, streams_web.c for a web page, and CMake takes the one that fits.
 */
#ifndef TENGEN_PROTOCOL_LINES_STREAMS_H
#define TENGEN_PROTOCOL_LINES_STREAMS_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the program's streams carry bytes as they are, whatever the system would like to make of
 * them; streams that are closed stay out of the way of files that are opened. To be called before
 * anything is read or written. */
void streams_prepare(void);

/* Gets bytes as they arrive; 0 of them: no more will come. */
typedef void (*StreamTaker)(void *context, const char *bytes, size_t count);

/* Where bytes come by themselves, as in a web page: has them handed over from now on, and says
 * true. False where they are waited for, by streams_read. */
bool streams_hand_over(StreamTaker take, void *context);

/* Waits for bytes of standard input and takes at most `room` of them; 0 when no more will come. */
size_t streams_read(char *bytes, size_t room);

/* Writes bytes to standard output, in one go where the system can. From any thread. */
void streams_write(const char *bytes, size_t count);

/* Says whether bytes of streams_write were lost, for a full disk or a pipe without a reader. */
bool streams_has_lost(void);

/* Says whether a person sits at both ends. */
bool streams_is_terminal(void);

/* Says whether a person types the input, wherever the output goes. */
bool streams_is_typed(void);

/* Clears the person's screen; false if it cannot be cleared. */
bool streams_clear_screen(void);

/* Says whether anybody may still read what is written. */
bool streams_has_listener(void);

/* Lets the person at the terminal type a line, as comfortably as the system allows. NULL at the end
 * of the input; the caller frees it. */
char *streams_edit_line(const char *prompt);

/* Calls `on_interrupt` whenever the person presses Ctrl-C, from a thread of its own, instead of
 * ending the program. There can be only one. False if the system does not allow it. To be called
 * before there are other threads. */
bool streams_catch_interrupts(void (*on_interrupt)(void *context), void *context);

#endif

/* parameters - the numbers of parameter_rows.h, as constants or as settings.
 *
 * Tournaments are played with constants, which cost nothing. A build with the option TUNING turns
 * them into settings. Every thread has its own, so that two sides with different parameters can
 * meet in one process, and many such games can run at the same time. A thread begins with what the
 * environment says, TENGEN_PARAMETERS="NAME=VALUE,...", and the values of the rows for the rest.
 */
#ifndef TENGEN_SEARCH_PARAMETERS_H
#define TENGEN_SEARCH_PARAMETERS_H

#include <stdbool.h>

/* Bytes of all of them as NAME=VALUE,..., the end included. */
enum {
    PARAMETERS_TEXT_MAX = sizeof(""
#define ROW(name, value, least, most) "," #name "=99999"
#include "search/parameter_rows.h"
                                 )
};

/* A value for each of them. */
typedef struct {
#define ROW(name, value, least, most) int name;
#include "search/parameter_rows.h"
} Parameters;

#ifdef TUNING
extern _Thread_local const Parameters *parameters_now;
#define PARAMETER(name) parameters_now->name
#else
enum {
#define ROW(name, value, least, most) PARAMETER_##name = (value),
#include "search/parameter_rows.h"
};
#define PARAMETER(name) PARAMETER_##name
#endif

/* Says whether this build has settings. Without, parameters_use has no effect. */
bool parameters_are_settings(void);

/* Lists them, one a line: name, value at the start, least and most. */
void parameters_list(void (*line)(void *context, const char *text), void *context);

/* Writes those whose value at the start differs from the sources, as "NAME=VALUE,..."; "-" if there
 * is none. */
void parameters_write_set(char text[PARAMETERS_TEXT_MAX]);

/* Sets the parameters to their values at the start, changed by the next word of the text:
 * "NAME=VALUE,...", or "-" for no change. Returns the rest of the text; NULL if there is no such
 * parameter, or the value is out of its range. */
const char *parameters_read(Parameters *parameters, const char *text);

/* Makes this thread search with these parameters from now on; borrowed. NULL: the values at the
 * start. */
void parameters_use(const Parameters *parameters);

#endif

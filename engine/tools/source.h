/* source - what was learnt, as C source that engine/eval is built from.
 *
 * One file for each rule, to be read by people too: each row of numbers belongs to the one or two
 * strongest shapes named in front of it.
 */
#ifndef TENGEN_TOOLS_SOURCE_H
#define TENGEN_TOOLS_SOURCE_H

#include "board/worth.h"
#include "eval/learnt.h"

/* Hears the next line of the source, without its end. */
typedef void SourceLine(void *context, const char *line);

/* Writes the source of a table called learnt_<name>. The comment, of several lines, tells how it was
 * made. */
void source_write(const Learnt *learnt, const WorthTable *worths, const char *name,
                  const char *comment, SourceLine *line, void *context);

#endif

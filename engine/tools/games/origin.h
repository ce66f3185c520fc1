/* origin - what made a file: every file that a tool writes names it, so that it can be made again.
 *
 *   evaluation base parameters - engine 1.0.0-91f0c3d2a4b5e697
 *
 * stands in the first line of the file: the evaluation; the search parameters that were set
 * otherwise than in the sources (NAME=VALUE,... as in TENGEN_PARAMETERS; "-": none); and the
 * engine's version with a hash of its sources, the embedded weights included. The build computes
 * the hash from the files that it compiles and embeds. In a checkout, the same comes from
 *
 *   git ls-files engine | grep -E '[.]([chS]|bin)$' | LC_ALL=C sort |
 *       xargs sha256sum | sha256sum | cut -c -16
 *
 * so the commit of a file is the one for which it matches; scripts/commit finds it. The commit and
 * the time of the build do not stand there: the same sources write the same files.
 */
#ifndef TENGEN_TOOLS_GAMES_ORIGIN_H
#define TENGEN_TOOLS_GAMES_ORIGIN_H

#include "eval/eval.h"
#include "search/parameters.h"

/* Bytes, even if every parameter is set; the end included. */
enum { ORIGIN_TEXT_MAX = PARAMETERS_TEXT_MAX + 200 };

/* The engine's version and the hash of its sources, as above. */
extern const char origin_engine[];

/* Writes these words for the running program, a blank in front of each. */
void origin_write(Evaluation evaluation, char text[ORIGIN_TEXT_MAX]);

/* Reads such words and returns what follows them; NULL if others stand there. They consist of
 * characters that can be quoted in a C comment. */
const char *origin_read(const char *text);

#endif

/* pattern_tables - the rows of a pattern network (pattern_net.h), laid out for looking them up.
 *
 * The file has one row for both readings of a line, and one network for both colours where the rule
 * is colour-blind. Here every key of a line has a row of its own, and what black's and white's view
 * add stands side by side: so one look-up serves both views, and no key is mirrored or has its
 * colours exchanged while a game is searched. Lines without stones and bare point patterns are
 * zeros whatever the file says.
 */
#ifndef TENGEN_EVAL_PATTERN_TABLES_H
#define TENGEN_EVAL_PATTERN_TABLES_H

#include "board/position.h"
#include "eval/pattern_net.h"
#include "port/cpu.h"

#include <stdbool.h>
#include <stdint.h>

/* A row of both views, black's first. */
typedef int8_t PatternRow[PATTERN_INPUTS];

typedef struct {
    _Alignas(CACHE_LINE) PatternRow line[PATTERN_KEYS]; /* a row is half a cache line */
    PatternRow point_pattern[COLOURS][POINT_PATTERNS];  /* by the colour whose shapes they are */
    bool has_fifth;                 /* the keys of the game's lines reach five points */
    const PatternNet *net[COLOURS]; /* borrowed */
} PatternTables;

/* Says whether the network can read the lines of such shapes: they must reach as far as
 * patterns. */
bool pattern_tables_fit(const ShapeTable *shapes);

/* Fills the tables for lines of such shapes; the networks, one for each colour, have to stay. */
void pattern_tables_fill(PatternTables *tables, const ShapeTable *shapes,
                         const PatternNet *const net[COLOURS]);

#endif

/* weights - files of learnt numbers, and those that are embedded in the program.
 *
 * What was learnt for a rule is one binary file in engine/eval/weights/, written by `pbrain-tengen
 * train` and embedded as it is (weights.S). It is used in place: nothing is copied or converted,
 * and all engines of a process share it. Its parts, little-endian, each beginning at a multiple of
 * WEIGHTS_ALIGNMENT bytes, with zeros between them:
 *
 *   header      WeightsHeader: what it is, for which rule, how large, and a checksum of the rest
 *   provenance  text: how the numbers came about, in lines for a person; it ends with a zero
 *   numbers     for black and for white, or once for both where the rule is colour-blind: a
 *               LearntColour and, after it, a PatternNet
 *
 * `pbrain-tengen weights` shows one to a person. Another network is another architecture number.
 */
#ifndef TENGEN_EVAL_WEIGHTS_H
#define TENGEN_EVAL_WEIGHTS_H

#include "eval/learnt.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WEIGHTS_VERSION = 2,      /* of the file */
    WEIGHTS_ARCHITECTURE = 3, /* of PatternNet */
    WEIGHTS_ALIGNMENT = 64,   /* a line of the cache, and the widest register */
    WEIGHTS_PROVENANCE_AT = 64,
};

#define WEIGHTS_MAGIC "tengen\nw" /* not terminated; the line end tells of damage by text tools */

typedef struct {
    char magic[8];
    uint32_t version, architecture;
    uint32_t rule, win_length; /* the rule by its number in the protocol */
    uint32_t colours;          /* tables: 1 for both colours, or 2 */
    uint32_t provenance_bytes; /* without the zero at its end */
    uint32_t numbers_at;       /* offset of the first table */
    uint32_t colour_bytes;     /* of a table, all that is learnt for a colour; the next one begins
                                  at the next aligned offset */
    uint64_t bytes;            /* of the file */
    uint64_t checksum;         /* weights_checksum of it */
} WeightsHeader;

/* A file that has been checked. All pointers lead into it. */
typedef struct {
    const WeightsHeader *header;
    const char *provenance;
    Learnt learnt;
} Weights;

/* Checks a file of that many bytes, which begins at a multiple of 8 and must stay. NULL if it can
 * be used; or a sentence why not, and then `weights` is as it was. */
const char *weights_open(Weights *weights, const void *file, size_t bytes);

/* The weights that are embedded for a rule; false: nothing was learnt for it. */
bool weights_embedded(Weights *weights, Rule rule);

/* The header of a file with a provenance of that length, for a rule and win_length, with as many
 * tables as the rule needs; its checksum is missing. */
WeightsHeader weights_header(Rule rule, int win_length, size_t provenance_bytes);

/* Where the LearntColour of a colour begins in a file with that header. */
size_t weights_colour_at(const WeightsHeader *header, int colour);

/* Where its PatternNet begins. */
size_t weights_pattern_at(const WeightsHeader *header, int colour);

/* The checksum of a file: FNV-1a (64 bits) over all its bytes but those of the checksum. */
uint64_t weights_checksum(const void *file, size_t bytes);

#endif

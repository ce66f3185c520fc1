/* proof_body - the bytes of a proof: numbers, kinds of nodes, and how points are numbered.
 *
 * scripts/proofs/README.md has the format. A node of the attacker is a kind and what the kind
 * needs; a node of the defender is a flag, the branch in which he passes if the flag says so, and
 * his explicit answers in the order of their numbers.
 */
#ifndef TENGEN_TOOLS_PROVE_PROOF_BODY_H
#define TENGEN_TOOLS_PROVE_PROOF_BODY_H

#include "board/geometry.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kinds of nodes of the attacker. */
enum {
    PROOF_FIVE,  /* a point: the row that wins */
    PROOF_MOVE,  /* a point, and a node of the defender */
    PROOF_LEMMA, /* the same, and others refer to it */
    PROOF_SAME,  /* the number of a lemma: the position is the same */
};

enum {
    PROOF_HEADER_MAX = 16 << 10, /* the most of a proof file that is no body, and of its lines */
    PROOF_DEPTH_MAX = 2 * SIDE_MAX * SIDE_MAX, /* nodes of the attacker in a line, with passes */
};

/* Bytes that grow. Begins as {0}. */
typedef struct {
    uint8_t *bytes; /* owned */
    int64_t count, room;
    bool failed; /* there was not enough memory: some are missing */
} ProofBytes;

/* Appends a number: seven bits a byte, the low ones first. */
void proof_add_number(ProofBytes *bytes, uint64_t number);

/* Appends bytes as they are. */
void proof_add_bytes(ProofBytes *bytes, const void *more, int64_t count);

/* Frees what it owns, and empties it. */
void proof_drop_bytes(ProofBytes *bytes);

/* Bytes being read. */
typedef struct {
    const uint8_t *at, *end;
    bool failed; /* there were too few, or a number too long */
} ProofReader;

/* A reader of bytes, which must stay as they are. */
static inline ProofReader proof_reader_of(const ProofBytes *bytes)
{
    const uint8_t *end = bytes->count > 0 ? bytes->bytes + bytes->count : bytes->bytes;
    return (ProofReader){bytes->bytes, end, false};
}

/* Reads a number; 0 if there is none, and then the reader has failed. */
uint64_t proof_read_number(ProofReader *reader);

/* The number of a point: row by row, from 0. */
static inline unsigned proof_number_of(const Geometry *geometry, Point point)
{
    return (unsigned)(geometry_y(geometry, point) * geometry->width + geometry_x(geometry, point));
}

/* The point of that number, or POINT_NONE if the board has no such point. */
static inline Point proof_point_of(const Geometry *geometry, uint64_t number)
{
    uint64_t width = (uint64_t)geometry->width;
    return number < width * (uint64_t)geometry->height
               ? geometry_point(geometry, (int)(number % width), (int)(number / width))
               : POINT_NONE;
}

#endif

/* explorer - what Tengen has found out about the first moves, for people to look at.
 *
 * Nobody plays from it. It has the positions of small opening books that scripts/explorer grew by
 * searches of fixed nodes, one book for each of some games, all in one file. So it can say of each
 * move that is played there what it is worth, whether a proof decides it, and its share: how much
 * of the analysis behind the position went into this move. The books grow where play is best, so a
 * large share belongs to a move that stayed good however often it was looked at.
 *
 * Positions that a rotation or reflection makes the same are there once. A move is known if the
 * position after it is. Moves that lead to the same one have their share together.
 *
 * The file, little-endian, is an ExplorerHeader; its games, an ExplorerGame each; and the entries
 * of the games in the same order. An entry is a number of 64 bits, in ascending order:
 *
 *   bits 27 to 63   of the position's key (book_key)
 *   bits 14 to 26   its value to the side to move, plus EXPLORER_VALUE_MAX
 *   bits  6 to 13   of a proven result, how many moves of both sides it takes at most: an odd
 *                   number is a win of the side to move, an even one a loss. 0: nothing is proven
 *   bits  0 to  5   0: the position was not analysed. Else 1 more than four times the logarithm to
 *                   base 2 of how many positions were, it and those that come from it
 */
#ifndef TENGEN_BOOK_EXPLORER_H
#define TENGEN_BOOK_EXPLORER_H

#include "board/position.h"
#include "tengen/verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    EXPLORER_VERSION = 1,
    EXPLORER_VALUE_MAX = 4095, /* beyond any chance that people tell from certainty */
    EXPLORER_PLIES_MAX = 255,
    EXPLORER_PLIES_SHIFT = 6,
    EXPLORER_VALUE_SHIFT = 14,
    EXPLORER_KEY_SHIFT = 27,
};

#define EXPLORER_MAGIC "tengen\ne" /* not terminated; the line end tells of damage by text tools */

typedef struct {
    char magic[8];
    uint32_t version;
    uint32_t games;
    uint64_t checksum; /* FNV-1a of all that follows it */
} ExplorerHeader;

typedef struct {
    uint32_t rule, width, height, win_length; /* the rule by its number in the protocol */
    uint32_t entries;
    uint32_t reserved; /* 0 */
} ExplorerGame;

/* The entries of one game; they lie in the file. */
typedef struct {
    const uint64_t *entries;
    uint32_t count;
} Explorer;

/* Finds the entries of a game in a file of that many bytes, which begins at a multiple of eight
 * bytes and must stay. NULL if they are there; or a sentence why not. */
const char *explorer_open(Explorer *explorer, const void *file, size_t bytes, const Game *game);

/* The same of the file that is embedded. In a web page there is none before the page has fetched
 * it. */
const char *explorer_embedded(Explorer *explorer, const Game *game);

/* Adds what is known of the moves of the position to the `count` moves that are in `known`, and
 * returns how many they are then: a move that is there already gets a share, and a value if it has
 * none. There must be room for SIDE_MAX * SIDE_MAX. The position is played on, and comes back. */
int explorer_add_moves(const Explorer *explorer, Position *position, KnownMove known[], int count);

#endif

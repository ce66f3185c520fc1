/* book - positions of complete proofs, each with the move that wins.
 *
 * Where a whole game is proven to be won (tools/prove/prove.h), nobody needs the proof to play it:
 * most of its positions are won by threats, which the solver finds in no time. A book has the
 * others, some ten thousands of a hundred million. It is made of files that scripts/verify has
 * checked (tools/prove/book_make.h) and embedded in the program.
 *
 * Positions that a rotation or reflection makes the same are there once. A proof also has positions
 * in which the defender passed, for all his moves that change nothing. To find the position on the
 * board among them, such stones have to be left out; book_answer.h does that.
 *
 * The file, little-endian, is a BookHeader; the origin, a text that ends with a zero; and, from the
 * next multiple of eight bytes on, the entries, each a number of 64 bits, in ascending order:
 *
 *   bits 18 to 63   of the position's key (book_key)
 *   bits  8 to 17   the winning move, y * width + x, in the image of the position that has the key
 *   bits  0 to  7   how many moves of both sides the win takes at most; 255: that many or more
 */
#ifndef TENGEN_BOOK_BOOK_H
#define TENGEN_BOOK_BOOK_H

#include "board/position.h"
#include "tengen/verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BOOK_VERSION = 1,
    BOOK_PLIES_MAX = 255,
    BOOK_MOVE_SHIFT = 8,
    BOOK_KEY_SHIFT = 18,
    BOOK_ALIGNMENT = 8,
};

#define BOOK_MAGIC "tengen\nb" /* not terminated; the line end tells of damage by text tools */

typedef struct {
    char magic[8];
    uint32_t version;
    uint32_t rule, width, height, win_length; /* the rule by its number in the protocol */
    uint32_t attacker;                        /* who wins: 0 black, 1 white */
    uint32_t nodes; /* with which the solver wins the positions that are not here */
    uint32_t entries;
    uint32_t origin_bytes; /* without the zero at its end */
    uint32_t reserved;     /* 0 */
    uint64_t checksum;     /* book_checksum of the file */
} BookHeader;

/* A file that has been checked. All pointers lead into it. */
typedef struct {
    const BookHeader *header;
    const char *origin;
    const uint64_t *entries;
} Book;

/* What a book says of a position. */
typedef struct {
    Point move;
    int plies; /* moves of both sides that the win takes at most; BOOK_PLIES_MAX: or more */
} BookMove;

/* Checks a file of that many bytes, which begins at a multiple of BOOK_ALIGNMENT and must stay.
 * NULL if it can be used; or a sentence why not, and then `book` is as it was. */
const char *book_open(Book *book, const void *file, size_t bytes);

/* The book that is embedded for a game; false: there is none. */
bool book_embedded(Book *book, const Game *game);

/* Looks the position up, in which the attacker is to move. False: the book has no move for it. */
bool book_find(const Book *book, const Position *position, BookMove *found);

/* What the book knows of the moves of the position, whoever is to move. Stores those, row by row,
 * SIDE_MAX * SIDE_MAX at most, and returns how many they are. */
int book_known_moves(const Book *book, Position *position, KnownMove known[]);

/* The key of a position, whoever is to move, and the symmetry that leads to the image with that
 * key: of all images the one with the smallest. */
uint64_t book_key(const Board *board, int *symmetry);

/* The entry for the position of the board, in which that move wins within `plies` plies. */
uint64_t book_entry(const Board *board, Point move, int plies);

/* Where the entries begin after an origin of that many bytes. */
size_t book_entries_at(uint32_t origin_bytes);

/* The checksum of a file: FNV-1a (64 bits) over all its bytes but those of the checksum. */
uint64_t book_checksum(const void *file, size_t bytes);

#endif

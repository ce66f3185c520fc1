/* book - keys, finding, and checking a file before it is used; see book.h. */
#include "book/book.h"

#include "port/fnv.h"
#include "port/random.h"

#include <assert.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "books are used in place, and they are little-endian"
#endif

enum {
    CELLS = SIDE_MAX * SIDE_MAX,
    MOVE_MASK = (1 << (BOOK_KEY_SHIFT - BOOK_MOVE_SHIFT)) - 1,
    PLIES_MASK = (1 << BOOK_MOVE_SHIFT) - 1,
};

_Static_assert(CELLS <= MOVE_MASK + 1, "every point has a number");
_Static_assert(sizeof(BookHeader) == 56, "the header has no padding");

/* --- keys --- */

/* What a stone adds to the key of an image. */
static uint64_t stone_key(const Geometry *geometry, Stone stone, int symmetry)
{
    Coordinates at =
        geometry_image(geometry, geometry_coordinates(geometry, stone.point), symmetry);
    unsigned number = (unsigned)(at.y * geometry->width + at.x);
    return random_mix(number * (unsigned)COLOURS + stone.colour);
}

static uint64_t image_key(const Board *board, int symmetry)
{
    uint64_t key = 0;
    for (int i = 0; i < board->count; i++) {
        key ^= stone_key(&board->geometry, board->moves[i], symmetry);
    }
    return key;
}

uint64_t book_key(const Board *board, int *symmetry)
{
    uint64_t smallest = image_key(board, 0);
    *symmetry = 0;
    for (int i = 1; i < geometry_symmetries(&board->geometry); i++) {
        uint64_t key = image_key(board, i);
        if (key < smallest) {
            smallest = key;
            *symmetry = i;
        }
    }
    return smallest;
}

/* --- entries --- */

uint64_t book_entry(const Board *board, Point move, int plies)
{
    const Geometry *geometry = &board->geometry;
    int symmetry;
    uint64_t key = book_key(board, &symmetry);
    Coordinates at = geometry_image(geometry, geometry_coordinates(geometry, move), symmetry);
    uint64_t number = (uint64_t)(at.y * geometry->width + at.x);
    uint64_t most = plies < BOOK_PLIES_MAX ? (uint64_t)plies : BOOK_PLIES_MAX;
    return key >> BOOK_KEY_SHIFT << BOOK_KEY_SHIFT | number << BOOK_MOVE_SHIFT | most;
}

/* The entry of a key; 0 if there is none. */
static uint64_t entry_of(const Book *book, uint64_t key)
{
    uint64_t wanted = key >> BOOK_KEY_SHIFT;
    uint32_t low = 0, high = book->header->entries;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (book->entries[middle] >> BOOK_KEY_SHIFT < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool is_there = low < book->header->entries && book->entries[low] >> BOOK_KEY_SHIFT == wanted;
    return is_there ? book->entries[low] : 0;
}

bool book_find(const Book *book, const Position *position, BookMove *found)
{
    const Board *board = &position->board;
    const Geometry *geometry = &board->geometry;
    bool has_walls = board->empty + board->count != geometry->width * geometry->height;
    if (has_walls || board->side != (int)book->header->attacker) {
        return false;
    }
    int symmetry;
    uint64_t entry = entry_of(book, book_key(board, &symmetry));
    int number = (int)(entry >> BOOK_MOVE_SHIFT) & MOVE_MASK;
    Coordinates in_image = {number % geometry->width, number / geometry->width};
    Coordinates at = geometry_image(geometry, in_image, geometry_inverse(symmetry));
    found->move = geometry_point(geometry, at.x, at.y);
    found->plies = (int)(entry & PLIES_MASK);
    return entry != 0 && board->at[found->move] == EMPTY;
}

/* The attacker is to move: at most one move is in the book. */
static int attacker_move(const Book *book, const Position *position, KnownMove *known)
{
    BookMove found;
    if (!book_find(book, position, &found)) {
        return 0;
    }
    *known = (KnownMove){
        .point = geometry_coordinates(&position->board.geometry, found.move),
        .source = KNOWN_BY_BOOK,
        .after = {.label = VERDICT_LOSS, .plies = found.plies - 1},
    };
    return 1;
}

int book_known_moves(const Book *book, Position *position, KnownMove known[])
{
    const Board *board = &position->board;
    if (board->side == (int)book->header->attacker) {
        return attacker_move(book, position, known);
    }
    int count = 0;
    for (int i = 0; i < board->geometry.width * board->geometry.height; i++) {
        Coordinates at = {i % board->geometry.width, i / board->geometry.width};
        Point move = geometry_point(&board->geometry, at.x, at.y);
        BookMove found;
        if (board->at[move] == EMPTY && !position_forbids(position, move)) {
            position_play(position, move, board->side);
            if (book_find(book, position, &found)) {
                Verdict after = {.label = VERDICT_WIN, .plies = found.plies};
                known[count++] = (KnownMove){.point = at, .source = KNOWN_BY_BOOK, .after = after};
            }
            position_undo(position);
        }
    }
    return count;
}

/* --- checking --- */

size_t book_entries_at(uint32_t origin_bytes)
{
    size_t end = sizeof(BookHeader) + origin_bytes + 1;
    return (end + BOOK_ALIGNMENT - 1) / BOOK_ALIGNMENT * BOOK_ALIGNMENT;
}

uint64_t book_checksum(const void *file, size_t bytes)
{
    size_t before = offsetof(BookHeader, checksum), after = before + sizeof(uint64_t);
    uint64_t hash = fnv_hash(FNV_BASIS, file, before);
    return fnv_hash(hash, (const char *)file + after, bytes - after);
}

/* Says whether the header is that of a game. */
static bool is_of_game(const BookHeader *header)
{
    Rule rule;
    if (!rules_with_number(header->rule, &rule) || header->width > SIDE_MAX ||
        header->height > SIDE_MAX || header->win_length > WIN_LENGTH_MAX) {
        return false;
    }
    Game game = {rule, (int)header->width, (int)header->height, (int)header->win_length};
    return rules_fault(&game) == NULL && header->attacker < COLOURS && header->reserved == 0;
}

/* Says whether the entries are in order, each with a point of the board. */
static bool are_entries(const BookHeader *header, const uint64_t *entries)
{
    for (uint32_t i = 0; i < header->entries; i++) {
        uint32_t number = (uint32_t)(entries[i] >> BOOK_MOVE_SHIFT) & MOVE_MASK;
        bool is_next = i == 0 || entries[i - 1] >> BOOK_KEY_SHIFT < entries[i] >> BOOK_KEY_SHIFT;
        if (!is_next || number >= header->width * header->height || entries[i] == 0) {
            return false;
        }
    }
    return true;
}

const char *book_open(Book *book, const void *file, size_t bytes)
{
    const BookHeader *header = file;
    if (bytes < sizeof *header || memcmp(header->magic, BOOK_MAGIC, sizeof header->magic) != 0) {
        return "this is no book of Tengen's";
    }
    if (header->version != BOOK_VERSION) {
        return "the book has a format that this version does not know";
    }
    size_t at = book_entries_at(header->origin_bytes);
    if (at + header->entries * sizeof(uint64_t) != bytes) {
        return "the book is cut off, or something follows it";
    }
    if (header->checksum != book_checksum(file, bytes)) {
        return "the book was changed after it was written: its checksum is another";
    }
    const char *origin = (const char *)file + sizeof *header;
    const uint64_t *entries = (const void *)((const char *)file + at);
    if (!is_of_game(header) || !are_entries(header, entries) ||
        memchr(origin, '\0', header->origin_bytes + 1) != origin + header->origin_bytes) {
        return "the book contradicts itself";
    }
    *book = (Book){header, origin, entries};
    return NULL;
}

/* --- what is embedded --- */

/* The files in books/; see books.S. */
#define BOOKS(BOOK) BOOK(freestyle15) BOOK(standard15) BOOK(renju15)

#define DECLARE(name) extern const uint8_t book_##name##_begin[], book_##name##_end[];
BOOKS(DECLARE)

#define EMBEDDED(name) {book_##name##_begin, book_##name##_end},
static const struct {
    const uint8_t *begin, *end;
} embedded[] = {BOOKS(EMBEDDED)};

enum { EMBEDDED_COUNT = sizeof embedded / sizeof *embedded };

/* Says whether the book is of that game. */
static bool is_of(const BookHeader *header, const Game *game)
{
    return (int)header->rule == rules_number(game->rule) && (int)header->width == game->width &&
           (int)header->height == game->height && (int)header->win_length == game->win_length;
}

bool book_embedded(Book *book, const Game *game)
{
    for (int i = 0; i < EMBEDDED_COUNT; i++) {
        size_t bytes = (size_t)(embedded[i].end - embedded[i].begin);
        if (bytes > 0 && is_of((const void *)embedded[i].begin, game)) {
            const char *fault = book_open(book, embedded[i].begin, bytes);
            assert(fault == NULL);
            return fault == NULL;
        }
    }
    return false;
}

/* explorer - checking the file, finding moves in it; see explorer.h. */
#include "book/explorer.h"

#include "book/book.h"
#include "port/fnv.h"

#include <math.h>
#include <string.h>

enum {
    VALUE_MASK = (1 << (EXPLORER_KEY_SHIFT - EXPLORER_VALUE_SHIFT)) - 1,
    PLIES_MASK = EXPLORER_PLIES_MAX,
    EFFORT_MASK = (1 << EXPLORER_PLIES_SHIFT) - 1,
    CELLS = SIDE_MAX * SIDE_MAX,
};

_Static_assert(sizeof(ExplorerHeader) == 24 && sizeof(ExplorerGame) == 24, "there is no padding");

/* --- the file --- */

static bool row_is_of(const ExplorerGame *row, const Game *game)
{
    return (int)row->rule == rules_number(game->rule) && (int)row->width == game->width &&
           (int)row->height == game->height && (int)row->win_length == game->win_length;
}

static bool are_ascending(const Explorer *explorer)
{
    for (uint32_t i = 1; i < explorer->count; i++) {
        if (explorer->entries[i - 1] >> EXPLORER_KEY_SHIFT >= explorer->entries[i] >>
            EXPLORER_KEY_SHIFT) {
            return false;
        }
    }
    return true;
}

/* Looks for the game among the rows; the entries begin behind them. */
static const char *find_game(Explorer *explorer, const ExplorerHeader *header, const Game *game)
{
    const ExplorerGame *rows = (const void *)(header + 1);
    const uint64_t *entries = (const void *)(rows + header->games);
    for (uint32_t i = 0; i < header->games; i++) {
        if (row_is_of(&rows[i], game)) {
            *explorer = (Explorer){entries, rows[i].entries};
            return are_ascending(explorer) ? NULL : "the explorer contradicts itself";
        }
        entries += rows[i].entries;
    }
    return "the explorer does not know this game";
}

/* How many bytes the file should have; 0: more than are there. */
static size_t expected_bytes(const ExplorerHeader *header, size_t bytes)
{
    const ExplorerGame *rows = (const void *)(header + 1);
    size_t expected = sizeof *header;
    if (header->games > (bytes - expected) / sizeof *rows) {
        return 0;
    }
    expected += header->games * sizeof *rows;
    for (uint32_t i = 0; i < header->games; i++) {
        expected += rows[i].entries * sizeof(uint64_t);
    }
    return expected;
}

const char *explorer_open(Explorer *explorer, const void *file, size_t bytes, const Game *game)
{
    const ExplorerHeader *header = file;
    if (bytes < sizeof *header ||
        memcmp(header->magic, EXPLORER_MAGIC, sizeof header->magic) != 0) {
        return "this is no explorer of Tengen's";
    }
    if (header->version != EXPLORER_VERSION) {
        return "the explorer has a format that this version does not know";
    }
    if (expected_bytes(header, bytes) != bytes) {
        return "the explorer is cut off, or something follows it";
    }
    if (header->checksum != fnv_hash(FNV_BASIS, header + 1, bytes - sizeof *header)) {
        return "the explorer was changed after it was written: its checksum is another";
    }
    return find_game(explorer, header, game);
}

extern const uint8_t explorer_begin[], explorer_end[]; /* see books.S */

const char *explorer_embedded(Explorer *explorer, const Game *game)
{
    return explorer_open(explorer, explorer_begin, (size_t)(explorer_end - explorer_begin), game);
}

/* --- moves --- */

/* The entry of a position; 0 if there is none. */
static uint64_t explored_entry(const Explorer *explorer, const Board *board)
{
    int symmetry;
    uint64_t wanted = book_key(board, &symmetry) >> EXPLORER_KEY_SHIFT;
    uint32_t low = 0, high = explorer->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (explorer->entries[middle] >> EXPLORER_KEY_SHIFT < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool is_there = low < explorer->count && explorer->entries[low] >> EXPLORER_KEY_SHIFT == wanted;
    return is_there ? explorer->entries[low] : 0;
}

/* How many positions were analysed there. */
static double analysed_count(uint64_t entry)
{
    int code = (int)(entry & EFFORT_MASK);
    return code > 0 ? exp2((code - 1) / 4.0) : 0;
}

static Verdict explored_verdict(uint64_t entry)
{
    int plies = (int)(entry >> EXPLORER_PLIES_SHIFT) & PLIES_MASK;
    int value = (int)(entry >> EXPLORER_VALUE_SHIFT & VALUE_MASK) - EXPLORER_VALUE_MAX;
    return (Verdict){
        .label = plies == 0       ? VERDICT_OPEN
                 : plies % 2 != 0 ? VERDICT_WIN
                                  : VERDICT_LOSS,
        .plies = plies,
        .value = value,
        .depth = -1,
        .bound = BOUND_EXACT,
    };
}

/* The move on that point; the one behind the last of them is made where there is none. */
static KnownMove *known_move_at(KnownMove known[], int *count, Coordinates at)
{
    int i = 0;
    while (i < *count && (known[i].point.x != at.x || known[i].point.y != at.y)) {
        i++;
    }
    if (i == *count) {
        known[(*count)++] = (KnownMove){.point = at, .source = KNOWN_BY_EXPLORER};
    }
    return &known[i];
}

static void take_verdict(KnownMove *move, const Verdict *verdict)
{
    if (move->source == KNOWN_BY_EXPLORER) {
        move->after = *verdict;
    } else if (move->after.bound == BOUND_NONE) {
        move->after.value = verdict->value;
        move->after.depth = verdict->depth;
        move->after.bound = BOUND_EXACT;
    }
}

/* The entry of the position after a move; 0 if it is not there, or may not be played. */
static uint64_t explored_entry_after(const Explorer *explorer, Position *position, Point move)
{
    Board *board = &position->board;
    if (board->at[move] != EMPTY || position_forbids(position, move)) {
        return 0;
    }
    position_play(position, move, board->side);
    uint64_t entry = explored_entry(explorer, board);
    position_undo(position);
    return entry;
}

/* Which of several images stands for all: the last by this order, as renju writes its openings, the
 * second stone above the first, the third one to the right of them. */
static int image_order(const Board *board, int move)
{
    int x = move % board->geometry.width, y = move / board->geometry.width;
    return board->count == 1 ? y * SIDE_MAX + x : x * SIDE_MAX + y;
}

/* Says whether another move that leads to the same position stands for this one. */
static bool is_image_of_other(const Board *board, const uint64_t entries[], int move)
{
    for (int i = 0; i < board->geometry.width * board->geometry.height; i++) {
        if (entries[i] == entries[move] && image_order(board, i) > image_order(board, move)) {
            return true;
        }
    }
    return false;
}

/* Finds the entry after each move, 0 for none. */
static void find_entries(const Explorer *explorer, Position *position, uint64_t entries[])
{
    const Geometry *geometry = &position->board.geometry;
    for (int i = 0; i < geometry->width * geometry->height; i++) {
        Point move = geometry_point(geometry, i % geometry->width, i / geometry->width);
        entries[i] = explored_entry_after(explorer, position, move);
    }
}

/* How much was analysed after all moves together. */
static double analysed_count_of_all(const Board *board, const uint64_t entries[])
{
    double all = 0;
    for (int i = 0; i < board->geometry.width * board->geometry.height; i++) {
        all += is_image_of_other(board, entries, i) ? 0 : analysed_count(entries[i]);
    }
    return all;
}

int explorer_add_moves(const Explorer *explorer, Position *position, KnownMove known[], int count)
{
    const Board *board = &position->board;
    int width = board->geometry.width, cells = width * board->geometry.height;
    uint64_t entries[CELLS];
    if (board->empty + board->count != cells) {
        return count; /* points are blocked: then everything is worth something else */
    }
    find_entries(explorer, position, entries);
    double all = analysed_count_of_all(board, entries);
    for (int i = 0; i < cells; i++) {
        if (entries[i] != 0) {
            Verdict verdict = explored_verdict(entries[i]);
            KnownMove *move = known_move_at(known, &count, (Coordinates){i % width, i / width});
            take_verdict(move, &verdict);
            move->share = all > 0 ? (int)lround(100 * analysed_count(entries[i]) / all) : 0;
            move->is_image = is_image_of_other(board, entries, i);
        }
    }
    return count;
}

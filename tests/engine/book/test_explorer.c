/* Checks the explorer of first moves: what is known of a move is found however the board is turned,
 * one of several images stands for all, and a file in which something is wrong is refused.
 */
#include "book/explorer.h"

#include "book/book.h"
#include "port/fnv.h"

#include "drawn.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 4, MIDDLE = 7, PROVEN_PLIES = 24, VALUE = -120 };

static const Game freestyle = {RULE_FREESTYLE, 15, 15, WIN_LENGTH_MAX};

typedef struct {
    ExplorerHeader header;
    ExplorerGame game;
    uint64_t entries[ENTRIES];
} File;

/* How often a position was analysed is 2 to the power of `doublings`; negative: it was not. */
static uint64_t entry(const Position *position, int value, int plies, int doublings)
{
    int symmetry;
    uint64_t key = book_key(&position->board, &symmetry);
    return key >> EXPLORER_KEY_SHIFT << EXPLORER_KEY_SHIFT |
           (uint64_t)(value + EXPLORER_VALUE_MAX) << EXPLORER_VALUE_SHIFT |
           (uint64_t)plies << EXPLORER_PLIES_SHIFT |
           (uint64_t)(doublings < 0 ? 0 : 1 + 4 * doublings);
}

static void seal(File *file)
{
    file->header.checksum = fnv_hash(FNV_BASIS, &file->game, sizeof *file - sizeof file->header);
}

static int ascending(const void *one, const void *other)
{
    uint64_t first = *(const uint64_t *)one, second = *(const uint64_t *)other;
    return (first > second) - (first < second);
}

static void play(Drawn *drawn, int x, int y)
{
    Position *position = &drawn->position;
    position_play(position, drawn_point(drawn, x, y), position->board.side);
}

/* Knows h8, and behind it h9 (3/4 of the analysis), i9 (1/4, a proven loss of white) and h10. */
static File made(Drawn *drawn)
{
    static const Coordinates answers[] = {{7, 8}, {8, 8}, {7, 9}};
    static const int plies[] = {0, PROVEN_PLIES + 1, 0}, doublings[] = {3, 1, -1};
    File file = {.header = {EXPLORER_MAGIC, EXPLORER_VERSION, 1, 0},
                 .game = {0, 15, 15, WIN_LENGTH_MAX, ENTRIES, 0}};
    drawn_clear(drawn, freestyle);
    play(drawn, MIDDLE, MIDDLE);
    file.entries[3] = entry(&drawn->position, VALUE, 0, 4);
    for (int i = 0; i < 3; i++) {
        play(drawn, answers[i].x, answers[i].y);
        file.entries[i] = entry(&drawn->position, 10 * i, plies[i], doublings[i]);
        position_undo(&drawn->position);
    }
    qsort(file.entries, ENTRIES, sizeof *file.entries, ascending);
    seal(&file);
    return file;
}

static const KnownMove *known_at(const KnownMove known[], int count, int x, int y)
{
    int i = 0;
    while (i < count && (known[i].point.x != x || known[i].point.y != y)) {
        i++;
    }
    return i < count ? &known[i] : NULL;
}

TEST(moves_are_found_with_all_their_images)
{
    Drawn *drawn = drawn_new(freestyle);
    File file = made(drawn);
    Explorer explorer;
    KnownMove known[SIDE_MAX * SIDE_MAX] = {0};
    assert_null(explorer_open(&explorer, &file, sizeof file, &freestyle));
    int count = explorer_add_moves(&explorer, &drawn->position, known, 0);
    assert_int_equal(3 * 4, count);
    const KnownMove *up = known_at(known, count, 7, 8), *left = known_at(known, count, 6, 7),
                    *proven = known_at(known, count, 8, 8), *rare = known_at(known, count, 7, 9);
    assert_int_equal(80, up->share); /* 8 positions of 10 */
    assert_int_equal(80, left->share);
    assert_true(left->is_image && !up->is_image && !proven->is_image);
    assert_int_equal(20, proven->share);
    assert_int_equal(VERDICT_WIN, proven->after.label); /* of black, who is to move then */
    assert_int_equal(PROVEN_PLIES + 1, proven->after.plies);
    assert_int_equal(10, proven->after.value);
    assert_int_equal(0, rare->share);
    assert_int_equal(20, rare->after.value);
    free(drawn);
}

TEST(what_others_know_stays_and_gets_a_share)
{
    Drawn *drawn = drawn_new(freestyle);
    File file = made(drawn);
    Explorer explorer;
    KnownMove known[SIDE_MAX * SIDE_MAX] = {
        {{7, 8}, KNOWN_BY_BOOK, {VERDICT_WIN, 33, 0, 0, BOUND_NONE}, 0, false}};
    assert_null(explorer_open(&explorer, &file, sizeof file, &freestyle));
    assert_int_equal(12, explorer_add_moves(&explorer, &drawn->position, known, 1));
    assert_int_equal(KNOWN_BY_BOOK, known[0].source);
    assert_int_equal(33, known[0].after.plies);
    assert_int_equal(80, known[0].share);
    assert_true(known[0].after.bound == BOUND_EXACT && known[0].after.value == 0);
    free(drawn);
}

TEST(blocked_points_and_other_boards_are_unknown)
{
    Drawn *drawn = drawn_new(freestyle);
    File file = made(drawn);
    Explorer explorer;
    KnownMove known[SIDE_MAX * SIDE_MAX];
    const Game larger = {RULE_FREESTYLE, 19, 19, WIN_LENGTH_MAX};
    assert_null(explorer_open(&explorer, &file, sizeof file, &freestyle));
    position_play(&drawn->position, drawn_point(drawn, 0, 0), WALL);
    assert_int_equal(0, explorer_add_moves(&explorer, &drawn->position, known, 0));
    assert_non_null(explorer_open(&explorer, &file, sizeof file, &larger));
    free(drawn);
}

TEST(damaged_files_are_refused)
{
    Drawn *drawn = drawn_new(freestyle);
    File file = made(drawn), changed = file;
    Explorer explorer;
    for (size_t at = 0; at < sizeof file; at++) {
        changed = file;
        ((uint8_t *)&changed)[at] ^= 4;
        assert_non_null(explorer_open(&explorer, &changed, sizeof changed, &freestyle));
    }
    for (size_t bytes = 0; bytes < sizeof file; bytes += sizeof(uint64_t)) {
        assert_non_null(explorer_open(&explorer, &file, bytes, &freestyle));
    }
    changed = file;
    changed.entries[0] = file.entries[1]; /* by somebody who knows how to seal it */
    seal(&changed);
    assert_non_null(explorer_open(&explorer, &changed, sizeof changed, &freestyle));
    changed = file;
    changed.header.games = UINT32_MAX;
    seal(&changed);
    assert_non_null(explorer_open(&explorer, &changed, sizeof changed, &freestyle));
    free(drawn);
}

TEST(the_embedded_file_knows_the_usual_games)
{
    static const Rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU, RULE_CARO};
    KnownMove known[SIDE_MAX * SIDE_MAX];
    for (int i = 0; i < 4; i++) {
        const Game game = {rules[i], 15, 15, WIN_LENGTH_MAX};
        Drawn *drawn = drawn_new(game);
        Explorer explorer;
        assert_null(explorer_embedded(&explorer, &game));
        int count = explorer_add_moves(&explorer, &drawn->position, known, 0);
        assert_non_null(known_at(known, count, MIDDLE, MIDDLE));
        free(drawn);
    }
}

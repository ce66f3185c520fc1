/* Checks the plain board: stones go down and come up, blocked points stay, and the key is a name.
 *
 * The key stands for the position in the transposition table, where a wrong answer would pass
 * unnoticed: it must be the same for the same stones in whatever order they came, and different for
 * everything else that matters (game, stones, colours, blocked points, side to move). 64-bit keys
 * can coincide by chance, but not among the few million compared here.
 */
#include "board/board.h"

#include "drawn.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static const Game usual = {RULE_FREESTYLE, 15, 15, 5};

static Board *new_board(Game game)
{
    Board *board = calloc(1, sizeof *board);
    assert_non_null(board);
    board_clear(board, &game);
    return board;
}

/* Equal but for the moves that were taken back. */
static bool same_board(const Board *one, const Board *other)
{
    return one->key == other->key && one->side == other->side && one->empty == other->empty &&
           one->count == other->count && memcmp(one->at, other->at, sizeof one->at) == 0 &&
           memcmp(one->stones, other->stones, sizeof one->stones) == 0 &&
           memcmp(one->blocked, other->blocked, sizeof one->blocked) == 0;
}

static Point random_empty(const Board *board, uint64_t *random)
{
    for (;;) {
        int x = drawn_below(random, board->geometry.width);
        int y = drawn_below(random, board->geometry.height);
        Point point = geometry_point(&board->geometry, x, y);
        if (board->at[point] == EMPTY) {
            return point;
        }
    }
}

static bool has_bit(const uint32_t rows[SIDE_MAX], int x, int y)
{
    return rows[y] >> x & 1;
}

/* The rows of bits and the array of points must tell the same. */
static void assert_rows_fit(const Board *board)
{
    int bits = 0;
    for (int y = 0; y < SIDE_MAX; y++) {
        bits += __builtin_popcount(board->stones[y]) + __builtin_popcount(board->blocked[y]);
    }
    for (int y = 0; y < board->geometry.height; y++) {
        for (int x = 0; x < board->geometry.width; x++) {
            int at = board->at[geometry_point(&board->geometry, x, y)];
            assert_int_equal(has_bit(board->stones, x, y), at == BLACK || at == WHITE);
            assert_int_equal(has_bit(board->blocked, x, y), at == WALL);
            bits -= at != EMPTY;
        }
    }
    assert_int_equal(bits, 0); /* none outside the board */
}

TEST(test_colours_need_not_alternate)
{
    Board *board = new_board(usual);
    for (int x = 0; x < 5; x++) {
        board_play(board, geometry_point(&board->geometry, x, 2), BLACK);
        assert_int_equal(board->side, WHITE);
    }
    board_set_side(board, BLACK);
    board_undo(board);
    assert_int_equal(board->side, BLACK); /* the colour of the stone taken back */
    board_play(board, geometry_point(&board->geometry, 9, 9), WHITE);
    board_undo(board);
    assert_int_equal(board->side, WHITE);
    free(board);
}

TEST(test_the_last_column_fits_a_row)
{
    Board *board = new_board((Game){RULE_FREESTYLE, 32, 32, 5});
    board_play(board, geometry_point(&board->geometry, 31, 31), BLACK);
    board_block(board, geometry_point(&board->geometry, 31, 0));
    assert_true(board->stones[31] == UINT32_C(1) << 31);
    assert_true(board->blocked[0] == UINT32_C(1) << 31);
    assert_rows_fit(board);
    free(board);
}

TEST(test_a_blocked_point_is_a_wall_and_no_move)
{
    Board *board = new_board(usual);
    uint64_t key = board->key;
    Point point = geometry_point(&board->geometry, 14, 0);
    board_block(board, point);
    assert_int_equal(board->at[point], WALL);
    assert_int_equal(board->blocked[0], UINT32_C(1) << 14);
    assert_int_equal(board->stones[0], 0);
    assert_int_equal(board->empty, 15 * 15 - 1);
    assert_int_equal(board->count, 0);
    assert_int_equal(board->side, BLACK);
    assert_int_equal(board_last(board), POINT_NONE);
    assert_true(board->key != key);
    free(board);
}

/* Plays a board half full, remembering it before every stone, and takes everything back. */
static void play_and_take_back(Game game, uint64_t *random)
{
    enum { MOVES = SIDE_MAX * SIDE_MAX / 2 };
    Board *board = new_board(game);
    static Board before[MOVES];
    for (int i = game.width * game.height / 10; i > 0; i--) {
        board_block(board, random_empty(board, random));
    }
    int moves = game.width * game.height / 2;
    for (int i = 0; i < moves; i++) {
        int colour = drawn_below(random, 3) > 0 ? board->side : rules_opponent(board->side);
        board_set_side(board, colour); /* undo says that the stone's owner is to move */
        before[i] = *board;
        board_play(board, random_empty(board, random), colour);
    }
    assert_rows_fit(board);
    for (int i = moves - 1; i >= 0; i--) {
        board_undo(board);
        assert_true(same_board(board, &before[i]));
    }
    free(board);
}

TEST(test_undo_gives_back_every_board)
{
    uint64_t random = 7;
    for (long i = drawn_scaled(200); i > 0; i--) {
        int width = SIDE_MIN + drawn_below(&random, SIDE_MAX - SIDE_MIN + 1);
        int height = SIDE_MIN + drawn_below(&random, SIDE_MAX - SIDE_MIN + 1);
        play_and_take_back((Game){RULE_FREESTYLE, width, height, 3}, &random);
    }
}

static void shuffle(Stone *stones, int count, uint64_t *random)
{
    for (int i = count - 1; i > 0; i--) {
        int other = drawn_below(random, i + 1);
        Stone stone = stones[i];
        stones[i] = stones[other];
        stones[other] = stone;
    }
}

TEST(test_the_order_of_moves_does_not_change_the_key)
{
    enum { STONES = 60 };
    uint64_t random = 3;
    Board *board = new_board(usual), *other = new_board(usual);
    for (long i = drawn_scaled(500); i > 0; i--) {
        Stone stones[STONES];
        board_clear(board, &usual);
        for (int j = 0; j < STONES; j++) {
            board_play(board, random_empty(board, &random), drawn_below(&random, 2));
        }
        memcpy(stones, board->moves, sizeof stones);
        shuffle(stones, STONES, &random);
        board_clear(other, &usual);
        for (int j = 0; j < STONES; j++) {
            board_play(other, stones[j].point, stones[j].colour);
        }
        board_set_side(other, board->side);
        assert_true(same_board(board, other));
    }
    free(board);
    free(other);
}

/* The keys before and after a move can be had without playing it or taking it back. */
TEST(test_neighbouring_keys_are_told)
{
    uint64_t random = 4;
    Board *board = new_board(usual);
    assert_true(board_key_before(board) == 0);
    for (long i = 200; i > 0; i--) {
        Point point = random_empty(board, &random);
        board_set_side(board, drawn_below(&random, 2));
        uint64_t before = board->key, after = board_key_after(board, point);
        board_play(board, point, board->side);
        assert_true(board->key == after);
        assert_true(board_key_before(board) == before);
    }
    free(board);
}

/* A growing list of keys that are to be all different. */
typedef struct {
    uint64_t *keys;
    size_t count, room;
} Keys;

static void note_key(Keys *list, uint64_t key)
{
    if (list->count == list->room) {
        list->room = 2 * list->room + 1000;
        list->keys = realloc(list->keys, list->room * sizeof *list->keys);
        assert_non_null(list->keys);
    }
    list->keys[list->count++] = key;
}

static int by_size(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* Says how many different keys the list has, and frees it. */
static size_t count_different(Keys *list)
{
    size_t different = list->count > 0;
    qsort(list->keys, list->count, sizeof *list->keys, by_size);
    for (size_t i = 1; i < list->count; i++) {
        different += list->keys[i] != list->keys[i - 1];
    }
    free(list->keys);
    return different;
}

static void note_games_of_size(Keys *list, Board *board, int width, int height)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int length = WIN_LENGTH_MIN; length <= WIN_LENGTH_MAX; length++) {
            board_clear(board, &(Game){(Rule)rule, width, height, length});
            note_key(list, board->key);
            board_set_side(board, WHITE);
            note_key(list, board->key);
        }
    }
}

TEST(test_no_two_games_share_a_key)
{
    Keys list = {NULL, 0, 0};
    Board *board = new_board(usual);
    for (int width = SIDE_MIN; width <= SIDE_MAX; width++) {
        for (int height = SIDE_MIN; height <= SIDE_MAX; height++) {
            note_games_of_size(&list, board, width, height);
        }
    }
    free(board);
    size_t noted = list.count;
    assert_int_equal(noted, 30 * 30 * RULE_COUNT * 3 * COLOURS);
    assert_int_equal(count_different(&list), noted);
}

/* What may come to an empty point of the board: a stone of either colour or a block. */
static void put(Board *board, Point point, int what)
{
    if (what == WALL) {
        board_block(board, point);
    } else {
        board_play(board, point, what);
    }
}

/* Notes the keys of all boards on which this point is the only one taken. */
static void note_point(Keys *list, Board *board, const Game *game, Point point)
{
    static const int things[] = {BLACK, WHITE, WALL};
    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        for (int side = BLACK; side <= WHITE; side++) {
            board_clear(board, game);
            put(board, point, things[i]);
            board_set_side(board, side);
            note_key(list, board->key);
        }
    }
}

TEST(test_no_two_things_on_a_board_share_a_key)
{
    Game game = {RULE_FREESTYLE, 32, 32, 5};
    Keys list = {NULL, 0, 0};
    Board *board = new_board(game);
    note_key(&list, board->key);
    for (int y = 0; y < 32; y++) {
        for (int x = 0; x < 32; x++) {
            note_point(&list, board, &game, geometry_point(&board->geometry, x, y));
        }
    }
    free(board);
    size_t noted = list.count;
    assert_int_equal(count_different(&list), noted);
}

/* All boards with one black and one white stone: a stone's colour and place count together. */
TEST(test_no_two_pairs_of_stones_share_a_key)
{
    Keys list = {NULL, 0, 0};
    Board *board = new_board(usual);
    for (int black = 0; black < board->geometry.points; black++) {
        for (int white = 0; white < board->geometry.points; white++) {
            if (black == white || board->at[black] != EMPTY || board->at[white] != EMPTY) {
                continue;
            }
            board_play(board, (Point)black, BLACK);
            board_play(board, (Point)white, WHITE);
            note_key(&list, board->key);
            board_undo(board);
            board_undo(board);
        }
    }
    free(board);
    size_t noted = list.count;
    assert_int_equal(noted, 225 * 224);
    assert_int_equal(count_different(&list), noted);
}

/* Checks the search of the easier game against a slow one that tries every point and looks at every
 * row: on small boards with stones at random, and on empty boards whose results are known.
 */
#include "tools/prove/breaker.h"

#include "drawn.h"
#include "unit.h"

#include <stdlib.h>

enum {
    BOARDS = 100,
    EACH_MIN = 10, /* of these must hold, and so many fail, or they test little */
    EMPTY_MOST = 12,
    FILLINGS = 531441, /* 3 to the power of EMPTY_MOST */
    ATTACK_SHARE = 3,  /* one stone in so many is the attacker's at the least */
    PLENTY = 1 << 20,
    TABLE_BYTES = 1 << 12, /* entries are overwritten */
};

static bool always(void *context)
{
    (void)context;
    return true;
}

static bool never(void *context)
{
    (void)context;
    return false;
}

/* --- the slow search --- */

/* The empty points of a position by number, and what is known of each way to fill them. */
typedef struct {
    Point points[EMPTY_MOST];
    int count;
    uint8_t known[FILLINGS]; /* by the filling as a number of base 3: UNKNOWN, HOLDS or FAILS */
} Slow;

enum { UNKNOWN, HOLDS, FAILS };

/* Says whether the attacker's stones fill a row through the point, however long. */
static bool fills(const Position *position, Point point, int attacker)
{
    const Board *board = &position->board;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int step = board->geometry.step[direction], length = 1;
        for (int at = point + step; board->at[at] == attacker; at += step) {
            length++;
        }
        for (int at = point - step; board->at[at] == attacker; at -= step) {
            length++;
        }
        if (length >= position->game.win_length) {
            return true;
        }
    }
    return false;
}

/* Says whether black fills a row, if white's rows count for nothing. */
static bool slow_search(Slow *slow, Position *position, int filling)
{
    bool attacks = position->board.side == BLACK, fails = !attacks && position->board.empty > 0;
    if (slow->known[filling] != UNKNOWN) {
        return slow->known[filling] == FAILS;
    }
    for (int i = 0, place = 1; i < slow->count; i++, place *= 3) {
        Point point = slow->points[i];
        if (position->board.at[point] != EMPTY || fails == attacks) {
            continue;
        }
        board_play(&position->board, point, position->board.side);
        fails = (attacks && fills(position, point, BLACK)) ||
                slow_search(slow, position, filling + (attacks ? 1 : 2) * place);
        board_undo(&position->board);
    }
    slow->known[filling] = fails ? FAILS : HOLDS;
    return fails;
}

static BreakerEnd slow_end(Slow *slow, Position *position)
{
    *slow = (Slow){.count = 0};
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] == EMPTY) {
            slow->points[slow->count++] = (Point)point;
        }
    }
    return slow_search(slow, position, 0) ? BREAKER_FAILS : BREAKER_HOLDS;
}

/* Puts a stone there, unless it fills a row of black's or the point is taken. */
static void put(Position *position, Point point, int colour)
{
    if (position->board.at[point] == EMPTY && !fills(position, point, BLACK)) {
        board_play(&position->board, point, colour);
    }
}

/* Puts stones at random until few points are empty, none in a full row. The position is its own
 * image, as far as it goes, so that the search meets images of positions. Black is to move. */
static void draw_stones(Drawn *drawn, Game game, uint64_t *random)
{
    drawn_clear(drawn, game);
    Board *board = &drawn->position.board;
    int empty = 1 + drawn_below(random, EMPTY_MOST);
    int way = drawn_below(random, geometry_symmetries(&board->geometry));
    for (int tries = 0; board->empty > empty && tries < PLENTY; tries++) {
        Coordinates at = {drawn_below(random, game.width), drawn_below(random, game.height)};
        int colour = drawn_below(random, ATTACK_SHARE) == 0 ? BLACK : WHITE;
        put(&drawn->position, drawn_point(drawn, at.x, at.y), colour);
        at = geometry_image(&board->geometry, at, way);
        put(&drawn->position, drawn_point(drawn, at.x, at.y), colour);
    }
    board_set_side(board, BLACK);
}

/* Gives all points that a result does not need to the loser. */
static void give_away(Position *position, uint64_t needs, int loser)
{
    const Geometry *geometry = &position->board.geometry;
    for (int i = 0; i < geometry->width * geometry->height; i++) {
        Point point = geometry_point(geometry, i % geometry->width, i / geometry->width);
        if (position->board.at[point] == EMPTY && (needs >> i & 1) == 0) {
            assert_false(loser == BLACK && fills(position, point, BLACK));
            board_play(&position->board, point, loser);
        }
    }
    board_set_side(&position->board, BLACK);
}

/* The slow search agrees, and agrees that the winner needs no other points. */
TEST(a_slow_search_agrees)
{
    static const Game games[] = {
        {RULE_FREESTYLE, 3, 3, 3}, {RULE_STANDARD, 4, 4, 3},  {RULE_FREESTYLE, 5, 4, 3},
        {RULE_CARO, 4, 4, 4},      {RULE_FREESTYLE, 6, 4, 4}, {RULE_RENJU, 6, 5, 4},
    };
    uint64_t random = UINT64_C(20261126);
    int ends[BREAKER_OPEN + 1] = {0};
    Slow *slow = malloc(sizeof *slow);
    assert_non_null(slow);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        Drawn *drawn = drawn_new(games[g]);
        for (long i = 0; i < drawn_scaled(BOARDS); i++) {
            draw_stones(drawn, games[g], &random);
            Position *position = &drawn->position;
            uint64_t needs;
            BreakerEnd end = breaker_search(position, PLENTY, TABLE_BYTES, always, NULL, &needs);
            ends[end]++;
            assert_int_equal(end, slow_end(slow, position));
            give_away(position, needs, end == BREAKER_HOLDS ? BLACK : WHITE);
            assert_int_equal(end, slow_end(slow, position));
        }
        free(drawn);
    }
    free(slow);
    assert_true(ends[BREAKER_HOLDS] >= drawn_scaled(EACH_MIN));
    assert_true(ends[BREAKER_FAILS] >= drawn_scaled(EACH_MIN));
}

/* Nobody wins on the boards that hold. On 3x3 and on 5x5 with four in a row nobody wins either, but
 * that takes rows of the defender's own. */
TEST(known_boards_end_as_known)
{
    static const struct {
        Game game;
        BreakerEnd end;
    } boards[] = {
        {{RULE_FREESTYLE, 5, 4, 4}, BREAKER_HOLDS}, {{RULE_FREESTYLE, 6, 6, 5}, BREAKER_HOLDS},
        {{RULE_STANDARD, 7, 6, 5}, BREAKER_HOLDS},  {{RULE_CARO, 8, 5, 5}, BREAKER_HOLDS},
        {{RULE_FREESTYLE, 3, 3, 3}, BREAKER_FAILS}, {{RULE_FREESTYLE, 5, 5, 4}, BREAKER_FAILS},
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        Drawn *drawn = drawn_new(boards[i].game);
        drawn_clear(drawn, boards[i].game);
        assert_int_equal(breaker_search(&drawn->position, PLENTY, PLENTY, always, NULL, NULL),
                         boards[i].end);
        free(drawn);
    }
}

TEST(limits_are_kept)
{
    Game game = {RULE_FREESTYLE, 8, 6, 5};
    Drawn *drawn = drawn_new(game);
    drawn_clear(drawn, game);
    assert_int_equal(breaker_search(&drawn->position, 1, PLENTY, always, NULL, NULL), BREAKER_OPEN);
    assert_int_equal(breaker_search(&drawn->position, PLENTY, PLENTY, never, NULL, NULL),
                     BREAKER_OPEN);
    free(drawn);
}

/* A defender whom the rule forbids points cannot play as in the easier game. */
TEST(fouls_forbid_the_easier_game)
{
    Game game = {RULE_RENJU, 5, 5, 5};
    Drawn *drawn = drawn_new(game);
    drawn_clear(drawn, game);
    assert_int_equal(breaker_search(&drawn->position, PLENTY, PLENTY, always, NULL, NULL),
                     BREAKER_HOLDS);
    board_set_side(&drawn->position.board, WHITE);
    assert_int_equal(breaker_search(&drawn->position, PLENTY, PLENTY, always, NULL, NULL),
                     BREAKER_FAILS);
    free(drawn);
}

/* Checks the smallest game and some small ones, played through the engine's front door.
 *
 * Tic-tac-toe is solved in full by this test, so that nothing has to be believed: in every position
 * that can come up, the engine's move must be worth what the position is worth. It follows that it
 * never loses and punishes every blunder. Four in a row on 4x4 and 5x5 is too much to solve from
 * the start; there the engine plays against random players and must not lose, and its endgames are
 * solved.
 */
#include "tengen/engine.h"

#include "reference.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS = 9,
    ENCODINGS = 19683, /* 3 to the 9th */
    GAMES = 24,        /* against random players, on each board and as each colour */
    SOLVED_EMPTY = 8,  /* points left from which an endgame is solved */
    NODES = 3000,      /* for each move of those games */
    UNKNOWN = 99,
};

typedef struct {
    Engine *engine;
    Drawn *drawn;
    Reference *reference;
    EngineReport answer;
    signed char value[ENCODINGS]; /* of a tic-tac-toe position to the side to move: 1, 0, -1 */
    bool played[ENCODINGS];       /* the engine's move there was judged already */
} Fixture;

static const Game smallest = {RULE_FREESTYLE, 3, 3, 3};

static int set_up(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->engine = engine_new();
    assert_non_null(fixture->engine);
    engine_set_memory(fixture->engine, 1); /* the smallest table: it is soon cleared */
    fixture->drawn = drawn_new(smallest);
    fixture->reference = reference_new(&fixture->drawn->position);
    memset(fixture->value, UNKNOWN, sizeof fixture->value);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    engine_free(fixture->engine);
    free(fixture->reference);
    free(fixture->drawn);
    free(fixture);
    return 0;
}

SHARED_FIXTURE(set_up, tear_down)

static void note_answer(void *context, const EngineReport *report)
{
    *(EngineReport *)context = *report;
}

static Coordinates outer(const Reference *reference, Point point)
{
    const Geometry *geometry = &reference->position.board.geometry;
    return (Coordinates){geometry_x(geometry, point), geometry_y(geometry, point)};
}

static void begin(Fixture *fixture, Game game)
{
    Game outer_game = {(Rule)game.rule, game.width, game.height, game.win_length};
    assert_null(engine_start(fixture->engine, &outer_game));
    drawn_clear(fixture->drawn, game);
    reference_set(fixture->reference, &fixture->drawn->position);
}

/* Shows the engine the reference's stones and asks it for a move. */
static Point engine_move(Fixture *fixture, uint64_t nodes)
{
    const Board *board = &fixture->reference->position.board;
    Limits limits = limits_none();
    limits.start_ms = engine_now_ms();
    limits.nodes = nodes;
    EngineListener listener = {.context = &fixture->answer, .on_answer = note_answer};
    engine_empty(fixture->engine);
    for (int i = 0; i < board->count; i++) {
        Coordinates place = outer(fixture->reference, board->moves[i].point);
        assert_null(engine_put(fixture->engine, place, (Colour)board->moves[i].colour));
    }
    assert_null(
        engine_ask(fixture->engine, QUESTION_MOVE, (Colour)board->side, 0, &limits, &listener));
    engine_wait(fixture->engine);
    return geometry_point(&board->geometry, fixture->answer.moves[0].x, fixture->answer.moves[0].y);
}

/* ------------------------------------------------------------------------------------
 * tic-tac-toe */

/* The board as a number in base 3. Colours alternate, so it says who is to move as well. */
static int encoding(const Reference *reference)
{
    int number = 0;
    for (int i = 0; i < CELLS; i++) {
        char cell = reference->board.cell[i / 3][i % 3];
        number = 3 * number + (cell == ORACLE_BLACK ? 1 : cell == ORACLE_WHITE ? 2 : 0);
    }
    return number;
}

/* Solves tic-tac-toe from the position on. */
static int solve(Fixture *fixture)
{
    Reference *reference = fixture->reference;
    signed char *value = &fixture->value[encoding(reference)];
    if (*value == UNKNOWN) {
        Point moves[REFERENCE_MOVES_MAX];
        int count = reference_all_moves(reference, moves), best = count > 0 ? -1 : 0;
        for (int i = 0; i < count; i++) {
            int of_move = 1;
            if (!reference_wins(reference, moves[i])) {
                reference_play(reference, moves[i]);
                of_move = -solve(fixture);
                reference_undo(reference);
            }
            best = of_move > best ? of_move : best;
        }
        *value = (signed char)best;
    }
    return *value;
}

/* What a move is worth by the solution. */
static int value_of(Fixture *fixture, Point move)
{
    int value = 1;
    if (!reference_wins(fixture->reference, move)) {
        reference_play(fixture->reference, move);
        value = -solve(fixture);
        reference_undo(fixture->reference);
    }
    return value;
}

/* The engine's move must be worth what the position is worth, and if it thought about it at all (an
 * only answer is played at once) it must have seen the end. */
static Point judge_move(Fixture *fixture)
{
    int value = solve(fixture);
    Point move = engine_move(fixture, 0);
    assert_int_equal(fixture->reference->position.board.at[move], EMPTY);
    if (value_of(fixture, move) != value) {
        reference_print(&fixture->reference->position);
        fail_msg("%d,%d is a mistake", fixture->answer.moves[0].x, fixture->answer.moves[0].y);
    }
    assert_true(value == 0 || fixture->answer.depth == 0 || fixture->answer.wins_in * value > 0);
    assert_true(value != 0 || fixture->answer.wins_in == 0);
    return move;
}

/* Goes through every position that can come up. */
static void judge_all(Fixture *fixture)
{
    Reference *reference = fixture->reference;
    Point moves[REFERENCE_MOVES_MAX];
    int count = reference_all_moves(reference, moves);
    if (count == 0 || fixture->played[encoding(reference)]) {
        return;
    }
    fixture->played[encoding(reference)] = true;
    judge_move(fixture);
    for (int i = 0; i < count; i++) {
        if (!reference_wins(reference, moves[i])) {
            reference_play(reference, moves[i]);
            judge_all(fixture);
            reference_undo(reference);
        }
    }
}

TEST(every_move_of_tictactoe_is_right)
{
    Fixture *fixture = *state;
    begin(fixture, smallest);
    assert_int_equal(solve(fixture), 0);
    judge_all(fixture);
    int positions = 0;
    for (int i = 0; i < ENCODINGS; i++) {
        positions += fixture->played[i];
    }
    assert_int_equal(positions, 4520); /* of 5478, the rest being over */
}

/* The other rules that three in a row can be played by: no more than three fit in any of them. */
TEST(tictactoe_is_the_same_under_every_rule)
{
    Fixture *fixture = *state;
    for (Rule rule = RULE_STANDARD; rule < RULE_COUNT; rule++) {
        Game game = smallest;
        game.rule = rule;
        if (rules_fault(&game) == NULL) {
            begin(fixture, game);
            reference_play(fixture->reference, drawn_point(fixture->drawn, 0, 0));
            reference_play(fixture->reference, drawn_point(fixture->drawn, 1, 0));
            judge_move(fixture); /* which wins */
            assert_int_equal(fixture->answer.wins_in, 5);
        }
    }
}

/* ------------------------------------------------------------------------------------ four in a
 * row */

/* The engine's move in an endgame, judged by a search to the end. */
static Point solved_move(Fixture *fixture, int empty)
{
    Value value = reference_alphabeta(fixture->reference, empty);
    Point move = engine_move(fixture, 0);
    if (!reference_wins(fixture->reference, move)) {
        reference_play(fixture->reference, move);
        Value got = -reference_alphabeta(fixture->reference, empty - 1);
        reference_undo(fixture->reference);
        if ((got > 0) - (got < 0) != (value > 0) - (value < 0)) {
            reference_print(&fixture->reference->position);
            fail_msg("%d,%d is a mistake", fixture->answer.moves[0].x, fixture->answer.moves[0].y);
        }
    }
    return move;
}

/* Plays one game against a random player, who makes or stops four if he sees it in two of three
 * moves, and returns 1 if the engine won, 0 if nobody, -1 if it lost. */
static int play_random_game(Fixture *fixture, int engine_side, uint64_t *random)
{
    Reference *reference = fixture->reference;
    for (;;) {
        Point moves[REFERENCE_MOVES_MAX];
        int count = reference_all_moves(reference, moves);
        if (count == 0) {
            return 0;
        }
        bool is_engine = reference->position.board.side == engine_side;
        Point move = moves[drawn_below(random, count)];
        for (int i = 0; i < count && drawn_below(random, 3) > 0; i++) {
            if (reference_wins_for(reference, moves[i], BLACK) ||
                reference_wins_for(reference, moves[i], WHITE)) {
                move = moves[i];
            }
        }
        if (is_engine) {
            move =
                count <= SOLVED_EMPTY ? solved_move(fixture, count) : engine_move(fixture, NODES);
        }
        if (reference_wins(reference, move)) {
            return is_engine ? 1 : -1;
        }
        reference_play(reference, move);
    }
}

static void play_random_games(Fixture *fixture, Game game)
{
    uint64_t random = 77;
    int wins = 0;
    for (long i = drawn_scaled(GAMES); i > 0; i--) {
        for (int side = BLACK; side <= WHITE; side++) {
            begin(fixture, game);
            int result = play_random_game(fixture, side, &random);
            if (result < 0) {
                reference_print(&fixture->reference->position);
                fail_msg("the engine lost");
            }
            wins += result;
        }
    }
    assert_true(wins > 0);
}

TEST(four_in_a_row_is_not_lost)
{
    play_random_games(*state, (Game){RULE_FREESTYLE, 4, 4, 4});
    play_random_games(*state, (Game){RULE_FREESTYLE, 5, 5, 4});
}

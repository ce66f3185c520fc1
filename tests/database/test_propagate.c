/* Checks that a proof goes on to the positions before it, as far as it proves anything of them.
 *
 * Tic-tac-toe is small enough to be looked through: from the positions in which a move wins at
 * once, and nothing else, all won and lost positions must follow, as fast as a plain minimax wins
 * and loses them, and no other.
 */
#include "database/propagate.h"

#include "database/key.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDE = 3, CELLS = 9, LINES = 8, DRAWN = 0, FAR = 100, POSITIONS = 19683 };

static const Game tic_tac_toe = {RULE_FREESTYLE, SIDE, SIDE, WIN_LENGTH_MIN};

typedef struct {
    char folder[32], path[48];
    Database *database;
} Place;

static int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    char fault[DATABASE_FAULT_MAX];
    strcpy(place->folder, "/tmp/test_propagate.XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->path, sizeof place->path, "%s/a.db", place->folder);
    place->database = database_open(place->path, DATABASE_WRITES, fault);
    assert_non_null(place->database);
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    Place *place = *state;
    database_close(place->database);
    unlink(place->path);
    assert_int_equal(rmdir(place->folder), 0);
    free(place);
    return 0;
}

FIXTURE(make_place, remove_place)

static Diagram empty_board(Game game)
{
    Diagram diagram = {.game = game, .side = BLACK};
    memset(diagram.at, EMPTY, sizeof diagram.at);
    return diagram;
}

static void keep_open(Database *database, const Diagram *diagram)
{
    DatabaseRecord record = database_record();
    assert_null(database_put(database, diagram, &record));
}

static Verdict verdict_in(Database *database, const Diagram *diagram)
{
    DatabaseRecord record;
    assert_true(database_get(database, diagram, &record));
    return record.verdict;
}

/* --- tic-tac-toe --- */

static const int lines[LINES][SIDE] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                       {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static bool has_three(const Diagram *diagram, uint8_t colour)
{
    bool has = false;
    for (int i = 0; i < LINES; i++) {
        has = has || (diagram->at[lines[i][0]] == colour && diagram->at[lines[i][1]] == colour &&
                      diagram->at[lines[i][2]] == colour);
    }
    return has;
}

static Diagram after(const Diagram *diagram, int cell)
{
    Diagram next = *diagram;
    next.at[cell] = (uint8_t)diagram->side;
    next.side = diagram->side == BLACK ? WHITE : BLACK;
    return next;
}

/* The results of all positions: plies to the win of the side to move, less than 0 to its loss, or
 * DRAWN; and which have been visited. */
typedef struct {
    Database *database;
    void (*visit)(Database *database, const Diagram *diagram, int result);
    bool is_visited[POSITIONS];
    int results[POSITIONS];
} Minimax;

/* The number of a position, a digit for each cell; black and white take turns. */
static int number_of(const Diagram *diagram)
{
    int number = 0;
    for (int i = 0; i < CELLS; i++) {
        number = number * (EMPTY + 1) + diagram->at[i];
    }
    return number;
}

/* The result of a position, which is visited once, after those that follow it. */
static int minimax(Minimax *all, const Diagram *diagram)
{
    int number = number_of(diagram), win = FAR, loss = 0, lost = 0, moves = 0;
    if (all->is_visited[number]) {
        return all->results[number];
    }
    for (int i = 0; i < CELLS; i++) {
        if (diagram->at[i] == EMPTY) {
            Diagram next = after(diagram, i);
            bool is_mate = has_three(&next, (uint8_t)diagram->side);
            int result = is_mate ? 0 : -minimax(all, &next);
            int plies = is_mate ? 1 : result > 0 ? result + 1 : result - 1;
            win = (is_mate || result > 0) && plies < win ? plies : win;
            loss = result < 0 && plies < loss ? plies : loss;
            lost += result < 0;
            moves++;
        }
    }
    all->is_visited[number] = true;
    all->results[number] = win < FAR ? win : moves > 0 && lost == moves ? loss : DRAWN;
    all->visit(all->database, diagram, all->results[number]);
    return all->results[number];
}

static void visit_with(Database *database,
                       void (*visit)(Database *database, const Diagram *diagram, int result))
{
    Diagram empty = empty_board(tic_tac_toe);
    Minimax *all = calloc(1, sizeof *all);
    assert_non_null(all);
    all->database = database;
    all->visit = visit;
    minimax(all, &empty);
    free(all);
}

static void visit_first(Database *database, const Diagram *diagram, int result)
{
    (void)result;
    keep_open(database, diagram);
}

static void visit_wins(Database *database, const Diagram *diagram, int result)
{
    Verdict win = {.label = VERDICT_WIN, .plies = 1};
    if (result == 1) {
        assert_null(database_note(database, diagram, &win));
    }
}

static void visit_all(Database *database, const Diagram *diagram, int result)
{
    Verdict verdict = verdict_in(database, diagram);
    assert_int_equal(verdict.label, result > 0   ? VERDICT_WIN
                                    : result < 0 ? VERDICT_LOSS
                                                 : VERDICT_OPEN);
    assert_int_equal(verdict.plies, abs(result));
}

TEST(all_of_tic_tac_toe_follows_from_the_last_moves)
{
    Place *place = *state;
    assert_null(database_begin(place->database));
    visit_with(place->database, visit_first);
    visit_with(place->database, visit_wins);
    visit_with(place->database, visit_all);
    assert_null(database_end(place->database, true));
}

/* --- renju --- */

/* What the position before black's double three is held to be once black is said to win by it. */
static Verdict before_double_three(Database *database, Rule rule)
{
    enum { RENJU_SIDE = 15 };
    static const int stones[] = {7 * RENJU_SIDE + 6, 7 * RENJU_SIDE + 8, 6 * RENJU_SIDE + 7,
                                 8 * RENJU_SIDE + 7};
    Verdict lost = {.label = VERDICT_LOSS, .plies = 6};
    Diagram before = empty_board((Game){rule, RENJU_SIDE, RENJU_SIDE, WIN_LENGTH_MAX});
    for (int i = 0; i < 4; i++) {
        before.at[stones[i]] = BLACK;
        before.at[i] = WHITE;
    }
    Diagram next = after(&before, 7 * RENJU_SIDE + 7);
    keep_open(database, &before);
    assert_null(database_note(database, &next, &lost));
    return verdict_in(database, &before);
}

TEST(a_forbidden_move_proves_nothing)
{
    Place *place = *state;
    Verdict freestyle = before_double_three(place->database, RULE_FREESTYLE);
    assert_int_equal(freestyle.label, VERDICT_WIN);
    assert_int_equal(freestyle.plies, 7);
    assert_int_equal(before_double_three(place->database, RULE_RENJU).label, VERDICT_OPEN);
}

/* What nobody has proven, or nobody has asked for, stays where it is. */
TEST(opinions_and_unknown_positions_are_not_reached)
{
    Place *place = *state;
    Diagram empty = empty_board(tic_tac_toe), centre = after(&empty, 4), corner = after(&empty, 0);
    Verdict opinion = {.label = VERDICT_LOSS}, proof = {.label = VERDICT_LOSS, .plies = 4};
    keep_open(place->database, &empty);
    assert_null(database_note(place->database, &centre, &opinion));
    assert_int_equal(verdict_in(place->database, &empty).label, VERDICT_OPEN);
    assert_null(database_delete(place->database, &empty));
    assert_null(database_note(place->database, &corner, &proof));
    assert_int_equal(database_count(place->database), 2);
}

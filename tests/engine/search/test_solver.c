/* Checks the solver: a win that it claims is a win and takes no longer than claimed, and wins that
 * are there are found.
 *
 * A claim is played out: against every legal reply, absurd ones among them, the attacker must come
 * to five within the plies claimed, with the oracle as the judge of fouls and fives. The solver
 * itself may choose the attacker's moves, for a wrong one would lead nowhere. What it should find
 * comes from a slow solver, which tries every threat and every legal reply without table or proof
 * numbers, and from drawn boards, on which one can see why there is a win, or why there is none.
 */
#include "search/solver.h"

#include "search/ordering.h"
#include "search/parameters.h"
#include "unit.h"
#include "workbench.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TABLE_BYTES = 1 << 12, /* the solver does not use it */
    PLENTY = 200000,       /* positions, more than it takes here */
    BUDGET_MAX = 3000,
    CLAIMS = 20,        /* to play out for each rule and colour, */
    SHORT_PLIES = 5,    /* at most a third of which are this short */
    WHOLE_PERCENT = 80, /* of the lines must go on to the five, */
    CLAIM_EFFORT = 150, /* moves of the attacker after which some replies are skipped */
    SLOW_BOARDS = 500,
    SLOW_PLIES = 7,
    SLOW_WINS_PERCENT = 6, /* of those boards must be won, or chance was not steered well */
    BUDGET_BOARDS = 100,
    RIGHT_MOVES = 3, /* that a played game chooses from */
};

WORKBENCH(FIXTURE, TABLE_BYTES, UINT64_C(20250301))

/* Puts the solver before a position of which it knows nothing. */
static void begin(Workbench *bench, const Position *position)
{
    Limits limits = limits_none();
    search_set_position(&bench->search, position, drawn_eval_tables(position));
    search_begin(&bench->search);
    clock_start(&bench->clock, &limits);
    bench->clock.end_ms = INT64_MAX;
}

/* ----------------------------------------------------------------------------- random positions */

/* A board of that rule on which five in a row count, or four now and then. */
static Game draw_game(Workbench *bench, Rule rule, int most)
{
    Game game = {rule, 7 + drawn_below(&bench->random, most - 6),
                 7 + drawn_below(&bench->random, most - 6), WIN_LENGTH_MAX};
    if (drawn_below(&bench->random, 6) == 0) {
        game.win_length = 4;
    }
    if (rules_fault(&game) != NULL) {
        game.win_length = WIN_LENGTH_MAX;
    }
    return game;
}

/* Plays one of the best-looking moves that the cascade allows; false if there is none. */
static bool play_sensibly(Workbench *bench)
{
    static Move moves[MOVES_MAX];
    Position *position = &bench->drawn->position;
    int count = candidates_list(position, candidates_situation(position), moves);
    ordering_score_static(drawn_eval_tables(position), position, moves, count);
    for (int i = 0; i < count; i++) {
        ordering_pick(moves, count, i);
    }
    int choice =
        count > 0 ? drawn_below(&bench->random, count < RIGHT_MOVES ? count : RIGHT_MOVES) : 0;
    if (count == 0 || position_forbids(position, moves[choice].point)) {
        return false;
    }
    position_play(position, moves[choice].point, position->board.side);
    return true;
}

/* Plays the best-scored moves of both sides until one could win. */
static void play_some(Workbench *bench, Game game, int stones)
{
    Position *position = &bench->drawn->position;
    drawn_clear(bench->drawn, game);
    while (position->board.count < stones && candidates_situation(position) != SITUATION_FIVE &&
           position->board.empty > 0 && play_sensibly(bench)) {
    }
}

/* Sets up a position in which something may be going on, with a colour to move. */
static void draw_position(Workbench *bench, Game game, int side)
{
    int points = game.width * game.height;
    int stones = 6 + drawn_below(&bench->random, points / 3 < 40 ? points / 3 : 40);
    if (drawn_below(&bench->random, 2) == 0) {
        reference_scatter(bench->drawn, game, stones, &bench->random);
    } else {
        play_some(bench, game, stones);
    }
    board_set_side(&bench->drawn->position.board, side);
}

/* --------------------------------------------------------------------------- playing claims out */

static int attacker_moves; /* of the claim that is being played out */

static bool wins_within(Workbench *bench, int plies);

static bool is_listed(const Move *moves, int count, Point point)
{
    for (int i = 0; i < count; i++) {
        if (moves[i].point == point) {
            return true;
        }
    }
    return false;
}

/* Says whether the attacker wins within so many plies after whatever the side to move, the
 * defender, replies. When much has been tried, of the replies that a defender would not think of
 * only some are. */
static bool wins_after_replies(Workbench *bench, int plies)
{
    Reference *reference = bench->reference;
    Point replies[REFERENCE_MOVES_MAX];
    Move *sensible = malloc(sizeof *sensible * MOVES_MAX);
    assert_non_null(sensible);
    int count = reference_all_moves(reference, replies);
    Situation situation = candidates_situation(&reference->position);
    int sensible_count = situation == SITUATION_QUIET
                             ? 0
                             : candidates_list(&reference->position, situation, sensible);
    bool wins = !reference_is_full(reference);
    for (int i = 0; i < count && wins; i++) {
        int skip = 1 + attacker_moves / CLAIM_EFFORT * 8;
        if (!is_listed(sensible, sensible_count, replies[i]) &&
            drawn_below(&bench->random, skip) != 0) {
            continue;
        }
        if (reference_wins(reference, replies[i])) {
            wins = false;
            break;
        }
        reference_play(reference, replies[i]);
        wins = wins_within(bench, plies - 1);
        reference_undo(reference);
    }
    free(sensible);
    return wins;
}

/* The move that is to win within so many plies, or POINT_NONE. */
static Point winning_move(Workbench *bench, int plies)
{
    Position *position = &bench->reference->position;
    Variation pv;
    int claimed, side = position->board.side;
    if (candidates_situation(position) == SITUATION_OPEN_FOUR) {
        return plies >= 3 ? position_first(position, side, THREAT_OPEN_FOUR) : POINT_NONE;
    }
    search_set_position(&bench->search, position, drawn_eval_tables(position));
    return solver_solve(&bench->search, PLENTY, plies, &pv, &claimed) && claimed <= plies
               ? pv.move[0]
               : POINT_NONE;
}

/* Says whether the side to move wins within so many plies, as the solver means to. */
static bool wins_within(Workbench *bench, int plies)
{
    Reference *reference = bench->reference;
    const Position *position = &reference->position;
    int side = position->board.side;
    if (position_count(position, side, THREAT_FIVE) > 0) {
        return plies >= 1 && reference_wins(reference, position_first(position, side, THREAT_FIVE));
    }
    Point move = winning_move(bench, plies);
    attacker_moves++;
    if (move == POINT_NONE || position->board.at[move] != EMPTY ||
        reference_forbids(reference, move)) {
        reference_print(position);
        return false;
    }
    reference_play(reference, move);
    bool wins = wins_after_replies(bench, plies - 1);
    reference_undo(reference);
    return wins;
}

/* How many plies the five is away where the solver considers no moves any more; 0 if it is not
 * seen. */
static int plies_to_five(Position *position)
{
    Move *moves = malloc(sizeof *moves * MOVES_MAX);
    assert_non_null(moves);
    Situation situation = candidates_situation(position);
    int count = candidates_list(position, situation, moves), legal = 0;
    for (int i = 0; i < count; i++) {
        legal += !position_forbids(position, moves[i].point);
    }
    free(moves);
    return situation == SITUATION_FIVE                   ? 1
           : situation == SITUATION_OPEN_FOUR            ? 3
           : situation == SITUATION_BLOCK && legal == 0  ? 2
           : situation == SITUATION_DEFEND && legal == 0 ? 4
                                                         : 0;
}

/* The line is one of legal moves on empty points, nobody wins before its end, and the five comes no
 * later than was claimed. Returns whether it goes on until that can be seen. */
static bool line_can_be_played(Workbench *bench, const Variation *pv, int plies)
{
    Reference *reference = bench->reference;
    reference_set(reference, &bench->drawn->position);
    assert_true(pv->length > 0);
    for (int i = 0; i < pv->length; i++) {
        assert_int_equal(reference->position.board.at[pv->move[i]], EMPTY);
        assert_false(reference_forbids(reference, pv->move[i]));
        assert_false(reference_wins(reference, pv->move[i]));
        reference_play(reference, pv->move[i]);
    }
    int rest = plies_to_five(&reference->position);
    assert_true(pv->length + rest <= plies);
    assert_int_equal(plies % 2, 1);
    return rest > 0;
}

/* Plays a claim out; returns whether its line goes on until the five can be seen. */
static bool assert_claim_is_true(Workbench *bench, const Variation *pv, int plies)
{
    bool is_whole = line_can_be_played(bench, pv, plies);
    reference_set(bench->reference, &bench->drawn->position);
    attacker_moves = 0;
    if (!wins_within(bench, plies)) {
        reference_print(&bench->drawn->position);
        fail_msg("claimed as won in %d, which is not so", plies);
    }
    return is_whole;
}

/* Looks for claims on random boards until enough have been played out. */
static void play_claims_out(Workbench *bench, Rule rule, int side, long wanted)
{
    long claims = 0, shorts = 0, whole = 0;
    while (claims < wanted) {
        draw_position(bench, draw_game(bench, rule, 15), side);
        begin(bench, &bench->drawn->position);
        Variation pv;
        int plies;
        uint64_t budget = 1 + (uint64_t)drawn_below(&bench->random, BUDGET_MAX);
        if (!solver_solve(&bench->search, budget, PLY_MAX, &pv, &plies)) {
            continue;
        }
        if (plies <= SHORT_PLIES && ++shorts > wanted / 3) {
            continue;
        }
        whole += assert_claim_is_true(bench, &pv, plies);
        claims++;
    }
    assert_true(whole * 100 >= claims * WHOLE_PERCENT);
}

TEST(claims_are_true)
{
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        for (int side = BLACK; side <= WHITE; side++) {
            play_claims_out(*state, (Rule)rule, side, drawn_scaled(CLAIMS));
        }
    }
}

/* ------------------------------------------------------------------------------ the slow solver */

enum { SLOW_NEVER = 1000 };

/* What the slow solver calls a threat. */
typedef enum {
    SLOW_NARROW, /* a four, or an open three, or whatever stops a five: these the solver must see */
    SLOW_WIDE,   /* and whatever wins by fours if nothing is done about it: these it may see */
    SLOW_FOURS,  /* a four alone */
} SlowThreats;

static int slow_defends(Position *position, SlowThreats threats, int plies);

static bool slow_tries(const Position *position, SlowThreats threats, Situation situation,
                       Point move)
{
    Threat threat = cell_threat(&position->cell[move], position->board.side);
    return position->board.at[move] == EMPTY &&
           (threats == SLOW_WIDE || (threats == SLOW_NARROW && situation == SITUATION_BLOCK) ||
            (threat != THREAT_NONE && threat != THREAT_FOUL));
}

/* In how many plies, at most that many, the attacker to move comes to five by threats alone;
 * SLOW_NEVER: in none of those ways. */
static int slow_attacks(Position *position, SlowThreats threats, int plies)
{
    Situation situation = candidates_situation(position);
    int side = position->board.side, best = SLOW_NEVER;
    int direct = situation == SITUATION_FIVE ? 1 : situation == SITUATION_OPEN_FOUR ? 3 : 0;
    if (direct > 0 || plies < 3) {
        return direct > 0 && direct <= plies ? direct : SLOW_NEVER;
    }
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (!slow_tries(position, threats, situation, (Point)point) ||
            position_forbids(position, (Point)point)) {
            continue;
        }
        position_play(position, (Point)point, side);
        int most = best < plies ? best : plies;
        int needs = 1 + slow_defends(position, threats, most - 1);
        position_undo(position);
        best = needs < best ? needs : best;
    }
    return best;
}

/* Says whether the attacker, who just moved, would win by fours if he could go on, within so many
 * plies of both. */
static bool slow_prepares(Position *position, int plies)
{
    int side = position->board.side;
    board_set_side(&position->board, rules_opponent(side));
    bool prepares = slow_attacks(position, SLOW_FOURS, plies) < SLOW_NEVER;
    board_set_side(&position->board, side);
    return prepares;
}

/* Says whether the side to move has to do something. */
static bool slow_is_threatened(Position *position, SlowThreats threats, int plies)
{
    Situation situation = candidates_situation(position);
    return situation == SITUATION_BLOCK ||
           (situation == SITUATION_DEFEND && threats != SLOW_FOURS) ||
           (situation == SITUATION_QUIET && threats == SLOW_WIDE &&
            slow_prepares(position, plies - 1));
}

/* In how many plies the attacker comes to five after the best of all replies. */
static int slow_defends(Position *position, SlowThreats threats, int plies)
{
    Situation situation = candidates_situation(position);
    int side = position->board.side, longest = 0;
    if (!slow_is_threatened(position, threats, plies)) {
        return SLOW_NEVER;
    }
    for (int point = 0; point < position->board.geometry.points && longest < SLOW_NEVER; point++) {
        if (position->board.at[point] != EMPTY || position_forbids(position, (Point)point)) {
            continue;
        }
        position_play(position, (Point)point, side);
        int needs = 1 + slow_attacks(position, threats, plies - 1);
        position_undo(position);
        longest = needs > longest ? needs : longest;
    }
    return longest == 0 ? (situation == SITUATION_BLOCK ? 2 : 4) : longest;
}

/* Says whether anybody would ask the solver: not if five or an open four is there to be made. */
static bool is_for_the_solver(const Position *position)
{
    Situation situation = candidates_situation(position);
    return situation != SITUATION_FIVE && situation != SITUATION_OPEN_FOUR &&
           position->board.empty > 0;
}

/* Asks both; returns whether there is a win. */
static bool compare_with_slow(Workbench *bench)
{
    Position *position = &bench->drawn->position;
    int needs = slow_attacks(position, SLOW_NARROW, SLOW_PLIES), plies = SLOW_NEVER;
    Variation pv;
    begin(bench, position);
    bool claims = solver_solve(&bench->search, PLENTY, PLY_MAX, &pv, &plies);
    if ((needs <= SLOW_PLIES && !claims) || (plies <= SLOW_PLIES && plies < needs &&
                                             slow_attacks(position, SLOW_WIDE, plies) > plies)) {
        reference_print(position);
        fail_msg("won in %d, and claimed in %d", needs, plies);
    }
    return needs <= SLOW_PLIES;
}

TEST(short_wins_are_found)
{
    Workbench *bench = *state;
    long won = 0, boards = drawn_scaled(SLOW_BOARDS);
    for (long i = 0; i < boards; i++) {
        Game game = draw_game(bench, (Rule)(i % RULE_COUNT), 9);
        do {
            draw_position(bench, game, drawn_below(&bench->random, COLOURS));
        } while (!is_for_the_solver(&bench->drawn->position));
        won += compare_with_slow(bench);
    }
    print_message("%ld of %ld boards are won\n", won, boards);
    assert_true(won >= boards * SLOW_WINS_PERCENT / 100);
}

/* ------------------------------------------------------------------------------ keeping word */

static void assert_untouched(Workbench *bench)
{
    const Position *before = &bench->drawn->position, *after = &bench->search.position;
    assert_true(position_check(after));
    assert_true(after->board.key == before->board.key);
    assert_int_equal(after->board.count, before->board.count);
    assert_int_equal(after->board.side, before->board.side);
}

/* No more positions than allowed, by the question or by the clock, and the board as it was. */
TEST(budget_is_kept)
{
    Workbench *bench = *state;
    for (long i = drawn_scaled(BUDGET_BOARDS); i > 0; i--) {
        Variation pv;
        int plies;
        draw_position(bench, draw_game(bench, (Rule)(i % RULE_COUNT), 15), (int)(i % COLOURS));
        begin(bench, &bench->drawn->position);
        for (uint64_t budget = 1; budget < 500; budget = budget * 2 + 1) {
            uint64_t before = bench->search.nodes;
            solver_solve(&bench->search, budget, PLY_MAX, &pv, &plies);
            assert_true(bench->search.nodes <=
                        before + budget + budget * (uint64_t)PARAMETER(VCF_PERCENT) / 100);
            assert_false(bench->search.stopping);
            assert_untouched(bench);
        }
        bench->search.node_limit = bench->search.nodes + 40;
        solver_solve(&bench->search, PLENTY, PLY_MAX, &pv, &plies);
        assert_true(bench->search.nodes <= bench->search.node_limit);
        assert_untouched(bench);
    }
}

/* Asked again and again for a little more it finds what it finds when asked for much. */
TEST(asking_again_goes_on)
{
    Workbench *bench = *state;
    long found = 0;
    for (long i = drawn_scaled(BUDGET_BOARDS); i > 0; i--) {
        Variation pv;
        int plies;
        draw_position(bench, draw_game(bench, (Rule)(i % RULE_COUNT), 15), (int)(i % COLOURS));
        begin(bench, &bench->drawn->position);
        bool wins = solver_solve(&bench->search, BUDGET_MAX, PLY_MAX, &pv, &plies), again = false;
        uint64_t nodes = bench->search.nodes;
        begin(bench, &bench->drawn->position);
        while (!again && bench->search.nodes < nodes * 3 + 100) {
            uint64_t before = bench->search.nodes;
            again = solver_solve(&bench->search, 60, PLY_MAX, &pv, &plies);
            if (bench->search.nodes == before + 1) {
                break; /* settled */
            }
        }
        assert_true(again || !wins);
        if (again && nodes > 60) {
            assert_claim_is_true(bench, &pv, plies);
        }
        found += again;
    }
    assert_true(found > 0);
}

/* What was found out about one attacker is not taken for the other's: whoever faces a proven win
 * can prove none himself, though he is asked about the same positions. */
TEST(attackers_do_not_mix)
{
    Workbench *bench = *state;
    for (long found = 0; found < drawn_scaled(CLAIMS * RULE_COUNT);) {
        Variation pv;
        int plies;
        draw_position(bench, draw_game(bench, (Rule)(found % RULE_COUNT), 15), (int)(found % 2));
        begin(bench, &bench->drawn->position);
        if (solver_solve(&bench->search, BUDGET_MAX, PLY_MAX, &pv, &plies)) {
            found++;
            int side = bench->search.position.board.side;
            position_play(&bench->search.position, pv.move[0], side);
            assert_false(solver_solve(&bench->search, BUDGET_MAX, PLY_MAX, &pv, &plies));
            board_set_side(&bench->search.position.board, side);
            solver_solve(&bench->search, BUDGET_MAX, PLY_MAX, &pv, &plies);
            board_set_side(&bench->search.position.board, rules_opponent(side));
            assert_false(solver_solve(&bench->search, BUDGET_MAX, PLY_MAX, &pv, &plies));
        }
    }
}

/* A search that was stopped has time for nothing. */
TEST(stopped_search_solves_nothing)
{
    Workbench *bench = *state;
    Variation pv;
    int plies;
    drawn_set(bench->drawn, RULE_FREESTYLE, 5,
              "..........\n"
              "..........\n"
              ".OXXX.....\n"
              ".....X....\n"
              ".....X....\n"
              "..........\n"
              "..........\n",
              BLACK);
    begin(bench, &bench->drawn->position);
    bench->search.node_limit = 1;
    assert_false(solver_solve(&bench->search, PLENTY, PLY_MAX, &pv, &plies));
    assert_false(solver_solve(&bench->search, PLENTY, PLY_MAX, &pv, &plies));
    assert_true(bench->search.stopping);
    assert_untouched(bench);
    begin(bench, &bench->drawn->position);
    assert_false(solver_solve(&bench->search, 0, PLY_MAX, &pv, &plies));
    assert_int_equal(bench->search.nodes, 0);
}

/* ------------------------------------------------------------------------------- drawn boards */

/* Asks for a win on a drawn board, `plies` long (0: there is none), that begins at x, y. Whatever
 * is not part of the idea is blocked, so that there is no other. */
static void assert_solves(Workbench *bench, Rule rule, int side, int plies, int x, int y,
                          const char *drawing)
{
    Variation pv;
    int claimed = 0;
    drawn_set(bench->drawn, rule, 5, drawing, side);
    begin(bench, &bench->drawn->position);
    bool claims = solver_solve(&bench->search, PLENTY, PLY_MAX, &pv, &claimed);
    assert_true(bench->search.nodes < PLENTY);
    if (!claims || plies == 0) {
        assert_int_equal(claims ? claimed : 0, plies);
        return;
    }
    assert_int_equal(claimed, plies);
    assert_int_equal(pv.move[0], drawn_point(bench->drawn, x, y));
    assert_claim_is_true(bench, &pv, claimed);
}

/* With white stones at both ends of the row five there does not win in caro: the four is none. */
TEST(caro_knows_a_closed_row)
{
    static const char drawing[] = "##########\n"
                                  "#####.####\n"
                                  "#####.####\n"
                                  ".OXXX..O##\n"
                                  "#####X####\n"
                                  "#####X####\n"
                                  "#####.####\n"
                                  "#####.####\n";
    assert_solves(*state, RULE_FREESTYLE, BLACK, 5, 5, 3, drawing);
    assert_solves(*state, RULE_CARO, BLACK, 0, 0, 0, drawing);
    assert_solves(*state, RULE_CARO_EXACT, BLACK, 0, 0, 0, drawing);
}

/* In caro white may answer the four by closing the row at 7,4, which makes a four of his own and
 * gives him time to stop the three. Elsewhere he must play on the row, and the three goes on. */
TEST(caro_answers_a_four_at_its_side)
{
    static const char drawing[] = "##########\n"
                                  "#######O##\n"
                                  "#####.#O##\n"
                                  "#####.#O##\n"
                                  ".OXXX...##\n"
                                  "#####X#.##\n"
                                  "#####X####\n"
                                  "#####.####\n"
                                  "#####.####\n";
    assert_solves(*state, RULE_FREESTYLE, BLACK, 5, 5, 4, drawing);
    assert_solves(*state, RULE_STANDARD, BLACK, 5, 5, 4, drawing);
    assert_solves(*state, RULE_CARO, BLACK, 0, 0, 0, drawing);
    assert_solves(*state, RULE_CARO_EXACT, BLACK, 0, 0, 0, drawing);
}

/* Two open threes at once win, but for renju's black they are a foul. */
TEST(double_three_wins_unless_it_is_a_foul)
{
    static const char black[] = "#####.#####\n"
                                "#####.#####\n"
                                "#####.#####\n"
                                "#####X#####\n"
                                "#####X#####\n"
                                "...XX......\n"
                                "#####.#####\n"
                                "#####.#####\n"
                                "#####.#####\n";
    static const char white[] = "#####.#####\n"
                                "#####.#####\n"
                                "#####.#####\n"
                                "#####O#####\n"
                                "#####O#####\n"
                                "...OO......\n"
                                "#####.#####\n"
                                "#####.#####\n"
                                "#####.#####\n";
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        assert_solves(*state, (Rule)rule, WHITE, 5, 5, 5, white);
        assert_solves(*state, (Rule)rule, BLACK, rule == RULE_RENJU ? 0 : 5, 5, 5, black);
    }
}

/* Black's only answer to white's four would be six in a row. */
TEST(forbidden_answer_is_none)
{
    static const char drawing[] = "#####.####\n"
                                  "#####O####\n"
                                  "#####O####\n"
                                  "#####O####\n"
                                  "##XXX.XX##\n"
                                  "#####X####\n";
    assert_solves(*state, RULE_RENJU, WHITE, 3, 5, 0, drawing);
    assert_solves(*state, RULE_FREESTYLE, WHITE, 0, 0, 0, drawing);
}

/* Whoever faces a five must stop it: a win if that makes a four and a three, none if it makes only
 * a three, or if the move that would win is another one. */
TEST(blocks_that_threaten_go_on)
{
    assert_solves(*state, RULE_FREESTYLE, BLACK, 5, 5, 3,
                  "#####.####\n"
                  "#####.####\n"
                  "#####.####\n"
                  "XOOOO.XX.X\n"
                  "#####X####\n"
                  "#####X####\n"
                  "#####.####\n"
                  "#####.####\n");
    assert_solves(*state, RULE_FREESTYLE, BLACK, 0, 0, 0,
                  "#####.####\n"
                  "#####.####\n"
                  "#####.####\n"
                  "XOOOO.####\n"
                  "#####X####\n"
                  "#####X####\n"
                  "#####.####\n"
                  "#####.####\n");
    assert_solves(*state, RULE_FREESTYLE, BLACK, 0, 0, 0,
                  "#####.#####\n"
                  "#####.#####\n"
                  "##OXX.XX..#\n"
                  "#####X#####\n"
                  "#####X#####\n"
                  "#####.#####\n"
                  "XOOOO.#####\n"
                  "###########\n");
}

/* 5,5 makes a four, a three in the column and what looks like a three on the diagonal; but that one
 * could only go on at 8,2, which is six in a row. So renju allows the point, and it wins. */
TEST(a_double_three_that_is_none_wins)
{
    static const char drawing[] = "############\n"
                                  "#########.##\n"
                                  "######XX.XXX\n"
                                  "#####.#X####\n"
                                  "#####.X#####\n"
                                  "#OXXX..#####\n"
                                  "####.X######\n"
                                  "#####X######\n"
                                  "#####.######\n"
                                  "#####.######\n";
    Workbench *bench = *state;
    drawn_set(bench->drawn, RULE_RENJU, 5, drawing, BLACK);
    const Cell *cell = &bench->drawn->position.cell[drawn_point(bench->drawn, 5, 5)];
    assert_int_equal(cell_threat(cell, BLACK), THREAT_SUSPECT);
    assert_solves(bench, RULE_RENJU, BLACK, 5, 5, 5, drawing);
}

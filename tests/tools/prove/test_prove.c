/* Checks proofs from the inside: what is claimed of small boards agrees with a slow search of the
 * test's own, under every rule that fits; and proof_check refuses bodies in which something was
 * changed. (tests/protocol/cli/prove.py has the command line and the independent checker.)
 */
#include "tools/prove/proof_check.h"
#include "tools/prove/proof_example.h"
#include "tools/prove/proof_write.h"
#include "tools/prove/proof_zone.h"
#include "tools/prove/prove.h"

#include "aligned.h"
#include "drawn.h"
#include "settled.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum {
    BOARDS = 150,
    WON_MIN = 15, /* of these must be won, and so many lost or drawn, or they test little */
    PLENTY = 1 << 20,
    TABLE_BYTES = 1 << 16,
    WORKER_NODES = 1000,
    CHANGED_GOOD_PERCENT =
        4, /* of changed bodies may be proofs: another five, another order of lemmas */
    CHANGES_MIN = 500,
    LINE_MAX = 8,
};

/* A position, and a worker that knows the tables of its game. */
typedef struct {
    Drawn *drawn;
    Position *position;
    GameTables *tables;
    Worker *worker;
} Bench;

/* With the stones of the diagram, or without any where that is NULL; to be freed. */
static Bench bench_new(Game game, const char *diagram, int side)
{
    Bench bench = {.drawn = drawn_new(game), .tables = aligned_new(sizeof *bench.tables)};
    bench.position = &bench.drawn->position;
    if (diagram != NULL) {
        drawn_set(bench.drawn, game.rule, game.win_length, diagram, side);
    }
    const Game *kept = &bench.position->game; /* as long as the worker lives */
    eval_fill_tables(bench.tables, kept, EVALUATION_BEST);
    bench.worker = worker_new(kept, bench.tables, WORKER_NODES);
    return bench;
}

static void bench_free(const Bench *bench)
{
    worker_free(bench->worker);
    free(bench->tables);
    free(bench->drawn);
}

/* ------------------------------------------------------------------------------- the slow
 * search */

/* Says whether the attacker wins, by trying every legal move. */
static bool slow_wins(Position *position, int attacker)
{
    int side = position->board.side;
    bool attacks = side == attacker, has_moved = false;
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] != EMPTY || position_forbids(position, (Point)point)) {
            continue;
        }
        has_moved = true;
        bool is_five = position_threat(position, (Point)point) == THREAT_FIVE;
        bool wins = is_five && attacks;
        if (!is_five) {
            position_play(position, (Point)point, side);
            wins = slow_wins(position, attacker);
            position_undo(position);
        }
        if (wins == attacks) {
            return wins;
        }
    }
    return has_moved && !attacks;
}

/* ----------------------------------------------------------------------------------- small
 * boards */

static const Game small_games[] = {
    {RULE_FREESTYLE, 3, 3, 3}, {RULE_FREESTYLE, 4, 3, 3},  {RULE_STANDARD, 4, 4, 3},
    {RULE_CARO, 4, 4, 3},      {RULE_CARO_EXACT, 5, 3, 3}, {RULE_STANDARD, 4, 4, 4},
    {RULE_FREESTYLE, 5, 4, 4}, {RULE_RENJU, 5, 5, 5},
};

enum {
    SMALL_GAMES = sizeof small_games / sizeof *small_games,
    EMPTY_MOST = 8, /* more take the slow search too long */
};

/* Puts stones in turns until few points are empty. False if a row wins on the way. */
static bool draw_position(Drawn *drawn, Game game, uint64_t *random)
{
    drawn_clear(drawn, game);
    Position *position = &drawn->position;
    int empty = 1 + drawn_below(random, EMPTY_MOST);
    while (position->board.empty > empty) {
        Point point =
            drawn_point(drawn, drawn_below(random, game.width), drawn_below(random, game.height));
        if (position->board.at[point] != EMPTY || position_forbids(position, point)) {
            continue;
        }
        if (position_threat(position, point) == THREAT_FIVE) {
            return false;
        }
        position_play(position, point, position->board.side);
    }
    return true;
}

/* With memory for all positions, and with memory for few or none, where more of them are repeated.
 */
static void check_proof(const ProofTree *tree, const Position *root)
{
    static const int64_t memory[] = {PLENTY, 1000, 0};
    int64_t lemmas[sizeof memory / sizeof *memory];
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) {
        ProofBytes body = {0};
        ProofSize size;
        assert_true(proof_write_body(tree, memory[i], &body, &size));
        assert_null(proof_check_body(root, proof_reader_of(&body)));
        assert_true(size.nodes > 0);
        lemmas[i] = size.lemmas;
        assert_true(i == 0 || lemmas[i] <= lemmas[i - 1]);
        proof_drop_bytes(&body);
    }
    assert_int_equal(lemmas[2], 0);
}

TEST(claims_are_true)
{
    uint64_t random = UINT64_C(20261124);
    int won = 0, others = 0;
    for (int g = 0; g < SMALL_GAMES; g++) {
        Game game = small_games[g];
        Bench bench = bench_new(game, NULL, BLACK);
        Position *position = bench.position;
        for (long i = 0; i < drawn_scaled(BOARDS); i++) {
            if (!draw_position(bench.drawn, game, &random)) {
                continue;
            }
            bool wins = slow_wins(position, position->board.side);
            ProofTree tree;
            settle(bench.worker, position, NULL, &tree);
            assert_int_equal(proof_tree_root(&tree)->proof == 0, wins);
            if (wins) {
                check_proof(&tree, position);
            }
            proof_tree_free(&tree);
            won += wins;
            others += !wins;
        }
        bench_free(&bench);
    }
    assert_true(won >= drawn_scaled(WON_MIN) && others >= drawn_scaled(WON_MIN));
}

/* ------------------------------------------------------------------------------- passes in the
 * tree */

/* Positions of which a win after a pass takes more than fives, or than fours: that is for the
 * tree. */
static const char three_stones[] = ".........\n"
                                   ".O.......\n"
                                   "....X....\n"
                                   "...X.....\n"
                                   "...X.O...\n"
                                   ".........\n"
                                   ".........\n"
                                   ".........\n"
                                   ".........\n";
static const char white_stones[] = ".........\n"
                                   ".X.......\n"
                                   "....O....\n"
                                   "...O.....\n"
                                   "...O.X...\n"
                                   ".........\n"
                                   ".........\n"
                                   ".........\n"
                                   ".........\n";
static const char open_stones[] = ".........\n"
                                  ".........\n"
                                  ".....X...\n"
                                  "..O.X....\n"
                                  ".........\n"
                                  "...X.....\n"
                                  "......O..\n"
                                  ".........\n"
                                  ".........\n";
/* Where the three stones stand. */
static const Game small_freestyle = {RULE_FREESTYLE, 9, 9, WIN_LENGTH_MAX};

static const ProofEffort fives_only = {0, 0, 0, 0, 0, 0}, fours_only = {100, 0, 0, 2000, 0, 0};

static const struct {
    const char *diagram;
    const ProofEffort *effort;
    Rule rule;
    int side;
} pass_cases[] = {
    {drawn_quiet_win, &fives_only, RULE_FREESTYLE, BLACK},
    {drawn_quiet_win, &fives_only, RULE_STANDARD, BLACK},
    {drawn_quiet_win, &fives_only, RULE_RENJU, BLACK},
    {drawn_quiet_win, &fives_only, RULE_CARO, BLACK},
    {drawn_quiet_win, &fives_only, RULE_CARO_EXACT, BLACK},
    {three_stones, &fives_only, RULE_FREESTYLE, BLACK},
    {three_stones, &fours_only, RULE_FREESTYLE, BLACK},
    {three_stones, &fours_only, RULE_STANDARD, BLACK},
    {three_stones, &fours_only, RULE_RENJU, BLACK},
    {white_stones, &fours_only, RULE_RENJU, WHITE},
    {open_stones, &fives_only, RULE_FREESTYLE, BLACK},
    {three_stones, &fours_only, RULE_CARO, BLACK},
    {three_stones, &fours_only, RULE_CARO_EXACT, BLACK},
};

/* The last of these, which take longer than all others. They are left out where there is to be less
 * than usual. */
enum { LONG_CASES = 2 };

/* A body being read, and how many of its pass branches are no fives, by how many went before. */
typedef struct {
    ProofReader reader;
    int passes[POINTS_MAX];
} Scan;

static void scan_attack(Scan *scan, int passes)
{
    uint64_t kind = proof_read_number(&scan->reader);
    proof_read_number(&scan->reader);
    if (kind == PROOF_FIVE || kind == PROOF_SAME) {
        return;
    }
    if (proof_read_number(&scan->reader) != 0) {
        assert_true(scan->reader.at < scan->reader.end);
        scan->passes[passes] += *scan->reader.at != PROOF_FIVE;
        scan_attack(scan, passes + 1);
    }
    int64_t answers = (int64_t)proof_read_number(&scan->reader);
    for (int64_t i = 0; i < answers; i++) {
        proof_read_number(&scan->reader);
        scan_attack(scan, passes);
    }
}

/* How many passes the tree has proven in order to list the answers in their zones. */
static int count_proven_passes(const ProofTree *tree)
{
    int passes = 0;
    for (int64_t i = 1; i < tree->node_count; i++) {
        const ProofTreeNode *node = &tree->nodes[i];
        passes += node->pass != 0 && node->state == PROOF_NODE_OPEN;
    }
    return passes;
}

static void scan_body(const ProofTree *tree, const Position *root, Scan *scan)
{
    ProofBytes body = {0};
    ProofSize size;
    assert_true(proof_write_body(tree, PLENTY, &body, &size));
    assert_null(proof_check_body(root, proof_reader_of(&body)));
    scan->reader = proof_reader_of(&body);
    scan_attack(scan, 0);
    assert_true(!scan->reader.failed && scan->reader.at == scan->reader.end);
    proof_drop_bytes(&body);
}

/* Where the attempts look for less than usual, the tree proves the passes, one behind the other;
 * what it writes holds under every rule. Which moves are tried first depends on the evaluation, and
 * so a case may do without. */
TEST(passes_are_proven)
{
    Scan scan = {.passes = {0}};
    size_t cases = sizeof pass_cases / sizeof *pass_cases, with_passes = 0;
    cases -= drawn_scaled(LONG_CASES) < LONG_CASES ? LONG_CASES : 0;
    for (size_t i = 0; i < cases; i++) {
        Game game = {pass_cases[i].rule, 9, 9, WIN_LENGTH_MAX};
        Bench bench = bench_new(game, pass_cases[i].diagram, pass_cases[i].side);
        ProofTree tree;
        settle(bench.worker, bench.position, pass_cases[i].effort, &tree);
        assert_int_equal(proof_tree_root(&tree)->proof, 0);
        with_passes += count_proven_passes(&tree) > 0;
        scan_body(&tree, bench.position, &scan);
        proof_tree_free(&tree);
        bench_free(&bench);
    }
    assert_true(with_passes > cases / 2);
    for (int passes = 0; passes < PROOF_PASSES_MAX; passes++) {
        assert_true(scan.passes[passes] > 0);
    }
}

/* Grows the tree of a position under freestyle until it is won; returns how many nodes it has. */
static int64_t count_nodes(const char *diagram, const ProofEffort *effort)
{
    Bench bench = bench_new(small_freestyle, diagram, BLACK);
    Scan scan = {.passes = {0}};
    ProofTree tree;
    settle(bench.worker, bench.position, effort, &tree);
    assert_int_equal(proof_tree_root(&tree)->proof, 0);
    scan_body(&tree, bench.position, &scan);
    int64_t count = tree.node_count - 1;
    proof_tree_free(&tree);
    bench_free(&bench);
    return count;
}

/* What fours do not win takes a tree, but for the main search, whose claim is worked out in one
 * attempt. */
TEST(the_main_search_proves_quiet_wins)
{
    static const ProofEffort with_search = {100, 0, 0, 400000, 50000, 0};
    assert_true(count_nodes(three_stones, &fours_only) > 1);
    assert_int_equal(count_nodes(three_stones, &with_search), 1);
}

/* ---------------------------------------------------------------------------- outcomes made by
 * hand */

/* A tree whose outcomes are written by the test, so that it decides what becomes of each leaf. */
typedef struct {
    Drawn *drawn;
    ProofTree tree;
    uint64_t searched; /* positions that each outcome says it took */
} Scripted;

/* Two stones of the defender: with two passes a window of five lacks no more than he could have put
 * there unseen, with one it does. */
static const char two_answers[] = ".........\n"
                                  ".OO......\n"
                                  ".........\n"
                                  ".........\n"
                                  ".........\n"
                                  ".........\n"
                                  ".........\n"
                                  ".........\n"
                                  ".........\n";

/* A move of an outcome, and the guess what it takes to prove it. */
typedef struct {
    Point move;
    uint32_t proof;
} ScriptedMove;

/* Begins the outcome of the only leaf there is; returns that leaf. */
static const ProofLeaf *begin_outcome(Scripted *scripted, OutcomeKind kind)
{
    ProofTree *tree = &scripted->tree;
    proof_tree_choose(tree);
    assert_int_equal(tree->batch_count, 1);
    proof_add_number(&tree->log, kind);
    proof_add_number(&tree->log, scripted->searched);
    return &tree->batch[0];
}

/* The pass of the leaf is to be proven in the tree. Returns the leaf's node. */
static uint32_t leave_pass(Scripted *scripted)
{
    uint32_t node = begin_outcome(scripted, OUTCOME_PASS)->node;
    proof_add_number(&scripted->tree.log, 1);
    proof_add_number(&scripted->tree.log, 1);
    assert_true(proof_tree_apply(&scripted->tree));
    return node;
}

/* The leaf has those moves; a leaf of the defender's without any is proven. Returns what was
 * asked. */
static ProofQuestion list_moves(Scripted *scripted, const ScriptedMove *moves, int count)
{
    ProofQuestion question = begin_outcome(scripted, OUTCOME_MOVES)->question;
    ProofBytes *log = &scripted->tree.log;
    for (int empty = 0; empty < 3; empty++) { /* no nodes of a proof, no bytes, no zone */
        proof_add_number(log, 0);
    }
    proof_add_number(log, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        proof_add_number(log, proof_number_of(&scripted->tree.board.geometry, moves[i].move));
        proof_add_number(log, moves[i].proof);
        proof_add_number(log, 1);
    }
    assert_true(proof_tree_apply(&scripted->tree));
    return question;
}

static bool is_same_set(const PointSet *one, const PointSet *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

/* The points where the defender comes too near a row of his own after the attacker's moves. */
static PointSet danger_after(const Scripted *scripted, const Point *moves, int count, int passes)
{
    Board board = scripted->drawn->position.board;
    PointSet danger = {{0}};
    for (int i = 0; i < count; i++) {
        board_set_side(&board, BLACK);
        board_play(&board, moves[i], BLACK);
    }
    proof_zone_add_danger(&board, WIN_LENGTH_MAX, WHITE, passes, &danger);
    return danger;
}

/* The search goes on with these moves, and tells as many of them as it is asked for. */
static void assert_line(const ProofTree *tree, const Point *expected, int length)
{
    Point line[LINE_MAX];
    for (int most = 0; most <= LINE_MAX; most++) {
        int told = proof_tree_line(tree, line, most);
        assert_int_equal(told, most < length ? most : length);
        assert_memory_equal(line, expected, sizeof *line * (size_t)told);
    }
}

/* A pass behind a pass: the zone of the inner one counts two passes, that of the outer one has it
 * whole, and the attacker's move that was proven first stays, though another is proven as well
 * later on. */
TEST(zones_count_passes_and_proofs_stay)
{
    Scripted scripted = {.drawn = drawn_new(small_freestyle)};
    ProofTree *tree = &scripted.tree;
    drawn_set(scripted.drawn, RULE_FREESTYLE, WIN_LENGTH_MAX, two_answers, BLACK);
    Point black[] = {drawn_point(scripted.drawn, 4, 4), drawn_point(scripted.drawn, 5, 4),
                     drawn_point(scripted.drawn, 6, 4)};
    Point other = drawn_point(scripted.drawn, 4, 5);
    ScriptedMove both[] = {{other, 50}, {black[1], 1}}, last = {black[2], 1};
    assert_true(proof_tree_init(tree, &scripted.drawn->position, black[0]));

    uint32_t outer = leave_pass(&scripted);
    list_moves(&scripted, both, 2);
    leave_pass(&scripted);
    list_moves(&scripted, &last, 1);
    assert_line(tree, (Point[]){black[0], POINT_NONE, black[1], POINT_NONE, black[2]}, 5);
    list_moves(&scripted, NULL, 0);

    PointSet inner = danger_after(&scripted, black, 3, 2),
             shallow = danger_after(&scripted, black, 3, 1);
    assert_false(is_same_set(&inner, &shallow));
    point_set_add(&inner, black[2]);
    ProofQuestion question = list_moves(&scripted, NULL, 0);
    assert_true(question.pass_is_won && is_same_set(&question.zone, &inner));

    uint32_t behind = tree->nodes[outer].pass;
    assert_int_equal(tree->nodes[behind].proof, 0);
    for (int64_t i = 0; i < tree->edge_count; i++) {
        tree->edges[i].proof = tree->edges[i].move == other ? 0 : tree->edges[i].proof;
    }
    assert_int_equal(proof_tree_best(tree, behind)->move, black[1]);

    point_set_add(&inner, black[1]);
    question = list_moves(&scripted, NULL, 0);
    assert_true(question.pass_is_won && is_same_set(&question.zone, &inner));
    assert_int_equal(proof_tree_root(tree)->proof, 0);
    proof_tree_free(tree);
    free(scripted.drawn);
}

/* A batch that is dropped leaves no leaf counted as proven, and the same one is chosen again. */
TEST(a_dropped_batch_leaves_nothing)
{
    Scripted scripted = {.drawn = drawn_new(small_freestyle)};
    ProofTree *tree = &scripted.tree;
    drawn_set(scripted.drawn, RULE_FREESTYLE, WIN_LENGTH_MAX, two_answers, BLACK);
    assert_true(
        proof_tree_init(tree, &scripted.drawn->position, drawn_point(scripted.drawn, 4, 4)));
    proof_tree_choose(tree);
    uint32_t leaf = tree->batch[0].node;
    assert_int_equal(tree->batch_count, 1);
    assert_int_equal(proof_tree_root(tree)->proof, 0);
    proof_tree_drop_batch(tree);
    assert_int_equal(tree->batch_count, 0);
    assert_int_equal(tree->nodes[leaf].proof, 1);
    assert_int_equal(tree->nodes[leaf].disproof, 1);
    assert_int_equal(proof_tree_root(tree)->proof, 1);
    proof_tree_choose(tree);
    assert_int_equal(tree->batch[0].node, leaf);
    proof_tree_free(tree);
    free(scripted.drawn);
}

/* The main search, which was asked, prefers that move. False if that does not fit. */
static bool prefer(Scripted *scripted, Point move, uint32_t lead)
{
    ProofTree *tree = &scripted->tree;
    begin_outcome(scripted, OUTCOME_THOUGHT);
    proof_add_number(&tree->log, proof_number_of(&tree->board.geometry, move));
    proof_add_number(&tree->log, lead);
    return proof_tree_apply(tree);
}

/* Once the work below the attacker's node is 8 times as much as the first of the longer searches
 * takes, that is asked which move is best, and the tree goes on with that one. */
TEST(much_work_asks_the_main_search)
{
    enum { LEAD = 256 };
    Scripted scripted = {.drawn = drawn_new(small_freestyle)};
    ProofTree *tree = &scripted.tree;
    drawn_set(scripted.drawn, RULE_FREESTYLE, WIN_LENGTH_MAX, two_answers, BLACK);
    Point near = drawn_point(scripted.drawn, 4, 4), better = drawn_point(scripted.drawn, 5, 4);
    ScriptedMove moves[] = {{near, 1}, {better, 50}};
    uint64_t nodes = proof_think_nodes(&scripted.drawn->position.game, 0);
    assert_true(proof_think_nodes(&scripted.drawn->position.game, 1) > nodes);
    assert_true(proof_tree_init(tree, &scripted.drawn->position, POINT_NONE));

    scripted.searched = 8 * nodes - 1;
    list_moves(&scripted, moves, 2);
    assert_line(tree, &near, 1);
    scripted.searched = 1;
    leave_pass(&scripted);
    proof_tree_choose(tree);
    assert_int_equal(tree->batch[0].question.think, nodes);
    proof_tree_drop_batch(tree);
    assert_line(tree, (Point[]){near, POINT_NONE}, 2);
    scripted.searched = nodes;
    assert_true(prefer(&scripted, better, LEAD));
    assert_int_equal(tree->searched, 9 * nodes);
    assert_line(tree, &better, 1);

    proof_tree_choose(tree);
    assert_int_equal(tree->batch[0].question.path[0], better);
    assert_int_equal(tree->batch[0].question.think, 0);
    proof_tree_drop_batch(tree);
    assert_false(prefer(&scripted, near, LEAD)); /* nobody asked */
    proof_tree_free(tree);
    free(scripted.drawn);
}

/* A move whose open answers stay the same for as long as it took to prove the others is given up:
 * the main search is asked for another one. */
TEST(a_stuck_move_is_given_up)
{
    enum { LEAD = 256 };
    Scripted scripted = {.drawn = drawn_new(small_freestyle)};
    const Game *game = &scripted.drawn->position.game;
    ProofTree *tree = &scripted.tree;
    drawn_set(scripted.drawn, RULE_FREESTYLE, WIN_LENGTH_MAX, two_answers, BLACK);
    Point first = drawn_point(scripted.drawn, 4, 4), second = drawn_point(scripted.drawn, 5, 4),
          third = drawn_point(scripted.drawn, 6, 4);
    ScriptedMove both[] = {{first, 1}, {second, 50}}, answer = {second, 1}, only = {third, 1};
    assert_true(proof_tree_init(tree, &scripted.drawn->position, POINT_NONE));
    scripted.searched = 8 * proof_think_nodes(game, 0);
    list_moves(&scripted, both, 2);
    assert_true(prefer(&scripted, first, LEAD));

    scripted.searched = 2 * PROOF_PATIENCE; /* for the answers that count as proven */
    list_moves(&scripted, &answer, 1);
    scripted.searched = PROOF_PATIENCE;
    list_moves(&scripted, &only, 1);
    leave_pass(&scripted);
    scripted.searched = 1;
    assert_int_equal(list_moves(&scripted, &answer, 1).think, 0);
    proof_tree_choose(tree);
    const ProofQuestion *question = &tree->batch[0].question;
    assert_int_equal(question->path_length, 0);
    assert_int_equal(question->think, proof_think_nodes(game, 0));
    assert_int_equal(question->given_up_count, 1);
    assert_true(proof_was_given_up(question, first) && !proof_was_given_up(question, second));
    proof_tree_drop_batch(tree);
    assert_true(prefer(&scripted, second, LEAD));
    assert_line(tree, &second, 1);
    assert_true(tree->edges[0].given_up && !tree->edges[1].given_up);
    proof_tree_free(tree);
    free(scripted.drawn);
}

/* Adds the outcome of a leaf that is proven by one byte. */
static void add_proven(ProofTree *tree, uint64_t searched, uint8_t byte)
{
    proof_add_number(&tree->log, OUTCOME_PROVEN);
    proof_add_number(&tree->log, searched);
    proof_add_number(&tree->log, 1); /* node, */
    proof_add_number(&tree->log, 1); /* in one byte */
    proof_add_bytes(&tree->log, &byte, 1);
    proof_add_number(&tree->log, 0); /* no zone */
}

static void add_later(ProofTree *tree)
{
    for (int number = 0; number < 4; number++) { /* the kind, nodes, and the two numbers */
        proof_add_number(&tree->log, number == 0 ? OUTCOME_LATER : 1);
    }
}

/* Where threats do not win after an answer, the leaf gets the proof after the nearest of the other
 * answers whose proof took a search. */
TEST(the_nearest_proof_is_the_example)
{
    enum { SEARCHED = 5000, NEAR = 1, FAR, EASY };
    Scripted scripted = {.drawn = drawn_new(small_freestyle), .searched = 1};
    ProofTree *tree = &scripted.tree;
    drawn_set(scripted.drawn, RULE_FREESTYLE, WIN_LENGTH_MAX, two_answers, BLACK);
    ScriptedMove answers[] = {{drawn_point(scripted.drawn, 0, 8), 1},
                              {drawn_point(scripted.drawn, 2, 7), 1},
                              {drawn_point(scripted.drawn, 8, 0), 1},
                              {drawn_point(scripted.drawn, 1, 8), 1}};
    assert_true(
        proof_tree_init(tree, &scripted.drawn->position, drawn_point(scripted.drawn, 4, 4)));
    list_moves(&scripted, answers, 4);
    proof_tree_choose(tree);
    assert_int_equal(tree->batch_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tree->batch[i].question.path[1], answers[i].move);
    }
    add_later(tree);
    add_proven(tree, SEARCHED, NEAR);
    add_proven(tree, SEARCHED, FAR);
    add_proven(tree, SEARCHED - 1, EASY);
    assert_true(proof_tree_apply(tree));
    int by_threats = proof_attempts_by_threats(&scripted.drawn->position.game, 2);
    for (int attempts = 1; attempts <= by_threats; attempts++) {
        proof_tree_choose(tree);
        assert_int_equal(tree->batch_count, 1);
        const ProofQuestion *question = &tree->batch[0].question;
        assert_int_equal(question->attempts, attempts);
        assert_int_equal(question->example.end - question->example.at, attempts == by_threats);
        if (attempts == by_threats) {
            assert_int_equal(*question->example.at, NEAR);
        }
        add_later(tree);
        assert_true(proof_tree_apply(tree));
    }
    proof_tree_free(tree);
    free(scripted.drawn);
}

/* The nodes of the main search in the last attempt so many moves from the root. */
static uint64_t last_search(const Game *game, int path_length)
{
    ProofQuestion question = {.path_length = path_length,
                              .attempts = proof_attempts(game, path_length) - 1};
    return proof_main_search(game, &question);
}

TEST(the_root_and_the_answers_to_its_move_get_the_longest_search)
{
    Game game = {RULE_CARO, 15, 15, WIN_LENGTH_MAX};
    assert_true(last_search(&game, 0) > 0);
    assert_int_equal(last_search(&game, 2), last_search(&game, 0));
    assert_true(last_search(&game, 4) > 0 && last_search(&game, 4) < last_search(&game, 0));
}

/* Renju: 7,7 makes two threes by their shape, one of which could only grow by a foul. */
static const char suspect_stones[] = "...............\n"
                                     "...............\n"
                                     "...............\n"
                                     "...............\n"
                                     "...............\n"
                                     "....X..X.......\n"
                                     "....X..X.......\n"
                                     ".....XX..O.....\n"
                                     "...X...........\n"
                                     "..X............\n"
                                     "...............\n"
                                     "...............\n"
                                     "...............\n"
                                     "...............\n"
                                     "...............\n";

/* What the job says of the position that it is asked about. The caller owns the bytes, which the
 * outcome points into. */
static ProofOutcome run_job(Worker *worker, const Position *root, const ProofQuestion *question,
                            ProofBytes *bytes)
{
    ProofThreats *threats = proof_threats_new(PROOF_NODES);
    ProofOutcome outcome;
    assert_non_null(threats);
    assert_true(proof_job_run(worker, threats, root, question, bytes));
    ProofReader reader = proof_reader_of(bytes);
    assert_true(proof_outcome_read(&reader, &root->board.geometry, &outcome));
    proof_threats_free(threats);
    return outcome;
}

/* The moves that the job considers in the position that it is asked about; returns how many. */
static int considered(Worker *worker, const Position *root, const ProofQuestion *question,
                      ScriptedMove *moves)
{
    ProofBytes bytes = {0};
    ProofOutcome outcome = run_job(worker, root, question, &bytes);
    assert_int_equal(outcome.kind, OUTCOME_MOVES);
    for (int64_t i = 0; i < outcome.moves; i++) {
        ProofNumbers numbers;
        assert_true(proof_outcome_read_move(&outcome.rest, &root->board.geometry, &moves[i].move,
                                            &numbers));
        moves[i].proof = numbers.proof;
    }
    proof_drop_bytes(&bytes);
    return (int)outcome.moves;
}

/* Says whether the job considers the attacker's move there. */
static bool considers(Worker *worker, const Position *root, const ProofQuestion *question,
                      Point move)
{
    ScriptedMove moves[POINTS_MAX];
    bool found = false;
    for (int i = considered(worker, root, question, moves); i > 0; i--) {
        found |= moves[i - 1].move == move;
    }
    return found;
}

/* The lead of the move that a main search of the question's positions prefers. */
static uint32_t lead_by(Worker *worker, const Position *root, const ProofQuestion *question,
                        Point *best)
{
    ProofBytes bytes = {0};
    ProofOutcome outcome = run_job(worker, root, question, &bytes);
    assert_int_equal(outcome.kind, OUTCOME_THOUGHT);
    assert_in_range(outcome.searched, 1, question->think);
    proof_drop_bytes(&bytes);
    *best = outcome.best;
    return outcome.lead;
}

/* A win that the main search claims, but that is too long to be worked out at once, is tried far
 * before all other moves. */
TEST(a_claimed_win_comes_first)
{
    enum { FAR = 1000, FEW = 100 };
    static const ProofEffort claim = {100, 0, 0, 1000, 50000, 0}, none = {100, 0, 0, 1000, 0, 0};
    ScriptedMove moves[POINTS_MAX];
    Point best;
    Bench bench = bench_new(small_freestyle, three_stones, BLACK);
    Worker *worker = bench.worker;
    Drawn *drawn = bench.drawn;
    ProofQuestion question = {.attempts = proof_attempts(&small_freestyle, 0) - 1, .effort = &none};
    assert_true(considered(worker, &drawn->position, &question, moves) > 1);
    assert_true(moves[1].proof < moves[0].proof + FAR);
    question.effort = &claim;
    int count = considered(worker, &drawn->position, &question, moves);
    assert_true(count > 1 && moves[1].proof >= moves[0].proof + FAR);
    question = (ProofQuestion){.think = FEW};
    assert_in_range(lead_by(worker, &drawn->position, &question, &best), 1, FAR - 1);
    question.think = claim.search;
    assert_true(lead_by(worker, &drawn->position, &question, &best) >= FAR);
    assert_int_equal(best, moves[0].move);
    question.think = claim.search / 2;
    question.given_up[question.given_up_count++] = best;
    assert_true(lead_by(worker, &drawn->position, &question, &best) > 0);
    assert_true(best != moves[0].move);
    Point second = best;
    question.given_up[question.given_up_count++] = second;
    assert_true(lead_by(worker, &drawn->position, &question, &best) > 0);
    assert_true(best != moves[0].move && best != second);
    bench_free(&bench);
}

/* Where the work for a claimed win is used up, there is another attempt with more of it; where its
 * proof is too long, the tree has the moves at once. */
TEST(too_long_a_proof_is_left_to_the_tree)
{
    static const ProofEffort little = {100, 0, 0, 1000, 50000, 0},
                             brief = {100, 0, 0, 1000000, 50000, 2};
    Bench bench = bench_new(small_freestyle, three_stones, BLACK);
    Worker *worker = bench.worker;
    Drawn *drawn = bench.drawn;
    ProofBytes bytes = {0};
    ProofQuestion question = {.effort = &little};
    assert_int_equal(run_job(worker, &drawn->position, &question, &bytes).kind, OUTCOME_LATER);
    proof_drop_bytes(&bytes);
    question.effort = &brief;
    assert_int_equal(run_job(worker, &drawn->position, &question, &bytes).kind, OUTCOME_MOVES);
    proof_drop_bytes(&bytes);
    bench_free(&bench);
}

/* Follows the first bytes of a proof in the position, and does not search. What work that takes is
 * granted for its length. Returns how many nodes come of it, which are that many at most. */
static int64_t followed(Worker *worker, const Drawn *drawn, const ProofBytes *example,
                        int64_t count, int64_t nodes_max)
{
    static const ProofEffort blind = {0, 0, 0, 0, 0, 0};
    ProofThreats *threats = proof_threats_new(nodes_max);
    ProofBytes proof = {0};
    PointSet zone;
    ProofReader reader = proof_reader_of(example);
    assert_non_null(threats);
    reader.end = reader.at + count;
    worker_clear(worker);
    search_set_position(&worker->search, &drawn->position, &worker->tables->eval);
    int64_t nodes =
        proof_threats_follow(threats, &worker->search, &blind, 0, reader, &proof, &zone);
    assert_int_equal(nodes > 0, proof.count > 0);
    proof_drop_bytes(&proof);
    proof_threats_free(threats);
    return nodes;
}

/* The proof of a position is found again along it without any search, also where the defender has a
 * stone more far away; not along a part of it, nor where his stone is in the way, nor where it is
 * too long. */
TEST(an_example_is_followed)
{
    static const ProofEffort plenty = {1000, 0, 20000, 1000000, 0, 0};
    Bench bench = bench_new(small_freestyle, three_stones, BLACK);
    Worker *worker = bench.worker;
    Drawn *drawn = bench.drawn;
    ProofBytes bytes = {0};
    ProofQuestion question = {.effort = &plenty};
    ProofOutcome outcome = run_job(worker, &drawn->position, &question, &bytes);
    assert_int_equal(outcome.kind, OUTCOME_PROVEN);
    ProofBytes example = {0};
    proof_add_bytes(&example, outcome.bytes.at, outcome.bytes.end - outcome.bytes.at);

    assert_int_equal(followed(worker, drawn, &example, example.count, PROOF_NODES),
                     outcome.proof_nodes);
    assert_int_equal(followed(worker, drawn, &example, example.count, outcome.proof_nodes / 2), 0);
    for (int64_t count = 0; count < example.count; count++) {
        assert_int_equal(followed(worker, drawn, &example, count, PROOF_NODES), 0);
    }
    ProofReader reader = proof_reader_of(&example);
    assert_int_equal(proof_read_number(&reader), PROOF_MOVE);
    Point move = proof_point_of(&drawn->position.board.geometry, proof_read_number(&reader));
    Point corner = drawn_point(drawn, 0, 8);
    position_play(&drawn->position, corner, WHITE);
    board_set_side(&drawn->position.board, BLACK);
    assert_true(followed(worker, drawn, &example, example.count, PROOF_NODES) > 0);
    position_undo(&drawn->position);
    position_play(&drawn->position, move, WHITE);
    board_set_side(&drawn->position.board, BLACK);
    assert_int_equal(followed(worker, drawn, &example, example.count, PROOF_NODES), 0);

    proof_drop_bytes(&example);
    proof_drop_bytes(&bytes);
    bench_free(&bench);
}

/* An answer that an example does not list is met like the pass, and nothing by nothing. */
TEST(an_example_knows_other_answers)
{
    enum { MOVE = 40, PASS_MOVE = 41, ANSWER = 42, ANSWER_MOVE = 43, OTHER = 44 };
    static const uint8_t bytes[] = {PROOF_MOVE, MOVE,       1,          PROOF_MOVE, PASS_MOVE,   0,
                                    0,          2,          ANSWER,     PROOF_MOVE, ANSWER_MOVE, 0,
                                    0,          ANSWER + 1, PROOF_SAME, 3};
    Game game = {RULE_FREESTYLE, 9, 9, WIN_LENGTH_MAX};
    Drawn *drawn = drawn_new(game);
    const Geometry *geometry = &drawn->position.board.geometry;
    ProofExample example = {0};
    ProofReader reader = {bytes, bytes + sizeof bytes, false};
    uint32_t root = proof_example_read(&example, geometry, reader);
    assert_int_equal(example.nodes[root].move, proof_point_of(geometry, MOVE));
    static const struct {
        int answer, move;
    } cases[] = {{ANSWER, ANSWER_MOVE}, {ANSWER + 1, PASS_MOVE}, {OTHER, PASS_MOVE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Point answer = proof_point_of(geometry, (uint64_t)cases[i].answer);
        uint32_t after = proof_example_after(&example, root, answer);
        assert_int_equal(example.nodes[after].move,
                         proof_point_of(geometry, (uint64_t)cases[i].move));
    }
    assert_int_equal(proof_example_after(&example, 0, proof_point_of(geometry, ANSWER)), 0);
    proof_example_free(&example);
    free(drawn);
}

/* A move that is a foul or not, depending on stones that a proof behind a pass does not show, is no
 * move there. */
TEST(moves_behind_passes_are_surely_no_fouls)
{
    Game game = {RULE_RENJU, 15, 15, WIN_LENGTH_MAX};
    Bench bench = bench_new(game, suspect_stones, BLACK);
    Worker *worker = bench.worker;
    Drawn *drawn = bench.drawn;
    Point suspect = drawn_point(drawn, 7, 7);
    ProofQuestion question = {.attempts = proof_attempts(&game, 0) - 1, .effort = &fives_only};
    assert_false(position_forbids(&drawn->position, suspect));
    assert_true(considers(worker, &drawn->position, &question, suspect));
    question.attempts = proof_attempts(&game, 2) - 1;
    question.path[question.path_length++] = drawn_point(drawn, 14, 14);
    question.path[question.path_length++] = POINT_NONE;
    assert_false(considers(worker, &drawn->position, &question, suspect));
    bench_free(&bench);
}

/* ------------------------------------------------------------------------------------ changed
 * bodies */

/* Changes each byte in several ways; hardly any of it may pass. */
TEST(changes_are_found)
{
    static const int by[] = {1, -1, 15, 2, -2};
    Bench bench = bench_new(small_freestyle, drawn_quiet_win, BLACK);
    ProofBytes body = {0};
    long tried = 0, passed = 0;
    settled_body(bench.worker, bench.position, &body);
    for (int64_t i = 0; i < body.count; i++) {
        for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
            uint8_t before = body.bytes[i];
            body.bytes[i] = (uint8_t)(before + by[k]);
            passed += proof_check_body(bench.position, proof_reader_of(&body)) == NULL;
            tried++;
            body.bytes[i] = before;
        }
    }
    assert_true(tried >= CHANGES_MIN && passed * 100 <= tried * CHANGED_GOOD_PERCENT);
    body.count--;
    assert_non_null(proof_check_body(bench.position, proof_reader_of(&body)));
    proof_drop_bytes(&body);
    bench_free(&bench);
}

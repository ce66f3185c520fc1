/* Checks what a proof says of its positions to a database: on small boards a slow search wins each
 * of them, and no later than the proof says; changed proofs are refused before anything is told.
 */
#include "tools/prove/proof_form.h"
#include "tools/prove/proof_write.h"

#include "aligned.h"
#include "drawn.h"
#include "settled.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum {
    BOARDS = 60,
    PROOFS_MIN = 10, /* of these must be won */
    EMPTY_MOST = 8,  /* more take the slow search too long */
    WORKER_NODES = 1000,
    MEMORY = 1 << 20,
    CHANGES = 300,
    NEVER = 1 << 20, /* more plies than any game has */
};

static const Game small_games[] = {
    {RULE_FREESTYLE, 4, 3, 3},  {RULE_STANDARD, 4, 4, 3},  {RULE_CARO, 4, 4, 3},
    {RULE_CARO_EXACT, 5, 3, 3}, {RULE_FREESTYLE, 5, 4, 4}, {RULE_RENJU, 5, 5, 5},
};

/* --- the slow search --- */

/* In how many plies the attacker wins at the latest, when he makes haste and the other does not. */
static int slow_plies(Position *position, int attacker)
{
    int side = position->board.side, best = side == attacker ? NEVER : 0;
    bool has_moved = false;
    for (int i = 0; i < position->board.geometry.points; i++) {
        Point point = (Point)i;
        if (position->board.at[point] != EMPTY || position_forbids(position, point)) {
            continue;
        }
        bool is_five = position_threat(position, point) == THREAT_FIVE;
        int plies = side == attacker ? 1 : NEVER;
        if (!is_five) {
            position_play(position, point, side);
            plies = 1 + slow_plies(position, attacker);
            position_undo(position);
        }
        has_moved = true;
        best = (side == attacker) == (plies < best) ? plies : best;
    }
    return has_moved ? best : NEVER;
}

/* --- proofs --- */

/* What is told is compared with the slow search from there. */
typedef struct {
    Drawn *drawn; /* for that */
    int positions, wins, root_plies;
} Listener;

static bool check_told(void *context, const Diagram *diagram, const DatabaseRecord *record)
{
    Listener *listener = context;
    Position *position = &listener->drawn->position;
    bool wins = record->verdict.label == VERDICT_WIN;
    int attacker = wins ? (int)diagram->side : 1 - (int)diagram->side;
    drawn_clear(listener->drawn, diagram->game);
    for (int i = 0; i < diagram->game.width * diagram->game.height; i++) {
        Coordinates at = diagram_point(diagram, i);
        if (diagram->at[i] != EMPTY) {
            position_play(position, drawn_point(listener->drawn, at.x, at.y), diagram->at[i]);
        }
    }
    board_set_side(&position->board, (int)diagram->side);
    assert_true(wins || record->verdict.label == VERDICT_LOSS);
    assert_in_range(slow_plies(position, attacker), 1, record->verdict.plies);
    assert_int_equal(record->verdict.plies % 2, wins);
    listener->positions++;
    listener->wins += wins;
    listener->root_plies = record->verdict.plies; /* the root comes last */
    return true;
}

/* Puts stones in turns until few points are empty. False if a row wins on the way. */
static bool draw_position(Drawn *drawn, Game game, uint64_t *random)
{
    drawn_clear(drawn, game);
    Position *position = &drawn->position;
    int empty = 3 + drawn_below(random, EMPTY_MOST - 2);
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

/* Adds the proof of the position, with a zero after it that does not count; false if there is
 * none. */
static bool add_proof(Worker *worker, const Position *position, ProofBytes *proof)
{
    ProofTree tree;
    ProofSize size;
    ProofBytes body = {0};
    settle(worker, position, NULL, &tree);
    bool wins = proof_tree_root(&tree)->proof == 0;
    if (wins) {
        assert_true(proof_write_body(&tree, MEMORY, &body, &size));
        proof_write_header(position, size.nodes, proof);
        proof_add_bytes(proof, body.bytes, body.count);
        proof_drop_bytes(&body);
    }
    proof_tree_free(&tree);
    return wins;
}

static const char *read_fault(const ProofBytes *proof, Listener *listener)
{
    static char fault[DATABASE_FAULT_MAX];
    const PositionSink sink = {.context = listener, .take = check_told};
    fault[0] = '\0';
    assert_true(proof_form()->is_form(proof->bytes, (size_t)proof->count));
    bool is_read =
        proof_form()->read(proof->bytes, (size_t)proof->count, &small_games[0], &sink, fault);
    assert_int_equal(is_read, fault[0] == '\0');
    return fault;
}

/* Flipped bits and lost ends are refused, or make another proof. */
static void change_proof(const ProofBytes *proof, Listener *listener, uint64_t *random)
{
    static const char name[] = "TENGEN PROOF ";
    ProofBytes changed = {0};
    proof_add_bytes(&changed, proof->bytes, proof->count);
    if (drawn_below(random, 2)) {
        changed.count -= 1 + drawn_below(random, (int)changed.count - (int)sizeof name);
    } else {
        int at = (int)sizeof name + drawn_below(random, (int)changed.count - (int)sizeof name);
        changed.bytes[at] ^= (uint8_t)(1 << drawn_below(random, 8));
    }
    int positions = listener->positions;
    assert_true(*read_fault(&changed, listener) == '\0' || listener->positions == positions);
    proof_drop_bytes(&changed);
}

TEST(each_position_of_a_proof_is_won_in_time)
{
    uint64_t random = UINT64_C(20261125);
    GameTables *tables = aligned_new(sizeof *tables);
    int proofs = 0, changes = 0, losses = 0;
    for (size_t g = 0; g < sizeof small_games / sizeof *small_games; g++) {
        Game game = small_games[g];
        Drawn *drawn = drawn_new(game);
        Listener listener = {.drawn = drawn_new(game)};
        eval_fill_tables(tables, &game, EVALUATION_BEST);
        Worker *worker = worker_new(&game, tables, WORKER_NODES);
        for (int i = 0; i < BOARDS; i++) {
            ProofBytes proof = {0};
            int before = listener.positions;
            if (!draw_position(drawn, game, &random) ||
                !add_proof(worker, &drawn->position, &proof)) {
                continue;
            }
            proofs++;
            assert_string_equal(read_fault(&proof, &listener), "");
            assert_true(listener.positions > before && listener.root_plies % 2 == 1);
            for (; changes < CHANGES * (int)(g + 1) / 6 && proof.count > 150; changes++) {
                change_proof(&proof, &listener, &random);
            }
            proof_drop_bytes(&proof);
        }
        losses += listener.positions - listener.wins;
        worker_free(worker);
        free(drawn);
        free(listener.drawn);
    }
    free(tables);
    assert_true(proofs >= PROOFS_MIN && losses >= PROOFS_MIN && changes == CHANGES);
}

/* Two proofs in a file; and what gzip has packed. */
TEST(a_file_may_have_several_proofs)
{
    Game game = {RULE_FREESTYLE, 3, 3, 3};
    Drawn *drawn = drawn_new(game);
    GameTables *tables = aligned_new(sizeof *tables);
    eval_fill_tables(tables, &game, EVALUATION_BEST);
    Worker *worker = worker_new(&game, tables, WORKER_NODES);
    Listener listener = {.drawn = drawn_new(game)};
    ProofBytes proofs = {0};
    drawn_set(drawn, game.rule, game.win_length, "XX.\nOO.\n...\n", BLACK);
    assert_true(add_proof(worker, &drawn->position, &proofs));
    assert_true(add_proof(worker, &drawn->position, &proofs));
    assert_string_equal(read_fault(&proofs, &listener), "");
    assert_int_equal(listener.positions, 2);
    assert_int_equal(listener.root_plies, 1);
    proofs.bytes[0] = 0x1F;
    proofs.bytes[1] = 0x8B;
    assert_string_equal(read_fault(&proofs, &listener), "it is packed by gzip; zcat unpacks it");
    proof_drop_bytes(&proofs);
    worker_free(worker);
    free(tables);
    free(drawn);
    free(listener.drawn);
}

/* proof_threats - from claims of the searches to proofs; see proof_threats.h. */
#include "tools/prove/proof_threats.h"

#include "port/random.h"
#include "search/ordering.h"
#include "search/root.h"
#include "search/solver.h"
#include "search/vcf.h"
#include "tools/games/array.h"
#include "tools/games/key_set.h"
#include "tools/prove/proof_example.h"
#include "tools/prove/proof_zone.h"

#include <stdlib.h>
#include <string.h>

enum {
    PASSES_MAX = 3,         /* with more, every window of a board is a danger */
    THREATS_PASSES_MAX = 1, /* deeper, only wins by fours are looked for: zones get too large */
    /* Where the next pass is not won, all answers are met one by one. After a pass that is done
     * only if no more points than these are empty. */
    EMPTY_MAX = 30,
    NODES_FOLLOWED = 8, /* that following an example may take for each node that it has */
};
static const uint32_t NO_PROOF = UINT32_MAX; /* in place of a node: none was found */

/* A node of the attacker, with the defender's node after its move. */
typedef struct {
    uint32_t pass;    /* the node after a pass; 0: there is none */
    uint32_t answers; /* the first of them */
    uint32_t zone;    /* the first of its words; only after passes */
    uint16_t answer_count;
    Point move;
    uint8_t kind;
    uint8_t passes;   /* that went before */
    uint32_t written; /* where in the bytes it is, plus 1; 0: not yet */
} ProofNode;

typedef struct {
    uint32_t node;
    Point point;
    int32_t score; /* how good it looks: the best are met first, for they may fail */
} Answer;

struct ProofThreats {
    Search *search; /* of this job, like the rest */
    int attacker;
    const ProofEffort *effort;
    int64_t length_max;  /* of the proofs of any question, in nodes */
    int64_t length;      /* of those of this one */
    uint64_t end;        /* of the search's nodes */
    bool failed;         /* there was no memory */
    bool many_fours_win; /* no long search for fours has failed yet */
    int stones;          /* of the position that was asked for */
    Point thought;       /* the move there, by the main search; POINT_NONE: that was not asked */
    Value thought_value;
    ProofNode *nodes;
    int64_t node_count, node_room;
    Answer *answers;
    int64_t answer_count, answer_room;
    Answer *open; /* answers of nodes that are not finished, innermost last */
    int64_t open_count, open_room;
    uint64_t *zones;
    int64_t zone_words, zone_room;
    KeyMap known; /* the node of each position that was tried, or NO_PROOF */
    ProofExample example;
};

static uint32_t prove_attack(ProofThreats *threats, int passes, uint32_t advice);

/* --- memory --- */

static bool grow_threats(ProofThreats *threats, void **array, int64_t *room, int64_t wanted,
                         size_t size)
{
    threats->failed |= !array_grow(array, room, wanted, size);
    return !threats->failed;
}

static bool threats_have_room(const ProofThreats *threats)
{
    return !threats->failed && threats->search->nodes < threats->end &&
           !threats->search->stopping && threats->node_count < threats->length;
}

/* The key of the position after that many passes. */
static uint64_t key_after_passes(const ProofThreats *threats, int passes)
{
    return random_mix(threats->search->position.board.key + (uint64_t)passes);
}

/* Adds a finished node. Returns its number; NO_PROOF if there is no memory. */
static uint32_t add_proof_node(ProofThreats *threats, const ProofNode *node, const PointSet *zone)
{
    int words = threats->search->position.set_words;
    void *nodes = threats->nodes, *zones = threats->zones;
    if (!grow_threats(threats, &nodes, &threats->node_room, threats->node_count + 1,
                      sizeof *node)) {
        return NO_PROOF;
    }
    threats->nodes = nodes;
    threats->nodes[threats->node_count] = *node;
    if (node->passes > 0) {
        if (!grow_threats(threats, &zones, &threats->zone_room, threats->zone_words + words,
                          sizeof *threats->zones)) {
            return NO_PROOF;
        }
        threats->zones = zones;
        threats->nodes[threats->node_count].zone = (uint32_t)threats->zone_words;
        memcpy(threats->zones + threats->zone_words, zone->word,
               sizeof *threats->zones * (size_t)words);
        threats->zone_words += words;
    }
    return (uint32_t)threats->node_count++;
}

static void join_zone(const ProofThreats *threats, uint32_t node, PointSet *zone)
{
    if (threats->nodes[node].passes == 0) {
        return; /* it is not needed */
    }
    for (int i = 0; i < threats->search->position.set_words; i++) {
        zone->word[i] |= threats->zones[threats->nodes[node].zone + (uint32_t)i];
    }
}

/* --- the defender --- */

int proof_list_answers(Position *position, const PointSet *set, int passes, Point *answers)
{
    const Board *board = &position->board;
    const Geometry *geometry = &board->geometry;
    bool has_fouls = rules_line(position->game.rule, board->side).fouls && passes == 0;
    int count = 0;
    for (int i = 0; i < geometry->width * geometry->height; i++) {
        Point point = proof_point_of(geometry, (uint64_t)i);
        if (board->at[point] == EMPTY && (set == NULL || point_set_has(set, point)) &&
            !(has_fouls && position_forbids(position, point))) {
            answers[count++] = point;
        }
    }
    return count;
}

/* A five that the attacker has. */
static uint32_t add_five(ProofThreats *threats, int passes)
{
    const Position *position = &threats->search->position;
    PointSet zone = {{0}};
    ProofNode node = {.kind = PROOF_FIVE, .passes = (uint8_t)passes};
    node.move = position_first(position, threats->attacker, THREAT_FIVE);
    proof_zone_add_five(position, threats->attacker, node.move, passes, &zone);
    return add_proof_node(threats, &node, &zone);
}

/* The attacker's win after a pass; NO_PROOF if none is found. */
static uint32_t prove_pass(ProofThreats *threats, int passes, uint32_t advice)
{
    Board *board = &threats->search->position.board;
    if (passes > PASSES_MAX) {
        return NO_PROOF;
    }
    board_set_side(board, threats->attacker);
    uint32_t node = prove_attack(threats, passes, advice);
    board_set_side(board, rules_opponent(threats->attacker));
    return node;
}

static bool push_answers(ProofThreats *threats, const PointSet *set, int passes, int *count)
{
    Search *search = threats->search;
    Move *moves = search_moves(search, 0);
    Point answers[SIDE_MAX * SIDE_MAX];
    void *open = threats->open;
    *count = proof_list_answers(&search->position, set, passes, answers);
    if (!grow_threats(threats, &open, &threats->open_room, threats->open_count + *count,
                      sizeof *threats->open)) {
        return false;
    }
    threats->open = open;
    for (int i = 0; i < *count; i++) {
        moves[i].point = answers[i];
    }
    ordering_score_static(search->evaluator.tables, &search->position, moves, *count);
    for (int i = 0; i < *count; i++) {
        threats->open[threats->open_count++] = (Answer){NO_PROOF, answers[i], moves[i].score};
    }
    return true;
}

/* The answer that looks best among those that are not proven yet. */
static Answer *next_answer(const ProofThreats *threats, int64_t first, int count)
{
    Answer *best = NULL;
    for (Answer *answer = threats->open + first; answer < threats->open + first + count; answer++) {
        if (answer->node == NO_PROOF && (best == NULL || answer->score > best->score)) {
            best = answer;
        }
    }
    return best;
}

static bool prove_answers(ProofThreats *threats, int passes, uint32_t advice, int64_t first,
                          int count, PointSet *zone)
{
    Position *position = &threats->search->position;
    for (int i = 0; i < count; i++) {
        int64_t answer = next_answer(threats, first, count) - threats->open;
        Point point = threats->open[answer].point;
        position_play(position, point, rules_opponent(threats->attacker));
        uint32_t after = proof_example_after(&threats->example, advice, point);
        uint32_t node = prove_attack(threats, passes, after);
        position_undo(position);
        if (node == NO_PROOF) {
            return false;
        }
        threats->open[answer].node = node;
        join_zone(threats, node, zone);
    }
    return true;
}

static bool keep_answers(ProofThreats *threats, int64_t first, int count, ProofNode *node)
{
    void *answers = threats->answers;
    if (!grow_threats(threats, &answers, &threats->answer_room, threats->answer_count + count,
                      sizeof *threats->answers)) {
        return false;
    }
    threats->answers = answers;
    node->answers = (uint32_t)threats->answer_count;
    node->answer_count = (uint16_t)count;
    for (int i = 0; i < count; i++) {
        threats->answers[threats->answer_count++] = threats->open[first + i];
    }
    return true;
}

/* The defender is to move: proves the pass, then the answers in its zone. */
static bool prove_defence(ProofThreats *threats, int passes, uint32_t advice, ProofNode *node,
                          PointSet *zone)
{
    const Position *position = &threats->search->position;
    PointSet of_pass = {{0}};
    if (position->board.empty == 0 ||
        position_count(position, rules_opponent(threats->attacker), THREAT_FIVE) > 0) {
        return false;
    }
    proof_zone_add_danger(&position->board, position->game.win_length,
                          rules_opponent(threats->attacker), passes, zone);
    uint32_t after = advice != 0 ? threats->example.nodes[advice].pass : 0;
    uint32_t pass = prove_pass(threats, passes + 1, after);
    if (pass != NO_PROOF) {
        node->pass = pass;
        join_zone(threats, pass, &of_pass);
        point_set_join(zone, &of_pass);
    } else if (passes > 0 && position->board.empty > EMPTY_MAX) {
        return false;
    }
    int64_t first = threats->open_count;
    int count;
    bool is_proven = push_answers(threats, pass == NO_PROOF ? NULL : &of_pass, passes, &count) &&
                     prove_answers(threats, passes, advice, first, count, zone) &&
                     keep_answers(threats, first, count, node) && (count > 0 || pass != NO_PROOF);
    threats->open_count = first;
    return is_proven;
}

/* --- the attacker --- */

/* Stones of the defender out of sight can lift a foul, and never make one, but which of two threes
 * is real may change. */
bool proof_is_allowed(Position *position, Point move, int passes)
{
    Threat threat = position_threat(position, move);
    return passes == 0 ? !position_forbids(position, move)
                       : threat != THREAT_FOUL && threat != THREAT_SUSPECT;
}

static uint32_t try_move(ProofThreats *threats, Point move, int passes, uint32_t advice)
{
    Position *position = &threats->search->position;
    PointSet zone = {{0}};
    ProofNode node = {.kind = PROOF_MOVE, .passes = (uint8_t)passes, .move = move};
    if (!proof_is_allowed(position, move, passes)) {
        return NO_PROOF;
    }
    position_play(position, move, threats->attacker);
    bool is_proven = prove_defence(threats, passes, advice, &node, &zone);
    position_undo(position);
    point_set_add(&zone, move);
    return is_proven ? add_proof_node(threats, &node, &zone) : NO_PROOF;
}

/* Looks for a win by fours, the short ones first: their zones are small. A long search is worth its
 * nodes only as long as it finds something, as it does along a win by many fours. */
static bool find_fours(ProofThreats *threats, Vcf *vcf)
{
    static const int plies[] = {3, 5, 7, 11, PLY_MAX};
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        VcfLimits limits = {threats->effort->fours, plies[i], .all_fours = plies[i] < PLY_MAX};
        if (vcf_find(threats->search, 0, &limits, vcf)) {
            return true;
        }
    }
    if (threats->effort->many_fours > 0 && threats->many_fours_win) {
        VcfLimits limits = {threats->effort->many_fours, PLY_MAX, .all_fours = true};
        threats->many_fours_win = vcf_find(threats->search, 0, &limits, vcf);
        return threats->many_fours_win;
    }
    return false;
}

static bool find_threats(ProofThreats *threats, Point *move)
{
    Variation pv;
    int plies;
    if (!solver_solve(threats->search, threats->effort->threats, PLY_MAX, &pv, &plies)) {
        return false;
    }
    *move = pv.move[0];
    return true;
}

/* Asks the main search, whose table still has the lines of the positions above: after the first win
 * that it finds, the next ones cost little. Where the defender has a four, the only block is the
 * move, whatever it is worth. */
static bool find_by_main_search(ProofThreats *threats, Point *move)
{
    Search *search = threats->search;
    uint64_t before = search->nodes;
    if (candidates_situation(&search->position) == SITUATION_BLOCK) {
        int defender = rules_opponent(threats->attacker);
        *move = position_first(&search->position, defender, THREAT_FIVE);
        return true;
    }
    Report report = root_think_nodes(search, threats->effort->search, 1, NULL);
    search->nodes += before;
    *move = report.move;
    if (search->position.board.count == threats->stones) {
        threats->thought = report.move;
        threats->thought_value = report.value;
    }
    return report.value >= VALUE_PROVEN_MIN;
}

/* Plays the move of the example, if it can be played here. */
static uint32_t follow_advice(ProofThreats *threats, int passes, uint32_t advice)
{
    Point move = threats->example.nodes[advice].move;
    threats->search->nodes++; /* so that the effort limits it */
    return threats->search->position.board.at[move] == EMPTY
               ? try_move(threats, move, passes, advice)
               : NO_PROOF;
}

static uint32_t prove_by_search(ProofThreats *threats, int passes)
{
    uint32_t node = NO_PROOF;
    Vcf vcf = {.move = POINT_NONE};
    Point move;
    if (find_fours(threats, &vcf)) {
        node = try_move(threats, vcf.move, passes, 0);
    }
    if (node == NO_PROOF && passes <= THREATS_PASSES_MAX && threats_have_room(threats) &&
        find_threats(threats, &move) && move != vcf.move) {
        node = try_move(threats, move, passes, 0);
    }
    if (node == NO_PROOF && threats->effort->search > 0 && passes <= THREATS_PASSES_MAX &&
        threats_have_room(threats) && find_by_main_search(threats, &move)) {
        node = try_move(threats, move, passes, 0);
    }
    return node;
}

/* The attacker is to move, after that many passes. Returns the number of the node that proves his
 * win, or NO_PROOF. The advice is a node of the example. */
static uint32_t prove_attack(ProofThreats *threats, int passes, uint32_t advice)
{
    const Position *position = &threats->search->position;
    if (position_count(position, threats->attacker, THREAT_FIVE) > 0) {
        return add_five(threats, passes);
    }
    uint64_t key = key_after_passes(threats, passes);
    uint64_t *known = key_map_find(&threats->known, key);
    if (known != NULL) {
        return (uint32_t)*known;
    }
    uint32_t node = NO_PROOF;
    if (advice != 0 && threats_have_room(threats)) {
        node = follow_advice(threats, passes, advice);
    }
    if (node == NO_PROOF && threats_have_room(threats)) {
        node = prove_by_search(threats, passes);
    }
    known = key_map_add(&threats->known, key);
    if (known == NULL) {
        threats->failed = true;
        return NO_PROOF;
    }
    *known = node;
    return node;
}

/* --- the bytes --- */

/* Writes a node and all below it; counts those of the attacker. */
static int64_t write_node(ProofThreats *threats, uint32_t number, int64_t begin, ProofBytes *bytes)
{
    ProofNode *node = &threats->nodes[number];
    const Geometry *geometry = &threats->search->position.board.geometry;
    int64_t nodes = 1;
    if (node->written != 0) {
        proof_add_number(bytes, PROOF_SAME);
        proof_add_number(bytes, node->written - 1);
        return nodes;
    }
    node->written = node->kind == PROOF_FIVE ? 0 : (uint32_t)(bytes->count - begin + 1);
    proof_add_number(bytes, node->kind);
    proof_add_number(bytes, proof_number_of(geometry, node->move));
    if (node->kind == PROOF_FIVE) {
        return nodes;
    }
    proof_add_number(bytes, node->pass != 0);
    if (node->pass != 0) {
        nodes += write_node(threats, node->pass, begin, bytes);
    }
    proof_add_number(bytes, node->answer_count);
    for (uint32_t i = 0; i < node->answer_count; i++) {
        const Answer *answer = &threats->answers[node->answers + i];
        proof_add_number(bytes, proof_number_of(geometry, answer->point));
        nodes += write_node(threats, answer->node, begin, bytes);
    }
    return nodes;
}

/* --- jobs --- */

ProofThreats *proof_threats_new(int64_t length_max)
{
    ProofThreats *threats = calloc(1, sizeof *threats);
    if (threats != NULL) {
        threats->length_max = length_max;
    }
    return threats;
}

void proof_threats_free(ProofThreats *threats)
{
    if (threats != NULL) {
        free(threats->nodes);
        free(threats->answers);
        free(threats->open);
        free(threats->zones);
        key_map_free(&threats->known);
        proof_example_free(&threats->example);
        free(threats);
    }
}

/* Node 0 stands for "none", so it is never used. */
static void begin_question(ProofThreats *threats, Search *search, const ProofEffort *effort,
                           int attacker)
{
    static const ProofNode none = {.kind = PROOF_FIVE};
    threats->search = search;
    threats->attacker = attacker;
    threats->effort = effort;
    threats->end = search->nodes + effort->all;
    threats->length = effort->length > 0 && effort->length < threats->length_max
                          ? effort->length
                          : threats->length_max;
    threats->failed = false;
    threats->many_fours_win = true;
    threats->stones = search->position.board.count;
    threats->thought = POINT_NONE;
    threats->node_count = threats->answer_count = threats->open_count = threats->zone_words = 0;
    key_map_clear(&threats->known);
    add_proof_node(threats, &none, NULL);
}

static int64_t end_question(ProofThreats *threats, uint32_t node, ProofBytes *proof, PointSet *zone)
{
    *zone = (PointSet){{0}};
    if (node == NO_PROOF || threats->failed || threats->search->stopping) {
        return 0;
    }
    join_zone(threats, node, zone);
    return write_node(threats, node, proof->count, proof);
}

int64_t proof_threats_attack(ProofThreats *threats, Search *search, const ProofEffort *effort,
                             int passes, ProofBytes *proof, PointSet *zone)
{
    begin_question(threats, search, effort, search->position.board.side);
    return end_question(threats, prove_attack(threats, passes, 0), proof, zone);
}

int64_t proof_threats_follow(ProofThreats *threats, Search *search, const ProofEffort *effort,
                             int passes, ProofReader example, ProofBytes *proof, PointSet *zone)
{
    begin_question(threats, search, effort, search->position.board.side);
    uint32_t advice =
        proof_example_read(&threats->example, &search->position.board.geometry, example);
    threats->end += NODES_FOLLOWED * (uint64_t)threats->example.node_count;
    return end_question(threats, prove_attack(threats, passes, advice), proof, zone);
}

bool proof_threats_was_too_long(const ProofThreats *threats)
{
    return threats->node_count >= threats->length;
}

bool proof_threats_thought(const ProofThreats *threats, Point *move, Value *value)
{
    *move = threats->thought;
    *value = threats->thought_value;
    return threats->thought != POINT_NONE;
}

int64_t proof_threats_pass(ProofThreats *threats, Search *search, const ProofEffort *effort,
                           int passes, ProofBytes *proof, PointSet *zone)
{
    begin_question(threats, search, effort, rules_opponent(search->position.board.side));
    return end_question(threats, prove_pass(threats, passes + 1, 0), proof, zone);
}

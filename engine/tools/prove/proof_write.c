/* proof_write - walking the tree and the proofs at its leaves; see proof_write.h. */
#include "tools/prove/proof_write.h"

#include "port/random.h"
#include "tools/games/key_set.h"
#include "tools/games/origin.h"
#include "tools/games/record_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POSITION_BYTES = 64, /* what a map takes at most for a key and its value */
    IN_TREE = -1,
    LINE_MAX = 200,
};

typedef struct {
    const ProofTree *tree;
    Board board;
    int attacker, passes;
    int64_t outcome;        /* the place of the one being walked, or IN_TREE */
    bool writes;            /* the second walk */
    KeyMap visits;          /* how often each position of the attacker comes up */
    uint64_t positions_max; /* in that map */
    KeyMap lemmas;          /* the numbers of those that have been written as lemmas */
    ProofBytes *body;
    ProofSize size;
    bool failed;
} Writer;

/* A proof by threats being walked. */
typedef struct {
    ProofReader all, rest;
} ProofSource;

static void walk_source(Writer *writer, ProofSource *source);
static void walk_node(Writer *writer, uint32_t node);

static void write_if_second(Writer *writer, uint64_t number)
{
    if (writer->writes) {
        proof_add_number(writer->body, number);
    }
}

/* --- positions that were seen --- */

/* After a pass the zones count, and two proofs of one position may differ in these. So there
 * positions are shared within one outcome alone, or within the tree. */
static uint64_t key_of_seen(const Writer *writer)
{
    uint64_t key = random_mix(writer->board.key + (uint64_t)writer->passes);
    return key ^ (writer->passes > 0 ? random_mix((uint64_t)writer->outcome) : 0);
}

/* Says how often the position comes up; the first walk counts one more. A position for which there
 * is no room counts as new each time. */
static uint64_t count_visits(Writer *writer, uint64_t key)
{
    uint64_t *visits = key_map_find(&writer->visits, key);
    if (writer->writes) {
        return visits != NULL ? *visits : 1;
    }
    if (visits == NULL && writer->visits.set.count < writer->positions_max) {
        visits = key_map_add(&writer->visits, key);
        writer->failed |= visits == NULL;
    }
    return visits != NULL ? ++*visits : 1;
}

/* Begins with a position of the attacker that is no five. False if it came up before: then nothing
 * of it is written but where. Else `key` is what end_position needs. */
static bool begin_position(Writer *writer, Point move, uint64_t *key)
{
    *key = key_of_seen(writer);
    bool is_lemma = count_visits(writer, *key) > 1;
    const uint64_t *lemma = key_map_find(&writer->lemmas, *key);
    bool is_new = writer->writes ? lemma == NULL : !is_lemma;
    writer->size.nodes++;
    write_if_second(writer, !is_new ? PROOF_SAME : is_lemma ? PROOF_LEMMA : PROOF_MOVE);
    write_if_second(writer,
                    lemma != NULL ? *lemma : proof_number_of(&writer->board.geometry, move));
    return is_new && !writer->failed;
}

/* Numbers the position, which is written now, if it is a lemma. */
static void end_position(Writer *writer, uint64_t key)
{
    if (writer->writes && !writer->failed && count_visits(writer, key) > 1) {
        uint64_t number = writer->lemmas.set.count;
        uint64_t *lemma = key_map_add(&writer->lemmas, key);
        if (lemma == NULL) {
            writer->failed = true;
        } else {
            *lemma = number;
        }
    }
}

/* --- proofs by threats --- */

static void play_pass(Writer *writer)
{
    board_set_side(&writer->board, writer->attacker);
    writer->passes++;
}

static void take_pass_back(Writer *writer)
{
    board_set_side(&writer->board, rules_opponent(writer->attacker));
    writer->passes--;
}

static Point read_source_point(Writer *writer, ProofSource *source)
{
    Point point = proof_point_of(&writer->board.geometry, proof_read_number(&source->rest));
    bool is_free = point != POINT_NONE && writer->board.at[point] == EMPTY;
    writer->failed |= !is_free || source->rest.failed;
    return writer->failed ? POINT_NONE : point;
}

static void count_answers(Writer *writer, int64_t explicit_answers)
{
    writer->size.answers += explicit_answers;
    writer->size.zones += writer->board.empty - explicit_answers;
}

/* The defender's node, in which the source goes on. */
static void walk_answers(Writer *writer, ProofSource *source)
{
    bool has_pass = proof_read_number(&source->rest) != 0;
    write_if_second(writer, has_pass);
    if (has_pass) {
        play_pass(writer);
        walk_source(writer, source);
        take_pass_back(writer);
    }
    int64_t count = (int64_t)proof_read_number(&source->rest);
    write_if_second(writer, (uint64_t)count);
    count_answers(writer, count);
    for (int64_t i = 0; i < count && !writer->failed; i++) {
        Point answer = read_source_point(writer, source);
        if (answer != POINT_NONE) {
            write_if_second(writer, proof_number_of(&writer->board.geometry, answer));
            board_play(&writer->board, answer, rules_opponent(writer->attacker));
            walk_source(writer, source);
            board_undo(&writer->board);
        }
    }
}

/* Goes over a node and writes nothing. */
static void skip(Writer *writer, ProofSource *source)
{
    uint64_t kind = proof_read_number(&source->rest);
    proof_read_number(&source->rest);
    if (kind != PROOF_MOVE) {
        return;
    }
    if (proof_read_number(&source->rest) != 0) {
        skip(writer, source);
    }
    int64_t count = (int64_t)proof_read_number(&source->rest);
    for (int64_t i = 0; i < count && !source->rest.failed; i++) {
        proof_read_number(&source->rest);
        skip(writer, source);
    }
    writer->failed |= source->rest.failed;
}

/* A node of the attacker with a move, of which the source goes on with the point. */
static void walk_move(Writer *writer, ProofSource *source)
{
    ProofSource before = *source;
    uint64_t key;
    Point move = read_source_point(writer, source);
    if (move == POINT_NONE) {
        return;
    }
    if (!begin_position(writer, move, &key)) {
        const uint8_t *kind = before.rest.at - 1;
        source->rest.at = kind;
        skip(writer, source);
        return;
    }
    board_play(&writer->board, move, writer->attacker);
    walk_answers(writer, source);
    board_undo(&writer->board);
    end_position(writer, key);
}

/* A position that the source has proven before: its place there is where it goes on if another
 * source has not written it by now. */
static void walk_reference(Writer *writer, ProofSource *source)
{
    uint64_t place = proof_read_number(&source->rest);
    ProofSource earlier = *source;
    earlier.rest.at = source->all.at + place;
    if (earlier.rest.at >= source->rest.at || proof_read_number(&earlier.rest) != PROOF_MOVE) {
        writer->failed = true;
        return;
    }
    walk_move(writer, &earlier);
}

/* A node of the attacker in a proof by threats. */
static void walk_source(Writer *writer, ProofSource *source)
{
    uint64_t kind = proof_read_number(&source->rest);
    if (writer->failed || source->rest.failed || kind > PROOF_SAME) {
        writer->failed = true;
    } else if (kind == PROOF_FIVE) {
        writer->size.nodes++;
        write_if_second(writer, kind);
        write_if_second(writer, proof_read_number(&source->rest));
    } else if (kind == PROOF_MOVE) {
        walk_move(writer, source);
    } else {
        walk_reference(writer, source);
    }
}

/* --- the tree --- */

static void walk_outcome(Writer *writer, uint32_t node)
{
    ProofOutcome outcome = proof_tree_outcome(writer->tree, node);
    ProofSource source = {outcome.bytes, outcome.bytes};
    writer->outcome = writer->tree->nodes[node].outcome;
    walk_source(writer, &source);
}

/* The position after a pass that is a move of the tree. */
static void walk_pass(Writer *writer, uint32_t node)
{
    play_pass(writer);
    walk_node(writer, node);
    take_pass_back(writer);
}

static void walk_edge(Writer *writer, const ProofEdge *edge)
{
    board_play(&writer->board, edge->move, writer->board.side);
    walk_node(writer, edge->node);
    board_undo(&writer->board);
}

/* The defender's node after a move of the tree. */
static void walk_defence(Writer *writer, uint32_t number)
{
    const ProofTreeNode *node = &writer->tree->nodes[number];
    ProofOutcome outcome = proof_tree_outcome(writer->tree, number);
    bool has_proof = outcome.bytes.at < outcome.bytes.end;
    write_if_second(writer, has_proof || node->pass != 0);
    if (node->pass != 0) {
        walk_pass(writer, node->pass);
    } else if (has_proof) {
        play_pass(writer);
        walk_outcome(writer, number);
        take_pass_back(writer);
    }
    write_if_second(writer, node->edge_count);
    count_answers(writer, node->edge_count);
    for (int64_t i = 0; i < node->edge_count && !writer->failed; i++) {
        const ProofEdge *edge = &writer->tree->edges[node->edges + i];
        write_if_second(writer, proof_number_of(&writer->board.geometry, edge->move));
        walk_edge(writer, edge);
    }
}

static void walk_attack(Writer *writer, uint32_t node)
{
    const ProofEdge *edge = proof_tree_best(writer->tree, node);
    uint64_t key;
    writer->outcome = IN_TREE;
    if (writer->tree->nodes[node].state == PROOF_NODE_PROVEN) {
        walk_outcome(writer, node);
    } else if (edge == NULL || edge->node == 0) {
        writer->failed = true;
    } else if (begin_position(writer, edge->move, &key)) {
        walk_edge(writer, edge);
        end_position(writer, key);
    }
}

static void walk_node(Writer *writer, uint32_t node)
{
    if (writer->failed || writer->tree->nodes[node].proof != 0) {
        writer->failed = true;
    } else if (writer->board.side == writer->attacker) {
        walk_attack(writer, node);
    } else {
        walk_defence(writer, node);
    }
}

bool proof_write_body(const ProofTree *tree, int64_t memory, ProofBytes *body, ProofSize *size)
{
    Writer writer = {.tree = tree,
                     .board = tree->root->board,
                     .attacker = tree->root->board.side,
                     .positions_max = memory > 0 ? (uint64_t)memory / POSITION_BYTES : 0,
                     .body = body};
    walk_node(&writer, 1);
    writer.writes = true;
    writer.size = (ProofSize){0};
    if (!writer.failed) {
        walk_node(&writer, 1);
    }
    *size = writer.size;
    size->lemmas = (int64_t)writer.lemmas.set.count;
    key_map_free(&writer.visits);
    key_map_free(&writer.lemmas);
    return !writer.failed && !body->failed;
}

/* --- the header --- */

static void add_header_text(ProofBytes *header, const char *text)
{
    proof_add_bytes(header, text, (int64_t)strlen(text));
}

static void add_header_stones(ProofBytes *header, const Board *board, int colour)
{
    for (int i = 0; i < board->count; i++) {
        char text[RECORD_MOVE_TEXT_MAX + 2] = " ";
        if (colour == EMPTY || board->moves[i].colour == colour) {
            text[1 + record_write_move(&board->geometry, board->moves[i].point, text + 1)] = '\0';
            add_header_text(header, text);
        }
    }
}

/* Says whether the stones were put as in a game: black first, in turns. */
static bool is_in_turns(const Board *board)
{
    for (int i = 0; i < board->count; i++) {
        if (board->moves[i].colour != i % COLOURS) {
            return false;
        }
    }
    return board->side == board->count % COLOURS;
}

void proof_write_header(const Position *root, int64_t nodes, ProofBytes *header)
{
    static const char *const names[COLOURS] = {"black", "white"};
    const Board *board = &root->board;
    const Game *game = &root->game;
    char line[LINE_MAX];
    snprintf(line, sizeof line, "TENGEN PROOF 1\nrule %d\nboard %d %d\nwin %d\n",
             rules_number(game->rule), game->width, game->height, game->win_length);
    add_header_text(header, line);
    if (is_in_turns(board)) {
        add_header_text(header, "moves");
        add_header_stones(header, board, EMPTY);
    } else {
        add_header_text(header, "stones black");
        add_header_stones(header, board, BLACK);
        add_header_text(header, "\nstones white");
        add_header_stones(header, board, WHITE);
        snprintf(line, sizeof line, "\nturn %s", names[board->side]);
        add_header_text(header, line);
    }
    snprintf(line, sizeof line,
             "\nattacker %s\nprogram Tengen, engine %s\nnodes %" PRId64 "\nend\n",
             names[board->side], origin_engine, nodes);
    add_header_text(header, line);
}

/* prove - batches, state, limits and the file; see prove.h. */
#include "tools/prove/prove.h"

#include "port/fnv.h"
#include "port/port.h"
#include "tools/prove/gzip.h"
#include "tools/games/origin.h"
#include "tools/prove/proof_check.h"
#include "tools/prove/proof_tree.h"
#include "tools/prove/proof_write.h"
#include "tools/games/record_text.h"
#include "tools/games/tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAVE_MS = 60000,            /* between two times that the state is handed on */
    PROGRESS_MS = 1000,         /* the same of the progress */
    THREADS_MOST = PROOF_BATCH, /* more have no work */
    NOTE_MAX = 400,
    LINE_PLIES = 12,            /* of the line that is told */
    OUTLOOK_NODES = 500 * 1000, /* of a search that says how the position looks */
    OUTLOOK_AFTER = 500 * 1000, /* nodes without a proof */
    CHECKSUM_BYTES = 8,
    JOB_PART = 4, /* of the memory: what a job may take, between these limits */
    JOB_BYTES_MIN = 64 << 20,
    JOB_BYTES_MAX = 384 << 20, /* longer proofs are left to the tree */
    NODE_BYTES = 192,          /* of a job for each node of its proof, which is most of it */
    TABLE_NODES = 1 << 18,     /* of the searches for which a worker's table is made */
};

/* What a thread of the pool works with. */
typedef struct {
    Worker *worker;
    ProofThreats *threats;
} Prover;

typedef struct {
    const ProveOptions *options;
    const ProveListener *listener;
    GameTables tables;
    Position root;
    Point first; /* the move to prove; POINT_NONE: any */
    ProofTree tree;
    ProofBytes header; /* of the state */
    Prover provers[THREADS_MOST];
    int threads, handed_out;
    int first_job; /* the leaf of the batch that the pool's job 0 is */
    int64_t begin_ms, saved_ms, told_ms;
    uint64_t searched_before; /* positions in the outcomes that were read from the state */
    bool stopped;
} Prove;

static const char no_memory[] = "there is not enough memory";

/* --- the position --- */

/* Says whether a row that wins is on the board. */
static bool has_won_row(const Position *position)
{
    for (int i = 0; i < position->board.count; i++) {
        Position without = *position;
        Stone stone = position->board.moves[i];
        position_remove(&without, stone.point);
        if (cell_threat(&without.cell[stone.point], stone.colour) == THREAT_FIVE) {
            return true;
        }
    }
    return false;
}

static bool put_root_stones(Prove *prove, char fault[TOOL_FAULT_MAX])
{
    const ProveOptions *options = prove->options;
    Board *board = &prove->root.board;
    position_clear(&prove->root, &options->game, &prove->tables.board);
    for (int i = 0; i < options->stone_count; i++) {
        Coordinates at = options->stones[i].point;
        if (!geometry_contains(&board->geometry, at.x, at.y)) {
            return tool_refuse(fault, "stone %d lies outside the board", i + 1);
        }
        Point point = geometry_point(&board->geometry, at.x, at.y);
        if (board->at[point] != EMPTY) {
            return tool_refuse(fault, "stone %d lies where there is one already", i + 1);
        }
        position_play(&prove->root, point, (int)options->stones[i].colour);
    }
    board_set_side(board, (int)options->side);
    return true;
}

/* Finds the move that is to be proven, if there is one. */
static bool find_first(Prove *prove, char fault[TOOL_FAULT_MAX])
{
    const Coordinates *first = prove->options->first;
    Position *root = &prove->root;
    prove->first = POINT_NONE;
    if (first == NULL) {
        return true;
    }
    if (!geometry_contains(&root->board.geometry, first->x, first->y)) {
        return tool_refuse(fault, "the first move lies outside the board");
    }
    prove->first = geometry_point(&root->board.geometry, first->x, first->y);
    if (root->board.at[prove->first] != EMPTY) {
        return tool_refuse(fault, "the first move lies where there is a stone");
    }
    if (position_forbids(root, prove->first)) {
        return tool_refuse(fault, "the rule forbids the first move");
    }
    if (position_threat(root, prove->first) == THREAT_FIVE) {
        return tool_refuse(fault, "the first move ends the game: there is nothing to prove");
    }
    return true;
}

static bool check_position(Prove *prove, char fault[TOOL_FAULT_MAX])
{
    if (has_won_row(&prove->root)) {
        return tool_refuse(fault, "the game is over: there is a row that wins");
    }
    if (prove->root.board.empty == 0) {
        return tool_refuse(fault, "the board is full");
    }
    return find_first(prove, fault);
}

/* --- the state --- */

/* The first lines of the state: what it is the state of. */
static void write_state_header(Prove *prove)
{
    const Position *root = &prove->root;
    char line[NOTE_MAX];
    snprintf(line, sizeof line,
             "TENGEN PROVE STATE 2\nengine %s\nrule %d board %d %d win %d turn %d\n", origin_engine,
             rules_number(root->game.rule), root->game.width, root->game.height,
             root->game.win_length, root->board.side);
    proof_add_bytes(&prove->header, line, (int64_t)strlen(line));
    for (int i = 0; i < root->board.count; i++) {
        char word[RECORD_MOVE_TEXT_MAX + 3];
        int length = record_write_move(&root->board.geometry, root->board.moves[i].point, word);
        word[length++] = root->board.moves[i].colour == BLACK ? 'X' : 'O';
        word[length++] = ' ';
        proof_add_bytes(&prove->header, word, length);
    }
    if (prove->first != POINT_NONE) {
        char word[RECORD_MOVE_TEXT_MAX + 1];
        int length = record_write_move(&root->board.geometry, prove->first, word);
        proof_add_bytes(&prove->header, "first ", (int64_t)strlen("first "));
        proof_add_bytes(&prove->header, word, length);
    }
    proof_add_bytes(&prove->header, "\n", 1);
}

static void write_checksum(uint64_t sum, uint8_t bytes[CHECKSUM_BYTES])
{
    for (int i = 0; i < CHECKSUM_BYTES; i++) {
        bytes[i] = (uint8_t)(sum >> (8 * i));
    }
}

static bool save_proving(Prove *prove)
{
    ProofBytes state = {0};
    uint8_t checksum[CHECKSUM_BYTES];
    prove->saved_ms = port_now_ms();
    if (prove->listener->state == NULL) {
        return true;
    }
    proof_add_bytes(&state, prove->header.bytes, prove->header.count);
    proof_add_bytes(&state, prove->tree.log.bytes, prove->tree.log.count);
    write_checksum(fnv_hash(FNV_BASIS, state.bytes, (size_t)state.count), checksum);
    proof_add_bytes(&state, checksum, CHECKSUM_BYTES);
    if (!state.failed) {
        prove->listener->state(prove->listener->context, state.bytes, (size_t)state.count);
    }
    bool is_saved = !state.failed;
    proof_drop_bytes(&state);
    return is_saved;
}

static bool read_state(Prove *prove, char fault[TOOL_FAULT_MAX])
{
    const FileBytes *state = &prove->options->state;
    const uint8_t *bytes = state->bytes;
    uint8_t checksum[CHECKSUM_BYTES];
    if (bytes == NULL) {
        return true;
    }
    size_t header = (size_t)prove->header.count;
    if (state->count < header + CHECKSUM_BYTES || memcmp(bytes, prove->header.bytes, header) != 0) {
        return tool_refuse(fault, "the state is that of another position, rule or engine");
    }
    write_checksum(fnv_hash(FNV_BASIS, bytes, state->count - CHECKSUM_BYTES), checksum);
    if (memcmp(bytes + state->count - CHECKSUM_BYTES, checksum, CHECKSUM_BYTES) != 0) {
        return tool_refuse(fault, "the state was damaged");
    }
    proof_add_bytes(&prove->tree.log, bytes + header,
                    (int64_t)(state->count - header) - CHECKSUM_BYTES);
    return !prove->tree.log.failed || tool_refuse(fault, "%s", no_memory);
}

/* --- attempts at leaves --- */

static void free_prover(Prover *prover)
{
    worker_free(prover->worker);
    proof_threats_free(prover->threats);
    *prover = (Prover){NULL, NULL};
}

/* What a job needs at most: tables, moves, the proof of a leaf. It follows from the memory alone,
 * as the proof depends on it. */
static int64_t job_bytes(const Prove *prove)
{
    uint64_t bytes = prove->options->memory / JOB_PART;
    bytes = bytes < JOB_BYTES_MAX ? bytes : JOB_BYTES_MAX;
    return bytes > JOB_BYTES_MIN ? (int64_t)bytes : JOB_BYTES_MIN;
}

static bool make_provers(Prove *prove)
{
    int wanted = prove->options->threads;
    wanted = wanted < THREADS_MOST ? wanted : THREADS_MOST;
    int64_t affordable = (int64_t)(prove->options->memory / 2) / job_bytes(prove);
    wanted = wanted < affordable ? wanted : (int)affordable;
    for (; prove->threads < wanted; prove->threads++) {
        Prover *prover = &prove->provers[prove->threads];
        prover->worker = worker_new(&prove->root.game, &prove->tables, TABLE_NODES);
        prover->threats = proof_threats_new(job_bytes(prove) / NODE_BYTES);
        if (prover->worker == NULL || prover->threats == NULL) {
            free_prover(prover);
            break;
        }
    }
    return prove->threads > 0;
}

/* The threads' tools last longer than a pool: each pool gets them lent. */
static void *lend_prover(void *context)
{
    Prove *prove = context;
    return &prove->provers[prove->handed_out++];
}

static void take_prover_back(void *context, void *prover)
{
    (void)context, (void)prover;
}

/* A pool cancels its workers at its end, too, when nothing is left to cancel; but a worker that was
 * cancelled is of no more use, and these are. */
static void cancel_prover(void *context, void *prover)
{
    if (((const Prove *)context)->stopped) {
        worker_cancel(((Prover *)prover)->worker);
    }
}

static void *try_leaf(void *context, void *worker, int64_t number)
{
    Prove *prove = context;
    Prover *prover = worker;
    const ProofLeaf *leaf = &prove->tree.batch[prove->first_job + number];
    ProofBytes *outcome = calloc(1, sizeof *outcome);
    if (outcome != NULL &&
        !proof_job_run(prover->worker, prover->threats, &prove->root, &leaf->question, outcome)) {
        proof_drop_bytes(outcome);
        free(outcome);
        return NULL;
    }
    return outcome;
}

static bool take_outcome(void *context, int64_t number, void *result)
{
    Prove *prove = context;
    ProofBytes *outcome = result;
    (void)number;
    proof_add_bytes(&prove->tree.log, outcome->bytes, outcome->count);
    proof_drop_bytes(outcome);
    free(outcome);
    return !prove->tree.log.failed;
}

/* The memory that the search may need next. What grows doubles, and the old place is kept until
 * then. */
static int64_t bytes_needed(const Prove *prove)
{
    return proof_tree_bytes(&prove->tree) * 3 + (int64_t)prove->threads * job_bytes(prove);
}

/* Writes what is known of the best move of the root: against how many answers it is won. */
static void write_answers(const ProofTree *tree, char line[NOTE_MAX])
{
    const ProofEdge *best = proof_tree_best(tree, 1);
    const ProofTreeNode *reply = best != NULL && best->node != 0 ? &tree->nodes[best->node] : NULL;
    int won = 0, answers = reply != NULL ? reply->edge_count : 0;
    char move[RECORD_MOVE_TEXT_MAX + 1];
    for (int i = 0; i < answers; i++) {
        uint32_t child = tree->edges[reply->edges + i].node;
        won += child != 0 && tree->nodes[child].proof == 0;
    }
    if (best != NULL) {
        record_write_move(&tree->board.geometry, best->move, move);
    }
    if (best == NULL) {
        snprintf(line, NOTE_MAX, "no move stands out yet");
    } else if (answers == 0) {
        snprintf(line, NOTE_MAX, "%s is tried first", move);
    } else {
        snprintf(line, NOTE_MAX, "%s wins against %d of %d answers so far", move, won, answers);
    }
}

/* Says how far it is: how much is proven, what is known of the best move, what it has taken. */
static void tell_how_far(Prove *prove, TextSink *sink)
{
    const ProofTree *tree = &prove->tree;
    char answers[NOTE_MAX];
    write_answers(tree, answers);
    int64_t ms = port_now_ms() - prove->begin_ms, done = 0;
    for (int64_t i = 1; i < tree->node_count; i++) {
        done += tree->nodes[i].proof == 0;
    }
    prove->told_ms = port_now_ms();
    uint64_t here = tree->searched - prove->searched_before;
    tool_tell(sink, prove->listener->context,
              "%" PRId64 " of %" PRId64 " positions proven, %s; %" PRIu64 " million nodes, %" PRIu64
              " thousand a second; %d %% of the memory used",
              done, tree->node_count - 1, answers, tree->searched / 1000000,
              here / (uint64_t)(ms > 0 ? ms : 1),
              (int)(bytes_needed(prove) * 100 / (int64_t)prove->options->memory));
}

/* Says with which moves it would go on. */
static void tell_tree_line(const Prove *prove)
{
    Point line[LINE_PLIES];
    int plies = proof_tree_line(&prove->tree, line, LINE_PLIES);
    char words[NOTE_MAX] = "";
    size_t length = 0;
    for (int i = 0; i < plies; i++) {
        char word[RECORD_MOVE_TEXT_MAX + 1] = "pass";
        if (line[i] != POINT_NONE) {
            record_write_move(&prove->root.board.geometry, line[i], word);
        }
        length += (size_t)snprintf(words + length, sizeof words - length, " %s", word);
    }
    if (plies > 0) {
        tool_tell(prove->listener->note, prove->listener->context, "the line that it works on:%s",
                  words);
    }
}

static bool prove_may_go_on(void *context)
{
    Prove *prove = context;
    prove->stopped |= !prove->listener->go_on(prove->listener->context);
    return !prove->stopped;
}

/* Tries the leaves from that one on, with threads; here, where the system has none. */
static bool try_leaves(Prove *prove, int first)
{
    int count = prove->tree.batch_count - first;
    JobPlan plan = {.context = prove,
                    .count = count,
                    .worker_new = lend_prover,
                    .worker_free = take_prover_back,
                    .work = try_leaf,
                    .cancel = cancel_prover,
                    .consume = take_outcome,
                    .go_on = prove_may_go_on};
    int64_t begin = prove->tree.log.count;
    prove->first_job = first;
    prove->handed_out = 0;
    JobEnd end = job_pool_run(&plan, prove->threads < count ? prove->threads : count);
    if (end != JOBS_FAILED || prove->tree.log.count > begin || prove->tree.log.failed) {
        return end == JOBS_DONE && !prove->tree.log.failed;
    }
    for (int i = 0; i < count && prove_may_go_on(prove); i++) {
        void *outcome = try_leaf(prove, &prove->provers[0], i);
        if (outcome == NULL || !take_outcome(prove, i, outcome)) {
            return false;
        }
    }
    return !prove->stopped;
}

/* Says how many leaves of the batch have their outcomes in the log already. */
static int count_outcomes(Prove *prove)
{
    const ProofBytes *log = &prove->tree.log;
    if (log->count == 0) {
        return 0; /* there is no memory yet, in which a reader could stand */
    }
    ProofReader reader = {log->bytes + prove->tree.log_read, log->bytes + log->count, false};
    ProofOutcome outcome;
    int count = 0;
    while (count < prove->tree.batch_count && reader.at < reader.end &&
           proof_outcome_read(&reader, &prove->root.board.geometry, &outcome)) {
        count++;
    }
    return count;
}

/* --- the search --- */

/* Says whether the batch, from that leaf on, has an attempt for whose main search the nodes that
 * are left will not do. Attempts by threats are short: they may go beyond. */
static bool exceeds_nodes(const Prove *prove, int first)
{
    const ProofTree *tree = &prove->tree;
    uint64_t nodes = prove->options->nodes, most = 0;
    for (int i = first; i < tree->batch_count; i++) {
        uint64_t search = proof_main_search(&prove->root.game, &tree->batch[i].question);
        most = search > most ? search : most;
    }
    return nodes != 0 && most > 0 && tree->searched + most > nodes;
}

/* A batch from beginning to end. PROVE_WON: the search can go on. */
static ProveEnd do_batch(Prove *prove)
{
    ProofTree *tree = &prove->tree;
    proof_tree_choose(tree);
    if (tree->failed) {
        return PROVE_FAILED;
    }
    int known = count_outcomes(prove);
    if (exceeds_nodes(prove, known)) {
        proof_tree_drop_batch(tree);
        return PROVE_SPENT;
    }
    if (known < tree->batch_count && !try_leaves(prove, known)) {
        proof_tree_drop_batch(tree);
        return prove->stopped ? PROVE_STOPPED : PROVE_FAILED;
    }
    if (!proof_tree_apply(tree)) {
        return PROVE_FAILED;
    }
    if (known > 0 && known == tree->batch_count) {
        prove->searched_before = tree->searched;
    }
    return PROVE_WON;
}

/* Says that all moves were searched. That leaves nothing behind that could be checked. */
static void say_no_win(const Prove *prove, char fault[TOOL_FAULT_MAX])
{
    tool_refuse(fault, "%s (a search says so; unlike a proof nobody can check that)",
                prove->first != POINT_NONE
                    ? "that move does not win: it can be answered"
                    : "there is no win: all moves were searched, and each can be answered");
}

static void stop_outlook(void *context, MoveEvent event, Point move)
{
    Prove *prove = context;
    (void)event, (void)move;
    if (!prove_may_go_on(prove)) {
        worker_cancel(prove->provers[0].worker);
    }
}

/* What the main search thinks the position is worth to the attacker, or the move that is to be
 * proven. Nothing, if it was stopped. */
static Value value_for_attacker(Prove *prove)
{
    Worker *worker = prove->provers[0].worker;
    Search *search = &worker->search;
    const RootListener listener = {.context = prove, .on_move = stop_outlook};
    worker_clear(worker);
    search_begin(search);
    search_set_position(search, &prove->root, &prove->tables.eval);
    if (prove->first == POINT_NONE) {
        return root_think_nodes(search, OUTLOOK_NODES, 1, &listener).value;
    }
    position_play(&search->position, prove->first, search->position.board.side);
    return -root_think_nodes(search, OUTLOOK_NODES, 1, &listener).value;
}

/* Where threats do not win soon, says whether hours of search are worth while. True if they are
 * not, because the opponent wins; the fault says so. */
static bool is_lost(Prove *prove, char fault[TOOL_FAULT_MAX])
{
    static const char *const names[COLOURS] = {"black", "white"};
    const char *attacker = names[prove->root.board.side];
    const char *opponent = names[rules_opponent(prove->root.board.side)];
    Value value = value_for_attacker(prove);
    if (prove->stopped || value >= VALUE_PROVEN_MIN) {
        return false;
    }
    if (value <= -VALUE_PROVEN_MIN) {
        tool_refuse(fault, "%s: %s can force a win in %d plies, as a search shows",
                    prove->first == POINT_NONE ? "there is no win" : "that move does not win",
                    opponent, VALUE_WIN + value);
        return true;
    }
    if (value < 0) {
        tool_tell(prove->listener->note, prove->listener->context,
                  "a search sees %s, the opponent, ahead: there may be no win to prove", opponent);
    } else {
        tool_tell(prove->listener->note, prove->listener->context,
                  "a search sees no win for %s yet: the proof may take minutes or days, and "
                  "there may be none",
                  attacker);
    }
    return false;
}

/* What comes between two batches. PROVE_WON: the search can go on. */
static ProveEnd between_batches(Prove *prove, uint64_t before, char fault[TOOL_FAULT_MAX])
{
    uint64_t nodes = prove->options->nodes;
    if (port_now_ms() - prove->told_ms > PROGRESS_MS) {
        tell_how_far(prove, prove->listener->progress);
    }
    if (port_now_ms() - prove->saved_ms > SAVE_MS && !save_proving(prove)) {
        return PROVE_FAILED;
    }
    if (before < OUTLOOK_AFTER && prove->tree.searched >= OUTLOOK_AFTER && is_lost(prove, fault)) {
        return PROVE_NO_WIN;
    }
    if (nodes != 0 && prove->tree.searched >= nodes) {
        return PROVE_SPENT;
    }
    if (bytes_needed(prove) > (int64_t)prove->options->memory) {
        return PROVE_FULL;
    }
    return prove_may_go_on(prove) ? PROVE_WON : PROVE_STOPPED;
}

static ProveEnd search(Prove *prove, char fault[TOOL_FAULT_MAX])
{
    while (!proof_tree_is_settled(&prove->tree)) {
        uint64_t before = prove->tree.searched;
        ProveEnd end = do_batch(prove);
        if (end == PROVE_WON && !proof_tree_is_settled(&prove->tree)) {
            end = between_batches(prove, before, fault);
        }
        if (end != PROVE_WON) {
            return end;
        }
    }
    if (proof_tree_root(&prove->tree)->proof == 0) {
        return PROVE_WON;
    }
    say_no_win(prove, fault);
    return PROVE_NO_WIN;
}

/* --- the file --- */

static void add_file_bytes(void *context, const void *bytes, size_t count)
{
    const Prove *prove = context;
    prove->listener->proof(prove->listener->context, bytes, count);
}

/* Hands the file on; returns its size, 0 if there is no memory. */
static uint64_t write_file(Prove *prove, const ProofBytes *body, int64_t nodes)
{
    ProofBytes header = {0};
    uint64_t size = 0;
    proof_write_header(&prove->root, nodes, &header);
    Gzip *gzip = header.failed ? NULL : gzip_new(add_file_bytes, prove);
    if (gzip != NULL) {
        gzip_add(gzip, header.bytes, (size_t)header.count);
        gzip_add(gzip, body->bytes, (size_t)body->count);
        size = gzip_finish(gzip);
    }
    gzip_free(gzip);
    proof_drop_bytes(&header);
    return size;
}

static ProveEnd hand_on_proof(Prove *prove, char fault[TOOL_FAULT_MAX])
{
    ProofBytes body = {0};
    ProofSize size;
    int64_t memory = (int64_t)prove->options->memory - proof_tree_bytes(&prove->tree);
    bool is_written = proof_write_body(&prove->tree, memory / 2, &body, &size);
    const char *wrong = is_written ? proof_check_body(&prove->root, proof_reader_of(&body)) : NULL;
    uint64_t bytes = is_written && wrong == NULL ? write_file(prove, &body, size.nodes) : 0;
    proof_drop_bytes(&body);
    if (wrong != NULL) {
        tool_refuse(fault, "the proof does not hold (%s): please report this", wrong);
        return PROVE_UNSOUND;
    }
    if (bytes == 0) {
        return PROVE_FAILED;
    }
    int64_t ms = port_now_ms() - prove->begin_ms;
    tool_tell(prove->listener->note, prove->listener->context,
              "proven: %" PRId64 " positions, %" PRId64 " of them lemmas; %" PRId64
              " answers one by one, %" PRId64 " by zones; %" PRIu64 " bytes; %" PRId64 ".%" PRId64
              " s, %" PRIu64 " nodes",
              size.nodes, size.lemmas, size.answers, size.zones, bytes, ms / 1000, ms % 1000 / 100,
              prove->tree.searched);
    return PROVE_WON;
}

/* --- all of it --- */

static const char *options_fault(const ProveOptions *options)
{
    const char *wrong = rules_fault(&options->game);
    if (wrong == NULL && options->memory < PROVE_MEMORY_MIN) {
        return "a proof takes at least 128 MB of memory";
    }
    return wrong;
}

static ProveEnd prepare_prove(Prove *prove, char fault[TOOL_FAULT_MAX])
{
    const ProveOptions *options = prove->options;
    const char *wrong = options_fault(options);
    if (wrong != NULL) {
        tool_refuse(fault, "%s", wrong);
        return PROVE_REFUSED;
    }
    eval_fill_tables(&prove->tables, &options->game, EVALUATION_BEST);
    if (!put_root_stones(prove, fault) || !check_position(prove, fault)) {
        return PROVE_REFUSED;
    }
    write_state_header(prove);
    if (prove->header.failed || !proof_tree_init(&prove->tree, &prove->root, prove->first) ||
        !make_provers(prove)) {
        return PROVE_FAILED;
    }
    return read_state(prove, fault) ? PROVE_WON : PROVE_REFUSED;
}

static ProveEnd search_and_write(Prove *prove, char fault[TOOL_FAULT_MAX])
{
    ProveEnd end = prepare_prove(prove, fault);
    if (end != PROVE_WON) {
        return end;
    }
    prove->begin_ms = prove->saved_ms = prove->told_ms = port_now_ms();
    end = search(prove, fault);
    bool is_saved = end == PROVE_FAILED || save_proving(prove);
    if (end == PROVE_WON) {
        end = hand_on_proof(prove, fault);
    } else if (end != PROVE_FAILED && end != PROVE_NO_WIN) {
        tell_how_far(prove, prove->listener->note);
        tell_tree_line(prove);
    }
    return is_saved ? end : PROVE_FAILED;
}

ProveEnd prove_run(const ProveOptions *options, const ProveListener *listener,
                   char fault[TOOL_FAULT_MAX])
{
    Prove *prove = port_pages_new(sizeof *prove);
    if (prove == NULL) {
        return PROVE_FAILED;
    }
    prove->options = options;
    prove->listener = listener;
    ProveEnd end = search_and_write(prove, fault);
    for (int i = 0; i < prove->threads; i++) {
        free_prover(&prove->provers[i]);
    }
    proof_tree_free(&prove->tree);
    proof_drop_bytes(&prove->header);
    port_pages_free(prove, sizeof *prove);
    return end;
}

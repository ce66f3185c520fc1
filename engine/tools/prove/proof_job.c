/* proof_job - attempts, guesses, outcomes; see proof_job.h. */
#include "tools/prove/proof_job.h"

#include "search/ordering.h"
#include "tools/prove/proof_zone.h"

#include <limits.h>

enum {
    SMALL_BOARD = 49,      /* points: to search all of it takes less than a long attempt */
    THOUGHT_MOVES = 16,    /* that get a search of their own, to say which is best */
    THINK_NODES = 2000,    /* of the short search that values a position and names its best move */
    LOOKS_WON = 100,       /* what that must be worth for long attempts by the main search */
    NUMBER_EVEN = 64,      /* the guess for a position that is even */
    VALUE_DOUBLES = 150,   /* the value that halves or doubles it */
    PLACE_ADDS = 16,       /* what each move adds for its place in the order */
    CLAIM_LEAD = 1 << 10,  /* added to all moves but the one that wins by the main search */
    BEST_LEAD = 1 << 8,    /* the same where a long main search prefers a move but claims no win */
    LONG_SEARCH_PATH = 2,  /* moves from the root to where the longest main search is worth it */
    PLACE_ANSWERS = 2,     /* answers that together add one */
    ROOT_LENGTH = 1 << 18, /* nodes of a proof of the root by one attempt; longer: by the tree */
    ANSWER_NUMBER_MAX = 32,
};

static const ProofEffort small_effort = {100, 0, 500, 4000, 0, 0};
/* First come attempts by threats. Then, where the position looks won, the main search is asked.
 * - The last attempt by threats is for the root alone, the last by the main search for positions
 *   after its answers as well. There it saves the most: a win that it claims need not be found by
 *   hundreds of millions of nodes below.
 * - The first question to the main search has 500,000 nodes, because in caro the usual win is seen
 *   after some 380,000. */
static const ProofEffort threat_efforts[] = {{200, 0, 3000, 60000, 0, 0},
                                             {600, 10000, 40000, 800000, 0, 0},
                                             {2000, 500000, 800000, 8000000, 0, 0}};
static const ProofEffort search_efforts[] = {{600, 10000, 5000, 4000000, 500000, 0},
                                             {600, 10000, 5000, 16000000, 3000000, 0},
                                             {600, 10000, 5000, 60000000, 25000000, 0}};
/* The main search in positions that much work has not settled, each time it is asked again. */
static const uint64_t think_nodes[PROOF_THOUGHTS_MAX] = {2000000, 16000000, 128000000};
/* Along the proof of a similar position, beside what is granted for its length. */
static const ProofEffort example_effort = {200, 0, 3000, 40000, 0, 0};
static const ProofEffort pass_effort = {600, 10000, 20000, 400000, 0, 0};

/* What a job works with. */
typedef struct {
    Worker *worker;
    ProofThreats *threats;
    const Position *root;
    const ProofQuestion *question;
    ProofBytes *outcome;
    int passes;        /* that went before */
    uint64_t searched; /* before the search that counts now */
} Job;

static Position *position_of(const Job *job)
{
    return &job->worker->search.position;
}

static bool is_small_board(const Game *game)
{
    return game->width * game->height <= SMALL_BOARD;
}

int proof_attempts_by_threats(const Game *game, int path_length)
{
    int all = (int)(sizeof threat_efforts / sizeof *threat_efforts);
    return is_small_board(game) ? 1 : path_length == 0 ? all : all - 1;
}

int proof_attempts(const Game *game, int path_length)
{
    int all = (int)(sizeof search_efforts / sizeof *search_efforts);
    int searches = is_small_board(game) ? 0 : path_length <= LONG_SEARCH_PATH ? all : all - 1;
    return proof_attempts_by_threats(game, path_length) + searches;
}

uint64_t proof_think_nodes(const Game *game, int thoughts)
{
    return !is_small_board(game) && thoughts < PROOF_THOUGHTS_MAX ? think_nodes[thoughts] : 0;
}

/* --- guesses --- */

/* The guess how hard a position is to prove, by what it is worth to the attacker. */
static uint32_t number_of_value(Value value)
{
    enum { DOUBLINGS_MAX = 8 };
    int doublings = -value / VALUE_DOUBLES;
    doublings = doublings > DOUBLINGS_MAX ? DOUBLINGS_MAX : doublings;
    int shrunk = doublings < -DOUBLINGS_MAX ? 0 : NUMBER_EVEN >> -(doublings < 0 ? doublings : 0);
    uint32_t number = doublings > 0 ? (uint32_t)NUMBER_EVEN << doublings : (uint32_t)shrunk;
    return number > 0 ? number : 1;
}

static ProofNumbers numbers_of_value(Value value)
{
    return (ProofNumbers){number_of_value(value), number_of_value(-value)};
}

/* --- outcomes --- */

static void begin_outcome(Job *job, OutcomeKind kind)
{
    proof_add_number(job->outcome, kind);
    proof_add_number(job->outcome, job->searched + job->worker->search.nodes);
}

static void add_numbers(Job *job, ProofNumbers numbers)
{
    proof_add_number(job->outcome, numbers.proof);
    proof_add_number(job->outcome, numbers.disproof);
}

static int zone_bytes(const Geometry *geometry)
{
    return (geometry->width * geometry->height + CHAR_BIT - 1) / CHAR_BIT;
}

/* Adds a zone, a bit for each point. Before the first pass no zone is needed. */
static void add_zone(Job *job, const PointSet *zone)
{
    const Geometry *geometry = &position_of(job)->board.geometry;
    uint8_t bits[SIDE_MAX * SIDE_MAX / CHAR_BIT] = {0};
    int count = zone == NULL || job->passes == 0 ? 0 : zone_bytes(geometry);
    for (int i = 0; count > 0 && i < geometry->width * geometry->height; i++) {
        int has = point_set_has(zone, proof_point_of(geometry, (uint64_t)i));
        bits[i / CHAR_BIT] |= (uint8_t)(has << i % CHAR_BIT);
    }
    proof_add_number(job->outcome, (uint64_t)count);
    proof_add_bytes(job->outcome, bits, count);
}

/* Adds a proof of that many nodes; with 0 nodes, that there is none. */
static void add_proof(Job *job, const ProofBytes *proof, int64_t nodes, const PointSet *zone)
{
    proof_add_number(job->outcome, (uint64_t)nodes);
    proof_add_number(job->outcome, (uint64_t)proof->count);
    proof_add_bytes(job->outcome, proof->bytes, proof->count);
    add_zone(job, nodes > 0 ? zone : NULL);
}

static void add_move(Job *job, Point move, ProofNumbers numbers)
{
    const Geometry *geometry = &position_of(job)->board.geometry;
    proof_add_number(job->outcome, proof_number_of(geometry, move));
    add_numbers(job, numbers);
}

/* Reads how many bytes there are, and goes over them. */
static ProofReader read_counted_bytes(ProofReader *reader)
{
    uint64_t count = proof_read_number(reader);
    reader->failed |= count > (uint64_t)(reader->end - reader->at);
    ProofReader bytes = {reader->at, reader->at + (reader->failed ? 0 : count), false};
    reader->at = bytes.end;
    return bytes;
}

bool proof_outcome_read(ProofReader *reader, const Geometry *geometry, ProofOutcome *outcome)
{
    *outcome = (ProofOutcome){.kind = (OutcomeKind)proof_read_number(reader)};
    outcome->searched = proof_read_number(reader);
    if (outcome->kind == OUTCOME_LATER || outcome->kind == OUTCOME_PASS) {
        outcome->numbers.proof = (uint32_t)proof_read_number(reader);
        outcome->numbers.disproof = (uint32_t)proof_read_number(reader);
    }
    if (outcome->kind == OUTCOME_PROVEN || outcome->kind == OUTCOME_MOVES) {
        outcome->proof_nodes = (int64_t)proof_read_number(reader);
        outcome->bytes = read_counted_bytes(reader);
        outcome->zone = read_counted_bytes(reader);
        int64_t zone = outcome->zone.end - outcome->zone.at;
        reader->failed |= zone != 0 && zone != zone_bytes(geometry);
    }
    if (outcome->kind == OUTCOME_MOVES) {
        outcome->moves = (int64_t)proof_read_number(reader);
        outcome->rest = *reader;
        Point move;
        ProofNumbers numbers;
        for (int64_t i = 0; i < outcome->moves; i++) {
            if (!proof_outcome_read_move(reader, geometry, &move, &numbers)) {
                return false;
            }
        }
    }
    if (outcome->kind == OUTCOME_THOUGHT) {
        outcome->best = proof_point_of(geometry, proof_read_number(reader));
        outcome->lead = (uint32_t)proof_read_number(reader);
        reader->failed |= outcome->best == POINT_NONE;
    }
    return !reader->failed && outcome->kind < OUTCOME_KINDS;
}

void proof_outcome_add_zone(const ProofOutcome *outcome, const Geometry *geometry, PointSet *zone)
{
    int points = outcome->zone.at < outcome->zone.end ? geometry->width * geometry->height : 0;
    for (int i = 0; i < points; i++) {
        if (outcome->zone.at[i / CHAR_BIT] >> i % CHAR_BIT & 1) {
            point_set_add(zone, proof_point_of(geometry, (uint64_t)i));
        }
    }
}

bool proof_outcome_read_move(ProofReader *rest, const Geometry *geometry, Point *move,
                             ProofNumbers *numbers)
{
    *move = proof_point_of(geometry, proof_read_number(rest));
    numbers->proof = (uint32_t)proof_read_number(rest);
    numbers->disproof = (uint32_t)proof_read_number(rest);
    return !rest->failed && *move != POINT_NONE && numbers->proof > 0 && numbers->disproof > 0;
}

/* --- the attacker's positions --- */

/* Values the position and names its best move, by a short search. */
static Value think_briefly(Job *job, Point *best)
{
    if (is_small_board(job->worker->game)) {
        *best = POINT_NONE;
        return search_evaluate(&job->worker->search);
    }
    job->searched += job->worker->search.nodes;
    Report report = root_think_nodes(&job->worker->search, THINK_NODES, 1, NULL);
    *best = report.move;
    return report.value;
}

/* Puts the moves in the order of the policy, the best move of the search first. */
static void order_moves(Job *job, Point best, Move *moves, int count)
{
    ordering_score_static(job->worker->search.evaluator.tables, position_of(job), moves, count);
    for (int i = 0; i < count; i++) {
        moves[i].score = moves[i].point == best ? INT32_MAX : moves[i].score;
    }
    for (int i = 0; i < count; i++) {
        ordering_pick(moves, count, i);
    }
}

/* The moves that the attacker may consider. After passes these are the ones that are surely no
 * fouls. */
static int list_allowed_moves(const Job *job, Move *moves)
{
    Position *position = position_of(job);
    int count = candidates_list_legal(position, candidates_situation(position), moves), kept = 0;
    for (int i = 0; i < count; i++) {
        if (proof_is_allowed(position, moves[i].point, job->passes)) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

/* Hands the moves on to the tree. A search preferred `best`, and gave the position that value. */
static void consider_moves(Job *job, Point best, Value value)
{
    ProofNumbers numbers = numbers_of_value(value);
    uint32_t lead = value >= VALUE_PROVEN_MIN ? CLAIM_LEAD : 0;
    Move *moves = search_moves(&job->worker->search, 0);
    int count = list_allowed_moves(job, moves);
    if (count == 0) {
        begin_outcome(job, OUTCOME_DISPROVEN);
        return;
    }
    order_moves(job, best, moves, count);
    begin_outcome(job, OUTCOME_MOVES);
    add_proof(job, &(ProofBytes){0}, 0, NULL);
    proof_add_number(job->outcome, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        uint32_t proof = numbers.proof + (uint32_t)i * PLACE_ADDS;
        proof += moves[i].point == best ? 0 : lead;
        proof = proof < PROOF_NUMBER_MAX ? proof : PROOF_NUMBER_MAX;
        add_move(job, moves[i].point, (ProofNumbers){proof, numbers.disproof});
    }
}

/* The usual effort of an attempt at a position of the attacker. */
static const ProofEffort *usual_effort(const Game *game, const ProofQuestion *question)
{
    int by_threats = proof_attempts_by_threats(game, question->path_length);
    return question->attempts < by_threats ? &threat_efforts[question->attempts]
                                           : &search_efforts[question->attempts - by_threats];
}

uint64_t proof_main_search(const Game *game, const ProofQuestion *question)
{
    bool is_attack = question->path_length % 2 == 0;
    if (question->think > 0) {
        return question->think;
    }
    if (!is_attack || is_small_board(game) || question->effort != NULL) {
        return 0;
    }
    return usual_effort(game, question)->search;
}

/* The effort of an attempt: what was asked for, if anything, else the usual one. */
static ProofEffort effort_of(const Job *job, const ProofEffort *usual)
{
    const ProofEffort *asked = job->question->effort;
    ProofEffort effort = asked != NULL                       ? *asked
                         : is_small_board(job->worker->game) ? small_effort
                                                             : *usual;
    effort.length = asked == NULL && job->question->path_length == 0 ? ROOT_LENGTH : effort.length;
    return effort;
}

bool proof_was_given_up(const ProofQuestion *question, Point move)
{
    for (int i = 0; i < question->given_up_count; i++) {
        if (question->given_up[i] == move) {
            return true;
        }
    }
    return false;
}

/* What a move is worth to the attacker, by a search of the position after it. */
static Value value_of_move(Job *job, Point move, uint64_t nodes)
{
    Search *search = &job->worker->search;
    position_play(&search->position, move, search->position.board.side);
    Report report = root_think_nodes(search, nodes, 1, NULL);
    position_undo(&search->position);
    job->searched += search->nodes;
    search->nodes = 0;
    return -report.value;
}

/* Lists the likeliest moves that were not given up; if there is none, the likeliest of all. Returns
 * how many they are. */
static int list_likely_moves(Job *job, Point likely[THOUGHT_MOVES])
{
    Move *moves = search_moves(&job->worker->search, 0);
    int count = list_allowed_moves(job, moves), kept = 0;
    order_moves(job, POINT_NONE, moves, count);
    likely[0] = moves[0].point;
    for (int i = 0; i < count && kept < THOUGHT_MOVES; i++) {
        if (!proof_was_given_up(job->question, moves[i].point)) {
            likely[kept++] = moves[i].point;
        }
    }
    return kept > 0 ? kept : 1;
}

/* Asks the main search which move is best. Each of the likely ones gets a search of its own: where
 * several look alike, a search of the position itself reduces all but the one that it tries first,
 * and names that one. */
static void think_again(Job *job)
{
    Point likely[THOUGHT_MOVES], best = POINT_NONE;
    Value most = -VALUE_INFINITE;
    int count = list_likely_moves(job, likely);
    for (int i = 0; i < count; i++) {
        Value value = value_of_move(job, likely[i], job->question->think / (uint64_t)count);
        if (value > most) {
            most = value;
            best = likely[i];
        }
    }
    begin_outcome(job, OUTCOME_THOUGHT);
    proof_add_number(job->outcome, proof_number_of(&position_of(job)->board.geometry, best));
    proof_add_number(job->outcome, most >= VALUE_PROVEN_MIN ? CLAIM_LEAD : BEST_LEAD);
}

/* An attempt at the attacker's position, as far as it has come. */
typedef struct {
    ProofEffort effort;
    ProofBytes proof;
    PointSet zone;
    int64_t nodes; /* of the proof; 0: there is none */
    Point best;    /* what the main search thinks, if it was asked first */
    Value value;
} Attempt;

/* Tries the proof after another answer. */
static void follow_example(Job *job, Attempt *attempt)
{
    Search *search = &job->worker->search;
    ProofReader example = job->question->example;
    if (example.at != example.end) {
        attempt->nodes = proof_threats_follow(job->threats, search, &example_effort, job->passes,
                                              example, &attempt->proof, &attempt->zone);
        job->searched += search->nodes;
        search->nodes = 0;
    }
}

/* Asks the main search. Says whether it sees no win. */
static bool looks_open(Job *job, Attempt *attempt)
{
    attempt->value = think_briefly(job, &attempt->best);
    return attempt->value < LOOKS_WON;
}

/* Says whether a longer attempt may come to more. It would not where it took the same way to the
 * same end. */
static bool may_try_later(const Job *job, const Attempt *attempt)
{
    const ProofQuestion *question = job->question;
    bool is_too_long = attempt->effort.search > 0 && proof_threats_was_too_long(job->threats);
    return !is_too_long &&
           question->attempts + 1 < proof_attempts(job->worker->game, question->path_length);
}

/* Proves the position by the steps that this attempt has. Says whether the main search saw no win:
 * then nothing else was tried. */
static bool attempt_attack(Job *job, Attempt *attempt)
{
    bool asks_first = attempt->effort.search > 0;
    if (asks_first) {
        follow_example(job, attempt);
    }
    if (attempt->nodes == 0 && asks_first && looks_open(job, attempt)) {
        return true;
    }
    if (attempt->nodes == 0) {
        attempt->nodes = proof_threats_attack(job->threats, &job->worker->search, &attempt->effort,
                                              job->passes, &attempt->proof, &attempt->zone);
    }
    return false;
}

static void try_attack(Job *job)
{
    const Game *game = job->worker->game;
    Search *search = &job->worker->search;
    Attempt attempt = {.effort = effort_of(job, usual_effort(game, job->question))};
    if (!proof_zone_has_window(&search->position, search->position.board.side)) {
        begin_outcome(job, OUTCOME_DISPROVEN);
        return;
    }
    bool is_open = attempt_attack(job, &attempt);
    if (attempt.nodes > 0) {
        begin_outcome(job, OUTCOME_PROVEN);
        add_proof(job, &attempt.proof, attempt.nodes, &attempt.zone);
    } else if (!is_open && may_try_later(job, &attempt)) {
        begin_outcome(job, OUTCOME_LATER);
        add_numbers(job, numbers_of_value(search_evaluate(search)));
    } else {
        if (!is_open && !proof_threats_thought(job->threats, &attempt.best, &attempt.value)) {
            attempt.value = think_briefly(job, &attempt.best);
        }
        consider_moves(job, attempt.best, attempt.value);
    }
    job->outcome->failed |= attempt.proof.failed;
    proof_drop_bytes(&attempt.proof);
}

/* --- the defender's positions --- */

/* The answers with guesses by the policy: the likely ones are the first to be tried. */
static void add_guessed_answers(Job *job, const Point *answers, int count)
{
    Move *moves = search_moves(&job->worker->search, 0);
    int place[POINTS_MAX] = {0};
    for (int i = 0; i < count; i++) {
        moves[i].point = answers[i];
    }
    order_moves(job, POINT_NONE, moves, count);
    for (int i = 0; i < count; i++) {
        place[moves[i].point] = i;
    }
    proof_add_number(job->outcome, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        int number = 1 + place[answers[i]] / PLACE_ANSWERS;
        number = number < ANSWER_NUMBER_MAX ? number : ANSWER_NUMBER_MAX;
        add_move(job, answers[i], (ProofNumbers){1, (uint32_t)number});
    }
}

/* Lists the answers in the zone of a win after a pass; all, if there is none. */
static void list_answers(Job *job, const ProofBytes *proof, int64_t nodes, const PointSet *zone)
{
    Point answers[SIDE_MAX * SIDE_MAX];
    int count = proof_list_answers(position_of(job), zone, job->passes, answers);
    begin_outcome(job, OUTCOME_MOVES);
    add_proof(job, proof, nodes, zone);
    add_guessed_answers(job, answers, count);
}

/* Leaves the pass to the tree. */
static void ask_for_pass(Job *job)
{
    Board *board = &position_of(job)->board;
    begin_outcome(job, OUTCOME_PASS);
    board_set_side(board, rules_opponent(board->side));
    add_numbers(job, numbers_of_value(search_evaluate(&job->worker->search)));
    board_set_side(board, rules_opponent(board->side));
}

static void try_pass(Job *job)
{
    Search *search = &job->worker->search;
    ProofBytes proof = {0};
    PointSet zone;
    ProofEffort effort = effort_of(job, &pass_effort);
    int64_t nodes = proof_threats_pass(job->threats, search, &effort, job->passes, &proof, &zone);
    if (nodes == 0 && job->passes < PROOF_PASSES_MAX) {
        ask_for_pass(job);
    } else {
        list_answers(job, &proof, nodes, nodes > 0 ? &zone : NULL);
    }
    job->outcome->failed |= proof.failed;
    proof_drop_bytes(&proof);
}

static void try_defence(Job *job)
{
    Position *position = position_of(job);
    const ProofQuestion *question = job->question;
    Point answers[SIDE_MAX * SIDE_MAX];
    if (position_count(position, position->board.side, THREAT_FIVE) > 0 ||
        proof_list_answers(position, NULL, job->passes, answers) == 0) {
        begin_outcome(job, OUTCOME_DISPROVEN);
    } else if (question->attempts == 0) {
        try_pass(job);
    } else {
        list_answers(job, &(ProofBytes){0}, 0, question->pass_is_won ? &question->zone : NULL);
    }
}

/* --- jobs --- */

static void play_or_pass(Job *job, Point move)
{
    Position *position = position_of(job);
    if (move == POINT_NONE) {
        board_set_side(&position->board, rules_opponent(position->board.side));
        job->passes++;
    } else {
        position_play(position, move, position->board.side);
    }
}

bool proof_job_run(Worker *worker, ProofThreats *threats, const Position *root,
                   const ProofQuestion *question, ProofBytes *outcome)
{
    Job job = {worker, threats, root, question, outcome, 0, 0};
    Search *search = &worker->search;
    worker_clear(worker);
    search_begin(search);
    search_set_position(search, root, &worker->tables->eval);
    for (int i = 0; i < question->path_length; i++) {
        play_or_pass(&job, question->path[i]);
    }
    if (question->think > 0) {
        think_again(&job);
    } else if (search->position.board.side == root->board.side) {
        try_attack(&job);
    } else {
        try_defence(&job);
    }
    return !outcome->failed && !worker_is_cancelled(worker);
}

/* proof_job - attempts, guesses, records; see proof_job.h. */
#include "tools/proof_job.h"

#include "search/ordering.h"
#include "tools/proof_zone.h"

enum {
    SMALL_BOARD = 49, /* points: so small that searching all of it takes less than a long attempt */
    THINK_NODES = 2000,  /* of the short search that values a position and names its best move */
    WORK_EVEN = 64,      /* the guess for a position that is worth nothing to either side */
    VALUE_DOUBLES = 150, /* so much value halves or doubles it */
    PLACE_WORK = 4,      /* what each move adds for its place in the order */
    PLACE_ANSWERS = 2,   /* so many answers together add one */
    ANSWERS_WORK_MAX = 32,
};

static const ProofEffort small_effort = {100, 0, 500, 4000};
static const ProofEffort efforts[] = {
    {200, 0, 3000, 60000}, {600, 10000, 40000, 800000}, {2000, 500000, 800000, 8000000}};
static const ProofEffort pass_effort = {600, 10000, 20000, 400000};

/* What a job works with. */
typedef struct {
    Worker *worker;
    ProofThreats *threats;
    const Position *root;
    const ProofQuestion *question;
    ProofBytes *record;
    uint64_t searched; /* before the search that counts now */
} Job;

static Position *position_of(const Job *job)
{
    return &job->worker->search.position;
}

static bool is_small(const Game *game)
{
    return game->width * game->height <= SMALL_BOARD;
}

int proof_attempts(const Game *game, bool is_root)
{
    int all = (int)(sizeof efforts / sizeof *efforts);
    return is_small(game) ? 1 : is_root ? all : all - 1;
}

/* --- guesses --- */

/* How much work a position is to prove that is worth so much to the attacker. */
static uint32_t work_of(Value value)
{
    enum { DOUBLINGS_MAX = 8 };
    int doublings = -value / VALUE_DOUBLES;
    doublings = doublings > DOUBLINGS_MAX ? DOUBLINGS_MAX : doublings;
    int shrunk = doublings < -DOUBLINGS_MAX ? 0 : WORK_EVEN >> -(doublings < 0 ? doublings : 0);
    uint32_t work = doublings > 0 ? (uint32_t)WORK_EVEN << doublings : (uint32_t)shrunk;
    return work > 0 ? work : 1;
}

static ProofWork work_of_value(Value value)
{
    return (ProofWork){work_of(value), work_of(-value)};
}

/* --- records --- */

static void begin_record(Job *job, RecordKind kind)
{
    proof_add_number(job->record, kind);
    proof_add_number(job->record, job->searched + job->worker->search.nodes);
}

static void add_proof(Job *job, const ProofBytes *proof, int64_t nodes)
{
    proof_add_number(job->record, (uint64_t)nodes);
    proof_add_number(job->record, (uint64_t)proof->count);
    proof_add_bytes(job->record, proof->bytes, proof->count);
}

static void add_move(Job *job, Point move, ProofWork work)
{
    const Geometry *geometry = &position_of(job)->board.geometry;
    proof_add_number(job->record, proof_number_of(geometry, move));
    proof_add_number(job->record, work.proof);
    proof_add_number(job->record, work.disproof);
}

bool proof_record_read(ProofReader *reader, const Geometry *geometry, ProofRecord *record)
{
    *record = (ProofRecord){.kind = (RecordKind)proof_read_number(reader)};
    record->searched = proof_read_number(reader);
    if (record->kind == RECORD_LATER) {
        record->work.proof = (uint32_t)proof_read_number(reader);
        record->work.disproof = (uint32_t)proof_read_number(reader);
    }
    if (record->kind == RECORD_PROVEN || record->kind == RECORD_MOVES) {
        record->proof_nodes = (int64_t)proof_read_number(reader);
        uint64_t count = proof_read_number(reader);
        reader->failed |= count > (uint64_t)(reader->end - reader->at);
        if (!reader->failed) {
            record->bytes = (ProofReader){reader->at, reader->at + count, false};
            reader->at += count;
        }
    }
    if (record->kind == RECORD_MOVES) {
        record->moves = (int64_t)proof_read_number(reader);
        record->rest = *reader;
        Point move;
        ProofWork work;
        for (int64_t i = 0; i < record->moves; i++) {
            if (!proof_record_read_move(reader, geometry, &move, &work)) {
                return false;
            }
        }
    }
    return !reader->failed && record->kind < RECORD_KINDS;
}

bool proof_record_read_move(ProofReader *rest, const Geometry *geometry, Point *move,
                            ProofWork *work)
{
    *move = proof_point_of(geometry, proof_read_number(rest));
    work->proof = (uint32_t)proof_read_number(rest);
    work->disproof = (uint32_t)proof_read_number(rest);
    return !rest->failed && *move != POINT_NONE && work->proof > 0 && work->disproof > 0;
}

/* --- the attacker's positions --- */

/* Values the position and names its best move, by a short search. */
static Value think(Job *job, Point *best)
{
    if (is_small(job->worker->game)) {
        *best = POINT_NONE;
        return search_evaluate(&job->worker->search);
    }
    job->searched += job->worker->search.nodes;
    Report report = worker_think(job->worker, THINK_NODES);
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

static void consider_moves(Job *job)
{
    Point best;
    Value value = think(job, &best);
    ProofWork work = work_of_value(value);
    Move *moves = search_moves(&job->worker->search, 0);
    Position *position = position_of(job);
    int count = candidates_list_legal(position, candidates_situation(position), moves);
    if (count == 0) {
        begin_record(job, RECORD_DISPROVEN);
        return;
    }
    order_moves(job, best, moves, count);
    begin_record(job, RECORD_MOVES);
    add_proof(job, &(ProofBytes){0}, 0);
    proof_add_number(job->record, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        uint32_t proof = work.proof + (uint32_t)i * PLACE_WORK;
        proof = proof < PROOF_WORK_MAX ? proof : PROOF_WORK_MAX;
        add_move(job, moves[i].point, (ProofWork){proof, work.disproof});
    }
}

static void try_attack(Job *job)
{
    const Game *game = job->worker->game;
    const ProofQuestion *question = job->question;
    Search *search = &job->worker->search;
    const ProofEffort *effort = is_small(game) ? &small_effort : &efforts[question->attempts];
    ProofBytes proof = {0};
    if (!proof_zone_has_window(&search->position, search->position.board.side)) {
        begin_record(job, RECORD_DISPROVEN);
        return;
    }
    int64_t nodes = proof_threats_attack(job->threats, search, effort, &proof);
    if (nodes > 0) {
        begin_record(job, RECORD_PROVEN);
        add_proof(job, &proof, nodes);
    } else if (question->attempts + 1 < proof_attempts(game, question->path_length == 0)) {
        ProofWork work = work_of_value(search_evaluate(search));
        begin_record(job, RECORD_LATER);
        proof_add_number(job->record, work.proof);
        proof_add_number(job->record, work.disproof);
    } else {
        consider_moves(job);
    }
    job->record->failed |= proof.failed;
    proof_drop_bytes(&proof);
}

/* --- the defender's positions --- */

/* The answers with guesses by the policy: the likely ones are the first to be tried. */
static void add_answers(Job *job, const Point *answers, int count)
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
    proof_add_number(job->record, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        int work = 1 + place[answers[i]] / PLACE_ANSWERS;
        work = work < ANSWERS_WORK_MAX ? work : ANSWERS_WORK_MAX;
        add_move(job, answers[i], (ProofWork){1, (uint32_t)work});
    }
}

static void try_defence(Job *job)
{
    Search *search = &job->worker->search;
    Position *position = &search->position;
    ProofBytes proof = {0};
    PointSet zone;
    Point answers[SIDE_MAX * SIDE_MAX];
    if (position_count(position, position->board.side, THREAT_FIVE) > 0 ||
        proof_list_answers(position, NULL, 0, answers) == 0) {
        begin_record(job, RECORD_DISPROVEN);
        return;
    }
    const ProofEffort *effort = is_small(job->worker->game) ? &small_effort : &pass_effort;
    int64_t nodes = proof_threats_pass(job->threats, search, effort, &proof, &zone);
    int count = proof_list_answers(position, nodes > 0 ? &zone : NULL, 0, answers);
    begin_record(job, RECORD_MOVES);
    add_proof(job, &proof, nodes);
    add_answers(job, answers, count);
    job->record->failed |= proof.failed;
    proof_drop_bytes(&proof);
}

/* --- jobs --- */

bool proof_job_run(Worker *worker, ProofThreats *threats, const Position *root,
                   const ProofQuestion *question, ProofBytes *record)
{
    Job job = {worker, threats, root, question, record, 0};
    Search *search = &worker->search;
    worker_clear(worker);
    search_begin(search);
    search_set_position(search, root, &worker->tables->eval);
    for (int i = 0; i < question->path_length; i++) {
        position_play(&search->position, question->path[i], search->position.board.side);
    }
    if (search->position.board.side == root->board.side) {
        try_attack(&job);
    } else {
        try_defence(&job);
    }
    return !record->failed && !worker_is_cancelled(worker);
}

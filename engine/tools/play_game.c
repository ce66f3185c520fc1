/* play_game - move by move; see play_game.h. */
#include "tools/play_game.h"

static void play_at(Worker *worker, Point move)
{
    Position *position = &worker->search.position;
    position_play(position, move, position->board.side);
}

void play_opening(Worker *worker, const Point *moves, int64_t count)
{
    worker_clear(worker);
    for (int64_t i = 0; i < count; i++) {
        play_at(worker, moves[i]);
    }
}

static void play_on_both(Worker *const workers[COLOURS], Point move)
{
    play_at(workers[BLACK], move);
    if (workers[WHITE] != workers[BLACK]) {
        play_at(workers[WHITE], move);
    }
}

static bool are_cancelled(Worker *const workers[COLOURS])
{
    return worker_is_cancelled(workers[BLACK]) || worker_is_cancelled(workers[WHITE]);
}

static RecordResult win_of(int colour)
{
    return colour == BLACK ? RECORD_BLACK_WINS : RECORD_WHITE_WINS;
}

/* The score of the search; none if it did not run, as before an only move. */
static Value score_of(const Report *report)
{
    bool is_known = report->depth > 0 || value_is_proven(report->value);
    return is_known ? report->value : RECORD_NO_SCORE;
}

/* Searches and plays one move; true if that ends the game, with the result in the record. */
static bool make_move(Worker *const workers[COLOURS], uint64_t nodes, Record *record)
{
    int side = workers[BLACK]->search.position.board.side;
    Position *position = &workers[side]->search.position;
    Report report = worker_think(workers[side], nodes);
    if (position_forbids(position,
                         report.move)) { /* it answers with a foul only if no other point is left */
        record->result = win_of(rules_opponent(side));
        return true;
    }
    bool wins = position_threat(position, report.move) == THREAT_FIVE;
    record->scores[position->board.count] = score_of(&report);
    play_on_both(workers, report.move);
    record->result = wins ? win_of(side) : RECORD_DRAW;
    return wins || position->board.empty == 0;
}

void play_game(Worker *const workers[COLOURS], uint64_t nodes, Record *record)
{
    const Board *board = &workers[BLACK]->search.position.board;
    record->opening = board->count;
    while (!are_cancelled(workers) && !make_move(workers, nodes, record)) {
    }
    record->count = board->count;
    for (int i = 0; i < board->count; i++) {
        record->moves[i] = board->moves[i].point;
    }
}

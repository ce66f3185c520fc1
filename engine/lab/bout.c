/* bout - move by move; see bout.h. */
#include "lab/bout.h"

static void play_at(Desk *desk, Point move)
{
    Position *position = &desk->search.position;
    position_play(position, move, position->board.side);
}

void bout_open(Desk *desk, const Point *moves, int64_t count)
{
    desk_clear(desk);
    for (int64_t i = 0; i < count; i++) {
        play_at(desk, moves[i]);
    }
}

static void play_everywhere(Desk *const desks[COLOURS], Point move)
{
    play_at(desks[BLACK], move);
    if (desks[WHITE] != desks[BLACK]) {
        play_at(desks[WHITE], move);
    }
}

static bool are_hurried(Desk *const desks[COLOURS])
{
    return desk_is_hurried(desks[BLACK]) || desk_is_hurried(desks[WHITE]);
}

static RecordResult win_of(int colour)
{
    return colour == BLACK ? RECORD_BLACK_WINS : RECORD_WHITE_WINS;
}

/* What the search said, if it was asked: an only move is played without. */
static Value score_of(const Report *report)
{
    bool is_known = report->depth > 0 || value_is_proven(report->value);
    return is_known ? report->value : RECORD_NO_SCORE;
}

/* Searches and plays one move; true if that ends the game, with the result in the record. */
static bool make_move(Desk *const desks[COLOURS], uint64_t nodes, Record *record)
{
    int side = desks[BLACK]->search.position.board.side;
    Position *position = &desks[side]->search.position;
    Report report = desk_think(desks[side], nodes);
    if (position_forbids(position, report.move)) { /* it plays a foul only where all points are */
        record->result = win_of(rules_opponent(side));
        return true;
    }
    bool wins = position_threat(position, report.move) == THREAT_FIVE;
    record->scores[position->board.count] = score_of(&report);
    play_everywhere(desks, report.move);
    record->result = wins ? win_of(side) : RECORD_DRAW;
    return wins || position->board.empty == 0;
}

void bout_play(Desk *const desks[COLOURS], uint64_t nodes, Record *record)
{
    const Board *board = &desks[BLACK]->search.position.board;
    record->opening = board->count;
    while (!are_hurried(desks) && !make_move(desks, nodes, record)) {
    }
    record->count = board->count;
    for (int i = 0; i < board->count; i++) {
        record->moves[i] = board->moves[i].point;
    }
}

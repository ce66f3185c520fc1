/* play_game - move by move; see play_game.h. */
#include "tools/games/play_game.h"

#include "port/random.h"
#include "tools/games/random_move.h"

#include <stdlib.h>

/* A game is a draw after so many scores in a row that are so near 0, once more than this part of
 * the board is full. */
enum { DRAW_SCORES = 16, DRAW_SCORE = 50, DRAW_FULL_PERCENT = 40 };

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

/* The score of the search; none if it did not run, or was as brief as before an only move. */
static Value score_of(const Report *report)
{
    bool is_known = (report->depth > 0 && !report->is_only_move) || value_is_proven(report->value);
    return is_known ? report->value : RECORD_NO_SCORE;
}

/* A game that is being played. */
typedef struct {
    Worker *const *workers; /* of both colours */
    const PlayOptions *options;
    uint64_t left[COLOURS]; /* nodes of the game */
    bool is_decided;        /* a result was proven */
    int even;               /* the latest scores, in a row, that call the game even */
    Record *record;
} Play;

static const Board *play_board_of(const Play *play)
{
    return &play->workers[BLACK]->search.position.board;
}

/* Draws the next move, if it is one to be drawn; else POINT_NONE. Each ply has numbers of its
 * own. */
static Point draw_move(Play *play)
{
    enum { PERCENT = 100 };
    const PlayOptions *options = play->options;
    const Board *board = play_board_of(play);
    int ply = board->count - play->record->opening;
    if (options->random_percent == 0 || ply >= options->random_plies || play->is_decided) {
        return POINT_NONE;
    }
    uint64_t seed = random_seed(options->seed, (uint64_t)ply);
    bool is_drawn = random_below(&seed, PERCENT) < options->random_percent;
    return is_drawn ? random_move(&play->workers[board->side]->search, &seed) : POINT_NONE;
}

/* Searches for the next move with the nodes that its side has. */
static Report think_for_side(Play *play, int side)
{
    const PlayOptions *options = play->options;
    uint64_t *left = &play->left[side];
    if (options->match == 0) {
        return worker_think(play->workers[side], options->nodes);
    }
    Report report = worker_think_match(play->workers[side], *left, options->increment);
    *left -= report.nodes < *left ? report.nodes : *left;
    *left += options->increment;
    return report;
}

/* Searches for the next move and notes its score. */
static Point search_for_move(Play *play)
{
    const Board *board = play_board_of(play);
    Report report = think_for_side(play, board->side);
    Value score = score_of(&report);
    play->record->scores[board->count] = score;
    play->is_decided |= value_is_proven(report.value);
    if (score != RECORD_NO_SCORE) {
        play->even = abs(score) <= DRAW_SCORE ? play->even + 1 : 0;
    }
    return report.move;
}

static bool is_drawn(const Play *play)
{
    enum { PERCENT = 100 };
    const Board *board = play_board_of(play);
    int points = board->count + board->empty;
    return play->even >= DRAW_SCORES && board->count * PERCENT > points * DRAW_FULL_PERCENT;
}

/* Ends a game whose result is clear from what that side has just found out, if it may end so. */
static bool end_decided(const Play *play, int side)
{
    Record *record = play->record;
    if (!play->options->ends_decided || !(play->is_decided || is_drawn(play))) {
        return false;
    }
    int winner = record->scores[play_board_of(play)->count] > 0 ? side : rules_opponent(side);
    record->result = play->is_decided ? win_of(winner) : RECORD_DRAW;
    return true;
}

/* Finds the next move and notes how. */
static Point find_move(Play *play)
{
    Record *record = play->record;
    int number = play_board_of(play)->count;
    Point move = draw_move(play);
    record->is_random[number] = move != POINT_NONE;
    if (move == POINT_NONE) {
        return search_for_move(play);
    }
    record->scores[number] = RECORD_NO_SCORE;
    return move;
}

/* Plays one move; true if that ends the game, with the result in the record. */
static bool make_move(Play *play)
{
    int side = play_board_of(play)->side;
    Position *position = &play->workers[side]->search.position;
    Point move = find_move(play);
    if (end_decided(play, side)) {
        return true;
    }
    if (position_forbids(position, move)) { /* it answers so only if no other point is left */
        play->record->result = win_of(rules_opponent(side));
        return true;
    }
    bool wins = position_threat(position, move) == THREAT_FIVE;
    play_on_both(play->workers, move);
    play->record->result = wins ? win_of(side) : RECORD_DRAW;
    return wins || position->board.empty == 0;
}

void play_game(Worker *const workers[COLOURS], const PlayOptions *options, Record *record)
{
    Play play = {.workers = workers,
                 .options = options,
                 .left = {options->match, options->match},
                 .record = record};
    const Board *board = play_board_of(&play);
    record->opening = board->count;
    while (!are_cancelled(workers) && !make_move(&play)) {
    }
    record->count = board->count;
    for (int i = 0; i < board->count; i++) {
        record->moves[i] = board->moves[i].point;
    }
}

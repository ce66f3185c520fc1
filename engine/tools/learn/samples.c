/* samples - replaying games and collecting the samples in them; see samples.h. */
#include "tools/learn/samples.h"

#include "port/random.h"
#include "search/candidates.h"
#include "tools/games/array.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { THOUSAND = 1000 };

static const char no_memory[] = "there is not enough memory";

/* A position that came up before. */
struct SampleSeen {
    uint64_t key;
    UT_hash_handle hh;
};

/* --- arrays that grow --- */

/* Makes room for `more` things behind the first `count`; false if there is none. */
static bool grow_for_quiet(Samples *samples)
{
    enum { TERMS_MAX = COLOURS * SIDE_MAX * SIDE_MAX };
    return array_grow((void **)&samples->quiet, &samples->quiet_room, samples->quiet_count + 1,
                      sizeof *samples->quiet) &&
           array_grow((void **)&samples->terms, &samples->term_room,
                      samples->term_count + TERMS_MAX, sizeof *samples->terms);
}

static bool grow_for_policy(Samples *samples)
{
    return array_grow((void **)&samples->policy, &samples->policy_room, samples->policy_count + 1,
                      sizeof *samples->policy) &&
           array_grow((void **)&samples->moves, &samples->move_room,
                      samples->move_count + MOVES_MAX, sizeof *samples->moves);
}

/* --- which positions --- */

/* Notes a position; false if it is known, or there is no memory to note it. */
static bool is_new(Samples *samples, uint64_t key, bool *has_memory)
{
    SampleSeen *seen;
    HASH_FIND(hh, samples->seen, &key, sizeof key, seen);
    if (seen != NULL) {
        return false;
    }
    seen = calloc(1, sizeof *seen);
    if (seen == NULL) {
        *has_memory = false;
        return false;
    }
    seen->key = key;
    HASH_ADD(hh, samples->seen, key, sizeof seen->key, seen);
    return true;
}

static bool is_quiet(const Position *position)
{
    Situation situation = candidates_situation(position);
    return situation == SITUATION_QUIET || situation == SITUATION_DEFEND;
}

static bool is_held_out(const Samples *samples)
{
    uint64_t random = random_seed(samples->seed, (uint64_t)samples->games);
    return (uint32_t)random_below(&random, THOUSAND) < samples->held_out_of_thousand;
}

/* --- quiet positions --- */

static uint16_t combination_at(const Position *position, Point point, int colour)
{
    return (uint16_t)position_combination(position, point, colour);
}

/* Adds the terms of one colour and returns how many. */
static int add_terms(Samples *samples, const Position *position, int colour)
{
    int16_t place[COMBINATIONS]; /* 1 + which of the terms it is */
    SampleTerm *terms = &samples->terms[samples->term_count];
    int count = 0;
    memset(place, 0, sizeof place);
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] == EMPTY) {
            uint16_t combination = combination_at(position, (Point)point, colour);
            if (place[combination] == 0) {
                terms[count++] = (SampleTerm){combination, 0};
                place[combination] = (int16_t)count;
            }
            terms[place[combination] - 1].count++;
        }
    }
    samples->term_count += count;
    return count;
}

static uint8_t result_to(const Record *record, int colour)
{
    int to_black = (int)record->result; /* in halves: lost, draw, won */
    return (uint8_t)(colour == BLACK ? to_black : RECORD_BLACK_WINS - to_black);
}

static void add_quiet(Samples *samples, const Position *position, const Record *record, Value score)
{
    int side = position->board.side;
    SampleQuiet quiet = {
        .first = samples->term_count,
        .threat_mask = (int16_t)learnt_threat_mask(position),
        .score = (int16_t)score,
        .colour = (uint8_t)side,
        .result = result_to(record, side),
        .held_out = is_held_out(samples),
    };
    int own = add_terms(samples, position, side);
    int opponent = add_terms(samples, position, rules_opponent(side));
    quiet.own = (int16_t)own;
    quiet.all = (int16_t)(own + opponent);
    samples->quiet[samples->quiet_count++] = quiet;
}

/* --- policy --- */

static SampleMove move_at(const Position *position, Point point)
{
    const Board *board = &position->board;
    return (SampleMove){
        .own = combination_at(position, point, board->side),
        .opponent = combination_at(position, point, rules_opponent(board->side)),
        .answer = (uint8_t)offset_class(&board->geometry, board_back(board, 1), point),
        .follow = (uint8_t)offset_class(&board->geometry, board_back(board, 2), point),
    };
}

static void add_policy(Samples *samples, Position *position, Point chosen)
{
    Move moves[MOVES_MAX];
    int side = position->board.side, kept = 0, found = -1;
    int count = candidates_list(position, candidates_situation(position), moves);
    for (int i = 0; i < count; i++) {
        Point point = moves[i].point;
        if (position_forbids(position, point)) {
            continue;
        }
        found = point == chosen ? kept : found;
        samples->moves[samples->move_count + kept++] = move_at(position, point);
    }
    if (found >= 0 && kept > 1) {
        samples->policy[samples->policy_count++] = (SamplePolicy){.first = samples->move_count,
                                                                  .count = (int16_t)kept,
                                                                  .chosen = (int16_t)found,
                                                                  .colour = (uint8_t)side,
                                                                  .held_out = is_held_out(samples)};
        samples->move_count += kept;
    }
}

/* --- games --- */

/* Adds the position before a move of the record. `is_decided` says whether a result was proven
 * before. False: there is no memory. */
static bool add_position(Samples *samples, Position *position, const Record *record,
                         bool is_decided)
{
    int move = position->board.count;
    Value score = record->scores[move];
    bool has_memory = true;
    if (!is_new(samples, position->board.key, &has_memory)) {
        return has_memory;
    }
    if (!grow_for_quiet(samples) || !grow_for_policy(samples)) {
        return false;
    }
    samples->positions++;
    if (!is_decided && is_quiet(position)) {
        add_quiet(samples, position, record, score);
    }
    if (score > -VALUE_PROVEN_MIN) {
        add_policy(samples, position, record->moves[move]);
    }
    return true;
}

/* Says whether a move may be played, or ends the game before its last move. */
static bool may_play(Position *position, Point move, bool is_last)
{
    return position->board.at[move] == EMPTY && !position_forbids(position, move) &&
           (is_last || position_threat(position, move) != THREAT_FIVE);
}

static const char *replay(Samples *samples, Position *position, const Record *record)
{
    bool is_decided = false;
    for (int i = 0; i < record->count; i++) {
        Value score = record->scores[i];
        bool is_searched = i >= record->opening && score != RECORD_NO_SCORE;
        is_decided |= is_searched && value_is_proven(score);
        if (is_searched && !add_position(samples, position, record, is_decided)) {
            return no_memory;
        }
        if (!may_play(position, record->moves[i], i == record->count - 1)) {
            return "a move of the game breaks its rule, or comes after its end";
        }
        position_play(position, record->moves[i], position->board.side);
    }
    samples->games++;
    return NULL;
}

const char *samples_add(Samples *samples, Position *position, const Record *record)
{
    const char *fault = replay(samples, position, record);
    while (position->board.count > 0) {
        position_undo(position);
    }
    return fault;
}

void samples_free(Samples *samples)
{
    SampleSeen *seen, *next;
    HASH_ITER(hh, samples->seen, seen, next)
    {
        HASH_DEL(samples->seen, seen);
        free(seen);
    }
    free(samples->quiet);
    free(samples->terms);
    free(samples->policy);
    free(samples->moves);
    memset(samples, 0, sizeof *samples);
}

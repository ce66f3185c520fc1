/* scribbled - see scribbled.h. */
#include "scribbled.h"

#include <string.h>

/* --- headers --- */

static GameVariety random_variety(uint64_t *seed)
{
    int stones = 1 + drawn_below(seed, OPENING_STONES_MAX);
    return (GameVariety){
        .stones_min = 1 + drawn_below(seed, stones),
        .stones_max = stones,
        .margin = 1 + drawn_below(seed, VALUE_ESTIMATE_MAX),
        .start_moves = 1 + drawn_below(seed, START_MOVES_MAX),
        .uneven_percent = drawn_below(seed, 101),
        .uneven_margin = 1 + drawn_below(seed, VALUE_ESTIMATE_MAX),
        .random_percent = drawn_below(seed, 101),
        .random_plies = 1 + drawn_below(seed, RECORD_MOVES_MAX),
    };
}

RecordHeader scribbled_header(Game game, uint64_t *seed)
{
    static const GameVariety usual;
    RecordHeader header = {.game = game,
                           .nodes = drawn_random(seed),
                           .seed = drawn_random(seed),
                           .variety = record_settle_variety(&usual)};
    int kind = drawn_below(seed, 3);
    if (kind > 0) {
        header.openings = drawn_below(seed, 2) == 0 ? 0 : drawn_random(seed);
        origin_write((Evaluation)drawn_below(seed, EVALUATION_BEST + 1), header.origin);
    }
    if (kind > 1) {
        header.first = (int64_t)(drawn_random(seed) >> 2);
        header.variety = random_variety(seed);
        header.others = drawn_below(seed, RECORD_OTHERS_MAX + 1);
    }
    return header;
}

bool scribbled_same_header(const RecordHeader *one, const RecordHeader *other)
{
    return memcmp(&one->game, &other->game, sizeof one->game) == 0 && one->nodes == other->nodes &&
           one->seed == other->seed && one->first == other->first &&
           memcmp(&one->variety, &other->variety, sizeof one->variety) == 0 &&
           one->others == other->others && one->openings == other->openings &&
           strcmp(one->origin, other->origin) == 0;
}

/* --- games --- */

static void random_score(Record *record, int move, uint64_t *seed)
{
    int distance = drawn_below(seed, 2 * PLY_MAX + 1), kind = drawn_below(seed, 5);
    record->is_random[move] = kind == 0;
    record->scores[move] =
        kind < 2    ? RECORD_NO_SCORE
        : kind == 2 ? value_win_at(distance)
        : kind == 3 ? value_loss_at(distance)
                    : (drawn_below(seed, 2 * VALUE_ESTIMATE_MAX + 1) - VALUE_ESTIMATE_MAX) >>
                          drawn_below(seed, 16);
}

static bool is_named(const RecordOthers *others, Point move)
{
    for (int i = 0; i < others->count; i++) {
        if (others->list[i].move == move) {
            return true;
        }
    }
    return false;
}

/* Moves on the empty points of the board, which has the played move already. */
static void random_others(const Position *position, int most, RecordOthers *others, uint64_t *seed)
{
    int wanted = drawn_below(seed, most + 1);
    others->share = (uint8_t)drawn_below(seed, RECORD_SHARE_ONE + 1);
    int left = RECORD_SHARE_ONE - others->share;
    others->count = 0;
    for (int i = 0; i < wanted && position->board.empty > 0; i++) {
        int share = drawn_below(seed, left + 1);
        Point move = drawn_random_point(position, seed, 0);
        if (!is_named(others, move)) {
            others->list[others->count++] =
                (RecordOther){move, (uint8_t)share, drawn_below(seed, 2) == 0};
            left -= share;
        }
    }
}

void scribbled_game(Drawn *drawn, int others, Record *record, uint64_t *seed)
{
    int cells = drawn->position.game.width * drawn->position.game.height;
    record->result = (RecordResult)drawn_below(seed, RECORD_BLACK_WINS + 1);
    record->count = drawn_below(seed, cells + 1);
    record->opening = drawn_below(seed, record->count + 1);
    record->has_others = others > 0;
    drawn_clear(drawn, drawn->position.game);
    for (int i = 0; i < record->count; i++) {
        record->moves[i] = drawn_random_point(&drawn->position, seed, 0);
        board_play(&drawn->position.board, record->moves[i], i % 2);
        random_score(record, i, seed);
        random_others(&drawn->position, others, &record->others[i], seed);
    }
}

static bool same_others(const RecordOthers *one, const RecordOthers *other)
{
    bool is_same = one->share == other->share && one->count == other->count;
    for (int i = 0; is_same && i < one->count; i++) {
        const RecordOther *here = &one->list[i], *there = &other->list[i];
        is_same = here->move == there->move && here->share == there->share &&
                  here->was_best == there->was_best;
    }
    return is_same;
}

static bool same_move(const Record *one, const Record *other, int i)
{
    if (i < one->opening) {
        return one->moves[i] == other->moves[i];
    }
    return one->moves[i] == other->moves[i] && one->scores[i] == other->scores[i] &&
           one->is_random[i] == other->is_random[i] &&
           (!one->has_others || same_others(&one->others[i], &other->others[i]));
}

bool scribbled_same_game(const Record *one, const Record *other)
{
    bool is_same = one->result == other->result && one->opening == other->opening &&
                   one->count == other->count && one->has_others == other->has_others;
    for (int i = 0; is_same && i < one->count; i++) {
        is_same = same_move(one, other, i);
    }
    return is_same;
}

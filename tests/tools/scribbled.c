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
    header.openings = drawn_below(seed, 2) == 0 ? 0 : drawn_random(seed);
    origin_write((Evaluation)drawn_below(seed, EVALUATION_BEST + 1), header.origin);
    if (drawn_below(seed, 2) > 0) {
        header.first = (int64_t)(drawn_random(seed) >> 2);
        header.variety = random_variety(seed);
    }
    return header;
}

bool scribbled_same_header(const RecordHeader *one, const RecordHeader *other)
{
    return memcmp(&one->game, &other->game, sizeof one->game) == 0 && one->nodes == other->nodes &&
           one->seed == other->seed && one->first == other->first &&
           memcmp(&one->variety, &other->variety, sizeof one->variety) == 0 &&
           one->openings == other->openings && strcmp(one->origin, other->origin) == 0;
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

void scribbled_game(Drawn *drawn, Record *record, uint64_t *seed)
{
    int cells = drawn->position.game.width * drawn->position.game.height;
    record->result = (RecordResult)drawn_below(seed, RECORD_BLACK_WINS + 1);
    record->count = drawn_below(seed, cells + 1);
    record->opening = drawn_below(seed, record->count + 1);
    drawn_clear(drawn, drawn->position.game);
    for (int i = 0; i < record->count; i++) {
        record->moves[i] = drawn_random_point(&drawn->position, seed, 0);
        board_play(&drawn->position.board, record->moves[i], i % 2);
        random_score(record, i, seed);
    }
}

static bool same_move(const Record *one, const Record *other, int i)
{
    if (i < one->opening) {
        return one->moves[i] == other->moves[i];
    }
    return one->moves[i] == other->moves[i] && one->scores[i] == other->scores[i] &&
           one->is_random[i] == other->is_random[i];
}

bool scribbled_same_game(const Record *one, const Record *other)
{
    bool is_same = one->result == other->result && one->opening == other->opening &&
                   one->count == other->count;
    for (int i = 0; is_same && i < one->count; i++) {
        is_same = same_move(one, other, i);
    }
    return is_same;
}

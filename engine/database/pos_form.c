/* pos_form - reading a byte for each move; see pos_form.h. */
#include "database/pos_form.h"

#include "database/game_record.h"

enum { SIDE = 15, POINTS = SIDE * SIDE };

bool pos_form_is(const uint8_t *bytes, size_t count)
{
    bool is_taken[UINT8_MAX + 1] = {false};
    bool is_game = count > 1 && count == (size_t)bytes[0] + 1;
    for (size_t i = 1; i < count && is_game; i++) {
        is_game = bytes[i] < POINTS && !is_taken[bytes[i]];
        is_taken[bytes[i]] = true;
    }
    return is_game;
}

bool pos_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX])
{
    GameRecord record;
    game_record_begin(&record, game);
    record.game.width = record.game.height = SIDE;
    for (size_t i = 1; i < count; i++) {
        game_record_add(&record, (Coordinates){bytes[i] % SIDE, SIDE - 1 - bytes[i] / SIDE});
    }
    game_record_tell(&record, sink);
    return game_record_conclude(&record, fault);
}

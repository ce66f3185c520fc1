/* psq_form - reading games line by line; see psq_form.h. */
#include "database/psq_form.h"

#include "database/digits.h"
#include "database/game_record.h"

#include <string.h>

static const char first_words[] = "Piskvorky ";

bool psq_form_is(const uint8_t *bytes, size_t count)
{
    size_t length = sizeof first_words - 1;
    return count >= length && memcmp(bytes, first_words, length) == 0;
}

/* Steps over blanks within a line. */
static const char *skip_psq_blanks(const char *text)
{
    return text == NULL ? NULL : text + strspn(text, " \t");
}

/* Reads a line that is a move; false if it is none. */
static bool read_psq_move(const char *line, GameRecord *record)
{
    Coordinates move;
    const char *at = digits_pass(skip_psq_blanks(digits_read(skip_psq_blanks(line), &move.x)), ',');
    at = digits_read(skip_psq_blanks(at), &move.y);
    if (at == NULL || strchr(",\r\n", *at) == NULL) {
        return false;
    }
    game_record_add(record, (Coordinates){move.x - 1, move.y - 1});
    return true;
}

/* Reads the line with the result, unless there is none, or it is something else. */
static void read_result(const char *line, GameRecord *record)
{
    static const Colour winners[] = {EMPTY, BLACK, WHITE};
    if (line != NULL && line[0] >= '0' && line[0] <= '2' && line[1] == ',') {
        record->winner = winners[line[0] - '0'];
        game_record_rule(record, line + 2, strcspn(line + 2, "\r\n"));
    }
}

bool psq_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX])
{
    (void)count;
    GameRecord record;
    const char *line = (const char *)bytes, *last = NULL;
    bool is_move = true;
    game_record_begin(&record, game);
    game_record_size(&record, line + sizeof first_words - 1, 'x');
    while (line += strcspn(line, "\n"), *line != '\0' && record.fault == NULL) {
        line++;
        is_move = is_move && read_psq_move(line, &record);
        last = is_move || *line == '\0' ? last : line;
    }
    read_result(last, &record);
    game_record_tell(&record, sink);
    return game_record_conclude(&record, fault);
}

/* records - what files of games say, and its text; see records.h. */
#include "tools/games/records.h"

#include "port/fnv.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { PERCENT = 100 };

/* What the zeros of a variety stand for. Twice what swap2 calls even may favour a side a little. */
static const GameVariety plain = {.stones_min = 3,
                                  .stones_max = 8,
                                  .margin = 30,
                                  .start_moves = 4,
                                  .uneven_margin = 150,
                                  .random_plies = 16};

/* The numbers of a variety, by the names under which they stand in a first line. */
typedef struct {
    const char *name;
    size_t offset;
    int least, most;
} VarietyField;

#define FIELD(name, member, least, most)                                                           \
    {                                                                                              \
        name, offsetof(GameVariety, member), least, most                                           \
    }
static const VarietyField variety_fields[] = {
    FIELD(" stones ", stones_min, 1, OPENING_STONES_MAX),
    FIELD("-", stones_max, 1, OPENING_STONES_MAX),
    FIELD(" margin ", margin, 1, VALUE_ESTIMATE_MAX),
    FIELD(" start-moves ", start_moves, 1, START_MOVES_MAX),
    FIELD(" uneven-percent ", uneven_percent, 0, PERCENT),
    FIELD(" uneven-margin ", uneven_margin, 1, VALUE_ESTIMATE_MAX),
    FIELD(" random-percent ", random_percent, 0, PERCENT),
    FIELD(" random-plies ", random_plies, 1, RECORD_MOVES_MAX),
};
#undef FIELD

enum { VARIETY_FIELDS = sizeof variety_fields / sizeof *variety_fields };

static int *field_of(GameVariety *variety, int i)
{
    return (int *)((char *)variety + variety_fields[i].offset);
}

static const char result_letters[] = {'0', '=', '1'};
static const char empty_list[] = "-";

uint64_t record_hash(const char *text)
{
    return fnv_hash(FNV_BASIS, text, strlen(text));
}

/* --- what a header says --- */

GameVariety record_settle_variety(const GameVariety *variety)
{
    GameVariety settled = *variety, usual = plain;
    for (int i = 0; i < VARIETY_FIELDS; i++) {
        int *field = field_of(&settled, i);
        *field = *field == 0 ? *field_of(&usual, i) : *field;
    }
    return settled;
}

/* Says whether all numbers of a variety are in their ranges. */
static bool is_variety(const GameVariety *variety)
{
    GameVariety copy = *variety;
    bool is_right = copy.stones_min <= copy.stones_max;
    for (int i = 0; is_right && i < VARIETY_FIELDS; i++) {
        int number = *field_of(&copy, i);
        is_right = number >= variety_fields[i].least && number <= variety_fields[i].most;
    }
    return is_right;
}

const char *record_header_fault(const RecordHeader *header)
{
    const char *fault = rules_fault(&header->game);
    if (fault != NULL) {
        return fault;
    }
    if (!is_variety(&header->variety) || header->first < 0 || header->first > RECORD_NUMBER_MAX) {
        return "the numbers that tell how the games vary are out of their ranges";
    }
    return NULL;
}

int record_settled(const Record *record)
{
    int settled = record->count;
    while (settled > record->opening && !record->is_random[settled - 1]) {
        settled--;
    }
    return settled;
}

/* --- as text --- */

/* Writes words at the end of a text with room for RECORD_FRAME_TEXT_MAX. */
static void append(char *text, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, RECORD_FRAME_TEXT_MAX - length, format, arguments);
    va_end(arguments);
}

static void append_variety(const RecordHeader *header, char *text)
{
    GameVariety variety = header->variety;
    append(text, " first %" PRId64, header->first);
    for (int i = 0; i < VARIETY_FIELDS; i++) {
        append(text, "%s%d", variety_fields[i].name, *field_of(&variety, i));
    }
}

static void append_openings(const RecordHeader *header, char *text)
{
    if (header->openings == 0) {
        append(text, " openings -");
    } else {
        append(text, " openings %016" PRIx64, header->openings);
    }
}

void record_print_header(const RecordHeader *header, char *text)
{
    const Game *game = &header->game;
    *text = '\0';
    append(text, "tengen-games %d rule %d size %dx%d win %d nodes %" PRIu64 " seed %" PRIu64,
           RECORD_VERSION, rules_number(game->rule), game->width, game->height, game->win_length,
           header->nodes, header->seed);
    append_variety(header, text);
    append_openings(header, text);
    append(text, "%s", header->origin);
}

static char *write_moves(const Geometry *geometry, const Record *record, char *text)
{
    if (record->count == 0) {
        return text + sprintf(text, "%s", empty_list);
    }
    for (int i = 0; i < record->count; i++) {
        text += record_write_move(geometry, record->moves[i], text);
    }
    return text;
}

static char *write_scores(const Record *record, char *text)
{
    if (record->count == record->opening) {
        return text + sprintf(text, "%s", empty_list);
    }
    for (int i = record->opening; i < record->count; i++) {
        if (i > record->opening) {
            *text++ = ',';
        }
        if (record->is_random[i]) {
            *text++ = '?';
        } else {
            text += record_write_score(record->scores[i], text);
        }
    }
    return text;
}

void record_print_game(const Geometry *geometry, const Record *record, char *text)
{
    text += sprintf(text, "%c %d ", result_letters[record->result], record->opening);
    text = write_moves(geometry, record, text);
    *text++ = ' ';
    text = write_scores(record, text);
    *text = '\0';
}

static int word_length(const char *word)
{
    enum { SHOWN_MAX = 40 }; /* of a word, in a sentence */
    size_t length = strcspn(word, " ");
    return length < SHOWN_MAX ? (int)length : SHOWN_MAX;
}

bool record_header_difference(const RecordHeader *one, const RecordHeader *other,
                              char text[RECORD_DIFFERENCE_MAX])
{
    char here[RECORD_FRAME_TEXT_MAX], there[RECORD_FRAME_TEXT_MAX];
    size_t name = 0, word = 0, at = 0;
    record_print_header(one, here);
    record_print_header(other, there);
    for (; here[at] == there[at]; at++) {
        if (here[at] == '\0') {
            return false;
        }
        if (here[at] == ' ') {
            name = word;
            word = at + 1;
        }
    }
    snprintf(text, RECORD_DIFFERENCE_MAX, "%.*s %.*s, not %.*s", word_length(here + name),
             here + name, word_length(here + word), here + word, word_length(there + word),
             there + word);
    return true;
}

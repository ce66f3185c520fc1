/* openlist - line by line, each opening played through; see openlist.h. */
#include "tools/games/openlist.h"

#include "tools/games/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "there is not enough memory";

static const char *skip_list_blanks(const char *text)
{
    return text + strspn(text, " \t\r");
}

static bool ends_line(const char *text)
{
    return *text == '\n' || *text == '\0';
}

/* Plays a move of an opening; returns what is wrong with it, or NULL. */
static const char *play_opening_move(Position *position, Point move)
{
    if (position_forbids(position, move)) {
        return "black may not play a point of this opening";
    }
    if (position_threat(position, move) == THREAT_FIVE) {
        return "the opening wins the game";
    }
    position_play(position, move, position->board.side);
    return position->board.empty > 0 ? NULL : "the opening fills the board";
}

/* Plays an opening through and takes it back. */
static const char *opening_fault_of(Position *position, const Point *moves, int count)
{
    const char *fault = NULL;
    for (int i = 0; fault == NULL && i < count; i++) {
        fault = play_opening_move(position, moves[i]);
    }
    while (position->board.count > 0) {
        position_undo(position);
    }
    return fault;
}

/* Reads a line that is no comment, and adds its opening to the list. */
static const char *read_opening(OpeningList *list, Position *position, const char *text,
                                const OpeningRest *rest)
{
    Point *moves = list->moves + list->begin[list->count];
    int count;
    text = record_read_moves(&position->board.geometry, text, moves, &count);
    if (text == NULL || (rest == NULL && !ends_line(skip_list_blanks(text)))) {
        return "an opening is written as h8i9g7, with each point once and on the board";
    }
    list->count++;
    list->begin[list->count] = list->begin[list->count - 1] + count;
    const char *fault = opening_fault_of(position, moves, count);
    return fault != NULL || rest == NULL ? fault
                                         : rest->read(rest->context, skip_list_blanks(text));
}

/* Makes room for all that the text can hold: two bytes a move, and one a line. */
static bool openlist_make_room(OpeningList *list, const char *text)
{
    size_t bytes = strlen(text), lines = 1;
    for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
        lines++;
    }
    *list = (OpeningList){.begin = calloc(lines + 1, sizeof *list->begin),
                          .moves = calloc(bytes / 2 + 1, sizeof *list->moves)};
    return list->begin != NULL && list->moves != NULL;
}

static const char *read_openings(OpeningList *list, Position *position, const char *text,
                                 const OpeningRest *rest, int64_t *line)
{
    const char *fault = NULL, *next = text;
    while (fault == NULL && next != NULL) {
        text = skip_list_blanks(next);
        ++*line;
        if (*text != '#' && !ends_line(text)) {
            fault = read_opening(list, position, text, rest);
        }
        next = strchr(text, '\n');
        next = next == NULL ? NULL : next + 1;
    }
    return fault;
}

const char *openlist_read(OpeningList *list, Position *position, const char *text,
                          const OpeningRest *rest, int64_t *line)
{
    const char *fault = no_memory;
    *line = 0;
    if (openlist_make_room(list, text)) {
        fault = read_openings(list, position, text, rest, line);
    }
    if (fault != NULL) {
        openlist_free(list);
    }
    return fault;
}

bool openlist_read_for(OpeningList *list, const ToolOptions *options, const GameTables *tables,
                       const OpeningRest *rest, char fault[TOOL_FAULT_MAX])
{
    int64_t line = 0;
    const char *wrong = no_memory;
    Position *position = malloc(sizeof *position);
    if (position != NULL) {
        position_clear(position, &options->game, &tables->board);
        wrong = openlist_read(list, position, options->openings, rest, &line);
    }
    free(position);
    if (wrong != NULL) {
        snprintf(fault, TOOL_FAULT_MAX, "line %" PRId64 " of the openings: %s", line, wrong);
    } else if (list->count == 0) {
        snprintf(fault, TOOL_FAULT_MAX, "there is no opening among the openings");
    }
    return wrong == NULL && list->count > 0;
}

void openlist_free(OpeningList *list)
{
    free(list->begin);
    free(list->moves);
    *list = (OpeningList){.count = 0};
}

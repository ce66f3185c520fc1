/* game_record - a game that was played, as files of other programs have it.
 *
 * Its positions are handed over with its result, which is counted there and proves nothing.
 */
#ifndef TENGEN_DATABASE_GAME_RECORD_H
#define TENGEN_DATABASE_GAME_RECORD_H

#include "tengen/form.h"

typedef struct {
    Game game;
    Colour winner; /* EMPTY: it was drawn; WALL: that is not known */
    int count;     /* of the moves */
    int told;      /* positions that were handed over; 1: the empty board */
    Coordinates moves[SIDE_MAX * SIDE_MAX]; /* black first */
    const char *fault;                      /* what is wrong with it, as a sentence; NULL */
} GameRecord;

/* Begins a game of that kind, without moves, whose result is not known. */
void game_record_begin(GameRecord *record, const Game *game);

/* Sets rule and row by words such as "renju", "Freestyle1" or "caro 4 in a row"; other words change
 * nothing. The words need not end there. */
void game_record_rule(GameRecord *record, const char *words, size_t length);

/* Sets the size by words such as "15x13", or "15" alone; those may be parted by that byte. */
void game_record_size(GameRecord *record, const char *words, char parting);

/* Adds a move, unless there is a fault. */
void game_record_add(GameRecord *record, Coordinates move);

/* Goes back to the position after so many moves, from which a variation begins. */
void game_record_back(GameRecord *record, int count);

/* Hands over the positions that were not handed over yet, the empty board and the last one
 * included; nothing of a game without moves, or with a fault. Where nobody has told the result of
 * the first line, it is what stands on the board. The lines after that one were not played, so
 * they have no result. False: no more are wanted, or there is a fault. */
bool game_record_tell(GameRecord *record, const PositionSink *sink);

/* Copies the fault of the game, if there is one; false then. */
bool game_record_conclude(const GameRecord *record, char fault[DATABASE_FAULT_MAX]);

#endif

/* undo - the stones that UNDO took off the board, for REDO. */
#ifndef TENGEN_PROTOCOL_CONVERSATION_UNDO_H
#define TENGEN_PROTOCOL_CONVERSATION_UNDO_H

#include "tengen/engine.h"

#include <stdbool.h>

typedef struct {
    Coordinates point;
    Colour colour;
} UndoneStone;

/* The stone taken off last is on top. Begins as {0}. */
typedef struct {
    UndoneStone stones[SIDE_MAX * SIDE_MAX];
    int count;
} UndoStack;

/* Forgets all stones: the game has gone another way. */
void undo_clear(UndoStack *stack);

/* Puts a stone on top; false if there is no room, which a board's own stones cannot use up. */
bool undo_push(UndoStack *stack, UndoneStone stone);

/* Takes the stone on top; false if there is none. */
bool undo_pop(UndoStack *stack, UndoneStone *stone);

#endif

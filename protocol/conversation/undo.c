/* undo - a stack of stones; see undo.h. */
#include "conversation/undo.h"

enum { UNDO_MAX = sizeof(((UndoStack *)0)->stones) / sizeof(UndoneStone) };

void undo_clear(UndoStack *stack)
{
    stack->count = 0;
}

bool undo_push(UndoStack *stack, UndoneStone stone)
{
    if (stack->count == UNDO_MAX) {
        return false;
    }
    stack->stones[stack->count++] = stone;
    return true;
}

bool undo_pop(UndoStack *stack, UndoneStone *stone)
{
    if (stack->count == 0) {
        return false;
    }
    *stone = stack->stones[--stack->count];
    return true;
}

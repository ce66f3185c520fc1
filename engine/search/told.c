/* told - a hash table with open addresses; see told.h. */
#include "search/told.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 14 };

_Static_assert((int)TOLD_MAX < (int)SLOTS, "a search for a slot ends");

bool told_init(Told *told)
{
    *told = (Told){.slots = calloc(SLOTS, sizeof *told->slots)};
    return told->slots != NULL;
}

void told_free(Told *told)
{
    free(told->slots);
}

void told_clear(Told *told)
{
    if (told->count > 0) {
        memset(told->slots, 0, sizeof *told->slots * SLOTS);
        told->count = 0;
    }
}

/* The slot that has the position, or else the empty one for it. */
static ToldVerdict *slot_of(const Told *told, uint64_t key)
{
    uint64_t place = key % SLOTS;
    while (told->slots[place].key != 0 && told->slots[place].key != key) {
        place = (place + 1) % SLOTS;
    }
    return &told->slots[place];
}

/* The label, if it settles the position; else VERDICT_OPEN. */
static VerdictLabel settling(const Verdict *verdict)
{
    bool settles = verdict->label == VERDICT_WIN || verdict->label == VERDICT_LOSS ||
                   verdict->label == VERDICT_DRAW;
    return settles ? verdict->label : VERDICT_OPEN;
}

bool told_note(Told *told, uint64_t key, const Verdict *verdict)
{
    ToldVerdict *slot = slot_of(told, key);
    if (verdict->plies > 0) {
        return true;
    }
    if (slot->key == 0 && told->count == TOLD_MAX) {
        return false;
    }
    told->count += slot->key == 0;
    *slot = (ToldVerdict){key, settling(verdict), verdict->depth};
    return true;
}

bool told_holds(const Told *told, uint64_t key, const Verdict *now)
{
    const ToldVerdict *before = slot_of(told, key);
    if (told->count == 0 || before->key == 0) {
        return true;
    }
    if (now == NULL) {
        return false;
    }
    return before->label != VERDICT_OPEN || settling(now) != VERDICT_OPEN
               ? before->label == VERDICT_OPEN || before->label == settling(now)
               : now->bound != BOUND_NONE && now->depth >= before->depth;
}

/* opening_answer - the engine as a player of an opening rule: putting stones, taking a colour,
 * offering fifth moves, picking one.
 *
 * A player whose opponent then takes a colour puts stones so that they are even, and differently
 * from game to game; the colour is taken by a search. A player who goes on with the colour puts the
 * best stone that the rule allows. What the stones are worth is in opening_worth.h.
 */
#ifndef TENGEN_OPENING_OPENING_ANSWER_H
#define TENGEN_OPENING_OPENING_ANSWER_H

#include "search/root.h"
#include "tengen/opening_rule.h"

#include <stdint.h>

typedef struct {
    OpeningAct act; /* no colour and no points: there is no room for them */
    Report
        report; /* its value is that to the side to move; its pv begins with what is put, offered or
                      picked; where a colour is taken, with the best move */
} OpeningAnswer;

/* Does the opening's next step, within the clock, which must have been started. Its stones are on
 * search->position, with the right side to move; the position comes back as it was. The seed picks
 * among openings. */
OpeningAnswer opening_answer(Search *search, const Opening *opening, uint64_t seed);

#endif

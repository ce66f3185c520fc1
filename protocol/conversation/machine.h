/* machine - what the engine found, as lines that programs read: INFO machine 1 asks for them.
 *
 * One line is MESSAGE machine, its kind, and pairs of a key and a value. A value is one word; a
 * point is x,y as in the protocol, whoever listens; a list of points has semicolons between. The
 * grammar and every key stand in README.md.
 */
#ifndef TENGEN_PROTOCOL_CONVERSATION_MACHINE_H
#define TENGEN_PROTOCOL_CONVERSATION_MACHINE_H

#include "tengen/engine.h"
#include "tengen/opening_name.h"

#include <stdbool.h>

/* Sends what an iteration found, or with `is_answer` what the answer is worth. */
void machine_send_report(const EngineReport *report, bool is_answer);

/* Sends what each empty point is worth, and the value of the position. There must be a game. */
void machine_send_position(Engine *engine);

/* Sends why an empty point is worth so much to that side. */
void machine_send_explanation(Coordinates point, Colour side, const PointExplanation *explanation);

/* Sends what is known of a move, to whoever makes it, and the name of the opening that it begins;
 * NULL: it has none. */
void machine_send_known(const KnownMove *move, const OpeningName *opening);

/* Sends the name of the opening on the board. */
void machine_send_opening_name(const OpeningName *opening);

/* Sends a row of the table of opening rules. */
void machine_send_opening_rule(const OpeningRule *rule);

#endif

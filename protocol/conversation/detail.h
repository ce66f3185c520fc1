/* detail - the INFO lines by which Yixin-Board draws chances on the points while Tengen thinks.
 *
 * Yixin-Board and Rapfi agree on a group of lines for each best move, from INFO PV with its rank to
 * INFO PV DONE. At the last one the board writes the chance, or the length of a win, on the point.
 * No other manager knows them, and some take any line for a move: they are for those who asked.
 */
#ifndef TENGEN_PROTOCOL_CONVERSATION_DETAIL_H
#define TENGEN_PROTOCOL_CONVERSATION_DETAIL_H

#include "tengen/engine.h"

/* The chance to win that a value stands for, from 0 to 1. */
double detail_chance(int value);

/* Sends the group of lines about a report, which is one of so many pvs. `value` and `pv` are its
 * value and its principal variation as they are sent. */
void detail_send(const EngineReport *report, int pv_count, const char *value, const char *pv);

#endif

/* detail - writing the groups of lines; see detail.h. */
#include "conversation/detail.h"

#include "lines/lines.h"

#include <inttypes.h>
#include <math.h>

/* The value at which the odds are e to 1. */
#define CHANCE_SCALE 188.0

double detail_chance(int value)
{
    return 1 / (1 + exp(-value / CHANCE_SCALE));
}

static double chance_of(const EngineReport *report)
{
    return report->wins_in > 0 ? 1 : report->wins_in < 0 ? 0 : detail_chance(report->value);
}

/* Positions a second. */
static uint64_t speed_of(const EngineReport *report)
{
    enum { MS_PER_SECOND = 1000 };
    return report->nodes * MS_PER_SECOND / (uint64_t)(report->ms > 0 ? report->ms : 1);
}

void detail_send(const EngineReport *report, int pv_count, const char *value, const char *pv)
{
    send_line("INFO PV %d", report->pv_index);
    send_line("INFO NUMPV %d", pv_count);
    send_line("INFO DEPTH %d", report->depth);
    send_line("INFO SELDEPTH %d", report->deepest);
    send_line("INFO NODES %" PRIu64, report->move_nodes);
    send_line("INFO TOTALNODES %" PRIu64, report->nodes);
    send_line("INFO TOTALTIME %" PRId64, report->ms);
    send_line("INFO SPEED %" PRIu64, speed_of(report));
    send_line("INFO EVAL %s", value);
    send_line("INFO WINRATE %.4f", chance_of(report));
    send_line("INFO BESTLINE %s", pv);
    send_line("INFO PV DONE");
}

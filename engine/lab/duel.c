/* duel - two games to a line; see duel.h. */
#include "lab/duel.h"

#include "lab/bout.h"
#include "lab/crew.h"
#include "lab/openlist.h"
#include "search/margins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 2, GAMES = 2 }; /* of each duel */

/* Who the one and the other are. */
typedef struct {
    Margins margins[SIDES];
} Pair;

typedef struct {
    const LabWishes *wishes;
    const LabListener *listener;
    GameTables tables;
    OpeningList openings;
    Pair *pairs; /* of each opening; owned */
    int64_t count, done;
    char first; /* what came out of the first game of the duel whose second is awaited */
} Duels;

/* What a worker sits at: a desk for each side. */
typedef struct {
    Desk *desks[SIDES];
} Seat;

/* --- what the crew does --- */

static void leave_seat(void *context, void *seat)
{
    (void)context;
    Seat *left = seat;
    desk_free(left->desks[0]);
    desk_free(left->desks[1]);
    free(left);
}

static void *take_seat(void *context)
{
    const Duels *all = context;
    const LabWishes *wishes = all->wishes;
    Seat *seat = calloc(1, sizeof *seat);
    if (seat == NULL) {
        return NULL;
    }
    for (int i = 0; i < SIDES; i++) {
        seat->desks[i] = desk_new(&wishes->game, &all->tables, wishes->nodes);
    }
    if (seat->desks[0] == NULL || seat->desks[1] == NULL) {
        leave_seat(context, seat);
        return NULL;
    }
    return seat;
}

static void hurry_seat(void *context, void *seat)
{
    (void)context;
    const Seat *hurried = seat;
    desk_hurry(hurried->desks[0]);
    desk_hurry(hurried->desks[1]);
}

static void sit_down(const Duels *all, const Seat *seat, int64_t number)
{
    int64_t begin = all->openings.begin[number], end = all->openings.begin[number + 1];
    for (int i = 0; i < SIDES; i++) {
        seat->desks[i]->margins = &all->pairs[number].margins[i];
        bout_open(seat->desks[i], all->openings.moves + begin, end - begin);
    }
}

/* What a game with black, or with white, came to. */
static char result_of(const Record *record, int colour)
{
    RecordResult win = colour == BLACK ? RECORD_BLACK_WINS : RECORD_WHITE_WINS;
    return record->result == RECORD_DRAW ? '=' : record->result == win ? '1' : '0';
}

/* Plays one game of a duel and returns what the one side made of it. */
static void *play_one(void *context, void *seat, int64_t number)
{
    const Duels *all = context;
    const Seat *taken = seat;
    int colour = number % GAMES == 0 ? BLACK : WHITE; /* of the one */
    Desk *desks[COLOURS];
    Record record;
    char *result = malloc(1);
    if (result != NULL) {
        desks[colour] = taken->desks[0];
        desks[rules_opponent(colour)] = taken->desks[1];
        sit_down(all, taken, number / GAMES);
        bout_play(desks, all->wishes->nodes, &record);
        *result = result_of(&record, colour);
    }
    return result;
}

static bool take_game(void *context, int64_t number, void *result)
{
    Duels *all = context;
    char came = *(char *)result;
    free(result);
    if (number % GAMES == 0) {
        all->first = came;
        return true;
    }
    char line[] = {all->first, ' ', came, '\0'};
    all->done++;
    all->listener->line(all->listener->context, line);
    return true;
}

static bool may_go_on(void *context)
{
    const Duels *all = context;
    return all->listener->go_on(all->listener->context, all->done, all->count);
}

static LabEnd play_all(Duels *all)
{
    CrewPlan plan = {.context = all,
                     .count = all->count * GAMES,
                     .seat = take_seat,
                     .leave = leave_seat,
                     .work = play_one,
                     .hurry = hurry_seat,
                     .take = take_game,
                     .go_on = may_go_on};
    CrewEnd end = crew_run(&plan, all->wishes->threads);
    return end == CREW_FAILED ? LAB_FAILED : end == CREW_STOPPED ? LAB_STOPPED : LAB_DONE;
}

/* --- what is wished for --- */

/* Reads the margins of both sides, which fill the line. */
static const char *read_pair(void *context, const char *text)
{
    Duels *all = context;
    Pair *pairs = realloc(all->pairs, (size_t)(all->count + 1) * sizeof *pairs);
    if (pairs == NULL) {
        return "there is not enough memory";
    }
    all->pairs = pairs;
    Pair *pair = &pairs[all->count++];
    for (int i = 0; i < SIDES && text != NULL; i++) {
        text = margins_read(&pair->margins[i], text);
    }
    char next = text == NULL ? '?' : text[strspn(text, " \t\r")];
    bool is_whole = next == '\n' || next == '\0';
    return is_whole ? NULL : "after the opening come the margins of two, as NAME=VALUE,... or -";
}

static bool refuse(char fault[LAB_FAULT_MAX], const char *words)
{
    snprintf(fault, LAB_FAULT_MAX, "%s", words);
    return false;
}

/* Says whether everything is at hand; if not, why. */
static bool prepare(Duels *all, char fault[LAB_FAULT_MAX])
{
    const LabWishes *wishes = all->wishes;
    const OpeningRest rest = {all, read_pair};
    if (!margins_are_settings()) {
        return refuse(fault, "the margins of this program are constants; cmake -DTUNING=ON builds "
                             "one where they can be set");
    }
    if (rules_fault(&wishes->game) != NULL) {
        return refuse(fault, rules_fault(&wishes->game));
    }
    if (wishes->nodes == 0 || wishes->openings == NULL) {
        return refuse(fault, "without duels, or nodes to search, there are no games");
    }
    eval_fill_tables(&all->tables, &wishes->game, wishes->evaluation);
    return openlist_read_wished(&all->openings, wishes, &all->tables, &rest, fault);
}

LabEnd duel_run(const LabWishes *wishes, const LabListener *listener, char fault[LAB_FAULT_MAX])
{
    Duels *all = calloc(1, sizeof *all);
    if (all == NULL) {
        return LAB_FAILED;
    }
    all->wishes = wishes;
    all->listener = listener;
    LabEnd end = prepare(all, fault) ? play_all(all) : LAB_REFUSED;
    openlist_free(&all->openings);
    free(all->pairs);
    free(all);
    return end;
}

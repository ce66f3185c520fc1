/* selfplay - from a number to a game to a line; see selfplay.h. */
#include "lab/selfplay.h"

#include "lab/bout.h"
#include "lab/crew.h"
#include "lab/desk.h"
#include "lab/openlist.h"
#include "lab/records.h"
#include "opening/dice.h"
#include "opening/start.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    START_STONES_LEAST = 3, /* of a random start; or fewer, as far as there is room */
    START_STONES_MOST = 8,
    START_MARGIN = 30, /* twice what swap2 calls even: games may lean a little */
    START_MOVES = 4,   /* to judge it may take as many nodes as so many moves */
    THROWS_MAX = 100,  /* before the most even so far will do */
};

typedef struct {
    const LabWishes *wishes;
    const LabListener *listener;
    GameTables tables;
    OpeningList openings; /* if there are any */
    int64_t games;        /* to play */
    RecordWriter writer;
} Play;

/* --- how a game begins --- */

static StartWishes start_wishes(const Board *board, uint64_t nodes)
{
    int room = board->empty - 1;
    return (StartWishes){
        .stones_min = room < START_STONES_LEAST ? room : START_STONES_LEAST,
        .stones_max = room < START_STONES_MOST ? room : START_STONES_MOST,
        .nodes = nodes < UINT64_MAX / START_MOVES ? nodes * START_MOVES : nodes,
        .margin = START_MARGIN,
    };
}

/* Throws until a start is balanced; else finds the most even one, or none at all. */
static Start find_start(Desk *desk, uint64_t nodes, uint64_t seed)
{
    StartWishes wishes = start_wishes(&desk->search.position.board, nodes);
    Start best = {.count = 0, .value = VALUE_INFINITE}, start;
    for (uint64_t i = 0; i < THROWS_MAX && !desk_is_hurried(desk); i++) {
        bool is_balanced = start_throw(&desk->search, &wishes, dice_seed(seed, i), &start);
        if (is_balanced || abs(start.value) < abs(best.value)) {
            best = start;
        }
        if (is_balanced) {
            break;
        }
    }
    return best;
}

/* Sets up the opening of a game. The search that judged a start leaves nothing behind. */
static void open_game(const Play *all, Desk *desk, int64_t number)
{
    const OpeningList *list = &all->openings;
    if (list->count > 0) {
        int64_t begin = list->begin[number];
        bout_open(desk, list->moves + begin, list->begin[number + 1] - begin);
        return;
    }
    const LabWishes *wishes = all->wishes;
    desk_clear(desk);
    Start start = find_start(desk, wishes->nodes, dice_seed(wishes->seed, (uint64_t)number));
    bout_open(desk, start.moves, start.count);
}

static void play_game(const Play *all, Desk *desk, int64_t number, Record *record)
{
    Desk *const both[COLOURS] = {desk, desk};
    open_game(all, desk, number);
    bout_play(both, all->wishes->nodes, record);
}

/* --- what the crew does --- */

static void *take_seat(void *context)
{
    const Play *all = context;
    return desk_new(&all->wishes->game, &all->tables, all->wishes->nodes);
}

static void leave_seat(void *context, void *seat)
{
    (void)context;
    desk_free(seat);
}

static void hurry_seat(void *context, void *seat)
{
    (void)context;
    desk_hurry(seat);
}

/* Plays a game and returns its line. */
static void *play_one(void *context, void *seat, int64_t number)
{
    const Play *all = context;
    Desk *desk = seat;
    Record record = {.count = 0};
    char text[RECORD_TEXT_MAX];
    play_game(all, desk, number, &record);
    record_write_game(&desk->search.position.board.geometry, &record, text);
    char *line = malloc(strlen(text) + 1);
    return line == NULL ? NULL : strcpy(line, text);
}

static void say(const Play *all, const char *line)
{
    all->listener->line(all->listener->context, line);
}

static bool take_game(void *context, int64_t number, void *line)
{
    Play *all = context;
    (void)number;
    record_count_game(&all->writer, line);
    say(all, line);
    free(line);
    return true;
}

static bool may_go_on(void *context)
{
    const Play *all = context;
    return all->listener->go_on(all->listener->context, all->writer.games, all->games);
}

/* --- the file --- */

static void say_header(Play *all)
{
    const LabWishes *wishes = all->wishes;
    RecordHeader header = {
        .game = wishes->game,
        .nodes = wishes->nodes,
        .seed = wishes->seed,
        .openings = wishes->openings == NULL ? 0 : record_hash(wishes->openings),
        .evaluation = wishes->evaluation,
    };
    char line[RECORD_FRAME_TEXT_MAX];
    record_write_header(&all->writer, &header, line);
    say(all, line);
}

static void say_end(const Play *all)
{
    char line[RECORD_FRAME_TEXT_MAX];
    record_write_end(&all->writer, all->games, line);
    say(all, line);
}

static LabEnd end_of(const Play *all, CrewEnd end)
{
    if (end == CREW_FAILED) {
        return LAB_FAILED;
    }
    say_end(all);
    return end == CREW_STOPPED ? LAB_STOPPED : LAB_DONE;
}

static LabEnd run_all(Play *all)
{
    CrewPlan plan = {.context = all,
                     .count = all->games,
                     .seat = take_seat,
                     .leave = leave_seat,
                     .work = play_one,
                     .hurry = hurry_seat,
                     .take = take_game,
                     .go_on = may_go_on};
    say_header(all);
    return end_of(all, crew_run(&plan, all->wishes->threads));
}

/* --- what is wished for --- */

static bool refuse(char fault[LAB_FAULT_MAX], const char *words)
{
    snprintf(fault, LAB_FAULT_MAX, "%s", words);
    return false;
}

/* Decides how many games there are to play; false if that makes no sense. */
static bool settle_count(Play *all, char fault[LAB_FAULT_MAX])
{
    int64_t wanted = all->wishes->count, openings = all->openings.count;
    if (openings > 0 && wanted > openings) {
        snprintf(fault, LAB_FAULT_MAX,
                 "%" PRId64 " games need as many openings, and there are %" PRId64
                 ": the same opening would give the same game again",
                 wanted, openings);
        return false;
    }
    all->games = wanted == 0 ? openings : wanted;
    return all->games > 0 || refuse(fault, "there is no game to play");
}

/* Says whether everything is at hand; if not, why. */
static bool prepare(Play *all, char fault[LAB_FAULT_MAX])
{
    const LabWishes *wishes = all->wishes;
    const char *wrong = rules_fault(&wishes->game);
    if (wrong != NULL) {
        return refuse(fault, wrong);
    }
    if (wishes->nodes == 0) {
        return refuse(fault, "without nodes to search there are no moves");
    }
    eval_fill_tables(&all->tables, &wishes->game, wishes->evaluation);
    return (wishes->openings == NULL ||
            openlist_read_wished(&all->openings, wishes, &all->tables, NULL, fault)) &&
           settle_count(all, fault);
}

LabEnd selfplay_run(const LabWishes *wishes, const LabListener *listener, char fault[LAB_FAULT_MAX])
{
    Play *all = calloc(1, sizeof *all);
    if (all == NULL) {
        return LAB_FAILED;
    }
    all->wishes = wishes;
    all->listener = listener;
    LabEnd end = prepare(all, fault) ? run_all(all) : LAB_REFUSED;
    openlist_free(&all->openings);
    free(all);
    return end;
}

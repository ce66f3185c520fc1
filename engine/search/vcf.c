/* vcf - depth first through the fours, collecting the zone on the way back; see vcf.h. */
#include "search/vcf.h"

#include "search/ordering.h"

typedef struct {
    Search *search;
    uint64_t end;  /* when search->nodes gets there, it has taken too long */
    bool thorough; /* mere fours are tried, too */
    Vcf *win;
} Chase;

static int chase(Chase *this, int ply, int plies, PointSet *zone);

/* Adds the points where the opponent of the side to move could make a four, or a five. */
static void mark_counters(const Position *position, PointSet *zone)
{
    static const Threat counters[] = {THREAT_FOUR, THREAT_FOUR_THREE, THREAT_OPEN_FOUR,
                                      THREAT_FIVE, THREAT_SUSPECT,    THREAT_FOUL};
    int opponent = rules_opponent(position->board.side);
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) {
        if (position_count(position, opponent, counters[i]) > 0) {
            point_set_join(zone, &position->points[opponent][counters[i]]);
        }
    }
}

/* In how many plies, at most that many, the five comes after every answer to the four that was just
 * played; 0: not. */
static int chase_answers(Chase *this, int ply, int plies, PointSet *zone)
{
    Position *position = &this->search->position;
    int longest = 1, side = position->board.side;
    if (candidates_situation(position) != SITUATION_BLOCK) {
        return 0; /* the opponent can make five, or the board is full */
    }
    Move *answers = search_moves(this->search, ply);
    int count = candidates_list(position, SITUATION_BLOCK, answers);
    for (int i = 0; i < count; i++) {
        if (position_forbids(position, answers[i].point)) {
            this->win->delicate = true;
            continue;
        }
        position_play(position, answers[i].point, side);
        int rest = chase(this, ply + 1, plies - 1, zone);
        position_undo(position);
        if (rest == 0) {
            return 0;
        }
        longest = rest > longest ? rest : longest;
    }
    return longest + 1;
}

/* The same with a four that the side to move has yet to play. */
static int chase_four(Chase *this, int ply, int plies, Point move, PointSet *zone)
{
    Position *position = &this->search->position;
    int side = position->board.side;
    if (position_forbids(position, move)) {
        return 0;
    }
    bool was_delicate = this->win->delicate;
    this->win->delicate |= position_threat(position, move) == THREAT_SUSPECT;
    PointSet own = {{0}};
    candidates_mark_spoilers(position, move, side, SHAPE_DEAD_FOUR, &own);
    mark_counters(position, &own);
    position_play(position, move, side);
    int rest = chase_answers(this, ply + 1, plies - 1, &own);
    position_undo(position);
    if (rest == 0) {
        this->win->delicate = was_delicate;
        return 0;
    }
    point_set_join(zone, &own);
    return rest + 1;
}

/* The fours worth a try; where the opponent threatens a five, those that stop it. */
static int list_fours(const Chase *this, Situation situation, Move *moves)
{
    Position *position = &this->search->position;
    if (situation != SITUATION_BLOCK) {
        int all = candidates_list_fours(position, moves);
        return this->thorough ? all : candidates_drop_mere_fours(position, moves, all);
    }
    int count = candidates_list(position, SITUATION_BLOCK, moves), fours = 0;
    for (int i = 0; i < count; i++) {
        if (threat_is_four(position_threat(position, moves[i].point))) {
            moves[fours++] = moves[i];
        }
    }
    return fours;
}

/* Tries the fours one after the other, the most promising first. */
static int chase_fours(Chase *this, int ply, int plies, Situation situation, PointSet *zone)
{
    Position *position = &this->search->position;
    Move *moves = search_moves(this->search, ply);
    int count = list_fours(this, situation, moves);
    ordering_score_static(this->search->evaluator.tables, position, moves, count, POINT_NONE);
    for (int i = 0; i < count; i++) {
        ordering_pick(moves, count, i);
        int needed = chase_four(this, ply, plies, moves[i].point, zone);
        if (needed > 0) {
            this->win->move = moves[i].point;
            return needed;
        }
    }
    return 0;
}

/* In how many plies, at most that many, the side to move comes to five by fours; 0: not. Then its
 * first move is noted last, and the zone has all that matters to it. */
static int chase(Chase *this, int ply, int plies, PointSet *zone)
{
    Search *search = this->search;
    const Position *position = &search->position;
    int side = position->board.side;
    if (plies < 1 || ply >= PLY_MAX - 2 || search->nodes >= this->end ||
        !search_may_go_on(search)) {
        return 0;
    }
    Situation situation = candidates_situation(position);
    switch (situation) {
    case SITUATION_FIVE:
        this->win->move = position_first(position, side, THREAT_FIVE);
        candidates_mark_spoilers(position, this->win->move, side, SHAPE_FIVE, zone);
        return 1;
    case SITUATION_OPEN_FOUR:
        this->win->move = position_first(position, side, THREAT_OPEN_FOUR);
        candidates_mark_spoilers(position, this->win->move, side, SHAPE_DEAD_FOUR, zone);
        mark_counters(position, zone);
        return plies < 3 ? 0 : 3;
    default: return plies < 3 ? 0 : chase_fours(this, ply, plies, situation, zone);
    }
}

bool vcf_find(Search *search, int ply, uint64_t positions, int plies, Vcf *win)
{
    Chase whole = {
        .search = search,
        .end = search->nodes + positions,
        .thorough = plies < PLY_MAX,
        .win = win,
    };
    *win = (Vcf){.move = POINT_NONE};
    win->plies = chase(&whole, ply, plies, &win->zone);
    return win->plies > 0 && !search->stopping;
}

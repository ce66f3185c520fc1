/* vcf - depth-first search of fours and blocks, collecting the zone on the way back; see vcf.h. */
#include "search/vcf.h"

#include "search/ordering.h"

typedef struct {
    Search *search;
    uint64_t end;   /* the search ends when search->nodes gets there */
    bool all_fours; /* simple ones are tried, too */
    bool cut_short; /* by plies or nodes: that nothing was found means nothing */
    Vcf *vcf;
} VcfSearch;

static int vcf_attack(VcfSearch *vcf_search, int ply, int plies, PointSet *zone);

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

/* The defender is to move after a four. Returns after how many plies, at most `plies`, the five
 * comes whatever the block; 0 if it does not. */
static int vcf_defend(VcfSearch *vcf_search, int ply, int plies, PointSet *zone)
{
    Position *position = &vcf_search->search->position;
    int longest = 1, side = position->board.side;
    if (candidates_situation(position) != SITUATION_BLOCK) {
        return 0; /* the defender can make five, or the board is full */
    }
    Move *blocks = search_moves(vcf_search->search, ply);
    int count = candidates_list(position, SITUATION_BLOCK, blocks);
    for (int i = 0; i < count; i++) {
        if (position_forbids(position, blocks[i].point)) {
            vcf_search->vcf->depends_on_fouls = true;
            continue;
        }
        position_play(position, blocks[i].point, side);
        int rest = vcf_attack(vcf_search, ply + 1, plies - 1, zone);
        position_undo(position);
        if (rest == 0) {
            return 0;
        }
        longest = rest > longest ? rest : longest;
    }
    return longest + 1;
}

/* Plays a four. Returns after how many plies, at most `plies`, it brings the five; 0 if it does
 * not. */
static int vcf_search_four(VcfSearch *vcf_search, int ply, int plies, Point move, PointSet *zone)
{
    Position *position = &vcf_search->search->position;
    int side = position->board.side;
    if (position_forbids(position, move)) {
        return 0;
    }
    bool did_depend = vcf_search->vcf->depends_on_fouls;
    vcf_search->vcf->depends_on_fouls |= position_threat(position, move) == THREAT_SUSPECT;
    PointSet own = {{0}};
    candidates_mark_defences(position, move, side, SHAPE_DEAD_FOUR, &own);
    mark_counters(position, &own);
    position_play(position, move, side);
    int rest = vcf_defend(vcf_search, ply + 1, plies - 1, &own);
    position_undo(position);
    if (rest == 0) {
        vcf_search->vcf->depends_on_fouls = did_depend;
        return 0;
    }
    point_set_join(zone, &own);
    return rest + 1;
}

/* The fours worth a try; where the opponent threatens a five, those that block it. */
static int list_fours(const VcfSearch *vcf_search, Situation situation, Move *moves)
{
    Position *position = &vcf_search->search->position;
    if (situation == SITUATION_BLOCK) {
        bool can_block;
        return candidates_list_blocking_fours(position, moves, &can_block);
    }
    int count = candidates_list_fours(position, moves);
    return vcf_search->all_fours ? count : candidates_drop_simple_fours(position, moves, count);
}

/* Tries the fours one after the other, the most promising first, until one brings the five. */
static int vcf_search_fours(VcfSearch *vcf_search, int ply, int plies, Situation situation,
                            PointSet *zone)
{
    Position *position = &vcf_search->search->position;
    Move *moves = search_moves(vcf_search->search, ply);
    int count = list_fours(vcf_search, situation, moves);
    ordering_score_static(vcf_search->search->evaluator.tables, position, moves, count);
    for (int i = 0; i < count; i++) {
        ordering_pick(moves, count, i);
        int needed = vcf_search_four(vcf_search, ply, plies, moves[i].point, zone);
        if (needed > 0) {
            vcf_search->vcf->move = moves[i].point;
            return needed;
        }
    }
    return 0;
}

/* Where the key of a position is noted that has no win by fours. */
static uint64_t *no_vcf_slot(const Search *search)
{
    return &search->no_vcf[search->position.board.key % NO_VCF_SLOTS];
}

static void note_no_vcf(Search *search)
{
    *no_vcf_slot(search) = search->position.board.key;
    search->has_no_vcf = true;
}

/* Tries the fours of a position, of which it is not known that they do not win. */
static int search_unknown_fours(VcfSearch *vcf_search, int ply, int plies, Situation situation,
                                PointSet *zone)
{
    bool was_cut_short = vcf_search->cut_short;
    vcf_search->cut_short = false;
    int needed = vcf_search_fours(vcf_search, ply, plies, situation, zone);
    if (needed == 0 && !vcf_search->cut_short && vcf_search->all_fours) {
        note_no_vcf(vcf_search->search);
    }
    vcf_search->cut_short |= was_cut_short;
    return needed;
}

/* The fewest plies that a win by fours can take where no five and no open four is at hand. Three
 * plies are one four, its block and the five. So they are enough only if the four is an open one
 * that also blocks the opponent's five, or if the block can be a foul. */
static int fewest_plies(const Position *position, Situation situation)
{
    int opponent = rules_opponent(position->board.side);
    return situation == SITUATION_BLOCK || rules_line(position->game.rule, opponent).fouls ? 3 : 5;
}

/* The attacker is to move. Returns after how many plies, at most `plies`, it has five by fours; 0
 * if it has not. Then its first move is noted last, and the zone has all that matters to it. */
static int vcf_attack(VcfSearch *vcf_search, int ply, int plies, PointSet *zone)
{
    Search *search = vcf_search->search;
    const Position *position = &search->position;
    int side = position->board.side;
    if (plies < 1 || ply >= PLY_MAX - 2 || search_nodes(search) >= vcf_search->end ||
        !search_may_go_on(search)) {
        vcf_search->cut_short = true;
        return 0;
    }
    Situation situation = candidates_situation(position);
    switch (situation) {
    case SITUATION_FIVE:
        vcf_search->vcf->move = position_first(position, side, THREAT_FIVE);
        candidates_mark_defences(position, vcf_search->vcf->move, side, SHAPE_FIVE, zone);
        return 1;
    case SITUATION_OPEN_FOUR:
        vcf_search->vcf->move = position_first(position, side, THREAT_OPEN_FOUR);
        candidates_mark_defences(position, vcf_search->vcf->move, side, SHAPE_DEAD_FOUR, zone);
        mark_counters(position, zone);
        vcf_search->cut_short |= plies < 3;
        return plies < 3 ? 0 : 3;
    default: break;
    }
    if (*no_vcf_slot(search) == position->board.key) {
        return 0;
    }
    if (plies < fewest_plies(position, situation)) {
        vcf_search->cut_short = true;
        return 0;
    }
    return search_unknown_fours(vcf_search, ply, plies, situation, zone);
}

bool vcf_find(Search *search, int ply, const VcfLimits *limits, Vcf *vcf)
{
    VcfSearch vcf_search = {
        .search = search,
        .end = search->nodes + limits->nodes,
        .all_fours = limits->all_fours,
        .vcf = vcf,
    };
    *vcf = (Vcf){.move = POINT_NONE};
    vcf->plies = vcf_attack(&vcf_search, ply, limits->plies, &vcf->zone);
    return vcf->plies > 0 && !search->stopping;
}

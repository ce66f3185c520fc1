/* pattern_state - going back by copying, and on by following; see pattern_state.h. */
#include "eval/pattern_state.h"

#include <string.h>

void pattern_state_init(PatternState *state)
{
    state->first = 0;
    state->last = -1;
}

static PatternPly *ply_of(PatternState *state, int ply)
{
    return &state->ply[ply % CHANGES_PLIES];
}

/* --- from scratch --- */

/* Adds both views of a row. */
static void add_table_row(PatternSums sums, const PatternRow row)
{
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        sums[i] = (int16_t)(sums[i] + row[i]);
    }
}

/* What the rows of an empty point add up to. */
static void sum_point(PatternSums sums, const PatternTables *tables, const Position *position,
                      Point point)
{
    memset(sums, 0, sizeof(PatternSums));
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        LineKey line = position->cell[point].key[direction];
        add_table_row(sums, tables->line[line_pattern_key(line)]);
    }
    for (int colour = BLACK; colour <= WHITE; colour++) {
        add_table_row(
            sums, tables->point_pattern[colour][position_point_pattern(position, point, colour)]);
    }
}

static void count_activations(PatternRegions *regions, int region, const PatternSums sums)
{
    for (int i = 0; i < PATTERN_INPUTS; i++) {
        (*regions)[region][i] = (int16_t)((*regions)[region][i] + pattern_activation(sums[i]));
    }
}

/* Begins the path at the position. */
static void begin_path(PatternState *state, const PatternTables *tables, const Position *position)
{
    const Board *board = &position->board;
    int now = board->count;
    PatternPly *ply = ply_of(state, now);
    memset(ply->regions, 0, sizeof ply->regions);
    for (int point = 0; point < board->geometry.points; point++) {
        if (board->at[point] == EMPTY) {
            state->region[point] = (uint8_t)pattern_region(&board->geometry, (Point)point);
            state->store.place[point] = (PatternPlace)point;
            sum_point(state->store.sums[point], tables, position, (Point)point);
            count_activations(&ply->regions, state->region[point], state->store.sums[point]);
        }
    }
    const Changes *changes = position_changes(position, now);
    state->first = state->last = now;
    ply->key = changes != NULL ? changes->key : 0;
    ply->free = POINTS_MAX;
    ply->head_side = -1;
}

/* --- in step --- */

/* The last ply that both paths share and from which all stones of the position are noted; -1: there
 * is none. */
static int shared_ply(PatternState *state, const Position *position)
{
    int ply = position->board.count < state->last ? position->board.count : state->last;
    int kept = state->last - CHANGES_PLIES + 1, from = state->first > kept ? state->first : kept;
    for (; ply >= from; ply--) {
        const Changes *changes = position_changes(position, ply);
        if (changes == NULL) {
            return -1;
        }
        if (changes->key == ply_of(state, ply)->key) {
            return ply;
        }
    }
    return -1;
}

static void go_back(PatternState *state, int ply)
{
    for (; state->last > ply; state->last--) {
        pattern_undo(&state->store, &ply_of(state, state->last)->journal);
    }
}

static void follow_stone(PatternState *state, const PatternTables *tables, Simd simd,
                         const Position *position)
{
    const Changes *changes = position_changes(position, state->last + 1);
    const PatternPly *before = ply_of(state, state->last);
    PatternPly *ply = ply_of(state, state->last + 1);
    memcpy(ply->regions, before->regions, sizeof ply->regions);
    PatternStone to = {
        .tables = tables,
        .region = state->region,
        .store = &state->store,
        .free = before->free,
        .journal = &ply->journal,
        .regions = ply->regions,
    };
    pattern_play(simd, &to, position->board.moves[state->last].point, changes);
    ply->key = changes->key;
    ply->free = (PatternPlace)(before->free + ply->journal.count);
    ply->head_side = -1;
    state->last++;
}

/* Says whether there is room for the sums that so many stones change. */
static bool journal_has_room(PatternState *state, int stones)
{
    return ply_of(state, state->last)->free + stones * CHANGES_MAX <= PATTERN_PLACES;
}

static PatternPly *pattern_state_follow(PatternState *state, const PatternTables *tables, Simd simd,
                                        const Position *position)
{
    int now = position->board.count, shared = shared_ply(state, position);
    if (shared >= 0) {
        go_back(state, shared);
    }
    if (shared < 0 || !journal_has_room(state, now - shared)) {
        begin_path(state, tables, position);
    }
    while (state->last < now) {
        follow_stone(state, tables, simd, position);
    }
    return ply_of(state, now);
}

const int16_t *pattern_state_head(PatternState *state, const PatternTables *tables, Simd simd,
                                  const Position *position, int threat_mask)
{
    int side = position->board.side;
    PatternPly *ply = pattern_state_follow(state, tables, simd, position);
    if (ply->head_side != side) {
        pattern_head(simd, tables->net[side], &ply->regions, side, threat_mask, ply->head);
        ply->head_side = side;
    }
    return ply->head;
}

/* Compares the units of the head with those that plain C works out. */
static bool check_head(const PatternPly *ply, const PatternTables *tables, const Position *position)
{
    int side = position->board.side;
    PatternHead head;
    pattern_head(SIMD_NONE, tables->net[side], &ply->regions, side, learnt_threat_mask(position),
                 head);
    return ply->head_side != side || memcmp(head, ply->head, sizeof head) == 0;
}

bool pattern_state_check(const PatternState *state, const PatternTables *tables,
                         const Position *position)
{
    const Board *board = &position->board;
    const PatternPly *ply = &state->ply[board->count % CHANGES_PLIES];
    PatternRegions regions = {{0}};
    for (int point = 0; point < board->geometry.points; point++) {
        if (board->at[point] == EMPTY) {
            PatternSums sums;
            sum_point(sums, tables, position, (Point)point);
            count_activations(&regions, (uint8_t)pattern_region(&board->geometry, (Point)point),
                              sums);
            if (memcmp(sums, state->store.sums[state->store.place[point]], sizeof sums) != 0) {
                return false;
            }
        }
    }
    return memcmp(regions, ply->regions, sizeof regions) == 0 && check_head(ply, tables, position);
}

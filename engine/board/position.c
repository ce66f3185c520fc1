/* position - following a stone's change through everything that depends on it; see position.h. */
#include "board/position.h"

#include "board/forbidden.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Puts the point into the set of its threat for a colour, or takes it out: the same flip. */
static inline void flip_threat(Position *position, Point point, int colour, unsigned threat,
                               int change)
{
    position->points[colour][threat].word[point / 64] ^= UINT64_C(1) << point % 64;
    position->count[colour][threat] = (uint16_t)(position->count[colour][threat] + change);
}

/* Counts an empty point in (+1) or out (-1), for both colours. */
static void count_point(Position *position, Point point, int change)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        flip_threat(position, point, colour, cell_threat(&position->cell[point], colour), change);
    }
}

/* The point patterns of both colours' sums. */
static inline ColourPair both_point_patterns(const PointPatternTable *table, ColourPair sums)
{
    unsigned black = table->of_sum[BLACK][colour_of_pair(sums, BLACK)];
    unsigned white = table->of_sum[WHITE][colour_of_pair(sums, WHITE)];
    return black | white << 16;
}

enum { PLACES = 2 * REACH_MAX }; /* of a stone on a line: those before the centre come first */

_Static_assert(PLACES - 1 <= SEEN_PLACE_MASK, "a place fits into its bits");

/* Functions inlined where their reach is a constant: their loops unroll. */
#define UNROLLED static inline __attribute__((always_inline))

_Static_assert(BLACK / EMPTY == 0 && WHITE / EMPTY == 0, "a quotient tells what is empty");

/* Lists the empty points on one ray from a stone, up to a wall. The line is that of the stone
 * itself, as if it lay one place before the first. Returns where the list ends then. */
UNROLLED SeenLine *list_ray(const uint8_t *from, SeenLine line, ptrdiff_t step, SeenLine *seen,
                            const int reach)
{
    SeenLine next = (1 << SEEN_PLACE) + (SeenLine)step;
    for (int i = 1; i <= reach; i++) {
        unsigned stone = from[i * step];
        if (stone == WALL) {
            break;
        }
        line += next;
        *seen = line;
        seen += stone / EMPTY; /* where a stone is, the next line is written over this one */
    }
    return seen;
}

UNROLLED int list_rays(const Board *board, Point point, SeenLine *seen, const int reach)
{
    SeenLine *end = seen;
    const uint8_t *from = &board->at[point];
    SeenLine before = (SeenLine)point - (1 << SEEN_PLACE);
    SeenLine behind = before + (REACH_MAX << SEEN_PLACE);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        SeenLine line = (SeenLine)direction << SEEN_DIRECTION;
        ptrdiff_t step = board->geometry.step[direction];
        end = list_ray(from, before + line, step, end, reach);
        end = list_ray(from, behind + line, -step, end, reach);
    }
    return (int)(end - seen);
}

/* Lists all lines that see the point, and returns how many. */
static int list_lines(const Position *position, Point point, SeenLine *seen)
{
    switch (position->tables->shapes.reach) {
    case 2: return list_rays(&position->board, point, seen, 2);
    case 3: return list_rays(&position->board, point, seen, 3);
    case 4: return list_rays(&position->board, point, seen, 4);
    default: return list_rays(&position->board, point, seen, REACH_MAX);
    }
}

/* Says whether any colour threatens something else. */
static inline bool threats_differ(ColourPair one, ColourPair other)
{
    enum { MASK = (1 << THREAT_BITS) - 1 };
    return ((one ^ other) & (MASK | MASK << 16)) != 0;
}

/* Puts the point into the sets of its new threats. Most often one colour's stays what it is. */
static inline void change_threats(Position *position, Point point, ColourPair before,
                                  ColourPair after)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        Threat old = threat_of_pair(before, colour), new = threat_of_pair(after, colour);
        if (old != new) {
            flip_threat(position, point, colour, old, -1);
            flip_threat(position, point, colour, new, +1);
        }
    }
}

/* What a stone adds to a key by its place on the line: so many times what the place counts. */
static void weigh_places(LineKey times, LineKey weights[PLACES])
{
    for (int i = 0; i < REACH_MAX; i++) {
        weights[REACH_MAX + i] = times * shape_place_weight[i];
        weights[i] = weights[REACH_MAX + i] << SIDE_BITS;
    }
}

/* Adds the stone to the keys of the lines that see it. Tells by how much that changes the sums of
 * their points. */
static inline void change_keys(Position *position, const LineKey weights[PLACES],
                               LineChanges *lines, int count, ColourPair sum_changes[CHANGES_MAX])
{
    const ColourPair *weight_of = position->tables->point_patterns.weight;
    const ShapePair *shapes = position->tables->shapes.shapes;
    for (int i = 0; i < count; i++) {
        SeenLine seen = lines->seen[i];
        LineKey *key = &position->cell[seen_point(seen)].key[seen_direction(seen)];
        LineKey before = *key, after = before + weights[seen >> SEEN_PLACE & SEEN_PLACE_MASK];
        lines->key_before[i] = before;
        lines->key_after[i] = after;
        *key = after;
        sum_changes[i] = weight_of[shapes[after]] - weight_of[shapes[before]];
    }
}

/* Changes the sums of the points and thus their point patterns. Lists those where a stone threatens
 * something else then. */
static inline void change_sums(Position *position, const ColourPair sum_changes[CHANGES_MAX],
                               Changes *changes)
{
    const PointPatternTable *table = &position->tables->point_patterns;
    LineChanges *lines = &changes->lines;
    int threats = 0;
    for (int i = 0; i < changes->count; i++) {
        Cell *cell = &position->cell[seen_point(lines->seen[i])];
        ColourPair sums_before = cell->sums, patterns_before = cell->point_patterns;
        ColourPair sums = sums_before + sum_changes[i];
        ColourPair point_patterns = both_point_patterns(table, sums);
        lines->sums_before[i] = sums_before;
        lines->point_patterns_before[i] = patterns_before;
        lines->point_patterns_after[i] = point_patterns;
        cell->sums = sums;
        cell->point_patterns = point_patterns;
        changes->threats[threats] = (uint8_t)i;
        threats += threats_differ(patterns_before, point_patterns);
    }
    changes->threat_count = threats;
}

/* Updates all lines that see the point and notes their changes. The stone adds to their keys so
 * many times what its place counts: once or twice when it comes, as often less (modulo 2^32) when
 * it goes. */
static void update_lines(Position *position, Point point, LineKey times, Changes *changes)
{
    LineChanges *lines = &changes->lines;
    LineKey weights[PLACES];
    ColourPair sum_changes[CHANGES_MAX];
    weigh_places(times, weights);
    changes->count = list_lines(position, point, lines->seen);
    change_keys(position, weights, lines, changes->count, sum_changes);
    change_sums(position, sum_changes, changes);
    for (int i = 0; i < changes->threat_count; i++) {
        int line = changes->threats[i];
        change_threats(position, seen_point(lines->seen[line]), lines->point_patterns_before[line],
                       lines->point_patterns_after[line]);
    }
}

Threat position_threat_beside(const Position *position, Point point, int colour, int direction,
                              int distance, bool before)
{
    const ShapeTable *shapes = &position->tables->shapes;
    const PointPatternTable *point_patterns = &position->tables->point_patterns;
    const Cell *cell = &position->cell[point];
    LineKey weight = shape_stone_weight(rules_opponent(colour), distance, before);
    LineKey before_key = cell->key[direction];
    ColourPair sums = cell->sums + point_patterns->weight[shapes->shapes[before_key + weight]] -
                      point_patterns->weight[shapes->shapes[before_key]];
    return judged_threat(point_patterns->of_sum[colour][colour_of_pair(sums, colour)]);
}

/* The notes about the ply that the board stands at, still empty. */
static Changes *begin_changes(Position *position)
{
    int ply = position->board.count;
    Changes *changes = &position->changes[ply % CHANGES_PLIES];
    changes->ply = ply;
    changes->key = position->board.key;
    changes->count = 0;
    changes->threat_count = 0;
    return changes;
}

void position_play(Position *position, Point point, int colour)
{
    count_point(position, point, -1);
    board_play(&position->board, point, colour);
    update_lines(position, point, (LineKey)colour + 1, begin_changes(position));
}

/* Makes all lines what they were before the stone. */
static void restore_lines(Position *position, const Changes *changes)
{
    const LineChanges *lines = &changes->lines;
    for (int i = 0; i < changes->count; i++) {
        Cell *cell = &position->cell[seen_point(lines->seen[i])];
        cell->key[seen_direction(lines->seen[i])] = lines->key_before[i];
        cell->sums = lines->sums_before[i];
        cell->point_patterns = lines->point_patterns_before[i];
    }
    for (int i = 0; i < changes->threat_count; i++) {
        int line = changes->threats[i];
        change_threats(position, seen_point(lines->seen[line]), lines->point_patterns_after[line],
                       lines->point_patterns_before[line]);
    }
}

void position_undo(Position *position)
{
    Point point = board_last(&position->board);
    int colour = position->board.at[point];
    const Changes *changes = position_changes(position, position->board.count);
    if (changes != NULL) {
        restore_lines(position, changes);
    } else {
        Changes unused;
        update_lines(position, point, 0 - ((LineKey)colour + 1), &unused);
    }
    board_undo(&position->board);
    count_point(position, point, +1);
}

void position_remove(Position *position, Point point)
{
    const Board *board = &position->board;
    Stone before[SIDE_MAX * SIDE_MAX];
    int index = 0, count = board->count;
    while (board->moves[index].point != point) {
        index++;
    }
    memcpy(before, board->moves, sizeof before);
    while (board->count > index) {
        position_undo(position);
    }
    for (int i = index + 1; i < count; i++) {
        position_play(position, before[i].point, before[i].colour);
    }
}

/* Reads everything about one empty point from the board. */
static Cell read_cell(const Position *position, Point point)
{
    const PointPatternTable *point_patterns = &position->tables->point_patterns;
    Cell cell = {.sums = 0};
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        cell.key[direction] =
            shape_line_key(&position->tables->shapes, &position->board, point, direction);
        cell.sums += point_patterns->weight[position->tables->shapes.shapes[cell.key[direction]]];
    }
    cell.point_patterns = both_point_patterns(point_patterns, cell.sums);
    return cell;
}

void position_clear(Position *position, const Game *game, const BoardTables *tables)
{
    position->game = *game;
    position->tables = tables;
    board_clear(&position->board, game);
    position->set_words = (position->board.geometry.points + 63) / 64;
    position_rebuild(position);
}

/* Forgets all that is derived from the stones and the blocked points, and works it out for the
 * board as it stands without stones. */
static void derive_without_stones(Position *position)
{
    memset(position->count, 0, sizeof position->count);
    memset(position->points, 0, sizeof position->points);
    memset(position->cell, 0, sizeof position->cell);
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] == EMPTY) {
            position->cell[point] = read_cell(position, (Point)point);
            count_point(position, (Point)point, +1);
        }
    }
}

/* The stones are played again one by one, because points with stones must hold the keys of the
 * moment when their stone came. */
void position_rebuild(Position *position)
{
    Board *board = &position->board;
    int count = board->count, side = board->side;
    while (board->count > 0) {
        board_undo(board);
    }
    derive_without_stones(position);
    begin_changes(position);
    while (board->count < count) {
        Stone stone = board->moves[board->count];
        position_play(position, stone.point, stone.colour);
    }
    board_set_side(board, side);
}

void position_change_rule(Position *position, Rule rule)
{
    Game changed = position->game;
    changed.rule = rule;
    position->board.key ^= board_game_key(&position->game) ^ board_game_key(&changed);
    position->game = changed;
    position_rebuild(position);
}

static bool same_cell(const Cell *one, const Cell *other)
{
    return memcmp(one->key, other->key, sizeof one->key) == 0 && one->sums == other->sums &&
           one->point_patterns == other->point_patterns;
}

/* What position_check adds up while it walks over the board. */
typedef struct {
    int count[COLOURS][THREAT_COUNT];
    int empty;
} Census;

/* Compares one empty point with what the board says, and counts it. */
static bool check_point(const Position *position, Point point, Census *census)
{
    Cell fresh = read_cell(position, point);
    if (!same_cell(&fresh, &position->cell[point])) {
        return false;
    }
    census->empty++;
    for (int colour = BLACK; colour <= WHITE; colour++) {
        const PointSet *set = &position->points[colour][cell_threat(&fresh, colour)];
        census->count[colour][cell_threat(&fresh, colour)]++;
        if (!point_set_has(set, point)) {
            return false;
        }
    }
    return true;
}

static bool check_board(const Position *position)
{
    Board *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) {
        return true; /* nothing can be said */
    }
    const Board *board = &position->board;
    board_clear(fresh, &position->game);
    for (int y = 0; y < board->geometry.height; y++) {
        for (int x = 0; x < board->geometry.width; x++) {
            if (board->blocked[y] >> x & 1) {
                board_block(fresh, geometry_point(&board->geometry, x, y));
            }
        }
    }
    for (int i = 0; i < board->count; i++) {
        board_play(fresh, board->moves[i].point, board->moves[i].colour);
    }
    board_set_side(fresh, board->side);
    bool same = fresh->key == board->key && fresh->empty == board->empty &&
                memcmp(fresh->at, board->at, sizeof fresh->at) == 0 &&
                memcmp(fresh->stones, board->stones, sizeof fresh->stones) == 0;
    free(fresh);
    return same;
}

/* A set may hold no point that was not counted: its size must be its count. */
static bool check_sets(const Position *position, const Census *census)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int threat = 0; threat < THREAT_COUNT; threat++) {
            int members = 0;
            for (int word = 0; word < SET_WORDS; word++) {
                members += __builtin_popcountll(position->points[colour][threat].word[word]);
            }
            if (members != census->count[colour][threat] ||
                members != position->count[colour][threat]) {
                return false;
            }
        }
    }
    return true;
}

bool position_check(const Position *position)
{
    Census census = {.empty = 0};
    for (int point = 0; point < position->board.geometry.points; point++) {
        if (position->board.at[point] == EMPTY && !check_point(position, (Point)point, &census)) {
            return false;
        }
    }
    return census.empty == position->board.empty && check_sets(position, &census) &&
           check_board(position);
}

bool position_forbids(Position *position, Point point)
{
    if (position->board.side != BLACK) {
        return false;
    }
    switch (cell_threat(&position->cell[point], BLACK)) {
    case THREAT_FOUL: return true;
    case THREAT_SUSPECT: return forbidden_at(&position->board, &position->tables->shapes, point);
    default: return false;
    }
}

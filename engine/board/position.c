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
        flip_threat(position, point, colour, position->cell[point].threat[colour], change);
    }
}

static inline void set_threat(Position *position, Point point, int colour, uint8_t threat)
{
    Cell *cell = &position->cell[point];
    if (threat != cell->threat[colour]) {
        flip_threat(position, point, colour, cell->threat[colour], -1);
        flip_threat(position, point, colour, threat, +1);
        cell->threat[colour] = threat;
    }
}

/* The shapes of both colours in the lowest four bits of either half. */
static inline ColourPair both_shapes(ShapePair shapes)
{
    return shape_of(shapes, BLACK) | (ColourPair)shape_of(shapes, WHITE) << 16;
}

/* Replaces the shapes of a point in a direction and passes the change on. */
static inline void set_shapes(Position *position, Point point, int direction, ShapePair shapes)
{
    Cell *cell = &position->cell[point];
    ColourPair mask = (ColourPair)0xf000f << (4 * direction);
    ColourPair codes = (cell->codes & ~mask) | both_shapes(shapes) << (4 * direction);
    if (codes == cell->codes) {
        return;
    }
    const CombinationTable *combinations = &position->tables->combinations;
    unsigned black = combinations->of_code[colour_of_pair(codes, BLACK)];
    unsigned white = combinations->of_code[colour_of_pair(codes, WHITE)];
    cell->codes = codes;
    cell->combinations = black | white << 16;
    set_threat(position, point, BLACK, combinations->threat[BLACK][black]);
    set_threat(position, point, WHITE, combinations->threat[WHITE][white]);
}

/* Functions inlined where their reach, and whether they note, are constants: their loops unroll. */
#define UNROLLED static inline __attribute__((always_inline))

/* Walks one ray from a stone that came or went and updates the lines that see it. Writes what they
 * were and are behind `notes` and returns what follows; NULL: notes nothing. */
UNROLLED LineChange *update_ray(Position *position, Point from, int direction, int step,
                                LineKey weight, LineChange *notes, const int reach)
{
    const uint8_t *at = position->board.at;
    Point point = from;
    for (int distance = 1; distance <= reach; distance++, weight *= 3) {
        point = (Point)(point + step);
        if (at[point] == WALL) {
            break;
        }
        if (at[point] != EMPTY) {
            continue;
        }
        Cell *cell = &position->cell[point];
        LineKey before = cell->key[direction], after = before + weight;
        ColourPair codes = cell->codes, combinations = cell->combinations;
        cell->key[direction] = after;
        set_shapes(position, point, direction, position->tables->shapes.shapes[after]);
        if (notes != NULL) {
            *notes++ = (LineChange){
                .point = point,
                .direction = (uint16_t)direction,
                .key_before = before,
                .key_after = after,
                .codes_before = codes,
                .combinations_before = combinations,
                .combinations_after = cell->combinations,
            };
        }
    }
    return notes;
}

/* Updates all lines that see the point; digit is what the stone adds to their keys, per power of
 * three: its number when it comes, minus its number (modulo 2^32) when it goes. */
UNROLLED LineChange *update_rays(Position *position, Point point, LineKey digit, LineChange *notes,
                                 const int reach)
{
    LineKey side_states = position->tables->shapes.side_states;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int step = position->board.geometry.step[direction];
        LineKey weight = digit * side_states;
        notes = update_ray(position, point, direction, step, weight, notes, reach);
        notes = update_ray(position, point, direction, -step, digit, notes, reach);
    }
    return notes;
}

UNROLLED LineChange *update_lines(Position *position, Point point, LineKey digit, LineChange *notes)
{
    switch (position->tables->shapes.reach) {
    case 2: return update_rays(position, point, digit, notes, 2);
    case 3: return update_rays(position, point, digit, notes, 3);
    case 4: return update_rays(position, point, digit, notes, 4);
    default: return update_rays(position, point, digit, notes, REACH_MAX);
    }
}

/* The notes about the ply that the board stands at, still empty. */
static Changes *begin_changes(Position *position)
{
    int ply = position->board.count;
    Changes *changes = &position->changes[ply % CHANGES_PLIES];
    changes->ply = ply;
    changes->key = position->board.key;
    changes->count = 0;
    return changes;
}

void position_play(Position *position, Point point, int colour)
{
    count_point(position, point, -1);
    board_play(&position->board, point, colour);
    Changes *changes = begin_changes(position);
    const LineChange *end = update_lines(position, point, (LineKey)colour + 1, changes->lines);
    changes->count = (int)(end - changes->lines);
}

/* Makes all lines what they were before the stone. */
static void restore_lines(Position *position, const Changes *changes)
{
    const CombinationTable *combinations = &position->tables->combinations;
    for (int i = 0; i < changes->count; i++) {
        const LineChange *change = &changes->lines[i];
        Cell *cell = &position->cell[change->point];
        cell->key[change->direction] = change->key_before;
        cell->codes = change->codes_before;
        cell->combinations = change->combinations_before;
        for (int colour = BLACK; colour <= WHITE; colour++) {
            unsigned combination = colour_of_pair(change->combinations_before, colour);
            set_threat(position, change->point, colour, combinations->threat[colour][combination]);
        }
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
        update_lines(position, point, 0 - ((LineKey)colour + 1), NULL);
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
    Cell cell = {.codes = 0};
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        cell.key[direction] =
            shape_line_key(&position->tables->shapes, &position->board, point, direction);
        ShapePair pair = position->tables->shapes.shapes[cell.key[direction]];
        cell.codes |= both_shapes(pair) << (4 * direction);
    }
    const CombinationTable *combinations = &position->tables->combinations;
    for (int colour = BLACK; colour <= WHITE; colour++) {
        unsigned combination = combinations->of_code[colour_of_pair(cell.codes, colour)];
        cell.combinations |= combination << (16 * colour);
        cell.threat[colour] = combinations->threat[colour][combination];
    }
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
    return memcmp(one->key, other->key, sizeof one->key) == 0 && one->codes == other->codes &&
           one->combinations == other->combinations &&
           memcmp(one->threat, other->threat, sizeof one->threat) == 0;
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
        const PointSet *set = &position->points[colour][fresh.threat[colour]];
        census->count[colour][fresh.threat[colour]]++;
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
    switch (position->cell[point].threat[BLACK]) {
    case THREAT_FOUL: return true;
    case THREAT_SUSPECT: return forbidden_at(&position->board, &position->tables->shapes, point);
    default: return false;
    }
}

Point position_next(const Position *position, const PointSet *set, Point after)
{
    int word = (after + 1) / 64;
    uint64_t bits = set->word[word] & (~UINT64_C(0) << (after + 1) % 64);
    while (bits == 0) {
        if (++word >= position->set_words) {
            return POINT_NONE;
        }
        bits = set->word[word];
    }
    return (Point)(word * 64 + __builtin_ctzll(bits));
}

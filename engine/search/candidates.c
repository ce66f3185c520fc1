/* candidates - the move lists of the cascade; see candidates.h. */
#include "search/candidates.h"

#include <assert.h>
#include <stdlib.h>

/* A list being filled. */
typedef struct {
    Move *moves;
    int count;
} List;

static void add(List *list, Point point)
{
    list->moves[list->count++].point = point;
}

int candidates_add_set(const Position *position, const PointSet *set, Move *moves, int count)
{
    for (Point point = position_next(position, set, POINT_NONE); point != POINT_NONE;
         point = position_next(position, set, point)) {
        moves[count++].point = point;
    }
    return count;
}

static void add_threat(List *list, const Position *position, int colour, Threat threat)
{
    const PointSet *set = &position->points[colour][threat];
    list->count = candidates_add_set(position, set, list->moves, list->count);
}

Situation candidates_situation(const Position *position)
{
    int side = position->board.side, opponent = rules_opponent(side);
    return position_count(position, side, THREAT_FIVE) > 0            ? SITUATION_FIVE
           : position_count(position, opponent, THREAT_FIVE) > 0      ? SITUATION_BLOCK
           : position_count(position, side, THREAT_OPEN_FOUR) > 0     ? SITUATION_OPEN_FOUR
           : position_count(position, opponent, THREAT_OPEN_FOUR) > 0 ? SITUATION_DEFEND
                                                                      : SITUATION_QUIET;
}

/* Says whether a stone of the side to move on the point takes that threat away from the opponent
 * everywhere. */
static bool takes_away(Position *position, Point point, Threat threat)
{
    int side = position->board.side;
    position_play(position, point, side);
    bool gone = position_count(position, rules_opponent(side), threat) == 0;
    position_undo(position);
    return gone;
}

/* Marks the empty points on a ray from the point, up to a wall, whose stones the shapes of the
 * point depend on. */
static void mark_line(const Position *position, PointSet *set, Point from, int step)
{
    const uint8_t *at = position->board.at;
    int reach = position->tables->shapes.reach;
    for (int distance = 1; distance <= reach && at[from + distance * step] != WALL; distance++) {
        int point = from + distance * step;
        if (at[point] == EMPTY) {
            point_set_add(set, (Point)point);
        }
    }
}

void candidates_mark_defences(const Position *position, Point point, int colour, Shape least,
                              PointSet *set)
{
    point_set_add(set, point);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (position_shape(position, point, direction, colour) >= least) {
            int step = position->board.geometry.step[direction];
            mark_line(position, set, point, step);
            mark_line(position, set, point, -step);
        }
    }
}

/* The answers to a threat of a colour: the points of a set where a stone of the other colour
 * changes what that colour threatens on a point. */
typedef struct {
    const PointSet *among; /* only these; NULL: all empty points */
    PointSet found;
} Answers;

/* Finds those on one side of the point, on the line in a direction. */
static void find_answers_beside(Answers *answers, const Position *position, Point threatened,
                                int colour, int direction, bool before)
{
    const uint8_t *at = position->board.at;
    int step = position->board.geometry.step[direction] * (before ? -1 : 1);
    int reach = position->tables->shapes.reach, point = threatened + step;
    Threat threat = cell_threat(&position->cell[threatened], colour);
    for (int distance = 1; distance <= reach && at[point] != WALL; distance++, point += step) {
        bool is_asked = at[point] == EMPTY &&
                        (answers->among == NULL || point_set_has(answers->among, (Point)point));
        if (is_asked && position_threat_beside(position, threatened, colour, direction, distance,
                                               before) != threat) {
            point_set_add(&answers->found, (Point)point);
        }
    }
}

/* Finds the point itself and those on the lines on which the colour makes a shape of at least that
 * strength. */
static PointSet find_answers(const Position *position, Point threatened, int colour, Shape least,
                             const PointSet *among)
{
    Answers answers = {.among = among};
    if (among == NULL || point_set_has(among, threatened)) {
        point_set_add(&answers.found, threatened);
    }
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (position_shape(position, threatened, direction, colour) >= least) {
            find_answers_beside(&answers, position, threatened, colour, direction, true);
            find_answers_beside(&answers, position, threatened, colour, direction, false);
        }
    }
    return answers.found;
}

/* Finds the points where a stone of the side to move takes that threat away from all points on
 * which the opponent has it. For the first of them, only shapes of some strength are asked. */
static PointSet find_answers_to_all(const Position *position, Threat threat, Shape least)
{
    int opponent = rules_opponent(position->board.side);
    const PointSet *threatened = &position->points[opponent][threat];
    Point point = position_next(position, threatened, POINT_NONE);
    PointSet set = find_answers(position, point, opponent, least, NULL);
    while ((point = position_next(position, threatened, point)) != POINT_NONE) {
        set = find_answers(position, point, opponent, SHAPE_NONE, &set);
    }
    return set;
}

/* Says whether a stone on one point may change what is threatened on the other. */
static bool share_a_line(const Position *position, Point one, Point other)
{
    const Geometry *geometry = &position->board.geometry;
    int dx = abs(geometry_x(geometry, one) - geometry_x(geometry, other));
    int dy = abs(geometry_y(geometry, one) - geometry_y(geometry, other));
    int reach = position->tables->shapes.reach;
    return (dx == 0 || dy == 0 || dx == dy) && dx <= reach && dy <= reach;
}

/* Says whether a stone of the side to move on the point may lift a foul of the opponent's, under
 * which a threat was hidden. Only that makes a point better for the opponent. */
static bool may_lift_foul(const Position *position, Point point)
{
    int opponent = rules_opponent(position->board.side);
    if (position_count(position, opponent, THREAT_FOUL) == 0 &&
        position_count(position, opponent, THREAT_SUSPECT) == 0) {
        return false;
    }
    PointSet fouls = position->points[opponent][THREAT_FOUL];
    point_set_join(&fouls, &position->points[opponent][THREAT_SUSPECT]);
    for (Point foul = position_next(position, &fouls, POINT_NONE); foul != POINT_NONE;
         foul = position_next(position, &fouls, foul)) {
        if (share_a_line(position, point, foul)) {
            return true;
        }
    }
    return false;
}

/* Lists the points that take that threat away from the opponent. Those that may lift a foul are
 * tried on the board. */
static void add_answers(List *list, Position *position, Threat threat, Shape least)
{
    PointSet set = find_answers_to_all(position, threat, least);
    int end = candidates_add_set(position, &set, list->moves, list->count);
    for (int i = list->count; i < end; i++) {
        Point point = list->moves[i].point;
        bool is_certain = !may_lift_foul(position, point);
        assert(!is_certain || takes_away(position, point, threat));
        if (is_certain || takes_away(position, point, threat)) {
            add(list, point);
        }
    }
}

/* Lists the points that block a five: the point itself if there is one, and under caro whatever
 * closes the row at its end. Two fives that no single stone blocks leave the list empty. */
static void add_blocks(List *list, Position *position)
{
    int opponent = rules_opponent(position->board.side);
    if (rules_four_has_side_defences(position->game.rule)) {
        add_answers(list, position, THREAT_FIVE, SHAPE_FIVE);
    } else if (position_count(position, opponent, THREAT_FIVE) == 1) {
        add(list, position_first(position, opponent, THREAT_FIVE));
    }
}

static bool makes_four(const Position *position, Point point, int colour)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (shape_is_four(position_shape(position, point, direction, colour))) {
            return true;
        }
    }
    return false;
}

/* Lists the points where the side to move makes a four short of an open one. */
static void add_fours(List *list, const Position *position)
{
    int side = position->board.side;
    add_threat(list, position, side, THREAT_FOUR);
    add_threat(list, position, side, THREAT_FOUR_THREE);
    const PointSet *suspects = &position->points[side][THREAT_SUSPECT];
    int end = candidates_add_set(position, suspects, list->moves, list->count);
    for (int i = list->count; i < end; i++) {
        Point point = list->moves[i].point;
        if (makes_four(position, point, side)) {
            add(list, point);
        }
    }
}

/* Sorts the list by point and drops what is on it twice. */
static void tidy(List *list, const Position *position)
{
    PointSet set = {{0}};
    for (int i = 0; i < list->count; i++) {
        point_set_add(&set, list->moves[i].point);
    }
    list->count = candidates_add_set(position, &set, list->moves, 0);
}

/* Every point of a row that lies within `distance` steps of a marked one. */
static uint32_t widened(uint32_t row, int distance)
{
    uint32_t wide = row;
    for (int i = 1; i <= distance; i++) {
        wide |= row << i | row >> i;
    }
    return wide;
}

/* Marks the neighbourhood of a row's stones: in its own row, at near[0], and in those before and
 * after it. */
static void mark_near(uint32_t *near, uint32_t row)
{
    uint32_t square = widened(row, NEAR_SQUARE);
    near[0] |= widened(row, NEAR_LINE);
    for (int i = 1; i <= NEAR_LINE; i++) {
        uint32_t reached = i <= NEAR_SQUARE ? square : row | row << i | row >> i;
        near[-i] |= reached;
        near[i] |= reached;
    }
}

/* Lists the empty points of row y that are set in the mask. */
static void add_row_points(List *list, const Board *board, int y, uint32_t mask)
{
    uint32_t inside = UINT32_MAX >> (SIDE_MAX - board->geometry.width);
    uint32_t row = mask & inside & ~board->stones[y] & ~board->blocked[y];
    Point first = geometry_point(&board->geometry, 0, y);
    for (; row != 0; row &= row - 1) {
        add(list, (Point)(first + __builtin_ctz(row)));
    }
}

/* The empty point nearest to the middle of the board, the lowest of equals. */
static Point middle(const Board *board)
{
    const Geometry *geometry = &board->geometry;
    Point best = POINT_NONE;
    int best_distance = 0;
    for (int y = 0; y < geometry->height; y++) {
        for (int x = 0; x < geometry->width; x++) {
            Point point = geometry_point(geometry, x, y);
            int dx = 2 * x - (geometry->width - 1), dy = 2 * y - (geometry->height - 1);
            int distance = dx * dx + dy * dy;
            if (board->at[point] == EMPTY && (best == POINT_NONE || distance < best_distance)) {
                best = point;
                best_distance = distance;
            }
        }
    }
    return best;
}

static void add_neighbourhood(List *list, const Board *board)
{
    uint32_t rows[NEAR_LINE + SIDE_MAX + NEAR_LINE] = {0}, *near = rows + NEAR_LINE;
    for (int y = 0; y < board->geometry.height; y++) {
        if (board->stones[y] != 0) {
            mark_near(near + y, board->stones[y]);
        }
    }
    for (int y = 0; y < board->geometry.height; y++) {
        add_row_points(list, board, y, near[y]);
    }
    if (list->count == 0 && board->empty > 0) {
        add(list, middle(board));
    }
}

int candidates_list(Position *position, Situation situation, Move *moves)
{
    List list = {moves, 0};
    int side = position->board.side;
    switch (situation) {
    case SITUATION_FIVE: add_threat(&list, position, side, THREAT_FIVE); break;
    case SITUATION_BLOCK: add_blocks(&list, position); break;
    case SITUATION_OPEN_FOUR: add_threat(&list, position, side, THREAT_OPEN_FOUR); break;
    case SITUATION_DEFEND:
        add_answers(&list, position, THREAT_OPEN_FOUR, SHAPE_DEAD_FOUR);
        add_fours(&list, position);
        tidy(&list, position);
        break;
    case SITUATION_QUIET: add_neighbourhood(&list, &position->board); break;
    }
    return list.count;
}

int candidates_list_legal(Position *position, Situation situation, Move *moves)
{
    int count = situation == SITUATION_QUIET ? candidates_list_all(position, moves)
                                             : candidates_list(position, situation, moves);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!position_forbids(position, moves[i].point)) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

/* Says whether the stone makes its four and nothing of note on another line. */
static bool is_mere_four(const Position *position, Point move)
{
    int lines_of_note = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        lines_of_note +=
            position_shape(position, move, direction, position->board.side) >= SHAPE_LIVE_TWO;
    }
    return lines_of_note <= 1;
}

int candidates_list_fours(const Position *position, Move *moves)
{
    List list = {moves, 0};
    add_fours(&list, position);
    return list.count;
}

/* Says whether any point may be forbidden to the opponent. */
static bool opponent_has_fouls(const Position *position)
{
    int opponent = rules_opponent(position->board.side);
    return position_count(position, opponent, THREAT_FOUL) > 0 ||
           position_count(position, opponent, THREAT_SUSPECT) > 0;
}

static bool may_be_foul(const Position *position, Point point, int colour)
{
    return point_set_has(&position->points[colour][THREAT_FOUL], point) ||
           point_set_has(&position->points[colour][THREAT_SUSPECT], point);
}

/* Says whether a point within the reach of a four in that direction may be forbidden to the
 * opponent. */
static bool line_has_foul(const Position *position, Point move, int step)
{
    int reach = position->game.win_length - 1, opponent = rules_opponent(position->board.side);
    for (int way = -1; way <= 1; way += 2) {
        for (int distance = 1; distance <= reach; distance++) {
            int point = move + way * distance * step;
            if (position->board.at[point] == WALL) {
                break;
            }
            if (may_be_foul(position, (Point)point, opponent)) {
                return true;
            }
        }
    }
    return false;
}

/* Says whether the stone makes a four on a line with a point that may be forbidden to the
 * opponent. */
static bool is_four_at_foul(const Position *position, Point move)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Shape shape = position_shape(position, move, direction, position->board.side);
        if (shape_is_four(shape) &&
            line_has_foul(position, move, position->board.geometry.step[direction])) {
            return true;
        }
    }
    return false;
}

int candidates_drop_simple_fours(const Position *position, Move *moves, int count)
{
    bool has_fouls = opponent_has_fouls(position);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        Point move = moves[i].point;
        if (!is_mere_four(position, move) || (has_fouls && is_four_at_foul(position, move))) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

int candidates_keep_fours_at_fouls(const Position *position, Move *moves, int count)
{
    int kept = 0;
    if (!opponent_has_fouls(position)) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        if (is_four_at_foul(position, moves[i].point)) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

int candidates_list_blocking_fours(Position *position, Move *moves, bool *can_block)
{
    int count = candidates_list(position, SITUATION_BLOCK, moves), fours = 0;
    *can_block = false;
    for (int i = 0; i < count; i++) {
        Point move = moves[i].point;
        if (!position_forbids(position, move)) {
            *can_block = true;
            if (threat_is_four(position_threat(position, move))) {
                moves[fours++] = moves[i];
            }
        }
    }
    return fours;
}

int candidates_list_all(const Position *position, Move *moves)
{
    List list = {moves, 0};
    for (int y = 0; y < position->board.geometry.height; y++) {
        add_row_points(&list, &position->board, y, UINT32_MAX);
    }
    return list.count;
}

/* strength - what the player of a level sees, draws and reads; see strength.h. */
#include "search/strength.h"

#include "eval/learnt.h"
#include "port/random.h"
#include "search/ordering.h"

#include <stdlib.h>
#include <string.h>

/* What a player is like. All but the last two columns are percentages. */
typedef struct {
    int own_five;  /* of own fives that are seen */
    int block;     /* of the opponent's fives */
    int near_line; /* of lines of the opponent with three stones, near the last stones */
    int far_line;  /* the same far from them */
    int pair;      /* of points that do something on two lines */
    int heat;      /* temperature of the draw: 100 is that of the policy */
    int moves;     /* that are drawn and searched; 1: that one is played; 0: all are searched */
    int nodes;     /* of that search, about */
} Player;

/* clang-format off */
static const Player players[STRENGTH_FULL - STRENGTH_LEAST] = {
    /* five block near far pair heat moves nodes */
    { 92,  66,  28,  14,   3, 275,  1,    50},
    {100,  91,  63,  45,  30, 191,  1,    50},
    {100,  98,  90,  78,  70, 140,  1,    50},
    {100, 100,  93,  85,  78, 123,  2,     6},
    {100, 100, 100,  97,  89, 115,  3,    36},
    {100, 100, 100, 100,  95, 110,  5,   150},
    {100, 100, 100, 100, 100, 105,  9,   700},
    {100, 100, 100, 100, 100, 100,  0,  2400},
    {100, 100, 100, 100, 100, 100,  0, 25000},
};
/* clang-format on */

enum {
    PERCENT = 100,
    OPENING_STONES = 4, /* that lie there when a game has begun */
    OPENING_MOVES = 6,
    NEAR_LAST = 4, /* steps from one of the last two stones within which lines are near */
};

/* Sequences of random numbers of their own, so that nothing depends on what else is drawn. */
typedef enum { DRAW_MOVE, DRAW_NODES, DRAW_LINE, DRAW_PAIR, DRAWS } Draw;

/* A player before a move. */
typedef struct {
    Player player;
    Search *search;
    uint64_t seed; /* of this move */
} WeakPlayer;

bool strength_is_limited(const Limits *limits)
{
    return limits->strength >= STRENGTH_LEAST && limits->strength < STRENGTH_FULL;
}

/* --- what is seen --- */

/* Says whether a thing is seen that is seen so many times in a hundred. The same thing is seen or
 * overlooked by all who ask for it in this move. */
static bool sees(const WeakPlayer *weak, Draw draw, uint64_t thing, int percent)
{
    uint64_t seed = random_seed(weak->seed, thing * DRAWS + draw);
    return random_below(&seed, PERCENT) < percent;
}

/* Says whether the point lies near one of the last two stones, where everybody looks. */
static bool is_near_last(const Board *board, Point point)
{
    for (int back = 1; back <= 2; back++) {
        Point stone = board_back(board, back);
        if (stone != POINT_NONE && geometry_distance(&board->geometry, stone, point) <= NEAR_LAST) {
            return true;
        }
    }
    return false;
}

/* How many times in a hundred the player sees that a colour makes the shape on the point. */
static int percent_of(const WeakPlayer *weak, Point point, Shape shape, int colour)
{
    const Player *player = &weak->player;
    const Board *board = &weak->search->position.board;
    bool is_own = colour == board->side;
    if (shape == SHAPE_FIVE) {
        return is_own ? player->own_five : player->block;
    }
    if (!shape_is_four(shape)) {
        return PERCENT; /* two stones, and fouls: a level is no worse at rules and shapes */
    }
    int percent = is_near_last(board, point) ? player->near_line : player->far_line;
    return is_own ? (percent + PERCENT) / 2 : percent;
}

/* The number of the line through a point in a direction, with the colour that is looked for. */
static uint64_t line_number(const Geometry *geometry, Point point, int direction, int colour)
{
    int x = geometry_x(geometry, point), y = geometry_y(geometry, point);
    int across[DIRECTIONS] = {y, x, x - y + SIDE_MAX, x + y};
    return (uint64_t)((across[direction] * DIRECTIONS + direction) * COLOURS + colour);
}

/* The shape that the player sees. */
static Shape seen_shape(const WeakPlayer *weak, Point point, int direction, int colour)
{
    const Position *position = &weak->search->position;
    Shape shape = position_shape(position, point, direction, colour);
    uint64_t line = line_number(&position->board.geometry, point, direction, colour);
    return sees(weak, DRAW_LINE, line, percent_of(weak, point, shape, colour)) ? shape : SHAPE_NONE;
}

/* Says whether the shape threatens something with more stones to come. */
static bool is_threat_shape(Shape shape)
{
    return shape_is_live_three(shape) || shape_is_four(shape);
}

/* Of the threats among four shapes, keeps the strongest alone. */
static void keep_strongest(Shape shapes[DIRECTIONS])
{
    int kept = -1;
    for (int i = 0; i < DIRECTIONS; i++) {
        bool is_stronger = is_threat_shape(shapes[i]) && (kept < 0 || shapes[i] > shapes[kept]);
        if (is_stronger && kept >= 0) {
            shapes[kept] = SHAPE_NONE;
        } else if (is_threat_shape(shapes[i]) && !is_stronger) {
            shapes[i] = SHAPE_NONE;
        }
        kept = is_stronger ? i : kept;
    }
}

/* The point pattern that the player sees of a colour on the point. */
static JudgedPattern seen_pattern(const WeakPlayer *weak, Point point, int colour)
{
    Shape shapes[DIRECTIONS];
    for (int i = 0; i < DIRECTIONS; i++) {
        shapes[i] = seen_shape(weak, point, i, colour);
    }
    if (!sees(weak, DRAW_PAIR, (uint64_t)point * COLOURS + (uint64_t)colour, weak->player.pair)) {
        keep_strongest(shapes);
    }
    return point_pattern_of(&weak->search->position.tables->point_patterns, shapes, colour);
}

static Threat seen_threat(const WeakPlayer *weak, Point point, int colour)
{
    return judged_threat(seen_pattern(weak, point, colour));
}

/* Says whether the player sees that a colour has that threat on a point. */
static bool sees_threat(const WeakPlayer *weak, int colour, Threat threat)
{
    const Position *position = &weak->search->position;
    const PointSet *set = &position->points[colour][threat];
    for (Point point = position_next(position, set, POINT_NONE); point != POINT_NONE;
         point = position_next(position, set, point)) {
        if (seen_threat(weak, point, colour) == threat) {
            return true;
        }
    }
    return false;
}

/* The step of the cascade that the player believes to be at. */
static Situation seen_situation(const WeakPlayer *weak)
{
    int side = weak->search->position.board.side, opponent = rules_opponent(side);
    return sees_threat(weak, side, THREAT_FIVE)            ? SITUATION_FIVE
           : sees_threat(weak, opponent, THREAT_FIVE)      ? SITUATION_BLOCK
           : sees_threat(weak, side, THREAT_OPEN_FOUR)     ? SITUATION_OPEN_FOUR
           : sees_threat(weak, opponent, THREAT_OPEN_FOUR) ? SITUATION_DEFEND
                                                           : SITUATION_QUIET;
}

/* --- what is considered --- */

/* Says whether a stone lies within two points of the point. */
static bool is_near_stone(const Board *board, Point point)
{
    int x = geometry_x(&board->geometry, point), y = geometry_y(&board->geometry, point);
    uint32_t columns = x < NEAR_SQUARE ? (1u << (x + NEAR_SQUARE + 1)) - 1
                                       : ((1u << (2 * NEAR_SQUARE + 1)) - 1) << (x - NEAR_SQUARE);
    for (int row = y - NEAR_SQUARE; row <= y + NEAR_SQUARE; row++) {
        if (row >= 0 && row < board->geometry.height && (board->stones[row] & columns) != 0) {
            return true;
        }
    }
    return board->count == 0;
}

/* Keeps the legal moves near the stones that the owner does not want avoided. */
static int keep_sensible(Search *search, Move *moves, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        Point point = moves[i].point;
        if (is_near_stone(&search->position.board, point) &&
            !point_set_has(&search->avoided, point) &&
            !position_forbids(&search->position, point)) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

static int list_moves(Search *search, Situation situation, Move *moves)
{
    return keep_sensible(search, moves, candidates_list(&search->position, situation, moves));
}

/* Lists the moves that the player has in mind. Two fives cannot both be blocked: then one is. */
static int list_in_mind(const WeakPlayer *weak, Move *moves)
{
    Search *search = weak->search;
    Position *position = &search->position;
    Situation situation = seen_situation(weak);
    int count = list_moves(search, situation, moves);
    if (count == 0 && situation == SITUATION_BLOCK) {
        const PointSet *fives =
            &position->points[rules_opponent(position->board.side)][THREAT_FIVE];
        count = keep_sensible(search, moves, candidates_add_set(position, fives, moves, 0));
    }
    return count > 0 ? count : list_moves(search, SITUATION_QUIET, moves);
}

/* --- the draw --- */

/* Gives each move its weight in the draw, by the policy of what is seen. */
static void weigh(const WeakPlayer *weak, const Move *moves, int count, int *weights)
{
    const Search *search = weak->search;
    int side = search->position.board.side, opponent = rules_opponent(side);
    int32_t best = INT32_MIN;
    for (int i = 0; i < count; i++) {
        Point point = moves[i].point;
        weights[i] = ordering_policy(search->evaluator.tables, &search->position, point,
                                     judged_number(seen_pattern(weak, point, side)),
                                     judged_number(seen_pattern(weak, point, opponent)));
        best = weights[i] > best ? weights[i] : best;
    }
    int half_life = LEARNT_POLICY_DOUBLING * weak->player.heat / PERCENT;
    for (int i = 0; i < count; i++) {
        weights[i] = random_weight(best - weights[i], half_life);
    }
}

/* How many moves are drawn. Those who search all draw some at the beginning, or all games would be
 * one. */
static int moves_drawn(const WeakPlayer *weak)
{
    bool begins = weak->search->position.board.count < OPENING_STONES;
    return weak->player.moves == 0 && begins ? OPENING_MOVES : weak->player.moves;
}

/* Draws the moves that are going to be searched; there may be none. */
static PointSet draw_moves(const WeakPlayer *weak)
{
    Move moves[MOVES_MAX];
    int weights[MOVES_MAX];
    uint64_t seed = random_seed(weak->seed, DRAW_MOVE);
    int count = list_in_mind(weak, moves);
    PointSet drawn = {{0}};
    weigh(weak, moves, count, weights);
    for (int left = moves_drawn(weak); left > 0 && count > 0; left--) {
        int index = random_index(&seed, weights, count);
        point_set_add(&drawn, moves[index].point);
        count--;
        moves[index] = moves[count];
        weights[index] = weights[count];
    }
    return drawn;
}

/* --- the search --- */

/* Has the root play on these points alone, if there are any. */
static void restrict_root(Search *search, const PointSet *moves)
{
    static const PointSet none;
    if (memcmp(moves, &none, sizeof none) == 0) {
        return;
    }
    Move all[MOVES_MAX];
    int count = candidates_list_all(&search->position, all);
    for (int i = 0; i < count; i++) {
        if (!point_set_has(moves, all[i].point)) {
            point_set_add(&search->excluded, all[i].point);
        }
    }
}

/* The limits, with no more nodes than the player reads: a quarter more or less, so that those who
 * search all moves vary their games, too. */
static Limits narrowed_limits(const WeakPlayer *weak, const Limits *limits)
{
    enum { LEAST = 75, SPAN = 51 }; /* percent */
    uint64_t seed = random_seed(weak->seed, DRAW_NODES);
    uint64_t percent = (uint64_t)(LEAST + random_below(&seed, SPAN));
    uint64_t nodes = (uint64_t)weak->player.nodes * percent / PERCENT;
    Limits narrowed = *limits;
    narrowed.nodes = limits->nodes > 0 && limits->nodes < nodes ? limits->nodes : nodes;
    return narrowed;
}

Report strength_think(Search *search, const Limits *limits, uint64_t seed,
                      const RootListener *listener)
{
    WeakPlayer weak = {
        .player = players[limits->strength - STRENGTH_LEAST],
        .search = search,
        .seed = random_seed(seed, search->position.board.key),
    };
    PointSet moves = draw_moves(&weak);
    Limits narrowed = narrowed_limits(&weak, limits);
    search_forget(search);
    search->mate_key = 0;
    restrict_root(search, &moves);
    Report report = root_think(search, &narrowed, listener);
    search->excluded = (PointSet){{0}};
    return report;
}

/* eval - the bitshift table and the sums over it; see eval.h. */
#include "eval/eval.h"

#include "eval/net.h"

/* clang-format off */

/* The bitshift table. A line that is dead has one end closed; a live one is worth a shift more. A
 * finished five has no ends that matter and counts as live. All else that is empty counts 1. */
enum {
    DEAD_TWO   = 1 << 5,  LIVE_TWO   = DEAD_TWO   << 1,
    DEAD_THREE = 1 << 7,  LIVE_THREE = DEAD_THREE << 1,
    DEAD_FOUR  = 1 << 11, LIVE_FOUR  = DEAD_FOUR  << 1,
    DEAD_FIVE  = 1 << 15, LIVE_FIVE  = DEAD_FIVE  << 1,
    ANYTHING_ELSE = 1,
};

static const int32_t shape_values[SHAPE_COUNT] = {
    [SHAPE_NONE]        = ANYTHING_ELSE,
    [SHAPE_DEAD_ONE]    = ANYTHING_ELSE,
    [SHAPE_LIVE_ONE]    = ANYTHING_ELSE,
    [SHAPE_DEAD_TWO]    = DEAD_TWO,
    [SHAPE_LIVE_TWO]    = LIVE_TWO,
    [SHAPE_WIDE_TWO]    = LIVE_TWO,
    [SHAPE_BROAD_TWO]   = LIVE_TWO,
    [SHAPE_DEAD_THREE]  = DEAD_THREE,
    [SHAPE_LIVE_THREE]  = LIVE_THREE,
    [SHAPE_SOLID_THREE] = LIVE_THREE,
    [SHAPE_DEAD_FOUR]   = DEAD_FOUR,
    [SHAPE_LIVE_FOUR]   = LIVE_FOUR,
    [SHAPE_FIVE]        = LIVE_FIVE,
    [SHAPE_FOUL]        = ANYTHING_ELSE,
};

/* clang-format on */

int32_t eval_shape_value(Shape shape)
{
    return shape_values[shape];
}

int32_t eval_point_value(const Shape shapes[DIRECTIONS], int colour)
{
    (void)colour; /* the base table values both colours alike */
    int32_t value = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        value += shape_values[shapes[direction]];
    }
    return value;
}

/* Corrects the value of every combination. */
static void correct(WorthTable *worths, const Learnt *learnt)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int i = 0; i < COMBINATIONS; i++) {
            worths->worth[colour][i].value += learnt->colour[colour]->correction[i];
        }
    }
}

/* Gives every combination its lanes. */
static void fill_lanes(WorthTable *worths, const Learnt *learnt)
{
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int i = 0; i < COMBINATIONS; i++) {
            for (int lane = 0; lane < WORTH_LANES; lane++) {
                worths->worth[colour][i].lanes[lane] =
                    (uint16_t)learnt->colour[colour]->lanes[lane][i];
            }
        }
    }
}

void eval_fill_tables(GameTables *tables, const Game *game, Evaluation evaluation)
{
    shape_table_fill(&tables->shapes, game);
    worth_table_fill(&tables->worths, game->rule, eval_point_value);
    tables->learnt = evaluation != EVALUATION_BASE ? learnt_for(game) : NULL;
    tables->has_net = tables->learnt != NULL && evaluation == EVALUATION_NET;
    if (tables->learnt != NULL) {
        correct(&tables->worths, tables->learnt);
    }
    if (tables->has_net) {
        fill_lanes(&tables->worths, tables->learnt);
    }
}

static Value clamp(int64_t value, int limit)
{
    return value > limit ? limit : value < -limit ? -limit : (Value)value;
}

/* The side to move cashes in first: its points count half as much again. */
static Value base_value(int32_t own, int32_t opponent)
{
    return clamp((own + own / 2 - opponent) / EVAL_POINTS_PER_UNIT, VALUE_ESTIMATE_MAX);
}

/* What the network of the side to move adds, if it is wanted. */
static Value net_share(const Position *position, const LearntColour *learnt, int alarm)
{
    int side = position->board.side;
    return position->tables->has_net ? net_value(&learnt->net, &position->lanes[side],
                                                 &position->lanes[rules_opponent(side)], alarm)
                                     : 0;
}

/* Both sums at their weights, what the threats on the board add, and the network. */
static Value tuned_value(const Position *position, const LearntColour *learnt, int64_t own,
                         int64_t opponent)
{
    int64_t points = own * learnt->own_weight - opponent * learnt->opponent_weight;
    int64_t units = points / (LEARNT_WEIGHT_ONE * EVAL_POINTS_PER_UNIT);
    int alarm = learnt_alarm(position);
    return clamp(units + learnt->alarm[alarm] + net_share(position, learnt, alarm),
                 VALUE_ESTIMATE_MAX);
}

Value eval_position(const Position *position)
{
    int side = position->board.side;
    int32_t own = position->value[side];
    int32_t opponent = position->value[rules_opponent(side)];
    const Learnt *learnt = position->tables->learnt;
    return learnt == NULL ? base_value(own, opponent)
                          : tuned_value(position, learnt->colour[side], own, opponent);
}

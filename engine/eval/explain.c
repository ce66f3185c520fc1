/* explain - the bitshift table's part and the rest; see explain.h. */
#include "eval/explain.h"

#include "eval/bitshift.h"

#include <math.h>

/* The shift of a value of the bitshift table. */
static int shift_of(int32_t value)
{
    int shift = 0;
    while (value >> (shift + 1) != 0) {
        shift++;
    }
    return shift;
}

/* What the network adds to the value of the position with a stone there, to the stone's player. */
static int network_value_after(Evaluator *evaluator, Position *position, Point point, int colour)
{
    int side = position->board.side;
    position_play(position, point, colour);
    int value = -eval_network(evaluator, position);
    position_undo(position);
    board_set_side(&position->board, side); /* it may be the other one that is explained */
    return value;
}

/* What is left of the odds of a point, in percent, once the network has spoken; to the side to
 * move. */
static int policy_percent(Evaluator *evaluator, const Position *position, Point point)
{
    static const double percent = 100;
    int32_t policy;
    eval_policy(evaluator, position, &point, 1, &policy);
    return (int)lrint(percent * exp((double)policy / LEARNT_POLICY_UNIT));
}

PointExplanation explain_point(Evaluator *evaluator, Position *position, Point point, int colour)
{
    const EvalTables *tables = evaluator->tables;
    PointExplanation explanation = {
        .threat = threat_name((Threat)cell_threat(&position->cell[point], colour)),
        .value = eval_point_value(tables, position, point, colour),
    };
    Shape shapes[DIRECTIONS];
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        shapes[direction] = position_shape(position, point, direction, colour);
        explanation.shape[direction] = shape_name(shapes[direction]);
        explanation.shift[direction] = shift_of(bitshift_value(shapes[direction]));
    }
    explanation.added = explanation.value - bitshift_point_value(shapes);
    explanation.has_network = tables->has_pattern;
    if (explanation.has_network) {
        explanation.network_value = network_value_after(evaluator, position, point, colour);
        explanation.policy_percent = tables->has_pattern && colour == position->board.side
                                         ? policy_percent(evaluator, position, point)
                                         : 0;
    }
    return explanation;
}

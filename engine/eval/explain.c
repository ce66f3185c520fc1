/* explain - the bitshift table's part and the rest; see explain.h. */
#include "eval/explain.h"

#include "eval/bitshift.h"

/* The shift of a value of the bitshift table. */
static int shift_of(int32_t value)
{
    int shift = 0;
    while (value >> (shift + 1) != 0) {
        shift++;
    }
    return shift;
}

PointExplanation explain_point(const EvalTables *tables, const Position *position, Point point,
                               int colour)
{
    PointExplanation explanation = {
        .threat = threat_name((Threat)position->cell[point].threat[colour]),
        .value = eval_point_value(tables, position, point, colour),
    };
    Shape shapes[DIRECTIONS];
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        shapes[direction] = position_shape(position, point, direction, colour);
        explanation.shape[direction] = shape_name(shapes[direction]);
        explanation.shift[direction] = shift_of(bitshift_value(shapes[direction]));
    }
    explanation.added = explanation.value - bitshift_point_value(shapes, colour);
    return explanation;
}

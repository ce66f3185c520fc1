/* propagate - from a position to those with a stone less; see propagate.h. */
#include "database/propagate.h"

#include "board/board.h"
#include "board/forbidden.h"
#include "tengen/exchange.h"

#include <stdlib.h>

typedef struct {
    Database *database;
    ShapeTable *shapes; /* where the rule forbids moves; else NULL; owned */
    const char *fault;  /* NULL as long as all is well */
} Propagation;

static void go_on(Propagation *propagation, const Diagram *diagram, const Verdict *verdict);

/* Says whether the rule forbids the side to move that point. */
static bool forbids(const Propagation *propagation, const Diagram *diagram, int index)
{
    Board board;
    if (propagation->shapes == NULL || !rules_line(diagram->game.rule, (int)diagram->side).fouls) {
        return false;
    }
    board_clear(&board, &diagram->game);
    for (int i = 0; i < diagram_points(diagram); i++) {
        Coordinates at = diagram_point(diagram, i);
        Point point = geometry_point(&board.geometry, at.x, at.y);
        if (diagram->at[i] == WALL) {
            board_block(&board, point);
        } else if (diagram->at[i] != EMPTY) {
            board_play(&board, point, diagram->at[i]);
        }
    }
    Coordinates at = diagram_point(diagram, index);
    return forbidden_at(&board, propagation->shapes, geometry_point(&board.geometry, at.x, at.y));
}

/* The plies of the longest win that the opponent has after any move; 0 if a move is not known to
 * lose. */
static int longest_loss(const Propagation *propagation, Diagram *diagram)
{
    int longest = 0;
    for (int i = 0; i < diagram_points(diagram) && longest >= 0; i++) {
        if (diagram->at[i] == EMPTY) {
            DatabaseRecord record;
            diagram_put(diagram, i);
            bool is_known = database_get(propagation->database, diagram, &record);
            diagram_take(diagram, i);
            int plies = is_known && record.verdict.label == VERDICT_WIN ? record.verdict.plies : 0;
            longest = plies > longest ? plies : longest;
            longest = plies == 0 && !forbids(propagation, diagram, i) ? -1 : longest;
        }
    }
    return longest > 0 ? longest : 0;
}

/* What a proof means for the position before it; false: nothing, or it is known. */
static bool follows_for(const Propagation *propagation, Diagram *before, const Verdict *verdict,
                        int move, Verdict *found)
{
    bool wins = verdict->label == VERDICT_LOSS;
    int plies = wins ? verdict->plies : longest_loss(propagation, before);
    *found = (Verdict){.label = wins ? VERDICT_WIN : VERDICT_LOSS, .plies = plies + 1};
    return plies > 0 && !(wins && forbids(propagation, before, move));
}

/* Adds a proof to the position before, if that is there and it says something new. */
static void reach(Propagation *propagation, Diagram *before, const Verdict *verdict, int move)
{
    DatabaseRecord record;
    Verdict found;
    if (database_get(propagation->database, before, &record) &&
        follows_for(propagation, before, verdict, move, &found)) {
        Verdict joined = verdict_join(&record.verdict, &found);
        if (joined.label != record.verdict.label || joined.plies != record.verdict.plies) {
            go_on(propagation, before, &found);
        }
    }
}

/* Adds a proof to a position, and goes on with those that lead to it. */
static void go_on(Propagation *propagation, const Diagram *diagram, const Verdict *verdict)
{
    Diagram before = *diagram;
    DatabaseRecord record = database_record();
    record.verdict = *verdict;
    propagation->fault = database_add(propagation->database, diagram, &record);
    before.side = diagram->side == BLACK ? WHITE : BLACK;
    for (int i = 0; i < diagram_points(diagram) && propagation->fault == NULL; i++) {
        if (verdict->plies > 0 && diagram->at[i] == before.side) {
            before.at[i] = EMPTY;
            reach(propagation, &before, verdict, i);
            before.at[i] = diagram->at[i];
        }
    }
}

const char *database_note(Database *database, const Diagram *diagram, const Verdict *verdict)
{
    Propagation propagation = {.database = database};
    if (rules_line(diagram->game.rule, BLACK).fouls) {
        propagation.shapes = malloc(sizeof *propagation.shapes);
        if (propagation.shapes == NULL) {
            return "there is not enough memory";
        }
        shape_table_fill(propagation.shapes, &diagram->game);
    }
    go_on(&propagation, diagram, verdict);
    free(propagation.shapes);
    return propagation.fault;
}

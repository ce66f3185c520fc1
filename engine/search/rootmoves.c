/* rootmoves - listing and ordering the moves of the root; see rootmoves.h. */
#include "search/rootmoves.h"

#include "search/ordering.h"

typedef enum { AVOID_POINTS, ALLOW_ALL_POINTS } Avoidance;

/* Drops the moves that the rule forbids and, unless all points are allowed, those to be avoided.
 * Returns whether any are left. */
static bool keep_playable(RootMoves *list, Search *search, Avoidance avoidance)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        Point point = list->moves[i].point;
        bool is_avoided = avoidance == AVOID_POINTS && search_avoids(search, point);
        if (!is_avoided && !position_forbids(&search->position, point)) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
    return kept > 0;
}

/* Lists the playable candidates of a situation; false if there are none. */
static bool list_candidates(RootMoves *list, Search *search, Situation situation)
{
    list->situation = situation;
    list->count = candidates_list(&search->position, situation, list->moves);
    return keep_playable(list, search, AVOID_POINTS);
}

static void list_all(RootMoves *list, Search *search)
{
    list->count = candidates_list_all(&search->position, list->moves);
}

/* Lists the moves worth playing. Where the cascade leaves none (the game is lost, or all candidates
 * are forbidden or to be avoided) any near point will do, then any point at all, then a point to be
 * avoided and at last, in renju, a foul. */
static void list_playable(RootMoves *list, Search *search)
{
    if (list_candidates(list, search, search_situation(search)) ||
        list_candidates(list, search, SITUATION_QUIET)) {
        return;
    }
    list_all(list, search);
    if (keep_playable(list, search, AVOID_POINTS)) {
        return;
    }
    list_all(list, search);
    if (!keep_playable(list, search, ALLOW_ALL_POINTS)) {
        list_all(list, search);
    }
}

/* Says whether a five there makes no overline besides: some managers of renju take that for a
 * foul. */
static bool is_clean_five(const Position *position, Point move)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (position_shape(position, move, direction, position->board.side) == SHAPE_FOUL) {
            return false;
        }
    }
    return true;
}

static void prefer_clean_five(RootMoves *list, const Position *position)
{
    for (int i = 0; i < list->count; i++) {
        if (is_clean_five(position, list->moves[i].point)) {
            Move clean = list->moves[i];
            list->moves[i] = list->moves[0];
            list->moves[0] = clean;
            return;
        }
    }
}

static void order(RootMoves *list, Search *search)
{
    const Position *position = &search->position;
    ordering_score_static(search->evaluator.tables, position, list->moves, list->count);
    ordering_add_network(&search->evaluator, position, list->moves, list->count);
    for (int i = 0; i < list->count; i++) {
        ordering_pick(list->moves, list->count, i);
    }
    if (list->situation == SITUATION_FIVE) {
        prefer_clean_five(list, position);
    }
}

void rootmoves_list(RootMoves *list, Search *search)
{
    list_playable(list, search);
    order(list, search);
}

void rootmoves_list_quiet(RootMoves *list, Search *search)
{
    list_candidates(list, search, SITUATION_QUIET);
    order(list, search);
}

static Point image_of(const Geometry *geometry, Point point, int symmetry)
{
    Coordinates image = geometry_image(geometry, geometry_coordinates(geometry, point), symmetry);
    return geometry_point(geometry, image.x, image.y);
}

/* Says whether the symmetry leaves all points of the board as they are. */
static bool is_symmetric(const Board *board, int symmetry)
{
    const Geometry *geometry = &board->geometry;
    for (int y = 0; y < geometry->height; y++) {
        for (int x = 0; x < geometry->width; x++) {
            Point point = geometry_point(geometry, x, y);
            if (board->at[point] != board->at[image_of(geometry, point, symmetry)]) {
                return false;
            }
        }
    }
    return true;
}

/* Drops the moves that are images of one before them under that symmetry. */
static void drop_images(RootMoves *list, const Geometry *geometry, int symmetry)
{
    PointSet kept_points = {{0}};
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        Point point = list->moves[i].point;
        if (!point_set_has(&kept_points, image_of(geometry, point, symmetry))) {
            point_set_add(&kept_points, point);
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

/* The inverse of each symmetry has its turn, too, so it does not matter which way one leads. */
void rootmoves_merge_images(RootMoves *list, const Board *board)
{
    for (int symmetry = 1; symmetry < geometry_symmetries(&board->geometry); symmetry++) {
        if (is_symmetric(board, symmetry)) {
            drop_images(list, &board->geometry, symmetry);
        }
    }
}

void rootmoves_bring_up(RootMoves *list, int index, int place)
{
    Move move = list->moves[index];
    for (int i = index; i > place; i--) {
        list->moves[i] = list->moves[i - 1];
    }
    list->moves[place] = move;
}

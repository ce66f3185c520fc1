/* pattern_samples - replaying games into samples; see pattern_samples.h. */
#include "tools/learn/pattern_samples.h"

#include "search/candidates.h"
#include "tools/games/array.h"
#include "tools/learn/chance.h"

#include <stdlib.h>
#include <string.h>

enum {
    POINTS_OF_BOARD = SIDE_MAX * SIDE_MAX,
};

static bool grow_block(PatternBlock *block)
{
    void *samples = block->samples, *points = block->points, *moves = block->moves;
    bool has_room =
        array_grow(&samples, &block->sample_room, block->sample_count + 1,
                   sizeof *block->samples) &&
        array_grow(&points, &block->point_room, block->point_count + POINTS_OF_BOARD,
                   sizeof *block->points) &&
        array_grow(&moves, &block->move_room, block->move_count + MOVES_MAX, sizeof *block->moves);
    block->samples = samples;
    block->points = points;
    block->moves = moves;
    return has_room;
}

/* --- points --- */

/* A point as the side to move sees it. */
static PatternPoint pattern_point_at(const PatternTargets *targets, const Position *position,
                                     Point point)
{
    const PatternModel *model = targets->model;
    int side = position->board.side;
    PatternPoint seen = {
        .own = (uint16_t)position_point_pattern(position, point, side),
        .opponent = (uint16_t)position_point_pattern(position, point, rules_opponent(side)),
        .region = (uint16_t)pattern_region(&position->board.geometry, point),
    };
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        LineKey line = position->cell[point].key[direction];
        uint16_t pattern = model->number[line_pattern_key(line)];
        seen.line[direction] = side == BLACK ? pattern : model->swapped[pattern];
    }
    return seen;
}

static bool sees_stone(const PatternModel *model, const PatternPoint *point)
{
    bool sees = !model->parts.is_bare[point->own] || !model->parts.is_bare[point->opponent];
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        sees |= !model->is_empty[point->line[direction]];
    }
    return sees;
}

/* Adds the points that see a stone; `place` gets which each point is, or -1. */
static void add_sample_points(const PatternTargets *targets, const Position *position,
                              PatternBlock *block, int32_t place[POINTS_MAX])
{
    PatternPoint *points = &block->points[block->point_count];
    int count = 0;
    for (int point = 0; point < position->board.geometry.points; point++) {
        place[point] = -1;
        if (position->board.at[point] == EMPTY) {
            points[count] = pattern_point_at(targets, position, (Point)point);
            if (sees_stone(targets->model, &points[count])) {
                place[point] = count++;
            }
        }
    }
    block->samples[block->sample_count].points = (int16_t)count;
    block->point_count += count;
}

/* --- moves --- */

/* What the tables say of a move, in log odds. */
static float tables_policy(const Position *position, const LearntColour *learnt, Point move)
{
    const Board *board = &position->board;
    int own = (int)position_point_pattern(position, move, board->side);
    int opponent = (int)position_point_pattern(position, move, rules_opponent(board->side));
    int answer = offset_class(&board->geometry, board_back(board, 1), move);
    int follow = offset_class(&board->geometry, board_back(board, 2), move);
    return (float)(learnt->policy_own[own] + learnt->policy_opponent[opponent] +
                   learnt->policy_answer[answer] + learnt->policy_follow[follow]) /
           LEARNT_POLICY_UNIT;
}

/* Adds the candidates, unless there is nothing to choose or something else was chosen. */
static void add_moves(const PatternTargets *targets, Position *position, Point chosen,
                      const int32_t place[POINTS_MAX], PatternBlock *block)
{
    PatternSample *sample = &block->samples[block->sample_count];
    const LearntColour *learnt = targets->tables->eval.learnt.colour[position->board.side];
    PatternMove *kept = &block->moves[block->move_count];
    Move moves[MOVES_MAX];
    int count = candidates_list(position, candidates_situation(position), moves);
    int legal = 0, found = -1;
    for (int i = 0; i < count; i++) {
        Point move = moves[i].point;
        if (!position_forbids(position, move)) {
            found = move == chosen ? legal : found;
            kept[legal++] = (PatternMove){tables_policy(position, learnt, move), place[move]};
        }
    }
    if (found >= 0 && legal > 1) {
        sample->moves = (int16_t)legal;
        sample->chosen = (int16_t)found;
        block->move_count += legal;
    }
}

/* --- samples --- */

/* The chance that a score means to the player who got it. */
static double chance_of_score(const PatternTargets *targets, Value score)
{
    if (value_is_proven(score)) {
        return score > 0 ? targets->proven_chance : 1 - targets->proven_chance;
    }
    return chance_of_value(score, targets->search_scale);
}

/* Fills in what the value is to learn of the position before each move: TD(lambda), worked out
 * backwards from the result. A proven score says how the game ends, and a move that was drawn is
 * none that the position leads to: nothing behind either counts. */
static void fill_targets(const PatternTargets *targets, const StoredGame *game,
                         float black_chance[SIDE_MAX * SIDE_MAX])
{
    double later = (double)game->result / RECORD_BLACK_WINS;
    bool leads_there = true; /* to what `later` says */
    for (int i = game->count - 1; i >= 0; i--) {
        const StoredMove *move = &game->moves[i];
        leads_there &= move->score != STORED_RANDOM_MOVE;
        if (stored_has_score(move)) {
            double own = chance_of_score(targets, move->score);
            double black = i % COLOURS == BLACK ? own : 1 - own;
            bool has_later = leads_there && !value_is_proven(move->score);
            later = has_later ? black + targets->lambda * (later - black) : black;
            leads_there = true;
        }
        black_chance[i] = (float)later;
    }
}

static float to_side(float black, int side)
{
    return side == BLACK ? black : 1 - black;
}

static bool add_sample(PatternReplay *replay, const PatternTargets *targets, const StoredGame *game,
                       const StoredMove *move, PatternBlock *block)
{
    Position *position = &replay->position;
    int side = position->board.side;
    int32_t place[POINTS_MAX];
    if (!grow_block(block)) {
        return false;
    }
    PatternSample *sample = &block->samples[block->sample_count];
    *sample = (PatternSample){
        .first_point = block->point_count,
        .first_move = block->move_count,
        .threat_mask = (int16_t)learnt_threat_mask(position),
        .colour = (uint8_t)side,
        .has_value = (move->teaches & TEACHES_VALUE) != 0,
        .score = move->score,
        .result = to_side((float)game->result / RECORD_BLACK_WINS, side),
        .target = to_side(replay->black_chance[move - game->moves], side),
    };
    if (sample->has_value) {
        sample->tables =
            (float)(eval_position(&replay->evaluator, position) / targets->value_scale);
    }
    add_sample_points(targets, position, block, place);
    if (move->teaches & TEACHES_POLICY) {
        add_moves(targets, position, move->point, place, block);
    }
    block->sample_count++;
    return true;
}

void pattern_replay_init(PatternReplay *replay, const Game *game, const GameTables *tables)
{
    position_clear(&replay->position, game, &tables->board);
    eval_init(&replay->evaluator, &tables->eval);
}

/* The number of moves up to the last one whose position teaches something. */
static int useful_length(const StoredGame *game)
{
    int length = game->count;
    while (length > 0 && game->moves[length - 1].teaches == 0) {
        length--;
    }
    return length;
}

bool pattern_samples_add(PatternReplay *replay, const PatternTargets *targets,
                         const StoredGame *game, PatternBlock *block)
{
    Position *position = &replay->position;
    Game kind = position->game;
    kind.width = game->width;
    kind.height = game->height;
    position_clear(position, &kind, &targets->tables->board);
    int length = useful_length(game);
    fill_targets(targets, game, replay->black_chance);
    for (int i = 0; i < length; i++) {
        const StoredMove *move = &game->moves[i];
        if (move->teaches != 0 && !add_sample(replay, targets, game, move, block)) {
            return false;
        }
        position_play(position, move->point, position->board.side);
    }
    return true;
}

void pattern_block_clear(PatternBlock *block)
{
    block->sample_count = 0;
    block->point_count = 0;
    block->move_count = 0;
    block->is_short = false;
}

void pattern_block_free(PatternBlock *block)
{
    free(block->samples);
    free(block->points);
    free(block->moves);
    memset(block, 0, sizeof *block);
}

/* proof_check - one walk through the bytes, with zones; see proof_check.h. */
#include "tools/prove/proof_check.h"

#include "board/forbidden.h"
#include "tools/games/array.h"

#include <stdlib.h>
#include <string.h>

enum {
    CELLS = SIDE_MAX * SIDE_MAX,
    ZONE_WORDS = CELLS / 64,
    NEVER_CLOSED = CELLS, /* stones would not close a row that ends at the edge */
};

/* A set of points by number. */
typedef struct {
    uint64_t word[ZONE_WORDS];
} Zone;

typedef struct {
    uint64_t key; /* of the position */
    int passes;
    int64_t zone; /* the first of its words, if there were passes; else -1 */
} Lemma;

typedef struct {
    Board board; /* stones and keys; shapes count for fouls only */
    const ShapeTable *shapes;
    Game game;
    int attacker, defender;
    ProofReader reader;
    Lemma *lemmas;
    int64_t lemma_count, lemma_room;
    uint64_t *zones;
    int64_t zone_words, zone_room;
    const char *fault;
} Checker;

static bool check_attack(Checker *checker, int passes, int depth, Zone *zone);

static bool checker_refuse(Checker *checker, const char *fault)
{
    checker->fault = checker->fault == NULL ? fault : checker->fault;
    return false;
}

/* --- rows --- */

static int at(const Checker *checker, int x, int y)
{
    const Geometry *geometry = &checker->board.geometry;
    return geometry_contains(geometry, x, y) ? checker->board.at[geometry_point(geometry, x, y)]
                                             : WALL;
}

static void zone_add(const Checker *checker, Zone *zone, int x, int y)
{
    int number = y * checker->game.width + x;
    zone->word[number / 64] |= UINT64_C(1) << number % 64;
}

static void zone_join(Zone *zone, const Zone *more)
{
    for (int i = 0; i < ZONE_WORDS; i++) {
        zone->word[i] |= more->word[i];
    }
}

static const int steps[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/* How far a row of that colour goes from next to the point. */
static int row_length(const Checker *checker, int x, int y, int dx, int dy, int colour)
{
    int length = 0;
    while (at(checker, x + (length + 1) * dx, y + (length + 1) * dy) == colour) {
        length++;
    }
    return length;
}

/* Says whether a stone of that colour on the point makes a row that wins. The zone, if there is
 * one, gets the empty points that this rests on: the ends that stones out of sight, one for each
 * pass, could turn into those of a closed row. */
static bool check_wins_at(const Checker *checker, int x, int y, int colour, int passes, Zone *zone)
{
    LineRule rule = rules_line(checker->game.rule, colour);
    bool wins = false;
    for (int i = 0; i < DIRECTIONS; i++) {
        int dx = steps[i][0], dy = steps[i][1];
        int ahead = row_length(checker, x, y, dx, dy, colour),
            behind = row_length(checker, x, y, -dx, -dy, colour);
        int length = ahead + 1 + behind, n = checker->game.win_length;
        int ends[2][2] = {{x + (ahead + 1) * dx, y + (ahead + 1) * dy},
                          {x - (behind + 1) * dx, y - (behind + 1) * dy}};
        int other = rules_opponent(colour);
        bool is_closed = at(checker, ends[0][0], ends[0][1]) == other &&
                         at(checker, ends[1][0], ends[1][1]) == other;
        bool is_row =
            length == n ? !(rule.closed_is_void && is_closed) : length > n && rule.longer_wins;
        wins |= is_row;
        int missing = 0; /* stones of the opponent that would close the row */
        for (int end = 0; end < 2; end++) {
            int found = at(checker, ends[end][0], ends[end][1]);
            missing += found == other ? 0 : found == EMPTY ? 1 : NEVER_CLOSED;
        }
        bool may_close = zone != NULL && is_row && rule.closed_is_void && missing <= passes;
        for (int end = 0; may_close && end < 2; end++) {
            if (at(checker, ends[end][0], ends[end][1]) == EMPTY) {
                zone_add(checker, zone, ends[end][0], ends[end][1]);
            }
        }
    }
    return wins;
}

static bool can_win_now(const Checker *checker, int colour)
{
    for (int i = 0; i < checker->game.width * checker->game.height; i++) {
        int x = i % checker->game.width, y = i / checker->game.width;
        if (at(checker, x, y) == EMPTY && check_wins_at(checker, x, y, colour, 0, NULL)) {
            return true;
        }
    }
    return false;
}

/* --- dangers --- */

/* Slides a window along each line: what it holds is counted as points come in and go out. */
static void add_dangers_of_line(const Checker *checker, int x, int y, const int step[2], int least,
                                Zone *zone)
{
    int n = checker->game.win_length, own = 0, blocked = 0;
    for (int i = 0; at(checker, x + i * step[0], y + i * step[1]) != WALL; i++) {
        int in = at(checker, x + i * step[0], y + i * step[1]);
        own += in == checker->defender;
        blocked += in == checker->attacker;
        if (i >= n) {
            int out = at(checker, x + (i - n) * step[0], y + (i - n) * step[1]);
            own -= out == checker->defender;
            blocked -= out == checker->attacker;
        }
        for (int back = 0; i + 1 >= n && blocked == 0 && own >= least && back < n; back++) {
            int px = x + (i - back) * step[0], py = y + (i - back) * step[1];
            if (at(checker, px, py) == EMPTY) {
                zone_add(checker, zone, px, py);
            }
        }
    }
}

static void add_dangers(const Checker *checker, int passes, Zone *zone)
{
    int least = checker->game.win_length - 1 - passes;
    for (int i = 0; passes > 0 && i < checker->game.width * checker->game.height; i++) {
        int x = i % checker->game.width, y = i / checker->game.width;
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            const int *step = steps[direction];
            if (at(checker, x - step[0], y - step[1]) == WALL) {
                add_dangers_of_line(checker, x, y, step, least, zone);
            }
        }
    }
}

/* --- moves --- */

/* Renju: says whether the attacker may be forbidden to play there, with stones of the defender that
 * the proof does not show. */
static bool may_be_hidden_foul(Checker *checker, Point point, int passes)
{
    int fours = 0, threes = 0;
    if (!rules_line(checker->game.rule, checker->attacker).fouls) {
        return false;
    }
    if (passes == 0) {
        return forbidden_at(&checker->board, checker->shapes, point);
    }
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Shape shape = shape_at(checker->shapes, &checker->board, point, direction, BLACK);
        fours += shape == SHAPE_FOUL ? 2 : shape_is_four(shape);
        threes += shape_is_live_three(shape);
    }
    return fours > 1 || threes > 1;
}

static bool is_legal_answer(Checker *checker, Point point, int passes)
{
    bool has_fouls = rules_line(checker->game.rule, checker->defender).fouls && passes == 0;
    return checker->board.at[point] == EMPTY &&
           !(has_fouls && forbidden_at(&checker->board, checker->shapes, point));
}

static bool read_empty(Checker *checker, Point *point)
{
    *point = proof_point_of(&checker->board.geometry, proof_read_number(&checker->reader));
    return *point != POINT_NONE && checker->board.at[*point] == EMPTY && !checker->reader.failed;
}

/* --- the defender --- */

static bool check_pass(Checker *checker, int passes, int depth, Zone *zone)
{
    board_set_side(&checker->board, checker->attacker);
    bool is_good = check_attack(checker, passes, depth, zone);
    board_set_side(&checker->board, checker->defender);
    return is_good;
}

/* Says whether every answer is listed, or lies outside the zone of the pass where there is one. */
static bool answers_are_covered(Checker *checker, int passes, bool has_pass, const Zone *of_pass,
                                const Zone *listed, int *answers)
{
    const Geometry *geometry = &checker->board.geometry;
    for (int i = 0; i < checker->game.width * checker->game.height; i++) {
        uint64_t bit = UINT64_C(1) << i % 64;
        if (!is_legal_answer(checker, proof_point_of(geometry, (uint64_t)i), passes)) {
            continue;
        }
        ++*answers;
        bool is_open = !has_pass || (of_pass->word[i / 64] & bit) != 0;
        if (is_open && (listed->word[i / 64] & bit) == 0) {
            return checker_refuse(checker, "an answer is missing");
        }
    }
    return true;
}

static bool check_answers(Checker *checker, int passes, int depth, Zone *zone, Zone *listed)
{
    int64_t count = (int64_t)proof_read_number(&checker->reader), last = -1;
    for (int64_t i = 0; i < count; i++) {
        Point answer;
        if (!read_empty(checker, &answer) || !is_legal_answer(checker, answer, passes)) {
            return checker_refuse(checker, "an answer is not legal");
        }
        int64_t number = proof_number_of(&checker->board.geometry, answer);
        if (number <= last) {
            return checker_refuse(checker, "answers are out of order");
        }
        last = number;
        listed->word[number / 64] |= UINT64_C(1) << number % 64;
        board_play(&checker->board, answer, checker->defender);
        bool is_good = check_attack(checker, passes, depth + 1, zone);
        board_undo(&checker->board);
        if (!is_good) {
            return false;
        }
    }
    return true;
}

static bool check_defence(Checker *checker, int passes, int depth, Zone *zone)
{
    Zone of_pass = {{0}}, listed = {{0}};
    int answers = 0;
    if (can_win_now(checker, checker->defender)) {
        return checker_refuse(checker, "the defender can win at once");
    }
    uint64_t has_pass = proof_read_number(&checker->reader);
    if (has_pass > 1 || (has_pass == 1 && !check_pass(checker, passes + 1, depth + 1, &of_pass))) {
        return checker_refuse(checker, "the flag of a pass is none");
    }
    add_dangers(checker, passes, zone);
    zone_join(zone, &of_pass);
    return check_answers(checker, passes, depth, zone, &listed) &&
           answers_are_covered(checker, passes, has_pass == 1, &of_pass, &listed, &answers) &&
           (answers > 0 || checker_refuse(checker, "the defender has no answer"));
}

/* --- the attacker --- */

static bool check_five(Checker *checker, int passes, Zone *zone)
{
    Point point;
    if (!read_empty(checker, &point)) {
        return checker_refuse(checker, "a five is on no empty point");
    }
    int x = geometry_x(&checker->board.geometry, point);
    int y = geometry_y(&checker->board.geometry, point);
    zone_add(checker, zone, x, y);
    return check_wins_at(checker, x, y, checker->attacker, passes, zone) ||
           checker_refuse(checker, "a five is none");
}

static bool keep_lemma(Checker *checker, int passes, const Zone *zone)
{
    void *lemmas = checker->lemmas, *zones = checker->zones;
    Lemma lemma = {checker->board.key, passes, -1};
    if (!array_grow(&lemmas, &checker->lemma_room, checker->lemma_count + 1, sizeof lemma)) {
        return checker_refuse(checker, "there is not enough memory");
    }
    checker->lemmas = lemmas;
    if (passes > 0) {
        if (!array_grow(&zones, &checker->zone_room, checker->zone_words + ZONE_WORDS,
                        sizeof *checker->zones)) {
            return checker_refuse(checker, "there is not enough memory");
        }
        checker->zones = zones;
        lemma.zone = checker->zone_words;
        memcpy(checker->zones + lemma.zone, zone, sizeof *zone);
        checker->zone_words += ZONE_WORDS;
    }
    checker->lemmas[checker->lemma_count++] = lemma;
    return true;
}

static bool check_same(Checker *checker, int passes, Zone *zone)
{
    uint64_t number = proof_read_number(&checker->reader);
    if (checker->reader.failed || number >= (uint64_t)checker->lemma_count) {
        return checker_refuse(checker, "there is no such lemma");
    }
    const Lemma *lemma = &checker->lemmas[number];
    if (lemma->key != checker->board.key || lemma->passes < passes) {
        return checker_refuse(checker, "a lemma is about something else");
    }
    if (lemma->zone >= 0) {
        Zone known;
        memcpy(&known, checker->zones + lemma->zone, sizeof known);
        zone_join(zone, &known);
    }
    return true;
}

static bool check_move(Checker *checker, bool is_lemma, int passes, int depth, Zone *zone)
{
    Point move;
    Zone own = {{0}};
    if (!read_empty(checker, &move)) {
        return checker_refuse(checker, "a move is on no empty point");
    }
    int x = geometry_x(&checker->board.geometry, move);
    int y = geometry_y(&checker->board.geometry, move);
    if (check_wins_at(checker, x, y, checker->attacker, 0, NULL) ||
        may_be_hidden_foul(checker, move, passes)) {
        return checker_refuse(checker, "a move wins at once, or may be a foul");
    }
    zone_add(checker, &own, x, y);
    board_play(&checker->board, move, checker->attacker);
    bool is_good = check_defence(checker, passes, depth, &own);
    board_undo(&checker->board);
    if (!is_good || (is_lemma && !keep_lemma(checker, passes, &own))) {
        return false;
    }
    zone_join(zone, &own);
    return true;
}

/* Checks a node of the attacker after that many passes, and adds its zone. */
static bool check_attack(Checker *checker, int passes, int depth, Zone *zone)
{
    uint64_t kind = proof_read_number(&checker->reader);
    if (checker->reader.failed || depth > PROOF_DEPTH_MAX) {
        return checker_refuse(checker, "it ends too early, or never");
    }
    switch (kind) {
    case PROOF_FIVE: return check_five(checker, passes, zone);
    case PROOF_MOVE:
    case PROOF_LEMMA: return check_move(checker, kind == PROOF_LEMMA, passes, depth, zone);
    case PROOF_SAME: return check_same(checker, passes, zone);
    default: return checker_refuse(checker, "there is no such kind of node");
    }
}

const char *proof_check_body(const Position *root, ProofReader body)
{
    Checker checker = {.board = root->board,
                       .shapes = &root->tables->shapes,
                       .game = root->game,
                       .attacker = root->board.side,
                       .defender = rules_opponent(root->board.side),
                       .reader = body};
    Zone zone = {{0}};
    if (check_attack(&checker, 0, 0, &zone) && checker.reader.at != checker.reader.end) {
        checker_refuse(&checker, "there is more after its end");
    }
    free(checker.lemmas);
    free(checker.zones);
    return checker.fault;
}

/* book_draw - what the moves are worth, and the draw; see book_draw.h. */
#include "opening/book_draw.h"

#include "opening/book_answer.h"
#include "port/random.h"
#include "search/consult.h"

enum { PERCENT = 100 };

typedef struct {
    Point move;
    int value, depth; /* to the side to move; plies, the move included */
} KnownMove;

/* What is known of a position. */
typedef struct {
    int count;
    KnownMove moves[SIDE_MAX * SIDE_MAX];
} KnownMoves;

/* Says whether the verdict has a value that counts; a draw has one, however it was found. */
static bool counts(const Verdict *verdict, const BookTerms *terms)
{
    return verdict->label == VERDICT_DRAW ||
           (verdict->bound == BOUND_EXACT && verdict->depth >= terms->depth);
}

static int value_of(const Verdict *verdict)
{
    return verdict->label == VERDICT_DRAW ? 0 : verdict->value;
}

/* Adds the moves whose value counts. */
static void collect(KnownMoves *known, Search *search, const VerdictSource *source,
                    Diagram *diagram)
{
    Position *position = &search->position;
    for (int i = 0; i < diagram_points(diagram); i++) {
        Coordinates at = diagram_point(diagram, i);
        Point move = geometry_point(&position->board.geometry, at.x, at.y);
        Verdict verdict;
        if (position->board.at[move] == EMPTY && !point_set_has(&search->avoided, move) &&
            consult_find_after(source, diagram, i, &verdict) && counts(&verdict, &source->book) &&
            !position_forbids(position, move)) {
            known->moves[known->count++] =
                (KnownMove){move, -value_of(&verdict), verdict.depth + 1};
        }
    }
}

static int best_value(const KnownMoves *known)
{
    int best = known->moves[0].value;
    for (int i = 1; i < known->count; i++) {
        best = known->moves[i].value > best ? known->moves[i].value : best;
    }
    return best;
}

/* Leaves the moves that are worth at least so much. */
static void keep_from(KnownMoves *known, int least)
{
    int kept = 0;
    for (int i = 0; i < known->count; i++) {
        if (known->moves[i].value >= least) {
            known->moves[kept++] = known->moves[i];
        }
    }
    known->count = kept;
}

/* Finds the moves that may be played; false: there is none. */
static bool find_moves(KnownMoves *known, Search *search, const VerdictSource *source)
{
    Diagram diagram = consult_diagram(&search->position);
    Verdict verdict;
    known->count = 0;
    collect(known, search, source, &diagram);
    if (known->count == 0) {
        return false;
    }
    int best = best_value(known);
    if (source->find(source->context, &diagram, &verdict)) {
        if (verdict.plies > 0) {
            return false;
        }
        best = counts(&verdict, &source->book) && value_of(&verdict) > best ? value_of(&verdict)
                                                                            : best;
    }
    keep_from(known, best - source->book.margin);
    return known->count > 0;
}

bool book_draw(Search *search, const VerdictSource *source, const Limits *limits, uint64_t seed,
               Report *report)
{
    KnownMoves known;
    if (source->book.depth == 0 || book_is_left_aside(limits) ||
        clock_left_ms(search->clock) <= 0 || !find_moves(&known, search, source)) {
        return false;
    }
    seed = random_seed(seed, search->position.board.key);
    if (random_below(&seed, PERCENT) >= source->book.variety) {
        keep_from(&known, best_value(&known));
    }
    const KnownMove *drawn = &known.moves[random_below(&seed, known.count)];
    *report = (Report){
        .move = drawn->move,
        .value = drawn->value,
        .depth = drawn->depth,
        .ms = clock_elapsed_ms(search->clock),
        .pv = {.move = {drawn->move}, .length = 1},
    };
    return true;
}

/* book_draw - what the moves are worth, and the draw; see book_draw.h. */
#include "book/book_draw.h"

#include "book/book_answer.h"
#include "port/random.h"
#include "search/consult.h"

enum { PERCENT = 100 };

typedef struct {
    Point move;
    int value, depth; /* to the side to move; plies, the move included */
} GoodMove;

typedef struct {
    int count;
    GoodMove moves[SIDE_MAX * SIDE_MAX];
} GoodMoves;

/* Says whether the verdict has a value that counts; a draw has one, however it was found. */
static bool counts(const Verdict *verdict, const BookTerms *terms)
{
    return verdict->label == VERDICT_DRAW ||
           (verdict->bound == BOUND_EXACT && verdict->depth >= terms->depth);
}

static int line_value_of(const Verdict *verdict)
{
    return verdict->label == VERDICT_DRAW ? 0 : verdict->value;
}

/* Adds the moves whose value counts. */
static void collect(GoodMoves *good, Search *search, const VerdictSource *source,
                    const ConsultTime *time)
{
    KnownMove known[SIDE_MAX * SIDE_MAX];
    int count = consult_moves(source, &search->position, time, known);
    good->count = 0;
    for (int i = 0; i < count; i++) {
        const Verdict *after = &known[i].after;
        Point move = consult_point(&search->position, &known[i]);
        if (!search_avoids(search, move) && counts(after, &source->book)) {
            good->moves[good->count++] = (GoodMove){move, -line_value_of(after), after->depth + 1};
        }
    }
}

static int best_value(const GoodMoves *good)
{
    int best = good->moves[0].value;
    for (int i = 1; i < good->count; i++) {
        best = good->moves[i].value > best ? good->moves[i].value : best;
    }
    return best;
}

/* Leaves the moves that are worth at least so much. */
static void keep_from(GoodMoves *good, int least)
{
    int kept = 0;
    for (int i = 0; i < good->count; i++) {
        if (good->moves[i].value >= least) {
            good->moves[kept++] = good->moves[i];
        }
    }
    good->count = kept;
}

/* Finds the moves that may be played; false: there is none, or the time was too short to ask for
 * all. */
static bool find_moves(GoodMoves *good, Search *search, const VerdictSource *source)
{
    Diagram diagram = consult_diagram(&search->position);
    ConsultTime time = consult_time(search->clock);
    Verdict verdict;
    collect(good, search, source, &time);
    int64_t left = consult_left_ms(&time);
    if (good->count == 0 || left < 0) {
        return false;
    }
    int best = best_value(good);
    if (source->find(source->context, &diagram, left, &verdict)) {
        if (verdict.plies > 0) {
            return false;
        }
        best = counts(&verdict, &source->book) && line_value_of(&verdict) > best
                   ? line_value_of(&verdict)
                   : best;
    }
    keep_from(good, best - source->book.margin);
    return good->count > 0;
}

bool book_draw(Search *search, const VerdictSource *source, const Limits *limits, uint64_t seed,
               Report *report)
{
    GoodMoves good;
    if (source->book.depth == 0 || book_is_left_aside(limits) ||
        clock_left_ms(search->clock) <= 0 || !find_moves(&good, search, source)) {
        return false;
    }
    seed = random_seed(seed, search->position.board.key);
    if (random_below(&seed, PERCENT) >= source->book.variety) {
        keep_from(&good, best_value(&good));
    }
    const GoodMove *drawn = &good.moves[random_below(&seed, good.count)];
    *report = (Report){
        .move = drawn->move,
        .value = drawn->value,
        .depth = drawn->depth,
        .ms = clock_elapsed_ms(search->clock),
        .pv = {.move = {drawn->move}, .length = 1},
    };
    return true;
}

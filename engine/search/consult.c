/* consult - a walk through what is known, and two positions that are told; see consult.h. */
#include "search/consult.h"

#include "search/mate.h"

#include <string.h>

enum {
    LINES_READ = 128,       /* positions whose moves are asked for: a quarter of a second */
    TIME_DIVISOR = 8,       /* the part of the time left in which that is done */
    LEAST_MS = 10,          /* with less for the move nothing is asked */
    PATIENCE_MS = 1000,     /* that whoever is asked may take where no move waits */
    SETTLED = 64 * ONE_PLY, /* the depth of a label: more than any search has */
};

/* The moves that lead from the root to a known position. */
typedef struct {
    int count;
    Point moves[CONSULT_AHEAD];
} KnownLine;

typedef struct {
    Search *search;
    const VerdictSource *source;
    ConsultReach reach;
    ConsultTime time;
    int count; /* of the lines to be read, the root's included */
    KnownLine lines[LINES_READ];
    Point win; /* of the root: the move that wins fastest, by proof; POINT_NONE: there is none */
    int win_plies;
    PointSet forced; /* moves of the root that are to be played, */
    PointSet hoped;  /* that win by somebody's word, */
    PointSet lost;   /* and that lose, or should not be considered */
    bool has_forced, has_hoped;
    bool is_outdated; /* the table was told otherwise before, or has been told too much */
} Consultation;

/* --- positions --- */

Point consult_point(const Position *position, const KnownMove *move)
{
    return geometry_point(&position->board.geometry, move->point.x, move->point.y);
}

Diagram consult_diagram(const Position *position)
{
    const Geometry *geometry = &position->board.geometry;
    Diagram diagram = {.game = position->game, .side = (Colour)position->board.side};
    for (int i = 0; i < diagram_points(&diagram); i++) {
        Coordinates at = diagram_point(&diagram, i);
        diagram.at[i] = position->board.at[geometry_point(geometry, at.x, at.y)];
    }
    return diagram;
}

int64_t consult_left_ms(const ConsultTime *time)
{
    return time == NULL ? PATIENCE_MS : clock_left_ms(time->clock) - time->least_ms;
}

ConsultTime consult_time(const Clock *clock)
{
    int64_t left = clock_left_ms(clock);
    return (ConsultTime){clock, left - left / TIME_DIVISOR};
}

/* Asks for the position after a move on the point that stands there in the diagram, which is the
 * same afterwards; false: it is unknown. */
static bool find_after(const VerdictSource *source, Diagram *diagram, int index, int64_t within_ms,
                       Verdict *verdict)
{
    diagram_put(diagram, index);
    bool is_known = source->find(source->context, diagram, within_ms, verdict);
    diagram_take(diagram, index);
    return is_known;
}

int consult_moves(const VerdictSource *source, Position *position, const ConsultTime *time,
                  KnownMove known[])
{
    Diagram diagram = consult_diagram(position);
    int count = 0;
    int64_t left = consult_left_ms(time);
    for (int i = 0; i < diagram_points(&diagram) && left >= 0; i++) {
        KnownMove *move = &known[count];
        *move = (KnownMove){.point = diagram_point(&diagram, i)};
        if (diagram.at[i] == EMPTY && find_after(source, &diagram, i, left, &move->after) &&
            !position_forbids(position, consult_point(position, move))) {
            count++;
        }
        left = consult_left_ms(time);
    }
    return count;
}

/* --- the transposition table --- */

/* What the table is to say of a verdict; false: nothing. */
static bool told_entry_of(const Verdict *verdict, TtEntry *entry)
{
    bool is_proven = verdict->plies > 0;
    int most = VALUE_ESTIMATE_MAX, value = verdict->value;
    *entry = (TtEntry){.move = POINT_NONE, .depth = SETTLED};
    switch (verdict->label) {
    case VERDICT_WIN:
        entry->value = is_proven ? value_win_at(verdict->plies) : most;
        entry->bound = BOUND_LOWER;
        return true;
    case VERDICT_LOSS:
        entry->value = is_proven ? value_loss_at(verdict->plies) : -most;
        entry->bound = BOUND_UPPER;
        return true;
    case VERDICT_DRAW: entry->bound = BOUND_EXACT; return true;
    default:
        entry->value = value > most ? most : value < -most ? -most : value;
        entry->bound = verdict->bound;
        entry->depth = verdict->depth * ONE_PLY;
        return verdict->bound != BOUND_NONE;
    }
}

/* Stores what is known of the position after a move; false if there is no room to note it. */
static bool store(Search *search, Point move, const Verdict *verdict)
{
    TtEntry entry;
    uint64_t key = board_key_after(&search->position.board, move);
    if (told_entry_of(verdict, &entry)) {
        if (!told_note(&search->told, key, verdict)) {
            return false;
        }
        position_play(&search->position, move, search->position.board.side);
        entry.eval = search_evaluate(search);
        tt_store(search->table, search->position.board.key, 0, &entry);
        position_undo(&search->position);
    }
    return true;
}

/* Says whether what is known now of the positions after all moves leaves standing what the table
 * was told of them before. */
static bool holds_all(Search *search, const KnownMove *known, int count)
{
    const Position *position = &search->position;
    int next = 0;
    bool holds = true;
    for (Point point = 0; search->told.count > 0 && point < position->board.geometry.points;
         point++) {
        bool is_known = next < count && consult_point(position, &known[next]) == point;
        if (position->board.at[point] == EMPTY) {
            holds = holds && told_holds(&search->told, board_key_after(&position->board, point),
                                        is_known ? &known[next].after : NULL);
        }
        next += is_known;
    }
    return holds;
}

/* --- the moves of the root --- */

static void judge_root_move(Consultation *consultation, Point move, const Verdict *verdict)
{
    bool wins = verdict->label == VERDICT_LOSS, is_proven = wins && verdict->plies > 0;
    if (is_proven &&
        (consultation->win == POINT_NONE || verdict->plies + 1 < consultation->win_plies)) {
        consultation->win = move;
        consultation->win_plies = verdict->plies + 1;
    } else if (wins && !is_proven) {
        point_set_add(&consultation->hoped, move);
        consultation->has_hoped = true;
    } else if (verdict->label == VERDICT_FORCED) {
        point_set_add(&consultation->forced, move);
        consultation->has_forced = true;
    } else if (verdict->label == VERDICT_WIN || verdict->label == VERDICT_BLOCKED) {
        point_set_add(&consultation->lost, move);
    }
}

/* Lets the root search the moves that are to be played, or win by somebody's word, alone; or all
 * that are not to be left out. */
static void choose_moves(const Consultation *consultation)
{
    Search *search = consultation->search;
    const PointSet *chosen = consultation->has_forced  ? &consultation->forced
                             : consultation->has_hoped ? &consultation->hoped
                                                       : NULL;
    search->excluded = consultation->lost;
    for (Point point = 0; chosen != NULL && point < POINTS_MAX; point++) {
        if (search->position.board.at[point] == EMPTY && !point_set_has(chosen, point)) {
            point_set_add(&search->excluded, point);
        }
    }
}

/* --- the walk --- */

/* Notes that the moves after a known position are to be asked for, too. */
static void add_line(Consultation *consultation, const KnownLine *line, Point move)
{
    if (line->count + 1 < (int)consultation->reach && consultation->count < LINES_READ) {
        KnownLine *next = &consultation->lines[consultation->count++];
        *next = *line;
        next->moves[next->count++] = move;
    }
}

/* Asks for all moves of the position on the board, to which the line leads. */
static void read_moves(Consultation *consultation, const KnownLine *line)
{
    Search *search = consultation->search;
    KnownMove known[SIDE_MAX * SIDE_MAX];
    int count = consult_moves(consultation->source, &search->position, &consultation->time, known);
    bool is_whole = consult_left_ms(&consultation->time) >= 0;
    consultation->is_outdated |= is_whole && !holds_all(search, known, count);
    for (int i = 0; i < count && !consultation->is_outdated; i++) {
        Point move = consult_point(&search->position, &known[i]);
        consultation->is_outdated = !store(search, move, &known[i].after);
        add_line(consultation, line, move);
        if (line->count == 0) {
            judge_root_move(consultation, move, &known[i].after);
        }
    }
}

static void consult_line(Consultation *consultation, const KnownLine *line)
{
    Position *position = &consultation->search->position;
    for (int i = 0; i < line->count; i++) {
        position_play(position, line->moves[i], position->board.side);
    }
    read_moves(consultation, line);
    for (int i = 0; i < line->count; i++) {
        position_undo(position);
    }
}

/* Reads the lines in the order in which they were found, those of the root first. */
static void consult_all(Consultation *consultation)
{
    for (int i = 0; i < consultation->count && !consultation->is_outdated &&
                    consult_left_ms(&consultation->time) >= 0;
         i++) {
        KnownLine line = consultation->lines[i];
        consult_line(consultation, &line);
    }
}

static void begin_reading(Consultation *consultation, Search *search, const VerdictSource *source,
                          ConsultReach reach)
{
    *consultation = (Consultation){
        .search = search,
        .source = source,
        .reach = reach,
        .time = consult_time(search->clock),
        .count = 1,
    };
    consult_all(consultation);
}

/* The win that is known, as an answer. */
static Report report_win(const Consultation *consultation)
{
    return (Report){
        .move = consultation->win,
        .value = value_win_at(consultation->win_plies),
        .ms = clock_elapsed_ms(consultation->search->clock),
        .pv = {.move = {consultation->win}, .length = 1},
    };
}

bool consult_before(Search *search, const VerdictSource *source, const Limits *limits,
                    ConsultReach reach, Report *report)
{
    Consultation consultation;
    search->excluded = (PointSet){{0}};
    if (clock_budget_ms(limits) < LEAST_MS) {
        return false;
    }
    begin_reading(&consultation, search, source, reach);
    if (consultation.is_outdated) {
        search_forget_table(search);
        begin_reading(&consultation, search, source, reach);
    }
    if (limits->multipv > 1) {
        return false; /* who asks for several best moves wants to see all of them */
    }
    Point win = consultation.win;
    if (win == POINT_NONE || point_set_has(&search->avoided, win)) {
        choose_moves(&consultation);
        return false;
    }
    *report = report_win(&consultation);
    mate_note(search, report->move, report->value, PLY_MAX);
    return true;
}

void consult_nobody(Search *search)
{
    if (search->told.count > 0) {
        search_forget_table(search);
    }
}

/* --- afterwards --- */

static bool avoids_nothing(const Search *search)
{
    static const PointSet none;
    return memcmp(&search->avoided, &none, sizeof none) == 0 &&
           memcmp(&search->excluded, &none, sizeof none) == 0;
}

/* What the report proves or says of the position; false: nothing that is to be told. */
static bool verdict_of(const Search *search, const VerdictSource *source, const Report *report,
                       Verdict *verdict)
{
    bool is_proven = value_is_proven(report->value);
    *verdict = (Verdict){.value = report->value, .depth = report->depth, .bound = BOUND_EXACT};
    if (is_proven) {
        bool wins = report->value > 0;
        int plies = VALUE_WIN - abs(report->value);
        *verdict = (Verdict){.label = wins ? VERDICT_WIN : VERDICT_LOSS, .plies = plies};
        return wins || avoids_nothing(search);
    }
    return report->depth >= source->least_depth && avoids_nothing(search);
}

/* The same of the position after the best move. */
static Verdict verdict_after(const Verdict *verdict)
{
    Verdict after = *verdict;
    after.label = verdict->label == VERDICT_WIN    ? VERDICT_LOSS
                  : verdict->label == VERDICT_LOSS ? VERDICT_WIN
                                                   : VERDICT_OPEN;
    after.plies = verdict->plies > 0 ? verdict->plies - 1 : 0;
    after.value = -verdict->value;
    after.depth = verdict->depth > 0 ? verdict->depth - 1 : 0;
    return after;
}

void consult_after(Search *search, const VerdictSource *source, const Report *report)
{
    Position *position = &search->position;
    Verdict verdict;
    if (source->least_depth == 0 || report->move == POINT_NONE ||
        !verdict_of(search, source, report, &verdict)) {
        return;
    }
    Diagram diagram = consult_diagram(position);
    source->note(source->context, &diagram, &verdict);
    if (verdict.plies != 1) { /* the game is not over */
        Verdict after = verdict_after(&verdict);
        position_play(position, report->move, position->board.side);
        diagram = consult_diagram(position);
        position_undo(position);
        source->note(source->context, &diagram, &after);
    }
}

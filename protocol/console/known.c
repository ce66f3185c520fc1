/* known - asking, marks, sentences; see known.h. */
#include "console/known.h"

#include "conversation/machine.h"
#include "lines/lines.h"
#include "tengen/opening_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOLD_MAX = 8,                          /* moves that have a sentence: the best */
    WORDS_MAX = 100,                       /* bytes of what is said of a move */
    COMMENT_MAX = 900,                     /* bytes of a line of a comment that are shown */
    CLAIM_PLIES = SIDE_MAX * SIDE_MAX + 1, /* more than any proof has */
    LOOKED_AT = 100000,                    /* more than plies or any value */
};

/* The kinds of things that are known of a move, the best first. */
typedef enum { WINS, FORCED, VALUED, DRAWS, NAMED, BLOCKED, LOSES, KINDS } Kind;

static const struct {
    char mark;
    const char *words;
} kinds[KINDS] = {
    [WINS] = {'+', "wins"},          [FORCED] = {'!', "is to be played"},
    [VALUED] = {'*', "has a value"}, [DRAWS] = {'=', "draws"},
    [NAMED] = {'?', "is there"},     [BLOCKED] = {'~', "is not to be played"},
    [LOSES] = {'-', "loses"},
};

static Kind kind_of(const Verdict *after)
{
    static const Kind labelled[VERDICT_LABELS] = {
        [VERDICT_WIN] = LOSES,     [VERDICT_LOSS] = WINS,       [VERDICT_DRAW] = DRAWS,
        [VERDICT_FORCED] = FORCED, [VERDICT_BLOCKED] = BLOCKED,
    };
    return after->label != VERDICT_OPEN  ? labelled[after->label]
           : after->bound == BOUND_EXACT ? VALUED
                                         : NAMED;
}

/* How good a move is among those of its kind: a short win, a large value, a long loss. What is only
 * claimed has no length: it is taken for longer than anything that is proven. Of proven losses
 * those come first that the explorer has analysed: they may be what people play. */
static int merit(const Verdict *after)
{
    Kind kind = kind_of(after);
    int plies = after->plies > 0 ? after->plies : CLAIM_PLIES;
    return kind == WINS                                   ? -plies
           : kind == LOSES && after->bound != BOUND_EXACT ? plies - LOOKED_AT
                                                          : -after->value;
}

/* The best move comes first; of equal ones, the one that stands for its images, or that is in the
 * lower row, or further to the left. */
static int compare(const void *one, const void *other)
{
    const KnownMove *first = one, *second = other;
    const int differences[] = {
        (int)kind_of(&first->after) - (int)kind_of(&second->after),
        merit(&second->after) - merit(&first->after),
        (int)first->is_image - (int)second->is_image,
        first->point.y - second->point.y,
        first->point.x - second->point.x,
    };
    enum { LAST = sizeof differences / sizeof *differences - 1 };
    int at = 0;
    while (at < LAST && differences[at] == 0) {
        at++;
    }
    return differences[at];
}

Known *known_find(Conversation *conversation, bool with_embedded)
{
    Known *known = malloc(sizeof *known);
    if (known != NULL) {
        database_use_open(&conversation->database); /* which brings it up to date */
        VerdictSource source = database_use_source(&conversation->database);
        engine_consult(conversation->engine, &source);
        known->count = engine_known_moves(conversation->engine, with_embedded, known->moves);
        qsort(known->moves, (size_t)known->count, sizeof *known->moves, compare);
    }
    return known;
}

char known_mark(const Known *known, Coordinates point)
{
    for (int i = 0; known != NULL && i < known->count; i++) {
        if (known->moves[i].point.x == point.x && known->moves[i].point.y == point.y) {
            return kinds[kind_of(&known->moves[i].after)].mark;
        }
    }
    return '\0';
}

/* --- sentences --- */

static void write_words(const Verdict *after, char words[WORDS_MAX])
{
    Kind kind = kind_of(after);
    int length = snprintf(words, WORDS_MAX, "%s", kinds[kind].words);
    if ((kind == WINS || kind == LOSES) && after->plies > 0) {
        snprintf(words + length, WORDS_MAX - (size_t)length, " in %d", after->plies + 1);
    } else if (after->bound == BOUND_EXACT && after->depth >= 0) {
        snprintf(words + length, WORDS_MAX - (size_t)length, ", %d at depth %d", -after->value,
                 after->depth + 1);
    } else if (after->bound == BOUND_EXACT) {
        snprintf(words + length, WORDS_MAX - (size_t)length, ", %d", -after->value);
    }
}

/* The opening that begins with the first stones on the board. With two of them the move is the
 * third. NULL: it has no name. */
static const OpeningName *opening_name_of(const Engine *engine, const Coordinates *move)
{
    Coordinates stones[OPENING_NAME_STONES];
    Colour colour;
    int count = 0;
    while (count < OPENING_NAME_STONES &&
           engine_stone_put(engine, count, &stones[count], &colour) &&
           colour == (count % 2 == 0 ? BLACK : WHITE)) {
        count++;
    }
    if (count == OPENING_NAME_STONES - 1 && move != NULL && engine_stone_count(engine) == count) {
        stones[count++] = *move;
    } else if (move != NULL) {
        return NULL;
    }
    return count == OPENING_NAME_STONES ? opening_name(engine_game(engine), stones) : NULL;
}

static void tell_move(Conversation *conversation, const KnownMove *move)
{
    static const char *const sources[] = {
        [KNOWN_BY_SOURCE] = "database",
        [KNOWN_BY_BOOK] = "book",
        [KNOWN_BY_EXPLORER] = "explorer",
    };
    char name[NAMING_TEXT_MAX], words[WORDS_MAX];
    bool is_yixin = conversation_naming(conversation) == NAMING_YIXIN;
    naming_write(is_yixin ? NAMING_YIXIN : NAMING_LETTERS, engine_game(conversation->engine),
                 move->point, name);
    write_words(&move->after, words);
    const OpeningName *opening = opening_name_of(conversation->engine, &move->point);
    char share[WORDS_MAX] = "";
    if (move->share > 0) {
        snprintf(share, sizeof share, ", share %d %%", move->share);
    }
    send_message("  %-4s %c %s, by the %s%s%s%s", name, kinds[kind_of(&move->after)].mark, words,
                 sources[move->source], share, opening != NULL ? ", " : "",
                 opening != NULL ? opening->name : "");
}

static void tell_moves(Conversation *conversation, const Known *known)
{
    send_message("known of %d move%s:", known->count, known->count == 1 ? "" : "s");
    int told = 0;
    for (int i = 0; i < known->count && told < TOLD_MAX; i++) {
        if (!known->moves[i].is_image) {
            tell_move(conversation, &known->moves[i]);
            told++;
        }
    }
    if (known->count > told) {
        send_message("  and of %d more", known->count - told);
    }
}

/* --- the position itself --- */

static Diagram diagram_of(const Engine *engine)
{
    Diagram diagram = {.game = *engine_game(engine), .side = engine_side(engine)};
    for (int i = 0; i < diagram_points(&diagram); i++) {
        diagram.at[i] = (uint8_t)engine_at(engine, diagram_point(&diagram, i));
    }
    return diagram;
}

/* What the position is worth, as if a move of the side to move led to it. */
static Verdict as_of_a_move(const Verdict *verdict)
{
    Verdict after = *verdict;
    after.label = verdict->label == VERDICT_WIN    ? VERDICT_LOSS
                  : verdict->label == VERDICT_LOSS ? VERDICT_WIN
                                                   : verdict->label;
    after.plies -= verdict->plies > 0;
    after.depth -= 1;
    after.value = -verdict->value;
    return after;
}

static void tell_verdict(const Conversation *conversation, const Verdict *verdict)
{
    Verdict after = as_of_a_move(verdict);
    Kind kind = kind_of(&after);
    char words[WORDS_MAX];
    if (kind == WINS || kind == LOSES || kind == DRAWS || kind == VALUED) {
        write_words(&after, words);
        send_message("%s %s, by the database",
                     engine_side(conversation->engine) == BLACK ? "X" : "O", words);
    }
}

/* A comment may have several lines. */
static void tell_comment(const char *comment)
{
    for (const char *line = comment; *line != '\0';) {
        int length = (int)strcspn(line, "\r\n");
        send_message("\"%.*s\"", length < COMMENT_MAX ? length : COMMENT_MAX, line);
        line += length + (int)strspn(line + length, "\r\n");
    }
}

static void tell_position(Conversation *conversation)
{
    Database *database = database_use_open(&conversation->database);
    Diagram diagram = diagram_of(conversation->engine);
    DatabaseRecord record;
    if (database != NULL && database_get(database, &diagram, &record)) {
        tell_verdict(conversation, &record.verdict);
        tell_comment(record.comment);
    }
}

void known_tell(Conversation *conversation, const Known *known)
{
    const OpeningName *opening = opening_name_of(conversation->engine, NULL);
    if (conversation->settings.is_for_programs) {
        for (int i = 0; known != NULL && i < known->count; i++) {
            const KnownMove *move = &known->moves[i];
            machine_send_known(move, opening_name_of(conversation->engine, &move->point));
        }
        if (opening != NULL) {
            machine_send_opening_name(opening);
        }
        return;
    }
    if (opening != NULL) {
        send_message("the opening %s (%s)", opening->name, opening->code);
    }
    if (known != NULL && known->count > 0) {
        tell_moves(conversation, known);
    }
    tell_position(conversation);
}

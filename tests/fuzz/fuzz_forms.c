/* fuzz_forms - every form of files that a database takes in, on any bytes.
 *
 * Where the bytes begin like a form, it reads them. Demanded is what exchange.h promises: positions
 * that can be, texts that find room, a sentence with every refusal, no proof from anything but a
 * proof or our own text, and that whoever wants no more is not told more.
 */
#include "tengen/engine_tools.h"

#include "board/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WANTED = 500 }; /* positions of a file */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void demand(bool holds, const char *words)
{
    if (!holds) {
        fprintf(stderr, "bad form: %s\n", words);
        abort();
    }
}

/* What a form has told so far. */
typedef struct {
    int told;
    bool may_prove;
} Told;

static bool check_position(Told *told, const Diagram *diagram)
{
    demand(rules_fault(&diagram->game) == NULL, "a game that cannot be");
    demand(diagram->side == BLACK || diagram->side == WHITE, "nobody is to move");
    for (int i = 0; i < diagram_points(diagram); i++) {
        demand(diagram->at[i] <= WALL, "a point that holds nothing that there is");
    }
    demand(told->told < WANTED, "more than is wanted");
    return ++told->told < WANTED;
}

static bool take(void *context, const Diagram *diagram, const DatabaseRecord *record)
{
    Told *told = context;
    const Verdict *verdict = &record->verdict;
    demand((unsigned)verdict->label < VERDICT_LABELS && (unsigned)verdict->bound <= BOUND_EXACT,
           "a verdict that there is not");
    demand(told->may_prove || verdict->plies == 0, "a proof");
    demand(strlen(record->comment) < DATABASE_TEXT_MAX, "a comment that finds no room");
    demand(strlen(record->texts) < DATABASE_TEXT_MAX, "board texts that find no room");
    return check_position(told, diagram);
}

static bool count(void *context, const Diagram *diagram, Colour winner)
{
    demand(winner <= EMPTY, "a winner that there is not");
    return check_position(context, diagram);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const Game game = {RULE_FREESTYLE, 15, 15, WIN_LENGTH_MAX};
    static CodePage *page;
    char fault[DATABASE_FAULT_MAX] = "";
    page = page != NULL ? page : code_page_open(code_page_number("gbk"));
    uint8_t *exact = malloc(size + 1);
    demand(exact != NULL, "no memory");
    memcpy(exact, bytes, size);
    exact[size] = '\0';
    const ExchangeForm *form = engine_form_of(exact, size);
    if (form != NULL) {
        bool may_prove = strcmp(form->name, "proof") == 0 || strcmp(form->name, "txt") == 0;
        Told told = {0, may_prove};
        FormNotes notes = {.code_page = size % 2 == 0 ? NULL : page};
        const PositionSink sink = {&told, take, count, &notes};
        bool is_read = form->read(exact, size, &game, &sink, fault);
        demand(is_read == (fault[0] == '\0'), "a refusal without a sentence");
    }
    free(exact);
    return 0;
}

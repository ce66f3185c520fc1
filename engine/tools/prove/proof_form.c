/* proof_form - a walk through all positions of a proof; see proof_form.h. */
#include "tools/prove/proof_form.h"

#include "board/rules.h"
#include "tools/prove/proof_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first_words[] = "TENGEN PROOF ";
static const uint8_t packed[] = {0x1F, 0x8B}; /* how gzip begins */

static bool bytes_begin_with(const uint8_t *bytes, size_t count, const void *with, size_t length)
{
    return count >= length && memcmp(bytes, with, length) == 0;
}

static bool is_form(const uint8_t *bytes, size_t count)
{
    return bytes_begin_with(bytes, count, first_words, sizeof first_words - 1) ||
           bytes_begin_with(bytes, count, packed, sizeof packed);
}

/* --- walking --- */

/* A proof that has been checked; its points are numbered as those of a diagram. */
typedef struct {
    ProofReader reader;
    const ProofBody *body;
    const PositionSink *sink;
    bool is_wanted; /* the sink takes more */
    Colour attacker;
    Diagram diagram;
} ProofWalk;

static void tell_proven(ProofWalk *walk, VerdictLabel label, int plies)
{
    DatabaseRecord record = database_record();
    record.verdict.label = label;
    record.verdict.plies = plies;
    walk->is_wanted =
        walk->is_wanted && walk->sink->take(walk->sink->context, &walk->diagram, &record);
}

static int walk_branch(ProofWalk *walk);

/* Walks through what follows the attacker's move; returns the plies of the longest branch. */
static int form_walk_answers(ProofWalk *walk)
{
    bool has_pass = proof_read_number(&walk->reader) != 0;
    int longest = has_pass ? walk_branch(walk) : 0;
    uint64_t answers = proof_read_number(&walk->reader);
    for (uint64_t i = 0; i < answers; i++) {
        uint64_t answer = proof_read_number(&walk->reader);
        walk->diagram.at[answer] = (uint8_t)rules_opponent((int)walk->attacker);
        int plies = walk_branch(walk);
        walk->diagram.at[answer] = EMPTY;
        longest = plies > longest ? plies : longest;
    }
    return longest;
}

/* Walks through a branch of the attacker, whose position is in the diagram. Returns its plies. A
 * position that was there before is not told again. */
static int walk_branch(ProofWalk *walk)
{
    uint64_t kind = proof_read_number(&walk->reader);
    uint64_t number = proof_read_number(&walk->reader);
    int plies = 1;
    if (kind == PROOF_SAME) {
        return walk->body->lemmas[number].plies;
    }
    if (kind != PROOF_FIVE) {
        walk->diagram.at[number] = (uint8_t)walk->attacker;
        plies += form_walk_answers(walk);
        walk->diagram.side = (Colour)rules_opponent((int)walk->attacker);
        tell_proven(walk, VERDICT_LOSS, plies);
        walk->diagram.at[number] = EMPTY;
        plies++;
    }
    walk->diagram.side = walk->attacker;
    tell_proven(walk, VERDICT_WIN, plies);
    return plies;
}

/* Walks through a proof from its beginning. */
static bool walk_all(const ProofHeader *header, const ProofBody *body, const PositionSink *sink)
{
    ProofWalk walk = {proof_reader_at(body, 0), body, sink, true, (Colour)header->attacker,
                      {.game = header->game}};
    Geometry geometry;
    geometry_init(&geometry, header->game.width, header->game.height);
    memset(walk.diagram.at, EMPTY, sizeof walk.diagram.at);
    for (int i = 0; i < header->stone_count; i++) {
        const Stone *stone = &header->stones[i];
        walk.diagram.at[proof_number_of(&geometry, stone->point)] = stone->colour;
    }
    walk_branch(&walk);
    return walk.is_wanted;
}

/* --- files --- */

/* What a file is read with. */
typedef struct {
    ProofReader reader;
    ProofHeader header;
    ProofBody body;
    BoardTables tables;
    Position position;
} File;

/* Reads and checks the next proof. NULL, or what is wrong with it. */
static const char *read_proof(File *file)
{
    const char *why = proof_read_header(&file->reader, &file->header);
    if (why == NULL) {
        shape_table_fill(&file->tables.shapes, &file->header.game);
        point_pattern_table_fill(&file->tables.point_patterns, file->header.game.rule);
        why = proof_read_position(&file->header, &file->tables, &file->position);
    }
    return why == NULL ? proof_read_body(&file->reader, &file->position, &file->body) : why;
}

static bool read_form(const uint8_t *bytes, size_t count, const Game *game,
                      const PositionSink *sink, char fault[DATABASE_FAULT_MAX])
{
    (void)game;
    File *file = calloc(1, sizeof *file);
    const char *why = file == NULL ? "there is not enough memory"
                      : bytes_begin_with(bytes, count, packed, sizeof packed)
                          ? "it is packed by gzip; zcat unpacks it"
                          : NULL;
    bool is_wanted = why == NULL;
    if (is_wanted) {
        file->reader = (ProofReader){bytes, bytes + count, false};
    }
    while (is_wanted && file->reader.at < file->reader.end) {
        why = read_proof(file);
        is_wanted = why == NULL && walk_all(&file->header, &file->body, sink);
    }
    if (why != NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s", why);
    }
    if (file != NULL) {
        proof_body_drop(&file->body);
    }
    free(file);
    return why == NULL;
}

const ExchangeForm *proof_form(void)
{
    static const ExchangeForm form = {"proof", "a proof", is_form, read_form, NULL};
    return &form;
}

/* proof_read - headers line by line, bodies in one pass; see proof_read.h. */
#include "tools/prove/proof_read.h"

#include "tools/games/array.h"
#include "tools/prove/proof_check.h"
#include "tools/games/record_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = SIDE_MAX * SIDE_MAX };

static const char cut_off[] = "the proof is cut off";

/* --- the header --- */

/* Reads the next line, without its end, which must have room there; false if there is none. */
static bool read_header_line(ProofReader *reader, char line[PROOF_HEADER_MAX])
{
    size_t left = (size_t)(reader->end - reader->at);
    const uint8_t *end =
        memchr(reader->at, '\n', left < PROOF_HEADER_MAX ? left : PROOF_HEADER_MAX);
    if (end == NULL) {
        return false;
    }
    size_t length = (size_t)(end - reader->at);
    memcpy(line, reader->at, length);
    line[length] = '\0';
    reader->at = end + 1;
    return strlen(line) == length;
}

/* Reads stones of one colour, or of both in turns if it is EMPTY. */
static bool read_header_stones(const char *text, int colour, ProofHeader *header)
{
    Geometry geometry;
    geometry_init(&geometry, header->game.width, header->game.height);
    while (text != NULL && *text == ' ' && header->stone_count < CELLS) {
        Stone *stone = &header->stones[header->stone_count];
        text = record_read_point(&geometry, text + 1, &stone->point);
        stone->colour = (uint8_t)(colour == EMPTY ? header->stone_count % COLOURS : colour);
        header->stone_count++;
    }
    return text != NULL && *text == '\0';
}

/* What follows a word that a line begins with; NULL if it begins otherwise. */
static const char *text_after(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 ? line + length : NULL;
}

static bool read_header_game(ProofReader *reader, char *line, Game *game)
{
    int number;
    bool is_read = read_header_line(reader, line) && strcmp(line, "TENGEN PROOF 1") == 0 &&
                   read_header_line(reader, line) && sscanf(line, "rule %9d", &number) == 1 &&
                   read_header_line(reader, line) &&
                   sscanf(line, "board %4d %4d", &game->width, &game->height) == 2 &&
                   read_header_line(reader, line) &&
                   sscanf(line, "win %4d", &game->win_length) == 1;
    return is_read && rules_with_number(number, &game->rule) && rules_fault(game) == NULL;
}

/* Reads the stones, in either form. */
static bool read_stone_lines(ProofReader *reader, char *line, ProofHeader *header)
{
    const char *stones;
    if (!read_header_line(reader, line)) {
        return false;
    }
    header->is_game = (stones = text_after(line, "moves")) != NULL;
    if (header->is_game) {
        return read_header_stones(stones, EMPTY, header);
    }
    return (stones = text_after(line, "stones black")) != NULL &&
           read_header_stones(stones, BLACK, header) && read_header_line(reader, line) &&
           (stones = text_after(line, "stones white")) != NULL &&
           read_header_stones(stones, WHITE, header) && read_header_line(reader, line) &&
           text_after(line, "turn ") != NULL;
}

/* Reads who attacks, and the lines to the end of the header. */
static bool read_rest(ProofReader *reader, char *line, ProofHeader *header)
{
    if (!read_header_line(reader, line)) {
        return false;
    }
    header->attacker = strcmp(line, "attacker white") == 0 ? WHITE : BLACK;
    return text_after(line, "attacker ") != NULL && read_header_line(reader, line) &&
           text_after(line, "program ") != NULL && read_header_line(reader, line) &&
           text_after(line, "nodes ") != NULL && read_header_line(reader, line) &&
           strcmp(line, "end") == 0;
}

const char *proof_read_header(ProofReader *reader, ProofHeader *header)
{
    char line[PROOF_HEADER_MAX];
    header->stone_count = 0;
    bool is_whole = read_header_game(reader, line, &header->game) &&
                    read_stone_lines(reader, line, header) && read_rest(reader, line, header);
    return is_whole ? NULL : "this is no proof, unpacked, whose header is whole";
}

const char *proof_read_position(const ProofHeader *header, const BoardTables *tables,
                                Position *position)
{
    position_clear(position, &header->game, tables);
    for (int i = 0; i < header->stone_count; i++) {
        Stone stone = header->stones[i];
        if (position->board.at[stone.point] != EMPTY) {
            return "two stones of the proof lie on one point";
        }
        position_play(position, stone.point, stone.colour);
    }
    board_set_side(&position->board, header->attacker);
    return NULL;
}

/* --- the body --- */

/* A pass over a branch. */
typedef struct {
    ProofBody *body;
    ProofReader reader;
    bool notes_lemmas;
    const char *fault;
} Scan;

static int scan_branch(Scan *scan, int depth);

static int refuse_body(Scan *scan, const char *fault)
{
    scan->fault = scan->fault == NULL ? fault : scan->fault;
    return 0;
}

/* Where the reader is. */
static int64_t place_in_body(const Scan *scan)
{
    return scan->reader.at - scan->body->bytes;
}

/* The plies of a lemma that is referred to. */
static int scan_reference(Scan *scan)
{
    uint64_t number = proof_read_number(&scan->reader);
    return number < (uint64_t)scan->body->lemma_count
               ? scan->body->lemmas[number].plies
               : refuse_body(scan, "a lemma of the proof has not been shown before");
}

static void note_lemma(Scan *scan, int64_t begin, int plies)
{
    ProofBody *body = scan->body;
    void *lemmas = body->lemmas;
    if (!array_grow(&lemmas, &body->lemma_room, body->lemma_count + 1, sizeof *body->lemmas)) {
        refuse_body(scan, "there is not enough memory");
        return;
    }
    body->lemmas = lemmas;
    body->lemmas[body->lemma_count++] = (ProofBranch){begin, place_in_body(scan), plies};
}

/* Goes over the defender's branches after a move. Returns the plies of the longest. */
static int scan_defence(Scan *scan, int depth)
{
    bool has_pass = proof_read_number(&scan->reader) != 0;
    int longest = has_pass ? scan_branch(scan, depth + 1) : 0;
    uint64_t answers = proof_read_number(&scan->reader);
    for (uint64_t i = 0; i < answers && scan->fault == NULL; i++) {
        proof_read_number(&scan->reader);
        int plies = scan_branch(scan, depth + 1);
        longest = plies > longest ? plies : longest;
    }
    return longest;
}

/* Goes over a branch at that depth, in nodes, and returns the plies of its longest line. */
static int scan_branch(Scan *scan, int depth)
{
    enum { MOVE_AND_ANSWER = 2 };
    int64_t begin = place_in_body(scan);
    uint64_t kind = proof_read_number(&scan->reader);
    if (scan->reader.failed || depth > PROOF_DEPTH_MAX) {
        return refuse_body(scan, cut_off);
    }
    if (kind == PROOF_SAME) {
        return scan_reference(scan);
    }
    proof_read_number(&scan->reader);
    if (kind == PROOF_FIVE) {
        return 1;
    }
    int plies = scan_defence(scan, depth) + MOVE_AND_ANSWER;
    if (kind == PROOF_LEMMA && scan->notes_lemmas) {
        note_lemma(scan, begin, plies);
    }
    return scan->reader.failed ? refuse_body(scan, cut_off) : plies;
}

const char *proof_read_body(ProofReader *reader, const Position *root, ProofBody *body)
{
    body->bytes = reader->at;
    body->count = reader->end - reader->at;
    body->lemma_count = 0;
    Scan scan = {body, *reader, true, NULL};
    scan_branch(&scan, 0);
    if (scan.fault != NULL) {
        return scan.fault;
    }
    body->count = place_in_body(&scan);
    reader->at = scan.reader.at;
    return proof_check_body(root, proof_reader_at(body, 0));
}

void proof_body_drop(ProofBody *body)
{
    free(body->lemmas);
    *body = (ProofBody){0};
}

ProofBranch proof_branch_at(ProofBody *body, int64_t at)
{
    Scan scan = {body, proof_reader_at(body, at), false, NULL};
    int plies = scan_branch(&scan, 0);
    return (ProofBranch){at, place_in_body(&scan), plies};
}

ProofBranch proof_branch_resolved(const ProofBody *body, const ProofBranch *branch)
{
    ProofReader reader = proof_reader_at(body, branch->at);
    return proof_read_number(&reader) == PROOF_SAME ? body->lemmas[proof_read_number(&reader)]
                                                    : *branch;
}

/* book_make - one walk through each proof; see book_make.h. */
#include "tools/prove/book_make.h"

#include "eval/eval.h"
#include "book/book_answer.h"
#include "port/port.h"
#include "tools/games/array.h"
#include "tools/games/key_set.h"
#include "tools/games/origin.h"
#include "tools/prove/proof_read.h"
#include "tools/games/record_text.h"
#include "tools/games/tool.h"
#include "tools/games/worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NOTE_MAX = 200,
    ORIGIN_MAX = 200,
    STONES_TOLD = 8, /* of the position of a proof */
};

/* A game that leads to the position of a proof. */
typedef struct {
    int count;
    Stone *moves; /* owned */
} GameToProof;

typedef struct {
    const ToolListener *listener;
    uint64_t nodes; /* that the solver gets */
    bool has_game;  /* the first proof has told which; from then on there is a worker */
    Game game;      /* of all proofs */
    int attacker;
    GameTables tables;
    Worker *worker;
    ProofBody body; /* of the proof that is walked through */
    KeySet visited; /* the positions in it that have been walked through */
    uint64_t *entries;
    int64_t count, room;
    KeyMap won; /* plies of each win that is proven by a whole file, or by several; by book_key */
    GameToProof *lines;
    int64_t line_count, line_room;
    int proofs, files_done, files;
    ProofHeader header;
    ToolEnd end; /* TOOL_DONE as long as all is well */
    char *fault;
} Maker;

static void walk(Maker *maker, ProofBranch branch);

static void refuse_proof(Maker *maker, const char *name, const char *why)
{
    tool_refuse(maker->fault, "%s: proof %d: %s", name, maker->proofs + 1, why);
    maker->end = TOOL_REFUSED;
}

/* --- entries --- */

static int by_entry(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* Adds an entry for the position that is being visited. */
static void add_entry(Maker *maker, Point move, int plies)
{
    const Board *board = &maker->worker->search.position.board;
    void *entries = maker->entries;
    if (!array_grow(&entries, &maker->room, maker->count + 1, sizeof *maker->entries)) {
        maker->end = TOOL_FAILED;
        return;
    }
    maker->entries = entries;
    maker->entries[maker->count++] = book_entry(board, move, plies);
}

/* Puts the entries in order. Of several with one key the first stays: all were proven, and the book
 * has what follows each. Behind a pass that is not the whole truth: an answer that the pass covers
 * changes nothing for the move of its own proof, and another proof's move may need its point. No
 * game is lost by that with a book in which 8 % of the positions had two moves (test_book.c). */
static void sort_entries(Maker *maker)
{
    int64_t kept = 0;
    if (maker->count > 0) {
        qsort(maker->entries, (size_t)maker->count, sizeof *maker->entries, by_entry);
    }
    for (int64_t i = 0; i < maker->count; i++) {
        bool is_first = kept == 0 || maker->entries[kept - 1] >> BOOK_KEY_SHIFT !=
                                         maker->entries[i] >> BOOK_KEY_SHIFT;
        if (is_first) {
            maker->entries[kept++] = maker->entries[i];
        }
    }
    maker->count = kept;
}

/* --- walking --- */

/* Notes that the position is visited; true if it had been, or there is no memory. */
static bool is_visited(Maker *maker)
{
    KeyAdded added = key_set_add(&maker->visited, maker->worker->search.position.board.key);
    maker->end = added == KEY_NO_MEMORY ? TOOL_FAILED : maker->end;
    return added != KEY_NEW;
}

/* Says whether the engine wins the position by itself. */
static bool is_solved(Maker *maker)
{
    return book_is_solved(&maker->worker->search, maker->nodes);
}

static bool maker_may_go_on(Maker *maker)
{
    const ToolListener *listener = maker->listener;
    if (maker->end == TOOL_DONE &&
        !listener->go_on(listener->context, maker->files_done, maker->files)) {
        maker->end = TOOL_STOPPED;
    }
    return maker->end == TOOL_DONE;
}

/* The defender has to answer: goes on after his pass, and after each answer. */
static void book_walk_answers(Maker *maker, ProofReader *reader)
{
    Position *position = &maker->worker->search.position;
    if (proof_read_number(reader) != 0) {
        ProofBranch pass = proof_branch_at(&maker->body, reader->at - maker->body.bytes);
        board_set_side(&position->board, maker->attacker);
        walk(maker, pass);
        board_set_side(&position->board, rules_opponent(maker->attacker));
        reader->at = maker->body.bytes + pass.end;
    }
    uint64_t answers = proof_read_number(reader);
    for (uint64_t i = 0; i < answers; i++) {
        Point answer = proof_point_of(&position->board.geometry, proof_read_number(reader));
        ProofBranch branch = proof_branch_at(&maker->body, reader->at - maker->body.bytes);
        position_play(position, answer, position->board.side);
        walk(maker, branch);
        position_undo(position);
        reader->at = maker->body.bytes + branch.end;
    }
}

/* The attacker is to move in the position of that branch. */
static void walk(Maker *maker, ProofBranch branch)
{
    Position *position = &maker->worker->search.position;
    ProofBranch resolved = proof_branch_resolved(&maker->body, &branch);
    ProofReader reader = proof_reader_at(&maker->body, resolved.at);
    uint64_t kind = proof_read_number(&reader);
    if (kind == PROOF_FIVE || !maker_may_go_on(maker) || is_visited(maker) || is_solved(maker)) {
        return;
    }
    Point move = proof_point_of(&position->board.geometry, proof_read_number(&reader));
    add_entry(maker, move, resolved.plies);
    position_play(position, move, maker->attacker);
    book_walk_answers(maker, &reader);
    position_undo(position);
}

/* --- what proofs prove together --- */

/* Notes that the position on the board is won, unless that is known. */
static void add_won(Maker *maker, int plies)
{
    int symmetry;
    uint64_t *won =
        key_map_add(&maker->won, book_key(&maker->worker->search.position.board, &symmetry));
    if (won == NULL) {
        maker->end = TOOL_FAILED;
    } else if (*won == 0) {
        *won = (uint64_t)plies;
    }
}

/* The plies of the win in the position on the board; 0: none was proven. */
static int plies_of_won(const Maker *maker)
{
    int symmetry;
    const uint64_t *won =
        key_map_find(&maker->won, book_key(&maker->worker->search.position.board, &symmetry));
    return won != NULL ? (int)*won : 0;
}

/* Keeps the game that led to the position of the proof. */
static void keep_line(Maker *maker)
{
    const ProofHeader *header = &maker->header;
    size_t bytes = sizeof *header->stones * (size_t)header->stone_count;
    void *lines = maker->lines;
    Stone *moves = malloc(bytes + 1);
    if (moves == NULL ||
        !array_grow(&lines, &maker->line_room, maker->line_count + 1, sizeof *maker->lines)) {
        free(moves);
        maker->end = TOOL_FAILED;
        return;
    }
    memcpy(moves, header->stones, bytes);
    maker->lines = lines;
    maker->lines[maker->line_count++] = (GameToProof){header->stone_count, moves};
}

/* The defender is to move: the plies of the longest win against any of his answers; 0 if one of
 * them is open. */
static int longest_win(const Maker *maker)
{
    Position *position = &maker->worker->search.position;
    int longest = 0;
    for (int i = 0; i < maker->game.width * maker->game.height; i++) {
        Point answer = proof_point_of(&position->board.geometry, (uint64_t)i);
        if (position->board.at[answer] != EMPTY || position_forbids(position, answer)) {
            continue;
        }
        position_play(position, answer, position->board.side);
        int plies = plies_of_won(maker);
        position_undo(position);
        if (plies == 0) {
            return 0;
        }
        longest = plies > longest ? plies : longest;
    }
    return longest;
}

/* Sets up the line up to the attacker's move number `at` of the line, and says whether that was
 * found to win. */
static bool join(Maker *maker, const GameToProof *line, int at)
{
    enum { MOVE_AND_ANSWER = 2 };
    Position *position = &maker->worker->search.position;
    position_clear(position, &maker->game, &maker->tables.board);
    for (int i = 0; i < at; i++) {
        position_play(position, line->moves[i].point, line->moves[i].colour);
    }
    if (plies_of_won(maker) > 0) {
        return false;
    }
    position_play(position, line->moves[at].point, line->moves[at].colour);
    int plies = longest_win(maker);
    position_undo(position);
    if (plies > 0) {
        add_won(maker, plies + MOVE_AND_ANSWER);
        add_entry(maker, line->moves[at].point, plies + MOVE_AND_ANSWER);
    }
    return plies > 0;
}

/* Adds the positions that the proofs prove together, the last ones of the games first. */
static void join_all(Maker *maker)
{
    bool is_new = true;
    while (is_new) {
        is_new = false;
        for (int64_t i = 0; i < maker->line_count && maker->end == TOOL_DONE; i++) {
            const GameToProof *line = &maker->lines[i];
            for (int at = line->count - 2; at >= 0; at -= 2) {
                is_new |= join(maker, line, at);
            }
        }
    }
}

static void free_lines(Maker *maker)
{
    for (int64_t i = 0; i < maker->line_count; i++) {
        free(maker->lines[i].moves);
    }
    free(maker->lines);
}

/* --- proofs --- */

/* Begins with the game of the first proof, or says whether this is the same. */
static bool settle_game(Maker *maker)
{
    const ProofHeader *header = &maker->header;
    if (maker->has_game) {
        return memcmp(&header->game, &maker->game, sizeof maker->game) == 0 &&
               header->attacker == maker->attacker;
    }
    maker->has_game = true;
    maker->game = header->game;
    maker->attacker = header->attacker;
    eval_fill_tables(&maker->tables, &maker->game, EVALUATION_BEST);
    maker->worker = worker_new(&maker->game, &maker->tables, maker->nodes);
    maker->end = maker->worker == NULL ? TOOL_FAILED : TOOL_DONE;
    return true;
}

/* Tells how many entries a proof has brought. */
static void tell_entries(const Maker *maker, int64_t entries)
{
    const Board *board = &maker->worker->search.position.board;
    char line[NOTE_MAX], moves[STONES_TOLD * (RECORD_MOVE_TEXT_MAX + 1) + 1] = "";
    int length = 0;
    for (int i = 0; i < board->count && i < STONES_TOLD; i++) {
        moves[length++] = ' ';
        length += record_write_move(&board->geometry, board->moves[i].point, moves + length);
    }
    snprintf(line, sizeof line,
             "proof %d,%s%s: %" PRId64 " of %" PRIu64 " positions go into the book", maker->proofs,
             moves, board->count > STONES_TOLD ? " ..." : "", entries, maker->visited.count);
    maker->listener->line(maker->listener->context, line);
}

/* Takes in the proof that the reader begins with. */
static void take_proof(Maker *maker, const char *name, ProofReader *reader)
{
    const char *why = proof_read_header(reader, &maker->header);
    if (why == NULL && !settle_game(maker)) {
        why = "it is of another game, or another side wins";
    }
    if (why == NULL && maker->end == TOOL_DONE) {
        Position *position = &maker->worker->search.position;
        why = proof_read_position(&maker->header, &maker->tables.board, position);
        why = why == NULL ? proof_read_body(reader, position, &maker->body) : why;
    }
    if (why != NULL) {
        refuse_proof(maker, name, why);
    }
    if (maker->end == TOOL_DONE) {
        int64_t before = maker->count;
        maker->proofs++;
        ProofBranch root = proof_branch_at(&maker->body, 0);
        add_won(maker, root.plies);
        if (maker->header.is_game) {
            keep_line(maker);
        }
        walk(maker, root);
        tell_entries(maker, maker->count - before);
        key_set_free(&maker->visited);
    }
}

static void take_file(Maker *maker, const ToolFiles *files, int file)
{
    size_t count = 0;
    const uint8_t *bytes = files->read(files->context, file, &count);
    if (bytes == NULL) {
        maker->end = TOOL_FAILED;
        return;
    }
    ProofReader reader = {bytes, bytes + count, false};
    do {
        take_proof(maker, files->names[file], &reader);
    } while (maker->end == TOOL_DONE && reader.at < reader.end);
}

/* --- the book --- */

/* Hands the finished book on; false if there is no memory. */
static bool write_book(const Maker *maker)
{
    char origin[ORIGIN_MAX];
    BookHeader header = {
        .version = BOOK_VERSION,
        .rule = (uint32_t)rules_number(maker->game.rule),
        .width = (uint32_t)maker->game.width,
        .height = (uint32_t)maker->game.height,
        .win_length = (uint32_t)maker->game.win_length,
        .attacker = (uint32_t)maker->attacker,
        .nodes = (uint32_t)maker->nodes,
        .entries = (uint32_t)maker->count,
    };
    memcpy(header.magic, BOOK_MAGIC, sizeof header.magic);
    header.origin_bytes = (uint32_t)snprintf(origin, sizeof origin, "%d proofs, engine %s",
                                             maker->proofs, origin_engine);
    size_t at = book_entries_at(header.origin_bytes);
    size_t bytes = at + (size_t)maker->count * sizeof *maker->entries;
    char *file = calloc(1, bytes);
    if (file == NULL) {
        return false;
    }
    memcpy(file + sizeof header, origin, header.origin_bytes);
    if (maker->count > 0) {
        memcpy(file + at, maker->entries, (size_t)maker->count * sizeof *maker->entries);
    }
    memcpy(file, &header, sizeof header);
    header.checksum = book_checksum(file, bytes);
    memcpy(file, &header, sizeof header);
    maker->listener->bytes(maker->listener->context, file, bytes);
    free(file);
    return true;
}

ToolEnd book_make(const ToolFiles *files, uint64_t nodes, const ToolListener *listener,
                  char fault[TOOL_FAULT_MAX])
{
    Maker *maker = port_pages_new(sizeof *maker);
    if (maker == NULL) {
        return TOOL_FAILED;
    }
    maker->listener = listener;
    maker->nodes = nodes;
    maker->fault = fault;
    maker->files = files->count;
    while (maker->files_done < files->count && maker->end == TOOL_DONE) {
        take_file(maker, files, maker->files_done);
        maker->files_done++;
    }
    if (maker->end == TOOL_DONE) {
        join_all(maker);
        sort_entries(maker);
        maker->end = write_book(maker) ? TOOL_DONE : TOOL_FAILED;
    }
    ToolEnd end = maker->end;
    key_set_free(&maker->visited);
    key_map_free(&maker->won);
    free_lines(maker);
    proof_body_drop(&maker->body);
    worker_free(maker->worker);
    free(maker->entries);
    port_pages_free(maker, sizeof *maker);
    return end;
}

/* Checks books: that a position is found however the board is turned, that whoever plays by a book
 * and leaves the rest to the solver wins against any defence, and that files in which something is
 * wrong are refused, those of books as well as the proofs that they are made of.
 */
#include "book/book_answer.h"
#include "search/solver.h"
#include "tools/prove/book_make.h"
#include "tools/games/record_text.h"

#include "aligned.h"
#include "drawn.h"
#include "scatter.h"
#include "settled.h"
#include "tool_output.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOARDS = 200,
    FULLEST = 40, /* percent of the points */
    BLACK_PERCENT = 50,
    WORKER_NODES = 1000,
    FEW_NODES = 10, /* so few that the book needs many positions of the proof */
    GAMES = 200,
    BEHIND_PASSES_MIN = 20, /* so many of their moves must be those behind passes */
    NOT_ENOUGH = 1500,      /* nodes with which it does not, but looks at the clock */
    HAND_ENTRIES = 4,
    PLENTY = 50000, /* nodes with which the solver finds a win */
    CHANGES = 400,
    MAKER_NODES = 50,
    BOOK_CHANGES = 3000,
    WALKS = 150,   /* of each book, as are SET_UPS and HURRIED_GAMES */
    ANSWERS = 10,  /* that are looked at behind each move of the book */
    CARELESS = 30, /* percent of its moves that overlook an open four to come */
    NEAR = 80,     /* percent of the defender's moves that are near other stones */
    PLIES_LIMIT = 120,
    SET_UPS = 750,           /* positions of each embedded book that are changed */
    CHANGED_CLAIMS_MIN = 10, /* so many of them must be claimed to be won all the same */
    STONES_MORE = 4,         /* that a change puts on the board at most */
    DEFENDER_NODES = 300,
    HURRIED_GAMES = 12,
    HURRIED_NODES = 10000, /* what a move of 20 ms has on a busy core */
};

static const Game freestyle = {RULE_FREESTYLE, 15, 15, WIN_LENGTH_MAX};
static const Game renju = {RULE_RENJU, 15, 15, WIN_LENGTH_MAX};

/* A game, its tables, a worker that plays it, and the reader of its book. */
typedef struct {
    GameTables *tables;
    Worker *worker;
    BookReader *reader;
} Table;

static Table table_new(const Game *game)
{
    Table table = {aligned_new(sizeof *table.tables), NULL, aligned_new(sizeof *table.reader)};
    eval_fill_tables(table.tables, game, EVALUATION_BEST);
    table.worker = worker_new(game, table.tables, WORKER_NODES);
    assert_non_null(table.worker);
    return table;
}

static void table_free(Table *table)
{
    book_reader_close(table->reader);
    free(table->reader);
    worker_free(table->worker);
    free(table->tables);
}

static Position *position_of(const Table *table)
{
    return &table->worker->search.position;
}

/* The answer of the book that the reader has. */
static bool answers(const Table *table, const Limits *limits, Report *report)
{
    return book_answer(table->reader, &table->worker->search, limits, report);
}

/* Puts an image of stones given as "h8i9" on an empty board, black first. */
static void play_image(const Table *table, const char *moves, int symmetry)
{
    Position *position = position_of(table);
    const Geometry *geometry = &position->board.geometry;
    worker_clear(table->worker);
    while (*moves != '\0') {
        Point point;
        moves = record_read_point(geometry, moves, &point);
        assert_non_null(moves);
        Coordinates at = geometry_image(geometry, geometry_coordinates(geometry, point), symmetry);
        position_play(position, geometry_point(geometry, at.x, at.y), position->board.side);
    }
}

static Point point_named(const Table *table, const char *name)
{
    Point point;
    assert_non_null(record_read_point(&position_of(table)->board.geometry, name, &point));
    return point;
}

/* The same with the stones as they are. */
static void play(const Table *table, const char *moves)
{
    play_image(table, moves, 0);
}

/* ------------------------------------------------------------------------------------- keys */

/* The key of an image of the stones, put on the board in another order. */
static uint64_t key_of_image(const Board *board, int symmetry)
{
    Board image = *board;
    int ignored;
    for (int i = 0; i < board->count; i++) {
        Stone stone = board->moves[board->count - 1 - i];
        Coordinates at = geometry_coordinates(&board->geometry, stone.point);
        at = geometry_image(&board->geometry, at, symmetry);
        image.moves[i] = (Stone){geometry_point(&board->geometry, at.x, at.y), stone.colour};
    }
    return book_key(&image, &ignored);
}

TEST(images_have_one_key)
{
    static const Game games[] = {{RULE_FREESTYLE, 15, 15, 5}, {RULE_FREESTYLE, 12, 9, 5}};
    uint64_t random = SCATTER_SEED;
    for (int i = 0; i < BOARDS; i++) {
        Drawn *drawn = drawn_new(games[i % 2]);
        Board *board = &drawn->position.board;
        int symmetry;
        scatter_stones(drawn, games[i % 2], FULLEST, BLACK_PERCENT, &random);
        uint64_t key = book_key(board, &symmetry);
        assert_true(symmetry < geometry_symmetries(&board->geometry));
        for (int k = 0; k < geometry_symmetries(&board->geometry); k++) {
            assert_true(key_of_image(board, k) == key);
        }
        if (board->count > 0) {
            board->moves[0].colour ^= 1;
            assert_true(book_key(board, &symmetry) != key);
            board->count--;
            assert_true(book_key(board, &symmetry) != key);
        }
        free(drawn);
    }
}

/* ------------------------------------------------------------------------------------- making */

/* The one file that a book is made of. */
static const void *read_one(void *context, int file, size_t *count)
{
    const ProofBytes *bytes = context;
    assert_int_equal(file, 0);
    *count = (size_t)bytes->count;
    return bytes->bytes;
}

static void drop_line(void *context, const char *line)
{
    (void)context;
    assert_true(strncmp(line, "proof ", strlen("proof ")) == 0);
}

/* The bytes of the book go to the output. */
static ToolEnd make_book(ProofBytes *proofs, uint64_t nodes, ToolOutput *output,
                         char fault[TOOL_FAULT_MAX])
{
    static const char *const names[] = {"proofs"};
    ToolFiles files = {1, names, proofs, read_one};
    ToolListener listener = tool_output_listener(output);
    listener.line = drop_line;
    return book_make(&files, nodes, &listener, fault);
}

/* Appends the proof of a position that was given as moves. */
static void add_proof(const Table *table, const char *moves, ProofBytes *proofs)
{
    Position *root = malloc(sizeof *root);
    assert_non_null(root);
    play(table, moves);
    *root = *position_of(table);
    settled_proof(table->worker, root, proofs);
    free(root);
}

/* ------------------------------------------------------------------------------------- playing */

/* What a game needed. */
typedef struct {
    int from_book, behind_passes;
} Count;

/* One of the moves of the situation, at random; any point, if nothing helps. */
static Point candidate_of(Search *search, Situation situation, uint64_t *random)
{
    Move *moves = search_moves(search, 0);
    int count = candidates_list_legal(&search->position, situation, moves);
    return count > 0 ? moves[drawn_below(random, count)].point
                     : drawn_random_point(&search->position, random, NEAR);
}

/* The attacker's move: a five or an open four, of the book, or the solver's. */
static Point attack(const Table *table, uint64_t nodes, uint64_t *random, Count *count)
{
    Search *search = &table->worker->search;
    Limits limits = limits_none();
    Report report;
    Variation pv;
    int plies;
    search_forget(search);
    Situation situation = candidates_situation(&search->position);
    if (situation == SITUATION_FIVE || situation == SITUATION_OPEN_FOUR) {
        return candidate_of(search, situation, random);
    }
    if (answers(table, &limits, &report)) {
        BookMove found;
        count->from_book++;
        count->behind_passes += !book_find(&table->reader->book, &search->position, &found);
        return report.move;
    }
    search_begin(search);
    assert_true(solver_solve(search, nodes, PLY_MAX, &pv, &plies));
    return pv.move[0];
}

/* The defender's: it stops what threatens to win at once, and mostly an open four, too. */
static Point defend(Search *search, uint64_t *random)
{
    Situation situation = candidates_situation(&search->position);
    bool is_careless = drawn_below(random, 100) < CARELESS;
    bool is_bound = situation == SITUATION_BLOCK || (situation == SITUATION_DEFEND && !is_careless);
    return is_bound ? candidate_of(search, situation, random)
                    : drawn_random_point(&search->position, random, NEAR);
}

/* Plays a game from the position on the board to its end, which must be a five of the attacker. */
static void play_game(const Table *table, uint64_t nodes, uint64_t *random, Count *count)
{
    Position *position = position_of(table);
    int attacker = position->board.side;
    for (int i = 0; i < PLIES_LIMIT; i++) {
        bool attacks = position->board.side == attacker;
        Search *search = &table->worker->search;
        Point move = attacks ? attack(table, nodes, random, count) : defend(search, random);
        bool wins = position_threat(position, move) == THREAT_FIVE;
        assert_true(attacks || !wins);
        if (wins) {
            return;
        }
        position_play(position, move, position->board.side);
    }
    fail_msg("%d plies without an end", PLIES_LIMIT);
}

/* Plays by a book of proofs that meet in many positions; in 52 of its 667 they go on by different
 * moves. The book has one of these, also behind the passes of a proof that has the other. */
TEST(a_book_of_proofs_that_meet_wins)
{
    static const char *const roots[] = {"h8a1i9a15", "h8a1i9o15", "h8o1i9a15"};
    enum { ROOTS = sizeof roots / sizeof *roots };
    Table table = table_new(&freestyle);
    ProofBytes proofs = {0};
    ToolOutput output = {0};
    Count count = {0};
    Book book;
    uint64_t random = SCATTER_SEED;
    char fault[TOOL_FAULT_MAX] = "";
    for (int i = 0; i < ROOTS; i++) {
        add_proof(&table, roots[i], &proofs);
    }
    assert_int_equal(make_book(&proofs, FEW_NODES, &output, fault), TOOL_DONE);
    assert_null(book_open(&book, output.bytes, output.byte_count));
    book_reader_open(table.reader, &book);
    for (long i = drawn_scaled(GAMES) * ROOTS; i > 0; i--) {
        play_image(&table, roots[i % ROOTS], drawn_below(&random, SYMMETRIES));
        play_game(&table, 1 << 16, &random, &count);
    }
    if (drawn_scaled(GAMES) >= GAMES) {
        assert_true(count.behind_passes >= ROOTS * BEHIND_PASSES_MIN);
    }
    tool_output_free(&output);
    proof_drop_bytes(&proofs);
    table_free(&table);
}

/* A book written by hand. */
typedef struct {
    BookHeader header;
    char origin[BOOK_ALIGNMENT];
    uint64_t entries[HAND_ENTRIES];
} HandBook;

_Static_assert(offsetof(HandBook, entries) % BOOK_ALIGNMENT == 0, "as a file has them");

/* The stones, as "h8a1" has them, with black to move, and his move. */
static uint64_t entry_for(const Table *table, const char *moves, Point move)
{
    play(table, moves);
    return book_entry(&position_of(table)->board, move, 1);
}

/* An entry for the same with one more black stone: the position behind a pass. */
static uint64_t entry_behind_pass(const Table *table, const char *moves, Point stone, Point move)
{
    play(table, moves);
    position_play(position_of(table), stone, BLACK);
    return book_entry(&position_of(table)->board, move, 1);
}

static int by_number(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* Writes a book of the table's game, which the table's reader begins to read. */
static void read_by_hand(const Table *table, HandBook *file, uint32_t nodes,
                         const uint64_t entries[HAND_ENTRIES])
{
    Book book;
    *file = (HandBook){.header = {.version = BOOK_VERSION,
                                  .rule = (uint32_t)rules_number(table->worker->game->rule),
                                  .width = 15,
                                  .height = 15,
                                  .win_length = WIN_LENGTH_MAX,
                                  .nodes = nodes,
                                  .entries = HAND_ENTRIES}};
    memcpy(file->header.magic, BOOK_MAGIC, sizeof file->header.magic);
    memcpy(file->entries, entries, sizeof file->entries);
    qsort(file->entries, HAND_ENTRIES, sizeof *file->entries, by_number);
    file->header.checksum = book_checksum(file, sizeof *file);
    assert_null(book_open(&book, file, sizeof *file));
    book_reader_open(table->reader, &book);
}

/* Behind an answer that is not in the book, the solver decides whether it is a pass: what it wins
 * was left to it. */
TEST(an_answer_that_is_solved_is_no_pass)
{
    Table table = table_new(&freestyle);
    Position *position = position_of(&table);
    Limits limits = limits_none();
    Report report;
    HandBook file;
    Point first = point_named(&table, "g9"), second = point_named(&table, "k2");
    const uint64_t entries[HAND_ENTRIES] = {
        entry_for(&table, "h8a1i8a3", first),
        entry_behind_pass(&table, "h8a1i8a3", first, second),
        entry_behind_pass(&table, "h8a1i8a3", point_named(&table, "k3"), second),
        entry_for(&table, "h8a1i8a3g9b2k2", point_named(&table, "h9")),
    };
    for (uint32_t nodes = 1; nodes <= PLENTY; nodes *= PLENTY) {
        read_by_hand(&table, &file, nodes, entries);
        play(&table, "h8a1i8a3g9a5");
        assert_int_equal(answers(&table, &limits, &report), nodes == 1);
        assert_true(nodes > 1 || report.move == second);
        play(&table, "h8a1i8a3g9k2"); /* there is a stone on the point */
        assert_false(answers(&table, &limits, &report));
        play(&table, "h8a1i8a3k2"); /* black's own stone is no answer */
        board_set_side(&position->board, BLACK);
        assert_false(answers(&table, &limits, &report));
        play(&table, "h8a1i8a3k3a5"); /* what followed the book's move is not told of another one */
        assert_false(answers(&table, &limits, &report));
        play(&table, "h8a1i8a3g9a5k2b2"); /* in the book without a5 */
        assert_int_equal(answers(&table, &limits, &report), nodes == 1);
        assert_int_equal(position->board.count, 8);
        play(&table, "h8a1i8a3g9a5");
        position_play(position, point_named(&table, "b9"), WHITE); /* nor are more stones a pass */
        assert_false(answers(&table, &limits, &report));
    }
    table_free(&table);
}

/* The stone of a pass can make a foul of the book's move: here e6 makes one of g7. */
TEST(a_foul_is_no_answer)
{
    static const char moves[] = "h8j9e10l13g9c6h9l9e8d3e5e7f7f4";
    Table table = table_new(&renju);
    Limits limits = limits_none();
    Report report;
    HandBook file;
    Point first = point_named(&table, "g10"), second = point_named(&table, "g7");
    const uint64_t entries[HAND_ENTRIES] = {
        entry_for(&table, moves, first),
        entry_behind_pass(&table, moves, first, second),
        entry_for(&table, "a1", first), /* never come up */
        entry_for(&table, "b2", first),
    };
    read_by_hand(&table, &file, 1, entries);
    play(&table, "h8j9e10l13g9c6h9l9e8d3e5e7f7f4g10o1");
    assert_true(answers(&table, &limits, &report));
    assert_true(report.move == second);
    play(&table, "h8j9e10l13g9c6h9l9e8d3e5e7f7f4g10e6");
    assert_true(position_forbids(position_of(&table), second));
    assert_false(answers(&table, &limits, &report));
    table_free(&table);
}

/* Who is stopped while the solver is asked knows of no pass. */
TEST(a_stopped_engine_takes_nothing_for_a_pass)
{
    Table table = table_new(&freestyle);
    Limits limits = limits_none();
    Report report;
    HandBook file;
    Point first = point_named(&table, "j10"), second = point_named(&table, "k10");
    const uint64_t entries[HAND_ENTRIES] = {
        entry_for(&table, "h8h9i9g7j8k7", first),
        entry_behind_pass(&table, "h8h9i9g7j8k7", first, second),
        entry_for(&table, "a1", first), /* never come up */
        entry_for(&table, "b2", first),
    };
    read_by_hand(&table, &file, NOT_ENOUGH, entries);
    play(&table, "h8h9i9g7j8k7j10j11");
    assert_true(answers(&table, &limits, &report));
    clock_stop(&table.worker->clock);
    assert_true(answers(&table, &limits, &report));  /* of this one it knows */
    assert_false(answers(&table, &limits, &report)); /* but follows what was stopped anew */
    play(&table, "h8h9i9g7j8k7j10j11");
    assert_true(answers(&table, &limits, &report));
    table_free(&table);
}

TEST(searches_are_not_answered_from_a_book)
{
    Table table = table_new(&freestyle);
    Search *search = &table.worker->search;
    ProofBytes proofs = {0};
    ToolOutput output = {0};
    Book book;
    Report report;
    char fault[TOOL_FAULT_MAX] = "";
    Limits limits = limits_none(), deep = limits, counted = limits, several = limits,
           hasty = limits;
    add_proof(&table, "h8a1i9a15", &proofs);
    assert_int_equal(make_book(&proofs, FEW_NODES, &output, fault), TOOL_DONE);
    assert_null(book_open(&book, output.bytes, output.byte_count));
    book_reader_open(table.reader, &book);
    deep.depth = 2;
    counted.nodes = 2;
    several.multipv = 2;
    hasty.turn_ms = 1;
    play(&table, "h8a1i9a15");
    assert_true(answers(&table, &limits, &report));
    assert_true(report.value >= VALUE_PROVEN_MIN && report.pv.length == 1 && report.depth == 0);
    assert_false(answers(&table, &deep, &report));
    assert_false(answers(&table, &counted, &report));
    assert_false(answers(&table, &several, &report));
    assert_false(answers(&table, &hasty, &report));
    point_set_add(&search->avoided,
                  point_named(&table, "h8")); /* has a stone: nobody plays there */
    assert_true(answers(&table, &limits, &report));
    point_set_add(&search->avoided, point_named(&table, "o1")); /* wherever the book plays now */
    assert_false(answers(&table, &limits, &report));
    memset(&search->avoided, 0, sizeof search->avoided);
    board_set_side(&search->position.board, WHITE);
    assert_false(answers(&table, &limits, &report));
    play(&table, "h8a1i9a15");
    board_block(&search->position.board, geometry_point(&search->position.board.geometry, 0, 7));
    position_rebuild(&search->position);
    assert_false(answers(&table, &limits, &report));
    tool_output_free(&output);
    proof_drop_bytes(&proofs);
    table_free(&table);
}

/* ------------------------------------------------------------------------------------- files */

/* A book of a small proof. */
static void make_small(ProofBytes *proofs, ToolOutput *output)
{
    Table table = table_new(&freestyle);
    char fault[TOOL_FAULT_MAX] = "";
    add_proof(&table, "h8a1i8a3g9a5", proofs);
    assert_int_equal(make_book(proofs, 1, output, fault), TOOL_DONE);
    table_free(&table);
}

/* Each changed byte of a book is found; with a checksum that fits, nothing worse than a book whose
 * entries are in order comes of it. */
TEST(damaged_books_are_refused)
{
    ProofBytes proofs = {0};
    ToolOutput output = {0};
    Book book;
    uint64_t random = SCATTER_SEED;
    make_small(&proofs, &output);
    assert_null(book_open(&book, output.bytes, output.byte_count));
    assert_non_null(book_open(&book, output.bytes, output.byte_count - 1));
    assert_non_null(book_open(&book, output.bytes, sizeof(BookHeader) - 1));
    for (size_t i = 0; i < output.byte_count; i++) {
        output.bytes[i] ^= 1;
        assert_non_null(book_open(&book, output.bytes, output.byte_count));
        output.bytes[i] ^= 1;
    }
    for (int i = 0; i < BOOK_CHANGES; i++) {
        uint8_t *byte = &output.bytes[drawn_below(&random, (int)output.byte_count)], before = *byte;
        *byte ^= (uint8_t)(1 << drawn_below(&random, 8));
        ((BookHeader *)(void *)output.bytes)->checksum =
            book_checksum(output.bytes, output.byte_count);
        if (book_open(&book, output.bytes, output.byte_count) == NULL) {
            Drawn *drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
            BookMove found;
            book_find(&book, &drawn->position, &found);
            free(drawn);
        }
        *byte = before;
    }
    tool_output_free(&output);
    proof_drop_bytes(&proofs);
}

/* A changed proof is refused, or still one: whatever it says, nothing crashes. */
TEST(changed_proofs_are_refused)
{
    ProofBytes proofs = {0};
    ToolOutput output = {0};
    uint64_t random = SCATTER_SEED;
    long refused = 0, tried = drawn_scaled(CHANGES);
    make_small(&proofs, &output);
    tool_output_free(&output);
    for (long i = 0; i < tried; i++) {
        char fault[TOOL_FAULT_MAX] = "";
        ProofBytes changed = {0};
        proof_add_bytes(&changed, proofs.bytes, proofs.count);
        if (i % 3 == 0) {
            changed.count = drawn_below(&random, (int)changed.count);
        } else {
            changed.bytes[drawn_below(&random, (int)changed.count)] ^=
                (uint8_t)(1 << drawn_below(&random, 8));
        }
        output = (ToolOutput){0};
        ToolEnd end = make_book(&changed, MAKER_NODES, &output, fault);
        assert_true(end == TOOL_DONE ||
                    (end == TOOL_REFUSED && strstr(fault, "proofs: ") == fault));
        refused += end == TOOL_REFUSED;
        tool_output_free(&output);
        proof_drop_bytes(&changed);
    }
    assert_true(refused * 10 > tried * 7);
    proof_drop_bytes(&proofs);
}

/* Two proofs in one file are one book, if they are of one game. */
TEST(proofs_belong_together)
{
    Game standard = {RULE_STANDARD, 15, 15, WIN_LENGTH_MAX};
    Table table = table_new(&freestyle), other = table_new(&standard);
    ProofBytes proofs = {0};
    ToolOutput one = {0}, two = {0}, none = {0};
    Book first, second;
    char fault[TOOL_FAULT_MAX] = "";
    add_proof(&table, "h8a1i8a3g9a5", &proofs);
    assert_int_equal(make_book(&proofs, 1, &one, fault), TOOL_DONE);
    add_proof(&table, "h8a1i8a3g9a7", &proofs);
    assert_int_equal(make_book(&proofs, 1, &two, fault), TOOL_DONE);
    assert_null(book_open(&first, one.bytes, one.byte_count));
    assert_null(book_open(&second, two.bytes, two.byte_count));
    assert_true(second.header->entries > first.header->entries);
    assert_true(strstr(second.origin, "2 proofs") == second.origin);
    add_proof(&other, "h8a1i8a3g9a5", &proofs);
    assert_int_equal(make_book(&proofs, 1, &none, fault), TOOL_REFUSED);
    assert_non_null(strstr(fault, "proof 3: it is of another game"));
    tool_output_free(&one);
    tool_output_free(&two);
    tool_output_free(&none);
    proof_drop_bytes(&proofs);
    table_free(&table);
    table_free(&other);
}

/* Proofs against all answers to a move are a book for the position before it; not if one of them is
 * missing. */
TEST(proofs_against_all_answers_are_joined)
{
    static const Game small = {RULE_FREESTYLE, 4, 4, 3};
    static const char *const answers[] = {"a1", "b1", "c1", "d1", "c2", "d2", "c3", "d3", "d4"};
    enum { KINDS = sizeof answers / sizeof *answers }; /* the others are their images */
    Table table = table_new(&small);
    ProofBytes proofs = {0};
    for (int i = 0; i < KINDS; i++) {
        ToolOutput output = {0};
        BookMove found;
        Book book;
        char moves[8], fault[TOOL_FAULT_MAX] = "";
        snprintf(moves, sizeof moves, "b2%s", answers[i]);
        add_proof(&table, moves, &proofs);
        assert_int_equal(make_book(&proofs, 1, &output, fault), TOOL_DONE);
        assert_null(book_open(&book, output.bytes, output.byte_count));
        play(&table, "");
        assert_int_equal(book_find(&book, position_of(&table), &found), i == KINDS - 1);
        if (i == KINDS - 1) {
            assert_int_equal(found.move,
                             geometry_point(&position_of(&table)->board.geometry, 1, 1));
            assert_true(found.plies > 3 && found.plies < BOOK_PLIES_MAX);
        }
        tool_output_free(&output);
    }
    proof_drop_bytes(&proofs);
    table_free(&table);
}

/* ------------------------------------------------------------------------------------- embedded */

/* Calls a check with each game of which a book is embedded. */
static void with_each_book(void (*check)(const Game *game))
{
    static const Rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        Game game = {rules[i], 15, 15, WIN_LENGTH_MAX};
        check(&game);
    }
}

/* Plays a few moves of a game by the book. */
static void walk_into_book(const Table *table, uint64_t *random)
{
    Position *position = position_of(table);
    Limits limits = limits_none();
    Report report;
    play(table, "");
    for (int moves = 1 + drawn_below(random, 8); moves > 0; moves--) {
        if (!answers(table, &limits, &report)) {
            return;
        }
        position_play(position, report.move, BLACK);
        position_play(position, drawn_random_point(position, random, NEAR), WHITE);
    }
}

/* Changes the board as nobody does who plays: more stones, fewer, in another order, points blocked
 * or avoided. Black is to move all the same. */
static void change_board(const Table *table, uint64_t *random)
{
    enum { MORE_WHITE, MORE_BLACK, FEWER, AVOIDED, KINDS };
    Search *search = &table->worker->search;
    Position *position = &search->position;
    int kind = drawn_below(random, KINDS);
    for (int i = 1 + drawn_below(random, STONES_MORE); i > 0 && position->board.count > 0; i--) {
        Stone stone = position->board.moves[drawn_below(random, position->board.count)];
        Point point = drawn_random_point(position, random, NEAR);
        board_set_side(&position->board, kind == MORE_WHITE ? WHITE : BLACK);
        if (kind == FEWER) {
            position_remove(position, stone.point);
        } else if (kind == AVOIDED) {
            point_set_add(&search->avoided, point);
        } else if (position_threat(position, point) != THREAT_FIVE) {
            position_play(position, point, position->board.side);
        }
    }
    board_set_side(&position->board, BLACK);
}

/* Black's move: the book's while it has one, then that of a search which knows the win. */
static Point move_in_a_hurry(const Table *table, uint64_t nodes, bool *is_claimed)
{
    Limits limits = limits_none();
    Report report;
    if (!answers(table, &limits, &report)) {
        report = worker_think(table->worker, nodes);
    }
    *is_claimed = report.value >= VALUE_PROVEN_MIN;
    return report.move;
}

/* Black, who claims a win, plays it against a search to its end. */
static void win_against_search(const Table *table, Worker *defender, uint64_t nodes)
{
    Position *position = position_of(table);
    for (int i = 0; i < PLIES_LIMIT; i++) {
        bool is_black = position->board.side == BLACK, is_claimed = true;
        search_set_position(&defender->search, position, &table->tables->eval);
        Point move = is_black ? move_in_a_hurry(table, nodes, &is_claimed)
                              : worker_think(defender, DEFENDER_NODES).move;
        bool wins = position_threat(position, move) == THREAT_FIVE;
        assert_true(is_claimed && (is_black || !wins));
        if (wins) {
            return;
        }
        position_play(position, move, position->board.side);
    }
    fail_msg("%d plies without an end", PLIES_LIMIT);
}

/* However a position was set up: what the book claims is won. */
static void check_claims(const Game *game)
{
    Table table = table_new(game);
    Worker *defender = worker_new(game, table.tables, DEFENDER_NODES);
    Limits limits = limits_none();
    Report report;
    Book book;
    uint64_t random = SCATTER_SEED;
    long claims = 0, tried = drawn_scaled(SET_UPS);
    assert_non_null(defender);
    assert_true(book_embedded(&book, game));
    book_reader_open(table.reader, &book);
    for (long i = 0; i < tried; i++) {
        walk_into_book(&table, &random);
        change_board(&table, &random);
        if (answers(&table, &limits, &report)) {
            win_against_search(&table, defender, HURRIED_NODES);
            claims++;
        }
        memset(&table.worker->search.avoided, 0, sizeof table.worker->search.avoided);
    }
    assert_true(claims * SET_UPS >= tried * CHANGED_CLAIMS_MIN);
    worker_free(defender);
    table_free(&table);
}

TEST(claims_about_changed_boards_hold)
{
    with_each_book(check_claims);
}

/* Black wins against every answer to his first move, and claims it from the first move to the last,
 * at a few thousand nodes a move. */
static void check_hurried_games(const Game *game)
{
    Table table = table_new(game);
    Worker *defender = worker_new(game, table.tables, DEFENDER_NODES);
    Book book;
    int points = game->width * game->height;
    long games = drawn_scaled(HURRIED_GAMES), step = games < points ? points / games : 1;
    assert_non_null(defender);
    assert_true(book_embedded(&book, game));
    book_reader_open(table.reader, &book);
    for (long i = 0; i < points; i += step) {
        play(&table, "h8");
        Position *position = position_of(&table);
        Point answer = geometry_point(&position->board.geometry, (int)i % 15, (int)i / 15);
        if (position->board.at[answer] == EMPTY) {
            position_play(position, answer, WHITE);
            win_against_search(&table, defender, HURRIED_NODES);
        }
    }
    worker_free(defender);
    table_free(&table);
}

TEST(the_embedded_books_win_in_a_hurry)
{
    with_each_book(check_hurried_games);
}

/* The attacker is to move behind that answer: says whether the book knows how he goes on. The
 * position is in the book or was left to the solver, or the answer is a pass, and what is behind
 * the pass is in the book or was left to the solver. */
static bool is_provided_for(const Book *book, Search *search, bool *is_in_book)
{
    Position *position = &search->position;
    Board *board = &position->board;
    Stone answer = board->moves[board->count - 1];
    uint64_t nodes = book_nodes_in_any_order(book);
    BookMove found;
    *is_in_book = book_find(book, position, &found);
    if (*is_in_book || book_is_solved(search, nodes)) {
        return true;
    }
    position_undo(position);
    board_set_side(board, rules_opponent(answer.colour));
    bool is_pass = book_find(book, position, &found) || book_is_solved(search, nodes);
    board_set_side(board, answer.colour);
    position_play(position, answer.point, answer.colour);
    return is_pass;
}

/* Looks at answers to the book's move, which has been played, and plays one of those behind which
 * the book goes on. False: there was none. */
static bool walk_on(const Table *table, const Book *book, uint64_t *random)
{
    Position *position = position_of(table);
    Point onward = POINT_NONE;
    for (int i = 0; i < ANSWERS; i++) {
        Point answer = drawn_random_point(position, random, NEAR);
        bool is_in_book;
        position_play(position, answer, position->board.side);
        assert_true(is_provided_for(book, &table->worker->search, &is_in_book));
        position_undo(position);
        onward = is_in_book ? answer : onward;
    }
    if (onward != POINT_NONE) {
        position_play(position, onward, position->board.side);
    }
    return onward != POINT_NONE;
}

/* What the book leaves out, the solver that is built in wins in as few nodes as the player gives
 * it. It does not where the solver, its order or the tables have changed since: then the book has
 * to be made again. */
static void check_walks(const Game *game)
{
    Table table = table_new(game);
    Position *position = position_of(&table);
    Book book;
    BookMove found;
    uint64_t random = SCATTER_SEED;
    assert_true(book_embedded(&book, game));
    for (long i = drawn_scaled(WALKS); i > 0; i--) {
        play(&table, "");
        do {
            assert_true(book_find(&book, position, &found));
            position_play(position, found.move, position->board.side);
        } while (walk_on(&table, &book, &random));
    }
    table_free(&table);
}

TEST(the_embedded_books_fit_the_solver)
{
    with_each_book(check_walks);
}

/* Every answer to the first move has a move of its own. */
static void check_first_answers(const Game *game)
{
    Table table = table_new(game);
    Position *position = position_of(&table);
    Book book;
    assert_true(book_embedded(&book, game));
    play(&table, "h8");
    for (int i = 0; i < game->width * game->height; i++) {
        Point answer = geometry_point(&position->board.geometry, i % 15, i / 15);
        BookMove found;
        if (position->board.at[answer] == EMPTY) {
            position_play(position, answer, WHITE);
            assert_true(book_find(&book, position, &found));
            position_undo(position);
        }
    }
    table_free(&table);
}

TEST(the_embedded_books_answer_everything)
{
    with_each_book(check_first_answers);
}

TEST(other_games_have_no_book)
{
    static const Game others[] = {{RULE_CARO, 15, 15, 5},      {RULE_RENJU, 15, 14, 5},
                                  {RULE_STANDARD, 16, 15, 5},  {RULE_FREESTYLE, 14, 15, 5},
                                  {RULE_FREESTYLE, 15, 14, 5}, {RULE_FREESTYLE, 15, 15, 4}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        Book book;
        assert_false(book_embedded(&book, &others[i]));
    }
}

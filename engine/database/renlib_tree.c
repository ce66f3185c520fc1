/* renlib_tree - a tree of positions, then the nodes of the file; see renlib_tree.h. */
#include "database/renlib_tree.h"

#include "board/rules.h"
#include "database/key.h"
#include "database/letters.h"
#include "database/renlib_form.h"
#include "tengen/board_texts.h"
#include "tengen/yixin_form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1 /* a position that finds no memory is left out; uthash would exit */
#include <uthash.h>

enum {
    PASS = -1,
    CELLS = RENLIB_SIDE * RENLIB_SIDE,
    RESULT_MAX = 16,                     /* bytes of "W450" */
    COMMENT_MAX = 2 * DATABASE_TEXT_MAX, /* each end of a line takes two bytes */
};

/* A position. */
typedef struct TreeNode {
    struct TreeNode *child, *sibling; /* the first child; the next of the same parent */
    int move; /* that leads here: an index in the image of the parent that has the key, or PASS */
    bool is_kept; /* the database has it; else it only leads to others */
    UT_hash_handle hh;
    uint8_t key[];
} TreeNode;

typedef struct {
    Database *database;
    const FileSink *sink;
    TreeNode *nodes; /* by key; owned, each from malloc */
    TreeNode *root;
    int64_t written;                             /* positions that the database has */
    bool failed;                                 /* there was not enough memory */
    Diagram diagram;                             /* the position that is looked at or written */
    int count;                                   /* moves that lead there */
    char comment[COMMENT_MAX], raw[COMMENT_MAX]; /* raw: a text as it is written */
} Tree;

/* --- positions --- */

static void put_tree_stone(Diagram *diagram, int move)
{
    if (move != PASS) {
        diagram->at[move] = (uint8_t)diagram->side;
    }
    diagram->side = (Colour)rules_opponent((int)diagram->side);
}

static void take_back(Diagram *diagram, int move)
{
    diagram->side = (Colour)rules_opponent((int)diagram->side);
    if (move != PASS) {
        diagram->at[move] = EMPTY;
    }
}

/* The node of the position; NULL: there is none. */
static TreeNode *find_tree_node(const Tree *tree)
{
    int symmetry;
    TreeNode *node;
    Key key = key_of(&tree->diagram, &symmetry);
    HASH_FIND(hh, tree->nodes, key.bytes, (size_t)key.length, node);
    return node;
}

/* The symmetry that leads to the image of the position that has the key. */
static int symmetry_of(const Tree *tree)
{
    int symmetry;
    key_of(&tree->diagram, &symmetry);
    return symmetry;
}

static int move_image_of(const Diagram *diagram, int move, int symmetry)
{
    Geometry geometry = key_geometry(&diagram->game);
    return move == PASS
               ? PASS
               : diagram_index(diagram,
                               geometry_image(&geometry, diagram_point(diagram, move), symmetry));
}

/* How many stones of the colour on that point stand in a row from there on. */
static int row_from(const Diagram *diagram, int x, int y, const int step[2])
{
    int length = 0, colour = diagram->at[y * RENLIB_SIDE + x];
    while (x >= 0 && x < RENLIB_SIDE && y < RENLIB_SIDE &&
           diagram->at[y * RENLIB_SIDE + x] == colour) {
        length++;
        x += step[0];
        y += step[1];
    }
    return length;
}

/* Says whether as many stones stand in a row as may win, whatever else the rule asks for. */
static bool has_row(const Diagram *diagram)
{
    static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < CELLS * DIRECTIONS; i++) {
        int at = i / DIRECTIONS;
        if (diagram->at[at] != EMPTY &&
            row_from(diagram, at % RENLIB_SIDE, at / RENLIB_SIDE, steps[i % DIRECTIONS]) >=
                diagram->game.win_length) {
            return true;
        }
    }
    return false;
}

/* --- the tree --- */

/* Makes a node for the position. NULL: there is no memory. */
static TreeNode *add_tree_node(Tree *tree)
{
    int symmetry;
    Key key = key_of(&tree->diagram, &symmetry);
    TreeNode *node = calloc(1, sizeof *node + (size_t)key.length);
    if (node != NULL) {
        memcpy(node->key, key.bytes, (size_t)key.length);
        HASH_ADD_KEYPTR(hh, tree->nodes, node->key, (size_t)key.length, node);
        if (node->hh.tbl == NULL) {
            free(node);
            node = NULL;
        }
    }
    tree->failed = tree->failed || node == NULL;
    return node;
}

/* Says whether a stone, or a pass, may have been the last move, and whether what is before it is
 * known: to the tree or, before a pass, to the database, for only those positions come later. */
static bool may_be_last(Tree *tree, int move, bool is_over, bool *is_known)
{
    DatabaseRecord record;
    if (move != PASS && tree->diagram.at[move] != rules_opponent((int)tree->diagram.side)) {
        return false;
    }
    take_back(&tree->diagram, move);
    bool is_legal = !is_over || !has_row(&tree->diagram);
    *is_known =
        is_legal && (find_tree_node(tree) != NULL ||
                     (move == PASS && database_get(tree->database, &tree->diagram, &record)));
    put_tree_stone(&tree->diagram, move);
    return is_legal;
}

/* The last move of an order that leads to the position: one after a known position, else a stone,
 * else a pass; no pass where another would follow. False if a row stood before any of them. */
static bool find_last(Tree *tree, bool is_before_pass, int *last)
{
    bool is_over = has_row(&tree->diagram), is_found = false, is_known = false;
    for (int stone = 0; stone < CELLS && !is_known; stone++) {
        if (may_be_last(tree, stone, is_over, &is_known) && (is_known || !is_found)) {
            *last = stone;
            is_found = true;
        }
    }
    bool tries_pass = !is_known && !(is_found && is_before_pass);
    if (tries_pass && may_be_last(tree, PASS, is_over, &is_known) && (is_known || !is_found)) {
        *last = PASS;
        is_found = true;
    }
    return is_found;
}

/* The node of the position, which is made if there is none, after those that lead there: so none
 * leads to itself by passes. NULL: no order of moves leads there, or there is no memory. */
static TreeNode *add_position(Tree *tree, bool is_before_pass)
{
    int last = PASS, symmetry = 0;
    TreeNode *node = find_tree_node(tree);
    if (node != NULL || !find_last(tree, is_before_pass, &last)) {
        return node;
    }
    take_back(&tree->diagram, last);
    TreeNode *parent = add_position(tree, last == PASS);
    symmetry = symmetry_of(tree);
    put_tree_stone(&tree->diagram, last);
    node = parent != NULL ? add_tree_node(tree) : NULL;
    if (node != NULL) {
        node->move = move_image_of(&tree->diagram, last, symmetry);
        node->sibling = parent->child;
        parent->child = node;
    }
    return node;
}

static bool is_same_game(const Game *one, const Game *other)
{
    return one->rule == other->rule && one->width == other->width && one->height == other->height &&
           one->win_length == other->win_length;
}

/* Empties the board. */
static void clear(Tree *tree, const Game *game)
{
    tree->diagram = (Diagram){.game = *game, .side = BLACK};
    memset(tree->diagram.at, EMPTY, sizeof tree->diagram.at);
}

/* Makes a tree of all positions of the game. */
static void grow_tree(Tree *tree, const Game *game)
{
    DatabaseCursor cursor = {0};
    DatabaseRecord record;
    clear(tree, game);
    tree->root = add_tree_node(tree);
    while (!tree->failed && database_next(tree->database, &cursor, &tree->diagram, &record)) {
        bool has_place = is_same_game(&tree->diagram.game, game) &&
                         memchr(tree->diagram.at, WALL, CELLS) == NULL;
        TreeNode *node = has_place ? add_position(tree, false) : NULL;
        if (node != NULL) {
            node->is_kept = true;
            tree->written++;
        }
    }
}

/* --- texts --- */

static void write_bytes(const Tree *tree, const void *bytes, size_t count)
{
    tree->sink->write(tree->sink->context, bytes, count);
}

/* Writes a text in its code page, with one zero at its end, or two. */
static void write_library_text(Tree *tree, const char *text, size_t length)
{
    length = letters_write(tree->sink->code_page, text, length, tree->raw);
    write_bytes(tree, tree->raw, length);
    write_bytes(tree, "\0", 2 - length % 2);
}

/* The flag that a line of a comment stands for; 0: none. */
static int flag_of(const char *line, size_t length)
{
    static const struct {
        const char *line;
        int flag;
    } flags[] = {{RENLIB_MARK_LINE, RENLIB_MARK}, {RENLIB_START_LINE, RENLIB_START}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (length == strlen(flags[i].line) && memcmp(line, flags[i].line, length) == 0) {
            return flags[i].flag;
        }
    }
    return 0;
}

/* Puts a comment into the tree's buffer as a library has it, and returns the flags of its node. */
static int settle_comment(Tree *tree, const char *comment)
{
    static const char *const parts[] = {"", "\b", "\r\n"}; /* before the lines; more as the last */
    int flags = 0, line_number = 0;
    char *end = tree->comment;
    *end = '\0';
    for (size_t count; *comment != '\0'; comment += count + (comment[count] == '\n')) {
        count = strcspn(comment, "\n");
        int flag = flag_of(comment, count);
        if (flag == 0) {
            end += sprintf(end, "%s%.*s", parts[line_number], (int)count, comment);
            line_number += line_number < 2;
        }
        flags |= flag;
    }
    return flags | (*tree->comment != '\0' ? RENLIB_COMMENT : 0);
}

/* The board text for a move after which that is known. A win that is an opinion may have its length
 * in the value. */
static void write_win_length(const Tree *tree, const Verdict *verdict, char result[RESULT_MAX])
{
    char letter = RENLIB_RESULTS[verdict->label];
    int steps = yixin_steps(verdict);
    result[0] = '\0';
    if (steps > 0) {
        snprintf(result, RESULT_MAX, "%c%d", letter, tree->count - 1 + steps);
    } else if (letter != ' ') {
        snprintf(result, RESULT_MAX, "%c*", letter);
    }
}

/* --- nodes --- */

static void write_library_node(Tree *tree, int move, int flags, const char *comment,
                               const BoardText *text)
{
    int row = RENLIB_SIDE - 1 - move / RENLIB_SIDE, column = move % RENLIB_SIDE + 1;
    flags |= settle_comment(tree, comment) | (text->length > 0 ? RENLIB_EXTENDED : 0);
    uint8_t head[] = {(uint8_t)(move == PASS ? 0 : row << 4 | column), (uint8_t)flags, 0,
                      RENLIB_HAS_TEXT};
    write_bytes(tree, head, text->length > 0 ? sizeof head : 2);
    if (flags & RENLIB_COMMENT) {
        write_library_text(tree, tree->comment, strlen(tree->comment));
    }
    if (text->length > 0) {
        write_library_text(tree, text->words, (size_t)text->length);
    }
}

/* What follows a position. */
typedef struct {
    char *texts;          /* on points of the board; owned */
    int nodes;            /* still to be written */
    bool has_text[CELLS]; /* but no child */
} Branches;

/* Finds what follows the position of the node, whose board texts those are. */
static Branches find_branches(Tree *tree, const TreeNode *node, int symmetry, const char *texts)
{
    Branches branches = {.texts = malloc(strlen(texts) + 1)};
    BoardText text;
    tree->failed = tree->failed || branches.texts == NULL;
    if (branches.texts == NULL) {
        return branches;
    }
    strcpy(branches.texts, texts);
    while ((texts = board_texts_next(texts, &text)) != NULL) {
        int index = diagram_index(&tree->diagram, text.at);
        branches.has_text[index] = tree->diagram.at[index] == EMPTY;
    }
    for (const TreeNode *child = node->child; child != NULL; child = child->sibling) {
        int move = move_image_of(&tree->diagram, child->move, geometry_inverse(symmetry));
        branches.nodes++;
        if (move != PASS) {
            branches.has_text[move] = false;
        }
    }
    for (int i = 0; i < CELLS; i++) {
        branches.nodes += branches.has_text[i];
    }
    return branches;
}

static void write_position(Tree *tree, const TreeNode *node, int move, BoardText text,
                           bool is_last);

/* The text on a point of the position; of no length if there is none. */
static BoardText text_on(const Tree *tree, const char *texts, int move)
{
    BoardText text;
    bool is_there =
        move != PASS && board_texts_find(texts, diagram_point(&tree->diagram, move), &text);
    return is_there ? text : (BoardText){.words = ""};
}

/* Writes what follows the position of the node. */
static void write_branches(Tree *tree, const TreeNode *node, int symmetry, Branches *branches)
{
    for (const TreeNode *child = node->child; child != NULL; child = child->sibling) {
        int move = move_image_of(&tree->diagram, child->move, geometry_inverse(symmetry));
        BoardText text = text_on(tree, branches->texts, move);
        put_tree_stone(&tree->diagram, move);
        tree->count++;
        write_position(tree, child, move, text, --branches->nodes == 0);
        tree->count--;
        take_back(&tree->diagram, move);
    }
    for (int i = 0; i < CELLS; i++) {
        if (branches->has_text[i]) {
            BoardText text = text_on(tree, branches->texts, i);
            int flags = --branches->nodes == 0 ? 0 : RENLIB_HAS_SIBLING;
            write_library_node(tree, i, flags | RENLIB_NO_CHILD | RENLIB_NO_MOVE, "", &text);
        }
    }
}

/* Writes the position of the node, to which that move leads, and all that follows. */
static void write_position(Tree *tree, const TreeNode *node, int move, BoardText text, bool is_last)
{
    char result[RESULT_MAX];
    DatabaseRecord record;
    if (!node->is_kept || !database_get(tree->database, &tree->diagram, &record)) {
        record = database_record();
    }
    int symmetry = symmetry_of(tree);
    Branches branches = find_branches(tree, node, symmetry, record.texts);
    if (text.length == 0 && move != PASS) {
        write_win_length(tree, &record.verdict, result);
        text = (BoardText){.words = result, .length = (int)strlen(result)};
    }
    if (!tree->failed) {
        int flags =
            (is_last ? 0 : RENLIB_HAS_SIBLING) | (branches.nodes == 0 ? RENLIB_NO_CHILD : 0);
        write_library_node(tree, move, flags, record.comment, &text);
        write_branches(tree, node, symmetry, &branches);
    }
    free(branches.texts);
}

static void write_header(const Tree *tree)
{
    uint8_t header[RENLIB_HEADER];
    memset(header, UINT8_MAX, sizeof header);
    memcpy(header, RENLIB_MAGIC, sizeof RENLIB_MAGIC - 1);
    header[RENLIB_VERSION_AT] = RENLIB_VERSION >> 8;
    header[RENLIB_VERSION_AT + 1] = (uint8_t)RENLIB_VERSION;
    write_bytes(tree, header, sizeof header);
}

static void free_nodes(Tree *tree)
{
    TreeNode *node, *next;
    HASH_ITER(hh, tree->nodes, node, next)
    {
        HASH_DEL(tree->nodes, node);
        free(node);
    }
}

int64_t renlib_tree_write(Database *database, const Game *game, const FileSink *sink)
{
    Tree *tree = calloc(1, sizeof *tree);
    int64_t written = -1;
    if (tree == NULL || game->width != RENLIB_SIDE || game->height != RENLIB_SIDE) {
        free(tree);
        return -1;
    }
    tree->database = database;
    tree->sink = sink;
    grow_tree(tree, game);
    clear(tree, game);
    if (!tree->failed) {
        write_header(tree);
        write_position(tree, tree->root, PASS, (BoardText){.words = ""}, true);
    }
    written = tree->failed ? -1 : tree->written;
    free_nodes(tree);
    free(tree);
    return written;
}

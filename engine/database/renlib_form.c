/* renlib_form - reading libraries of RenLib; see renlib_form.h. */
#include "database/renlib_form.h"

#include "board/rules.h"
#include "database/letters.h"
#include "tengen/board_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PASS = -1,
    H8 = 7 << 4 | 8,
    SEVEN_BITS = 127,
    TEXT_ROOM = DATABASE_TEXT_MAX - sizeof "\n" RENLIB_MARK_LINE "\n" RENLIB_START_LINE,
};

static const char cut_off[] = "the library is cut off";
static const char too_long[] = "a text of the library is too long: 65000 bytes are the most";

/* A library that is being read. */
typedef struct {
    const uint8_t *at, *end;
    const PositionSink *sink;
    bool is_wanted; /* the sink takes more */
    const char *fault;
    Diagram diagram;             /* after the moves that lead to the node */
    int moves[RENLIB_MOVES_MAX]; /* these, as indices in the diagram, or PASS */
    int count;
    int siblings[RENLIB_MOVES_MAX]; /* how many moves lead to the siblings that are still to come */
    int sibling_count;
    bool is_over; /* no node may follow */
    char comment[DATABASE_TEXT_MAX], text[DATABASE_TEXT_MAX], texts[DATABASE_TEXT_MAX];
} LibraryReader;

/* The node that is being read. */
typedef struct {
    bool is_root;
    int flags, index; /* index: in the diagram, or PASS */
} LibraryNode;

static void refuse_library(LibraryReader *reader, const char *fault)
{
    reader->fault = reader->fault == NULL ? fault : reader->fault;
    reader->at = reader->end;
}

/* --- texts --- */

/* Turns a text in place into UTF-8, with ends of lines as they are kept; old comments are in
 * Latin-1. Where the one line of a comment is missing, an empty one stands for it. */
static void settle_text(LibraryReader *reader, bool is_old, char text[DATABASE_TEXT_MAX],
                        size_t length)
{
    char *read = reader->texts; /* free for this */
    size_t count = 0;
    if (!letters_read(is_old ? NULL : reader->sink->notes, text, length, read, TEXT_ROOM)) {
        refuse_library(reader, too_long);
    }
    for (; *read != '\0'; read++) {
        unsigned char letter = (unsigned char)*read;
        bool ends_line = letter == RENLIB_PARTS || letter == '\n';
        if (letter != '\r') {
            text[count++] = (char)(ends_line ? '\n' : letter < ' ' ? ' ' : letter);
        }
    }
    text[count] = '\0';
}

/* Adds a byte of an old comment, or of another text, to a text; false if it was the last. */
static bool add_text_byte(LibraryReader *reader, bool is_old, uint8_t byte, char *text,
                          size_t *length)
{
    static const char foreign[] = "{|}[\\]";
    static const char letters[] = "\xE4\xF6\xE5\xC4\xD6\xC5";
    const char *place = is_old ? memchr(foreign, byte & SEVEN_BITS, sizeof foreign - 1) : NULL;
    bool is_end = !is_old && byte == '\0';
    if (*length == DATABASE_TEXT_MAX - 1) {
        refuse_library(reader, too_long);
        return false;
    }
    if (!is_end) {
        text[(*length)++] =
            place != NULL ? letters[place - foreign] : (char)(is_old ? byte & SEVEN_BITS : byte);
    }
    return !is_end && !(is_old && byte > SEVEN_BITS);
}

/* Reads a text, which takes an even number of bytes. */
static void read_library_text(LibraryReader *reader, bool is_old, char text[DATABASE_TEXT_MAX])
{
    size_t length = 0;
    bool goes_on = true;
    while (goes_on && reader->fault == NULL) {
        if (reader->end - reader->at < 2) {
            refuse_library(reader, cut_off);
            break;
        }
        const uint8_t *pair = reader->at;
        reader->at += 2;
        goes_on = add_text_byte(reader, is_old, pair[0], text, &length) &&
                  add_text_byte(reader, is_old, pair[1], text, &length);
    }
    settle_text(reader, is_old, text, length);
}

/* --- what a node says --- */

static void add_comment_line(LibraryReader *reader, const char *line)
{
    size_t length = strlen(reader->comment), room = DATABASE_TEXT_MAX - length;
    bool is_first = length == 0 || reader->comment[length - 1] == '\n';
    if (strlen(line) + 2 > room) {
        refuse_library(reader, too_long);
        return;
    }
    snprintf(reader->comment + length, room, "%s%s", is_first ? "" : "\n", line);
}

/* The label of a position that is said by the board text of the move that leads to it. */
static VerdictLabel label_of(const char *text)
{
    const char *letter = *text != '\0' && *text != ' ' ? strchr(RENLIB_RESULTS, *text) : NULL;
    size_t digits = letter != NULL ? strspn(text + 1, "0123456789") : 0;
    bool is_result =
        letter != NULL && (digits > 0 ? text[1 + digits] == '\0' : strcmp(text + 1, "*") == 0);
    return is_result ? (VerdictLabel)(letter - RENLIB_RESULTS) : VERDICT_OPEN;
}

static void tell_record(LibraryReader *reader, const DatabaseRecord *record)
{
    reader->is_wanted =
        reader->is_wanted && reader->sink->take(reader->sink->context, &reader->diagram, record);
}

/* Tells a board text with the position before the move. */
static void tell_text(LibraryReader *reader, const LibraryNode *node)
{
    DatabaseRecord record = database_record();
    BoardText text = {diagram_point(&reader->diagram, node->index), reader->text,
                      (int)strlen(reader->text)};
    BoardTextWriter writer;
    board_texts_begin(&writer, reader->texts, sizeof reader->texts);
    board_texts_add(&writer, &text);
    record.texts = reader->texts;
    tell_record(reader, &record);
}

/* Tells what is said of the position after the move, unless there is just a text on its point, or
 * it is the root of the tree and has no comment. */
static void tell_node_position(LibraryReader *reader, const LibraryNode *node, VerdictLabel label)
{
    DatabaseRecord record = database_record();
    bool is_text = (node->flags & RENLIB_NO_MOVE) && (node->flags & RENLIB_NO_CHILD) &&
                   *reader->comment == '\0' && node->index != PASS;
    if (node->flags & RENLIB_MARK) {
        add_comment_line(reader, RENLIB_MARK_LINE);
    }
    if (node->flags & RENLIB_START) {
        add_comment_line(reader, RENLIB_START_LINE);
    }
    record.verdict.label = label;
    record.comment = reader->comment;
    if (!is_text && !(node->is_root && *reader->comment == '\0')) {
        tell_record(reader, &record);
    }
}

/* --- moves --- */

static void play_index(LibraryReader *reader, int index)
{
    Diagram *diagram = &reader->diagram;
    if (reader->count == RENLIB_MOVES_MAX) {
        refuse_library(reader, "a line of the library has too many moves");
        return;
    }
    if (index != PASS) {
        diagram->at[index] = (uint8_t)diagram->side;
    }
    diagram->side = (Colour)rules_opponent((int)diagram->side);
    reader->moves[reader->count++] = index;
}

static void take_back_to(LibraryReader *reader, int count)
{
    while (reader->count > count) {
        int index = reader->moves[--reader->count];
        if (index != PASS) {
            reader->diagram.at[index] = EMPTY;
        }
        reader->diagram.side = (Colour)rules_opponent((int)reader->diagram.side);
    }
}

/* --- nodes --- */

/* The point of a node's first byte. */
static int read_index(LibraryReader *reader, int byte)
{
    int x = (byte & 0xF) - 1, row = byte >> 4;
    if (byte == 0) {
        return PASS;
    }
    if (x < 0 || row >= RENLIB_SIDE) {
        refuse_library(reader, "a move of the library lies outside the board");
        return PASS;
    }
    int index = (RENLIB_SIDE - 1 - row) * RENLIB_SIDE + x;
    if (reader->diagram.at[index] != EMPTY) {
        refuse_library(reader, "a move of the library goes where a stone lies");
    }
    return index;
}

/* Reads a node with its texts, whose buffers stay empty without. */
static LibraryNode read_library_node(LibraryReader *reader, bool is_first)
{
    int byte = reader->at[0], extension = 0;
    LibraryNode node = {is_first && byte == 0, reader->at[1], read_index(reader, byte)};
    int comment = node.flags & (RENLIB_COMMENT | RENLIB_OLD_COMMENT);
    reader->comment[0] = reader->text[0] = '\0';
    if (reader->fault == NULL) {
        reader->at += 2;
    }
    if (node.flags & RENLIB_EXTENDED) {
        if (reader->end - reader->at < 2) {
            refuse_library(reader, cut_off);
            return node;
        }
        extension = reader->at[1];
        reader->at += 2;
    }
    if (comment != 0) {
        read_library_text(reader, comment & RENLIB_OLD_COMMENT, reader->comment);
    }
    if (extension & RENLIB_HAS_TEXT) {
        read_library_text(reader, false, reader->text);
    }
    return node;
}

/* Tells what a node says, and goes on to its position. */
static void take_node(LibraryReader *reader, const LibraryNode *node)
{
    bool is_move = node->index != PASS && !(node->flags & RENLIB_NO_MOVE);
    VerdictLabel label = is_move ? label_of(reader->text) : VERDICT_OPEN;
    if (node->index == PASS && *reader->text != '\0') {
        add_comment_line(reader, reader->text);
    } else if (*reader->text != '\0' && label == VERDICT_OPEN) {
        tell_text(reader, node);
    }
    if (!node->is_root) {
        play_index(reader, node->index);
    }
    if (reader->fault == NULL) {
        tell_node_position(reader, node, label);
    }
}

/* Goes to where the next node belongs. */
static void go_to_next_place(LibraryReader *reader, const LibraryNode *node)
{
    if (node->flags & RENLIB_HAS_SIBLING) {
        if (node->is_root) {
            refuse_library(reader, "the library has two roots");
            return;
        }
        reader->siblings[reader->sibling_count++] = reader->count - 1;
    }
    if (node->flags & RENLIB_NO_CHILD) {
        reader->is_over = reader->sibling_count == 0;
        take_back_to(reader, reader->is_over ? 0 : reader->siblings[--reader->sibling_count]);
    }
}

static void read_nodes(LibraryReader *reader)
{
    for (bool is_first = true; reader->at < reader->end && reader->is_wanted; is_first = false) {
        ptrdiff_t left = reader->end - reader->at;
        if (reader->is_over && left == 1) { /* an editor may have added a new line */
            form_warn(reader->sink->notes, "one byte follows the end of the library");
            return;
        }
        if (reader->is_over || left < 2) {
            refuse_library(reader, left < 2 ? cut_off : "bytes follow the end of the library");
            return;
        }
        LibraryNode node = read_library_node(reader, is_first);
        if (reader->fault == NULL) {
            take_node(reader, &node);
        }
        if (reader->fault == NULL) {
            go_to_next_place(reader, &node);
        }
    }
}

/* --- files --- */

static bool has_header(const uint8_t *bytes, size_t count)
{
    size_t magic = sizeof RENLIB_MAGIC - 1;
    return count >= RENLIB_HEADER && memcmp(bytes, RENLIB_MAGIC, magic) == 0;
}

bool renlib_form_is(const uint8_t *bytes, size_t count)
{
    return has_header(bytes, count) || (count > 1 && bytes[0] == H8);
}

/* What is wrong with a file before its first node; NULL: nothing. */
static const char *file_fault(const uint8_t *bytes, size_t count, const Game *game)
{
    const uint8_t *version = bytes + RENLIB_VERSION_AT;
    if (game->width != RENLIB_SIDE || game->height != RENLIB_SIDE) {
        return "a library of RenLib is of a board of 15x15";
    }
    return has_header(bytes, count) && (version[0] << 8 | version[1]) > RENLIB_VERSION
               ? "the library is of a newer version of RenLib than 3.4"
               : NULL;
}

bool renlib_form_read(const uint8_t *bytes, size_t count, const Game *game,
                      const PositionSink *sink, char fault[DATABASE_FAULT_MAX])
{
    LibraryReader *reader = calloc(1, sizeof *reader);
    const char *why =
        reader == NULL ? "there is not enough memory" : file_fault(bytes, count, game);
    if (why == NULL) {
        reader->at = bytes + (has_header(bytes, count) ? RENLIB_HEADER : 0);
        reader->end = bytes + count;
        reader->sink = sink;
        reader->is_wanted = true;
        reader->diagram = (Diagram){.game = *game, .side = BLACK};
        memset(reader->diagram.at, EMPTY, sizeof reader->diagram.at);
        read_nodes(reader);
        why = reader->fault;
    }
    if (why != NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s", why);
    }
    free(reader);
    return why == NULL;
}

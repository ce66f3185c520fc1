/* renlib_form - the libraries of RenLib, files that end in .lib: a tree of moves with texts.
 *
 * A library is of a board of 15x15 and does not tell the rule. Its header has 20 bytes; old ones
 * have none and begin with h8. Then follow the nodes, each before its children and these before its
 * next sibling. A node is two bytes, those of an extension, a comment and a board text:
 *
 *   row from the top, from 0, times 16, and column from 1; 0: the root, which is first, or a pass
 *   flags, as below
 *
 * Texts end with a zero, and a second one where their bytes would be odd. A comment has one line,
 * then the byte 8 and any number of lines. Old comments have seven bits a letter, with { and others
 * for Swedish ones, and 128 in the last. Other texts are in the code page of the user's Windows
 * (letters.h).
 *
 * What is kept of a node: its comment; its board text on its point, with the position before it; a
 * mark and a start as the lines "[mark]" and "[start]" of the comment. Rapfi writes results as
 * board texts: W12, W*, L7, L* or D* say that the player of the move wins, loses or draws. A
 * library proves nothing: these become labels without plies, which are opinions. Other letters stay
 * texts, also the "a" by which some mark a win: to most players that is the name of a move.
 *
 * RenLib stores a branch without the siblings that its nodes announce, so a library may end after
 * any node. Where the last child ends the tree one byte may follow, which is warned of. A root
 * without a comment is no position that somebody wanted to keep.
 */
#ifndef TENGEN_DATABASE_RENLIB_FORM_H
#define TENGEN_DATABASE_RENLIB_FORM_H

#include "tengen/form.h"

enum {
    RENLIB_SIDE = 15,
    RENLIB_HEADER = 20,
    RENLIB_VERSION_AT = 8, /* two bytes: 3 and 4 are the newest */
    RENLIB_VERSION = 3 << 8 | 4,
    RENLIB_PARTS = '\b', /* between the first line of a comment and the others */
    RENLIB_MOVES_MAX = 2 * RENLIB_SIDE * RENLIB_SIDE, /* of a line, with passes */
};

#define RENLIB_MAGIC "\377RenLib\377"

/* The flags of a node. */
enum {
    RENLIB_EXTENDED = 1, /* two more bytes follow, ... */
    RENLIB_HAS_TEXT = 1, /* ... of which the second has this flag */
    RENLIB_NO_MOVE = 2,  /* only its board text counts */
    RENLIB_START = 4,    /* where the library is to be opened */
    RENLIB_COMMENT = 8,
    RENLIB_MARK = 16,
    RENLIB_OLD_COMMENT = 32,
    RENLIB_NO_CHILD = 64,
    RENLIB_HAS_SIBLING = 128,
};

/* The lines of a comment that stand for flags. */
#define RENLIB_MARK_LINE  "[mark]"
#define RENLIB_START_LINE "[start]"

/* The letter of a result to the player who moved, by the label of the position after the move; a
 * blank: it has none. */
#define RENLIB_RESULTS " LWD  "

/* The functions of an ExchangeForm. */
bool renlib_form_is(const uint8_t *bytes, size_t count);
bool renlib_form_read(const uint8_t *bytes, size_t count, const Game *game,
                      const PositionSink *sink, char fault[DATABASE_FAULT_MAX]);

#endif

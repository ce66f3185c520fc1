/* block - the text that follows a command such as BOARD, up to DONE: one point on each line.
 *
 * Text that makes no sense is left out and a message says so, because to every manager ERROR means
 * that the game is lost or that it must wait.
 */
#ifndef TENGEN_PROTOCOL_LINES_BLOCK_H
#define TENGEN_PROTOCOL_LINES_BLOCK_H

#include "lines/lines.h"
#include "tengen/engine.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PLACEMENTS_MAX = SIDE_MAX * SIDE_MAX, /* as many as there are points on the largest board */
    FIELD_OWN = 1,
    FIELD_OPPONENT = 2,
    FIELD_BLOCKED = 3,
};

typedef struct Conversation Conversation;

/* One point of a block. */
typedef struct {
    Coordinates point;
    int64_t field; /* FIELD_..., or any other number; 0 where there was none */
    int number;    /* which line of the block it was, from 1 */
} Placement;

typedef struct BlockReader BlockReader;

/* A kind of block. */
typedef struct {
    bool is_skipped; /* what it holds means nothing to Tengen */
    void (*read_line)(BlockReader *reader, const char *text); /* NULL: it is a point, and is kept */
    /* Called at DONE, when all was read, with what followed the command. */
    void (*finish)(Conversation *conversation, const char *arguments);
} Block;

/* Reads the block that has begun. Begins as {0}. */
struct BlockReader {
    bool is_open; /* a block has begun, and its DONE has not come */
    Block block;
    Placement placements[PLACEMENTS_MAX];
    int count;                             /* of placements */
    int line_count;                        /* read so far, INFO and the like apart */
    int reported;                          /* lines of which something was said, or is to be */
    Opening opening;                       /* as far as it is told */
    const char *opening_fault;             /* of the line that was read last; NULL: none */
    char arguments[QUOTED_MAX_LENGTH + 1]; /* of the command, for `finish` */

    /* Takes the next line as the name of a file, whatever it looks like; NULL: it is none. */
    void (*take_name)(Conversation *conversation, const char *name);
};

/* Begins to read a block of that kind, which belongs to a command with these arguments. */
void block_begin(BlockReader *reader, Block block, const char *arguments);

/* Reads a line of the block: a point, as "x,y" or "x,y,field", or what its kind has. */
void block_read_line(BlockReader *reader, const char *text);

/* Sends the message that a line of the block was left out, and why. Of the first ten such lines
 * alone: a manager that writes first and reads later must not wait for us, and we for it. */
void block_report_left_out(BlockReader *reader, int number, const char *why);

/* The same of a line that does not say whose its stone is. */
void block_report_unclear(BlockReader *reader, int number);

/* Sends how many more lines there were of which nothing was said. */
void block_sum_up(BlockReader *reader);

/* Another command, or the end of the input, drops the block that was begun, and a message says so,
 * unless it meant nothing anyway. Nothing happens outside blocks. */
void block_drop(BlockReader *reader);

#endif

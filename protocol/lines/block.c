/* block - collecting the points of a block; see block.h. */
#include "lines/block.h"

#include "lines/parse.h"

#include <stddef.h>
#include <stdio.h>

enum { REPORTED_MAX = 10 }; /* lines of a block of which something is said */

void block_begin(BlockReader *reader, Block block, const char *arguments)
{
    reader->is_open = true;
    reader->block = block;
    snprintf(reader->arguments, sizeof reader->arguments, "%s", arguments);
    reader->count = 0;
    reader->line_count = 0;
    reader->reported = 0;
}

static bool may_report(BlockReader *reader)
{
    return reader->reported++ < REPORTED_MAX;
}

void block_report_left_out(BlockReader *reader, int number, const char *why)
{
    if (may_report(reader)) {
        send_message("line %d left out: %s", number, why);
    }
}

void block_report_unclear(BlockReader *reader, int number)
{
    if (may_report(reader)) {
        send_message("line %d does not say whose the stone is: nobody plays there", number);
    }
}

void block_sum_up(BlockReader *reader)
{
    int more = reader->reported - REPORTED_MAX;
    if (more > 0) {
        send_message("%d more line%s like %s", more, more == 1 ? "" : "s",
                     more == 1 ? "that" : "these");
        reader->reported = REPORTED_MAX;
    }
}

void block_drop(BlockReader *reader)
{
    if (reader->is_open && !reader->block.is_skipped) {
        send_message("the block that was begun is dropped: there was no DONE");
    }
    reader->is_open = false;
}

static void read_point(BlockReader *reader, const char *text)
{
    Placement placement = {.number = ++reader->line_count};
    if (!parse_stone(text, &placement.point, &placement.field) &&
        !parse_point(text, &placement.point)) {
        block_report_left_out(reader, placement.number, "it names no point");
    } else if (reader->count == PLACEMENTS_MAX) {
        block_report_left_out(reader, placement.number, "there are more lines than points");
    } else {
        reader->placements[reader->count++] = placement;
    }
}

void block_read_line(BlockReader *reader, const char *text)
{
    const Block *block = &reader->block;
    if (block->read_line != NULL) {
        block->read_line(reader, text);
    } else if (!block->is_skipped) {
        read_point(reader, text);
    }
}

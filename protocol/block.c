/* block - collecting the points of a block; see block.h. */
#include "block.h"

#include "lines.h"
#include "parse.h"

#include <stddef.h>

void block_begin(BlockReader *reader, const Block *block)
{
    reader->block = block;
    reader->count = 0;
    reader->line_count = 0;
}

void block_report_left_out(int number, const char *why)
{
    send_message("line %d left out: %s", number, why);
}

void block_read_line(BlockReader *reader, const char *text)
{
    Placement placement = {.number = ++reader->line_count};
    if (reader->block->is_skipped) {
        return;
    }
    if (!parse_stone(text, &placement.point, &placement.field) &&
        !parse_point(text, &placement.point)) {
        block_report_left_out(placement.number, "it names no point");
    } else if (reader->count == PLACEMENTS_MAX) {
        block_report_left_out(placement.number, "there are more lines than points");
    } else {
        reader->placements[reader->count++] = placement;
    }
}

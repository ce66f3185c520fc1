/* record_sink - writing a file of games of either form to a listener, game by game.
 *
 * Whoever makes games need not know whether they become text (records.h) or bytes
 * (record_binary.h); record_source.h is the way back.
 */
#ifndef TENGEN_TOOLS_GAMES_RECORD_SINK_H
#define TENGEN_TOOLS_GAMES_RECORD_SINK_H

#include "tools/games/record_binary.h"
#include "tools/games/records.h"
#include "tools/games/tool_options.h"

/* A file being written. It is large (20 kB), and all zero but for the first two to begin with. */
typedef struct {
    const ToolListener *listener; /* borrowed */
    bool is_binary;
    RecordWriter writer;
    Geometry geometry;
    char text[RECORD_TEXT_MAX];
    uint8_t bytes[RECORD_BYTES_MAX];
} RecordSink;

/* Writes what all games have in common. */
void record_sink_begin(RecordSink *sink, const RecordHeader *header);

/* Writes the next game. */
void record_sink_game(RecordSink *sink, const Record *record);

/* Writes the end; `wanted` games should have been written. */
void record_sink_end(RecordSink *sink, int64_t wanted);

#endif

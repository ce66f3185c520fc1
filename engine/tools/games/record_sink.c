/* record_sink - lines or bytes; see record_sink.h. */
#include "tools/games/record_sink.h"

static void sink_line(const RecordSink *sink)
{
    sink->listener->line(sink->listener->context, sink->text);
}

static void sink_bytes(const RecordSink *sink, size_t count)
{
    sink->listener->bytes(sink->listener->context, sink->bytes, count);
}

void record_sink_begin(RecordSink *sink, const RecordHeader *header)
{
    geometry_init(&sink->geometry, header->game.width, header->game.height);
    if (sink->is_binary) {
        sink_bytes(sink, record_binary_header(&sink->writer, header, sink->bytes));
    } else {
        record_write_header(&sink->writer, header, sink->text);
        sink_line(sink);
    }
}

void record_sink_game(RecordSink *sink, const Record *record)
{
    if (sink->is_binary) {
        size_t count = record_binary_game(&sink->geometry, record, sink->bytes);
        record_binary_count(&sink->writer, sink->bytes, count);
        sink_bytes(sink, count);
    } else {
        record_write_game(&sink->geometry, record, sink->text);
        record_count_game(&sink->writer, sink->text);
        sink_line(sink);
    }
}

void record_sink_end(RecordSink *sink, int64_t wanted)
{
    if (sink->is_binary) {
        sink_bytes(sink, record_binary_end(&sink->writer, wanted, sink->bytes));
    } else {
        record_write_end(&sink->writer, wanted, sink->text);
        sink_line(sink);
    }
}

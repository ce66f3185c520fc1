/* weights_file - header, provenance and tables, one after the other; see weights_file.h. */
#include "tools/learn/weights_file.h"

#include "eval/pattern_net.h"
#include "eval/weights.h"

#include <stdlib.h>
#include <string.h>

bool weights_file_write(const Learnt *learnt, const Game *game, const char *provenance,
                        BytesSink *file, void *context)
{
    WeightsHeader header = weights_header(game->rule, game->win_length, strlen(provenance));
    size_t size = (size_t)header.bytes;
    char *bytes = calloc(1, size);
    if (bytes == NULL) {
        return false;
    }
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + WEIGHTS_PROVENANCE_AT, provenance, header.provenance_bytes);
    for (int colour = 0; colour < (int)header.colours; colour++) {
        memcpy(bytes + weights_colour_at(&header, colour), learnt->colour[colour],
               sizeof *learnt->colour[colour]);
        memcpy(bytes + weights_pattern_at(&header, colour), learnt->pattern[colour],
               sizeof *learnt->pattern[colour]);
    }
    header.checksum = weights_checksum(bytes, size);
    memcpy(bytes, &header, sizeof header);
    file(context, bytes, size);
    free(bytes);
    return true;
}

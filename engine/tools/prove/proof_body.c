/* proof_body - writing and reading numbers; see proof_body.h. */
#include "tools/prove/proof_body.h"

#include "tools/games/array.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOW_BITS = 7,
    MORE = 1 << LOW_BITS,
    NUMBER_BITS_MAX = 63,
};

void proof_add_bytes(ProofBytes *bytes, const void *more, int64_t count)
{
    void *array = bytes->bytes;
    if (bytes->failed || !array_grow(&array, &bytes->room, bytes->count + count, 1)) {
        bytes->failed = true;
        return;
    }
    bytes->bytes = array;
    if (count > 0) {
        memcpy(bytes->bytes + bytes->count, more, (size_t)count);
    }
    bytes->count += count;
}

void proof_add_number(ProofBytes *bytes, uint64_t number)
{
    uint8_t text[NUMBER_BITS_MAX / LOW_BITS + 1];
    int count = 0;
    for (; number >= MORE; number >>= LOW_BITS) {
        text[count++] = (uint8_t)(number | MORE);
    }
    text[count++] = (uint8_t)number;
    proof_add_bytes(bytes, text, count);
}

void proof_drop_bytes(ProofBytes *bytes)
{
    free(bytes->bytes);
    *bytes = (ProofBytes){0};
}

uint64_t proof_read_number(ProofReader *reader)
{
    uint64_t number = 0;
    for (int shift = 0; reader->at < reader->end && shift < NUMBER_BITS_MAX; shift += LOW_BITS) {
        uint8_t byte = *reader->at++;
        number |= (uint64_t)(byte & (MORE - 1)) << shift;
        if (byte < MORE) {
            return number;
        }
    }
    reader->failed = true;
    return 0;
}

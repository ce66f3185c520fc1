/* fnv - the checksum of files: FNV-1a with 64 bits.
 *
 * It finds every changed byte and is quick to write down again in any language; against intent it
 * protects nothing.
 */
#ifndef TENGEN_PORT_FNV_H
#define TENGEN_PORT_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_BASIS UINT64_C(0xCBF29CE484222325)
#define FNV_PRIME UINT64_C(0x100000001B3)

/* Goes on hashing with that many bytes; the first hash is FNV_BASIS. */
static inline uint64_t fnv_hash(uint64_t hash, const void *bytes, size_t count)
{
    for (const unsigned char *byte = bytes, *end = byte + count; byte < end; byte++) {
        hash = (hash ^ *byte) * FNV_PRIME;
    }
    return hash;
}

#endif

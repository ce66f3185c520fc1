/* lz4 - unpacks a frame of LZ4, in which Rapfi's databases come.
 *
 * Checksums are not looked at: what is unpacked is checked by whoever reads it.
 */
#ifndef TENGEN_DATABASE_LZ4_H
#define TENGEN_DATABASE_LZ4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Says whether the bytes begin like a frame. */
bool lz4_is_frame(const uint8_t *bytes, size_t count);

/* Unpacks a frame into new memory, with a zero after it, to be freed; NULL if it is damaged, too
 * large, or there is no memory. */
uint8_t *lz4_unpack(const uint8_t *bytes, size_t count, size_t *unpacked);

#endif

/* gzip - writes a stream in the format of gzip (RFC 1952), which any reader of gzip opens.
 *
 * gzip_zlib.c compresses by zlib. Where there is no zlib, as in a web page, gzip_stored.c writes
 * the bytes as they are into the same format. CMake takes the one that fits.
 */
#ifndef TENGEN_TOOLS_PROVE_GZIP_H
#define TENGEN_TOOLS_PROVE_GZIP_H

#include "tengen/prove_options.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Gzip Gzip;

/* Begins a stream that goes to the sink piece by piece; NULL if there is no memory. */
Gzip *gzip_new(BytesSink *sink, void *context);

/* Adds bytes to what the stream holds. */
void gzip_add(Gzip *gzip, const void *bytes, size_t count);

/* Ends the stream: the rest of it goes to the sink. Returns how many bytes went there in all. */
uint64_t gzip_finish(Gzip *gzip);

/* Frees it. NULL is fine. */
void gzip_free(Gzip *gzip);

#endif

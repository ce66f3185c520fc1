/* port - the few things that differ between operating systems, behind one small header.
 *
 * Nothing above this room asks which system it runs on.
 */
#ifndef TENGEN_PORT_PORT_H
#define TENGEN_PORT_PORT_H

#include <stddef.h>
#include <stdint.h>

/* Milliseconds since some fixed moment, never running backwards. */
int64_t port_now_ms(void);

/* Nanoseconds on the same clock, for measuring speed. */
int64_t port_now_ns(void);

/* Makes a block of memory from calloc zero again. Pages of a large block go back to the system and
 * come back when they are touched: a block of which little was used is cleared at once. */
void port_clear(void *block, size_t bytes);

/* How many threads can run at the same time; at least 1. */
int port_cores(void);

#endif

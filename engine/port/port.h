/* port - the few things that differ between operating systems, behind one small header.
 *
 * Nothing above this room asks which system it runs on.
 */
#ifndef TENGEN_PORT_PORT_H
#define TENGEN_PORT_PORT_H

#include <stdint.h>

/* Milliseconds since some fixed moment, never running backwards. */
int64_t port_now_ms(void);

/* Nanoseconds on the same clock, for measuring speed. */
int64_t port_now_ns(void);

#endif

/* tools - what the tools share: their options, listeners and ends are the public types. */
#ifndef TENGEN_TOOLS_TOOLS_H
#define TENGEN_TOOLS_TOOLS_H

#include "api/types.h"

#endif

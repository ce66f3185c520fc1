/* opening - the limits of the openings that the engine makes and checks. */
#ifndef TENGEN_OPENING_H
#define TENGEN_OPENING_H

enum {
    OPENING_STONES_MAX = 40,      /* stones of a generated opening */
    OPENING_CHECK_MOVES_MAX = 10, /* best moves that its second check may ask for */
};

#endif

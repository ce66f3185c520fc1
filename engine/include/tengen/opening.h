/* opening - how large the openings are that the engine makes and checks, as its users see it. */
#ifndef TENGEN_OPENING_H
#define TENGEN_OPENING_H

enum {
    OPENING_STONES_MAX = 40,      /* stones of a generated opening */
    OPENING_CHECK_MOVES_MAX = 10, /* best moves that its second check may ask for */
};

#endif

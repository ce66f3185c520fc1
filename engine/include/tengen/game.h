/* game - the game that is played: colours, rules, sizes, points of the board.
 *
 * This is the lowest header of the engine. Every part of the engine and all users see it. It has
 * plain values that depend on nothing.
 */
#ifndef TENGEN_GAME_H
#define TENGEN_GAME_H

/* What a point can hold. A colour in the narrow sense is BLACK or WHITE. */
typedef enum {
    BLACK,
    WHITE,
    EMPTY,
    WALL, /* blocked for both sides, or outside the board */
    COLOURS = 2
} Colour;

/* What a rule says about the lines of one colour. Without any of these, exactly win_length in a row
 * wins. */
enum {
    LONGER_WINS = 1 << 0,    /* more than win_length in a row wins as well */
    CLOSED_IS_VOID = 1 << 1, /* exactly win_length between two opposing stones does not win */
    HAS_FOULS = 1 << 2,      /* overline, double four and double three are forbidden */
};

/* The rules, one row each. Everything that depends on a rule is derived from its row. A row with a
 * column missing does not compile, and rules.c checks the values. The columns:
 *
 *   enumerator of Rule, after RULE_
 *   number in the protocol: the bits of INFO rule. Bit 1 is the exact form of a kind of rule. Bit 2
 *     (continuous) is ignored. Every other bit is a kind; the lowest one that is set counts
 *   name for people
 *   lines of black, lines of white: the flags above. Only black can have fouls
 *   smallest win_length that the rule can be played with
 *   weights that evaluate it, a file in engine/eval/weights/; `none` where nothing was learnt
 *   tempo: what the right to move is worth beyond what the weights say, in units of value. Training
 *     shows what positions are worth in games, not what helps a search. Matches show that
 */
/* clang-format off */
#define RULES(X)                                                                                   \
    X(FREESTYLE,  0, "freestyle",       LONGER_WINS, LONGER_WINS,          3, freestyle, 0)        \
    X(STANDARD,   1, "standard",        0, 0,                              3, standard,  0)        \
    X(RENJU,      4, "renju",           HAS_FOULS, LONGER_WINS,            5, renju,     16)       \
    X(CARO,       8, "caro",            LONGER_WINS | CLOSED_IS_VOID,                              \
                                        LONGER_WINS | CLOSED_IS_VOID,      3, caro,      0)        \
    X(CARO_EXACT, 9, "caro exact five", CLOSED_IS_VOID, CLOSED_IS_VOID,    3, caro,      0)
/* clang-format on */

#define RULE_ENUMERATOR(rule, number, name, black, white, least, weights, tempo) RULE_##rule,
typedef enum { RULES(RULE_ENUMERATOR) RULE_COUNT } Rule;
#undef RULE_ENUMERATOR

/* The numbers and names of all rules, followed by a text: "0 freestyle, 1 standard, ...". */
#define RULE_LIST_ITEM(rule, number, name, black, white, least, weights, tempo)                    \
    ", " #number " " name
#define RULE_LIST(suffix) (&RULES(RULE_LIST_ITEM) suffix[sizeof ", " - 1])

enum {
    SIDE_MIN = 3,  /* tic-tac-toe */
    SIDE_MAX = 32, /* a row of the board fits in 32 bits */
    WIN_LENGTH_MIN = 3,
    WIN_LENGTH_MAX = 5,
};

/* A game: the rule, the size of the board, and how many stones in a row win. */
typedef struct {
    Rule rule;
    int width, height; /* SIDE_MIN..SIDE_MAX */
    int win_length;    /* WIN_LENGTH_MIN..WIN_LENGTH_MAX */
} Game;

/* A point: column and row, from 0. Row 0 is row 1 of the names, at the bottom of the board as
 * people see it: {0, 0} is a1, {7, 7} is h8. */
typedef struct {
    int x, y;
} Coordinates;

#endif

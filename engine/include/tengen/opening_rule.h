/* opening_rule - the opening rules that people play by, as tables of steps, and a game within one.
 *
 * On an empty board black has the advantage. So people begin by a rule: stones are put in certain
 * places, colours are chosen, fifth moves are offered. Each rule is a list of steps, and a step is
 * one act of one player. Engine and protocol derive from these rows what a player may do. Terminal,
 * page and referee do so too, from the line that the command OPENING sends.
 *
 * The colours of the stones alternate, black first, whoever puts them. A player is named by the
 * colour that he has at that moment. A choice of colours may change it; the other player takes the
 * other colour. After the last step the player whose colour is to move plays on, anywhere.
 */
#ifndef TENGEN_OPENING_RULE_H
#define TENGEN_OPENING_RULE_H

#include "tengen/game.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* a shared library exports these, and nothing else */

enum {
    OPENING_RULES = 8,
    OPENING_STEPS_MAX = 12,
    OPENING_PUT_MAX = 5,     /* stones of an opening */
    OPENING_OFFERS_MAX = 10, /* fifth moves that are offered */
};

typedef enum {
    OPENING_OVER,   /* no step: play goes on */
    OPENING_PUT,    /* puts stones */
    OPENING_CHOOSE, /* takes a colour */
    OPENING_OFFER,  /* names points for the next stone, no two of them alike by symmetry */
    OPENING_PICK,   /* chooses one of these; the stone is put there */
} OpeningStepKind;

typedef struct {
    OpeningStepKind kind;
    Colour by;     /* the player who acts has this colour */
    int count;     /* points that are put or offered; 0: as many as were announced */
    int square;    /* side of a central square for the points; negative: outside it; 0: anywhere */
    int announces; /* the most offers that may be announced with the stone; 0: none are */
    int otherwise; /* the step that may be done instead of taking a colour; 0: none */
    bool ends;     /* the opening is over after this step; otherwise the next row follows */
} OpeningStep;

typedef struct {
    const char *name;                         /* one word */
    OpeningStep steps[OPENING_STEPS_MAX + 1]; /* the last is OPENING_OVER */
} OpeningRule;

extern const OpeningRule opening_rules[OPENING_RULES];

/* What a player does in one step. */
typedef struct {
    Colour colour; /* the colour that is taken; EMPTY: none is, and there are points instead */
    int count;
    Coordinates points[OPENING_OFFERS_MAX];
    int announced; /* how many offers are announced; 0: none */
} OpeningAct;

/* Where a game stands. */
typedef struct {
    const OpeningRule *rule;
    int width, height;
    int step;
    int stone_count;
    Coordinates stones[OPENING_PUT_MAX];
    int announced;
    int offer_count;
    Coordinates offers[OPENING_OFFERS_MAX];
    bool is_swapped; /* the player who began with black has white now */
} Opening;

/* The rule of that name; NULL if there is none. */
const OpeningRule *opening_rule_named(const char *name);

/* Why this game cannot be played by the rule, as a sentence; NULL if it can. */
const char *opening_rule_fault(const OpeningRule *rule, const Game *game);

/* An opening of a game that opening_rule_fault accepts, before its first step. The rule is
 * borrowed. */
Opening opening_begun(const OpeningRule *rule, const Game *game);

/* The step that is to be done. */
const OpeningStep *opening_step(const Opening *opening);

/* Does the step, or the one that may take its place. Returns NULL, or a sentence that says why this
 * is not allowed; then nothing has changed. */
const char *opening_act(Opening *opening, const OpeningAct *act);

/* Why the step may not put a stone on the point now, as a sentence; NULL if it may. */
const char *opening_point_fault(const Opening *opening, const OpeningStep *step, Coordinates point);

/* Says whether two points are alike. They are if a rotation or reflection, with or without a shift,
 * maps the stones of each colour onto themselves and one point onto the other. */
bool opening_are_alike(const Opening *opening, Coordinates one, Coordinates other);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif

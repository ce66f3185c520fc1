/* conversation - what has been settled so far between a manager and the engine.
 *
 * The game that INFO asked for, the limits, which colour is ours, the block of lines that is being
 * read, the question that is being thought about. The commands (play, yixin, console) change it and
 * share what stands here: how to ask the engine, how to answer, how to read a block.
 */
#ifndef TENGEN_PROTOCOL_CONVERSATION_H
#define TENGEN_PROTOCOL_CONVERSATION_H

#include "engine.h"
#include "lines.h"
#include "naming.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PLACEMENTS_MAX = 32 * 32, /* as many as there are points on the largest board */
    FIELD_OWN = 1,
    FIELD_OPPONENT = 2,
    FIELD_BLOCKED = 3,
};

typedef struct Conversation Conversation;

/* A line of a block. */
typedef struct {
    Coordinates point;
    int64_t field; /* FIELD_..., or any other number; 0 where there was none */
    int line;      /* of the block, from 1 */
} Placement;

/* A kind of block: lines that follow a command, up to DONE. */
typedef struct {
    bool is_swallowed;                          /* lines mean nothing to us */
    void (*finish)(Conversation *conversation); /* called at DONE, with the lines in placements */
} Block;

struct Conversation {
    Engine *engine;
    Inbox *inbox;

    Rule rule;             /* as INFO asked for; the engine follows before the next question */
    int64_t rule_bits;     /* the same, in the manager's words */
    int win_length;        /* for the next START */
    Evaluation evaluation; /* as INFO asked for; followed like the rule */
    Limits limits;         /* as INFO said, asked_ms apart */
    Colour own;            /* the colour the engine plays */
    bool is_yixin;         /* the manager has shown that it speaks Yixin-Board's dialect */
    bool shows_moves;      /* INFO show_detail: tell what happens to each move of the root */
    bool shows_iterations; /* INFO show_detail: tell what each iteration found */
    bool has_person;       /* a person sits at a terminal: draw boards, tell each iteration */

    bool thinking;
    int64_t asked_ms; /* when the line being run, or thought about, came in */
    void (*say_answer)(Conversation *conversation); /* tells the answer to the question asked */
    int multipv_asked;     /* best lines of the question being thought about */
    Naming naming;         /* of the points in what is told of that question */
    bool tells_iterations; /* of that question, to a person or a debugger */
    bool tells_moves;      /* what happens to each move of the root of that question */
    EngineReport answer;   /* written by the engine before it posts EVENT_ANSWER */

    const Block *block; /* being read; NULL outside blocks */
    Placement placements[PLACEMENTS_MAX];
    int placement_count;
    int block_lines;    /* read so far, INFO and the like apart */
    bool swallows_line; /* the next line is a file name, whatever it looks like */

    Placement undone[PLACEMENTS_MAX]; /* stones that UNDO took back, the last one last */
    int undone_count;                 /* field holds the Colour */

    bool over; /* END was said */
};

/* Begins a conversation; false if there is no memory. The inbox is borrowed. */
bool conversation_open(Conversation *conversation, Inbox *inbox);

/* Ends it: stops the engine without a word and gives everything back. */
void conversation_close(Conversation *conversation);

/* Answers ERROR and what is wrong, a sentence. */
void conversation_say_error(const char *fault);

/* Answers OK, or ERROR if there is a fault. */
void conversation_say_ok_unless(const char *fault);

/* Says whether a game is on; answers ERROR if not. */
bool conversation_has_game(const Conversation *conversation);

/* Says whether there are stones on the board. */
bool conversation_has_stones(const Conversation *conversation);

/* The opposing colour. */
Colour conversation_other(Colour colour);

/* The rule that INFO rule asked for, as this manager means it: Yixin-Board's 2 is renju. */
Rule conversation_rule(const Conversation *conversation);

/* Brings the engine up to date with what INFO said about the rule. A rule that does not fit the
 * board is left for the next START to refuse. */
void conversation_apply_settings(Conversation *conversation);

/* Asks the engine for that side; say_answer is called when it has answered. Answers ERROR if it
 * cannot be asked. */
void conversation_ask(Conversation *conversation, Question question, Colour side, int target,
                      void (*say_answer)(Conversation *conversation));

/* Reads the point that the arguments of a command name, as h8 or 7,7. Answers ERROR if there is no
 * game, or no point. */
bool conversation_read_point(const Conversation *conversation, const char *arguments,
                             Coordinates *point);

/* How points are told to whoever reads now: names at a terminal, those of its board to Yixin-Board,
 * and else the protocol's numbers, as Piskvork has them in its log. */
Naming conversation_naming(const Conversation *conversation);

/* Answers with points in one line, single blanks between: names at a terminal, else numbers. */
void conversation_say_points(const Conversation *conversation, const Coordinates *points,
                             int count);

/* Answers with all moves of the answer, or ERROR if it has none for lack of room. */
void conversation_say_moves(Conversation *conversation);

/* Tells what the search for the answer found and which line it expects, in one line that managers
 * put into their log. */
void conversation_say_thought(const Conversation *conversation);

/* Asks for the engine's own move, to be played on its board and told. */
void conversation_think(Conversation *conversation);

/* The engine has answered: tells it. */
void conversation_answer(Conversation *conversation);

/* Begins to read a block. */
void conversation_begin_block(Conversation *conversation, const Block *block);

/* Keeps a line of the block, "x,y" or "x,y,field", for DONE. A line that makes no sense is left out
 * and that is told, for to every manager ERROR means that the game is lost or that it must wait. */
void conversation_read_line(Conversation *conversation, const char *line);

/* Tells, where managers show it to a person, why a line of the block was left out. */
void conversation_tell_left_out(int line, const char *why);

/* Says whether a point lies on the board of the game. */
bool conversation_is_inside(const Conversation *conversation, Coordinates point);

/* Takes all stones off the board; there is nothing to redo then. */
void conversation_empty_board(Conversation *conversation);

/* Puts the stones of the block on an emptied board. Black is whoever the first stone belongs to. Of
 * lines that contradict each other the first holds; a point whose owner is unclear is blocked. */
void conversation_set_board(Conversation *conversation);

#endif

/* conversation - what a manager and the engine have settled so far, and how commands use it.
 *
 * The settings that INFO changes, the question that the engine is thinking about, the block that is
 * being read, the stones that can be put back. The commands (play, yixin, console, info) change
 * them and share what is declared here: asking the engine, answering, setting up a position.
 */
#ifndef TENGEN_PROTOCOL_CONVERSATION_CONVERSATION_H
#define TENGEN_PROTOCOL_CONVERSATION_CONVERSATION_H

#include "conversation/database_use.h"
#include "conversation/undo.h"
#include "lines/block.h"
#include "lines/lines.h"
#include "lines/naming.h"
#include "tengen/engine.h"

#include <stdbool.h>
#include <stdint.h>

enum { INFO_KEYS_MAX = 32 }; /* as many keys of INFO as there may be */

/* What INFO has set; see info.h. Where the engine has the setting, too, it is told at once. */
typedef struct {
    Rule rule;
    int64_t rule_bits; /* the rule in the manager's numbers */
    int win_length;    /* for the next START */
    Evaluation evaluation;
    int threads;           /* that shall think */
    int threads_told;      /* the same when it was told last that fewer do; 0: all do */
    Limits limits;         /* all but start_ms, multipv and strength */
    int strength;          /* of the moves that Tengen plays; answers to all else are the best */
    bool shows_moves;      /* show_detail: send what happens to each move of the root */
    bool shows_iterations; /* show_detail: send what each iteration found */
    struct {
        bool is_set;
        int64_t number;       /* that holds, as the manager said it or what came nearest */
    } present[INFO_KEYS_MAX]; /* by the rows of info.c: what people are shown */
    bool is_for_programs;     /* machine: send machine.h's lines instead of sentences */
} Settings;

/* The question that the engine is thinking about, or has answered last. */
typedef struct {
    bool is_pending;
    int64_t asked_ms; /* when the command that is being run, or asked, came in */
    void (*send_answer)(Conversation *conversation); /* called when the engine has answered */
    int multipv;                                     /* how many best moves were asked for */
    Naming naming;                                   /* of the points in what is sent about it */
    bool shows_iterations;                           /* to a person or a debugger */
    bool shows_moves;
    bool shows_detail;    /* detail.h's lines, to Yixin-Board */
    bool detail_is_sent;  /* such lines were, about an iteration */
    bool is_for_programs; /* what is sent about it: machine.h's lines */
    EngineReport answer;  /* written by the engine before it posts EVENT_ANSWER */
} PendingQuestion;

/* What a command asks the engine. */
typedef struct {
    Question question;
    Colour side;                                     /* that the engine answers for */
    int target;                                      /* of balancing, see engine_ask */
    int best_moves;                                  /* how many of them are told; 0 as good as 1 */
    int strength;                                    /* of the answer; 0 as good as STRENGTH_FULL */
    void (*send_answer)(Conversation *conversation); /* called when the engine has answered */
} Asking;

struct Conversation {
    Engine *engine;
    Inbox *inbox;
    bool (*may_go_on)(void *context); /* see conversation_may_go_on; the session's */
    void *context;
    Colour own;       /* the colour that the engine plays */
    bool is_yixin;    /* the manager has shown that it speaks Yixin-Board's dialect */
    bool has_person;  /* a person sits at a terminal: draw boards, show each iteration */
    bool over;        /* END was said */
    int stones_shown; /* that were on the board when the person saw it last; -1: it was another */
    Settings settings;
    PendingQuestion question;
    BlockReader reader;
    UndoStack undo;
    DatabaseUse database;
};

/* Begins a conversation; false if there is no memory. The inbox is borrowed. */
bool conversation_open(Conversation *conversation, Inbox *inbox);

/* Ends it: stops the engine without an answer and frees everything. */
void conversation_close(Conversation *conversation);

/* Answers ERROR and a sentence about what is wrong. */
void conversation_send_error(const char *fault);

/* Answers OK, or ERROR if there is a fault. */
void conversation_send_ok_unless(const char *fault);

/* Answers whether a stone was put on or taken off the board: OK, and then UNDO's stones are
 * forgotten, or ERROR if there is a fault. */
void conversation_report_change(Conversation *conversation, const char *fault);

/* Says whether a game is on; answers ERROR if not. */
bool conversation_has_game(const Conversation *conversation);

/* Says whether there are stones on the board. */
bool conversation_has_stones(const Conversation *conversation);

/* The opposing colour. */
Colour conversation_other(Colour colour);

/* The rule that INFO rule asked for, as this manager means it: Yixin-Board's 2 is renju. */
Rule conversation_rule(const Conversation *conversation);

/* Asks the engine. Answers ERROR if it cannot be asked. */
void conversation_ask(Conversation *conversation, const Asking *asking);

/* Reads the point that the arguments of a command name, as h8 or 7,7. Answers ERROR if there is no
 * game, or no point. */
bool conversation_read_point(const Conversation *conversation, const char *arguments,
                             Coordinates *point);

/* How points are written now: as names at a terminal, as on its board to Yixin-Board, and else as
 * the protocol's numbers, which Piskvork has in its log. */
Naming conversation_naming(const Conversation *conversation);

/* Answers with points in one line, single blanks between: names at a terminal, else numbers. */
void conversation_send_points(const Conversation *conversation, const Coordinates *points,
                              int count);

/* Answers with a step of an opening, in the words of parse_opening_act. */
void conversation_send_act(const Conversation *conversation, const OpeningAct *act);

/* Answers with all moves of the answer, or ERROR if it has none for lack of room. */
void conversation_send_moves(Conversation *conversation);

/* Sends what the answer is worth, and its pv: as a message that managers put into their log, or to
 * programs as a line of machine.h. */
void conversation_send_thought(const Conversation *conversation);

/* A command that works for longer asks this now and then: takes in what came meanwhile, and says
 * whether the command may go on. STOP, Ctrl-C and END end it, and that nobody listens any more. */
bool conversation_may_go_on(Conversation *conversation);

/* The engine has answered: sends the answer. */
void conversation_answer(Conversation *conversation);

/* Says whether a point lies on the board of the game. */
bool conversation_is_inside(const Conversation *conversation, Coordinates point);

/* Takes all stones off the board; there is nothing to redo then. */
void conversation_empty_board(Conversation *conversation);

/* Puts the stones of the block on an emptied board; the first one is black. Where points contradict
 * each other the first counts; a point whose owner is unclear is blocked. */
void conversation_set_board(Conversation *conversation);

#endif

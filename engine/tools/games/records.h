/* records - games of Tengen against itself: what a file of them says, and its text for people.
 * record_file.h has the file itself.
 *
 *   tengen-games 2 rule 0 size 15x15 win 5 nodes 1000 seed 7 first 0 stones 3-8 margin 30
 *     start-moves 4 uneven-percent 0 uneven-margin 150 random-percent 6 random-plies 16
 *     openings - evaluation base parameters - engine 1.0.0-91f0c3d2a4b5e697     (all on one line)
 *   1 4 j6l7m6i4k8l8... -12,31,.,-8,...,+M3,-M2,+M1
 *   = 3 h8i9g7... 4,-4,...
 *
 * The first line says how the games were made. It has the version of the file, the rule by its
 * number in the protocol, columns x rows, how many in a row win, the nodes of each search, the seed
 * and the number of the first game. Then it says how the games differ from each other (GameVariety
 * in tool_options.h). At its end it has the hash of the list of openings that the games begin from
 * ("-": from random starts), and what played them (origin.h). With these words and the number of
 * games the file can be made again.
 *
 * Each game is one line of four words:
 *
 *   1  the result to black: 1, 0, or = for a draw. A game ends with a five, with the last point, or
 *      (renju) when black has no point left that is not forbidden: then black has lost.
 *   2  how many of the moves are the opening, which was not searched for
 *   3  all the moves, black first, in c-gomoku-cli's notation: column as a letter (a to z, then aa,
 *      ab, ...), row from 1; no blanks between them; "-" if there are none
 *   4  what the search said before each of its own moves, with commas between: the value to the
 *      player of the move, in the engine's units; +M5, a win proven that the 5th move from here
 *      completes; -M4, such a loss; "." where there was nothing to choose and so no search; "?"
 *      where the move was drawn at random. "-" if the game was over after the opening.
 *
 * So the n-th score, from 0, belongs to the position after `opening + n` moves, and the move that
 * follows there is the one that the search thought best, unless it was drawn at random: then the
 * result says little about the positions before it (record_settled). All text is plain ASCII.
 */
#ifndef TENGEN_TOOLS_GAMES_RECORDS_H
#define TENGEN_TOOLS_GAMES_RECORDS_H

#include "board/geometry.h"
#include "board/rules.h"
#include "eval/value.h"
#include "tengen/tool_options.h"
#include "tools/games/origin.h"
#include "tools/games/record_text.h"

#include <stdint.h>

enum {
    RECORD_VERSION = 2, /* of the file */
    RECORD_FRAME_TEXT_MAX =
        500 + ORIGIN_TEXT_MAX, /* a line without moves and scores, and its end */
    RECORD_TEXT_MAX =
        RECORD_MOVES_MAX * (RECORD_MOVE_TEXT_MAX + RECORD_SCORE_TEXT_MAX) + RECORD_FRAME_TEXT_MAX,
    RECORD_DIFFERENCE_MAX = 130, /* of a difference between two first lines */
};

typedef enum { RECORD_WHITE_WINS, RECORD_DRAW, RECORD_BLACK_WINS } RecordResult;

/* What all games of a file have in common. */
typedef struct {
    Game game;
    uint64_t nodes, seed;
    int64_t first;       /* the number of the first game: with the seed it decides its start */
    GameVariety variety; /* settled: no zero stands for anything else (record_settle_variety) */
    uint64_t openings;   /* record_hash of the list that the games begin from; 0: random starts */
    char origin[ORIGIN_TEXT_MAX]; /* what origin_write says of the engine that played */
} RecordHeader;

/* A game. What stands at the index of a move of the opening, but for the move, means nothing. */
typedef struct {
    RecordResult result;
    int opening;                      /* moves that were given */
    int count;                        /* moves in all */
    Point moves[RECORD_MOVES_MAX];    /* black first */
    Value scores[RECORD_MOVES_MAX];   /* of each move, to its player, or RECORD_NO_SCORE */
    bool is_random[RECORD_MOVES_MAX]; /* the move was drawn, not searched; it has no score */
} Record;

/* The number of moves up to the last random one. The positions from there on have the result of the
 * game. It is never less than the moves of the opening. */
int record_settled(const Record *record);

/* The largest number of a game. As many games again can be counted from there. */
#define RECORD_NUMBER_MAX (INT64_MAX / 2)

/* The FNV-1a hash of a text, by which a file names another one. */
uint64_t record_hash(const char *text);

/* The variety with the numbers that its zeros stand for (tool_options.h). */
GameVariety record_settle_variety(const GameVariety *variety);

/* What is wrong with numbers of a header that were read, as a sentence; NULL: nothing. */
const char *record_header_fault(const RecordHeader *header);

/* --- as text --- */

/* Writes the first line, without its end. The text has room for RECORD_FRAME_TEXT_MAX. */
void record_print_header(const RecordHeader *header, char *text);

/* Writes the line of a game, without its end; the text has room for RECORD_TEXT_MAX. */
void record_print_game(const Geometry *geometry, const Record *record, char *text);

/* Tells the first word in which the first line of `one` differs from that of `other`, with the name
 * before it: "nodes 100, not 200". False if they do not differ. */
bool record_header_difference(const RecordHeader *one, const RecordHeader *other,
                              char text[RECORD_DIFFERENCE_MAX]);

#endif

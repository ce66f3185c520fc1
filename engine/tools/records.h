/* records - games as text, one a line: written by self-play, read by fits, scripts and people.
 *
 *   tengen-games 2 rule 0 size 15x15 win 5 nodes 1000 seed 7 openings - evaluation net margins - engine 0.1.0-...
 *   1 4 j6l7m6i4k8l8... -12,31,.,-8,...,+M3,-M2,+M1
 *   = 3 h8i9g7... 4,-4,...
 *   end 2 of 2 checksum 91f0c3d2a4b5e697
 *
 * The first line says the format's version, the rule by its number in the protocol, columns x rows,
 * how many in a row win, the nodes of each search and the seed; the hash of the list of openings
 * that the games begin from ("-": from random starts); and what played them (origin.h). With that
 * and the number of games the file can be made again. Files of version 1, which end their first
 * line with the seed, are read, too. Then each game is one line of four words:
 *
 *   1  the result to black: 1, 0, or = for a draw. A game ends with a five, with the last point, or
 *      (renju) when black has no point left that is not forbidden: then black has lost.
 *   2  how many of the moves are the opening, which was not searched for
 *   3  all the moves, black first, in c-gomoku-cli's notation: column as a letter (a to z, then aa,
 *      ab, ...), row from 1; no blanks between them; "-" if there are none
 *   4  what the search said before each of its own moves, with commas between: the value to the
 *      player of the move, in the engine's units; +M5, a win proven that the 5th move from here
 *      completes; -M4, such a loss; "." where there was nothing to choose and so no search. "-" if
 *      the game was over after the opening.
 *
 * So the n-th score, from 0, belongs to the position after `opening + n` moves, and the move that
 * follows there is the one that the search thought best. The last line says how many games there
 * are and how many there should have been (fewer: it was stopped), and ends with the FNV-1a hash
 * (64 bits, hexadecimal) of every byte before the hash itself, line ends (LF) included: a file
 * without it is cut off, and one with another hash was changed. All text is plain ASCII.
 *
 * The reader checks every word, but does not play the games: whether a five was made, a position
 * can tell (samples.h).
 */
#ifndef TENGEN_TOOLS_RECORDS_H
#define TENGEN_TOOLS_RECORDS_H

#include "board/geometry.h"
#include "board/rules.h"
#include "eval/value.h"
#include "tools/origin.h"
#include "tools/record_text.h"

#include <stdint.h>

enum {
    RECORD_FRAME_TEXT_MAX =
        200 + ORIGIN_TEXT_MAX, /* a line without moves and scores, and its end */
    RECORD_TEXT_MAX =
        RECORD_MOVES_MAX * (RECORD_MOVE_TEXT_MAX + RECORD_SCORE_TEXT_MAX) + RECORD_FRAME_TEXT_MAX,
};

typedef enum { RECORD_WHITE_WINS, RECORD_DRAW, RECORD_BLACK_WINS } RecordResult;

/* What all games of a file have in common. What played them is the running program when it is
 * written; when it is read, these words are only checked. */
typedef struct {
    Game game;
    uint64_t nodes, seed;
    uint64_t openings;     /* record_hash of the list that the games begin from; 0: random starts */
    Evaluation evaluation; /* of the engine that writes; unknown when read */
} RecordHeader;

typedef struct {
    RecordResult result;
    int opening;                    /* moves that were given */
    int count;                      /* moves in all */
    Point moves[RECORD_MOVES_MAX];  /* black first */
    Value scores[RECORD_MOVES_MAX]; /* of each move, to its player; those of the opening mean
                                       nothing */
} Record;

/* The FNV-1a hash of a text, by which a file names another one. */
uint64_t record_hash(const char *text);

/* --- writing --- */

/* Keeps count of what has been written. */
typedef struct {
    uint64_t hash;
    int64_t games;
} RecordWriter;

/* Writes the first line, without its end, and begins to count. The text has room for
 * RECORD_FRAME_TEXT_MAX. */
void record_write_header(RecordWriter *writer, const RecordHeader *header, char *text);

/* Writes the line of a game, without its end; the text has room for RECORD_TEXT_MAX. It counts
 * nothing, so that threads can do it. */
void record_write_game(const Geometry *geometry, const Record *record, char *text);

/* Counts the line of a game as written. */
void record_count_game(RecordWriter *writer, const char *text);

/* Writes the last line, without its end; `wanted` games should have been written. The text has room
 * for RECORD_FRAME_TEXT_MAX. */
void record_write_end(const RecordWriter *writer, int64_t wanted, char *text);

/* --- reading --- */

typedef enum {
    RECORD_HEADER, /* the line was the first */
    RECORD_GAME,   /* it was a game */
    RECORD_END,    /* it was the last, and all is as it was written */
    RECORD_FAULT,  /* it was none of these: `fault` says why; no line after it counts */
} RecordLine;

/* A file being read. All zero to begin with. */
typedef struct {
    RecordHeader header;
    Geometry geometry;
    RecordWriter seen;
    int64_t wanted; /* games, when the end has been read; if more than seen.games, it was stopped */
    int64_t lines;
    bool has_header, has_end, has_fault;
    const char *fault; /* a sentence */
} RecordReader;

/* Reads the next line, given without its end; a game goes into the record. */
RecordLine record_read_line(RecordReader *reader, const char *line, Record *record);

/* Says, after the last line, why the file is not whole; NULL if it is. */
const char *record_fault(const RecordReader *reader);

#endif

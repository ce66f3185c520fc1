/* play - the commands of the Gomocup protocol proper: games, moves, positions.
 *
 * Rules for answers (real managers insist on each of them): OK stands alone on its line; a move is
 * "x,y" without blanks; whatever is wrong is answered with one line that begins with ERROR, and the
 * game stays as it was.
 *
 * Each function runs one command; the arguments are what follows its name on the line. INFO is in
 * info.h.
 */
#ifndef TENGEN_PROTOCOL_COMMANDS_PLAY_H
#define TENGEN_PROTOCOL_COMMANDS_PLAY_H

#include "conversation/conversation.h"

enum { PLAY_SIDE_USUAL = 15 }; /* of the board that everybody plays on */

/* ABOUT: sends name, version, author and country. */
void play_about(Conversation *conversation, const char *arguments);

/* BEGIN: asks for the first move of a game. */
void play_begin(Conversation *conversation, const char *arguments);

/* BOARD: reads a position up to DONE, and then asks for a move. */
void play_board(Conversation *conversation, const char *arguments);

/* DONE: ends the block that is being read, and runs what it was read for. */
void play_done(Conversation *conversation, const char *arguments);

/* END: ends the session. */
void play_end(Conversation *conversation, const char *arguments);

/* PLAY x,y: puts a stone of the engine there, and sends the move back. */
void play_play(Conversation *conversation, const char *arguments);

/* RECTSTART w,h: begins a game on a board of that size. */
void play_rectstart(Conversation *conversation, const char *arguments);

/* RESTART: begins a game like the one that is on. */
void play_restart(Conversation *conversation, const char *arguments);

/* START n: begins a game on a square board; START w h on another. */
void play_start(Conversation *conversation, const char *arguments);

/* Begins a game on the usual board, and says nothing. False, after an ERROR, if it cannot begin. */
bool play_usual_game(Conversation *conversation);

/* STOP: does nothing when its turn comes, see commands_run_early. */
void play_stop(Conversation *conversation, const char *arguments);

/* TAKEBACK x,y: takes that stone off the board. */
void play_takeback(Conversation *conversation, const char *arguments);

/* TURN x,y: puts the opponent's stone there and asks for a move. */
void play_turn(Conversation *conversation, const char *arguments);

/* Asks for the engine's own move, to be played on its board and sent, and for so many best moves to
 * be told (0: the answer alone). Where the game is over, a person is told and nothing asked. */
void play_think(Conversation *conversation, int best_moves);

#endif

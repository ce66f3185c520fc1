/* play - the commands of the Gomocup protocol proper: games, moves, positions, INFO.
 *
 * Rules of the house for answers (real managers insist on each of them): OK stands alone on its
 * line; a move is "x,y" without blanks; INFO never answers; whatever is wrong is said in one line
 * beginning with ERROR, and the game stays as it was.
 *
 * Each function runs one command; the arguments are what follows its name on the line. play_hurry is
 * the other half of INFO: what it means to the question that is being thought about when it comes.
 */
#ifndef TENGEN_PROTOCOL_PLAY_H
#define TENGEN_PROTOCOL_PLAY_H

#include "conversation.h"

void play_about(Conversation *conversation, const char *arguments);
void play_begin(Conversation *conversation, const char *arguments);
void play_board(Conversation *conversation, const char *arguments);
void play_done(Conversation *conversation, const char *arguments);
void play_end(Conversation *conversation, const char *arguments);
void play_hurry(Conversation *conversation, const char *arguments);
void play_info(Conversation *conversation, const char *arguments);
void play_play(Conversation *conversation, const char *arguments);
void play_rectstart(Conversation *conversation, const char *arguments);
void play_restart(Conversation *conversation, const char *arguments);
void play_start(Conversation *conversation, const char *arguments);
void play_stop(Conversation *conversation, const char *arguments);
void play_swap2(Conversation *conversation, const char *arguments);
void play_takeback(Conversation *conversation, const char *arguments);
void play_turn(Conversation *conversation, const char *arguments);

#endif

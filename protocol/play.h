/* play - the commands of the Gomocup protocol proper: games, moves, positions.
 *
 * Rules for answers (real managers insist on each of them): OK stands alone on its line; a move is
 * "x,y" without blanks; whatever is wrong is answered with one line that begins with ERROR, and the
 * game stays as it was.
 *
 * Each function runs one command; the arguments are what follows its name on the line. INFO is in
 * info.h.
 */
#ifndef TENGEN_PROTOCOL_PLAY_H
#define TENGEN_PROTOCOL_PLAY_H

#include "conversation.h"

void play_about(Conversation *conversation, const char *arguments);
void play_begin(Conversation *conversation, const char *arguments);
void play_board(Conversation *conversation, const char *arguments);
void play_done(Conversation *conversation, const char *arguments);
void play_end(Conversation *conversation, const char *arguments);
void play_play(Conversation *conversation, const char *arguments);
void play_rectstart(Conversation *conversation, const char *arguments);
void play_restart(Conversation *conversation, const char *arguments);
void play_start(Conversation *conversation, const char *arguments);
void play_stop(Conversation *conversation, const char *arguments);
void play_swap2(Conversation *conversation, const char *arguments);
void play_takeback(Conversation *conversation, const char *arguments);
void play_turn(Conversation *conversation, const char *arguments);

#endif

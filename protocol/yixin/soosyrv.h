/* soosyrv - the opening rule Soosyrv-8 as Yixin-Board plays it, which calls it soosorv.
 *
 * It asks for each step by a command of its own, with all stones so far in a block, and takes the
 * answers as MESSAGE SOOSORV. The colours are settled on its side: each command is for the player
 * who has to act. step4 and step5 have the number of fifth moves behind the name.
 */
#ifndef TENGEN_PROTOCOL_YIXIN_SOOSYRV_H
#define TENGEN_PROTOCOL_YIXIN_SOOSYRV_H

#include "conversation/conversation.h"

/* yxsoosorvstep1: asks for the first three stones. */
void soosyrv_step1(Conversation *conversation, const char *arguments);

/* yxsoosorvstep2: after three stones, asks for a colour. */
void soosyrv_step2(Conversation *conversation, const char *arguments);

/* yxsoosorvstep3: after three stones, asks for the fourth and the number of fifth moves. */
void soosyrv_step3(Conversation *conversation, const char *arguments);

/* yxsoosorvstep4 n: after four stones, asks for a colour. */
void soosyrv_step4(Conversation *conversation, const char *arguments);

/* yxsoosorvstep5 n: after four stones, asks for n fifth moves. */
void soosyrv_step5(Conversation *conversation, const char *arguments);

/* yxsoosorvstep6: after four stones and the fifth moves that are offered, asks which one. */
void soosyrv_step6(Conversation *conversation, const char *arguments);

#endif

/* ending - who has won, and what is said about a game that is over.
 *
 * A person is told, and plays no further: NEW begins another game. A manager knows by itself, or
 * plays on for a reason of its own: it is told in a MESSAGE, and gets its move all the same.
 */
#ifndef TENGEN_PROTOCOL_CONVERSATION_ENDING_H
#define TENGEN_PROTOCOL_CONVERSATION_ENDING_H

#include "conversation/conversation.h"

/* Says whether the game on the board is over, and how in a message if it is. Of a full board a
 * manager hears the ERROR alone that it has no answer. */
bool ending_tell(const Conversation *conversation);

/* Says whether a person may play on; answers ERROR if the game is over. Managers always may. */
bool ending_allows_play(const Conversation *conversation);

#endif

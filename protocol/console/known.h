/* known - what the embedded book and explorer and a database know of a position, for whoever looks.
 *
 * People get a mark on the board for each move that is known, and a sentence for each of the best;
 * programs get a line for each move, the best first. All is said to the side to move. Where the
 * first three stones have a name, that is told as well.
 */
#ifndef TENGEN_PROTOCOL_CONSOLE_KNOWN_H
#define TENGEN_PROTOCOL_CONSOLE_KNOWN_H

#include "conversation/conversation.h"

/* The moves of a position of which something is known. */
typedef struct {
    int count;
    KnownMove moves[ENGINE_KNOWN_MAX];
} Known;

/* Asks the database that is used about the position on the board, which must have a game, and with
 * `with_embedded` book and explorer as well. To be freed; NULL if there is no memory. */
Known *known_find(Conversation *conversation, bool with_embedded);

/* The mark of a move on the board; '\0' if nothing is known of it, or `known` is NULL. */
char known_mark(const Known *known, Coordinates point);

/* Tells what is known, the name of the opening, and what the database says of the position. Nothing
 * if nothing is known, or `known` is NULL. */
void known_tell(Conversation *conversation, const Known *known);

#endif

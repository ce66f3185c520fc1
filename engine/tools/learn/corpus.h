/* corpus - the games of several files as samples, and which files they were.
 *
 * What is learnt can be made again only if every file is known. So each is named by its first line,
 * which says what played it and how (records.h), and its last, which has the number of games and
 * the checksum.
 */
#ifndef TENGEN_TOOLS_LEARN_CORPUS_H
#define TENGEN_TOOLS_LEARN_CORPUS_H

#include "board/position.h"
#include "tools/learn/learn_options.h"
#include "tools/games/records.h"
#include "tools/learn/samples.h"

/* All zero but for `samples.seed` and `samples.held_out_of_thousand` before it is read. */
typedef struct {
    GameTables tables; /* of the bitshift table alone */
    Position position;
    Record record;
    Game game; /* of the first file: the others have its rule and its length of a win */
    Samples samples;
    char *files; /* for each file its first line and its last, both with their line ends; owned */
} Corpus;

/* Reads texts of files of games, all of one rule. False and a fault if one is wrong, or there is no
 * memory; what was read remains, to be freed. */
bool corpus_read(Corpus *corpus, const char *const *texts, int count, char fault[TOOL_FAULT_MAX]);

/* Frees the memory. */
void corpus_free(Corpus *corpus);

#endif

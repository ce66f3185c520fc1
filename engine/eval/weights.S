/* weights - the files in weights/, embedded as they are, a line each; see weights.h.
 *
 * A file is a pair of symbols, weights_NAME_begin and weights_NAME_end. NAME is the column `weights`
 * of RULES in board/game.h; a rule that names a file which is not here does not link.
 */
#include "port/embed.S"

    embed freestyle.bin, SYMBOL(weights_freestyle)
    embed standard.bin, SYMBOL(weights_standard)
    embed renju.bin, SYMBOL(weights_renju)
    embed caro.bin, SYMBOL(weights_caro)

/* Nothing was learnt: an empty file. */
    internal SYMBOL(weights_none_begin)
    internal SYMBOL(weights_none_end)
SYMBOL(weights_none_begin):
SYMBOL(weights_none_end):

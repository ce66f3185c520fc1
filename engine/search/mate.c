/* mate - the position after the last answer, and the plies left to its win; see mate.h. */
#include "search/mate.h"

int mate_limit(const Search *search)
{
    return search->mate_key != 0 && search->mate_key == board_key_before(&search->position.board)
               ? search->mate_plies
               : PLY_MAX;
}

bool mate_is_within(int limit, Value value)
{
    return value >= VALUE_PROVEN_MIN && VALUE_WIN - value <= limit;
}

void mate_note(Search *search, Point answer, Value value, int limit)
{
    bool wins = value >= VALUE_PROVEN_MIN;
    search->mate_key = 0;
    if (answer != POINT_NONE && (wins || limit < PLY_MAX)) {
        search->mate_key = board_key_after(&search->position.board, answer);
        search->mate_plies = (wins ? VALUE_WIN - value : limit) - 2;
    }
}

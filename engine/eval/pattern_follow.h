/* pattern_follow - following a stone with registers: included once for each kind of them, by
 * pattern_kernel.h, and once more by pattern_simd.c for registers of 512 bits.
 *
 * It is a file of its own because registers that hold all inputs of a point serve here, and are too
 * long for the head. It reads KERNEL, TARGET, LANES, VEC, LOAD, STORE, WIDEN, ADD, SUB, MAX, MIN
 * and ALL, which pattern_kernel.h explains.
 */

TARGET UNROLLED VEC KERNEL(activation)(VEC sums)
{
    return MIN(MAX(ADD(sums, sums), ALL(0)), ALL(PATTERN_ACTIVATION_ONE));
}

TARGET UNROLLED void KERNEL(leave)(const PatternStone *to, Point stone)
{
    const int16_t *sums = to->store->sums[to->store->place[stone]];
    int16_t *region = to->regions[to->region[stone]];
    for (int i = 0; i < PATTERN_INPUTS; i += LANES) {
        VEC left = KERNEL(activation)(LOAD(sums + i));
        STORE(region + i, SUB(LOAD(region + i), left));
    }
}

/* The difference of two rows, from a place on. */
TARGET UNROLLED VEC KERNEL(change)(const int8_t *before, const int8_t *after)
{
    return SUB(WIDEN(after), WIDEN(before));
}

/* Point patterns that stay as they are are not skipped: a branch that is often predicted wrong
 * costs more. */
TARGET UNROLLED void KERNEL(follow)(const PatternStone *to, Point stone, const Changes *changes,
                                    const bool has_fifth)
{
    const PatternTables *tables = to->tables;
    const LineChanges *lines = &changes->lines;
    const PatternRow *black = tables->point_pattern[BLACK], *white = tables->point_pattern[WHITE];
    const uint8_t *region_of = to->region;
    int16_t(*regions)[PATTERN_INPUTS] = to->regions;
    PatternSums *sums = to->store->sums;
    PatternPlace *place = to->store->place, next = to->free;
    PatternJournal *journal = to->journal;
    int count = 0, end = changes->count;
    KERNEL(leave)(to, stone);
    for (int i = 0; i < end; i++) {
        PatternKey key_before = line_pattern_key(lines->key_before[i]);
        PatternKey key_after = line_pattern_key(lines->key_after[i]);
        ColourPair pair_before = lines->point_patterns_before[i];
        ColourPair pair_after = lines->point_patterns_after[i];
        if (has_fifth && key_before == key_after && pair_before == pair_after) {
            continue; /* only the fifth point is another */
        }
        Point point = seen_point(lines->seen[i]);
        const int8_t *line_before = tables->line[key_before], *line_after = tables->line[key_after];
        const int8_t *black_before = black[point_pattern_of_pair(pair_before, BLACK)];
        const int8_t *black_after = black[point_pattern_of_pair(pair_after, BLACK)];
        const int8_t *white_before = white[point_pattern_of_pair(pair_before, WHITE)];
        const int8_t *white_after = white[point_pattern_of_pair(pair_after, WHITE)];
        const int16_t *from = sums[place[point]];
        int16_t *at = sums[next], *region = regions[region_of[point]];
        journal->point[count] = point;
        journal->place[count++] = place[point];
        place[point] = next++;
        for (int j = 0; j < PATTERN_INPUTS; j += LANES) {
            VEC before = LOAD(from + j);
            VEC change_of_line = KERNEL(change)(line_before + j, line_after + j);
            VEC change_of_pair = ADD(KERNEL(change)(black_before + j, black_after + j),
                                     KERNEL(change)(white_before + j, white_after + j));
            VEC after = ADD(before, ADD(change_of_line, change_of_pair));
            VEC gain = SUB(KERNEL(activation)(after), KERNEL(activation)(before));
            STORE(at + j, after);
            STORE(region + j, ADD(LOAD(region + j), gain));
        }
    }
    journal->count = count;
}

TARGET static inline void KERNEL(play)(const PatternStone *to, Point stone, const Changes *changes)
{
    if (to->tables->has_fifth) {
        KERNEL(follow)(to, stone, changes, true);
    } else {
        KERNEL(follow)(to, stone, changes, false);
    }
}

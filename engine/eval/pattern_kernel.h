/* pattern_kernel - the arithmetic of a pattern network with registers: included by pattern_way.c
 * once for each kind of them, which defines
 *
 *   KERNEL(name)         the name of a function of this kind
 *   TARGET               attributes of such functions
 *   LANES                numbers of 16 bits in a register
 *   VEC                  a register
 *   LOAD(p) STORE(p, v)  a register from and to memory, wherever it lies
 *   WIDEN(p)             as many bytes from memory, each made 16 bits
 *   ADD SUB MAX MIN      of numbers of 16 bits
 *   ALL(n)               the number n in all places of 16 bits
 *   PAIR(n)              the number n in all places of 32 bits: a pair of inputs
 *   ADD32(a, b)          of numbers of 32 bits, of which a register has half as many
 *   MADD(s, a, b)        s and the products of 16 bits, two by two, in 32 bits
 *   SHIFT32(v, bits)     numbers of 32 bits shifted right
 *   PACK(a, b)           two registers of 32 bits as one of 16, a's first
 *   LOW(v) HIGH(v)       half the numbers as 32 bits without sign; which half of them ...
 *   JOIN(low, high)      ... is as this packs them together again
 *   SUM32(v)             all numbers of 32 bits added up
 *
 * and undefines it all at the end.
 */

enum {
    KERNEL(VECS) = PATTERN_INPUTS / LANES,        /* registers for the sums of a point, */
    KERNEL(UNIT_VECS) = 2 * REGION_UNITS / LANES, /* for the units of a region, */
    KERNEL(HEAD_VECS) = 2 * HEAD_UNITS / LANES,   /* and for those of the head */
};

/* --- following a stone --- */

TARGET UNROLLED VEC KERNEL(activation)(VEC sums)
{
    return MIN(MAX(ADD(sums, sums), ALL(0)), ALL(PATTERN_ACTIVATION_ONE));
}

TARGET UNROLLED void KERNEL(leave)(const PatternStone *to, Point stone)
{
    int16_t *region = to->regions[to->region[stone]];
    for (int i = 0; i < KERNEL(VECS); i++) {
        VEC left = KERNEL(activation)(LOAD(to->sums[stone] + i * LANES));
        STORE(region + i * LANES, SUB(LOAD(region + i * LANES), left));
    }
}

/* Adds the difference of two rows to sums. */
TARGET UNROLLED void KERNEL(exchange)(VEC *sums, const int8_t *before, const int8_t *after)
{
    for (int i = 0; i < KERNEL(VECS); i++) {
        sums[i] = ADD(sums[i], SUB(WIDEN(after + i * LANES), WIDEN(before + i * LANES)));
    }
}

/* What has become of a point: its sums and its share of the region. */
TARGET UNROLLED void KERNEL(settle)(const PatternStone *to, Point point, const VEC *before,
                                    const VEC *after)
{
    int16_t *region = to->regions[to->region[point]], *sums = to->sums[point];
    for (int i = 0; i < KERNEL(VECS); i++) {
        VEC change = SUB(KERNEL(activation)(after[i]), KERNEL(activation)(before[i]));
        STORE(region + i * LANES, ADD(LOAD(region + i * LANES), change));
        STORE(sums + i * LANES, after[i]);
    }
}

TARGET UNROLLED void KERNEL(follow)(const PatternStone *to, Point stone, const Changes *changes,
                                    const bool has_fifth)
{
    const PatternTables *tables = to->tables;
    PatternJournal *journal = to->journal;
    int count = 0;
    KERNEL(leave)(to, stone);
    for (int i = 0; i < changes->count; i++) {
        const LineChange *change = &changes->lines[i];
        PatternKey key_before = pattern_tables_key(tables, change->key_before, has_fifth);
        PatternKey key_after = pattern_tables_key(tables, change->key_after, has_fifth);
        ColourPair other = change->combinations_before ^ change->combinations_after;
        if (key_before == key_after && other == 0) {
            continue; /* only the fifth point is another */
        }
        VEC before[KERNEL(VECS)], after[KERNEL(VECS)];
        for (int j = 0; j < KERNEL(VECS); j++) {
            before[j] = after[j] = LOAD(to->sums[change->point] + j * LANES);
            STORE(journal->sums[count] + j * LANES, before[j]);
        }
        journal->point[count++] = change->point;
        KERNEL(exchange)(after, tables->line[key_before], tables->line[key_after]);
        for (int colour = BLACK; colour <= WHITE; colour++) {
            if (colour_of_pair(other, colour) != 0) {
                const PatternRow *row = tables->combination[colour];
                KERNEL(exchange)
                (after, row[colour_of_pair(change->combinations_before, colour)],
                 row[colour_of_pair(change->combinations_after, colour)]);
            }
        }
        KERNEL(settle)(to, change->point, before, after);
    }
    journal->count = count;
}

TARGET static void KERNEL(play)(const PatternStone *to, Point stone, const Changes *changes)
{
    if (to->tables->has_fifth) {
        KERNEL(follow)(to, stone, changes, true);
    } else {
        KERNEL(follow)(to, stone, changes, false);
    }
}

/* --- the value --- */

/* Two inputs that lie side by side, in all places. */
TARGET UNROLLED VEC KERNEL(pair)(const int16_t *inputs)
{
    int32_t both;
    memcpy(&both, inputs, sizeof both);
    return PAIR(both);
}

/* Units of 16 bits from two registers of sums. */
TARGET UNROLLED VEC KERNEL(clip)(VEC low, VEC high, const int shift, const int most)
{
    VEC units = PACK(SHIFT32(low, shift), SHIFT32(high, shift));
    return MIN(MAX(units, ALL(0)), ALL((int16_t)most));
}

/* The units of all regions of a kind, added up: numbers of 16 bits in a register's first places.
 * Each register of weights is loaded once for all of them. */
TARGET UNROLLED VEC KERNEL(units)(const PatternNet *net, const PatternRegions *regions, int side,
                                  const int kind, const int *which, const int count)
{
    enum { REGIONS_MAX = 4 };
    VEC sums[REGIONS_MAX][KERNEL(UNIT_VECS)];
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < KERNEL(UNIT_VECS); j++) {
            sums[i][j] = LOAD(net->region_bias[kind] + j * LANES / 2);
        }
    }
    for (int pair = 0; pair < PATTERN_INPUTS / 2; pair++) {
        int view = pair < PATTERN_CHANNELS / 2 ? side : rules_opponent(side);
        int input = view * PATTERN_CHANNELS + 2 * pair % PATTERN_CHANNELS;
        for (int i = 0; i < count; i++) {
            VEC inputs = KERNEL(pair)(&(*regions)[which[i]][input]);
            for (int j = 0; j < KERNEL(UNIT_VECS); j++) {
                sums[i][j] = MADD(sums[i][j], inputs, LOAD(net->region[kind][pair] + j * LANES));
            }
        }
    }
    VEC units = ALL(0);
    for (int i = 0; i < count; i++) {
        VEC high = sums[i][KERNEL(UNIT_VECS) - 1];
        units = ADD(units, KERNEL(clip)(sums[i][0], high, REGION_SHIFT, REGION_UNIT_MAX));
    }
    return units;
}

/* The sums of the whole board, of both views as they stand in the regions. Four regions fit into 16
 * bits without sign, all of them need more. */
TARGET UNROLLED void KERNEL(whole)(const PatternRegions *regions, int16_t *whole)
{
    for (int i = 0; i < PATTERN_INPUTS; i += LANES) {
        VEC some = LOAD(&(*regions)[0][i]), more = LOAD(&(*regions)[4][i]);
        VEC last = LOAD(&(*regions)[REGIONS - 1][i]);
        for (int j = 1; j < 4; j++) {
            some = ADD(some, LOAD(&(*regions)[j][i]));
            more = ADD(more, LOAD(&(*regions)[4 + j][i]));
        }
        VEC low = ADD32(ADD32(LOW(some), LOW(more)), LOW(last));
        VEC high = ADD32(ADD32(HIGH(some), HIGH(more)), HIGH(last));
        STORE(whole + i, JOIN(SHIFT32(low, WHOLE_SHIFT), SHIFT32(high, WHOLE_SHIFT)));
    }
}

/* Adds what pairs of inputs come to, to the sums of all units of the head. */
TARGET UNROLLED void KERNEL(feed)(VEC *sums, const int16_t *inputs, const int pairs,
                                  const int16_t (*weights)[2 * HEAD_UNITS])
{
    for (int pair = 0; pair < pairs; pair++) {
        VEC both = KERNEL(pair)(inputs + 2 * pair);
        for (int i = 0; i < KERNEL(HEAD_VECS); i++) {
            sums[i] = MADD(sums[i], both, LOAD(weights[pair] + i * LANES));
        }
    }
}

TARGET static int32_t KERNEL(output)(const PatternNet *net, const PatternRegions *regions, int side,
                                     const int32_t *own_threats, const int32_t *opponent_threats)
{
    enum { HALF = PATTERN_CHANNELS / 2 };
    static const int corners[] = {0, 2, 6, 8}, edges[] = {1, 3, 5, 7}, centre[] = {4};
    /* Registers may be longer than the units of a kind: each store writes over the rest of the last. */
    int16_t whole[PATTERN_INPUTS], units[HEAD_REGION_INPUTS + LANES];
    STORE(units, KERNEL(units)(net, regions, side, 0, corners, 4));
    STORE(units + REGION_UNITS, KERNEL(units)(net, regions, side, 1, edges, 4));
    STORE(units + 2 * REGION_UNITS, KERNEL(units)(net, regions, side, 2, centre, 1));
    KERNEL(whole)(regions, whole);
    VEC sums[KERNEL(HEAD_VECS)], outs = ALL(0);
    for (int i = 0; i < KERNEL(HEAD_VECS); i++) {
        sums[i] = ADD32(LOAD(own_threats + i * LANES / 2), LOAD(opponent_threats + i * LANES / 2));
    }
    KERNEL(feed)(sums, whole + side * PATTERN_CHANNELS, HALF, net->whole);
    KERNEL(feed)(sums, whole + rules_opponent(side) * PATTERN_CHANNELS, HALF, net->whole + HALF);
    KERNEL(feed)(sums, units, HEAD_REGION_INPUTS / 2, net->units);
    for (int i = 0; i < KERNEL(HEAD_VECS); i += 2) {
        VEC clipped = KERNEL(clip)(sums[i], sums[i + 1], HEAD_SHIFT, HEAD_UNIT_MAX);
        outs = MADD(outs, clipped, LOAD(net->out + i * LANES / 2));
    }
    return SUM32(outs);
}

/* --- the policy --- */

TARGET static void KERNEL(policy)(const PatternNet *net, const PatternSums *sums, int side,
                                  const Point *points, int count, int32_t *policy)
{
    enum { VIEW_VECS = KERNEL(VECS) / COLOURS };
    VEC weights[KERNEL(VECS)];
    for (int i = 0; i < KERNEL(VECS); i++) {
        int view = i / VIEW_VECS == 0 ? side : rules_opponent(side);
        weights[view * VIEW_VECS + i % VIEW_VECS] = LOAD(net->policy + i * LANES);
    }
    for (int i = 0; i < count; i++) {
        VEC sum = ALL(0);
        for (int j = 0; j < KERNEL(VECS); j++) {
            VEC activations = KERNEL(activation)(LOAD(sums[points[i]] + j * LANES));
            sum = MADD(sum, activations, weights[j]);
        }
        policy[i] = SUM32(sum) >> PATTERN_POLICY_SHIFT;
    }
}

#undef KERNEL
#undef TARGET
#undef LANES
#undef VEC
#undef LOAD
#undef STORE
#undef WIDEN
#undef ADD
#undef SUB
#undef MAX
#undef MIN
#undef ALL
#undef PAIR
#undef ADD32
#undef MADD
#undef SHIFT32
#undef PACK
#undef LOW
#undef HIGH
#undef JOIN
#undef SUM32

/* parameter_rows - every number by which the search and the solver prune, reduce, extend or order,
 * and by which the clock shares time: a row for each, ROW(name, value, least, most).
 *
 * None of them is derived from anything: they won matches, most of them found by scripts/tune, and
 * the next match may find better ones. So each has the range in which it makes sense. One value
 * serves all rules: what more of a number is worth does not differ between freestyle, standard and
 * renju by more than chance (EXPERIMENTS.md). Depths are in plies, margins in units of the
 * evaluation, reductions in percent of a ply unless the comment says otherwise.
 *
 * Whoever includes this file defines ROW, as it needs the rows; the end of the file undefines it.
 */
/* clang-format off */

/* Reverse futility pruning (RFP; static null move pruning): a quiet node whose estimate (its static
 * evaluation, or the transposition table's value if that says more) is above beta by this margin
 * per ply is cut off. */
ROW(RFP_DEPTH,                 10,     1,     16)
ROW(RFP_PER_PLY,               31,    10,    200)

/* Razoring: a quiet node whose estimate is below alpha by this margin is left to quiescence
 * search. */
ROW(RAZOR_DEPTH,                4,     0,      6)
ROW(RAZOR_BASE,                57,     0,    400)
ROW(RAZOR_PER_PLY,             54,     0,    400)

/* Late move pruning (LMP): a node searches LMP_BASE + depth + depth^2 / LMP_DIVISOR moves, and only
 * this percentage of them if it is not improving or an open four threatens. */
ROW(LMP_BASE,                   3,     1,     20)
ROW(LMP_DIVISOR,               10,     4,     40)
ROW(LMP_NOT_IMPROVING,         79,    10,    100)

/* LMP at the root: about ROOT_LMP_BASE + depth^2 / ROOT_LMP_DIVISOR moves are searched in an
 * iteration. */
ROW(ROOT_LMP_BASE,             12,     1,    100)
ROW(ROOT_LMP_DIVISOR,           4,     1,     40)

/* Aspiration: from this depth on the best move so far is searched first with a window that reaches
 * so far from its value to either side. */
ROW(ASPIRATION_DEPTH,           5,     1,     64)
ROW(ASPIRATION_WINDOW,         51,     1,  20000)

/* Late move reductions (LMR): LMR_BASE ln(depth) ln(place); more in a node that is not improving;
 * less on the principal variation (PV), for a killer, and for good history (score / LMR_HISTORY, in
 * 64ths of a ply). */
ROW(LMR_BASE,                 137,     0,    200)
ROW(LMR_NOT_IMPROVING,         49,     0,    200)
ROW(LMR_PV,                   180,     0,    200)
ROW(LMR_KILLER,                29,     0,    300)
ROW(LMR_HISTORY,              121,    50,   2000)

/* LMR by the policy of a network. A network's policy is the logarithm of how likely a move is. The
 * likeliest move has 0 (ordering.h), and a move that is g units (factors of e) below it is reduced
 * by LMR_POLICY * (g - LMR_POLICY_FROM / 100) percent of a ply more, at most by LMR_POLICY_MOST. So
 * a likely move is reduced less. Where an open four must be met the network is not asked, and the
 * policy is that of the tables, not beside the likeliest move's: to compare it there, too, cost
 * games. */
ROW(LMR_POLICY,               118,     0,    200)
ROW(LMR_POLICY_FROM,          195,     0,    800)
ROW(LMR_POLICY_MOST,          361,     0,    800)

/* Correction history (correction.h): the percentage of its means that is added to the
 * evaluation, and the most that is added. */
ROW(CORRECTION_SHARE,          50,     0,    100)
ROW(CORRECTION_MOST,          120,     0,    400)

/* Internal iterative reduction (IIR): a quiet node without a move in the transposition table. */
ROW(IIR_REDUCTION,             75,     0,    200)

/* Move ordering: weights of a point's worth to either side, percentages of the policy by tables and
 * by a network, bonus of a killer, divisor of the history score. */
ROW(ORDER_OWN,                  3,     0,     20)
ROW(ORDER_OPPONENT,             2,     0,     20)
ROW(ORDER_POLICY,             111,     1,    800)
ROW(ORDER_NETWORK,            116,     0,    800)
ROW(ORDER_KILLER,             352,     0,   4096)
ROW(ORDER_HISTORY,              8,     1,    256)

/* The history score (history.h): what a beta cutoff adds to it at any depth, what it adds with the
 * square of the depth, and the most that it adds. */
ROW(HISTORY_BASE,              33,     0,   1000)
ROW(HISTORY_PER_SQUARE,        13,     0,    400)
ROW(HISTORY_MOST,            1654,     1,   8192)

/* Quiescence search: plies of fours and blocks after a leaf; fewer where a four has several blocks.
 * */
ROW(QUIESCENCE_PLIES,          16,     0,     64)
ROW(QUIESCENCE_PLIES_CARO,      4,     0,     64)

/* Solver (df-pn): its percentage of all nodes, and the least number of nodes that is worth a call.
 * A search for a long win by fours may add VCF_PERCENT of these; it seldom needs them. Of several
 * threads the second has the solver, with a percentage of its own nodes. SOLVER_FIRST_NODES come
 * before the search where a win is known from before, or where there is but one move. */
ROW(SOLVER_PERCENT,             5,     0,    400)
ROW(SOLVER_THREAD_PERCENT,     20,     0,    400)
ROW(SOLVER_NODES_MIN,        1000,     0,   9999)
ROW(SOLVER_FIRST_NODES,     10000,     0,  99999)
ROW(VCF_PERCENT,              200,     0,   1000)

/* The order of its work. It leaves a child once the delta of the child is above this percentage of
 * its best sibling's (the 1+epsilon trick). */
ROW(SOLVER_EPSILON,           125,   100,    400)

/* What it adds to the delta of a move that is not settled: the work that is expected after it. So
 * it works on the better-looking moves first and longer. A move of the attacker gets
 * SOLVER_ATTACK_PLACE for each move before it in the order. Where he has a choice, his moves share
 * SOLVER_ATTACK_BREADTH, each the same part, because a position with few threats is less likely to
 * be won than one with many. Then a four gets SOLVER_ATTACK_FOUR, too: wins by fours alone are
 * looked for apart, and another four seldom gains more than its stones. A quiet move gets the work
 * of its kind (attacks.h) before it is looked at. An answer of the defender to a three, or to a
 * threatened win by fours, gets SOLVER_ANSWER_PLACE for each answer before it. If it is a four it
 * gets SOLVER_ANSWER_FOUR, because such a four most often only delays what the other answers
 * decide. */
ROW(SOLVER_ATTACK_PLACE,        3,     0,    100)
ROW(SOLVER_ATTACK_BREADTH,    240,     0,   4000)
ROW(SOLVER_ATTACK_FOUR,        16,     0,    400)
ROW(SOLVER_QUIET_PAIR,        112,     1,   2000)
ROW(SOLVER_QUIET_THREE,       168,     1,   2000)
ROW(SOLVER_QUIET_TWO,         224,     1,   2000)
ROW(SOLVER_ANSWER_PLACE,        8,     0,    100)
ROW(SOLVER_ANSWER_FOUR,        80,     0,   1000)

/* The nodes that the solver gives to one search for a win by fours: in each new position where the
 * attacker moves, for the question whether such a win threatens, where it follows a variation to
 * its end, and where such a win may be all that is left of a known one. */
ROW(SOLVER_VCF_NEW,            10,     0,   1000)
ROW(SOLVER_VCF_THREAT,         48,     1,   1000)
ROW(SOLVER_VCF_PV,             48,     1,   1000)
ROW(SOLVER_VCF_KNOWN,        2000,     0,   9999)

/* The opponent's wins after the best move (winning_reply.h): the solver's percentage of all nodes,
 * and the least number that is worth a call. */
ROW(REPLY_PERCENT,              7,     0,    400)
ROW(REPLY_NODES_MIN,          500,     0,   9999)

/* The only move there is: how many nodes it gets, some 20 ms; and of a limit of nodes the part that
 * it gets, if that is less. */
ROW(ONLY_MOVE_NODES,        20000,     1,  99999)
ROW(ONLY_MOVE_DIVISOR,          8,     1,    100)

/* The vote of several threads (vote.h): what is added to every value above the worst, so that the
 * worst has a voice. */
ROW(VOTE_WORST,                15,     0,   1000)

/* Clock (clock.h): of what is left of the match one move may take the part 1 / CLOCK_MOST, and
 * should take 1 / CLOCK_USUAL. Half of the games that are won are decided within 24 moves of each
 * side, so smaller parts leave too much unused. An iteration takes a few times as long as the one
 * before. So where time can be saved for later moves, none is begun after CLOCK_ENOUGH percent of
 * what the position deserves. It deserves more or less than the usual part by the steadiness of its
 * best move, of which CLOCK_STEADY percent count, and CLOCK_FALL percent more where its value has
 * fallen far. */
ROW(CLOCK_MOST,                 5,     2,     20)
ROW(CLOCK_USUAL,               12,     4,     60)
ROW(CLOCK_ENOUGH,              55,    10,    200)
ROW(CLOCK_STEADY,             100,     0,    160)
ROW(CLOCK_FALL,               100,     0,    400)

/* clang-format on */
#undef ROW

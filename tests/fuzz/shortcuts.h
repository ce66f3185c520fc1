/* shortcuts - what is slow or different each time, cut short: time, threads, memory, depth.
 *
 * The fuzzer wants a thousand sessions a second, each of which does the same whenever it is
 * repeated. So the linker's --wrap puts these in the place of a few functions of the engine:
 *
 *   port_now_ms, port_now_ns  a clock that only moves when it is looked at, by TICK_MS
 *   pthread_create, _join     what would run beside runs at once, to its end
 *   thinker_make, _begin      the same of the thread that stays
 *   root_think                a few dozen nodes for a question, whatever was asked for
 *   root_help                 a node for each thread more
 *   engine_bench              a line instead of seconds
 *   engine_prove              no proof, instead of half a minute of threads that wait for each
 *   other
 *   exchange_open             no database: a fuzzer must not write files of any name
 *   tt_resize              a small table; sizes that no machine has are refused
 *   search_init, _free        the same lists for each session
 *   shape_, point_pattern_table_fill  filled once for each rule, then copied
 *   position_check            the assert of each node, which costs a hundred nodes, now and then
 *
 * All else is the engine as it is. A search with several threads that wait for each other would
 * need another way; what threads do to each other is not the fuzzer's to find.
 */
#ifndef TENGEN_FUZZ_SHORTCUTS_H
#define TENGEN_FUZZ_SHORTCUTS_H

/* From here on the shortcuts are taken, with all clocks at their start. */
void shortcuts_begin(void);

/* From here on threads are threads again: the fuzzer has some of its own. */
void shortcuts_end(void);

#endif

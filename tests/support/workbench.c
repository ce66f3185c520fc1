/* workbench - setting up and freeing; see workbench.h. */
#include "workbench.h"

#include "aligned.h"
#include "unit.h"

#include <stdlib.h>

Workbench *workbench_new(size_t table_bytes, uint64_t seed)
{
    Workbench *bench = aligned_new(sizeof *bench);
    bench->drawn = drawn_new((Game){RULE_FREESTYLE, 15, 15, 5});
    bench->reference = reference_new(&bench->drawn->position);
    assert_true(search_init(&bench->search, &bench->table, &bench->clock));
    assert_true(tt_resize(&bench->table, table_bytes));
    bench->pool.lead = &bench->search;
    bench->random = seed;
    return bench;
}

void workbench_free(Workbench *bench)
{
    thread_pool_free(&bench->pool);
    search_free(&bench->search);
    tt_free(&bench->table);
    free(bench->reference);
    free(bench->drawn);
    free(bench);
}

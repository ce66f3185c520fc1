/* Checks that the table of commands is made as a whole or not at all: each call for memory fails
 * once.
 */
#include "commands.h"

#include "short_memory.h"
#include "unit.h"

TEST(there_is_no_table_without_memory)
{
    enum { LEAST = 3 }; /* the rows, the hash, its buckets */
    Commands *commands = NULL;
    long calls = 0;
    for (; commands == NULL; calls++) {
        short_memory_fail_after(calls);
        commands = commands_open();
        assert_true(short_memory_end() == (commands == NULL));
    }
    assert_true(calls > LEAST);
    commands_close(commands);
    commands_close(NULL);
}

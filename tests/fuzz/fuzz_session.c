/* fuzz_session - a whole session with a manager that sends any bytes at all.
 *
 * The bytes go through session, commands and parse into the engine and what it says is judged; see
 * lines_memory.h for the streams, manners.h for the judge, shortcuts.h for the speed.
 */
#include "lines_memory.h"
#include "manners.h"
#include "session.h"
#include "shortcuts.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
const char *__asan_default_options(void);

/* The search's megabytes come and go with each session. That ASan maps fresh pages to forget them
 * would cost more than the session. */
const char *__asan_default_options(void)
{
    return "clear_shadow_mmap_threshold=1000000000";
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    lines_memory_feed(bytes, size);
    manners_begin();
    shortcuts_begin();
    demand(session_run(), "the session did not begin");
    shortcuts_end();
    manners_end();
    return 0;
}

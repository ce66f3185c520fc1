/* Checks what lines an inbox makes of the bytes that come, what it does without memory, and when it
 * goes: at a pipe with the end of the input, at a terminal never.
 *
 * The streams are the test's own, with a person or without, so that Ctrl-C can come after Ctrl-D
 * every time, and each read brings what the test says. The linker lets the test see what is freed,
 * and how the program ends.
 */
#include "lines/lines.h"
#include "lines/streams.h"
#include "unit.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What the functions of the streams, which get no context, play and hear. */
static struct {
    bool has_person;
    void (*on_interrupt)(void *context);
    void *context;
    const void *watched; /* is it freed? */
    bool was_freed;
    const char *const *reads; /* what each brings; NULL: the input ends */
    bool has_memory;
    jmp_buf end; /* where the end of the program leads */
    int status;  /* with which it ends */
    char written[TEXT_MAX_LENGTH + 1];
} world;

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    world.was_freed |= memory != NULL && memory == world.watched;
    __real_free(memory);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    return world.has_memory ? __real_calloc(count, size) : NULL;
}

_Noreturn void __wrap__Exit(int status);
_Noreturn void __wrap__Exit(int status)
{
    world.status = status;
    longjmp(world.end, 1);
}

bool streams_hand_over(StreamTaker take, void *context)
{
    (void)take, (void)context;
    return false;
}

size_t streams_read(char *bytes, size_t room)
{
    if (world.reads == NULL || *world.reads == NULL) {
        return 0;
    }
    size_t length = strlen(*world.reads);
    assert_true(length <= room);
    memcpy(bytes, *world.reads++, length);
    return length;
}

void streams_write(const char *bytes, size_t count)
{
    assert_true(count < sizeof world.written);
    memcpy(world.written, bytes, count);
    world.written[count] = '\0';
}

bool streams_has_lost(void)
{
    return false;
}

bool streams_is_terminal(void)
{
    return world.has_person;
}

bool streams_clear_screen(void)
{
    return false;
}

bool streams_has_listener(void)
{
    return true;
}

char *streams_edit_line(const char *prompt)
{
    (void)prompt;
    return NULL; /* Ctrl-D */
}

bool streams_catch_interrupts(void (*on_interrupt)(void *context), void *context)
{
    world.on_interrupt = on_interrupt;
    world.context = context;
    return true;
}

static void begin_world(bool has_person, const char *const *reads)
{
    memset(&world, 0, sizeof world);
    world.has_memory = true;
    world.has_person = has_person;
    world.reads = reads;
}

/* Demands that the reads come to these lines, and then to the end of the input. */
static void demand_lines(const char *const *reads, const char *const *lines)
{
    begin_world(false, reads);
    Inbox *inbox = inbox_open();
    assert_non_null(inbox);
    for (; *lines != NULL; lines++) {
        Event *event = inbox_wait(inbox, -1, false);
        assert_int_equal(event->kind, EVENT_LINE);
        assert_string_equal(event->text, *lines);
        event_free(event);
    }
    Event *event = inbox_wait(inbox, -1, false);
    assert_int_equal(event->kind, EVENT_END_OF_INPUT);
    event_free(event);
    inbox_close(inbox);
}

#define LINES(...) ((const char *const[]){__VA_ARGS__, NULL})

TEST(test_lines_end_as_each_system_ends_them)
{
    demand_lines(LINES("START 15\rABO", "UT\n\n\r\n \t\nEND"), LINES("START 15", "ABOUT", "END"));
}

/* However a manager's writes cut them, at one place or at two. */
TEST(test_cuts_change_no_line)
{
    static const char text[] = "START 15\r\nINFO rule 4\rTURN 7,7\n\nSTOP\r\nEND";
    enum { LENGTH = sizeof text - 1 };
    for (size_t first = 1; first < LENGTH; first++) {
        for (size_t second = first + 1; second <= LENGTH; second++) {
            char one[LENGTH + 1] = "", two[LENGTH + 1] = "";
            memcpy(one, text, first);
            memcpy(two, text + first, second - first);
            const char *three = second < LENGTH ? text + second : NULL;
            demand_lines(LINES(one, two, three),
                         LINES("START 15", "INFO rule 4", "TURN 7,7", "STOP", "END"));
        }
    }
}

TEST(test_a_byte_order_mark_before_a_line_is_no_part_of_it)
{
    demand_lines(LINES("\xef\xbb", "\xbfSTART 15\nABOUT\n"), LINES("START 15", "ABOUT"));
    demand_lines(LINES("\xef\xbb\xbf\nABOUT\n"), LINES("ABOUT"));
    demand_lines(LINES("ABOUT\n\xef\xbb\xbfSTART 15\n"), LINES("ABOUT", "START 15"));
    demand_lines(LINES("ABOUT \xef\xbb\xbf\n"), LINES("ABOUT \xef\xbb\xbf"));
    demand_lines(LINES("\xef\xbb"), LINES("\xef\xbb"));
}

TEST(test_a_comment_may_hold_any_line)
{
    demand_lines(LINES("yxedittextdatabase \"one\nEND\n\\\"two\nSTOP\n\"7,7\n"),
                 LINES("yxedittextdatabase \"one\nEND\n\\\"two\nSTOP\n\"", "7,7"));
    /* also where it was cut on its way, unless exactly before such a line */
    demand_lines(LINES("yxedittextdatabase \"one\nE", "ND\ntwo\nSTOP", "\n\"7,7\n"),
                 LINES("yxedittextdatabase \"one\nEND\ntwo\nSTOP\n\"", "7,7"));
    demand_lines(LINES("yxedittextdatabase \"one\n", "ENDS\nEND it\n\"7,7\n"),
                 LINES("yxedittextdatabase \"one\nENDS\nEND it\n\"", "7,7"));
}

TEST(test_a_comment_without_end_hides_no_stop)
{
    demand_lines(LINES("yxedittextdatabase \"one\nmore\n", "STOP\nABOUT\n"),
                 LINES("yxedittextdatabase \"one\nmore\n", "STOP", "ABOUT"));
    demand_lines(LINES("yxedittextdatabase \"\r\n", "yxstop \r\n", "END\n"),
                 LINES("yxedittextdatabase \"\r\n", "yxstop ", "END"));
}

TEST(test_a_comment_beyond_all_bounds_hides_no_stop)
{
    static char comment[2 * QUOTED_MAX_LENGTH / 3], line[QUOTED_MAX_LENGTH + 1];
    static const char begin[] = "yxedittextdatabase \"";
    memset(comment, 'x', sizeof comment - 2);
    comment[sizeof comment - 2] = '\n';
    size_t length = 0;
    for (const char *const *piece = LINES(begin, comment, comment); *piece != NULL; piece++) {
        for (const char *byte = *piece; *byte != '\0' && length < QUOTED_MAX_LENGTH; byte++) {
            line[length++] = *byte;
        }
    }
    demand_lines(LINES(begin, comment, comment, "END\n"), LINES(line, "END"));
}

TEST(test_without_memory_it_ends_with_a_word)
{
    begin_world(true, NULL);
    Inbox *inbox = inbox_open();
    assert_non_null(inbox);
    if (setjmp(world.end) == 0) {
        world.has_memory = false;
        inbox_post_answer(inbox);
        fail();
    }
    world.has_memory = true;
    assert_int_equal(world.status, EXIT_FAILURE);
    assert_string_equal(world.written, "ERROR there is not enough memory to go on\n");
}

/* Opens an inbox, lets the input end, and closes it. Whether it was freed stands in the world. */
static Inbox *open_and_close(bool has_person)
{
    begin_world(has_person, NULL);
    Inbox *inbox = inbox_open();
    assert_non_null(inbox);
    inbox_prompt(inbox);
    Event *event = inbox_wait(inbox, -1, false);
    assert_int_equal(event->kind, EVENT_END_OF_INPUT);
    event_free(event);
    world.watched = inbox;
    inbox_close(inbox);
    return inbox;
}

TEST(test_a_pipe_goes_with_its_end)
{
    open_and_close(false);
    assert_null(world.on_interrupt);
    assert_true(world.was_freed);
}

TEST(test_interrupts_come_after_the_end)
{
    Inbox *inbox = open_and_close(true);
    assert_ptr_equal(world.context, inbox);
    assert_false(world.was_freed);
    world.on_interrupt(world.context);
    Event *event = inbox_wait(inbox, 0, false);
    assert_int_equal(event->kind, EVENT_INTERRUPT);
    event_free(event);
}

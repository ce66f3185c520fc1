/* Checks when an inbox goes: at a pipe with the end of the input, at a terminal never.
 *
 * The wire is one of the test's own, with a person or without, so that Ctrl-C can come after Ctrl-D
 * every time; the linker lets the test see what is freed.
 */
#include "lines.h"
#include "unit.h"
#include "wire.h"

#include <stdlib.h>
#include <string.h>

/* What the functions of the wire, which get no context, play and hear. */
static struct {
    bool has_person;
    void (*on_interrupt)(void *context);
    void *context;
    const void *watched; /* is it freed? */
    bool was_freed;
} world;

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    world.was_freed |= memory != NULL && memory == world.watched;
    __real_free(memory);
}

bool wire_hand_over(WireTaker take, void *context)
{
    (void)take, (void)context;
    return false;
}

size_t wire_read(char *bytes, size_t room)
{
    (void)bytes, (void)room;
    return 0;
}

void wire_write(const char *bytes, size_t count)
{
    (void)bytes, (void)count;
}

bool wire_has_lost(void)
{
    return false;
}

bool wire_is_terminal(void)
{
    return world.has_person;
}

bool wire_clear_screen(void)
{
    return false;
}

bool wire_has_listener(void)
{
    return true;
}

char *wire_edit_line(const char *prompt)
{
    (void)prompt;
    return NULL; /* Ctrl-D */
}

bool wire_catch_interrupts(void (*on_interrupt)(void *context), void *context)
{
    world.on_interrupt = on_interrupt;
    world.context = context;
    return true;
}

/* Opens an inbox, lets the input end, and closes it. Whether it was freed stands in the world. */
static Inbox *open_and_close(bool has_person)
{
    memset(&world, 0, sizeof world);
    world.has_person = has_person;
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

/* Checks what points are called: on our board, on Yixin-Board's, and in the protocol's numbers. */
#include "lines/naming.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

static const Game square = {.width = 15, .height = 15};
static const Game tall = {.width = 5, .height = 32}; /* 5 by 32 points of the protocol */

static void assert_called(Naming naming, const Game *game, int x, int y, const char *name)
{
    char text[NAMING_TEXT_MAX];
    Coordinates read = {-9, -9};
    assert_string_equal(naming_write(naming, game, (Coordinates){x, y}, text), name);
    assert_true(naming_read(naming, game, name, &read));
    assert_int_equal(read.x, x);
    assert_int_equal(read.y, y);
}

TEST(points_are_called_as_the_board_says)
{
    assert_called(NAMING_NUMBERS, &square, 7, 8, "7,8");
    assert_called(NAMING_LETTERS, &square, 7, 7, "h8");
    assert_called(NAMING_LETTERS, &square, 8, 12, "i13");
    assert_called(NAMING_LETTERS, &square, 0, 14, "a15");
    assert_called(NAMING_YIXIN, &square, 0, 0, "a15"); /* top left */
    assert_called(NAMING_YIXIN, &square, 14, 0, "a1");
    assert_called(NAMING_YIXIN, &square, 8, 12, "m7");
    assert_called(NAMING_YIXIN, &square, 7, 7, "h8");
    assert_called(NAMING_LETTERS, &tall, 4, 31, "e32");
    assert_called(NAMING_YIXIN, &tall, 4, 31, "af1");
    assert_called(NAMING_YIXIN, &tall, 0, 26, "aa5");
}

TEST(a_drawing_and_the_names_agree)
{
    static const Naming namings[] = {NAMING_LETTERS, NAMING_YIXIN};
    for (size_t n = 0; n < sizeof namings / sizeof *namings; n++) {
        int columns, rows, seen[SIDE_MAX][SIDE_MAX] = {{0}};
        naming_size(namings[n], &tall, &columns, &rows);
        assert_int_equal(columns * rows, tall.width * tall.height);
        for (int column = 0; column < columns; column++) {
            for (int row = 0; row < rows; row++) {
                char name[2 * NAMING_TEXT_MAX], text[NAMING_TEXT_MAX];
                Coordinates point = naming_point_at(namings[n], &tall, column, row);
                assert_in_range(point.x, 0, tall.width - 1);
                assert_in_range(point.y, 0, tall.height - 1);
                assert_int_equal(seen[point.x][point.y]++, 0);
                snprintf(name, sizeof name, "%s%d", naming_write_column(column, text), row + 1);
                assert_called(namings[n], &tall, point.x, point.y, name);
            }
        }
    }
}

TEST(numbers_are_read_as_they_are_under_any_naming)
{
    for (int naming = NAMING_NUMBERS; naming <= NAMING_YIXIN; naming++) {
        Coordinates read;
        assert_true(naming_read((Naming)naming, &tall, " 3 , 30 ", &read));
        assert_int_equal(read.x, 3);
        assert_int_equal(read.y, 30);
    }
}

TEST(what_is_no_point_is_not_read)
{
    static const char *const texts[] = {"", "h", "8", "h8 h9", "h-1", "7,", "zz8", "8h", "h8,"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Coordinates read = {-9, -9};
        assert_false(naming_read(NAMING_YIXIN, &square, texts[i], &read));
        assert_int_equal(read.x, -9);
        assert_int_equal(read.y, -9);
    }
}

TEST(names_beyond_the_board_are_points_beyond_it)
{
    static const char *const texts[] = {"p1", "a16", "a0", "az99999999999999", "a2147483647"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (int naming = NAMING_LETTERS; naming <= NAMING_YIXIN; naming++) {
            Coordinates at;
            assert_true(naming_read((Naming)naming, &square, texts[i], &at));
            assert_false(at.x >= 0 && at.x < square.width && at.y >= 0 && at.y < square.height);
        }
    }
}

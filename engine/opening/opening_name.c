/* opening_name - the table of names, and comparing by distances; see opening_name.h. */
#include "tengen/opening_name.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Where the second and the third stone lie, from the first one on. */
typedef struct {
    Coordinates second, third;
} OpeningShape;

enum { IMAGES = 8 };

#define DIRECT(number, name, x, y)                                                                 \
    {                                                                                              \
        {name, #number "D"},                                                                       \
        {                                                                                          \
            {0, 1},                                                                                \
            {                                                                                      \
                x, y                                                                               \
            }                                                                                      \
        }                                                                                          \
    }
#define INDIRECT(number, name, x, y)                                                               \
    {                                                                                              \
        {name, #number "I"},                                                                       \
        {                                                                                          \
            {1, 1},                                                                                \
            {                                                                                      \
                x, y                                                                               \
            }                                                                                      \
        }                                                                                          \
    }

static const struct {
    OpeningName name;
    OpeningShape shape;
} openings[OPENING_NAMES] = {
    DIRECT(1, "Kansei", 0, 2),        DIRECT(2, "Keigetsu", 1, 2),
    DIRECT(3, "Sosei", 2, 2),         DIRECT(4, "Kagetsu", 1, 1),
    DIRECT(5, "Zangetsu", 2, 1),      DIRECT(6, "Ugetsu", 1, 0),
    DIRECT(7, "Kinsei", 2, 0),        DIRECT(8, "Shogetsu", 0, -1),
    DIRECT(9, "Kyugetsu", 1, -1),     DIRECT(10, "Shingetsu", 2, -1),
    DIRECT(11, "Zuisei", 0, -2),      DIRECT(12, "Sangetsu", 1, -2),
    DIRECT(13, "Yusei", 2, -2),       INDIRECT(1, "Chosei", 2, 2),
    INDIRECT(2, "Kyogetsu", 2, 1),    INDIRECT(3, "Kosei", 2, 0),
    INDIRECT(4, "Suigetsu", 2, -1),   INDIRECT(5, "Ryusei", 2, -2),
    INDIRECT(6, "Ungetsu", 1, 0),     INDIRECT(7, "Hogetsu", 1, -1),
    INDIRECT(8, "Rangetsu", 1, -2),   INDIRECT(9, "Gingetsu", 0, -1),
    INDIRECT(10, "Myojo", 0, -2),     INDIRECT(11, "Shagetsu", -1, -1),
    INDIRECT(12, "Meigetsu", -1, -2), INDIRECT(13, "Suisei", -2, -2),
};

static Coordinates distance_from(Coordinates begin, Coordinates end)
{
    return (Coordinates){end.x - begin.x, end.y - begin.y};
}

/* Turns or reflects a distance; each of the three bits of `image` does a part of it. */
static Coordinates turned_distance(Coordinates way, int image)
{
    Coordinates mirrored = {image & 1 ? -way.x : way.x, image & 2 ? -way.y : way.y};
    return image & 4 ? (Coordinates){mirrored.y, mirrored.x} : mirrored;
}

static bool are_same_distances(Coordinates one, Coordinates other)
{
    return one.x == other.x && one.y == other.y;
}

static bool is_shape_image(const OpeningShape *shape, const OpeningShape *other)
{
    for (int image = 0; image < IMAGES; image++) {
        if (are_same_distances(turned_distance(shape->second, image), other->second) &&
            are_same_distances(turned_distance(shape->third, image), other->third)) {
            return true;
        }
    }
    return false;
}

/* Where the number of lines is even, two of them are in the middle. */
static bool is_middle(int at, int side)
{
    return abs(2 * at + 1 - side) <= 1;
}

const OpeningName *opening_name(const Game *game, const Coordinates stones[OPENING_NAME_STONES])
{
    OpeningShape shape = {distance_from(stones[0], stones[1]), distance_from(stones[0], stones[2])};
    if (game->win_length != WIN_LENGTH_MAX || !is_middle(stones[0].x, game->width) ||
        !is_middle(stones[0].y, game->height)) {
        return NULL;
    }
    for (int i = 0; i < OPENING_NAMES; i++) {
        if (is_shape_image(&openings[i].shape, &shape)) {
            return &openings[i].name;
        }
    }
    return NULL;
}

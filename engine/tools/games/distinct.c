/* distinct - the smallest of its symmetric images represents an opening; see distinct.h. */
#include "tools/games/distinct.h"

#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1 /* an entry that finds no memory is left out; uthash would exit */
#include <uthash.h>

/* An opening of the set: its stones as the smallest of all its symmetric images. */
typedef struct DistinctOpening {
    uint16_t stones[OPENING_STONES_MAX]; /* place and colour in one number, sorted; then zeros */
    UT_hash_handle hh;
} DistinctOpening;

/* A stone of a symmetric image as a number that is never zero. */
static uint16_t stone_image_of(const Geometry *geometry, Point point, int colour, int symmetry)
{
    Coordinates at = geometry_image(geometry, geometry_coordinates(geometry, point), symmetry);
    return (uint16_t)(1 + (at.y * SIDE_MAX + at.x) * COLOURS + colour);
}

static int by_place_and_colour(const void *one, const void *other)
{
    return *(const uint16_t *)one - *(const uint16_t *)other;
}

/* Computes one symmetric image of the opening. */
static void transform(const Geometry *geometry, const Start *start, int symmetry,
                      DistinctOpening *image)
{
    memset(image, 0, sizeof *image);
    for (int i = 0; i < start->count; i++) {
        image->stones[i] = stone_image_of(geometry, start->moves[i], i % COLOURS, symmetry);
    }
    qsort(image->stones, (size_t)start->count, sizeof *image->stones, by_place_and_colour);
}

/* Compares stone by stone: memcmp would depend on the byte order. */
static bool image_is_smaller(const DistinctOpening *one, const DistinctOpening *other)
{
    int i = 0;
    while (i < OPENING_STONES_MAX - 1 && one->stones[i] == other->stones[i]) {
        i++;
    }
    return one->stones[i] < other->stones[i];
}

/* Computes the image that represents the opening and all that are the same. */
static void find_smallest(const Geometry *geometry, const Start *start, DistinctOpening *smallest)
{
    transform(geometry, start, 0, smallest);
    for (int symmetry = 1; symmetry < geometry_symmetries(geometry); symmetry++) {
        DistinctOpening image;
        transform(geometry, start, symmetry, &image);
        if (image_is_smaller(&image, smallest)) {
            *smallest = image;
        }
    }
}

bool distinct_add(Distinct *set, const Geometry *geometry, const Start *start)
{
    DistinctOpening *opening = malloc(sizeof *opening), *before;
    if (opening == NULL) {
        set->out_of_memory = true;
        return false;
    }
    find_smallest(geometry, start, opening);
    HASH_FIND(hh, set->openings, opening->stones, sizeof opening->stones, before);
    if (before != NULL) {
        free(opening);
        return false;
    }
    HASH_ADD(hh, set->openings, stones, sizeof opening->stones, opening);
    if (opening->hh.tbl == NULL) {
        set->out_of_memory = true;
        free(opening);
        return false;
    }
    return true;
}

void distinct_free(Distinct *set)
{
    DistinctOpening *opening, *next;
    HASH_ITER(hh, set->openings, opening, next)
    {
        HASH_DEL(set->openings, opening);
        free(opening);
    }
    *set = (Distinct){.openings = NULL};
}

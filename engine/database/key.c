/* key - writing and reading keys; see key.h. */
#include "database/key.h"

#include "board/rules.h"

#include <string.h>

enum {
    RULE_SHIFT = 4,
    WIN_LENGTH_MASK = (1 << RULE_SHIFT) - 1,
    COLOUR_BITS = 2,
    COLOUR_MASK = (1 << COLOUR_BITS) - 1,
    GAP_MAX = KEY_GAP >> COLOUR_BITS,
};

/* The stones and blocked points of a diagram. */
typedef struct {
    int count, stones; /* of all; without blocked points */
    int index[SIDE_MAX * SIDE_MAX];
} Placed;

Geometry key_geometry(const Game *game)
{
    return (Geometry){.width = game->width, .height = game->height};
}

static void find_placed(const Diagram *diagram, Placed *placed)
{
    placed->count = placed->stones = 0;
    for (int i = 0; i < diagram_points(diagram); i++) {
        if (diagram->at[i] != EMPTY) {
            placed->index[placed->count++] = i;
            placed->stones += diagram->at[i] != WALL;
        }
    }
}

static void write_head(const Diagram *diagram, int stones, uint8_t head[KEY_HEAD])
{
    const Game *game = &diagram->game;
    int order = COLOURS * stones + (int)diagram->side;
    head[0] = (uint8_t)(rules_number(game->rule) << RULE_SHIFT | game->win_length);
    head[1] = (uint8_t)game->width;
    head[2] = (uint8_t)game->height;
    head[3] = (uint8_t)(order >> 8);
    head[4] = (uint8_t)order;
}

/* Writes the points of an image after the head. What is empty at the end need not be said. */
static void write_key_points(const uint8_t *at, int points, Key *key)
{
    int gap = 0;
    key->length = KEY_HEAD;
    for (int i = 0; i < points; i++, gap++) {
        if (at[i] == EMPTY && gap == GAP_MAX) {
            key->bytes[key->length++] = KEY_GAP;
            gap = -1;
        } else if (at[i] != EMPTY) {
            key->bytes[key->length++] = (uint8_t)(gap << COLOUR_BITS | at[i]);
            gap = -1;
        }
    }
    while (key->length > KEY_HEAD && key->bytes[key->length - 1] == KEY_GAP) {
        key->length--;
    }
}

/* Writes the key of one image. */
static void write_image(const Diagram *diagram, const Geometry *geometry, const Placed *placed,
                        int symmetry, Key *key)
{
    uint8_t at[SIDE_MAX * SIDE_MAX];
    memset(at, EMPTY, sizeof at);
    for (int i = 0; i < placed->count; i++) {
        int index = placed->index[i];
        Coordinates image = geometry_image(geometry, diagram_point(diagram, index), symmetry);
        at[diagram_index(diagram, image)] = diagram->at[index];
    }
    write_head(diagram, placed->stones, key->bytes);
    write_key_points(at, diagram_points(diagram), key);
}

static bool is_smaller(const Key *one, const Key *other)
{
    int shorter = one->length < other->length ? one->length : other->length;
    int difference = memcmp(one->bytes, other->bytes, (size_t)shorter);
    return difference < 0 || (difference == 0 && one->length < other->length);
}

Key key_of(const Diagram *diagram, int *symmetry)
{
    Geometry geometry = key_geometry(&diagram->game);
    Placed placed;
    Key smallest, key;
    find_placed(diagram, &placed);
    write_image(diagram, &geometry, &placed, 0, &smallest);
    *symmetry = 0;
    for (int i = 1; i < geometry_symmetries(&geometry); i++) {
        write_image(diagram, &geometry, &placed, i, &key);
        if (is_smaller(&key, &smallest)) {
            smallest = key;
            *symmetry = i;
        }
    }
    return smallest;
}

unsigned key_symmetries(const Diagram *diagram)
{
    Geometry geometry = key_geometry(&diagram->game);
    Placed placed;
    unsigned symmetries = 0;
    find_placed(diagram, &placed);
    for (int i = 0; i < geometry_symmetries(&geometry); i++) {
        int same = 0;
        for (; same < placed.count; same++) {
            int index = placed.index[same];
            Coordinates image = geometry_image(&geometry, diagram_point(diagram, index), i);
            if (diagram->at[diagram_index(diagram, image)] != diagram->at[index]) {
                break;
            }
        }
        symmetries |= same == placed.count ? 1U << i : 0;
    }
    return symmetries;
}

/* --- reading --- */

/* Reads the head into an empty diagram, and how many stones there are to be. */
static bool read_head(const uint8_t *bytes, int length, Diagram *diagram, int *stones)
{
    Rule rule;
    if (length < KEY_HEAD || !rules_with_number(bytes[0] >> RULE_SHIFT, &rule)) {
        return false;
    }
    int order = bytes[3] << 8 | bytes[4];
    *stones = order / COLOURS;
    diagram->game = (Game){rule, bytes[1], bytes[2], bytes[0] & WIN_LENGTH_MASK};
    diagram->side = order % COLOURS == BLACK ? BLACK : WHITE;
    memset(diagram->at, EMPTY, sizeof diagram->at);
    return rules_fault(&diagram->game) == NULL;
}

/* Says whether the key is the one that key_of writes for the position. */
static bool is_own(const Diagram *diagram, const uint8_t *bytes, int length)
{
    int symmetry;
    Key key = key_of(diagram, &symmetry);
    return key.length == length && memcmp(key.bytes, bytes, (size_t)length) == 0;
}

bool key_read(const uint8_t *bytes, int length, Diagram *diagram)
{
    int stones, found = 0, index = -1;
    if (!read_head(bytes, length, diagram, &stones)) {
        return false;
    }
    for (int i = KEY_HEAD; i < length; i++) {
        int colour = bytes[i] & COLOUR_MASK;
        index += (bytes[i] >> COLOUR_BITS) + 1;
        if (index >= diagram_points(diagram)) {
            return false;
        }
        diagram->at[index] = (uint8_t)colour;
        found += colour == BLACK || colour == WHITE;
    }
    return found == stones && is_own(diagram, bytes, length);
}

/* proof_example - reading proofs as advice; see proof_example.h. */
#include "tools/prove/proof_example.h"

#include "tools/games/array.h"

#include <stdlib.h>

typedef struct {
    ProofExample *example;
    const Geometry *geometry;
    const uint8_t *begin;
    ProofReader reader;
    int depth;
} ExampleReading;

static uint32_t read_example_node(ExampleReading *reading);

/* Makes room for more nodes and answers; returns whether there was memory. */
static bool grow_example(ProofExample *example, int64_t nodes, int64_t answers)
{
    void *all_nodes = example->nodes, *all_answers = example->answers;
    bool is_grown = array_grow(&all_nodes, &example->node_room, example->node_count + nodes,
                               sizeof *example->nodes);
    example->nodes = all_nodes;
    is_grown = is_grown && array_grow(&all_answers, &example->answer_room,
                                      example->answer_count + answers, sizeof *example->answers);
    example->answers = all_answers;
    return is_grown;
}

/* The node that begins at that place. They are in the order of their places. */
static uint32_t example_node_at(const ProofExample *example, uint64_t place)
{
    int64_t low = 1, high = example->node_count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (example->nodes[middle].place < place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool is_there = low < example->node_count && example->nodes[low].place == place;
    return is_there ? (uint32_t)low : 0;
}

static Point read_example_point(ExampleReading *reading)
{
    Point point = proof_point_of(reading->geometry, proof_read_number(&reading->reader));
    reading->reader.failed |= point == POINT_NONE;
    return point;
}

/* Reads the answers of a node, which stand together although nodes are read between them. */
static void read_answers(ExampleReading *reading, uint32_t node)
{
    ProofExample *example = reading->example;
    uint64_t count = proof_read_number(&reading->reader);
    if (reading->reader.failed || count > SIDE_MAX * SIDE_MAX ||
        !grow_example(example, 0, (int64_t)count)) {
        reading->reader.failed = true;
        return;
    }
    int64_t first = example->answer_count;
    example->nodes[node].answers = (uint32_t)first;
    example->nodes[node].answer_count = (uint16_t)count;
    example->answer_count += (int64_t)count;
    for (int64_t i = 0; i < (int64_t)count; i++) {
        Point point = read_example_point(reading);
        uint32_t after = reading->reader.failed ? 0 : read_example_node(reading);
        example->answers[first + i] = (ProofExampleAnswer){after, point};
    }
}

static uint32_t read_example_move(ExampleReading *reading, uint32_t place)
{
    ProofExample *example = reading->example;
    Point move = read_example_point(reading);
    if (!grow_example(example, 1, 0)) {
        reading->reader.failed = true;
        return 0;
    }
    uint32_t number = (uint32_t)example->node_count++;
    example->nodes[number] = (ProofExampleNode){.place = place, .move = move};
    if (proof_read_number(&reading->reader) != 0) {
        uint32_t pass = read_example_node(reading);
        example->nodes[number].pass = pass;
    }
    read_answers(reading, number);
    return number;
}

/* Reads a node; 0 if it is a five, which nobody has to be told. */
static uint32_t read_example_node(ExampleReading *reading)
{
    ProofReader *reader = &reading->reader;
    uint32_t place = (uint32_t)(reader->at - reading->begin), node = 0;
    uint64_t kind = proof_read_number(reader);
    if (reader->failed || ++reading->depth > PROOF_DEPTH_MAX || kind == PROOF_LEMMA) {
        reader->failed = true;
    } else if (kind == PROOF_FIVE) {
        read_example_point(reading);
    } else if (kind == PROOF_MOVE) {
        node = read_example_move(reading, place);
    } else {
        node = example_node_at(reading->example, proof_read_number(reader));
    }
    reading->depth--;
    return node;
}

uint32_t proof_example_read(ProofExample *example, const Geometry *geometry, ProofReader proof)
{
    ExampleReading reading = {
        .example = example, .geometry = geometry, .begin = proof.at, .reader = proof};
    example->node_count = example->answer_count = 0;
    if (proof.at == proof.end || !grow_example(example, 1, 0)) {
        return 0;
    }
    example->nodes[example->node_count++] = (ProofExampleNode){.move = POINT_NONE};
    uint32_t root = read_example_node(&reading);
    return reading.reader.failed ? 0 : root;
}

void proof_example_free(ProofExample *example)
{
    free(example->nodes);
    free(example->answers);
    *example = (ProofExample){0};
}

uint32_t proof_example_after(const ProofExample *example, uint32_t node, Point answer)
{
    if (node == 0) {
        return 0;
    }
    const ProofExampleNode *before = &example->nodes[node];
    for (uint32_t i = 0; i < before->answer_count; i++) {
        const ProofExampleAnswer *known = &example->answers[before->answers + i];
        if (known->point == answer && known->node != 0) {
            return known->node;
        }
    }
    return before->pass;
}

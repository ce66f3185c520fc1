/* Checks the files of weights: those that are embedded open and belong to their rule; a byte that
 * was changed, cut off or added is noticed wherever it is; and what is written is read again.
 */
#include "eval/weights.h"

#include "drawn_net.h"
#include "scatter.h"
#include "tools/learn/weights_file.h"
#include "tools/learn/weights_text.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* A copy of an embedded file. */
typedef struct {
    uint8_t *bytes;
    size_t count;
    Weights weights; /* of the embedded file */
} File;

static File copy_of(Rule rule)
{
    File file;
    assert_true(weights_embedded(&file.weights, rule));
    file.count = (size_t)file.weights.header->bytes;
    file.bytes = malloc(file.count);
    assert_non_null(file.bytes);
    memcpy(file.bytes, file.weights.header, file.count);
    return file;
}

static WeightsHeader *header_of(const File *file)
{
    return (WeightsHeader *)(void *)file->bytes;
}

static const char *fault_of(const File *file)
{
    Weights weights = {.provenance = "untouched"};
    const char *fault = weights_open(&weights, file->bytes, file->count);
    assert_true((fault != NULL) == (strcmp(weights.provenance, "untouched") == 0));
    return fault;
}

static void assert_refused(const File *file, const char *word)
{
    const char *fault = fault_of(file);
    assert_non_null(fault);
    assert_in_range(strlen(fault), 20, 100);
    if (strstr(fault, word) == NULL) {
        print_error("\"%s\" says nothing of \"%s\"\n", fault, word);
        fail();
    }
}

static void assert_opens(const File *file)
{
    assert_null(fault_of(file));
}

TEST(embedded_files_belong_to_their_rules)
{
    static const int numbers[RULE_COUNT] = {[RULE_FREESTYLE] = 0,
                                            [RULE_STANDARD] = 1,
                                            [RULE_RENJU] = 4,
                                            [RULE_CARO] = 8,
                                            [RULE_CARO_EXACT] = 8};
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        Weights weights;
        assert_true(weights_embedded(&weights, (Rule)rule));
        assert_int_equal(weights.header->rule, numbers[rule]);
        assert_int_equal(weights.header->win_length, 5);
        assert_int_equal(weights.learnt.colour[BLACK] == weights.learnt.colour[WHITE],
                         rules_is_colour_blind((Rule)rule));
        assert_true((uintptr_t)weights.header % WEIGHTS_ALIGNMENT == 0);
        assert_true((uintptr_t)weights.learnt.colour[BLACK] % WEIGHTS_ALIGNMENT == 0);
        assert_true((uintptr_t)weights.learnt.colour[WHITE] % WEIGHTS_ALIGNMENT == 0);
        assert_non_null(strstr(weights.provenance, " games"));
    }
}

/* Every byte in front of the numbers, and each of some hundred of these. */
TEST(every_changed_byte_is_noticed)
{
    enum { STRIDE = 211 };
    File file = copy_of(RULE_CARO);
    size_t every = header_of(&file)->numbers_at + 2;
    for (size_t i = 0; i < file.count; i += i < every || i + STRIDE >= file.count ? 1 : STRIDE) {
        uint8_t flip = (uint8_t)(1 << i % 8);
        file.bytes[i] ^= flip;
        assert_non_null(fault_of(&file));
        file.bytes[i] ^= flip;
    }
    assert_opens(&file);
    free(file.bytes);
}

TEST(other_lengths_are_refused)
{
    File file = copy_of(RULE_CARO);
    size_t whole = file.count;
    for (file.count = 0; file.count < whole; file.count += file.count < 100 ? 1 : 999) {
        assert_non_null(fault_of(&file));
    }
    file.count = whole - 1;
    assert_refused(&file, "cut off");
    file.count = whole;
    assert_opens(&file);
    free(file.bytes);
}

/* Writes a number into the header and a checksum that goes with it. */
static void forge(const File *file, uint32_t *where, uint32_t number, const char *word)
{
    WeightsHeader *header = header_of(file);
    uint32_t right = *where;
    uint64_t checksum = header->checksum;
    *where = number;
    header->checksum = weights_checksum(file->bytes, file->count);
    assert_refused(file, word);
    *where = right;
    header->checksum = checksum;
}

/* One byte more or fewer than the provenance has, so that the numbers stay where they are. */
static uint32_t wrong_length(uint32_t bytes)
{
    bool has_room = (WEIGHTS_PROVENANCE_AT + bytes + 1) % WEIGHTS_ALIGNMENT != 0;
    return has_room ? bytes + 1 : bytes - 1;
}

TEST(headers_that_make_no_sense_are_refused)
{
    File file = copy_of(RULE_RENJU);
    WeightsHeader *header = header_of(&file);
    forge(&file, (uint32_t *)(void *)header->magic, 0, "no file of Tengen");
    forge(&file, &header->version, WEIGHTS_VERSION + 1, "format");
    forge(&file, &header->version, WEIGHTS_VERSION - 1, "format");
    forge(&file, &header->architecture, WEIGHTS_ARCHITECTURE + 1, "another network");
    forge(&file, &header->rule, 2, "a rule that");
    forge(&file, &header->rule, 0, "contradict"); /* it needs one table, and there are two */
    forge(&file, &header->win_length, 2, "contradict");
    forge(&file, &header->win_length, 6, "contradict");
    forge(&file, &header->colours, 1, "contradict");
    forge(&file, &header->colours, UINT32_MAX, "contradict");
    forge(&file, &header->numbers_at, header->numbers_at + WEIGHTS_ALIGNMENT, "contradict");
    forge(&file, &header->colour_bytes, header->colour_bytes - 2, "contradict");
    forge(&file, &header->provenance_bytes, UINT32_MAX, "contradict");
    forge(&file, &header->provenance_bytes, UINT32_MAX - WEIGHTS_PROVENANCE_AT, "contradict");
    forge(&file, &header->provenance_bytes, wrong_length(header->provenance_bytes), "provenance");
    forge(&file, (uint32_t *)(void *)(file.bytes + WEIGHTS_PROVENANCE_AT), 0, "provenance");
    assert_opens(&file);
    free(file.bytes);
}

static void keep_file(void *context, const void *bytes, size_t count)
{
    File *file = context;
    file->bytes = malloc(count);
    assert_non_null(file->bytes);
    memcpy(file->bytes, bytes, count);
    file->count = count;
}

/* Writes what is learnt and opens it again. */
static void check_written(const Learnt *learnt, Rule rule, const char *provenance)
{
    Weights to;
    File file;
    Game game = {rule, 20, 10, 5};
    assert_true(weights_file_write(learnt, &game, provenance, keep_file, &file));
    assert_null(weights_open(&to, file.bytes, file.count));
    assert_string_equal(to.provenance, provenance);
    assert_int_equal(to.header->rule, rules_number(rule));
    for (int colour = BLACK; colour <= WHITE; colour++) {
        assert_memory_equal(to.learnt.colour[colour], learnt->colour[colour], sizeof(LearntColour));
        assert_memory_equal(to.learnt.pattern[colour], learnt->pattern[colour], sizeof(PatternNet));
        const char *at = (const char *)to.learnt.pattern[colour];
        assert_true((size_t)(at - (const char *)file.bytes) % WEIGHTS_ALIGNMENT == 0);
    }
    file.bytes[file.count - 1 - file.count / 8]++;
    assert_refused(&file, "checksum");
    free(file.bytes);
}

/* Whatever the length of the provenance, of embedded and of other networks. */
TEST(what_is_written_is_read_again)
{
    uint64_t random = SCATTER_SEED;
    char provenance[200] = "";
    DrawnLearnt *drawn[] = {drawn_learnt(RULE_RENJU, DRAWN_NET_USUAL, &random),
                            drawn_learnt(RULE_CARO, DRAWN_NET_USUAL, &random)};
    for (size_t length = 0; length < sizeof provenance - 1; length++) {
        Rule rule = length % 2 == 0 ? RULE_RENJU : RULE_CARO;
        Weights from;
        assert_true(weights_embedded(&from, rule));
        check_written(length % 4 < 2 ? &from.learnt : &drawn[length % 2]->learnt, rule, provenance);
        provenance[length] = (char)('a' + length % 26);
    }
    free(drawn[0]);
    free(drawn[1]);
}

/* --- as text --- */

typedef struct {
    const char *wanted;
    int found, lines;
} Search;

static void look_for(void *context, const char *line)
{
    Search *search = context;
    search->lines++;
    search->found += strcmp(line, search->wanted) == 0;
    assert_true(strlen(line) <= 110);
}

/* Each of these lines must stand once in the text of a file. */
static void assert_text_has_once(const File *file, const char *const *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Search search = {.wanted = wanted[i]};
        assert_null(weights_text_of_file(file->bytes, file->count, look_for, &search));
        if (search.found != 1) {
            print_error("%d times: %s\n", search.found, wanted[i]);
            fail();
        }
    }
}

/* Changes some numbers, which are counted where they belong. */
TEST(the_text_tells_where_weights_come_from_and_how_large_they_are)
{
    LearntColour *numbers = calloc(1, sizeof *numbers);
    PatternNet *net = calloc(1, sizeof *net);
    File file;
    Game game = {RULE_CARO, 15, 15, 5};
    assert_true(numbers != NULL && net != NULL);
    numbers->correction[3] = 1190;
    numbers->correction[POINT_PATTERNS - 1] = -1190;
    assert_true(weights_file_write(&(Learnt){.colour = {numbers, numbers}, .pattern = {net, net}},
                                   &game, "By hand.\nTwice.", keep_file, &file));
    static const char *const wanted[] = {
        "weights for rule 8 caro, win_length 5",
        "  By hand.",
        "  Twice.",
        "both colours, tables",
        "both colours, pattern network",
        ("  corrections of point patterns: 2380 rows of 1, 2378 of them zeros; from -1190 to 1190, "
         "mean size 1.0"),
    };
    assert_text_has_once(&file, wanted, sizeof wanted / sizeof *wanted);
    Search search = {.wanted = ""};
    file.bytes[file.count - 1]++;
    assert_non_null(weights_text_of_file(file.bytes, file.count, look_for, &search));
    assert_int_equal(search.lines, 0);
    free(file.bytes);
    free(net);
    free(numbers);
}

TEST(the_text_sums_up_a_pattern_network)
{
    DrawnLearnt *drawn = calloc(1, sizeof *drawn);
    File file;
    Weights embedded;
    Game game = {RULE_CARO, 15, 15, 5};
    assert_non_null(drawn);
    assert_true(weights_embedded(&embedded, RULE_CARO));
    drawn->learnt = embedded.learnt;
    drawn->learnt.pattern[BLACK] = drawn->learnt.pattern[WHITE] = &drawn->net[BLACK];
    PatternNet *net = &drawn->net[BLACK];
    net->line[3][0] = -7;
    net->line[3][15] = 17;
    net->line[PATTERNS - 1][15] = 120;
    net->region_bias[2][7] = -70000;
    net->out[31] = -5;
    net->policy[0] = 33;
    net->policy[16] = 44;
    net->policy_unit[15][63] = -320;
    assert_true(weights_file_write(&drawn->learnt, &game, "", keep_file, &file));
    static const char *const wanted[] = {
        "  lines: 7381 rows of 16, 7379 of them zeros; from -7 to 120, mean size 0.0",
        "  biases of regions: 3 rows of 8, 2 of them zeros; from -70000 to 0, mean size 2916.7",
        "  weights of regions' units: 12 rows of 64, 12 of them zeros; from 0 to 0, mean size 0.0",
        "  output: 1 rows of 32, 0 of them zeros; from -5 to 0, mean size 0.2",
        "  policy, both views: 2 rows of 16, 0 of them zeros; from 0 to 44, mean size 2.4",
        ("  policy, by units of the head: 16 rows of 64, 15 of them zeros; from -320 to 0, mean "
         "size 0.3"),
    };
    assert_text_has_once(&file, wanted, sizeof wanted / sizeof *wanted);
    free(file.bytes);
    free(drawn);
}

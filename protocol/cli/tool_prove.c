/* tool_prove - position, options and files of a proof; see tool_prove.h. */
#include "tool_prove.h"

#include "lines/parse.h"
#include "long_run.h"
#include "options.h"
#include "tengen/engine_tools.h"
#include "values.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE_DEFAULT = 15,
    MEMORY_DEFAULT = 4096, /* MB */
    MEMORY_LEAST = 128,
    MEMORY_MOST = 1 << 20,
    MEGABYTE_SHIFT = 20,
    THREADS_MOST = 1024,
    STONES_MAX = SIDE_MAX * SIDE_MAX,
    NAME_MAX_LENGTH = 8, /* of a point: "af32", "31,31" */
};

/* Bytes of a state: more than any search leaves, and no more than the addresses reach. */
#define STATE_SIZE_MAX (SIZE_MAX > UINT32_MAX ? (size_t)(UINT64_C(1) << 36) : (size_t)INT32_MAX)

typedef struct {
    const char *black, *white, *first; /* NULL: not given */
    LongRun long_run;
    int memory; /* MB */
    bool has_turn;
    ProveOptions prove;
    PlacedStone stones[STONES_MAX];
    Coordinates first_point;
} ProveRun;

static const char *read_turn(void *field, const char *text)
{
    ProveRun *run = field;
    if (strcmp(text, "black") != 0 && strcmp(text, "white") != 0) {
        return "black or white";
    }
    run->prove.side = *text == 'b' ? BLACK : WHITE;
    run->has_turn = true;
    return NULL;
}

static const Option options[] = {
    {"out", "FILE", "where to write the proof", 0, OPTION_AT(ProveRun, OPTION_TEXT, long_run.out)},
    VALUE_GAME_OPTIONS(ProveRun, prove.game),
    {"black", "POINTS", "the black stones of a position that is set up", 0,
     OPTION_AT(ProveRun, OPTION_TEXT, black)},
    {"white", "POINTS", "its white stones", 0, OPTION_AT(ProveRun, OPTION_TEXT, white)},
    {"turn", "COLOUR", "who is to move: black or white (in turn, as in a game)", 0,
     .kind = OPTION_OTHER, .offset = 0, .read = read_turn},
    {"first", "MOVE", "the move to prove as a win (any move that wins)", 0,
     OPTION_AT(ProveRun, OPTION_TEXT, first)},
    {"state", "FILE",
     "continue from this file if it exists; save the state there every minute and at the end", 0,
     OPTION_AT(ProveRun, OPTION_TEXT, long_run.state)},
    {"nodes", "N", "most positions to search; 0: no limit (0)", 0,
     OPTION_AT(ProveRun, OPTION_INT64, prove.nodes)},
    {"memory", "MB", "most memory to use (4096)", 0, OPTION_AT(ProveRun, OPTION_INT, memory),
     .least = MEMORY_LEAST, .most = MEMORY_MOST},
    {"jobs", "N", "how many work at the same time (as many as there are cores)", 0,
     OPTION_AT(ProveRun, OPTION_INT, prove.threads), .least = 1, .most = THREADS_MOST},
};

static const CommandLine command_line = {
    .subcommand = "prove",
    .synopsis = "[MOVE]... --out FILE [OPTION]...",
    .help = "Proves that the side to move wins. The proof has a move for each position of the\n"
            "winner. For each position of the loser it has every answer, or the zone outside of\n"
            "which answers change nothing. So it goes down to the five. tengen-verify\n"
            "(scripts/verify) checks it independently. The position is given as a game (h8 i9\n"
            "..., or h8i9...; no move: the empty board), or set up. The same position gives the\n"
            "same file, whatever the number of jobs. Ctrl-C ends the search. With --state it can\n"
            "be resumed, also after a kill. Exit status 3: there is no win.\n"
            "\n"
            "  pbrain-tengen prove h8 h9 i9 a1 --out win.proof\n"
            "  pbrain-tengen prove h8 h9 i9 h10 --first i8 --state i8.state --out i8.proof\n"
            "  pbrain-tengen prove --size 6x5 --win-length 4 --out 6x5.proof --state 6x5.state\n"
            "  pbrain-tengen prove --rule 4 --black h8j8 --white h9 --turn black --out set.proof\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .takes_operands = true,
};

/* --- the position --- */

/* How many characters the name of a point has that the text begins with. */
static size_t name_length(const char *text)
{
    size_t length = 0;
    if (isalpha((unsigned char)*text)) {
        while (isalpha((unsigned char)text[length])) {
            length++;
        }
        while (isdigit((unsigned char)text[length])) {
            length++;
        }
        return length;
    }
    return strcspn(text, " \t");
}

/* Reads a point from the first characters of the name. */
static bool read_point_name(const char *name, size_t length, Coordinates *point)
{
    char word[NAME_MAX_LENGTH + 1];
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             name);
    if (length > NAME_MAX_LENGTH || !parse_place(word, point)) {
        return options_complain(command_line.subcommand, "'%s' is no point such as h8", word);
    }
    return true;
}

static bool add_stone(ProveRun *run, const char *name, size_t length, Colour colour)
{
    PlacedStone *stone = &run->stones[run->prove.stone_count];
    if (run->prove.stone_count == STONES_MAX) {
        return options_complain(command_line.subcommand,
                                "there are more stones than any board has points");
    }
    if (!read_point_name(name, length, &stone->point)) {
        return false;
    }
    stone->colour = colour;
    run->prove.stone_count++;
    return true;
}

/* Adds the stones that the text names; of both colours in turns if the colour is EMPTY. */
static bool add_stones(ProveRun *run, const char *text, Colour colour)
{
    for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t")) {
        size_t length = name_length(text);
        Colour own = colour != EMPTY ? colour : run->prove.stone_count % 2 == 0 ? BLACK : WHITE;
        if (!add_stone(run, text, length, own)) {
            return false;
        }
        text += length;
    }
    return true;
}

static bool read_prove_position(ProveRun *run, char **moves)
{
    bool is_set_up = run->black != NULL || run->white != NULL;
    if (is_set_up && *moves != NULL) {
        return options_complain(command_line.subcommand,
                                "the position is either a game or set up with --black and --white");
    }
    for (; *moves != NULL; moves++) {
        if (!add_stones(run, *moves, EMPTY)) {
            return false;
        }
    }
    int black = 0;
    if (is_set_up) {
        if (run->black != NULL && !add_stones(run, run->black, BLACK)) {
            return false;
        }
        black = run->prove.stone_count;
        if (run->white != NULL && !add_stones(run, run->white, WHITE)) {
            return false;
        }
    }
    int white = run->prove.stone_count - black;
    if (!run->has_turn) {
        bool is_black = is_set_up ? black <= white : run->prove.stone_count % 2 == 0;
        run->prove.side = is_black ? BLACK : WHITE;
    }
    run->prove.stones = run->stones;
    return true;
}

static bool read_first(ProveRun *run)
{
    if (run->first == NULL) {
        return true;
    }
    run->prove.first = &run->first_point;
    return read_point_name(run->first, strlen(run->first), &run->first_point);
}

/* --- all of it --- */

/* Writes the proof, or says why there is none; returns the exit status. */
static int finish_proof(const ProveRun *run, ProveEnd end, const char *fault)
{
    const LongRun *long_run = &run->long_run;
    const char *name = long_run->subcommand;
    static const char *const words[] = {
        [PROVE_STOPPED] = "stopped without an answer",
        [PROVE_SPENT] = "no proof within the nodes",
        [PROVE_FULL] = "no proof within the memory: --memory gives more",
        [PROVE_FAILED] = "there is not enough memory, or no thread to work in",
    };
    switch (end) {
    case PROVE_WON:
        return long_run_deliver(long_run) && !long_run->has_failed_to_save ? EXIT_SUCCESS
                                                                           : EXIT_FAILURE;
    case PROVE_NO_WIN: return options_fail(name, EXIT_NO_WIN, "%s", fault);
    case PROVE_REFUSED: return options_fail(name, EXIT_USAGE, "%s", fault);
    case PROVE_UNSOUND: return options_fail(name, EXIT_FAILURE, "%s", fault);
    case PROVE_FAILED: return options_fail(name, EXIT_FAILURE, "%s", words[end]);
    default: break;
    }
    bool can_go_on = long_run->state != NULL && !long_run->has_failed_to_save;
    return options_fail(name, EXIT_FAILURE, "%s%s", words[end],
                        can_go_on ? "; the same command goes on from the state" : "");
}

static int prove_and_write(ProveRun *run)
{
    LongRun *long_run = &run->long_run;
    ProveListener listener = {long_run,
                              long_run_print,
                              long_run_show,
                              long_run_add,
                              long_run->state != NULL ? long_run_save : NULL,
                              long_run_may_go_on};
    char fault[TOOL_FAULT_MAX] = "";
    run->prove.memory = (uint64_t)run->memory << MEGABYTE_SHIFT;
    ProveEnd end = engine_prove(&run->prove, &listener, fault);
    if (long_run->shows_progress) {
        fputc('\n', stderr);
    }
    return finish_proof(run, end, fault);
}

static int read_and_prove(ProveRun *run, char **arguments)
{
    int status;
    if (!options_read(&command_line, arguments, run, &status)) {
        return status;
    }
    bool makes_sense =
        (run->long_run.out != NULL ||
         options_complain(command_line.subcommand, "--out must say where to write the proof")) &&
        read_prove_position(run, arguments) && read_first(run) &&
        long_run_read_state(&run->long_run, STATE_SIZE_MAX, &run->prove.state) &&
        long_run_prepare(&run->long_run);
    return makes_sense ? prove_and_write(run) : EXIT_USAGE;
}

int tool_prove(char **arguments)
{
    ProveRun *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return options_fail(command_line.subcommand, EXIT_FAILURE, "there is not enough memory");
    }
    run->prove.game = (Game){RULE_FREESTYLE, SIDE_DEFAULT, SIDE_DEFAULT, WIN_LENGTH_MAX};
    run->memory = MEMORY_DEFAULT;
    run->long_run = long_run_begin(command_line.subcommand);
    int status = read_and_prove(run, arguments);
    free((void *)run->prove.state.bytes);
    long_run_end(&run->long_run);
    free(run);
    return status;
}

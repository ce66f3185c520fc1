/* tool_train - options, files and notes of training; see tool_train.h. */
#include "tool_train.h"

#include "long_run.h"
#include "options.h"
#include "tengen/engine_tools.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    ROUNDS_DEFAULT = 5,
    SCALE_DEFAULT = 200,
    SEED_DEFAULT = 1,
    RATE_PERCENT_DEFAULT = 100,
    RATE_PERCENT_MOST = 1000,
    LAMBDA_PERCENT_DEFAULT = 70,
    PROVEN_PERCENT_DEFAULT = 98,
    PROVEN_WEIGHT_DEFAULT = 40,
    POLICY_PERCENT_DEFAULT = 20,
    THREADS_MOST = 1024,
    SIZE_MAX_READ = 1 << 30, /* bytes of a file of games or of a state: far above what they have */
};

typedef struct {
    const char *start, *held_out; /* paths; NULL: not given */
    LongRun long_run;
    TrainOptions train;
    FileBytes *games; /* owned, so are their bytes */
} TrainRun;

static const Option options[] = {
    {"out", "FILE", "where to write the weights", 0,
     OPTION_AT(TrainRun, OPTION_TEXT, long_run.out)},
    {"log", "FILE", "also write there what is printed after each round", 0,
     OPTION_AT(TrainRun, OPTION_TEXT, long_run.log.path)},
    {"state", "FILE",
     "continue from this file if it exists; save the state there every minute and at the end", 0,
     OPTION_AT(TrainRun, OPTION_TEXT, long_run.state)},
    {"start", "FILE", "begin with these weights, even of another rule", 0,
     OPTION_AT(TrainRun, OPTION_TEXT, start)},
    {"held-out", "FILE", "measure by all games of this file (by some of GAMES that are held out)",
     0, OPTION_AT(TrainRun, OPTION_TEXT, held_out)},
    {"rounds", "N", "how often to go through the games; 0: only measure (5)", 0,
     OPTION_AT(TrainRun, OPTION_INT, train.rounds)},
    {"rate-percent", "N", "percent of the usual rate of learning; take less with --start (100)", 0,
     OPTION_AT(TrainRun, OPTION_INT, train.rate_percent), .least = 1, .most = RATE_PERCENT_MOST},
    {"threads", "N", "how many work at the same time (as many as there are cores)", 0,
     OPTION_AT(TrainRun, OPTION_INT, train.threads), .least = 1, .most = THREADS_MOST},
    {"scale", "V", "the value that means a chance of 73 % to win (200)", 0,
     OPTION_AT(TrainRun, OPTION_INT, train.scale), .least = 1},
    {"lambda-percent", "N",
     "share of later scores and the result in what the value learns; the rest is the score of the "
     "position itself (70)",
     0, OPTION_AT(TrainRun, OPTION_INT, train.lambda_percent), .most = 100},
    {"proven-percent", "N",
     "the chance that the value learns where the search has proven a win (98)", 0,
     OPTION_AT(TrainRun, OPTION_INT, train.proven_percent), .least = 50, .most = 100},
    {"proven-weight-percent", "N", "weight of such positions in percent of the others (40)", 0,
     OPTION_AT(TrainRun, OPTION_INT, train.proven_weight_percent), .most = 1000},
    {"policy-percent", "N", "weight of the policy's loss in percent of the value's loss (20)", 0,
     OPTION_AT(TrainRun, OPTION_INT, train.policy_percent), .most = 10000},
    {"policy-only", NULL, "learn only the policy, on top of --start; no value changes", 0,
     OPTION_AT(TrainRun, OPTION_FLAG, train.policy_only)},
    {"seed", "N", "another seed holds out other games (1)", 0,
     OPTION_AT(TrainRun, OPTION_INT64, train.seed), .most = INT_MAX},
};

static const CommandLine command_line = {
    .subcommand = "train",
    .synopsis = "GAMES... --out FILE [OPTION]...",
    .help =
        "Trains the pattern network on files of games, all of one rule. The network adds to the\n"
        "value and the policy of the tables that are built in for the rule. Tables and network\n"
        "are written as a file of weights. Some of the games are held out to measure the result.\n"
        "The same games and options give the same file. Ctrl-C ends the training with what was\n"
        "learnt so far. With --state it can be resumed, also after a kill.\n"
        "\n"
        "  pbrain-tengen train games/*.bin --state freestyle.state --out freestyle.bin\n"
        "  pbrain-tengen train renju/*.bin --start engine/eval/weights/renju.bin\n"
        "      --rate-percent 50 --out renju.bin\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .takes_operands = true,
};

/* --- files --- */

/* Reads the files of games that the operands name. */
static bool read_training_games(TrainRun *run, char **paths)
{
    int count = 0;
    while (paths[count] != NULL) {
        count++;
    }
    run->games = calloc((size_t)count + 1, sizeof *run->games);
    if (run->games == NULL) {
        return options_complain(command_line.subcommand, "there is not enough memory");
    }
    for (; run->train.files < count; run->train.files++) {
        int number = run->train.files;
        if (!long_run_read(&run->long_run, paths[number], SIZE_MAX_READ, &run->games[number])) {
            return false;
        }
    }
    run->train.games = run->games;
    return true;
}

/* Reads the files that options name. */
static bool read_named(TrainRun *run)
{
    TrainOptions *train = &run->train;
    return long_run_read_state(&run->long_run, SIZE_MAX_READ, &train->state) &&
           long_run_read(&run->long_run, run->start, SIZE_MAX_READ, &train->start) &&
           long_run_read(&run->long_run, run->held_out, SIZE_MAX_READ, &train->held_out);
}

/* --- all of it --- */

static int finish_training(const LongRun *run, ToolEnd end, const char *fault)
{
    if (end == TOOL_REFUSED) {
        return options_fail(run->subcommand, EXIT_USAGE, "%s", fault);
    }
    if (end == TOOL_FAILED) {
        return options_fail(run->subcommand, EXIT_FAILURE, "there is not enough memory");
    }
    bool is_good = long_run_deliver(run) && !run->has_failed_to_save;
    return is_good && end == TOOL_DONE ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int learn_and_write(TrainRun *run)
{
    LongRun *long_run = &run->long_run;
    TrainListener listener = {long_run,     long_run_note, long_run_show,
                              long_run_add, long_run_save, long_run_may_go_on};
    char fault[TOOL_FAULT_MAX] = "";
    int status = finish_training(long_run, engine_train(&run->train, &listener, fault), fault);
    return note_log_close(&long_run->log) ? status : EXIT_FAILURE;
}

static void free_training(TrainRun *run)
{
    for (int i = 0; run->games != NULL && i <= run->train.files; i++) {
        free((void *)run->games[i].bytes);
    }
    free(run->games);
    free((void *)run->train.state.bytes);
    free((void *)run->train.start.bytes);
    free((void *)run->train.held_out.bytes);
    long_run_end(&run->long_run);
}

int tool_train(char **arguments)
{
    TrainRun run = {
        .train = {.rounds = ROUNDS_DEFAULT,
                  .scale = SCALE_DEFAULT,
                  .seed = SEED_DEFAULT,
                  .rate_percent = RATE_PERCENT_DEFAULT,
                  .lambda_percent = LAMBDA_PERCENT_DEFAULT,
                  .proven_percent = PROVEN_PERCENT_DEFAULT,
                  .proven_weight_percent = PROVEN_WEIGHT_DEFAULT,
                  .policy_percent = POLICY_PERCENT_DEFAULT},
        .long_run = long_run_begin(command_line.subcommand),
    };
    int status;
    if (!options_read(&command_line, arguments, &run, &status)) {
        return status;
    }
    bool makes_sense =
        (*arguments != NULL ||
         options_complain(command_line.subcommand, "which games? (--help lists the options)")) &&
        (run.long_run.out != NULL ||
         options_complain(command_line.subcommand, "--out must say where to write the weights")) &&
        (!run.train.policy_only || run.start != NULL ||
         options_complain(command_line.subcommand,
                          "--policy-only needs --start: a policy is learnt on top of weights")) &&
        read_training_games(&run, arguments) && read_named(&run) &&
        long_run_prepare(&run.long_run) &&
        note_log_open(&run.long_run.log, run.train.state.bytes != NULL);
    status = makes_sense ? learn_and_write(&run) : EXIT_USAGE;
    free_training(&run);
    return status;
}

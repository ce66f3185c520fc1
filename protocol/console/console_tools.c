/* console_tools - from the board of a conversation to a proof, and the benchmark; see
 * console_tools.h. */
#include "console/console_tools.h"

#include "files/files.h"
#include "lines/parse.h"
#include "tengen/engine_tools.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES_MOST = 20 * 1000 * 1000, /* half a minute of one core */
    MEMORY_MOST = 256 << 20,       /* bytes */
    STONES_MOST = SIDE_MAX * SIDE_MAX,
};

typedef struct {
    Conversation *conversation;
    ProveOptions options;
    PlacedStone stones[STONES_MOST];
    FileText proof;
} Proving;

static void send_note(void *context, const char *line)
{
    (void)context;
    send_message("%s", line);
}

/* Progress is for a line that the next one replaces. A conversation would keep each of them. */
static void ignore_progress(void *context, const char *line)
{
    (void)context, (void)line;
}

static void add_to_proof(void *context, const void *bytes, size_t count)
{
    file_add_bytes(&((Proving *)context)->proof, bytes, count);
}

static bool proving_may_go_on(void *context)
{
    return conversation_may_go_on(((Proving *)context)->conversation);
}

static bool has_blocked_points(const Engine *engine)
{
    const Game *game = engine_game(engine);
    for (int i = 0; i < game->width * game->height; i++) {
        if (engine_at(engine, (Coordinates){i % game->width, i / game->width}) == WALL) {
            return true;
        }
    }
    return false;
}

static void take_position(const Engine *engine, Proving *proving)
{
    ProveOptions *options = &proving->options;
    options->game = *engine_game(engine);
    options->side = engine_side(engine);
    options->nodes = NODES_MOST;
    options->memory = MEMORY_MOST;
    options->threads = 1;
    options->stones = proving->stones;
    while (options->stone_count < STONES_MOST &&
           engine_stone_put(engine, options->stone_count,
                            &proving->stones[options->stone_count].point,
                            &proving->stones[options->stone_count].colour)) {
        options->stone_count++;
    }
}

static void tell_end(ProveEnd end, const char *fault)
{
    switch (end) {
    case PROVE_WON: break;
    case PROVE_NO_WIN: send_message("%s", fault); break;
    case PROVE_STOPPED: send_message("stopped before there was a proof"); break;
    case PROVE_REFUSED:
    case PROVE_UNSOUND: conversation_send_error(fault); break;
    case PROVE_SPENT:
    case PROVE_FULL:
        send_message(
            "no proof was found in %d million positions; pbrain-tengen prove goes on for as "
            "long as you like",
            NODES_MOST / 1000000);
        break;
    default: conversation_send_error("there is not enough memory, or no thread to work in");
    }
}

/* Answers that the proof is not in its file, but elsewhere if it can be. */
static void rescue_proof(const Proving *proving, const char *path)
{
    const char *reason = strerror(errno);
    char elsewhere[FILENAME_MAX];
    if (file_rescue("tengen-proof", &proving->proof, elsewhere)) {
        send_line("ERROR %s: %s; the proof is in %s instead", path, reason, elsewhere);
    } else {
        send_line("ERROR %s: %s; nor could the proof be written elsewhere", path, reason);
    }
}

static void write_proof(const Proving *proving, const char *path)
{
    if (proving->proof.failed) {
        conversation_send_error("there is not enough memory");
    } else if (file_write(path, &proving->proof)) {
        send_message("written to %s", path);
    } else {
        rescue_proof(proving, path);
    }
}

/* Says whether a proof can be written to the file; answers ERROR if not. An empty path: nothing is
 * to be written. */
static bool can_write(const char *path)
{
    if (*path != '\0' && !engine_has_files()) {
        conversation_send_error("there are no files here: PROVE alone tells the same");
        return false;
    }
    if (*path != '\0' && !file_can_be_written(path)) {
        send_line("ERROR %s: %s", path, strerror(errno));
        return false;
    }
    return true;
}

void console_prove(Conversation *conversation, const char *arguments)
{
    if (!conversation_has_game(conversation) || !can_write(arguments)) {
        return;
    }
    if (has_blocked_points(conversation->engine)) {
        conversation_send_error("a proof knows no blocked points");
        return;
    }
    Proving *proving = calloc(1, sizeof *proving);
    if (proving == NULL) {
        conversation_send_error("there is not enough memory");
        return;
    }
    ProveListener listener = {proving,      send_note, ignore_progress,
                              add_to_proof, NULL,      proving_may_go_on};
    char fault[TOOL_FAULT_MAX] = "";
    proving->conversation = conversation;
    take_position(conversation->engine, proving);
    ProveEnd end = engine_prove(&proving->options, &listener, fault);
    tell_end(end, fault);
    if (end == PROVE_WON && *arguments != '\0') {
        write_proof(proving, arguments);
    }
    file_drop_text(&proving->proof);
    free(proving);
}

void console_bench(Conversation *conversation, const char *arguments)
{
    (void)conversation;
    char word[PARSE_WORD_MAX];
    const char *rest = parse_word(arguments, word);
    bool is_quick = strcmp(word, "quick") == 0;
    if (rest[0] != '\0' || (!is_quick && word[0] != '\0')) {
        conversation_send_error("BENCH knows no word but quick: BENCH quick");
        return;
    }
    engine_bench(is_quick, send_note, NULL);
}

/* replay - runs a fuzz target without a fuzzer, so that any compiler's build can test it.
 *
 * usage: replay_TARGET [-m MUTATIONS] PATH...
 *
 * Each PATH, a file or a folder of files, is given to the target as it is, and then MUTATIONS times
 * (none, if not said) with a few bytes changed, taken out, or put in from another file. The changes
 * are the same on every run. When the target aborts, the input that did it lies in
 * replay-failure.bin, in the current folder.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INPUT_MAX = 4096, INPUTS_MAX = 4096, CHANGES_MAX = 6, PATH_LENGTH_MAX = 1024 };

typedef struct {
    uint8_t bytes[INPUT_MAX];
    size_t size;
} Input;

static Input *inputs[INPUTS_MAX];
static int input_count;

static Input current; /* what the target has been given, for the farewell */
static const char failure_path[] = "replay-failure.bin";

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* --- reading --- */

static void give_up(const char *path)
{
    fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
    exit(EXIT_FAILURE);
}

static void read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    Input *input = calloc(1, sizeof *input);
    if (file == NULL || input == NULL || input_count == INPUTS_MAX) {
        give_up(path);
        return;
    }
    input->size = fread(input->bytes, 1, INPUT_MAX, file);
    inputs[input_count++] = input;
    fclose(file);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Files in the order of their names: the same on every machine. */
static void read_folder(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_visible, alphasort);
    if (count < 0) {
        give_up(folder);
    }
    for (int i = 0; i < count; i++) {
        char path[PATH_LENGTH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        read_file(path);
        free(entries[i]);
    }
    free(entries);
}

static void read_path(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        give_up(path);
    }
    if (S_ISDIR(status.st_mode)) {
        read_folder(path);
    } else {
        read_file(path);
    }
}

/* --- changing --- */

/* xorshift64*: small, and the same everywhere. */
static uint32_t chance(uint32_t below)
{
    static uint64_t state = 20240607;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * UINT64_C(2685821657736338717) >> 33) % below);
}

static size_t place_in(const Input *input)
{
    return chance((uint32_t)input->size + 1);
}

static void change_byte(Input *input)
{
    static const char favourites[] = "0123456789,- \n\r\t\0+x";
    if (input->size > 0) {
        input->bytes[chance((uint32_t)input->size)] =
            chance(2) ? (uint8_t)chance(256) : (uint8_t)favourites[chance(sizeof favourites)];
    }
}

static void take_out(Input *input)
{
    size_t from = place_in(input);
    size_t length = chance((uint32_t)(input->size - from) + 1);
    memmove(input->bytes + from, input->bytes + from + length, input->size - from - length);
    input->size -= length;
}

static void put_in(Input *input, const Input *source)
{
    size_t at = place_in(input), from = place_in(source);
    size_t length = chance((uint32_t)(source->size - from) + 1);
    length = length < INPUT_MAX - input->size ? length : INPUT_MAX - input->size;
    memmove(input->bytes + at + length, input->bytes + at, input->size - at);
    memcpy(input->bytes + at, source->bytes + from, length);
    input->size += length;
}

static void mutate(Input *input)
{
    for (uint32_t changes = 1 + chance(CHANGES_MAX); changes > 0; changes--) {
        switch (chance(4)) {
        case 0: take_out(input); break;
        case 1: put_in(input, inputs[chance((uint32_t)input_count)]); break;
        default: change_byte(input); break;
        }
    }
}

/* --- running --- */

/* Leaves behind what the target could not stand. */
static void say_farewell(int signal_number)
{
    FILE *file = fopen(failure_path, "wb");
    if (file != NULL) {
        fwrite(current.bytes, 1, current.size, file);
        fclose(file);
    }
    fprintf(stderr, "replay: the input is in %s\n", failure_path);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Gives the target a block of exact size, so that sanitizers see a step past its end. */
static void run(const Input *input)
{
    uint8_t *exact = malloc(input->size + 1);
    if (exact == NULL) {
        give_up("memory");
        return;
    }
    current = *input;
    memcpy(exact + 1, input->bytes, input->size);
    LLVMFuzzerTestOneInput(exact + 1, input->size);
    free(exact);
}

int main(int argument_count, char **arguments)
{
    long mutations = 0;
    for (int option; (option = getopt(argument_count, arguments, "m:")) != -1;) {
        if (option != 'm') {
            return EXIT_FAILURE;
        }
        mutations = strtol(optarg, NULL, 10);
    }
    for (int i = optind; i < argument_count; i++) {
        read_path(arguments[i]);
    }
    if (input_count == 0) {
        fputs("usage: replay_TARGET [-m MUTATIONS] PATH...\n", stderr);
        return EXIT_FAILURE;
    }
    signal(SIGABRT, say_farewell);
    signal(SIGSEGV, say_farewell);
    for (int i = 0; i < input_count; i++) {
        run(inputs[i]);
    }
    for (long i = 0; i < mutations; i++) {
        Input input = *inputs[chance((uint32_t)input_count)];
        mutate(&input);
        run(&input);
    }
    for (int i = 0; i < input_count; i++) {
        free(inputs[i]);
    }
    printf("%d inputs, %ld mutations: fine\n", input_count, mutations);
    return EXIT_SUCCESS;
}

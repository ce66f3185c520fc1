/* corpus - reading files of games one after the other; see corpus.h. */
#include "tools/learn/corpus.h"

#include "eval/eval.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "there is not enough memory";

/* Adds a line to what names the files; returns NULL, or what is wrong. */
static const char *name_file(Corpus *corpus, const char *line)
{
    size_t before = corpus->files == NULL ? 0 : strlen(corpus->files);
    char *files = realloc(corpus->files, before + strlen(line) + sizeof "\n");
    if (files == NULL) {
        return no_memory;
    }
    sprintf(files + before, "%s\n", line);
    corpus->files = files;
    return NULL;
}

/* Prepares for the games of a file, whose first line was read. */
static const char *begin_file(Corpus *corpus, const RecordReader *reader, const char *line)
{
    const Game *game = &reader->header.game, *before = &corpus->game;
    if (corpus->files == NULL) {
        eval_fill_tables(&corpus->tables, game, EVALUATION_BASE);
        corpus->game = *game;
    } else if (game->rule != before->rule || game->win_length != before->win_length) {
        return "its games are played by another rule than those before";
    }
    position_clear(&corpus->position, game, &corpus->tables.board);
    return name_file(corpus, line);
}

static const char *read_line(Corpus *corpus, RecordReader *reader, const char *line)
{
    switch (record_read_line(reader, line, &corpus->record)) {
    case RECORD_HEADER: return begin_file(corpus, reader, line);
    case RECORD_GAME: return samples_add(&corpus->samples, &corpus->position, &corpus->record);
    case RECORD_END: return name_file(corpus, line);
    default: return reader->fault;
    }
}

/* Reads the lines of a file one by one into a buffer of their own. */
static const char *read_lines(Corpus *corpus, RecordReader *reader, const char *text, char *line)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (length >= RECORD_TEXT_MAX) {
            return "a line is longer than any game";
        }
        memcpy(line, text, length);
        line[length] = '\0';
        const char *fault = read_line(corpus, reader, line);
        if (fault != NULL) {
            return fault;
        }
        text += length + (text[length] == '\n');
    }
    return record_fault(reader);
}

static bool read_file(Corpus *corpus, const char *text, int number, char fault[TOOL_FAULT_MAX])
{
    RecordReader *reader = calloc(1, sizeof *reader);
    char *line = malloc(RECORD_TEXT_MAX);
    const char *wrong = no_memory;
    if (reader != NULL && line != NULL) {
        wrong = read_lines(corpus, reader, text, line);
    }
    if (wrong != NULL) {
        snprintf(fault, TOOL_FAULT_MAX, "file %d of games, line %" PRId64 ": %s", number,
                 reader == NULL ? 0 : reader->lines, wrong);
    }
    free(reader);
    free(line);
    return wrong == NULL;
}

bool corpus_read(Corpus *corpus, const char *const *texts, int count, char fault[TOOL_FAULT_MAX])
{
    for (int i = 0; i < count; i++) {
        if (!read_file(corpus, texts[i], i + 1, fault)) {
            return false;
        }
    }
    return true;
}

void corpus_free(Corpus *corpus)
{
    samples_free(&corpus->samples);
    free(corpus->files);
    corpus->files = NULL;
}

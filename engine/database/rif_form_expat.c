/* rif_form - reading games by expat, which calls back for each part of a file; see rif_form.h.
 *
 * A file may be hostile: it gets no entities, which could grow, and no elements within elements
 * without end, which would take memory.
 */
#include "database/rif_form.h"

#include "board/point_name.h"
#include "database/game_record.h"

#include <expat.h>
#include <limits.h>
#include <stdio.h>

enum { SIDE = 15, DEPTH_MOST = 16 };

/* A file that is being read. */
typedef struct {
    XML_Parser parser;
    const PositionSink *sink;
    GameRecord record;
    int depth, games; /* elements that are open; games so far */
    bool is_move;     /* the text is that of the moves */
    char word[POINT_NAME_MAX + 1];
    size_t length;     /* of it */
    bool is_stopped;   /* in the middle of the file, because of the fault; or, if that is NULL, */
    const char *fault; /* as no more is wanted */
} RifReader;

static void stop_parser(RifReader *reader, const char *fault)
{
    reader->is_stopped = true;
    reader->fault = fault;
    XML_StopParser(reader->parser, XML_FALSE);
}

/* Takes the word that ends here, if there is one, as a move. */
static void take_rif_word(RifReader *reader)
{
    Coordinates point;
    reader->word[reader->length] = '\0';
    const char *end = point_name_read(reader->word, SIDE, SIDE, &point);
    if (end != NULL && *end == '\0') {
        game_record_add(&reader->record, point);
    } else if (reader->length > 0) {
        reader->record.fault = "a word among the moves is none";
    }
    reader->length = 0;
}

static void take_text(void *context, const XML_Char *text, int length)
{
    RifReader *reader = context;
    for (int i = 0; i < length && reader->is_move; i++) {
        if (strchr(" \t\r\n", text[i]) != NULL) {
            take_rif_word(reader);
        } else if (reader->length < POINT_NAME_MAX) {
            reader->word[reader->length++] = text[i];
        } else {
            reader->record.fault = "a word among the moves is none";
        }
    }
}

static void begin_rif_game(RifReader *reader, const XML_Char **attributes)
{
    static const struct {
        const char *points;
        Colour winner;
    } results[] = {{"1", BLACK}, {"0.5", EMPTY}, {"0", WHITE}};
    static const Game game = {RULE_RENJU, SIDE, SIDE, WIN_LENGTH_MAX};
    game_record_begin(&reader->record, &game);
    reader->games++;
    for (; *attributes != NULL; attributes += 2) {
        for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
            if (strcmp(attributes[0], "bresult") == 0 &&
                strcmp(attributes[1], results[i].points) == 0) {
                reader->record.winner = results[i].winner;
            }
        }
    }
}

static void begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    RifReader *reader = context;
    if (strcmp(name, "game") == 0) {
        begin_rif_game(reader, attributes);
    }
    reader->is_move = strcmp(name, "move") == 0 && reader->games > 0 && reader->record.count == 0;
    if (++reader->depth == DEPTH_MOST) {
        stop_parser(reader, "its elements lie in each other too deeply");
    }
}

static void end_element(void *context, const XML_Char *name)
{
    RifReader *reader = context;
    reader->depth--;
    if (reader->is_move) {
        take_rif_word(reader);
        reader->is_move = false;
    }
    if (strcmp(name, "game") == 0 && !game_record_tell(&reader->record, reader->sink)) {
        if (reader->record.fault == NULL) {
            stop_parser(reader, NULL);
        } else {
            form_warn(reader->sink->notes, "games whose moves make no sense were left out");
        }
    }
}

static void refuse_entity(void *context, const XML_Char *name, int is_parameter,
                          const XML_Char *value, int length, const XML_Char *base,
                          const XML_Char *system, const XML_Char *public, const XML_Char *notation)
{
    (void)name, (void)is_parameter, (void)value, (void)length;
    (void)base, (void)system, (void)public, (void)notation;
    stop_parser(context, "it declares entities");
}

/* Reads the file. NULL, or what is wrong with it. */
static const char *parse(RifReader *reader, const uint8_t *bytes, size_t count)
{
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, begin_element, end_element);
    XML_SetCharacterDataHandler(reader->parser, take_text);
    XML_SetEntityDeclHandler(reader->parser, refuse_entity);
    bool is_good = count <= INT_MAX && XML_Parse(reader->parser, (const char *)bytes, (int)count,
                                                 XML_TRUE) == XML_STATUS_OK;
    return reader->is_stopped   ? reader->fault
           : !is_good           ? "it is cut off, or no XML"
           : reader->games == 0 ? "it is XML, and has no games"
                                : NULL;
}

bool rif_form_read(const uint8_t *bytes, size_t count, const Game *game, const PositionSink *sink,
                   char fault[DATABASE_FAULT_MAX])
{
    (void)game;
    RifReader reader = {.parser = XML_ParserCreate(NULL), .sink = sink};
    const char *why =
        reader.parser == NULL ? "there is not enough memory" : parse(&reader, bytes, count);
    if (reader.parser != NULL) {
        XML_ParserFree(reader.parser);
    }
    if (why != NULL) {
        snprintf(fault, DATABASE_FAULT_MAX, "%s", why);
    }
    return why == NULL;
}

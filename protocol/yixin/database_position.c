/* database_position - what was read, as a diagram; see database_position.h. */
#include "yixin/database_position.h"

#include <string.h>

void database_tell_fault(const char *fault)
{
    if (fault != NULL) {
        send_message("the database: %s", fault);
    }
}

void database_tell_file_fault(const char *name, const char *fault)
{
    send_message("the file %s: %s", name, fault);
}

bool database_position_begin(Conversation *conversation, DatabasePosition *position)
{
    const Game *game = engine_game(conversation->engine);
    position->conversation = conversation;
    position->database = database_use_open(&conversation->database);
    position->stones = 0;
    if (position->database == NULL || game == NULL) {
        return false;
    }
    position->diagram.game = *game;
    position->diagram.side = BLACK;
    memset(position->diagram.at, EMPTY, sizeof position->diagram.at);
    return true;
}

bool database_position_of_block(Conversation *conversation, DatabasePosition *position)
{
    if (!database_position_begin(conversation, position)) {
        return false;
    }
    Diagram *diagram = &position->diagram;
    for (int i = 0; i < conversation->reader.count; i++) {
        Coordinates point = conversation->reader.placements[i].point;
        bool is_pass = point.x == -1 && point.y == -1;
        uint8_t *at = conversation_is_inside(conversation, point)
                          ? &diagram->at[diagram_index(diagram, point)]
                          : NULL;
        if (at != NULL && *at == EMPTY) {
            *at = (uint8_t)diagram->side;
            position->stones++;
        }
        if (is_pass || at != NULL) {
            diagram->side = conversation_other(diagram->side);
        }
    }
    return true;
}

bool database_is_there(Conversation *conversation)
{
    DatabaseUse *use = &conversation->database;
    bool is_open = database_use_open(use) != NULL;
    if (!is_open) {
        conversation_send_error(use->is_unused && use->path[0] != '\0'
                                    ? "the database is not used: INFO usedatabase 1 uses it"
                                    : "there is no database: YXSETDATABASE names one");
    }
    return is_open;
}

bool database_position_to_change(Conversation *conversation, DatabasePosition *position)
{
    return database_is_there(conversation) && conversation_has_game(conversation) &&
           database_position_of_block(conversation, position);
}

bool database_position_of_board(Conversation *conversation, DatabasePosition *position)
{
    if (!database_position_begin(conversation, position)) {
        return false;
    }
    for (int i = 0; i < diagram_points(&position->diagram); i++) {
        Coordinates point = diagram_point(&position->diagram, i);
        position->diagram.at[i] = (uint8_t)engine_at(conversation->engine, point);
    }
    position->diagram.side = engine_side(conversation->engine);
    return true;
}

Diagram database_position_after(const Diagram *diagram, int index)
{
    Diagram next = *diagram;
    next.at[index] = (uint8_t)diagram->side;
    next.side = conversation_other(diagram->side);
    return next;
}

DatabaseRecord database_record_of(Database *database, const Diagram *diagram)
{
    DatabaseRecord record;
    return database_get(database, diagram, &record) ? record : database_record();
}

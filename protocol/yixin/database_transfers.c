/* database_transfers - files that are opened, read and written; see database_transfers.h. */
#include "yixin/database_transfers.h"

#include "files/database_files.h"
#include "yixin/database_position.h"

#include <inttypes.h>

/* Yixin-Board 3 has the file in its title bar from the first of these lines on, and closes what it
 * opened at the last. Yixin-Board 2 takes them for data and writes outside its board. It asks for
 * less detail, by which the two are told apart. */
static bool knows_of_loading(const Conversation *conversation)
{
    return conversation->settings.shows_moves && conversation->settings.shows_iterations;
}

void database_set(Conversation *conversation, const char *name)
{
    DatabaseUse *use = &conversation->database;
    DatabaseAccess access = use->is_only_read ? DATABASE_READS : DATABASE_WRITES;
    char fault[DATABASE_FAULT_MAX];
    database_use_file(use, name);
    bool is_told = knows_of_loading(conversation) && !use->is_unused &&
                   exchange_is_database(name, access, fault); /* no title has the name of another */
    if (is_told) {
        send_message("DATABASE LOAD START %s", name);
    }
    Database *database = database_use_open(use); /* reads all of it, to see that it is sound */
    if (is_told) {
        send_message("DATABASE LOAD DONE");
    }
    if (is_told && database != NULL) {
        send_message("the file %s has %" PRId64 " positions", name, database_count(database));
    }
}

void database_save_now(Conversation *conversation, const char *arguments)
{
    Database *database = database_use_open(&conversation->database);
    (void)arguments;
    if (database_is_there(conversation)) {
        bool is_told = knows_of_loading(conversation) && database_may_write(database);
        if (is_told) {
            send_message("DATABASE SAVE START %s", conversation->database.path);
        }
        const char *fault = database_save(database);
        if (is_told) {
            send_message("DATABASE SAVE DONE");
        }
        if (is_told && fault == NULL) {
            send_message("the file %s was saved", conversation->database.path);
        }
        database_tell_fault(fault);
    }
}

void database_check_now(Conversation *conversation, const char *arguments)
{
    Database *database = database_use_open(&conversation->database);
    (void)arguments;
    if (database_is_there(conversation)) {
        const char *fault = database_check(database);
        database_tell_fault(fault != NULL ? fault : "the file is sound");
    }
}

void database_import_file(Conversation *conversation, const char *name)
{
    DatabasePosition position;
    ExchangeCount counted;
    char fault[DATABASE_FAULT_MAX];
    if (!database_is_there(conversation) || !database_position_begin(conversation, &position)) {
        return;
    }
    FileTerms terms = {position.diagram.game, conversation->database.code_page};
    if (database_files_import(position.database, EXCHANGE_JOINS, name, &terms, &counted, fault)) {
        send_message("%" PRId64 " positions were read, %" PRId64 " of them were new", counted.read,
                     counted.added);
        if (counted.warning != NULL) {
            database_tell_file_fault(name, counted.warning);
        }
    } else {
        database_tell_file_fault(name, fault);
    }
}

static void export_file(Conversation *conversation, const char *name, const char *form)
{
    DatabasePosition position;
    char fault[DATABASE_FAULT_MAX];
    int64_t count;
    if (!database_is_there(conversation) || !database_position_begin(conversation, &position)) {
        return;
    }
    FileTerms terms = {position.diagram.game, conversation->database.code_page};
    if (database_files_export(position.database, name, exchange_form_named(form), &terms, &count,
                              fault)) {
        send_message("%" PRId64 " positions were written", count);
    } else {
        database_tell_file_fault(name, fault);
    }
}

void database_export_text(Conversation *conversation, const char *name)
{
    export_file(conversation, name, "txt");
}

void database_export_lib(Conversation *conversation, const char *name)
{
    export_file(conversation, name, "lib");
}

void database_split(Conversation *conversation, const char *name)
{
    DatabasePosition position;
    ExchangeCount counted;
    char fault[DATABASE_FAULT_MAX];
    if (!database_is_there(conversation) || !database_position_of_board(conversation, &position)) {
        return;
    }
    Database *part = exchange_open(name, DATABASE_WRITES, fault);
    if (part != NULL && exchange_merge(part, EXCHANGE_JOINS, position.database, &position.diagram,
                                       &counted, fault)) {
        send_message("%" PRId64 " positions were written, %" PRId64 " of them were new",
                     counted.read, counted.added);
    } else {
        database_tell_file_fault(name, fault);
    }
    database_close(part);
}

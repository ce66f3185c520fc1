/* Checks files of games: that their positions get their results, counted, of the game that the file
 * names or else of the one that is asked for, and that what is no game is refused as a whole.
 */
#define _GNU_SOURCE
#include "tengen/exchange.h"

#include "board/point_name.h"
#include "database/results.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIDE = 15, PATH_MAX_BYTES = 80 };

static const Game usual = {RULE_CARO, SIDE, SIDE, WIN_LENGTH_MAX};

typedef struct {
    char folder[PATH_MAX_BYTES - 2], path[PATH_MAX_BYTES];
    Database *database;
    Game game;           /* of files that do not tell theirs */
    const char *warning; /* of the last file; NULL: none */
} Place;

static int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    char fault[DATABASE_FAULT_MAX];
    strcpy(place->folder, "/tmp/test_game_forms.XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->path, sizeof place->path, "%s/a", place->folder);
    place->database = database_open(place->path, DATABASE_WRITES, fault);
    assert_non_null(place->database);
    place->game = usual;
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    Place *place = *state;
    database_close(place->database);
    unlink(place->path);
    assert_int_equal(rmdir(place->folder), 0);
    free(place);
    return 0;
}

FIXTURE(make_place, remove_place)

/* Takes a file of so many bytes in; "", or why it is refused. */
static const char *import_bytes(Place *place, const char *bytes, size_t count)
{
    static char fault[DATABASE_FAULT_MAX];
    ExchangeCount counted;
    fault[0] = '\0';
    char *exact = malloc(count + 1);
    memcpy(exact, bytes, count);
    exact[count] = '\0';
    const ExchangeFile file = {exchange_form_of(exact, count), exact, count, NULL};
    bool is_good =
        exchange_import(place->database, EXCHANGE_JOINS, &file, &place->game, &counted, fault);
    free(exact);
    assert_int_equal(is_good, fault[0] == '\0');
    place->warning = counted.warning;
    return fault;
}

static const char *import(Place *place, const char *text)
{
    return import_bytes(place, text, strlen(text));
}

/* The comment of the position after those moves; NULL: it is not kept. */
static const char *comment_after(const Place *place, Game game, const char *moves)
{
    Diagram diagram = {.game = game};
    DatabaseRecord record;
    Coordinates at;
    int count = 0;
    memset(diagram.at, EMPTY, sizeof diagram.at);
    for (; *moves != '\0'; count++) {
        moves = point_name_read(moves, game.width, game.height, &at);
        diagram.at[diagram_index(&diagram, at)] = (uint8_t)(count % COLOURS);
    }
    diagram.side = count % COLOURS == 0 ? BLACK : WHITE;
    bool is_kept = database_get(place->database, &diagram, &record);
    assert_true(!is_kept || record.verdict.label == VERDICT_OPEN); /* games prove nothing */
    return is_kept ? record.comment : NULL;
}

static Game game_of(Rule rule, int width, int height, int win_length)
{
    return (Game){rule, width, height, win_length};
}

/* --- each form --- */

TEST(psq_has_the_result_in_its_last_line)
{
    Place *place = *state;
    assert_string_equal(import(place, "Piskvorky 20x19, 11:11, 0\r\n8,8,0\r\n9,9,350\r\n10,9,1\r\n"
                                      "pbrain-a\r\npbrain-b\r\n0\r\n2,renju\r\n"),
                        "");
    Game game = game_of(RULE_RENJU, 20, 19, 5);
    const char *white = "games: 0 black, 1 white, 0 drawn";
    assert_string_equal(comment_after(place, game, ""), white);
    assert_string_equal(comment_after(place, game, "h8"), white);
    assert_string_equal(comment_after(place, game, "h8i9j9"), white);
    assert_int_equal(database_count(place->database), 4);
}

/* As Piskvork stores a game that goes on, or one of people. */
TEST(psq_need_not_tell_result_or_rule)
{
    Place *place = *state;
    assert_string_equal(import(place, "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\nAnn\nBob\n"), "");
    assert_string_equal(comment_after(place, usual, "h8i9"), "");
    assert_string_equal(
        import(place, "Piskvorky 15x15, 0:0, 0\n8,8,0\nAnn\nBob\n0\n1,Freestyle1\n"), "");
    assert_string_equal(comment_after(place, game_of(RULE_FREESTYLE, 15, 15, 5), "h8"),
                        "games: 1 black, 0 white, 0 drawn");
}

static const char pgn[] = "[Event \"Gomoku match of 2026-11-25\"]\n[Result \"0-1\"]\n"
                          "[Rule \"caro exact five\"]\n[BoardSize \"9x8\"]\n[WinLength \"4\"]\n\n"
                          "1. a1 {book} b2 {+35/12 0.15s} 2. c3\n{five [in] a row} 0-1\n\n"
                          "[Event \"?\"]\n[Rule \"caro exact five\"]\n[BoardSize \"9x8\"]\n"
                          "[WinLength \"4\"]\n\n1. a1 b2 1/2-1/2\n\n"
                          "[Event \"?\"]\n\n{nobody came} *\n"
                          "[Event \"?\"]\n\n1. a1 1-0\n";

TEST(pgn_has_many_games)
{
    Place *place = *state;
    Game game = game_of(RULE_CARO_EXACT, 9, 8, 4);
    assert_string_equal(import(place, pgn), "");
    assert_string_equal(comment_after(place, game, "a1b2"), "games: 1 black, 0 white, 1 drawn");
    assert_string_equal(comment_after(place, game, "a1b2c3"), "games: 1 black, 0 white, 0 drawn");
    assert_string_equal(comment_after(place, usual, ""), "games: 0 black, 1 white, 0 drawn");
    assert_int_equal(database_count(place->database), 6);
    assert_string_equal(import(place, pgn), "");
    assert_string_equal(comment_after(place, game, "a1b2"), "games: 2 black, 0 white, 2 drawn");
}

/* The result is that of the first line alone; the variations are there without. */
TEST(sgf_has_variations)
{
    Place *place = *state;
    Game game = game_of(RULE_STANDARD, 13, 15, 4);
    assert_string_equal(import(place, " (;FF[4]GM[4]CA[UTF-8]SZ[13:15]RU[standard 4 in a row]\n"
                                      "PB[A \\] (;B]RE[W+R];B[hh]C[x)];W[ig](;B[aa](;W[cc])(;W[dd]"
                                      "RE[B+R]))(;B[bb](;)))\n"),
                        "");
    const char *white = "games: 0 black, 1 white, 0 drawn";
    assert_string_equal(comment_after(place, game, "h8i9a15c13"), white);
    assert_string_equal(comment_after(place, game, "h8i9a15d12"), "");
    assert_string_equal(comment_after(place, game, "h8i9b14"), "");
    assert_int_equal(database_count(place->database), 7);
}

TEST(sgf_has_many_games)
{
    Place *place = *state;
    assert_string_equal(import(place, "(;SZ[15]RE[0];B[hh])\n\n(;RE[W+];B[hh](;W[aa])(;W[bb]))()x"
                                      "(;SZ[15])(;B[hh](;W[cc]))"),
                        "");
    assert_string_equal(comment_after(place, usual, "h8"), "games: 0 black, 1 white, 1 drawn");
    assert_string_equal(comment_after(place, usual, "h8a15"), "games: 0 black, 1 white, 0 drawn");
    assert_string_equal(comment_after(place, usual, "h8b14"), "");
    assert_string_equal(comment_after(place, usual, "h8c13"), "");
    assert_int_equal(database_count(place->database), 5);
}

/* Piskvork writes no result. */
TEST(a_result_that_is_not_told_stands_on_the_board)
{
#define ROW(rest) "Piskvorky 15x15, 0:0, 0\n2,1,0\n1,1,0\n3,1,0\n9,9,0\n4,1,0\n9,3,0\n5,1,0\n" rest
    static const struct {
        Rule rule;
        const char *game, *comment;
    } cases[] = {
        {RULE_FREESTYLE, ROW("9,5,0\n6,1,0\nAnn\nBob\n0\n"), "games: 1 black, 0 white, 0 drawn"},
        {RULE_FREESTYLE, ROW("9,5,0\nAnn\nBob\n0\n"), ""},
        {RULE_CARO, ROW("7,1,0\n6,1,0\n"), ""}, /* closed at both ends */
        {RULE_FREESTYLE, ROW("9,5,0\n7,1,0\n9,8,0\n6,1,0\n"), "games: 1 black, 0 white, 0 drawn"},
        {RULE_STANDARD, ROW("9,5,0\n7,1,0\n9,8,0\n6,1,0\n"), ""}, /* six */
        {RULE_FREESTYLE,
         "(;SZ[3]RU[freestyle 3 in a row];B[aa];W[ba];B[ca];W[bb];B[ab];W[cb];B[bc];"
         "W[ac];B[cc])",
         "games: 0 black, 0 white, 1 drawn"},
        {RULE_FREESTYLE, "(;SZ[3]RU[freestyle 3 in a row];B[ba];W[aa];B[bb](;W[ca])(;W[cc];B[bc]))",
         ""}, /* nobody played the five */
    };
#undef ROW
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Place *place;
        make_place((void **)&place);
        place->game = usual;
        place->game.rule = cases[i].rule;
        assert_string_equal(import(place, cases[i].game), "");
        bool is_small = cases[i].game[0] == '(';
        Game game = is_small ? game_of(RULE_FREESTYLE, 3, 3, 3) : place->game;
        assert_string_equal(comment_after(place, game, ""), cases[i].comment);
        remove_place((void **)&place);
    }
}

TEST(pos_has_a_byte_for_each_move)
{
    Place *place = *state;
    static const char unknown[] = "it is of no form that is known";
    const char moves[] = {3, 7 * 15 + 7, 6 * 15 + 8, 14};
    assert_string_equal(import_bytes(place, moves, sizeof moves), "");
    assert_non_null(comment_after(place, usual, "h8i9o15"));
    assert_int_equal(database_count(place->database), 4);
    const char twice[] = {2, 7, 7}, cut[] = {3, 7, 8}, outside[] = {1, (char)225};
    assert_string_equal(import_bytes(place, twice, sizeof twice), unknown);
    assert_string_equal(import_bytes(place, cut, sizeof cut), unknown);
    assert_string_equal(import_bytes(place, outside, sizeof outside), unknown);
}

static const char rif[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database><rules><rule id=\"2\"/></rules><games>\n"
    "<game id=\"1\" rule=\"2\" bresult=\"0.5\"><move>h8 i9\n "
    "h6</move><move>a1</move><info/></game>\n"
    "<game bresult=\"1\"><move>h8 h8</move></game><game bresult=\"1\"><move>h8 --</move></game>\n"
    "<game bresult=\"0\"><move>h8 i9</move></game><game bresult=\"1\"/>\n"
    "<game bresult=\"?\"><move>h8 j9</move></game></games></database>\n";

/* Without expat there is a sentence, and no more. */
static bool reads_xml(Place *place)
{
    return strstr(import(place, "<?xml version=\"1.0\"?><a/>"), "without expat") == NULL;
}

TEST(rif_has_games_of_renju)
{
    Place *place = *state;
    Game game = game_of(RULE_RENJU, 15, 15, 5);
    if (!reads_xml(place)) {
        return;
    }
    assert_string_equal(import(place, rif), "");
    assert_string_equal(place->warning, "games whose moves make no sense were left out");
    assert_string_equal(comment_after(place, game, "h8i9"), "games: 0 black, 1 white, 1 drawn");
    assert_string_equal(comment_after(place, game, "h8i9h6"), "games: 0 black, 0 white, 1 drawn");
    assert_string_equal(comment_after(place, game, "h8j9"), "");
    assert_int_equal(database_count(place->database), 5);
    assert_string_equal(import(place, "<?xml version=\"1.0\"?><html/>"),
                        "it is XML, and has no games");
    assert_string_equal(import(place, "<database><game>"), "it is cut off, or no XML");
    assert_string_equal(
        import(place, "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><a/>"),
        "it declares entities");
}

static const char csv[] =
    "index,key,label,value,depth,bound,text\n"
    "0,f-0-0---b,(null),0,0,none,\"charset=\\\"UTF-8\\\"\"\n"
    "1,r-15-15-h8j10-i9-w,w,-29990,12,exact,\"@BTXT@66A\\n12b \\\\\\btwo\\n\\\"lines\\\"\"\n"
    "2,f-15-15-h8-i9-w,(none),7,1,lower,\"\"\r\n"
    "3,s-20-19---b,(3),0,0,none,\"\"\n";

TEST(csv_has_the_records_of_rapfi)
{
    Place *place = *state;
    Diagram diagram = {.game = game_of(RULE_RENJU, 15, 15, 5), .side = WHITE};
    DatabaseRecord record;
    memset(diagram.at, EMPTY, sizeof diagram.at);
    diagram.at[7 * 15 + 7] = diagram.at[9 * 15 + 9] = BLACK;
    diagram.at[8 * 15 + 8] = WHITE;
    assert_string_equal(import(place, csv), "");
    assert_int_equal(database_count(place->database), 3);
    assert_true(database_get(place->database, &diagram, &record));
    assert_string_equal(record.comment, "two\n\"lines\"");
    assert_string_equal(record.texts, "6,6 A\n1,2 b \\\n");
    assert_int_equal(record.verdict.label, VERDICT_LOSS);
    assert_int_equal(record.verdict.value, -29990);
    assert_int_equal(record.verdict.depth, 12);
    assert_int_equal(record.verdict.bound, BOUND_EXACT);
    diagram.game.rule = RULE_FREESTYLE;
    diagram.at[9 * 15 + 9] = EMPTY; /* black has passed */
    assert_true(database_get(place->database, &diagram, &record));
    assert_int_equal(record.verdict.bound, BOUND_LOWER);
}

TEST(rows_that_make_no_sense_are_refused)
{
    static const char *const rows[] = {
        "1,r-15-15-h8h8--b,w,0,0,none,\"\"\n", "1,r-15-15-p1--b,w,0,0,none,\"\"\n",
        "1,x-15-15---b,w,0,0,none,\"\"\n",     "1,r-15-15---b,w,0,0,none,\"\n",
        "1,r-15-15---b,w,0,0,some,\"\"\n",     "1,r-15-15---b,w,0,none,\"\"\n"};
    Place *place = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        snprintf(text, sizeof text, "index,key,label,value,depth,bound,text\n%s", rows[i]);
        assert_string_equal(import(place, text), "a row of the table makes no sense");
    }
}

/* --- results --- */

static void check_count(const char *comment, Colour winner, const char *expected)
{
    static char counted[DATABASE_TEXT_MAX];
    results_count(comment, winner, counted);
    assert_string_equal(counted, expected);
}

TEST(results_are_a_line_of_the_comment)
{
    check_count("", BLACK, "games: 1 black, 0 white, 0 drawn");
    check_count("a\nb", WHITE, "a\nb\ngames: 0 black, 1 white, 0 drawn");
    check_count("a\ngames: 9 black, 1 white, 7 drawn\nb", EMPTY,
                "a\ngames: 9 black, 1 white, 8 drawn\nb");
    check_count("games: nonsense", BLACK, "games: 1 black, 0 white, 0 drawn");
}

/* Two databases may have counted the same games. */
TEST(results_are_not_added_up_when_databases_are_merged)
{
    Place *place = *state;
    Diagram diagram = {.game = usual, .side = BLACK};
    DatabaseRecord record = database_record();
    memset(diagram.at, EMPTY, sizeof diagram.at);
    record.comment = "games: 1 black, 0 white, 0 drawn\na";
    assert_null(database_add(place->database, &diagram, &record));
    record.comment = "b\ngames: 2 black, 0 white, 0 drawn\na";
    assert_null(database_add(place->database, &diagram, &record));
    assert_string_equal(comment_after(place, usual, ""), "games: 1 black, 0 white, 0 drawn\na\nb");
}

/* --- faults --- */

TEST(what_is_no_game_is_refused)
{
    static const char *const bad[][2] = {
        {"Piskvorky x, 0", "the size of the board makes no sense"},
        {"Piskvorky 15x15, 0:0, 0\n16,1,0\n", "a move of the game lies outside the board"},
        {"Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n", "two stones of the game lie on one point"},
        {"[BoardSize \"15x15\"]\n1. h8 i9", "the last game is cut off"},
        {"[BoardSize \"15x15\"]\n1. h8 {open", "the last game is cut off"},
        {"[Event \"?\"]\n1. hello 1-0", "a word among the moves is none"},
        {"[Event \"?\"]\n1. h16 1-0", "a move of the game lies outside the board"},
        {"[Event \"?\"]\n1. h8 1-0\n\n[Event \"?\"]\n1. h8 h8 1-0",
         "two stones of the game lie on one point"},
        {"(;GM[1];B[aa])", "it is of another game: Gomoku is GM[4]"},
        {"(;AB[aa])", "its position was set up, and is no game"},
        {"(;B[aa];B[bb])", "a move of the game is not of the colour whose turn it is"},
        {"(;B[])", "a move of the game is no point"},
        {"(;B[zz])", "a move of the game lies outside the board"},
        {"(;B[aa", "the game is cut off, or something in it is no property"},
        {"(;B[aa]", "the game is cut off, or something in it is no property"},
        {"(;B[aa]!)", "the game is cut off, or something in it is no property"},
        {"(;B[aa](;W[bb])", "the game is cut off, or something in it is no property"},
        {"(;B[aa];W[bb](;B[cc])(;B[bb]))", "two stones of the game lie on one point"},
        {"(;B[oo]SZ[9])", "the size of the board makes no sense"},
        {"(;B[aa])(;B[aa];W[aa])(;B[aa])", "two stones of the game lie on one point"},
    };
    Place *place = *state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_string_equal(import(place, bad[i][0]), bad[i][1]);
    }
    assert_true(*import(place, "Piskvorky 99x99, 0:0, 0\n1,1,0\n") != '\0');
    assert_true(*import(place, "[WinLength \"9\"]\n1. a1 1-0") != '\0');
    assert_int_equal(database_count(place->database), 0); /* also of the first game of two */
}

/* --- time --- */

enum { LARGE = 8 << 20, SECONDS_MOST = 5 };

/* Takes in a file of LARGE bytes: that beginning, and the other text over and over. The processor's
 * time is bounded so generously that only work which grows with the square of the length exceeds
 * it. */
static void import_large(Place *place, const char *first, const char *again, const char *why)
{
    char *text = malloc(LARGE + 1);
    assert_non_null(text);
    size_t length = strlen(first), more = strlen(again);
    memcpy(text, first, length);
    for (; length + more <= LARGE; length += more) {
        memcpy(text + length, again, more);
    }
    text[length] = '\0';
    clock_t begin = clock();
    assert_string_equal(import(place, text), why);
    assert_in_range((clock() - begin) / CLOCKS_PER_SEC, 0, SECONDS_MOST);
    free(text);
}

TEST(the_time_for_a_file_grows_with_its_length)
{
    Place *place = *state;
    static const char cut[] = "the game is cut off, or something in it is no property";
    import_large(place, "Piskvorky 15x15, 0:0, 0\n", "8,8,0\n",
                 "the game has more moves than the board has points");
    import_large(place, "Piskvorky 15x15, 0:0, 0\n8,8,0\n", "\n", "");
    import_large(place, "Piskvorky 15x15, 0:0, 0\n8,8,0\n", "Ann\n", "");
    import_large(place, "(;", "SZ[15]", cut);
    import_large(place, "(;", "RU[x]", cut);
    import_large(place, "(;B[aa]", "(;", cut);
    import_large(place, "(;B[aa]", "(;)", cut);
    import_large(place, "(;B[aa];W[bb])", "((", "");
    import_large(place, "index,key,label,value,depth,bound,text\n", "1,f-0-0---b,w,0,0,none,\"\"\n",
                 "");
    if (reads_xml(place)) {
        static const char no_xml[] = "it is cut off, or no XML";
        import_large(place, "<database><game><move>", "h8 ", no_xml);
        import_large(place, "<database>", "<a>", "its elements lie in each other too deeply");
        import_large(place, "<database>", "<a b=\"c\"/>", no_xml);
    }
    import_large(place, "[Event \"?\"]\n", "[BoardSize \"15\"]\n", "the last game is cut off");
}

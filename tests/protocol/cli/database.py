#!/usr/bin/env python3
"""Runs `pbrain-tengen database` as a person would, and asks the program for what is in one as Yixin-Board does.

usage: database.py PROGRAM
"""

import re
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from terminal import Screen

from program import FAILED, PATIENCE_S, PROGRAM, begin, call, check_all, refusal, run

DEPTH = 4
W10 = int.from_bytes(b"w10", "big")     # as a number
LIBRARY = b"\xffRenLib\xff\3\4" + b"\xff" * 10 + b"\0\0\x78\x08the centre\0\0\x87\x41\0\1W*\0\0"
PROOF = b"TENGEN PROOF 1\nrule 0\nboard 4 4\nwin 3\nmoves b2 a1\nattacker black\nprogram none\nnodes 3\nend\n\1\6\1\0\4\1\4\0\7"
GAMES = """[Rule "standard"]\n\n1. h8 i9 1-0\n\n[Rule "standard"]\n\n1. h8 j9 1/2-1/2\n"""
TEXT = """tengen positions 1
0 15x15 5 white h8 - - open 0 0 none 0 20261125 ""
0 15x15 5 black h8 i9 - open 0 5 exact 12 20261125 "two \\"lines\\"\\nhere" j10 "A"
0 15x15 5 white h8j10 i9 - loss 9 0 none 0 20261125 ""
1 15x15 5 white h8 - - draw 0 0 none 0 20261125 ""
"""


def talk(database, *lines):
    """What the program answers to Yixin-Board's lines, START left out. What begins with MESSAGE DATABASE, in letters of any
    case, is data to it."""
    said = "\n".join(["START 15 15", "yxsetdatabase", str(database), *lines, "END", ""])
    answers = call(PROGRAM, input=said, stdin=None).stdout.splitlines()
    assert answers[0] == "OK", answers
    assert not [line for line in answers if line.upper().startswith("MESSAGE DATABASE") and "DATABASE" not in line], answers
    return answers[1:]


def moves(command, *points):
    return [command, *points, "done"]


def made(folder, text=TEXT, name="a"):
    """A database with the positions of a text, which lies beside it"""
    database, source = folder / f"{name}.db", folder / f"{name}.txt"
    source.write_text(text)
    run("database", database, "import", source)
    return database


def files_go_in_and_come_out(folder):
    database = made(folder)
    assert "4 positions, 0 of them new" in run("database", database, "import", folder / "a.txt")
    run("database", database, "export", folder / "b.txt")
    assert "4 positions, 0 of them new" in run("database", database, "import", folder / "b.txt")
    run("database", database, "export", folder / "b.db")
    run("database", folder / "c.db", "merge", folder / "b.db", database)
    listed = run("database", folder / "c.db", "check")
    assert listed.splitlines() == [
        "freestyle 15x15, 5 in a row: 3 positions, 0 won, 1 lost, 0 drawn (1 proven), 2 with a value, 1 with a comment",
        "standard 15x15, 5 in a row: 1 positions, 0 won, 0 lost, 1 drawn (0 proven), 0 with a value, 0 with a comment"], listed
    assert "0 positions deleted" in run("database", folder / "c.db", "delete", "wlinstep", 9)
    assert "1 positions deleted" in run("database", folder / "c.db", "delete", "wlinstep", 10)
    assert "2 positions deleted" in run("database", folder / "c.db", "delete", "nonwld")
    assert {path.name for path in folder.iterdir()} == {"a.txt", "a.db", "b.txt", "b.db", "c.db"}


def changes_of_others_are_not_overwritten(folder):
    """The second line of each pair counts where the first says what is kept."""
    database = made(folder)
    lines = TEXT.splitlines()
    changed = [line.replace("open 0", "win 0").replace("loss 9", "win 7") for line in lines]
    new = '0 15x15 5 black h8 a1 - {} 0 0 none 0 0 ""'
    pairs = [lines[1], changed[1], lines[2].replace("exact 12", "exact 11"), changed[2], new.format("open"), new.format("win")]
    (folder / "pairs.txt").write_text("\n".join([lines[0], *pairs, ""]))
    for _ in range(2):      # the second time it has been done
        assert run("database", database, "update", folder / "pairs.txt").strip() == lines[2], "another position was left"
        run("database", database, "export", folder / "b.txt")
        kept = (folder / "b.txt").read_text()
        for words in ("white h8 - - win 0 0 none 0 20", "exact 12 20261125 \"two", "h8 a1 - win 0 0 none 0 20", "loss 9"):
            assert words in kept, (words, kept)
    for text in (lines[:2], [*lines[:2], lines[3]]):
        (folder / "pairs.txt").write_text("\n".join([*text, ""]))
        assert "do not come twice each" in refusal("database", database, "update", folder / "pairs.txt")
    (folder / "a.pgn").write_text(GAMES)
    assert "no text of positions" in refusal("database", database, "update", folder / "a.pgn")


def files_of_other_programs_are_taken_in(folder):
    for name, content in (("a.lib", LIBRARY), ("a.proof", PROOF), ("a.pgn", GAMES.encode())):
        (folder / name).write_bytes(content)
    told = run("database", folder / "a.db", "import", folder / "a.lib", folder / "a.proof", folder / "a.pgn", "--rule", "renju")
    assert [line.partition(": ")[2] for line in told.splitlines()] == [
        "2 positions, 2 of them new", "4 positions, 4 of them new", "6 positions, 4 of them new"], told
    listed = run("database", folder / "a.db", "list")
    assert "4x4, 3 in a row: 4 positions, 3 won, 1 lost, 0 drawn (4 proven)" in listed, listed
    assert "standard 15x15, 5 in a row: 4 positions, 0 won, 0 lost" in listed, listed
    run("database", folder / "a.db", "export", folder / "b.lib", "--rule", "renju")
    assert (folder / "b.lib").read_bytes() == LIBRARY
    assert "no room for this game" in refusal("database", folder / "a.db", "export", folder / "c.lib", "--size", 9, status=FAILED)
    (folder / "e.lib").write_bytes(LIBRARY + b"\n")     # as an editor of texts ends it
    done = call(PROGRAM, "database", folder / "a.db", "import", folder / "e.lib", "--rule", "renju")
    assert "2 positions, 0 of them new" in done.stdout and "e.lib: one byte follows the end" in done.stderr, done
    said = talk(folder / "new.db", "INFO rule 4", "yxlibtodb", str(folder / "a.lib"), "yxdbtolib", str(folder / "d.lib"))
    assert said == ["MESSAGE 2 positions were read, 2 of them were new", "MESSAGE 2 positions were written"], said
    assert (folder / "d.lib").read_bytes() == LIBRARY


def letters_are_read_by_a_code_page(folder):
    library, taken, written = LIBRARY.replace(b"the centre\0\0", b"\xba\xc3\xc6\xe5\0\0"), folder / "a.lib", folder / "b.lib"
    taken.write_bytes(library)
    choices: list[list[str]] = [[], ["--code-page", "gbk"]]
    for number, words in enumerate(choices):
        done = call(PROGRAM, "database", folder / f"{number}.db", "import", taken, *words)
        assert bool(done.stderr) != bool(words) and "see --code-page" in done.stderr or words, done
        run("database", folder / f"{number}.db", "export", written, *words)
        assert written.read_bytes() == library, words
    run("database", folder / "1.db", "export", folder / "a.txt")
    assert "好棋" in (folder / "a.txt").read_text(encoding="utf-8")
    said = talk(folder / "2.db", "INFO code_page GBK", "yxlibtodb", str(taken), *moves("yxquerydatabasetext", "7,7"),
                "yxdbtolib", str(written))
    assert said[1] == 'MESSAGE DATABASE TEXT "好棋"' and written.read_bytes() == library, said
    assert "gbk, shift_jis" in refusal("database", folder / "1.db", "list", "--code-page", "klingon")
    assert "code page 4711" in refusal("database", folder / "1.db", "import", taken, "--code-page", 4711)


def a_mark_of_an_editor_is_no_part_of_a_file(folder):
    made(folder)
    plain = (folder / "a.txt").read_bytes()
    games = {"a.pgn": GAMES.encode(), "a.psq": b"Piskvorky 15x15, 11:11, 0\n8,8,10\n9,9,20\n", "a.sgf": b"(;GM[4]SZ[15];B[hh];W[ii])"}
    for name, content in (("b.txt", plain), *games.items()):
        (folder / name).write_bytes(content)
        wanted = run("database", folder / f"{name}.db", "import", folder / name).partition(": ")[2]
        (folder / name).write_bytes(b"\xef\xbb\xbf" + content)
        told = run("database", folder / f"marked-{name}.db", "import", folder / name).partition(": ")[2]
        assert told == wanted != "", (name, told, wanted)


def what_makes_no_sense_is_refused(folder):
    database = made(folder)
    for words, told in (([], "which file"), ([database], "which file"), ([database, "frob"], "there is no action frob"),
                        ([database, "import"], "import wants the name of a file"),
                        ([database, "delete"], "delete wants a filter"), ([database, "list", "all"], "list does not take all"),
                        ([database, "delete", "wz"], "no such filter"),
                        ([database, "export", folder / "a.xyz"], "must end in"),
                        ([folder / "none.db", "list"], "No such file"), ([folder / "a.txt", "list"], "no database"),
                        ([database, "import", __file__], "no form that is known")):
        assert told in refusal("database", *words), words
    assert folder / "none.db" not in folder.iterdir()
    (folder / "a.txt").write_text(TEXT.replace("exact", "exactly"))
    assert "line 3 is no position" in refusal("database", folder / "new.db", "import", folder / "a.txt")
    assert not run("database", folder / "new.db", "list")
    refusal("database", database, "export", folder / "no folder" / "a.txt", status=FAILED)


def yixin_board_is_answered(folder):
    database = made(folder)
    said = talk(database, *moves("yxquerydatabaseallt", "7,7", "8,8"), *moves("yxquerydatabaseone", "7,7", "8,8"),
                *moves("yxquerydatabaseone", "1,1"), *moves("yxquerydatabasetext", "8,8", "-1,-1", "-1,-1", "7,7"))
    assert said == [
        "MESSAGE DATABASE REFRESH", f"MESSAGE DATABASE 9 9 {W10} -29991 0 0 0 A", "MESSAGE DATABASE DONE",
        'MESSAGE DATABASE TEXT "two \\"lines\\"', 'here"', "MESSAGE DATABASE ONE -1 5 12 3 49%", "MESSAGE DATABASE ONE 0 0 0 0",
        'MESSAGE DATABASE TEXT ""'], said
    behind = call(PROGRAM, input=f"START 15 15\nyxsetdatabase {database}\nyxquerydatabaseone\n7,7\n8,8\ndone\nEND\n", stdin=None)
    assert behind.stdout.splitlines() == ["OK", "MESSAGE DATABASE ONE -1 5 12 3 49%"], behind
    said = talk(database, *moves("yxquerydatabaseall", "7,7"))
    assert len(said) == 6 and said.count("MESSAGE DATABASE 8 8 3422501 5 12 3 1 ") == 1, said


def what_a_person_edits_is_kept(folder):
    database, path = folder / "new.db", ("7,7", "8,8")
    said = talk(database, *moves("yxedittvddatabase 6 -1 100 12", *path), *moves("yxedittvddatabase 1 87 0 0", *path),
                *moves('yxedittextdatabase "a \\"b\\""', *path), *moves("yxeditlabeldatabase 3,4 X y", *path))
    assert said == ["MESSAGE DATABASE ONE -1 100 12 3 37%", "MESSAGE DATABASE ONE 119 100 12 3 w*"], said
    said = talk(database, *moves("yxquerydatabaseallt", *path), *moves("yxeditlabeldatabase 4,3", *path),
                *moves("yxsetbestmovedatabase", "7,7", "9,9"), *moves("yxsetbestmovedatabase", *path),
                *moves("yxquerydatabaseone", "7,7", "9,9"), *moves("yxquerydatabaseone", *path),
                *moves("yxclearbestmovedatabase", "7,7"), *moves("yxquerydatabaseone", *path),
                *moves("yxquerydatabaseall", *path))
    assert said == ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE 4 3 -1 0 0 0 0 X y", "MESSAGE DATABASE 3 4 -1 0 0 0 0 X y",
                    "MESSAGE DATABASE DONE",
                    'MESSAGE DATABASE TEXT "a \\"b\\""', "MESSAGE DATABASE ONE -1 0 0 0 ",
                    "MESSAGE DATABASE ONE 33 100 12 3 !",
                    "MESSAGE DATABASE ONE -1 100 12 3 37%", "MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE"], said


def a_comment_is_read_and_sent_as_yixin_board_has_it(folder):
    """Its line ends are its own, and the first move stands right after the closing quote"""
    database, long = folder / "new.db", "x" * 30000 + "\n" + "y" * 30000
    for shown in ("one", 'a \\"b\\" \\\\ n\n\ndone\nEND', long, ""):
        said = talk(database, f'yxedittextdatabase "{shown}"done', f'YXEDITTEXTDATABASE  "{shown}"7,7', "8,8", "done",
                    *moves("yxquerydatabasetext"), *moves("yxquerydatabasetext", "7,7", "8,8"), *moves("yxquerydatabasetext", "8,8"))
        sent = f'MESSAGE DATABASE TEXT "{shown}"'.split("\n")
        assert said == [*sent, *sent, 'MESSAGE DATABASE TEXT ""'], (shown[:100], said)
    said = talk(database, 'yxedittextdatabase "no end', "7,7", "done", *moves("yxquerydatabasetext", "7,7"))
    assert len(said) == 1 and "dropped" in said[0], said


def a_comment_commands_no_terminal(folder):
    database = made(folder)
    with sqlite3.connect(database) as file:
        file.execute("update positions set comment = ?", ("a\x1b[2Jb\x7f\u009bc",))
    file.close()
    said = talk(database, "PUT h8", "PUT i9", "SHOW")
    assert 'MESSAGE "a [2Jb   c"' in said, said


def people_see_what_is_known(folder):
    """The explorer tells of other moves and adds shares and names, but what the database says goes first"""
    database = made(folder)
    said = talk(database, "INFO book 0", "PUT h8", "SHOW", "PUT i9", "SHOW", "INFO machine 1", "TAKEBACK i9", "SHOW")
    assert "MESSAGE  9   .  .  .  .  .  -  *  -  *  -  .  .  .  .  ." in said, said
    at = said.index("MESSAGE O to move, 1 stone")
    assert said[at + 2].startswith("MESSAGE   i7   * has a value, -5 at depth 13, by the database"), said
    at = said.index("MESSAGE X to move, 2 stones")
    assert said[at + 2].startswith("MESSAGE   j10  + wins in 10, by the database"), said
    assert said[said.index("MESSAGE X has a value, 5 at depth 12, by the database"):][1:3] == ['MESSAGE "two "lines""', 'MESSAGE "here"'], said
    told = [line for line in said if "source database label open value -5 depth 13" in line]
    assert [line.split()[4] for line in told] == ["8,8", "6,6", "8,6", "6,8"], said


CLAIMS = """tengen positions 1
0 15x15 5 white h8a1 i12 - loss 0 0 none 0 20261125 ""
0 15x15 5 white h8a2 i12 - loss 9 0 none 0 20261125 ""
0 15x15 5 white h8a3 i12 - loss 7 0 none 0 20261125 ""
0 15x15 5 white h8a4 i12 - win 8 0 none 0 20261125 ""
0 15x15 5 white h8a5 i12 - win 10 0 none 0 20261125 ""
0 15x15 5 white h8a6 i12 - win 0 0 none 0 20261125 ""
"""


def what_is_claimed_stands_behind_proven_wins_and_before_proven_losses(folder):
    said = talk(made(folder, CLAIMS), "PUT h8", "PUT i12", "SHOW")
    told = [line.split()[1:5] for line in said if line.endswith("by the database")]
    assert told == [["a3", "+", "wins", "in"], ["a2", "+", "wins", "in"], ["a1", "+", "wins,", "by"],
                    ["a6", "-", "loses,", "by"], ["a5", "-", "loses", "in"], ["a4", "-", "loses", "in"]], said


def the_board_at_a_terminal_has_marks(folder):
    screen = Screen(str(PROGRAM))
    fault = screen.play([("", ["tengen> "]), ("START 15\n", ["OK", "tengen> "]),
                         ("yxsetdatabase\n", ["ERROR a file is needed on the same line", "tengen> "]),
                         ("HELP yxsetdatabase\n", ["keeps positions in that file", "tengen> "]), (f"yxsetdatabase {made(folder)}\n", ["tengen> "]),
                         ("PUT h8\n", ["OK", r" 9   \.(?:  \.){5}  \*  \.  \*  \.", "tengen> "])])
    assert fault is None, fault
    assert screen.leaves("END\n")


TREE = """tengen positions 1
0 15x15 5 white h8 - - open 0 0 none 0 20261125 ""
0 15x15 5 black h8 i9 - loss 0 0 none 0 20261125 ""
0 15x15 5 white h8j10 i9 - open 0 0 none 0 20261125 ""
0 15x15 5 white h8k11 i9 - open 0 0 none 0 20261125 ""
0 15x15 5 black h8 k12 - open 0 0 none 0 20261125 ""
0 15x15 5 white h8a1 k12 - loss 0 0 none 0 20261125 ""
0 15x15 5 black h8j10 i9c3 - open 0 0 none 0 20261125 ""
0 15x15 5 white h8j10 c3 - open 0 0 none 0 20261125 ""
0 15x15 5 black h8k11 i9k12 - open 0 0 none 0 20261125 ""
0 15x15 5 white h8k11 k12 - open 0 0 none 0 20261125 ""
"""     # after h8: i9 wins, and two moves after it; k12, a win after it; positions to which two orders lead


def what_comes_after_a_position_is_forgotten_as_rapfi_does(folder):
    for words, left in (("w", 7), ("wrecursive", 6), ("nonwlrecursive", 4), ("l", 10), ("", 1)):
        database = made(folder, TREE, words)
        said = talk(database, *moves(f"yxdeletedatabaseall {words}", "7,7"))
        assert said[0] == f"MESSAGE {10 - left} positions were deleted", (words, said)
        assert f": {left} positions" in run("database", database, "check"), words


def yixin_board_is_told_of_loading_and_saving(folder):
    """Yixin-Board 3, which asks for all detail; its forerunner takes such lines for data, and crashes."""
    database, other = made(folder), folder / "a.txt"
    said = call(PROGRAM, input=f"INFO show_detail 3\nSTART 15 15\nyxsetdatabase\n{database}\nyxsavedatabase\nyxsetdatabase\n{other}\nEND\n",
                stdin=None).stdout.splitlines()
    assert said[:-1] == ["OK", f"MESSAGE DATABASE LOAD START {database}", "MESSAGE DATABASE LOAD DONE",
                         f"MESSAGE the file {database} has 4 positions", f"MESSAGE DATABASE SAVE START {database}",
                         "MESSAGE DATABASE SAVE DONE", f"MESSAGE the file {database} was saved"], said
    assert "is not used" in said[-1] and "it is a text of positions" in said[-1], said
    damaged = folder / "damaged.db"
    damaged.write_bytes(database.read_bytes()[:4096])       # sound as far as its beginning
    said = talk(database, "INFO show_detail 3", "yxsetdatabase", str(damaged))
    assert len(said) == 3 and said[0].endswith(f"LOAD START {damaged}") and "is not used" in said[1] and said[2].endswith("LOAD DONE"), said
    for detail in (0, 1, 2):
        assert talk(database, f"INFO show_detail {detail}", "yxsetdatabase", str(database), "yxsavedatabase") == []


def a_file_of_others_is_named_and_stays(folder):
    run("database", made(folder), "export", folder / "yixin.db")
    sqlite3.connect(folder / "other.db").execute("CREATE TABLE a(b)")
    (folder / "rapfi.db").write_bytes(b"\x04\x22\x4d\x18" + b"x" * 200)
    (folder / "a.lib").write_bytes(LIBRARY)
    (folder / "a.bin").write_bytes(b"\xfe" * 200)
    steps = ": dbset a new one, then dbmerge this into it"
    for name, kind in (("yixin.db", f"a database of Yixin or Rapfi, and no database of Tengen's{steps}"),
                       ("rapfi.db", f"a database of Rapfi, and no database of Tengen's{steps}"),
                       ("a.lib", f"a library of RenLib, and no database of Tengen's{steps}"),
                       ("other.db", "a database of another program, and no database of Tengen's"),
                       ("a.bin", "a file of no kind that is known, and no database of Tengen's")):
        file = folder / name
        before = file.read_bytes()
        assert talk(file, "INFO show_detail 3", "yxsetdatabase", str(file))[0] == f"MESSAGE the database is not used: {file}: it is {kind}", name
        assert f"it is {kind}" in refusal("database", file, "list"), name
        assert file.read_bytes() == before
    said = talk(folder / "new.db", "yxdbmerge", str(folder / "yixin.db"))       # the two steps
    assert said == ["MESSAGE 4 positions were read, 4 of them were new"], said


def what_is_not_to_be_changed_stays(folder):
    database = made(folder)
    before = database.read_bytes()
    said = talk(database, "INFO database_readonly 1", *moves("yxquerydatabaseall", "0,0"),
                *moves("yxdeletedatabaseone", "7,7"), *moves("yxdeletedatabaseall"), "yxsavedatabase", "INFO usedatabase 0",
                *moves("yxquerydatabaseall", "0,0"), *moves("yxdeletedatabaseone", "7,7"))
    assert said == ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE", "MESSAGE the database: it is only read",
                    "MESSAGE 0 positions were deleted", "MESSAGE the database: it is only read",
                    "MESSAGE DATABASE REFRESH", "MESSAGE DATABASE 7 7 -1 0 0 0 0 ", "MESSAGE DATABASE DONE",
                    "MESSAGE the database: it is only read", "MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE",
                    "ERROR the database is not used: INFO usedatabase 1 uses it"], said
    assert database.read_bytes() == before
    said = talk(folder / "a.txt", *moves("yxquerydatabaseall", "0,0"), *moves("yxedittvddatabase 1 87 0 0", "7,7"), "yxdbcheck")
    assert "dbmerge" in said[0] and said[1:] == ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE", *["ERROR there is no database: YXSETDATABASE names one"] * 2] and "the database is not used" in said[0] and (folder / "a.txt").read_text() == TEXT, said


def what_is_known_is_played_and_what_is_found_is_kept(folder):
    board = ["INFO timeout_turn 100000", f"INFO max_depth {DEPTH}", "board", "7,7,1", "8,8,2", "done"]
    asked = moves("yxquerydatabaseone", "7,7", "8,8")
    for plies, value in ((8, "+M9"), (0, "eval")):      # a win that is proven, and one that somebody has claimed
        (folder / "a.txt").write_text(f'tengen positions 1\n0 15x15 5 white a1h8 i9 - loss {plies} 0 none 0 20261125 ""\n')
        database = folder / f"{plies}.db"
        run("database", database, "import", folder / "a.txt")
        thought, move, known = talk(database, *board, *asked)
        assert move == "0,0" and value in thought and ("M" in thought[7:]) == (plies > 0), (plies, thought, move)
        assert known == "MESSAGE DATABASE ONE 0 0 0 0", known
        assert talk(database, "INFO usedatabase 0", *board)[-1] != "0,0"
    *_, known = talk(folder / "new.db", f"INFO database_depth {DEPTH + 1}", *board, *asked)
    assert known == "MESSAGE DATABASE ONE 0 0 0 0", known
    *_, known = talk(folder / "new.db", f"INFO database_depth {DEPTH}", *board, *asked)
    assert re.fullmatch(rf"MESSAGE DATABASE ONE -1 -?\d+ {DEPTH} 3 \d+%", known), known


class Player:
    """The program, which plays on a database"""

    def __init__(self, database, turn_ms):
        self.process = begin(PROGRAM, stdin=subprocess.PIPE)
        self.say("INFO database_depth 1", "INFO book 0", f"INFO timeout_turn {turn_ms}", "START 15", "yxsetdatabase", database)

    def say(self, *lines):
        self.process.stdin.writelines(f"{line}\n" for line in lines)
        self.process.stdin.flush()

    def read_to(self, pattern):
        """The lines that come, up to one that the pattern describes"""
        lines = [""]
        while not re.fullmatch(pattern, lines[-1]):
            lines.append(self.process.stdout.readline().rstrip("\n"))
            assert lines[-1] and not lines[-1].startswith("ERROR"), lines
        return lines[1:]

    def ask(self, pattern, *lines):
        """The lines that answer these, up to one that the pattern describes"""
        self.say(*lines)
        return self.read_to(pattern)

    def end(self):
        return self.process.communicate("END\n", PATIENCE_S)[0]


def a_lock_of_another_program_delays_no_move(folder):
    """A program that waited for the lock would take 5 s more for each of two positions, with each move"""
    database, turn_s, late_s = made(folder), 0.2, 4
    player = Player(database, int(turn_s * 1000))
    player.read_to("OK")
    other = sqlite3.connect(database, isolation_level=None)
    said = []
    for words in ("IMMEDIATE", "EXCLUSIVE"):
        other.execute(f"BEGIN {words}")
        for turn in range(3):
            asked = time.monotonic()
            said += player.ask(r"\d+,\d+", *(["board", "7,7,1", "8,8,2", "done"] if turn == 0 else [f"TURN 0,{turn}"]))
            assert time.monotonic() - asked < turn_s + late_s, (words, turn)
        said += player.ask("MESSAGE DATABASE ONE .*", *moves("yxquerydatabaseone", "7,7"))
        other.execute("ROLLBACK")
    locks = [line for line in said if "locked" in line]
    assert len(locks) == 1 and locks[0].startswith("MESSAGE the database is locked by another program"), said
    known, = player.ask("MESSAGE DATABASE ONE .*", *moves("yxquerydatabaseone", "7,7", "8,8"))
    assert known.split()[3:5] != ["0", "0"], known      # it was written meanwhile
    other.execute("BEGIN IMMEDIATE")
    player.ask(r"\d+,\d+", "board", "7,7,1", "9,9,2", "done")
    asked, last = time.monotonic(), player.end()
    assert time.monotonic() - asked < late_s and "are not in it" in last, last
    other.close()


def settings_do_not_have_the_file_checked_again(folder):
    """That takes seconds with a large file. This one is gone: whoever opened it again would find nothing in it."""
    database = made(folder)
    asked = moves("yxquerydatabaseone", "7,7", "8,8")
    player = Player(database, 20)
    before = player.ask("MESSAGE DATABASE ONE .*", *asked)
    database.unlink()
    for settings in (["usedatabase 0", "usedatabase 1"], ["database_readonly 1"], ["database_readonly 0"]):
        after = player.ask("MESSAGE DATABASE ONE .*", *(f"INFO {setting}" for setting in settings), *asked)
        assert after == before[-1:], (settings, before, after)
    player.end()


def several_programs_play_on_one_file(folder):
    """What each of them finds is there for the others"""
    database = folder / "new.db"
    players = [Player(database, 50) for _ in range(3)]
    for number, player in enumerate(players):
        player.say("board", "7,7,1", f"8,{number},2", "done")
    for player in players:
        player.read_to(r"\d+,\d+")
        player.end()
    for number in range(3):
        known, = talk(database, *moves("yxquerydatabaseone", "7,7", f"8,{number}"))
        assert re.fullmatch(r"MESSAGE DATABASE ONE -1 -?\d+ \d+ 3 \d+%", known), known


# A position in which a search finds an open four at once, as lines of BOARD and as stones of the database.
THREE, THREE_STONES = ("7,7,1", "0,14,2", "7,8,1", "2,12,2", "7,9,1", "14,14,2"), "h8h9h10 a15c13o15"
SECOND, SECOND_STONES = ("7,7,1", "8,8,2"), "h8 i9"     # of which there is a proof in freestyle


def drawn(database, *settings, seeds=range(9, 17), stones=THREE, rule=1):
    """The moves of a book for these seeds, None where it searches"""
    asked = [line for seed in seeds for line in (f"INFO seed {seed}", "board", *stones, "done")]
    said = [line for line in talk(database, f"INFO rule {rule}", "INFO machine 1", "INFO timeout_turn 100000", "INFO book_depth 5",
                                  *settings, *asked) if "iteration" not in line]
    assert len(said) == 2 * len(seeds), said
    return [move if "source book" in thought else None for thought, move in zip(said[::2], said[1::2])]


def book(folder, *lines, stones=THREE_STONES, rule=1):
    """A database with what is known behind some moves, or of the position itself where no move is named"""
    text = "".join(f'{rule} 15x15 5 {"white" if move else "black"} {move}{stones} - {known} 20261125 ""\n' for move, known in lines)
    (folder / "book.txt").write_text("tengen positions 1\n" + text)
    (folder / "book.db").unlink(missing_ok=True)
    run("database", folder / "book.db", "import", folder / "book.txt")
    return folder / "book.db"


def good_moves_are_drawn_from_a_book(folder):
    moves = ("a1", "open 0 -50 exact 5"), ("b1", "open 0 -40 exact 5"), ("c1", "open 0 -29 exact 5")
    variety = "INFO book_margin 20", "INFO book_variety 100"
    database = book(folder, *moves)
    for setting in ("book_depth 0", "book_depth 6", "max_depth 2", "max_node 50", "strength 9", "usedatabase 0"):
        assert drawn(database, *variety, f"INFO {setting}", seeds=[1]) == [None], setting
    assert set(drawn(database, "INFO book_margin 20", seeds=range(1, 5))) == {"0,0"}
    some = drawn(database, *variety)
    assert set(some) == {"0,0", "1,0"} and some == drawn(database, *variety), some
    assert set(drawn(database, "INFO book_margin 21", "INFO book_variety 100")) == {"0,0", "1,0", "2,0"}
    assert 0 < drawn(database, "INFO book_margin 20", "INFO book_variety 50").count("1,0") < some.count("1,0")
    database = book(folder, *moves, stones=SECOND_STONES, rule=0)
    assert drawn(database, seeds=[1], stones=SECOND, rule=0)[0] not in {None, "0,0"}      # a proof goes before
    # of the position itself it is known to be worth more than any move, by the margin, and by more
    for value, move in ((70, "0,0"), (71, None)):
        assert drawn(book(folder, *moves, ("", f"open 0 {value} exact 5")), *variety, seeds=[1]) == [move], value


def what_loses_or_is_marked_is_no_move_of_a_book(folder):
    free, variety = ("a1", "open 0 0 exact 9"), ("INFO book_margin 900", "INFO book_variety 100")
    for other, moves in (("win 8 -50 exact 9", {"0,0"}), ("win 0 -50 exact 9", {"0,0"}), ("blocked 0 -50 exact 9", {"0,0"}),
                         ("open 0 -50 lower 9", {"0,0"}), ("draw 0 0 none 0", {"0,0", "1,0"}),
                         ("forced 0 -50 exact 9", {"1,0"}), ("loss 8 0 none 0", {"1,0"})):
        assert set(drawn(book(folder, free, ("b1", other)), *variety, seeds=range(1, 5))) == moves, other
    for known in ("win 9 0 none 0", "loss 10 0 none 0"):
        assert drawn(book(folder, free, ("", known)), seeds=[1]) == [None], known


def files_are_written_and_read(folder):
    database = made(folder)
    said = talk(database, "yxdbtotxt", str(folder / "b.txt"), "yxboard", "7,7,1", "8,8,2", "done", "yxdbsplit",
                str(folder / "part.db"), *moves("yxdeletedatabaseall wlrecursive", "7,7"), *moves("yxdeletedatabaseall"), "yxdbcheck",
                "yxdbmerge", str(folder / "part.db"), "yxtxttodb", str(folder / "b.txt"), "yxlibtodb", __file__,
                "yxlibtodb", "database.lib", *moves("yxdeletedatabaseall wz"), "yxsavedatabase")
    told = [line for line in said if "DATABASE" not in line]
    assert told[:7] == [
        "MESSAGE 4 positions were written", "MESSAGE 3 positions were written, 3 of them were new",
        "MESSAGE 1 positions were deleted", "MESSAGE 2 positions were deleted", "MESSAGE the database: the file is sound",
        "MESSAGE 3 positions were read, 3 of them were new", "MESSAGE 4 positions were read, 0 of them were new"], told
    assert len(told) == 10 and "no form" in told[7] and "database.lib: No such file" in told[8] and "filter" in told[9], told


check_all(files_go_in_and_come_out, changes_of_others_are_not_overwritten, a_mark_of_an_editor_is_no_part_of_a_file, files_of_other_programs_are_taken_in, letters_are_read_by_a_code_page, what_makes_no_sense_is_refused,
          yixin_board_is_answered, yixin_board_is_told_of_loading_and_saving, a_file_of_others_is_named_and_stays, what_a_person_edits_is_kept, a_comment_is_read_and_sent_as_yixin_board_has_it,
          a_comment_commands_no_terminal, people_see_what_is_known, what_is_claimed_stands_behind_proven_wins_and_before_proven_losses,
          the_board_at_a_terminal_has_marks,
          what_comes_after_a_position_is_forgotten_as_rapfi_does, what_is_not_to_be_changed_stays,
          what_is_known_is_played_and_what_is_found_is_kept, a_lock_of_another_program_delays_no_move,
          settings_do_not_have_the_file_checked_again, several_programs_play_on_one_file, good_moves_are_drawn_from_a_book,
          what_loses_or_is_marked_is_no_move_of_a_book, files_are_written_and_read)

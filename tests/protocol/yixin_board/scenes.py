#!/usr/bin/env python3
"""Yixin-Board itself with Tengen as its engine: what it sends, what it is answered, and what it shows of that.

usage: scenes.py PROGRAM [SOURCE]

SOURCE is a folder with the source of Yixin-Board 3 (github.com/dhbloo/Yixin-Board); without it, the one that TENGEN_YIXIN_BOARD
names. The board is built in a folder of its own and runs on a screen of its own.

Exit status 77, which ctest takes for "skipped", where there is no such folder, or a tool is missing:
apt-get install make gcc pkg-config libgtk-3-dev xvfb xdotool

The table in protocol/yixin/README.md must have every command that is in that source. Whatever the board does not know is a
move for it, so every line that it receives must be of a kind that it reads (READ). Each scene does what a person would do, and
says what must be heard and seen.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable, NoReturn, Optional

sys.dont_write_bytecode = True

from board import Board, Screen, build, wait_until

SKIPPED = 77
TABLE = Path(__file__).resolve().parents[3] / "protocol" / "yixin" / "README.md"
TOOLS = ("make", "gcc", "pkg-config", "Xvfb", "xdotool")
GAME, PLAYERS = 0, 1                                    # menus
NEW_GAME, COMPUTER_PLAYS_WHITE, USE_CALLBACKS = (GAME, 0), (PLAYERS, 1), (PLAYERS, 3)
READ_ONLY, QUIT = (GAME, 6), (GAME, 7)
RENJU = 2                                               # the number that the board has for it
OWN_LEVEL = 1                                           # so that the depth counts
POINT = r"\d+,\d+"
MOVE = rf"< ({POINT})"

# What the board reads, as the engine must write it.
COMMENT = re.compile(r'< MESSAGE DATABASE TEXT "(?:[^"\\]|\\["\\])*"(?=\n|$)')
READ = re.compile("< (?:" + "|".join((
    "OK",
    rf"{POINT}(?: {POINT})?",
    r"MESSAGE INFO MAX_(?:THREAD_NUM|HASH_SIZE) \d+",
    rf"MESSAGE REALTIME (?:REFRESH|(?:BEST|LOSE|POS|DONE) {POINT}|VAL -?\d+|PV(?: [a-o]\d+)+)",
    r"MESSAGE DATABASE (?:REFRESH|DONE|(?:LOAD|SAVE) (?:START \S.*|DONE))",
    r"MESSAGE DATABASE ONE \d+ -?\d+ -?\d+ [0-3](?: \S+)?",
    r"MESSAGE DATABASE \d+ \d+ -?\d+ -?\d+ -?\d+ [0-3] [01] \S*",
    r"MESSAGE (?!INFO|REALTIME|DATABASE|SWAP2|SOOSORV)\S.*",
    r"INFO (?:PV|NUMPV|DEPTH|SELDEPTH|NODES|TOTALNODES|TOTALTIME|SPEED) \d+",
    r"INFO EVAL (?:-?\d+|\+M\d+|-M\d+)",
    r"INFO WINRATE (?:0\.\d{4}|1\.0000)",
    rf"INFO BESTLINE {POINT}(?: {POINT})*",
    "INFO PV DONE",
    r"FORBID (?:\d{4})*\.",
)) + ")", re.IGNORECASE)


# --- what is heard ---

def check_reading(record: list[str]) -> None:
    received = "\n".join(line for line in record if line.startswith("< "))
    received = COMMENT.sub("< OK", received)     # has lines of its own
    for line in received.split("\n"):
        assert READ.fullmatch(line), f"the board cannot read {line!r}"


def groups(lines: list[str]) -> list[dict[str, str]]:
    """The groups from INFO PV to INFO PV DONE that are complete."""
    found: list[dict[str, str]] = []
    group: dict[str, str] = {}
    for line in lines:
        if line == "< INFO PV DONE":
            found.append(group)
            group = {}
        elif line.startswith("< INFO "):
            _, _, key, value = line.split(" ", 3)
            group[key] = value
    return found


def told_moves(board: Board, since: int) -> set[str]:
    """The moves that the board must show: of the last depth all lines of which came, and of what came since."""
    told = groups(board.record()[since:])
    ends = [i + 1 for i, group in enumerate(told) if int(group["PV"]) + 1 == int(group["NUMPV"])]
    if not ends:
        return set()
    last = told[ends[-1] - int(told[ends[-1] - 1]["NUMPV"]):]
    return board.names(group["BESTLINE"].split()[0] for group in last)


def moves_in(lines: list[str]) -> list[str]:
    return [match[1] for line in lines if (match := re.fullmatch(MOVE, line))]


def check_documents(source: Path) -> None:
    """The table of what the board says has each command and each key of INFO that its source has."""
    said = re.findall(r'"(yx\w+|info \w+|start|board|turn|end)\b', (source / "main.c").read_text(errors="replace"), re.IGNORECASE)
    first_column = [line.split(" | ")[0] for line in TABLE.read_text().splitlines() if line.startswith("| ")]
    named = " ".join(re.findall(r"\w+", " ".join(first_column))).lower()
    missing = {words for words in said if words.lower().split()[-1] not in named}
    assert not missing, f"{TABLE} lacks {missing}"


# --- what people do ---

def points_of(moves: str) -> list[str]:
    return re.findall(r"[a-o]\d+", moves)


def put(board: Board, moves: str) -> int:
    """A position on the board, as a person types it. What is heard later begins at the number that is returned."""
    since = len(board.record())
    board.type(f"putpos {moves}")
    last = points_of(moves)[-1]
    row, column = board.size - int(last[1:]), ord(last[0]) - ord("a")
    board.hear(since, "> yxquerydatabaseallt", f"> {row},{column}", "> done")
    return len(board.record())


def stop(board: Board, since: int) -> str:
    """Ends the search that was begun, and waits for the move, which is then on the board."""
    board.type("thinking stop")
    move = board.hear(since, "> yxstop", MOVE, "> yxquerydatabaseallt", "> done")[1][1]
    return board.name(move)


def shows(board: Board, since: int, moves: str) -> None:
    """Waits until the board has written on exactly those points of which it was told, beside the stones of these moves."""
    stones = set(points_of(moves))
    seen: list[set[str]] = []

    def look() -> Optional[bool]:
        told, written, told_now = told_moves(board, since), board.written() - stones, told_moves(board, since)
        seen[:] = [written, told_now]
        return bool(told) and told == told_now == written
    wait_until(look, lambda: f"the board shows {seen[0]}, and was told of {seen[1]}")


def has_only(board: Board, *stones: str) -> None:
    """Waits until nothing is on the board but these stones."""
    wait_until(lambda: board.changed() == set(stones), lambda: f"{board.changed()} are not empty, where only {stones} should")


# --- scenes ---

def it_begins(board: Board) -> None:
    board.hear(0, "> info show_detail 3", "> yxshowinfo", "> START 15", "< MESSAGE INFO MAX_THREAD_NUM .*",
               "< MESSAGE INFO MAX_HASH_SIZE .*", "< OK")
    since = len(board.record())
    board.menu(*NEW_GAME)
    board.hear(since, "> yxquerydatabaseallt", "> done")
    board.click("h8")
    board.hear(since, "> yxquerydatabaseallt", "> 7,7", "> done")


def the_best_moves_are_shown(board: Board) -> None:
    since = put(board, "h8")
    board.type("nbest 3")
    board.hear(since, "> info nbestsym 0", "> yxnbest 3", "< INFO PV 2", "< INFO NUMPV 3", "< INFO DEPTH 4", "< INFO PV DONE")
    shows(board, since, "h8")
    assert len(told_moves(board, since)) >= 3
    move = stop(board, since)
    has_only(board, "h8", move)     # what was written is gone


def images_are_one_move(board: Board) -> None:
    since = put(board, "h8")
    board.type("nbest 6")
    board.hear(since, "> yxnbest 6", "< INFO PV 5", "< INFO DEPTH 4", "< INFO PV DONE")
    stop(board, since)
    first = [group for group in groups(board.record()[since:]) if group["DEPTH"] == "3"]
    moves = [group["BESTLINE"].split()[0].split(",") for group in first]
    images = {tuple(sorted(abs(int(number) - 7) for number in move)) for move in moves}      # by how far they are from the centre
    assert len(first) == 6 == len(images), (first, images)


def every_defence_is_shown(board: Board) -> None:
    moves = "h8h9i9g7g10"
    since = put(board, moves)
    board.type("searchdefend")
    board.hear(since, "> yxsearchdefend", "< INFO PV 19", "< INFO DEPTH 3", "< INFO PV DONE")
    shows(board, since, moves)
    stop(board, since)


def it_plays(board: Board) -> None:
    since = len(board.record())
    board.menu(*NEW_GAME)
    board.hear(since, "> yxquerydatabaseallt", "> done")
    board.menu(*COMPUTER_PLAYS_WHITE)
    board.click("h8")
    board.hear(since, "> start 15", "> board", "> 7,7,2", "> done", "< INFO DEPTH 3", "< INFO PV DONE")
    answer = stop(board, since)
    has_only(board, "h8", answer)
    since = len(board.record())
    point = next(point for point in ("i9", "i7") if point != answer)
    board.click(point)
    board.hear(since, f"> turn {POINT}", "< INFO PV DONE")
    board.type("undo one")                  # while it thinks: the answer is nobody's
    board.hear(since, "> yxstop", MOVE)
    board.menu(*COMPUTER_PLAYS_WHITE)
    has_only(board, "h8", answer)
    assert len(moves_in(board.record()[since:])) == 1


def callbacks_are_called(board: Board) -> None:
    """What the board is told to do then are questions to the engine, which the record shows."""
    board.menu(*USE_CALLBACKS)
    for moves, called, value in (("h8a1h7a15h9o1", "> yxshowhashusage", r"\+M\d+"),
                                 ("h8a1h7a15h9o1h10", "> yxprintfeature", r"-M\d+")):
        since = put(board, moves)
        board.type("thinking start")
        board.hear(since, "> board", f"< INFO EVAL {value}", "< INFO PV DONE", called)
        board.hear(since, "> board", MOVE)
    board.menu(*USE_CALLBACKS)


def a_draw_is_called(board: Board) -> None:
    board.menu(*USE_CALLBACKS)
    since = put(board, "d1c3c2a4e5a1")
    board.type("thinking start")
    board.hear(since, "> board", *["< INFO WINRATE 0.(?:49[5-9]|50).*", "< INFO PV DONE"] * 10, "> yxresign")
    board.type("thinking stop")
    board.hear(since, MOVE)


def a_database_is_kept(board: Board) -> None:
    name = "kept.db"        # the board has room for 79 bytes
    since = put(board, "h8i9")
    board.type(f"dbset {name}")
    board.hear(since, "> yxsetdatabase", f"> {name}", f"< MESSAGE DATABASE LOAD START {name}", "< MESSAGE DATABASE LOAD DONE")
    wait_until(lambda: board.title() == f"Yixin ({name})", lambda: f"the title is {board.title()}")
    board.type(r'dbeditcomment says "yes\no"')
    comment = r'"says \\"yes\\\\no\\"'     # the board takes the end of the line for a part of it
    board.hear(since, f"> yxedittextdatabase {comment}", '> "7,7', "> 6,8", "> done", f"< MESSAGE DATABASE TEXT {comment}", '< "')
    board.type("dbedittag w")
    board.hear(since, "> yxedittvddatabase 1 119 0 0", "> 7,7", "> 6,8", "> done", r"< MESSAGE DATABASE ONE 119 .* w\*")
    board.type("dbeditlabel h9 text")
    board.hear(since, "> yxeditlabeldatabase 6,7 text", "> done", "> yxquerydatabaseallt", "< MESSAGE DATABASE REFRESH",
               "< MESSAGE DATABASE 6 7 -1 0 0 0 0 text", "< MESSAGE DATABASE DONE")
    wait_until(lambda: "h9" in board.written(), lambda: "the text is not on the board")
    since = len(board.record())
    board.type("undo one")
    board.hear(since, "> yxquerydatabaseallt", "> 7,7", "> done", r"< MESSAGE DATABASE 6 8 30506 .* 1 ", "< MESSAGE DATABASE DONE")
    wait_until(lambda: "i9" in board.written(), lambda: "the win is not on the board")
    board.type("redo one")
    board.hear(since, "> yxquerydatabaseallt", f"< MESSAGE DATABASE TEXT {comment}", '< "')
    board.type("dbsave")
    board.hear(since, "> yxsavedatabase", f"< MESSAGE DATABASE SAVE START {name}", "< MESSAGE DATABASE SAVE DONE")
    board.menu(*READ_ONLY)
    board.hear(since, "> info database_readonly 1")
    board.type("dbedittag l")
    board.hear(since, "> yxedittvddatabase 1 108 0 0", "< MESSAGE the database: it is only read", r"< MESSAGE DATABASE ONE 119 .* w\*")
    board.type("dbsave")
    board.hear(since, "> yxedittvddatabase .*", "> yxsavedatabase", "< MESSAGE the database: it is only read")
    board.menu(*READ_ONLY)
    board.hear(since, "> info database_readonly 0")


def forbidden_points_are_marked(board: Board) -> None:
    board.hear(0, "> INFO rule 2")
    moves = "h8h9i7i9h10i6i11i12"
    put(board, moves)
    board.hear(0, "> yxshowforbid", r"< FORBID 0606\.")
    has_only(board, "g9", *points_of(moves))


def a_game_comes_to_its_end(board: Board) -> None:
    """Tengen plays both sides until one has five, and the board asks no more."""
    since = len(board.record())
    board.click("h8")       # which begins it, wherever one clicks
    board.hear(since, r"< INFO EVAL \+M1", MOVE, "> yxquerydatabaseallt", "> done", "< MESSAGE DATABASE DONE")
    lines = board.record()[since:]
    moves = moves_in(lines)
    assert len(moves) == lines.count("> board"), moves
    has_only(board, *board.names(moves))


def it_ends(board: Board) -> None:
    since = len(board.record())
    board.menu(*QUIT)
    board.hear(since, "> end")
    wait_until(lambda: board.process.poll() is not None, lambda: "the board waits for the end of the engine")


# --- sessions ---

SESSIONS: tuple[tuple[dict[str, int], tuple[Callable[[Board], None], ...]], ...] = (
    ({}, (it_begins, the_best_moves_are_shown, images_are_one_move, every_defence_is_shown, it_plays, callbacks_are_called,
          a_database_is_kept)),
    ({"size": 5}, (a_draw_is_called,)),
    ({"rule": RENJU}, (forbidden_points_are_marked,)),
    ({"computer_black": 1, "computer_white": 1, "level": OWN_LEVEL, "depth": 4}, (a_game_comes_to_its_end,)),
)
CALLBACKS = {"mate": "hash usage", "mated": "print features", "draw": "resign", "move": "", "move_minply": "", "move_maxply": ""}


def skip(why: str) -> NoReturn:
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def look_for_tools(source: str) -> None:
    if not source:
        skip("TENGEN_YIXIN_BOARD names no folder with the source of Yixin-Board")
    if not (Path(source) / "main.c").exists():
        skip(f"there is no main.c of Yixin-Board in {source}")
    for tool in TOOLS:
        if not shutil.which(tool):
            skip(f"there is no {tool}")
    if subprocess.run(["pkg-config", "gtk+-3.0"]).returncode:
        skip("there is no libgtk-3-dev")


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else sys.exit(__doc__)
    source = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("TENGEN_YIXIN_BOARD", "")
    look_for_tools(source)
    check_documents(Path(source))
    with tempfile.TemporaryDirectory() as name:
        folder = build(Path(source), Path(name))
        for callback, commands in CALLBACKS.items():
            (folder / "function" / f"callback_{callback}.txt").write_text(f"{commands}\n")
        screen = Screen(Path(name))
        try:
            for settings, scenes in SESSIONS:
                with Board(screen, folder, program, **settings) as board:
                    for scene in (*scenes, it_ends):
                        scene(board)
                        print(scene.__name__.replace("_", " "), flush=True)
                    check_reading(board.record())
        finally:
            screen.close()


if __name__ == "__main__":
    main()

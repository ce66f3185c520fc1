#!/usr/bin/env python3
"""Runs `pbrain-tengen selfplay`, `records` and `openings` as a person would, and reads their files with other eyes.

usage: tools.py PROGRAM [--few-nodes]

--few-nodes: the same checks with a tenth of the nodes, for a program that sanitizers slow down.

The games of every rule are replayed under the referee, who shares no code with the engine; the checksum is worked out
anew, and so is the hash of the sources by which a file names its engine. What a file says of itself suffices to make it
again. Then what surrounds them: options, files, threads, signals, and that openings can be played on.
"""

import hashlib
import os
import re
import signal
import sys
import tempfile
from pathlib import Path

from program import FAILED, PROGRAM, REFUSED, ROOT, begin, call, run, tell, wait_until
from matches import referee, tunelog

if sys.argv[2:] not in ([], ["--few-nodes"]):
    sys.exit(__doc__)
SHARE = 10 if sys.argv[2:] else 1
NODES = 80 // SHARE
FEW_NODES, FEW_CHECK = 200 // SHARE, 2000 // SHARE
GAMES = ["--games", "4", "--nodes", str(NODES)]
FEW = ["--count", "5", "--nodes", str(FEW_NODES), "--margin", "60", "--check", str(FEW_CHECK)]
VERSIONS = {"games": "2", "openings": "3"}
PLAIN = ("first 0 stones 3-8 margin 30 start-moves 4 uneven-percent 0 uneven-margin 150 random-percent 0 "
         "random-plies 16")     # what the first line says of games if nothing else is asked for
ENDLESS = ["--games", "1000000", "--nodes", "100"]


def points(text):
    """[(x, y)] of h8i9, columns beyond z being aa, ab and on"""
    assert re.fullmatch(r"(?:a?[a-z]\d+)*", text), text
    return [(26 * (len(column) - 1) + ord(column[-1]) - ord("a"), int(row) - 1)
            for column, row in re.findall(r"(a?[a-z])(\d+)", text)]


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def engine_name():
    """As origin.h says that it is to be had from the sources: that of the program must never be an older one."""
    version = re.search(r"^project\(tengen VERSION (\S+) ", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
    sources = (path for pattern in ("*.[ch]", "*.S", "*.bin") for path in ROOT.glob(f"engine/**/{pattern}"))
    paths = sorted(path.relative_to(ROOT).as_posix() for path in sources)
    hashes = "".join(f"{hashlib.sha256((ROOT / path).read_bytes()).hexdigest()}  {path}\n" for path in paths)
    name = f"{version}-{hashlib.sha256(hashes.encode()).hexdigest()[:16]}"
    assert re.fullmatch(rf"Tengen {version} \((unknown commit|[0-9a-f]{{7,}}(-dirty)?)\), engine {name}\n", run("--version"))
    return name


def settings(header, kind):
    """{name: value} of what a first line says"""
    words = header.removeprefix("# ").split(" ")
    assert words[:2] == [f"tengen-{kind}", VERSIONS[kind]] and len(words) % 2 == 0, header
    return dict(zip(words[2::2], words[3::2]))


def play(*options, **more):
    """The text of games that are played so: each file of games ends with its checksum"""
    data = call(PROGRAM, "selfplay", *options, text=False, **more).stdout
    assert fnv(data[:-8]) == int.from_bytes(data[-8:], "little")
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return run("records", file.name, "--text")


def games_of(text, wanted):
    """The games of a text of games"""
    games = text.splitlines()[1:]
    assert len(games) == wanted and text.endswith("\n"), text
    return games


def replay(line, rule, width, height, win_length):
    """Plays a game under the referee; its result must be the one that stands there"""
    result, opening, moves, scores = line.split(" ")
    board = referee.Board(width, height, rule, win_length)
    kinds = [board.play(*point).kind for point in points(moves)]
    assert all(kind == referee.NORMAL for kind in kinds[:-1]), (line, kinds)
    if kinds[-1] == referee.NORMAL:
        assert rule == referee.RENJU and not board.has_legal_move() and result == "0", line
    else:
        assert result == ("=" if kinds[-1] == referee.DRAW else "01"[len(kinds) % 2]), (line, kinds)
    assert len(scores.split(",")) == len(kinds) - int(opening), line


def the_scripts_know_the_same_rules():
    """The program says which rules it has when it is asked for none of them."""
    told = tell("selfplay", "--rule", "x", status=REFUSED)
    rules = dict(item.split(" ", 1) for item in re.search("must be (.*), not", told).group(1).split(", "))
    assert {int(number): name for number, name in rules.items()} == referee.RULE_NAME, rules
    assert set(referee.WINS) == set(referee.RULE_NAME)
    closed_is_void = {rule for rule, wins in referee.WINS.items() if wins(5, 5, 1) and not wins(5, 5, 2)}
    idle = {"QUIESCENCE_PLIES": closed_is_void, "QUIESCENCE_PLIES_CARO": set(referee.WINS) - closed_is_void}
    assert {name: rules for name, rules in tunelog.IDLE_UNDER.items() if rules != set(referee.WINS)} == idle


def every_rule_is_played_by_its_rules():
    kinds = (0, "15", 5), (1, "10x8", 5), (4, "15", 5), (8, "9", 5), (9, "32x7", 5), (1, "7", 4)
    assert {rule for rule, _, _ in kinds} == set(referee.RULE_NAME)
    for rule, size, win_length in kinds:
        text = play(*GAMES, "--rule", rule, "--size", size, "--win-length", win_length)
        width, height = (int(side) for side in (size.split("x") * 2)[:2])
        header, games = text.partition("\n")[0], games_of(text, 4)
        assert header == (f"tengen-games 2 rule {rule} size {width}x{height} win {win_length} nodes {NODES} seed 1 "
                          f"{PLAIN} openings - evaluation pattern parameters - engine {engine_name()}"), header
        for game in games:
            replay(game, rule, width, height, win_length)


def threads_change_nothing(folder):
    one, three = folder / "one", folder / "three"
    assert run("selfplay", *GAMES, "--seed=5", "--threads=1", "--out", one) == ""
    assert run("selfplay", *GAMES, "--seed", "5", "--threads", "3", f"--out={three}") == ""
    assert one.read_bytes() == three.read_bytes()
    assert run("openings", *FEW, "--threads", 1) == run("openings", *FEW, "--threads", 3)


def made_again(text, kind, *more):
    """What comes of the options that the file itself names"""
    said = settings(text.partition("\n")[0], kind)
    assert said.pop("engine") == engine_name() and said.pop("parameters") == "-", text[:200]
    said.pop("openings", None)
    options = [f"--{name.replace('win', 'win-length')}={value}" for name, value in said.items()]
    if kind == "games":
        return play("--games", len(text.splitlines()) - 1, *options, *more)
    return run("openings", "--count", re.search(r"end \d+ of (\d+)", text)[1], *options, *more)


def a_file_can_be_made_again_from_what_it_says(folder):
    games = play(*GAMES, "--rule", 4, "--size", 13, "--seed", 9, "--evaluation", "tuned")
    assert made_again(games, "games") == games
    openings = run("openings", *FEW, "--rule", 1, "--size", "12x14", "--stones", "4-6", "--seed", 3,
                   "--evaluation", "base")
    assert made_again(openings, "openings") == openings
    path = folder / "list"
    path.write_text("h8i9\nh8g7\n")
    games = play("--nodes", NODES, "--openings", path)
    assert settings(games.partition("\n")[0], "games")["openings"] == f"{fnv(path.read_bytes()):016x}"
    assert made_again(games, "games", "--openings", path) == games


def games_can_be_made_more_various(folder):
    """Each option leaves its word in the first line, and makes other games; a part has the numbers that it was asked for."""
    plain = games_of(play(*GAMES), 4)
    for option, value in (("stones", "2-4"), ("margin", 5), ("start-moves", 1), ("random-percent", 40)):
        text = play(*GAMES, f"--{option}={value}")
        assert settings(text.partition("\n")[0], "games")[option] == str(value), text
        games = games_of(text, 4)
        assert games != plain, option
        for game in games:
            replay(game, 0, 15, 15, 5)
        assert ("?" in text) == (option == "random-percent"), text
    assert games_of(play(*GAMES, "--uneven-percent", 100, "--uneven-margin", 30), 4) == plain
    assert games_of(play("--games", 2, "--first", 2, "--nodes", NODES), 2) == plain[2:]


def stop(number, is_time, *options):
    """A signal to an endless selfplay, which must say that it was stopped"""
    process = begin(PROGRAM, "selfplay", *ENDLESS, *options)
    assert wait_until(is_time, process)
    process.send_signal(number)
    assert "stopped" in process.communicate()[1] and process.returncode == FAILED


def files_of_games_are_written_beside(folder):
    path, part = folder / "x.games", folder / "x.games.part"
    assert run("selfplay", *GAMES, "--out", path) == "" and not part.exists()
    whole = path.read_bytes()
    assert whole == call(PROGRAM, "selfplay", *GAMES, text=False).stdout
    for number in (signal.SIGINT, signal.SIGTERM):
        stop(number, lambda: part.exists() and part.stat().st_size > 0, "--out", path)
        assert path.read_bytes() == whole
        assert re.search(r"\n  games 0 to \d+, \d+ of 1000000: it was stopped\n", run("records", part))
        part.unlink()
    run("selfplay", *GAMES, "--out", folder, status=REFUSED)
    run("selfplay", *GAMES, "--out", folder / "none" / "x", status=REFUSED)
    run("selfplay", *GAMES, "--out", "/dev/null")
    assert not Path("/dev/null").is_file() and not Path("/dev/null.part").exists()


def a_terminal_gets_no_bytes():
    ours, theirs = os.openpty()
    told = call(PROGRAM, "selfplay", *GAMES, stdout=theirs, status=REFUSED).stderr
    assert "--out" in told and "--text" in told, told
    os.close(theirs)
    os.close(ours)


def records_are_printed_and_put_together(folder):
    said, made = ["--rule", 9, "--size", "20x17", "--nodes", 60, "--random-percent", 20], folder / "parts"
    made.mkdir()
    whole = folder / "whole.games"
    run("selfplay", "--games", 9, *said, "--out", whole)
    for first in (0, 2, 5):
        run("selfplay", "--games", 2 + first // 2, "--first", first, "--out", made / f"{first}.games", *said)
    parts = [made / f"{first}.games" for first in (5, 0, 2)]
    assert run("records", *parts, "--out", made / "all.games") == ""
    assert (made / "all.games").read_bytes() == whole.read_bytes()
    run("records", made / "all.games", "--out", made / "all.games")
    assert (made / "all.games").read_bytes() == whole.read_bytes()
    text = run("records", whole, "--text")
    assert run("records", *sorted(parts), "--text") == "".join(run("records", part, "--text") for part in sorted(parts))
    told = run("records", whole, whole)
    assert told.count(text.partition("\n")[0]) == 2 and told.count("  games 0 to 8, 9 of 9\n") == 2, told
    results = [line[0] for line in games_of(text, 9)]
    counts = [results.count(result) for result in "10="]
    assert told.count("  won by black {}, by white {}, drawn {}\n".format(*counts)) == 2, told


def wrong_records_are_refused(folder):
    made, other = folder / "parts", folder / "other"
    kept = (made / "all.games").read_bytes()
    run("selfplay", "--games", 2, "--first", 9, "--nodes", 61, "--rule", 9, "--size", "20x17", "--out", other)
    (made / "cut").write_bytes(kept[:-1])
    (made / "changed").write_bytes(kept[:300] + bytes([kept[300] ^ 1]) + kept[301:])
    for files, words in (("5 2", None), ("0 5", "games 2 to 4 are missing, before "), ("0 2 2", "game 2 is in "),
                         ("0 2 5 all", "game 0 is in ")):
        paths = [made / f"{name}.games" for name in files.split()]
        told = tell("records", *paths, "--out", folder / "new", status=REFUSED if words else 0)
        assert (words or "") in told, (files, told)
        assert (folder / "new").exists() == (words is None)
        (folder / "new").unlink(missing_ok=True)
    for path in (made / "cut", made / "changed", folder, folder / "nowhere", PROGRAM, "/dev/null"):
        run("records", path, status=1)
        run("records", path, "--out", made / "all.games", status=REFUSED)
        assert (made / "all.games").read_bytes() == kept
    run("records", made / "all.games", other, "--out", folder / "new", status=REFUSED)
    for options in ([], ["--out", folder / "new"], [made / "0.games", "--out", folder], ["--games", 5],
                  [made / "0.games", "--out", folder / "new", "--text"],
                  [made / "0.games", "--out", "/nowhere/x"]):
        run("records", *options, status=REFUSED)
    assert not (folder / "new").exists() and not list(folder.glob("**/*.part"))
    if Path("/dev/full").exists():
        run("records", made / "0.games", "--out", "/dev/full", status=1)


def parameters_that_were_set_are_named():
    if call(PROGRAM, "parameters", status=None).returncode == 0:
        changed = os.environ | {"TENGEN_PARAMETERS": "ORDER_OWN=4,SOLVER_NODES_MIN=500"}
        text = play(*GAMES, env=changed)
        assert settings(text.partition("\n")[0], "games")["parameters"] == changed["TENGEN_PARAMETERS"]


def the_evaluation_can_be_chosen():
    assert play(*GAMES, "--evaluation", "pattern") == play(*GAMES)
    refused = tell("selfplay", "--evaluation", "net", status=REFUSED)
    assert "--evaluation must be one of: base tuned pattern, not 'net'\n" in refused, refused
    assert len({play(*GAMES, f"--evaluation={name}") for name in ("base", "tuned", "pattern")}) == 3


def openings_can_be_played_on(folder):
    path = folder / "openings.txt"
    path.write_text("# by hand\r\n\r\nh8i9g7\r\n" + run("openings", *FEW, "--stones", "4-5"))
    assert path.read_text().endswith("# end 5 of 5\n")
    games = games_of(play("--nodes", NODES, "--openings", path), 6)
    openings = [line for line in path.read_text().split() if re.fullmatch(r"([a-z]\d+)+", line)]
    assert len(openings) == 6 and {len(points(opening)) for opening in openings[1:]} <= {4, 5}
    for opening, game in zip(openings, games):
        assert game.split(" ")[2].startswith(opening) and game.split(" ")[1] == str(len(points(opening)))
    run("selfplay", "--openings", path, "--games", 7, status=REFUSED)
    path.write_text("h8h8\n")
    run("selfplay", "--openings", path, status=REFUSED)


def openings_say_how_they_were_made():
    header = run("openings", *FEW, "--rule", 8, "--size", "16x14", "--check-margin", 90, "--check-moves", 2).split("\n")[0]
    assert header == (f"# tengen-openings 3 rule 8 size 16x14 win 5 nodes {FEW_NODES} stones 3-8 margin 60 "
                      f"check {FEW_CHECK} check-margin 90 check-moves 2 seed 1 evaluation pattern parameters - "
                      f"engine {engine_name()}"), header
    assert "check" not in run("openings", *FEW, "--check", 0)


def a_rule_has_a_name():
    for number, name in ((4, "renju"), (9, "caro exact five"), (9, "caro-exact-five")):
        assert play(*GAMES, "--rule", name) == play(*GAMES, "--rule", number), name


def refused_wishes_leave_the_file(folder):
    path = folder / "kept.txt"
    path.write_text("kept\n")
    run("selfplay", "--size", 2, "--out", path, status=REFUSED)
    assert "is there" in tell("openings", *FEW, "--out", path, status=REFUSED)
    assert path.read_text() == "kept\n"
    path.write_text("")
    run("openings", *FEW, "--out", path)
    assert path.read_text().endswith("# end 5 of 5\n")


def a_tiny_board_says_when_there_are_no_more():
    text = run("openings", "--size", 3, "--win-length", 3, "--count", 1000, status=1)
    assert re.search(r"\n# end \d+ of 1000\n$", text), text


def help_teaches():
    assert "--out FILE" in run("records", "-h")
    for command in ("selfplay", "openings"):
        text = run(command, "--help")
        assert text.startswith(f"usage: pbrain-tengen {command}") and "--seed N" in text and "--out FILE" in text
        assert run(command, "--rule", 4, "-h") == text
        assert command in run("--help")
    assert run("help") == run("-h") == run("--help") and run("-v") == run("-V") == run("--version")


def yixin_board_for_windows_begins_it():
    assert call(PROGRAM, "--force-utf8", input="START 15\nEND\n", stdin=None).stdout == "OK\n"


def senseless_options_are_refused(folder):
    bad = ["--games 0", "--games -1", "--games x", "--games", "--games=", "--nodes 0", "--rule 2", "--rule 04", "--rule gomoku", "--rule renj", "--rule renju-", "--rule caro--exact",
           "--size 2", "--size 33", "--size 15x", "--size x", "--size 5x5x5", "--win-length 6", "--win-length 2",
           "--rule 4 --win-length 4", "--evaluation none", "--threads 0", "--threads 9999", "--seed -1", "--seed 1.5",
           "--count 5",
           "--stones 0", "--stones 5-4", "--stones 3-41", "--margin 0", "--start-moves 0", "--uneven-percent 101",
           "--uneven-margin 0", "--random-percent -1", "--random-plies 0", "--others 1", "--first -1", "--binary",
           "--resume", "games 5", "--game 5", "--gamess 5", "-", "--", "--out", "--openings", "--openings /nowhere",
           "--openings /", f"--out {folder}", "--out /nowhere/file", f"--openings {folder}"]
    for options in bad:
        assert run("selfplay", *options.split(" "), status=REFUSED) == "", options
    bad = ["--games 5", "--count 0", "--stones 0", "--stones 5-4", "--stones 3-41", "--stones a-b", "--stones 3-",
           "--margin -1", "--margin 20001", "--openings x", "--check -1", "--check x", "--check-margin -1",
           "--check-margin 20001", "--check-moves 0", "--check-moves 11", "--size 4 --win-length 4 --stones 16"]
    for options in bad:
        assert run("openings", *options.split(" "), status=REFUSED) == "", options


def what_is_no_list_is_refused_at_once(folder):
    path = folder / "wrong"
    for data in (b"h8i9\0g7\n", b"# " + b"x" * 70000, b"h8i9\n" + b"h8i9" * 20000):
        path.write_bytes(data)
        run("selfplay", "--games", 1, "--openings", path, status=REFUSED)
    for name in ("/dev/zero", "/dev/urandom", PROGRAM):
        run("selfplay", "--games", 1, "--openings", name, status=REFUSED)


def a_full_disk_ends_it():
    if Path("/dev/full").exists():
        assert "cannot be written" in tell("selfplay", *ENDLESS, "--out", "/dev/full", status=FAILED)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        the_scripts_know_the_same_rules()
        every_rule_is_played_by_its_rules()
        threads_change_nothing(folder)
        a_file_can_be_made_again_from_what_it_says(folder)
        games_can_be_made_more_various(folder)
        files_of_games_are_written_beside(folder)
        a_terminal_gets_no_bytes()
        records_are_printed_and_put_together(folder)
        wrong_records_are_refused(folder)
        parameters_that_were_set_are_named()
        the_evaluation_can_be_chosen()
        openings_can_be_played_on(folder)
        openings_say_how_they_were_made()
        a_rule_has_a_name()
        refused_wishes_leave_the_file(folder)
        a_tiny_board_says_when_there_are_no_more()
        help_teaches()
        yixin_board_for_windows_begins_it()
        senseless_options_are_refused(folder)
        what_is_no_list_is_refused_at_once(folder)
        a_full_disk_ends_it()
    print("lab: games and openings are what their files say")


if __name__ == "__main__":
    main()

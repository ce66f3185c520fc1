#!/usr/bin/env python3
"""Runs `pbrain-tengen selfplay` and `pbrain-tengen openings` as a person would, and reads their files with other eyes.

usage: tools.py PROGRAM

The games of every rule are replayed under the referee, who shares no code with the engine; the checksum is worked out
anew. Then what surrounds them: options, files, threads, signals, and that openings can be played on.
"""

import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
from matches import referee, tuning  # noqa: E402

PROGRAM = sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)
GAMES = ["--games", "4", "--nodes", "80"]
FEW = ["--count", "5", "--nodes", "200", "--margin", "60"]
REFUSED = 2


def run(*arguments, status=0):
    """What it wrote to standard output; its complaints must be there if it fails, and only then."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    assert bool(done.stderr) == (status != 0), (arguments, done.stderr)
    return done.stdout


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


def check_file(text, wanted):
    """The games of a file, its first and last line checked"""
    begin, checksum = text.rstrip("\n").rsplit(" ", 1)
    assert text.endswith("\n") and fnv(f"{begin} ".encode()) == int(checksum, 16), text[-80:]
    lines = text.splitlines()
    assert re.match(rf"end {len(lines) - 2} of {wanted} checksum ", lines[-1]), lines[-1]
    return lines[0], lines[1:-1]


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
    told = subprocess.run([PROGRAM, "selfplay", "--rule", "x"], capture_output=True, text=True).stderr
    rules = dict(item.split(" ", 1) for item in re.search("must be (.*), not", told).group(1).split(", "))
    assert {int(number): name for number, name in rules.items()} == referee.RULE_NAME, rules
    assert set(referee.WINS) == set(referee.RULE_NAME)
    closed_is_void = {rule for rule, wins in referee.WINS.items() if wins(5, 5, 1) and not wins(5, 5, 2)}
    assert tuning.IDLE_UNDER == {"QUIESCENCE_PLIES": closed_is_void,
                                 "QUIESCENCE_PLIES_CARO": set(referee.WINS) - closed_is_void}


def every_rule_is_played_by_its_rules():
    kinds = (0, "15", 5), (1, "10x8", 5), (4, "15", 5), (8, "9", 5), (9, "32x7", 5), (1, "7", 4)
    assert {rule for rule, _, _ in kinds} == set(referee.RULE_NAME)
    for rule, size, win_length in kinds:
        text = run("selfplay", *GAMES, "--rule", rule, "--size", size, "--win-length", win_length)
        width, height = (int(side) for side in (size.split("x") * 2)[:2])
        header, games = check_file(text, 4)
        assert header == f"tengen-games 1 rule {rule} size {width}x{height} win {win_length} nodes 80 seed 1", header
        for game in games:
            replay(game, rule, width, height, win_length)


def threads_change_nothing(folder):
    one, three = folder / "one", folder / "three"
    assert run("selfplay", *GAMES, "--seed=5", "--threads=1", "--out", one) == ""
    assert run("selfplay", *GAMES, "--seed", "5", "--threads", "3", f"--out={three}") == ""
    assert one.read_bytes() == three.read_bytes()
    assert run("openings", *FEW, "--threads", 1) == run("openings", *FEW, "--threads", 3)


def the_evaluation_can_be_chosen():
    default = run("selfplay", *GAMES)
    assert run("selfplay", *GAMES, "--evaluation", "net") == default
    assert len({run("selfplay", *GAMES, f"--evaluation={name}") for name in ("base", "hand", "tuned", "net")}) == 4


def openings_can_be_played_on(folder):
    path = folder / "openings.txt"
    path.write_text("# by hand\r\n\r\nh8i9g7\r\n" + run("openings", *FEW, "--stones", "4-5"))
    assert path.read_text().endswith("# end 5 of 5\n")
    _, games = check_file(run("selfplay", "--nodes", 80, "--openings", path), 6)
    openings = [line for line in path.read_text().split() if re.fullmatch(r"([a-z]\d+)+", line)]
    assert len(openings) == 6 and {len(points(opening)) for opening in openings[1:]} <= {4, 5}
    for opening, game in zip(openings, games):
        assert game.split(" ")[2].startswith(opening) and game.split(" ")[1] == str(len(points(opening)))
    run("selfplay", "--openings", path, "--games", 7, status=REFUSED)
    path.write_text("h8h8\n")
    run("selfplay", "--openings", path, status=REFUSED)


def a_tiny_board_says_when_there_are_no_more():
    text = run("openings", "--size", 3, "--win-length", 3, "--count", 1000, status=1)
    assert re.search(r"\n# end \d+ of 1000\n$", text), text


def help_teaches():
    for command in ("selfplay", "openings"):
        text = run(command, "--help")
        assert text.startswith(f"usage: pbrain-tengen {command}") and "--seed N" in text and "--out FILE" in text
        assert run(command, "--rule", 4, "-h") == text
        assert command in run("--help")


def senseless_options_are_refused(folder):
    bad = ["--games 0", "--games -1", "--games x", "--games", "--games=", "--nodes 0", "--rule 2", "--rule 04",
           "--size 2", "--size 33", "--size 15x", "--size x", "--size 5x5x5", "--win-length 6", "--win-length 2",
           "--rule 4 --win-length 4", "--evaluation none", "--threads 0", "--threads 9999", "--seed -1", "--seed 1.5", "--count 5",
           "--stones 3", "games 5", "--game 5", "--gamess 5", "-", "--", "--out", "--openings", "--openings /nowhere",
           "--openings /", f"--out {folder}", "--out /nowhere/file", f"--openings {folder}"]
    for options in bad:
        assert run("selfplay", *options.split(" "), status=REFUSED) == "", options
    bad = ["--games 5", "--count 0", "--stones 0", "--stones 5-4", "--stones 3-41", "--stones a-b", "--stones 3-",
           "--margin -1", "--margin 20001", "--openings x", "--size 4 --win-length 4 --stones 16"]
    for options in bad:
        assert run("openings", *options.split(" "), status=REFUSED) == "", options


def a_full_disk_ends_it():
    if Path("/dev/full").exists():
        done = subprocess.run([PROGRAM, "selfplay", "--games", "1000000", "--nodes", "100", "--out", "/dev/full"],
                              capture_output=True, text=True, timeout=30)
        assert done.returncode == 1 and "cannot be written" in done.stderr, done


def a_signal_ends_it_with_whole_lines(folder):
    for number in (signal.SIGINT, signal.SIGTERM):
        path = folder / "stopped"
        path.unlink(missing_ok=True)
        process = subprocess.Popen([PROGRAM, "selfplay", "--games", "1000000", "--nodes", "100", "--out", path],
                                   stderr=subprocess.PIPE, text=True)
        while not (path.exists() and path.read_bytes().count(b"\n") > 3):
            time.sleep(0.01)
        process.send_signal(number)
        assert "stopped" in process.communicate(timeout=30)[1] and process.returncode == 1
        check_file(path.read_text(), 1000000)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        the_scripts_know_the_same_rules()
        every_rule_is_played_by_its_rules()
        threads_change_nothing(folder)
        the_evaluation_can_be_chosen()
        openings_can_be_played_on(folder)
        a_tiny_board_says_when_there_are_no_more()
        help_teaches()
        senseless_options_are_refused(folder)
        a_full_disk_ends_it()
        a_signal_ends_it_with_whole_lines(folder)
    print("lab: games and openings are what their files say")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs `pbrain-tengen fit` as a person would: options, files that are wrong, stopping and going on, and the plot.

usage: fit.py PROGRAM

What it learns is for test_fit.c; here the files are looked at, and what surrounds them: weights must say enough of
themselves to be made again; and `pbrain-tengen weights`.
"""

import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

PROGRAM = sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)
ROOT = Path(__file__).resolve().parents[3]
PLOT = ROOT / "scripts" / "plot"
REFUSED = 2
OPTIONS = ("rule", "size", "nodes", "seed", "evaluation")   # that the first line of games names as selfplay does


def run(*arguments, status=0):
    """What it told on standard error; standard output must stay empty"""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == status and not done.stdout, (arguments, done)
    return done.stderr


def make_games(path, rule=0, seed=1, games=60):
    run("selfplay", "--games", games, "--nodes", 60, "--rule", rule, "--seed", seed, "--evaluation", "base",
        "--out", path)


def show(what, status=0):
    """What `pbrain-tengen weights` shows of a file or a rule, or says of it where it refuses"""
    done = subprocess.run([PROGRAM, "weights", str(what)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == status and bool(done.stderr) == (status != 0), (what, done)
    return done.stdout if status == 0 else done.stderr


def check_weights(path, rule):
    """Looks like a file of weights for the rule: the program shows it, and all numbers are there"""
    text = show(path)
    assert text.startswith(f"weights for rule {rule}, win_length 5\n") and "\nprovenance\n  From " in text, text[:80]
    sections = re.split(r"^(?:  (\S.*), by .*|  network.*|\S.*)\n", text, flags=re.M)
    tables = [rows for name, rows in zip(sections[1::2], sections[2::2])
              if name and re.fullmatch(r"correction|policy_own|policy_opponent|feature \d", name)]
    assert len(tables) in (7, 14), len(tables)
    for rows in tables:
        numbers = [int(word) for word in re.findall(r"-?\d+", rows)]
        assert len(numbers) == 2380 and all(-2**15 <= number < 2**15 for number in numbers)
    assert max(map(len, text.splitlines())) <= 100


def it_learns_and_says_so(folder):
    games, out, log = folder / "games", folder / "learnt.bin", folder / "log"
    make_games(games)
    told = run("fit", games, "--out", out, "--rounds", 3, "--log", log)
    assert told == log.read_text() and len(re.findall("^round ", told, re.M)) == 6, told  # tables, network
    check_weights(out, "0 freestyle")
    again = folder / "again.bin"
    run("fit", games, "--rounds", 3, "--out", again)
    assert again.read_bytes() == out.read_bytes()
    run("fit", games, "--rounds", 3, "--seed", 2, "--out", again)
    assert again.read_bytes() != out.read_bytes()


def several_files_count_together(folder):
    one, two, out = folder / "one", folder / "two", folder / "learnt.bin"
    make_games(one, rule=4)
    make_games(two, rule=4, seed=2)
    assert run("fit", one, two, "--rounds", 1, "--out", out).startswith("120 games, ")
    check_weights(out, "4 renju")
    make_games(two, rule=1)
    assert "another rule" in run("fit", one, two, "--rounds", 1, "--out", out, status=REFUSED)


def said_of_itself(weights):
    """([(first line, last line)] of the files of games, the options) that the provenance of weights names"""
    told = show(weights).partition("\nprovenance\n")[2].replace("\n      ", " ")
    files = re.findall(r"^  (tengen-games .+)\n  (end .+)$", told, re.M)
    options = r"fit with seed (\d+), \d+ of (\d+) rounds, scale (\d+), by engine \S+\.$"
    seed, whole, scale = re.search(options, told, re.M).groups()
    return files, ["--seed", seed, "--rounds", int(whole) // 2, "--scale", scale]


def weights_name_all_that_they_were_made_from(folder):
    """Games and weights are made again from nothing but the provenance."""
    paths, out = [folder / str(number) for number in range(3)], folder / "learnt.bin"
    for number, path in enumerate(paths):
        make_games(path, rule=8, seed=number + 5, games=20 + number)
    told = run("fit", *paths, "--rounds", 2, "--scale", 150, "--seed", 4, "--out", out)
    files, options = said_of_itself(out)
    ends = [(lines[0], lines[-1]) for lines in (path.read_text().splitlines() for path in paths)]
    assert files == ends and all(f"{first}, {last}\n" in told for first, last in ends)
    for path, (first, last) in zip(paths, files):
        said = dict(zip(first.split()[2::2], first.split()[3::2]))
        run("selfplay", "--games", last.split()[3], *(f"--{name}={said[name]}" for name in OPTIONS),
            "--win-length", said["win"], "--out", path.with_suffix(".b"))
    again = folder / "again.bin"
    run("fit", *(path.with_suffix(".b") for path in paths), *options, "--out", again)
    assert again.read_bytes() == out.read_bytes()


def weights_can_be_shown(folder):
    names = {"0": "freestyle", "1": "standard", "4": "renju", "8": "caro", "9": "caro exact five"}
    for number, name in names.items():
        assert show(number) == show(name) and "\nprovenance\n  From " in show(number)
    files = sorted((ROOT / "engine" / "eval" / "weights").glob("*.bin"))
    assert files and {show(path) for path in files} == {show(number) for number in names}
    broken = folder / "broken.bin"
    whole = files[0].read_bytes()
    for data in (whole[:-1], whole + b"\n", whole[:-1] + bytes([whole[-1] ^ 1]), whole.replace(b"\n", b"\r\n"), b""):
        broken.write_bytes(data)
        assert show(broken, status=REFUSED).count("\n") == 1
    for what in ("7", "gomoku", folder, folder / "nothing"):
        assert show(what, status=REFUSED).count("\n") == 1
    for words in ("", "renju caro"):
        done = subprocess.run([PROGRAM, "weights", *words.split()], capture_output=True, text=True)
        assert done.returncode == REFUSED and re.fullmatch("pbrain-tengen weights: .*\n", done.stderr), done
    assert str(ROOT).encode() not in Path(PROGRAM).read_bytes()


def wrong_files_are_refused(folder):
    games, out = folder / "games", folder / "refused.bin"
    make_games(games)
    whole = games.read_text()
    cut = folder / "cut"
    for text in (whole[: len(whole) // 2], whole[: whole.rindex("end ")], whole.replace("\n1 ", "\n0 ", 1),
                 whole + "x\n", whole.replace("rule 0", "rule 7"), "", "\n", "h8i9\n"):
        cut.write_text(text)
        assert run("fit", cut, "--out", out, status=REFUSED).count("\n") == 1, text[:60]
        assert not out.exists()
    run("fit", folder / "nothing", "--out", out, status=REFUSED)
    run("fit", folder, "--out", out, status=REFUSED)


def what_is_no_file_of_games_is_refused_at_once(folder):
    """Whatever is named: nothing is read without end, and one sentence says why."""
    games, out, wrong = folder / "games", folder / "refused.c", folder / "wrong"
    make_games(games)
    whole = games.read_bytes()
    for data in (b"\0" * 100, whole[:200] + b"\0" + whole[200:], b"1" * 70000, whole + b"1" * 70000,
                 Path(PROGRAM).read_bytes()):
        wrong.write_bytes(data)
        for files in ([wrong], [games, wrong], [games, "--state", wrong]):
            assert run("fit", *files, "--out", out, status=REFUSED).count("\n") == 1, (data[:60], files)
    for path in ("/dev/zero", "/dev/urandom"):
        assert run("fit", path, "--out", out, status=REFUSED).count("\n") == 1, path
    for command in (["fit", "--out", out], ["selfplay", "--games", "1", "--openings"]):
        done = subprocess.run(f"yes h8i9g7 | '{PROGRAM}' {' '.join(map(str, command))} /dev/stdin", shell=True,
                              capture_output=True, text=True, preexec_fn=limit_memory)
        assert done.returncode == REFUSED and "larger than 256 MiB" in done.stderr, done
    assert not out.exists()


def limit_memory():
    """What comes without end must be refused long before the memory is used up."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def senseless_options_are_refused(folder):
    games, out = folder / "games", folder / "refused.bin"
    make_games(games)
    for options in ("", "--out", "--rounds 0 --out x", "--rounds x --out x", "--scale 0 --out x", "--seed -1 --out x",
                    "--seeds 1 --out x", "-- --out x", "--rounds 1"):
        run("fit", games, *options.split(), status=REFUSED)
    run("fit", "--out", out, status=REFUSED)
    run("fit", games, "--rounds", 1, "--out", folder / "no" / "where.bin", status=1)
    done = subprocess.run([PROGRAM, "fit", "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and "--state FILE" in done.stdout and "fit" in done.stdout


def it_goes_on_where_it_was_stopped(folder):
    games, whole, part, state = folder / "games", folder / "whole.bin", folder / "part.bin", folder / "state"
    make_games(games)
    rounds = ["--rounds", 30]
    run("fit", games, *rounds, "--out", whole)
    process = subprocess.Popen([PROGRAM, "fit", games, "--rounds", "30", "--out", part, "--state", state],
                               stderr=subprocess.PIPE, text=True)
    while not process.stderr.readline().startswith("round"):
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=600)
    assert state.exists() and process.returncode in (0, 1), process.returncode
    check_weights(part, "0 freestyle")
    run("fit", games, *rounds, "--out", part, "--state", state)
    assert part.read_bytes() == whole.read_bytes()
    run("fit", games, "--rounds", 31, "--out", part, "--state", state, status=REFUSED)
    state.write_text(state.read_text()[:-5])
    run("fit", games, *rounds, "--out", part, "--state", state, status=REFUSED)


def the_log_can_be_drawn(folder):
    games, log, picture = folder / "games", folder / "log", folder / "losses.svg"
    make_games(games)
    run("fit", games, "--rounds", 4, "--out", folder / "learnt.bin", "--log", log)
    subprocess.run([sys.executable, PLOT, log, picture], check=True)
    lines = ElementTree.parse(picture).getroot().findall("{http://www.w3.org/2000/svg}polyline")
    assert [len(line.get("points").split()) for line in lines] == [4] * 6
    log.write_text("nothing\n")
    assert subprocess.run([sys.executable, PLOT, log], capture_output=True).returncode == 2


def main():
    for check in (it_learns_and_says_so, several_files_count_together, weights_can_be_shown,
                  weights_name_all_that_they_were_made_from, wrong_files_are_refused,
                  what_is_no_file_of_games_is_refused_at_once,
                  senseless_options_are_refused, it_goes_on_where_it_was_stopped, the_log_can_be_drawn):
        with tempfile.TemporaryDirectory() as folder:
            check(Path(folder))
    print("fit: it learns, stops, goes on and refuses as it should")


if __name__ == "__main__":
    main()

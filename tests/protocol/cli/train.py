#!/usr/bin/env python3
"""Runs `pbrain-tengen train` and scripts/train as a person would: options, wrong files, stopping and going on.

usage: train.py PROGRAM

That what is learnt is right is for test_trainer.c; here the files are looked at, and what surrounds them.
"""

import json
import os
import re
import resource
import signal
import sys
import time
from pathlib import Path

from program import (PATIENCE_S, PROGRAM, REFUSED, ROOT, SCRIPTS, STOPPED, begin, call, check_all, refusal, run,
                     tell)

TRAIN = SCRIPTS / "train"
ATTEMPTS = 10       # to stop it before it is done, there


def make_games(path, *options, games=80):
    tell("selfplay", "--games", games, "--nodes", 20, "--evaluation", "base", "--out", path, *options)


def show(what):
    """What `pbrain-tengen weights` shows of a file or a rule"""
    return run("weights", what)


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
        refusal("weights", broken)
    for what in ("7", "gomoku", folder, folder / "nothing"):
        refusal("weights", what)
    for words in ("", "renju caro"):
        assert refusal("weights", *words.split()).startswith("pbrain-tengen weights: ")
    assert str(ROOT).encode() not in Path(PROGRAM).read_bytes()


def what_comes_without_end_is_refused(folder):
    """Long before the memory is used up, in one sentence."""
    refusal("train", "/dev/zero", "--out", folder / "out.bin")
    command = f"yes h8i9g7 | '{PROGRAM}' selfplay --games 1 --openings /dev/stdin"
    assert "larger than 256 MiB" in call("sh", "-c", command, status=REFUSED, preexec_fn=limit_memory).stderr


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def it_learns_and_says_so(folder):
    games, others, out, again, log = (folder / name for name in ("games", "others", "out.bin", "again.bin", "log"))
    make_games(games, "--rule", 4)
    make_games(others, "--rule", 4, "--seed", 2)
    told = tell("train", games, others, "--rounds", 2, "--out", out, "--log", log)
    assert told == log.read_text() and "round   2 of 2  value 0." in told, told
    shown = show(out)
    assert shown.startswith("weights for rule 4 renju") and "Pattern network: from 1" in shown, shown[:500]
    named = " ".join(shown.split()).count(" rule 4 size 15x15 win 5 nodes 20 seed ")
    assert named == 2, "the files of games are not named"
    tell("train", games, others, "--rounds", 2, "--out", again, "--threads", 3)
    assert again.read_bytes() == out.read_bytes()
    tell("train", games, others, "--rounds", 2, "--out", again, "--lambda-percent", 100)
    assert again.read_bytes() != out.read_bytes()


def weights_are_compared(folder):
    """By games that neither learnt from, and by a match in one program."""
    games, frozen, out, duels = (folder / name for name in ("games", "frozen", "out.bin", "duels"))
    shipped = ROOT / "engine" / "eval" / "weights" / "freestyle.bin"
    make_games(games)
    make_games(frozen, "--seed", 3)
    tell("train", games, "--rounds", 1, "--out", out)
    told = run("compare", "--games", frozen, shipped, out, shipped)
    differences = re.findall(r"^  scores +\d+ +0\.\d+ +0\.\d+ +([-+]0\.\d+) +(0\.\d+) ", told, re.MULTILINE)
    assert len(differences) == 2 and differences[0] != differences[1] == ("+0.00000", "0.00000"), told
    assert f"{shipped} against {shipped}" in told, told
    for words in ([], ["--games", frozen, shipped], [shipped, out], ["--games", out, shipped, out],
                  ["--games", frozen, shipped, frozen], ["--games", folder / "missing", shipped, out]):
        refusal("compare", *words)
    duels.write_text("h8i9g7\nj6l7m6i4 - -\n")
    words = ["duel", "--nodes", 30, "--duels", duels, "--weights"]
    here, there = (run(*words, one, "--against", other).splitlines() for one, other in ((out, shipped), (shipped, out)))
    assert [line[::-1].translate(str.maketrans("01", "10")) for line in there[:2]] == here[:2], (here, there)
    assert re.fullmatch(r"# 4 games, \d+\.\d\d %, .* Elo \(.* to .*\)", here[2]), here
    assert run(*words, shipped).splitlines()[:2] == run(*words, shipped, "--against", shipped).splitlines()[:2]
    for words in (["--weights", frozen], ["--weights", shipped, "--rule", 1], ["--weights", folder / "missing"]):
        refusal("duel", "--duels", duels, *words)
    duels.write_text("h8i9g7 LMR_BASE=100 -\n")
    if call(PROGRAM, "parameters", status=None).returncode != 0:
        assert "constants" in refusal("duel", "--duels", duels, "--weights", out)


def what_makes_no_sense_is_refused(folder):
    games, other, out = folder / "games", folder / "other", folder / "out.bin"
    make_games(games)
    make_games(other, "--rule", 1, games=2)
    few, cut, nothing = folder / "few", folder / "cut", folder / "nothing"
    make_games(few, games=1)
    cut.write_bytes(games.read_bytes()[:-10])
    nothing.write_text("nothing\n")
    for files in ([games, other], [few], [cut], [nothing], [folder / "missing"], [folder], []):
        assert refusal("train", *files, "--out", out).startswith("pbrain-tengen train: "), files
    for options in ("", "--out", "--out x --rounds -1", "--out x --lambda-percent 101", "--out x --threads 0", "--out x --epochs 1",
                    "--out x --policy-only"):
        tell("train", games, *options.split(), status=REFUSED)
    tell("train", games, "--rounds", 1, "--out", folder / "no" / "where.bin", status=REFUSED)
    small = folder / "small"
    make_games(small, "--size", 9, "--win-length", 4)
    assert "no tables" in tell("train", small, "--out", out, status=REFUSED)
    assert not out.exists()


def it_goes_on_where_it_was_stopped(folder):
    games, whole, part, state = folder / "games", folder / "whole.bin", folder / "part.bin", folder / "state"
    make_games(games)
    options = ["--rounds", 40]
    tell("train", games, *options, "--out", whole)
    for _ in range(ATTEMPTS):
        part.unlink(missing_ok=True)
        state.unlink(missing_ok=True)
        with begin(PROGRAM, "train", games, *options, "--out", part, "--state", state) as process:
            while not process.stderr.readline().startswith("round"):
                assert process.poll() is None
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE_S)
        if process.returncode != 0:     # else it was done before the signal came
            break
    assert process.returncode == 1 and state.exists(), process.returncode
    assert part.read_bytes() != whole.read_bytes()
    tell("train", games, *options, "--out", part, "--state", state)
    assert part.read_bytes() == whole.read_bytes()
    assert "other games or options" in tell("train", games, "--rounds", 41, "--out", part, "--state", state, status=REFUSED)
    state.write_bytes(state.read_bytes()[:-5])
    assert "damaged" in tell("train", games, *options, "--out", part, "--state", state, status=REFUSED)


def it_begins_with_weights(folder):
    """They are worth what the training found that made them; nothing else is taken for weights."""
    games, weights, out = (folder / name for name in ("games", "weights.bin", "out.bin"))
    make_games(games, "--rule", 4)
    told = tell("train", games, "--rounds", 3, "--out", weights)
    held_out = re.findall(r"held out (0\.\d+)", told)[-1]
    told = tell("train", games, "--rounds", 0, "--out", out, "--start", weights)
    again = re.findall(r"held out (0\.\d+)", told)[-1]
    assert "it begins with the weights " in told and "begun with the weights " in show(out), told
    assert abs(float(again) - float(held_out)) < 0.0003, (held_out, told)
    assert out.read_bytes() != weights.read_bytes()     # where they come from is another matter
    damaged = folder / "damaged.bin"
    damaged.write_bytes(weights.read_bytes()[:-1])
    for wrong in (damaged, games):
        assert "weights to begin with" in tell("train", games, "--out", out, "--start", wrong, status=REFUSED)
    for wrong in (folder / "missing", folder):
        tell("train", games, "--out", out, "--start", wrong, status=REFUSED)


def other_games_can_be_held_out(folder):
    """A fixed set measures two sets of weights; without rounds weights are measured as they are."""
    games, frozen, out, later = (folder / name for name in ("games", "frozen", "out.bin", "later.bin"))
    make_games(games)
    make_games(frozen, "--seed", 2)
    told = tell("train", games, "--rounds", 2, "--held-out", frozen, "--out", out)
    assert told.startswith("80 games, ") and "; held out 80, " in told, told
    provenance = " ".join(show(out).split())
    assert re.search(r"held out: 80 games, hash \w+: tengen-games \d rule 0 size 15x15 win 5 nodes 20 seed 2 ", provenance)
    last = re.findall(r"held out (\d\.\d+)", told)[-2:]
    told = tell("train", games, "--rounds", 0, "--held-out", frozen, "--out", later, "--start", out)
    again = re.findall(r"held out (\d\.\d+)", told)
    assert all(abs(float(one) - float(other)) < 0.002 for one, other in zip(again, last)), (told, last)
    told = tell("train", games, "--rounds", 0, "--held-out", frozen, "--out", later)
    assert re.findall(r"held out (\d\.\d+)", told) != last, told
    for wrong in (folder / "missing", folder, out):
        told = tell("train", games, "--rounds", 1, "--out", out, "--held-out", wrong, status=REFUSED)
        assert told.strip().splitlines()[-1].startswith("pbrain-tengen train: "), told


def a_generation_stops_and_goes_on(folder):
    """In the step after the play it is stopped; and the options it was begun with are kept."""
    generation = folder / "generation"
    frozen = folder / "frozen"
    make_games(frozen, "--seed", 3, games=2)
    command = [sys.executable, TRAIN, "0", generation, "--games", "100", "--nodes", "20", "--rounds", "1000", "--threads", "1",
               "--held-out", frozen]
    environment = dict(os.environ, TENGEN_PROGRAM=PROGRAM)
    log = generation / "value.log"
    for _ in range(2):      # the second time it finds the games made, and a state
        before = log.read_text().count("round ") if log.exists() else 0
        with begin(*command, env=environment) as process:
            deadline = time.monotonic() + PATIENCE_S
            while not log.exists() or log.read_text().count("round ") <= before:
                assert process.poll() is None and time.monotonic() < deadline, process.communicate()
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == STOPPED and "the same command goes on" in said, (process.returncode, said)
        assert "Traceback" not in said, said
        assert len(list((generation / "games").glob("*.games"))) == 1
    assert '--seed "1", not "2"' in call(*command, "--seed", 2, env=environment, status=REFUSED).stderr


# In the place of cmake, for a build takes minutes: the candidate is this program, whatever its weights.
NO_CMAKE = """\
#!/bin/sh
[ "$1" != --build ] || { mkdir -p "$2" && ln -s "$TENGEN_PROGRAM" "$2/pbrain-tengen"; }
"""


def was_labelled(generation, nodes):
    """Has the folder say what an earlier version noted: with how many nodes positions were searched again, 0 for none"""
    path = generation / "generation.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "label_nodes": nodes, "label_percent": 100}))


def a_generation_runs_to_its_end(folder):
    """All steps, with the new weights in the sources of the candidate; called again, by the name of the rule, it has
    nothing left to do. The folder of an earlier version goes on, too, unless it learnt from what is no longer made."""
    generation, weights = folder / "generation", ROOT / "engine" / "eval" / "weights"
    (folder / "cmake").write_text(NO_CMAKE)
    (folder / "cmake").chmod(0o755)
    environment = dict(os.environ, TENGEN_PROGRAM=PROGRAM, PATH=f"{folder}:{os.environ['PATH']}")
    options = ["--games", "40", "--nodes", "20", "--rounds", "1", "--threads", "1", "--match-nodes", "50", "--match-games", "4",
               "--yardstick-games", "1"]
    first = call(sys.executable, TRAIN, "4", generation, *options, env=environment).stdout
    was_labelled(generation, 0)
    again = call(sys.executable, TRAIN, "renju", generation, *options, env=environment).stdout
    assert re.findall("^--- (.*)", first, re.M) == ["play", "yardstick", "value", "policy", "compare", "build", "match"], first
    assert re.findall("^--- (.*)", again, re.M) == ["play", "match"], again
    report = (generation / "report.txt").read_text()
    assert first.endswith(report) and again.endswith(report), (report, again)
    learnt, tree = generation / "weights.bin", generation / "candidate" / "engine" / "eval" / "weights"
    assert report.startswith("rule 4, 1 files of games, 40 games of 20 nodes a move\n1 games, "), report
    assert f"{learnt} against {weights / 'renju.bin'}" in report and "\n  results " in report, report
    assert f"cp {learnt} {weights / 'renju.bin'}" in report and "Pattern network: " in show(learnt)
    changed = {path.name for path in weights.iterdir() if path.read_bytes() != (tree / path.name).read_bytes()}
    assert changed == {"renju.bin"} and (tree / "renju.bin").read_bytes() == learnt.read_bytes(), changed
    assert (generation / "match" / "games.jsonl").read_text().count('"type":"game"') == 4
    was_labelled(generation, 5000)
    refused = call(sys.executable, TRAIN, "4", generation, *options, env=environment, status=REFUSED)
    assert '--label-nodes "5000", not "0"' in refused.stderr, refused


def a_generation_refuses_what_is_not_there(folder):
    for rule in ("gomoku", "9", ""):
        done = call(sys.executable, TRAIN, rule, folder / "generation", "--program", PROGRAM, status=REFUSED)
        assert "0 freestyle, 1 standard, 4 renju, 8 caro" in done.stderr, done
    for options in (["--start", folder / "missing"], ["--start", folder], ["--earlier", folder], ["--earlier", folder / "missing"],
                    ["--held-out", folder / "missing"], ["--size", 10], ["--match-games", 10000], ["--sprt", 5, 0]):
        done = call(sys.executable, TRAIN, 0, folder / "generation", "--program", PROGRAM, *options, status=REFUSED)
        assert len(done.stderr.splitlines()) == 1, (options, done)
    assert not (folder / "generation").exists()


def main():
    check_all(it_learns_and_says_so, weights_can_be_shown, what_comes_without_end_is_refused,
              what_makes_no_sense_is_refused, it_goes_on_where_it_was_stopped,
              it_begins_with_weights, weights_are_compared, other_games_can_be_held_out,
              a_generation_stops_and_goes_on, a_generation_runs_to_its_end, a_generation_refuses_what_is_not_there)
    print("train: it learns, stops, goes on and refuses as it should")


if __name__ == "__main__":
    main()

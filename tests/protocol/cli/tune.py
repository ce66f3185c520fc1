#!/usr/bin/env python3
"""Runs `scripts/tune` and the commands behind it as a person would: a run, its log, stopping, refusals.

usage: tune.py PROGRAM

A program whose parameters are constants must say so, in one line. Whether a step leads the right way is for
matches/test_spsa.py; here it is whether the games that are played are those that count.
"""

import json
import os
import re
import signal
import sys

import program
from program import FAILED, PATIENCE_S, PROGRAM, REFUSED, ROOT, SCRIPTS, STOPPED, check_all, wait_until
from matches import spsa, trials, tunelog, tuning

TUNE = SCRIPTS / "tune"
SIZE, NODES, PAIRS = 11, 150, 6     # on smaller boards or with fewer nodes games end alike, whatever the parameters
OF_SEVERAL_THREADS = ("SOLVER_THREAD_PERCENT", "VOTE_WORST")     # these do nothing in the games of a tuning
SEEDS = range(1, 11)    # with one of them either side wins a game, whatever the evaluation makes of the openings


def call(*words, status=0):
    """What it output; complaints must be there if it fails, in one line, and only then."""
    done = program.call(*words, status=status)
    assert done.stderr.count("\n") == (status != 0), (words, done.stderr)
    return done.stdout or done.stderr


def openings_file(folder):
    path = folder / "openings.txt"
    path.write_text("e5f6d4c3\nc3g7\ne5e6\nd5f5\n")
    return path


def command(folder, *words, log="log", kinds=None):
    games = [word for kind in kinds or (f"0 {SIZE} {openings_file(folder)}",) for word in ("--game", *kind.split())]
    return [sys.executable, TUNE, "--program", PROGRAM, "--log", folder / log, "--nodes", str(NODES), "--pairs", "3",
            *games, *words]


def tune(folder, *words, status=0, **settings):
    """What it output, and the lines of its log if all went well"""
    output = call(*command(folder, *words, **settings), status=status)
    path = folder / settings.get("log", "log")
    return output, [json.loads(line) for line in path.read_text().splitlines()] if status == 0 else None


def uneven_run(folder, *words, log="log"):
    """The first seed with which a pair is uneven, for a run of even pairs proves nothing, and the lines of its log"""
    for seed in SEEDS:
        (folder / log).unlink(missing_ok=True)
        _, lines = tune(folder, *words, "--seed", seed, log=log)
        if any(any(line["scores"]) for line in lines if line["type"] == "iteration"):
            return seed, lines
    raise AssertionError("all pairs were even, with every seed")


def parameters_with(setting, status=0):
    environment = {**os.environ, "TENGEN_PARAMETERS": setting}
    return program.call(PROGRAM, "parameters", status=status, env=environment)


def is_tunable():
    return parameters_with("", status=None).returncode == 0


# --- constants --------------------------------------------------------------------------------------------------------


def constants_are_told_apart(folder):
    for words in (["parameters"], ["duel"]):
        done = program.call(PROGRAM, *words, status=None)
        assert done.returncode in (FAILED, REFUSED) and not done.stdout and "-DTUNING=ON" in done.stderr, done
    output, _ = tune(folder, status=REFUSED)
    assert "-DTUNING=ON" in output and not (folder / "log").exists(), output


# --- settings ---------------------------------------------------------------------------------------------------------


def a_run_is_told_and_logged(folder):
    starts = openings_file(folder)
    output, lines = tune(folder, "--iterations", 4, kinds=(f"0 {SIZE} {starts}", f"8 {SIZE}"))
    assert [line["type"] for line in lines] == ["tuning", *["openings"] * 2, *["iteration"] * 4], lines
    assert [line["game"] for line in lines[3:]] == [0, 1, 0, 1]
    assert lines[1]["openings"] == starts.read_text().split() and len(lines[2]["openings"]) == tuning.OPENINGS
    names = [parameter["name"] for parameter in lines[0]["parameters"]]
    listed = [line.split()[0] for line in call(PROGRAM, "parameters").splitlines()]
    idle = [name for name in listed if name in OF_SEVERAL_THREADS or name.startswith(tunelog.OF_THE_CLOCK)]
    assert names == [name for name in listed if name not in idle] and len(idle) > len(OF_SEVERAL_THREADS), names
    assert all(list(line["values"]) == names and len(line["scores"]) == 3 for line in lines[3:])
    assert f"4 iterations, 24 games at {NODES} nodes" in output


def only_parameters_with_a_say_are_moved(folder):
    _, lines = tune(folder, "--iterations", 1, "--parameters", "QUIESCENCE_*")
    assert [parameter["name"] for parameter in lines[0]["parameters"]] == ["QUIESCENCE_PLIES"]
    _, lines = tune(folder, "--iterations", 6, "--parameters", "QUIESCENCE_*", log="two",
                    kinds=[f"{rule} 9 {openings_file(folder)}" for rule in (0, 8)])
    steps = [line["values"] for line in lines if line["type"] == "iteration"]
    for name, kind in (("QUIESCENCE_PLIES", 0), ("QUIESCENCE_PLIES_CARO", 1)):
        way = [spsa_start(lines, name), *(values[name] for values in steps)]
        assert all(way[i] == way[i + 1] for i in range(6) if i % 2 != kind), (name, way)


def what_one_thread_does_not_use_is_not_tuned(folder):
    for name in OF_SEVERAL_THREADS:
        output, _ = tune(folder, "--parameters", name, status=REFUSED)
        assert f"no parameter with an effect in these games is called {name}" in output, output


def the_clock_is_tuned_by_games_that_it_shares(folder):
    clock = ("--parameters", "CLOCK_*")
    assert "no parameter with an effect" in tune(folder, *clock, status=REFUSED)[0]
    assert "--match" in tune(folder, "--increment", 9, status=REFUSED)[0]
    output, lines = tune(folder, "--iterations", 6, "-a", 20, "-c", 1, "--match", 5000, "--increment", 100, *clock)
    assert "36 games at 5000 nodes for a side and 100 for a move" in output, output
    assert all(parameter["name"].startswith("CLOCK_") for parameter in lines[0]["parameters"])
    assert any(any(line["scores"]) for line in lines[2:]) and "env TENGEN_PARAMETERS=CLOCK_" in output, output


def a_rule_has_a_number_and_a_name(folder):
    _, lines = tune(folder, "--iterations", 1, "--parameters", "LMR_*", kinds=[f"caro-exact-five {SIZE} {openings_file(folder)}"])
    assert lines[0]["kinds"][0]["rule"] == 9, lines[0]["kinds"]
    output, _ = tune(folder, kinds=["gomoku"], log="two", status=REFUSED)
    assert '"gomoku" is no rule' in output, output


def spsa_start(lines, name):
    return next(parameter["value"] for parameter in lines[0]["parameters"] if parameter["name"] == name)


def scores_are_those_of_the_games(folder):
    """The trials of an iteration, played again by hand, lead to the values in the log."""
    trial = spsa.Trial({"A": 1, "B": 2}, {"A": 3, "B": 4})
    assert tuning.duel_line([(7, 7), (8, 8)], trial) == "h8i9 A=1,B=2 A=3,B=4\n"
    seed, lines = uneven_run(folder, "--iterations", 1, "--pairs", PAIRS)
    settings, starts, step = lines
    parameters = [spsa.Parameter(**parameter) for parameter in settings["parameters"]]
    gains, values = spsa.Gains(**settings["gains"]), spsa.start(parameters)
    trials = spsa.trials(parameters, values, gains, 1, PAIRS, seed)
    run = tuning.Tuning([tuning.Kind(0, SIZE, SIZE, "")], parameters, gains, NODES, PAIRS, 1, seed, settings["engine"])
    assert settings["engine"] == call(PROGRAM, "--version").split()[-1]
    chosen = tuning.chosen([tuning.points(text) for text in starts["openings"]], run, 1)
    duels = folder / "duels"
    duels.write_text("".join(tuning.duel_line(start, trial) for start, trial in zip(chosen, trials)))
    played = call(PROGRAM, "duel", "--size", SIZE, "--nodes", str(NODES), "--duels", duels).split("\n")[:-1]
    worth = {"1": 1, "=": 0, "0": -1}
    assert step["scores"] == [(worth[line[0]] + worth[line[2]]) / 2 for line in played], (step, played)
    assert step["values"] == spsa.moved(parameters, values, gains, 1, trials, step["scores"])


def it_goes_on_where_it_was_killed(folder):
    words = ["--iterations", 4, "--seed", uneven_run(folder, "--iterations", 4, log="whole")[0]]
    whole = (folder / "whole").read_bytes()
    for number, status in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, STOPPED), (signal.SIGTERM, STOPPED)):
        (folder / "log").unlink(missing_ok=True)
        process = program.begin(*command(folder, *words))
        wait_until(lambda: (folder / "log").exists() and (folder / "log").read_bytes().count(b"\n") > 3, process)
        process.send_signal(number)
        output, complaint = process.communicate(timeout=PATIENCE_S)
        assert process.returncode in (status, 0), (process.returncode, complaint)
        assert "Traceback" not in complaint and ("--resume" in complaint) == (process.returncode == STOPPED), complaint
        (folder / "log").write_bytes((folder / "log").read_bytes()[:-20])
        tune(folder, *words, "--resume", "--concurrency", 2)
        assert (folder / "log").read_bytes() == whole, number


def it_may_go_on_for_longer(folder):
    tune(folder, "--iterations", 5, log="whole")
    tune(folder, "--iterations", 3)
    for _ in range(2):
        output, _ = tune(folder, "--iterations", 5, "--resume")
        assert "5 iterations" in output and (folder / "log").read_bytes() == (folder / "whole").read_bytes(), output


def another_run_is_not_gone_on_with(folder):
    tune(folder, "--iterations", 2)
    before = (folder / "log").read_bytes()
    assert "--resume" in tune(folder, status=REFUSED)[0]
    for words in ("--seed 2", "--nodes 41", "--pairs 4", "-a 1", "--parameters LMR_*"):
        assert "another run" in tune(folder, "--resume", *words.split(), status=REFUSED)[0], words
    assert "another run" in tune(folder, "--resume", status=REFUSED, kinds=("0 10",))[0]
    assert (folder / "log").read_bytes() == before
    (folder / "log").write_bytes(before.replace(b'"engine":"', b'"engine":"1'))    # of other sources
    assert "another run" in tune(folder, "--resume", status=REFUSED)[0]
    for text in ("", "nothing\n", '{"type":"match"}\n'):
        (folder / "log").write_text(text)
        assert "log" in tune(folder, "--resume", status=REFUSED)[0]


def what_it_prints_can_be_used(folder):
    """The rows stand so in parameter_rows.h, but for the value; the setting of the match is one the program takes."""
    words = ("--iterations", 3, "-a", 20)
    seed, _ = uneven_run(folder, *words)
    (folder / "log").unlink()
    output, lines = tune(folder, *words, "--seed", seed)
    source = (ROOT / "engine" / "search" / "parameter_rows.h").read_text().split("\n")
    new = {name: int(value) for name, _, value in re.findall(r"^(\w+) +(\d+) +(\d+) +[+-]", output, re.M)}
    rows = [line for line in output.split("\n") if line.startswith("ROW(")]
    assert new == spsa.answer([*(line["values"] for line in lines if line["type"] == "iteration")])
    for row in rows:
        name = re.match(r"ROW\((\w+),", row)[1]
        parameter = next(spsa.Parameter(**parameter) for parameter in lines[0]["parameters"] if parameter["name"] == name)
        assert row == tuning.source_line(parameter, new[name]) and new[name] != parameter.value
        assert tuning.source_line(parameter, parameter.value) in source, name
    candidate = trials.candidate(output.splitlines()[-1], "the last line")
    assert candidate.source == "parameters", candidate
    done = parameters_with(candidate.value)
    now = {line.split()[0]: int(line.split()[1]) for line in done.stdout.splitlines()}
    assert rows and {name: now[name] for name in new} == new, done


def switches_are_measured_by_the_same_games(folder):
    """No value moves, and a duel is played by nothing but what is on."""
    lmr = next(line.split() for line in call(PROGRAM, "parameters").splitlines() if line.startswith("LMR_BASE "))
    switches = ["RFP_DEPTH=1,RAZOR_DEPTH=0", f"LMR_BASE={lmr[2]}"]
    output, lines = tune(folder, "--iterations", 2, *(word for switch in switches for word in ("--switch", switch)))
    assert all(line["values"] == dict.fromkeys(switches, 0) for line in lines[2:]) and "parameter_rows.h" not in output, output
    assert all(re.search(rf"^{switch} +[+-]\d.* to [+-].* [+-]\d+\.\d\d", output, re.M) for switch in switches), output
    on = spsa.Trial({switches[0]: 1, switches[1]: 0}, {switches[0]: 0, switches[1]: 0})
    assert tuning.duel_line([(7, 7), (8, 8)], on) == f"h8i9 {switches[0]} -\n"


def wrong_words_are_refused(folder):
    wrong = ["--nodes 0", "--nodes x", "--pairs 0", "--iterations 0", "--concurrency 0", "--seed x", "-a 0", "-a x", "--switch NO=1",
             "-c 0", "-c -1", "-A -1", "-A inf", "--alpha nan", "--parameters", "--log", "--what"]
    for words in wrong:
        done = program.call(*command(folder), *words.split(), status=REFUSED)
        assert done.stderr.startswith("tune: ") and done.stderr.count("\n") == 1, (words, done)
    starts = openings_file(folder)
    for kind, complaint in (("2 15", "no rule"), ("x", "no rule"), ("0 15 a b", "RULE"), ("0 x", "size"), ("0 2", "3"),
                            ("4 15 /nowhere", "nowhere"), (f"0 5 {starts}", "outside"), (f"0 9 {folder}", ".psq")):
        assert complaint in tune(folder, status=REFUSED, kinds=(kind,))[0], kind
    assert "RFP_" in tune(folder, "--parameters", "NOTHING", status=REFUSED)[0]
    assert "TUNING" in tune(folder, "--program", "/nowhere", status=REFUSED)[0]
    assert tune(folder, "--program", "/bin/false", status=REFUSED)[0].startswith("tune: ")
    assert not (folder / "log").exists()
    for setting in ("X=1", "ORDER_OWN=99", "ORDER_OWN"):
        done = parameters_with(setting, status=FAILED)
        assert setting in done.stderr and not done.stdout, done


def main():
    checks = [a_run_is_told_and_logged, only_parameters_with_a_say_are_moved, what_one_thread_does_not_use_is_not_tuned,
              the_clock_is_tuned_by_games_that_it_shares, a_rule_has_a_number_and_a_name, scores_are_those_of_the_games,
              it_goes_on_where_it_was_killed, it_may_go_on_for_longer, another_run_is_not_gone_on_with,
              what_it_prints_can_be_used, switches_are_measured_by_the_same_games,
              wrong_words_are_refused] if is_tunable() else [constants_are_told_apart]
    check_all(*checks)
    print(f"tune: {len(checks)} checks of a program whose parameters are {'settings' if is_tunable() else 'constants'}")


if __name__ == "__main__":
    main()

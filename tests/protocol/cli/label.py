#!/usr/bin/env python3
"""Runs `pbrain-tengen label` as a person would: files into a folder, killed and called again, what it refuses, and that
`train` learns something else from labels.

usage: label.py PROGRAM

That each label is what a search says is for test_label.c.
"""

import os
import pty
import re
import signal

from program import FAILED, PATIENCE_S, PROGRAM, REFUSED, begin, call, check_all, refusal, run, tell, wait_until

LABEL = ["--nodes", 100]
SLOW = ["--nodes", 20000, "--threads", 1]     # sure to be interrupted
GAMES = 30


def make_games(path, *options, games=GAMES):
    tell("selfplay", "--games", games, "--nodes", 20, "--random-percent", 10, "--out", path, *options)
    return path


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def threads_change_nothing(folder):
    games = [make_games(folder / "text"), make_games(folder / "1.games", "--seed", 2, "--binary")]
    for threads in (1, 3):
        said = run("label", *games, *LABEL, "--threads", threads, "--out", folder / str(threads))
        assert re.fullmatch(r"(.*/(text|1\.games): [1-9]\d* positions, \d+ a second\n){2}", said), said
    assert contents(folder / "1") == contents(folder / "3") and len(contents(folder / "1")) == 2
    assert (folder / "1" / "text").read_text().startswith("tengen-games 5 ")
    assert (folder / "1" / "1.games").read_bytes().startswith(b"tengen\ng")


def both_forms_give_each_other(folder):
    """Labels of a text, turned into binary and back."""
    games = make_games(folder / "text")
    run("label", games, *LABEL, "--out", folder / "labels")
    run("records", folder / "labels" / "text", "--out", folder / "binary")
    run("records", folder / "binary", "--out", folder / "again")
    assert (folder / "again").read_bytes() == (folder / "labels" / "text").read_bytes()
    said = run("records", folder / "binary")
    assert f"{GAMES} of {GAMES}" in said and " label-nodes 100 label-percent 100 label-source " in said, said


def it_goes_on_where_it_was_killed(folder):
    """Of the second file nothing is left but what was beside it; the first stays as it is."""
    first, second = make_games(folder / "first", games=1), make_games(folder / "second", games=200)
    made = folder / "made"
    for number in (signal.SIGINT, signal.SIGKILL):
        (made / "second.part").unlink(missing_ok=True)
        process = begin(PROGRAM, "label", first, second, *SLOW, "--out", made)
        assert wait_until(lambda: (made / "second.part").exists() and (made / "second.part").stat().st_size, process)
        process.send_signal(number)
        complaint = process.communicate(timeout=PATIENCE_S)[1]
        assert process.returncode == (-number if number == signal.SIGKILL else FAILED), process.returncode
        assert number == signal.SIGKILL or "stopped; the file is as it was before" in complaint, complaint
        assert (made / "first").exists() and not (made / "second").exists()
        before = (made / "first").stat()
    few = ["--percent", 1, "--nodes", 20000]
    run("label", second, *few, "--out", folder / "few")
    assert "it is there" in run("label", first, *SLOW, "--out", made)
    assert (made / "first").stat().st_ino == before.st_ino
    run("label", second, *few, "--out", made)
    assert (made / "second").read_bytes() == (folder / "few" / "second").read_bytes()
    assert not (made / "second.part").exists()


def what_makes_no_sense_is_refused(folder):
    games, made, new = make_games(folder / "games"), folder / "made", folder / "new"
    run("label", games, *LABEL, "--out", made)
    before = contents(made)
    other, cut, changed = (folder / name / "games" for name in ("other", "cut", "changed"))
    for path in (other, cut, changed):
        path.parent.mkdir()
    make_games(other, "--seed", 2)
    text = games.read_text()
    cut.write_text(text[:-10])
    changed.write_text(text.replace("seed 1", "seed 2"))
    cases = [([games, "--nodes", 101], "label-nodes 100, not 101"), ([games, *LABEL, "--percent", 50], "label-percent 100, not 50"),
             ([other, *LABEL], "seed 1, not 2")]
    for words, complaint in cases:
        assert complaint in refusal("label", *words, "--out", made), words
    assert contents(made) == before
    for words in ([cut], [changed], [made / "games"], [folder / "missing"], [folder], [games, "--nodes", 0],
                  [games, "--percent", 0], [games, "--percent", 101], [games, "--threads", 0], [games, "--made-up", 1]):
        refusal("label", *words, "--out", new)
        assert not new.exists() or contents(new) == {}, words
    for words in ([], [games], ["--out", new], [games, "--out", games], [games, *LABEL, "--out", folder]):
        refusal("label", *words)
    assert games.read_text() == text
    (made / "games").write_bytes(before["games"][:-1])
    assert "cut off" in refusal("label", games, *LABEL, "--out", made)
    assert (made / "games").read_bytes() == before["games"][:-1]


def a_full_disk_leaves_nothing(folder):
    if not os.path.exists("/dev/full"):
        return
    games, made = make_games(folder / "games"), folder / "made"
    made.mkdir()
    (made / "games.part").symlink_to("/dev/full")
    assert "cannot be written" in tell("label", games, *LABEL, "--out", made, status=FAILED)
    assert not (made / "games").exists()


def other_weights_are_learnt(folder):
    """Labels teach something else than the games; games with and without labels can be learnt from together."""
    games = make_games(folder / "games", games=80)
    run("label", games, *LABEL, "--out", folder / "labels")
    run("label", games, *LABEL, "--percent", 30, "--out", folder / "some")
    learnt, positions = {}, {}
    for name, files in {"games": [games], "labels": [folder / "labels" / "games"], "some": [folder / "some" / "games"],
                        "all": [folder / "some" / "games", games]}.items():
        told = tell("train", *files, "--rounds", 1, "--out", folder / "out.bin")
        learnt[name] = (folder / "out.bin").read_bytes()
        positions[name] = int(re.search(r"(\d+) for the policy", told)[1])
        shown = " ".join(run("weights", folder / "out.bin").split())
        assert (" label-nodes 100 " in shown) == (name != "games"), shown[:2000]
    assert len(set(learnt.values())) == len(learnt)
    assert positions["some"] < positions["labels"] // 2 and positions["all"] > positions["some"] * 2, positions


def records_of_other_labels_do_not_mix(folder):
    for first in (0, 5):
        make_games(folder / f"{first}.games", "--first", first, "--binary", games=5)
    run("label", folder / "0.games", *LABEL, "--out", folder / "labels")
    told = tell("records", folder / "labels" / "0.games", folder / "5.games", "--out", folder / "x", status=REFUSED)
    assert "is of another set than" in told and not (folder / "x").exists(), told


def what_is_printed_names_progress(folder):
    """A person at a terminal sees positions a second; elsewhere standard error stays empty."""
    games = make_games(folder / "games")
    done = call(PROGRAM, "label", games, *LABEL, "--out", folder / "made")
    assert done.stderr == "" and done.stdout.startswith(f"{folder / 'made' / 'games'}: "), done
    person, terminal = pty.openpty()
    call(PROGRAM, "label", games, *LABEL, "--out", folder / "shown", stderr=terminal)
    os.close(terminal)
    shown = os.read(person, 1 << 16).decode()
    os.close(person)
    assert re.search(r"\d+ of \d+ positions, \d+ a second ", shown), shown


def main():
    check_all(threads_change_nothing, both_forms_give_each_other, it_goes_on_where_it_was_killed,
              what_makes_no_sense_is_refused, a_full_disk_leaves_nothing, other_weights_are_learnt,
              records_of_other_labels_do_not_mix, what_is_printed_names_progress)
    print("label: it searches again, goes on and refuses as it should")


if __name__ == "__main__":
    main()

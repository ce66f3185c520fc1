#!/usr/bin/env python3
"""Runs `pbrain-tengen prove` as a person would: proofs of several rules and boards, wrong input, stopping and going on.

usage: prove.py PROGRAM

Each proof is read by scripts/verify, which shares no code with the engine. TENGEN_VERIFY names another checker.
"""

import gzip
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

from program import (
    FAILED, PROGRAM, REFUSED, SCRIPTS, begin, both, call, check_all, children, is_gone, its_child_dies_with, refusal, wait_until)
from matches import work
from proofs import names, solving

VERIFY = os.environ.get("TENGEN_VERIFY", SCRIPTS / "verify")
NO_ANSWER, NO_WIN = FAILED, 3
MEMORY_MB = 128
OTHER_MB = 40               # program, weights and what the system gives out in larger pieces
KINDS = 9                   # of answers to b2 on 4x4: the rest are their images in the diagonal
STATE_CUT = 40              # a byte in the middle of a state, counted from its end

# A few stones of advantage: won by a dozen moves, with quiet ones among them.
GAME = ["h8", "a1", "i9", "a15"]
TREE = ["--rule", "4", *GAME, "--first", "g9"]      # no single attempt proves the answers to it, so there is a tree
WON = [  # what is proven, beside the game
    ["--rule", "0", *GAME],
    ["--rule", "1", *GAME],
    TREE,
    ["--rule", "4", *GAME, "g9", "o1"],                                     # black, whose fouls a proof must avoid
    ["--rule", "4", "--black", "a1c1e1", "--white", "h8i9g9", "--turn", "white"],   # white, who counts on them
    ["--rule", "8", *GAME, "g9", "o1"],
    ["--rule", "9", *GAME, "g9", "o1"],
    ["--size", "12x9", "--rule", "1", "--win-length", "4", "f5", "a1"],
    ["--size", "32", "p16", "a1", "q17", "a2", "o17", "a3"],
    [*GAME, "--first", "g9"],                                               # a move that it would not choose
    ["--size", "4x3", "--win-length", "3"],
    ["--size", "4x3", "--win-length", "3", "--first", "b2"],
    ["--size", "6x5", "--win-length", "4", "c3", "a1"],
    ["h8", "h9", "i8", "i9", "j8", "a1"],                                   # an open three at once
]
BAD: list[tuple[list[str], str]] = [  # what is asked, and words of the complaint
    ([], "--out"),
    (["h8", "--out", "x", "--size", "2"], "3 to 32"),
    (["h8", "--out", "x", "--size", "4"], "smaller than win_length"),
    (["h8", "h8", "--out", "x"], "stone 2 lies where there is one already"),
    (["p1", "--out", "x"], "stone 1 lies outside the board"),
    (["hello", "--out", "x"], "'hello' is no point"),
    (["7,7,7", "--out", "x"], "is no point"),
    (["h8", "--out", "x", "--rule", "3"], "--rule must be"),
    (["h8", "--out", "x", "--rule", "4", "--win-length", "4"], "renju is played with win_length 5"),
    (["h8", "--out", "x", "--memory", "5"], "--memory must be"),
    (["h8", "--out", "x", "--turn", "red"], "--turn must be black or white"),
    (["h8", "--out", "x", "--black", "h9"], "either a game or set up"),
    (["a1", "a2", "b1", "b2", "c1", "--size", "3", "--win-length", "3", "--out", "x"], "the game is over"),
    (["h8", "--out", "x", "--first", "p1"], "the first move lies outside"),
    (["h8", "--out", "x", "--first", "h8"], "the first move lies where there is a stone"),
    (["h8", "--out", "x", "--first", "hello"], "'hello' is no point"),
    (["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "--out", "x", "--first", "l8"], "ends the game"),
    (["--rule", "4", "--black", "h8i8j9j10", "--turn", "black", "--out", "x", "--first", "j8"], "forbids"),
    (["h8", "--out", "x", "--state", "."], ".: "),
    (["h8", "--out", "."], ".: Is a directory"),
    (["h8", "--out", "/nonexistent/x"], "/nonexistent/x: No such file"),         # before it searches, not after hours
    (["h8", "--out", "x", "--state", "/nonexistent/x"], "/nonexistent/x: No such file"),
]


def run(*arguments, status=0):
    """What it printed, and what it told on standard error"""
    return both("prove", *arguments, status=status)


def verify(*arguments, status=0):
    return call(sys.executable, VERIFY, *arguments, status=status)


def player(*proofs, says):
    """What scripts/proofs answers, who plays the winner's side by those proofs"""
    return call(sys.executable, SCRIPTS / "proofs", *proofs, stdin=None, input=says).stdout.split()


def wins_are_proven(folder):
    """Whatever the number of threads, the file is the same, and a checker believes it."""
    for i, position in enumerate(WON):
        out, again = folder / f"{i}.proof", folder / f"{i}.again"
        said, told = run(*position, "--out", out, "--jobs", 1)
        assert said.startswith("proven: ") and not told, (position, said, told)
        verify(out)
        run(*position, "--out", again, "--jobs", 3)
        assert again.read_bytes() == out.read_bytes(), position
    header = gzip.decompress((folder / "0.proof").read_bytes()).split(b"end\n")[0].decode()
    assert header.startswith("TENGEN PROOF 1\nrule 0\nboard 15 15\nwin 5\nmoves h8 a1 i9 a15\nattacker black\n"), header


def no_win_is_told(folder):
    out = folder / "none"
    said, told = run("--size", "3", "--win-length", "3", "--out", out, status=NO_WIN)
    assert not said and "there is no win" in told and not out.exists(), (said, told)
    said, told = run("--size", 3, "--win-length", 3, "--first", "b2", "--out", out, status=NO_WIN)
    assert not said and "that move does not win" in told and not out.exists(), (said, told)
    assert "a search says so" in told, told
    lost = ["h8", "a1", "i8", "a2", "i9"]       # white cannot stop all of these
    for moves, words in ((lost, "there is no win: black"), ([*lost, "--first", "a3"], "that move does not win: black")):
        said, told = run(*moves, "--out", out, status=NO_WIN)
        assert not said and re.search(rf"{words} can force a win in \d+ plies, as a search shows\n", told), (said, told)


def a_doubtful_win_is_told_early(folder):
    """Where a proof is not to be expected soon, somebody who waits for it is told so, once. In these positions the first
    searches are short, so that the limit leaves room for that."""
    for moves, words in ((["h8", "g8", "i7", "j6", "g9"], "a search sees black, the opponent, ahead: there may be no win to prove"),
                         (["h8", "h9"], "a search sees no win for black yet: the proof may take minutes or days, and there may be none")):
        said, told = run(*moves, "--nodes", 700000, "--out", folder / "none", status=NO_ANSWER)
        assert said.startswith(words + "\n") and said.count(words) == 1, (said, told)


def the_move_that_was_asked_for_is_proven(folder):
    """Others that win as well are not taken."""
    out = folder / "first"
    for first, answer in (("b2", "1,1"), ("a1", "0,0"), ("d3", "3,2")):
        run("--size", "4x3", "--win-length", 3, "--first", first, "--out", out)
        assert answer in player(out, says="RECTSTART 4,3\nBEGIN\nEND\n"), first


def what_makes_no_sense_is_refused(folder):
    for arguments, words in BAD:
        told = refusal("prove", *[folder / a if a == "x" else a for a in arguments])
        assert words in told, (arguments, told)
    assert not list(folder.glob("x*"))
    run("h8", "a1", "--black=", "--out", folder / "x", status=REFUSED)


def answers_are_counted_together(folder):
    """A proof for one answer of each kind refutes them all: the position before is won."""
    proofs, kind = [], "a1"
    while kind:
        proofs.append(folder / f"{kind}.proof")
        run("--size", 4, "--win-length", 3, "b2", kind, "--out", proofs[-1])
        done = verify("--after", "b2", *proofs, status=None)
        open_kinds = re.search(r"^after b2: \d+ of 15 answers refuted by \d+ proofs?; open, one of each kind: (.+)$", done.stdout, re.MULTILINE)
        kind = open_kinds[1].split()[0] if open_kinds else ""
        assert done.returncode == (1 if kind else 0), done
    assert len(proofs) == KINDS and f"after b2: all 15 answers refuted by {KINDS} proofs, black wins" in done.stdout, done
    assert "of no answer to c1" in verify("--after", "c1", proofs[0], status=REFUSED).stderr


def solve(folder, *arguments, status=0):
    """What scripts/solve said of b2 on 4x4, or of other moves"""
    done = call(sys.executable, SCRIPTS / "solve", *arguments, "--win-length", 3, "--out", folder, "--program", PROGRAM,
                status=status)
    return done.stdout, done.stderr


def answers_are_proven_one_by_one(folder):
    """Each kind once; what is there stays; an answer can be met by a move that was named, and that be proven piece by piece."""
    out, small = folder / "proofs", ("b2", "--size", 4)
    said, _ = solve(out, *small, "--concurrency", 2)
    files = sorted(out.iterdir())
    assert len(files) == KINDS and said.endswith(f"\nafter b2: all 15 answers refuted by {KINDS} proofs, black wins\n"), (files, said)
    files[0].unlink()
    said, _ = solve(out, *small)
    assert said.count("proven: ") == 1 and sorted(out.iterdir()) == files, said
    said, _ = solve(folder / "moves", *small, "--move", "b4 b3")
    played = player(folder / "moves" / "b2b4.proof", says="RECTSTART 4,4\nBOARD\n1,1,1\n1,3,2\nDONE\nEND\n")
    assert "1,2" in played, (said, played)
    said, _ = solve(folder / "split", *small, "--split", "b4 b3", "--move", "b4 b3 b1 c2")
    split = sorted((folder / "split").iterdir())
    assert folder / "split" / "b2b4b3b1.proof" in split and folder / "split" / "b2b4.proof" not in split, split
    assert f"all 15 answers refuted by {len(split)} proofs" in verify("--quiet", "--after", "b2", *split).stdout
    said, _ = solve(folder / "lost", "b2", "--size", 3, status=NO_ANSWER)
    assert "there is no win" in said and "of 8 answers refuted" in said, said
    for arguments, words in ((["e5", "--size", 4], "no moves on 4x4"), ([*small, "--move", "a1"], "is no answer"),
                             ([*small, "--move", "a1 b2"], "is no answer"), ([*small, "--move", "a1 c2 d4 d3"], "does not come up"),
                             ([*small, "--split", "b2 b3"], "is no answer"), ([*small, "--memory", 1], "--memory")):
        said, told = solve(folder / "none", *arguments, status=REFUSED)
        assert words in told and not said and not (folder / "none").exists(), (arguments, said, told)


def a_prover_dies_with_what_began_it(folder):
    """Two that work on the same state would spoil it."""
    solver = begin(sys.executable, SCRIPTS / "solve", "h8", "--out", folder, "--program", PROGRAM, "--concurrency", 1)
    assert wait_until(lambda: any(catches(prover, signal.SIGINT) for seat in children(solver.pid) for prover in children(seat)), solver)
    prover, = children(*children(solver.pid))
    its_child_dies_with(solver)
    is_gone(prover)


def a_proof_in_parts_is_that_of_one_go(folder):
    """Each part goes on from the state of the one before; a state from which a part gets no further does not stop it."""
    run(*TREE, "--out", folder / "whole")
    words = ["solve", "h8", "--rule", TREE[1], "--out", str(folder), "--program", PROGRAM, "--concurrency", "2"]
    numbers = [names.number(name, 15, 15) for name in (*GAME, TREE[-1])]
    goal = solving.Goal(tuple(numbers[:-1]), numbers[-1])
    for nodes, most in ((40000, 9), (2, 120)):
        with mock.patch.object(solving, "PART_NODES", nodes), mock.patch.object(sys, "argv", words), work.Processes(1) as pool, \
                mock.patch.object(pool, "submit", wraps=pool.submit) as submit:
            solver = solving.Solver(solving.arguments(), [goal], pool)
            solver.run()
        assert 2 < submit.call_count < most and not solver.path(goal, ".state").exists(), submit.call_count
        assert solver.path(goal).read_bytes() == (folder / "whole").read_bytes()
        solver.path(goal).unlink()


def it_goes_on_where_it_stopped(folder):
    """By nodes, and by Ctrl-C at some moment: in the end the file is the same, and so is the state."""
    whole, out, state = folder / "whole", folder / "out", folder / "state"
    run(*TREE, "--out", whole, "--state", folder / "whole.state")
    said, told = run(*TREE, "--out", out, "--state", state, "--nodes", 100000, status=NO_ANSWER)
    assert re.search(r"^\d+ of \d+ positions proven, .+; 0 million nodes, \d+ thousand a second; \d+ % of the memory used$", said, re.M), said
    assert "within the nodes; the same command goes on" in told and not out.exists(), (said, told)
    line = re.search(r"^the line that it works on:((?: (?:[a-o]\d+|pass))+)$", said, re.MULTILINE)
    assert line and len(line[1].split()) > 1, said
    first = state.read_bytes()
    for _ in range(3):
        going = begin(PROGRAM, "prove", *TREE, "--out", out, "--state", state,
                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.2)
        going.send_signal(signal.SIGINT)
        assert going.wait() in (0, NO_ANSWER, -signal.SIGINT)
    run(*TREE, "--out", out, "--state", state)
    assert out.read_bytes() == whole.read_bytes()
    assert state.read_bytes() == (folder / "whole.state").read_bytes()
    state.write_bytes(first)
    _, told = run(*TREE[:5], "--out", out, "--state", state, status=REFUSED)
    assert "another position" in told, told
    state.write_bytes(first[:-STATE_CUT] + bytes([first[-STATE_CUT] ^ 1]) + first[-STATE_CUT + 1:])
    _, told = run(*TREE, "--out", out, "--state", state, status=REFUSED)
    assert "damaged" in told, told


def a_proof_that_cannot_be_written_is_saved_elsewhere(folder):
    """Its folder goes while it works; then it lies in the present folder, or in the temporary one if that takes no files."""
    whole, gone, temporary = folder / "whole", folder / "gone", folder / "temporary"
    temporary.mkdir()
    run(*TREE, "--out", whole)
    for present, saved in ((folder, folder), (Path("/proc"), temporary)):
        gone.mkdir()
        process = subprocess.Popen([os.path.abspath(PROGRAM), "prove", *TREE, "--out", gone / "out", "--state", folder / "state"], cwd=present, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | {"TMPDIR": str(temporary)})
        while process.poll() is None and not catches(process.pid, signal.SIGINT):
            time.sleep(0.001)
        gone.rmdir()
        _, told = process.communicate()
        file, = saved.glob("tengen-prove.*")
        assert process.returncode == NO_ANSWER and f"{gone / 'out'}: No such file" in told and file.name in told, told
        assert file.read_bytes() == whole.read_bytes()
        file.unlink()
        (folder / "state").unlink()


def a_proof_of_the_console_is_saved_elsewhere(folder):
    """It turns out at the end that its file cannot be written: a full disk."""
    if not Path("/dev/full").exists():
        return
    stones = "".join(f"PUT {point}\n" for point in ("h8", "a1", "i8", "a15", "j8", "o1"))
    said = call(os.path.abspath(PROGRAM), input=f"START 15\n{stones}PROVE /dev/full\nEND\n", stdin=None, cwd=folder).stdout
    fault = re.search(r"^ERROR /dev/full: No space left on device; the proof is in (\S+) instead$", said, re.MULTILINE)
    assert fault and "MESSAGE proven: " in said, said
    verify(folder / fault[1])


def catches(process, number):
    """Whether the process has a handler for the signal: prove has one as soon as it has looked where it is to write."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:     # it is gone
        return False
    caught = re.search(r"^SigCgt:\s*([0-9a-f]+)$", status, re.MULTILINE)
    return bool(caught) and bool(int(caught[1], 16) >> (number - 1) & 1)


def memory_is_kept(folder):
    """A search that goes on for long stays within what it was given."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    run("--size", "15", "--memory", MEMORY_MB, "--nodes", 2000000, "--out", folder / "x", status=NO_ANSWER)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert max(before, most) < (MEMORY_MB + OTHER_MB) * 1024, (before, most)


def main():
    check_all(what_makes_no_sense_is_refused, no_win_is_told, a_doubtful_win_is_told_early, wins_are_proven, the_move_that_was_asked_for_is_proven,
              answers_are_counted_together, answers_are_proven_one_by_one, a_prover_dies_with_what_began_it, a_proof_in_parts_is_that_of_one_go,
              it_goes_on_where_it_stopped,
              a_proof_that_cannot_be_written_is_saved_elsewhere, a_proof_of_the_console_is_saved_elsewhere, memory_is_kept)
    print(f"prove: {len(WON)} positions proven and verified, bad input refused, stopped and resumed")


main()

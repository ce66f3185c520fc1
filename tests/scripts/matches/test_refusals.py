"""What scripts/match refuses, and how: one sentence before the first game; and what it does when the ground gives way."""

import os
import resource
import shlex
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import forked
from mock_matches import GENEROUS_MS, MATCH, PATIENCE_S, ROOT, MatchTest
from test_inputs import TUNABLE

from matches import record, storage

REFUSED, STOPPED = 2, 130
TUNE = ROOT / "scripts" / "tune"
MANY_GAMES = "40000"    # more than are played while a test looks on
FILE_SIZE_MAX = 2000    # bytes: room for the settings of a match, and not for many games


class RefusalTest(MatchTest):
    def setUp(self):
        super().setUp()
        self.here = Path(self.folder.name)

    def refused(self, command, says):
        """Ends with 2 and one line that says so, having played and left behind nothing."""
        before = sorted(self.here.iterdir())
        done = forked.run(command, self.here, PATIENCE_S)
        self.assertEqual((REFUSED, ""), (done.returncode, done.stdout), done.stderr)
        *usage, line = done.stderr.splitlines()
        self.assertTrue(not usage or command[1].endswith("referee.py"), done.stderr)
        self.assertRegex(line, r"^(match|tune|referee.py): ")
        self.assertIn(says, line)
        self.assertEqual(before, sorted(self.here.iterdir()))

    def opening(self, text):
        path = self.here / "openings.txt"
        path.write_text(text)
        return str(path)


class Nonsense(RefusalTest):
    def test_boards_that_cannot_be(self):
        for words, says in (("--rule 4 --win-length 3", "renju is played for five in a row"), ("--size 40", "3 to 32"),
                            ("--size 2", "3 to 32"), ("--size 15x33", "3 to 32"), ("--size 20x4", "no room for 5"),
                            ("--size x", "no size"), ("--size -9", "3 to 32"), ("--rule 2", "is no rule")):
            self.refused(self.command(*words.split()), says)

    def test_numbers_that_cannot_be(self):
        for value in ("0", "-5", "x", "1.5", "²", "٥", "1_0", "99999999999999999999", ""):
            self.refused(self.command(f"--games={value}"), "--games")
        for option in ("--turn", "--match", "--nodes", "--depth", "--concurrency"):
            self.refused(self.command(f"{option}=0"), option)
        for option in ("--increment", "--tolerance", "--memory", "--draw-after"):
            self.refused(self.command(f"{option}=-1"), option)
        for words in ("--sprt=nan 5", "--sprt 0 inf", "--alpha x", "--beta nan", "--seed x", "--cluster localhost",
                      "--size ١٥", "--size 1_5", "--seed ٧"):
            self.refused(self.command(*words.split()), words[:6].rstrip("=").split()[0])

    def test_options_that_contradict_each_other(self):
        for words, says in (("--increment 100", "--match"), ("--sprt 5 0", "elo0"), ("--sprt 0 5 --alpha 0", "alpha"),
                            ("--sprt 0 5 --alpha 0.9 --beta 0.2", "alpha"), ("--sprt 0 5 --alpha x", "--alpha")):
            self.refused(self.command(*words.split()), says)
        self.refused([sys.executable, str(MATCH), "--engine", "a"], "two engines")
        self.refused([sys.executable, str(MATCH), "--engine", "a", "--engine", "b", "--resume"], "--out")

    def test_more_games_than_there_are_different_ones(self):
        """Only where the engines play the same game whenever they are asked: a clock, threads and drawn moves make another."""
        fixed = "--openings", self.opening("h8h9\na1b1f3\n"), "--nodes", "10", "--draw-after", "4"
        self.refused(self.command("--games", "26", *fixed, turn=""),
                     "2 openings, turned and mirrored, make 24 different games at fixed nodes or depth, not 26")
        self.refused(self.command("--games", "4", "--depth", "3", turn=""), "empty boards make 2 different games")
        self.refused(self.command("--games", "26", *fixed, turn="", engines=("good", "good 2", "good 3")), " 72 different games")
        for words, turn in ((["--games", "24"], ""), (["--games", "26"], GENEROUS_MS), (["--games", "26", "--match", "9000"], ""),
                            (["--games", "26", "--each", "timeout_turn=1000"], ""), (["--games", "26", "--each", "strength=3"], ""),
                            (["--games", "26", "--each", "thread_num=2"], "")):
            self.out = self.here / "-".join(["out", *words, turn])
            done = forked.run(self.command(*fixed, *words, turn=turn), self.here, PATIENCE_S)
            self.assertEqual((0, ""), (done.returncode, done.stderr), words)

    def test_settings_of_engines(self):
        for word in ("timeout_turn=soon", "timeout_turn=٥", "timeout_match=-1", "timeout_turn=", "=5", "word", "rule=4\nEND"):
            self.refused(self.command("--each", word), "not KEY=VALUE" if "\n" in word or word in ("=5", "word") else word)

    def test_openings_that_cannot_be_played(self):
        for text, words, says in (("# nothing\n", "", "no opening"), ("h8i9h9i10h10i11h11i12h12\n", "", "wins"),
                                  ("h8a1i8a3g9a5g10a7g8\n", "--rule 4", "forbidden"),
                                  ("h8h9i8\n", "--draw-after 3", "--draw-after"),
                                  ("a1b1c1b2a2c2b3a3c3\n", "--size 3 --win-length 3", "full")):
            self.refused(self.command("--openings", self.opening(text), *words.split()), says)

    def test_engines_that_cannot_play(self):
        plain = self.here / "plain"
        plain.write_text("no program\n")
        good = f"{self.mock} good"
        for bad, says in (("/nosuch/engine", "No such file"), (str(self.here), "Permission denied"),
                          (str(plain), "Permission denied"), ("", "no program"), ("'", "No closing quotation"),
                          ("true", "exit code 0"), (f"{self.mock} refuse-start", "no such board"),
                          (f"{self.mock} crash-at-start", "exit code 3")):
            for players in (["--engine", good, "--engine", bad], ["--engine", bad, "--engine", good]):
                self.refused([sys.executable, str(MATCH), *players, "--games", "1000", "--out", str(self.out)], says)

    def test_the_referee_on_its_own(self):
        referee = [sys.executable, str(ROOT / "scripts" / "matches" / "referee.py")]
        for words, says in (("7,7 7", "no move"), ("7,x", "no move"), ("--rule 4 --win-length 3", "renju"), ("--size 2", "3 to 32")):
            self.refused([*referee, *words.split()], says)

    def test_places_that_cannot_be_written(self):
        for option in ("--report", "--out", "--log"):
            for place in ("/dev/null/x", "/proc/nosuch/x"):
                self.refused(self.command(option, place), "/dev/null" if "null" in place else "/proc/nosuch")
            self.refused(self.command(option, ""), option)


class Folders(RefusalTest):
    def begin(self, *words, command=None):
        process = subprocess.Popen(command or self.command("--games", MANY_GAMES, *words), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, cwd=self.here)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, path, lines):
        deadline = time.monotonic() + PATIENCE_S
        while not (path.exists() and path.read_text().count("\n") > lines):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def test_one_match_at_a_time(self):
        """A second match is refused with the number of the first; the lock of a killed match stops nobody."""
        log = self.here / "log"
        lines = 0
        for _ in range(3):
            first = self.begin("--concurrency", "2", "--resume", "--log", str(log))
            self.wait_for(self.out / "games.jsonl", lines + 2)
            busy = f"{self.out} is in use by process {first.pid}"
            self.refused(self.command("--games", MANY_GAMES, "--resume"), busy)
            self.refused(self.command("--games", MANY_GAMES), busy)
            self.refused([*self.command("--log", str(log)), "--out", str(self.here / "other")], f"process {first.pid}")
            first.kill()
            first.wait()        # and on at once, while its workers are still dying
            lines = (self.out / "games.jsonl").read_text().count("\n")
        match, games = record.read_file(self.out / "games.jsonl")
        self.assertEqual(len(games), len({game.number for game in games}))

    def test_nothing_but_results_stays(self):
        self.play("--games", "2", "--log", str(self.here / "log"))
        self.assertEqual(["games", "games.jsonl"], sorted(path.name for path in self.out.iterdir()))
        self.assertEqual(["worker-1.log"], [path.name for path in (self.here / "log").iterdir()])

    def test_matches_begun_in_the_same_second(self):
        words = self.command("--games", "2")
        del words[words.index("--out"):words.index("--out") + 2]
        processes = [self.begin(command=words) for _ in range(3)]
        for process in processes:
            _, complaint = process.communicate(timeout=PATIENCE_S)
            self.assertEqual((0, ""), (process.returncode, complaint))
        folders = sorted(self.here.glob("match-*"))
        self.assertEqual(3, len(folders))
        for folder in folders:
            self.assertEqual(2, len(record.read_file(folder / "games.jsonl")[1]))

    def test_names_that_are_free(self):
        path = self.here / "name.txt"
        self.assertEqual(["name.txt", "name-2.txt", "name-3.txt"], [storage.new_file(path).name for _ in range(3)])
        self.assertEqual(["name-4.txt", "name-5.txt"], [storage.new_folder(path).name for _ in range(2)])

    def test_one_tuning_at_a_time(self):
        """The same for scripts/tune, whose log is a single file."""
        program, log = self.here / "program", self.here / "log"
        program.write_text(TUNABLE.replace("duel)", "duel) sleep 0.5;"))
        program.chmod(0o755)
        words = [sys.executable, str(TUNE), "--program", str(program), "--iterations", "9999", "--log", str(log)]
        first = self.begin(command=words)
        self.wait_for(log, 2)
        self.refused([*words, "--resume"], f"{log} is in use by process {first.pid}")
        first.kill()
        first.wait()
        lines = log.read_text().count("\n")
        second = self.begin(command=[*words, "--resume"])
        self.wait_for(log, lines)       # before that it may not hear the signal yet
        second.send_signal(signal.SIGINT)
        self.assertIn("--resume", second.communicate(timeout=PATIENCE_S)[1])
        self.assertEqual(STOPPED, second.returncode)


class Output(RefusalTest):
    def test_terminals_without_the_letters(self):
        """Names are hostile, too: one has a byte that is no letter at all."""
        names = ["name=tengen – a name that is too long to be shown", b"name=\xff\xe9" + "é…".encode()]
        command = self.command("--games", "2")
        for name in names:
            command[command.index("name=A" if name == names[0] else "name=B")] = name
        for encoding in ("ascii", "latin-1", "utf-8"):
            done = subprocess.run([*command, "--report", str(self.here / "page.html"), "--verbose"], capture_output=True,
                                  env={**os.environ, "PYTHONIOENCODING": encoding}, timeout=PATIENCE_S)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            self.assertIn("tengen", done.stdout.decode(encoding))
            for path in sorted(self.out.rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
            self.out.rmdir()

    def test_a_tuning_too(self):
        program = self.here / "program"
        program.write_text(TUNABLE)
        program.chmod(0o755)
        done = subprocess.run([sys.executable, str(TUNE), "--program", str(program), "--iterations", "3"], cwd=self.here,
                              capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, timeout=PATIENCE_S)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertIn(b"A 5 > ", done.stdout)
        self.assertRegex(" ".join(path.name for path in self.here.glob("tune-*")), r"^tune-[\d-]+\.jsonl$")

    def test_output_that_cannot_be_written(self):
        for words in (["--games", "2"], ["--help"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run(self.command(*words, "--resume"), stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual((REFUSED, "match: standard output: No space left on device\n"), (done.returncode, done.stderr))
        closed = subprocess.run(["sh", "-c", f"{shlex.join(self.command('--games', '2', '--resume'))} >&-"],
                                capture_output=True, text=True)
        self.assertEqual((0, ""), (closed.returncode, closed.stderr))

    def test_a_disk_that_is_full(self):
        """Files cannot grow beyond a size here, which programs meet as they meet a full disk."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE_MAX, FILE_SIZE_MAX))

        for words, name in (((), "games.jsonl"), (("--log", str(self.here / "log")), "worker-1.log|games.jsonl"),
                            (("--report", str(self.here / "page.html")), "games.jsonl")):
            done = subprocess.run(self.command("--games", "40", *words), capture_output=True, text=True, preexec_fn=limit,
                                  timeout=PATIENCE_S)
            self.assertEqual(REFUSED, done.returncode)
            self.assertRegex(done.stderr, rf"^match: \S*/({name}): File too large\n$")
            self.out = self.out.with_name(f"{self.out.name}-again")


class Engines(RefusalTest):
    def test_a_program_that_goes_away(self):
        """A game is not lost because somebody builds the engine anew meanwhile: the match ends, and can be gone on with."""
        python = self.here / "python"
        python.symlink_to(os.path.realpath(sys.executable))
        words = [word.replace(str(self.mock), f"{python} {self.mock}") for word in self.command("--games", "400", "--restart")]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not (self.out / "games.jsonl").exists() or (self.out / "games.jsonl").read_text().count("\n") < 3:
            time.sleep(0.02)
        python.unlink()
        _, complaint = process.communicate(timeout=PATIENCE_S)
        self.assertRegex(complaint, r"^match: [AB] cannot be started: No such file or directory\n$")
        self.assertEqual(REFUSED, process.returncode)
        self.assertEqual({None}, {game.failed for game in record.read_file(self.out / "games.jsonl")[1]})

    def test_a_match_clock_of_nothing_is_none(self):
        """As the protocol has it: INFO timeout_match 0 is no limit."""
        games = self.play("--games", "2", "--each", "timeout_match=0", turn=GENEROUS_MS)[1]
        self.assertEqual([None, None], [game.failed for game in games])


if __name__ == "__main__":
    unittest.main()

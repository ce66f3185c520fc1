"""Matches, a tuning and proofs on a cluster of Dask (a book: tests/scripts/books).

Its scheduler and workers are processes of this machine, and of two networks in one test. What one machine plays is played there, whoever dies
meanwhile. Skipped where neither this Python nor Debian's has Dask.
"""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path

from mock_matches import PATIENCE_S, MatchTest
from matches import record, seat, work
from proofs import tree

REFUSED, STOPPED = 2, 130
NODES = ("--nodes", "100", "--seed", "4", "--draw-after", "30")
HAS_DASK = "import distributed.cli.dask_scheduler, distributed.cli.dask_worker"
PYTHON = next((python for python in (sys.executable, work.DEBIANS_PYTHON) if Path(python).exists() and not subprocess.run(
    [python, "-c", HAS_DASK], stderr=subprocess.DEVNULL).returncode), "")

# An engine with a bench. Where the environment says so, it finds another signature, or says that it begins and waits for a word.
BENCHED = """#!/bin/sh
[ "$1" != bench ] || {{
    [ -z "$HELD" ] || {{ touch "$HELD.begun"; until [ -e "$HELD.over" ]; do sleep 0.05; done; }}
    echo "signature ${{OTHER:-1}}"
    exit
}}
exec {mock} "$@"
"""
# What scripts/tune asks of a program; who wins a duel depends on the opening and on all values.
TUNABLE = """#!/bin/sh
case $1 in
--version) echo "a program" ;;
parameters) echo "ONE 50 10 90"; echo "TWO 50 10 90" ;;
openings) echo h8h9; echo c3d4; echo j9c3k4 ;;
duel) while read -r line; do set -- $(echo "$line" | cksum); echo "$(($1 % 2)) $(($1 / 2 % 2))"; done ;;
esac
"""
# A prover that comes to its proof in the third part of the work; the proof says in how many it was made.
PROVER = """#!{python}
import gzip, pathlib, sys, time
*words, _, out, _, state = sys.argv[2:] if "--help" not in sys.argv else sys.exit(print("--out"))
moves, state = " ".join(word for word in words if word[0] != "-"), pathlib.Path(state)
done = (state.read_text() if state.exists() else "") + "."
state.write_text(done)
time.sleep(0.1)
if len(done) < 3:
    sys.exit("pbrain-tengen prove: no proof within the nodes; the same command goes on from the state")
pathlib.Path(out).write_bytes(gzip.compress(f"TENGEN PROOF 1\\nrule 0\\nboard 4 4\\nwin 3\\nmoves {{moves}}\\nattacker black\\nprogram a mock\\n"
                                            f"nodes {{len(done)}}\\nend\\n".encode(), mtime=0))
"""
PAIR_OF_NETWORKS = ("ip link add one type veth peer name two netns {pid}; ip address add 10.77.0.1/24 dev one; ip link set one up; "
                    "ip link set lo up")


def children(pid):
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]


@unittest.skipUnless(PYTHON, "Dask is not installed (apt-get install python3-distributed)")
class ClusterTest(MatchTest):
    def setUp(self):
        super().setUp()
        self.here = Path(self.folder.name)
        for index, name in enumerate(("one", "two")):
            (self.here / name).write_text(BENCHED.format(mock=self.mock))
            (self.here / name).chmod(0o755)
        (self.here / "dask.log").touch()
        self.running = []
        self.address = ""
        self.words = []             # of the scheduler and the workers
        self.before = []            # a command that brings processes into another network
        self.host = "127.0.0.1"

    def tearDown(self):
        self.end(*self.running)
        super().tearDown()

    def end(self, *ended):
        for process in ended:
            process.kill()
            process.wait()
            self.running.remove(process)

    def begin(self, module, *words, before=(), **environment):
        with open(self.here / "dask.log", "a") as log:
            process = subprocess.Popen([*before, PYTHON, "-m", f"distributed.cli.{module}", *words], stdout=log, stderr=log, cwd=self.here,
                                       env={**os.environ, **environment})
        self.running.append(process)
        return process

    def scheduler(self, port=0):
        file = self.here / "scheduler.json"
        file.unlink(missing_ok=True)
        process = self.begin("dask_scheduler", "--host", self.host, "--port", str(port), "--no-dashboard", "--scheduler-file", str(file),
                             *self.words, before=self.before)
        self.address = self.waited_for(lambda: file.exists() and file.read_text().endswith("}") and json.loads(file.read_text())["address"])
        return process

    def worker(self, before=(), **environment):
        return self.begin("dask_worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory",
                          str(self.here / f"worker-{len(self.running)}"), *self.words, before=before, **environment)

    def waited_for(self, condition):
        deadline = time.monotonic() + PATIENCE_S
        while not (found := condition()):
            self.assertLess(time.monotonic(), deadline, (self.here / "dask.log").read_text())
            time.sleep(0.05)
        return found

    def games_command(self, *words, out="cluster", cluster=True):
        return self.script_command("match", "--engine", "./one good", "name=A", "--engine", "./two good 2", "name=B", *NODES,
                                   "--openings", "none",
                                   "--each", "strength=10", "--out", str(self.here / out), *self.where(cluster), "--games", "16", *words)

    def script_command(self, script, *words):
        return [*self.before, PYTHON, str(Path(work.__file__).resolve().parents[1] / script), *words]

    def where(self, cluster):
        return ["--cluster", self.address] if cluster else ["--concurrency", "2"]

    def begin_match(self, *words, **settings):
        return self.begin_command(self.games_command(*words, **settings))

    def begin_command(self, words):
        process = subprocess.Popen(words, cwd=self.here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.running.append(process)
        return process

    def ended(self, process):
        shown, complaint = process.communicate(timeout=PATIENCE_S)
        self.running.remove(process)
        return process.returncode, shown, complaint.replace(self.waiting(), "")     # workers take long to begin

    def waiting(self):
        return f"cluster: no worker at {self.address}: waiting for one\n"

    def played(self, out="cluster"):
        """How many games there are; a line is the settings."""
        path = self.here / out / "games.jsonl"
        return path.read_text().count("\n") - 1 if path.exists() else 0

    def games(self, out="cluster"):
        games = record.read_file(self.here / out / "games.jsonl")[1]
        self.assertEqual(list(range(1, len(games) + 1)), sorted(game.number for game in games))
        self.assertEqual({None}, {game.failed for game in games})
        return {game.number: (game.black, game.moves, game.score, game.reason) for game in games}

    def alone(self):
        """The games as this machine plays them without a cluster."""
        self.assertEqual((0, ""), self.ended(self.begin_match(out="alone", cluster=False))[::2])
        return self.games("alone")


class Faults(ClusterTest):
    def test_whoever_dies_the_games_are_those_of_one_machine(self):
        """A worker is killed among its games; then the scheduler, and another one goes on with the match."""
        scheduler = self.scheduler()
        first, second = self.worker(), self.worker()
        match = self.begin_match()
        self.waited_for(lambda: self.played() > 2)
        self.end(first)
        self.waited_for(lambda: self.played() > 5)
        self.end(scheduler)
        status, _, complaint = self.ended(match)
        self.assertEqual((REFUSED, f"match: the scheduler at {self.address} has gone; what was answered is kept"),
                         (status, complaint.splitlines()[-1]))
        before = self.played()
        self.assertLess(before, 16)
        self.end(second)
        self.scheduler()
        self.worker()
        self.assertEqual(0, self.ended(self.begin_match("--resume"))[0])
        self.assertEqual(self.alone(), self.games())

    def test_a_worker_of_another_kind_plays_no_game(self):
        self.scheduler()
        held = self.here / "held"
        self.worker(OTHER="2", HELD=str(held))
        match = self.begin_match()
        self.waited_for(held.with_suffix(".begun").exists)
        fit = self.worker()
        self.waited_for(lambda: (self.here / "dask.log").read_text().count(" Registered to:") == 2)
        held.with_suffix(".over").touch()       # it has a game, and is looked at only now
        status, shown, complaint = self.ended(match)
        self.assertEqual(0, status, complaint)
        self.assertRegex(complaint, r"^cluster: tcp://\S+ does no work: (one|two) is another program here: its bench has 2, not 1\n$")
        self.assertRegex(shown, r" [12] workers?, [12] threads?, [\d,]+ games an hour")
        self.assertEqual(self.alone(), self.games())
        self.end(fit)
        status, _, complaint = self.ended(self.begin_match(out="again"))
        self.assertEqual(REFUSED, status, complaint)
        self.assertIn("can do this: ", complaint.splitlines()[-1])

    def test_ctrl_c_leaves_nobody_playing(self):
        self.scheduler()
        match = self.begin_match("--games", "4000")
        self.assertEqual(self.waiting(), match.stderr.readline())
        self.worker()
        self.waited_for(lambda: self.played() > 2)
        match.send_signal(signal.SIGINT)
        status, shown, complaint = self.ended(match)
        self.assertEqual((STOPPED, "match: stopped; --resume continues from here"), (status, complaint.splitlines()[-1]))
        self.assertIn("Elo", shown)

    def test_a_tuning_has_the_values_of_one_machine(self):
        (self.here / "tunable").write_text(TUNABLE)
        (self.here / "tunable").chmod(0o755)
        self.scheduler()
        self.worker()
        self.worker()
        for out, cluster in (("alone", False), ("cluster", True)):
            words = ["--program", "tunable", "--log", out, "--iterations", "5", "--pairs", "13", *self.where(cluster)]
            self.assertEqual((0, ""), self.ended(self.begin_command(self.script_command("tune", *words)))[::2])
        self.assertEqual((self.here / "alone").read_text(), (self.here / "cluster").read_text())
        scores = {score for line in (self.here / "alone").read_text().splitlines() for score in json.loads(line).get("scores", ())}
        self.assertGreater(len(scores), 2)

    def test_proofs_go_on_where_a_worker_died(self):
        (self.here / "prover").write_text(PROVER.format(python=sys.executable))
        (self.here / "prover").chmod(0o755)
        self.scheduler()
        first, _ = self.worker(), self.worker()
        words = ["b2", "--size", "4", "--win-length", "3", "--program", "prover", "--out", "proofs", *self.where(True)]
        solve = self.begin_command(self.script_command("solve", *words))
        self.waited_for(lambda: list(self.here.glob("proofs/*.proof")))
        self.end(first)
        status, shown, complaint = self.ended(solve)
        self.assertEqual(0, status, complaint)
        self.assertIn("after b2: all 15 answers refuted by 9 proofs, black wins", shown)
        self.assertEqual({3}, {tree.read_only_header(path).nodes for path in (self.here / "proofs").iterdir()})

    def test_a_slow_worker_does_not_hold_up_a_verdict(self):
        """What plays at one of two workers stops in the middle; its games are missing, and nothing else."""
        self.scheduler()
        first, _ = self.worker(), self.worker()
        match = self.begin_match("--games", "4000", "--sprt", "-40", "40")
        self.waited_for(lambda: self.played() > 5 and children(first.pid))
        for process in children(first.pid):
            os.kill(process, signal.SIGSTOP)
        status, shown, complaint = self.ended(match)
        self.assertEqual(0, status, complaint)
        self.assertRegex(shown, r"H[01] accepted")
        self.assertLess(self.played(), 4000)

    def test_a_cluster_that_speaks_tls(self):
        """The script reads Dask's own settings; without them it is not let in."""
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=tengen", "-keyout", "key.pem", "-out",
                        "cert.pem"], check=True, capture_output=True, cwd=self.here)
        self.words = ["--protocol", "tls", "--tls-ca-file", "cert.pem", "--tls-cert", "cert.pem", "--tls-key", "key.pem"]
        self.scheduler()
        self.assertTrue(self.address.startswith("tls://"), self.address)
        self.worker()
        status, _, complaint = self.ended(self.begin_match(out="none"))
        self.assertEqual((REFUSED, f"match: {self.address}: the settings of Dask name no certificate (distributed.comm.tls)\n"),
                         (status, complaint))
        tls = {"CA_FILE": "cert.pem", "CLIENT__CERT": "cert.pem", "CLIENT__KEY": "key.pem"}
        with unittest.mock.patch.dict(os.environ, {f"DASK_DISTRIBUTED__COMM__TLS__{name}": file for name, file in tls.items()}):
            self.assertEqual(0, self.ended(self.begin_match())[0])
        self.assertEqual(self.alone(), self.games())

    def test_no_scheduler(self):
        self.address = "tcp://127.0.0.1:9"
        status, _, complaint = self.ended(self.begin_match())
        self.assertEqual((REFUSED, f"match: no scheduler of Dask answers at {self.address}"), (status, complaint.splitlines()[-1]))


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("ip") and shutil.which("unshare"), "networks take root, ip and unshare")
class Networks(ClusterTest):
    def network(self):
        process = subprocess.Popen(["unshare", "--net", "sleep", "1000"])
        self.running.append(process)
        self.waited_for(lambda: os.readlink(f"/proc/{process.pid}/ns/net") != os.readlink("/proc/self/ns/net"))
        return process

    def test_two_networks(self):
        """The scheduler and the match are in one of them, the worker is in the other."""
        here, there = self.network(), self.network()
        self.before = ["nsenter", "--net", f"--target={here.pid}"]
        beyond = ["nsenter", "--net", f"--target={there.pid}"]
        subprocess.run([*self.before, "sh", "-ec", PAIR_OF_NETWORKS.format(pid=there.pid)], check=True)
        subprocess.run([*beyond, "sh", "-ec", "ip address add 10.77.0.2/24 dev two; ip link set two up; ip link set lo up"], check=True)
        self.host = "10.77.0.1"
        self.scheduler()
        self.worker(before=beyond)
        self.assertEqual(0, self.ended(self.begin_match())[0])
        self.assertEqual(self.alone(), self.games())


class Seats(unittest.TestCase):
    """Without any cluster: what a worker says of a task."""

    def answer(self, function, **settings):
        return seat.Seat(1, **settings).answer(seat.Task("some", function, ()))

    def test_a_full_disk_is_a_fault_of_that_worker_alone(self):
        def full(_):
            raise OSError(errno.ENOSPC, "No space left on device")

        self.assertEqual(seat.FAILED, self.answer(full)[0])
        self.assertEqual(seat.UNFIT, self.answer(full, folder=Path("/nowhere"))[0])

    def test_a_worker_without_a_compiler(self):
        with unittest.mock.patch.dict(os.environ, PATH="/nowhere"), tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with tarfile.open(folder / "1.data", "w"):
                pass
            program = seat.Program("1", "pbrain-tengen", ())
            found = self.answer(lambda seat: seat.ready(program), folder=folder)
            self.assertEqual((seat.UNFIT, "pbrain-tengen cannot be made: [Errno 2] No such file or directory: 'cmake'"), found)
            self.assertEqual(found, self.answer(lambda seat: seat.ready(program), folder=folder))

    def test_a_bug_keeps_its_traceback(self):
        kind, error = self.answer(lambda _: 1 // 0)
        self.assertEqual(seat.FAILED, kind)
        self.assertIn("1 // 0", str(error))


if __name__ == "__main__":
    unittest.main()

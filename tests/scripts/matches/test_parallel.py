"""A match on several machines, with GNU parallel as the engine for that, and two sshd of our own as the machines.

The jobs that `scripts/match --jobs` prints are fed to `parallel --sshlogin`; the first time one of them is killed in
the middle, and parallel repeats it. The parts, merged, must be the match that one machine plays. Without sshd the
"machines" are two slots of this one; without parallel there is nothing to test.
"""

import getpass
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from matches_path import ROOT, mock_in

from matches import record

MATCH = ROOT / "scripts" / "match"
SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin")
STARTING_S = 60
GAMES, JOBS = 12, 4

# Runs a job; the very first one is killed after a few games.
KILL_ONE = """#!/bin/sh
if mkdir {folder}/one-was-killed 2>/dev/null; then
    sh -c "$1" & job=$!
    sleep 0.7; kill -9 $(cat /proc/$job/task/$job/children) $job
    exit 1
fi
echo "$SSH_CONNECTION" >>{folder}/connections
exec sh -c "$1"
"""


@unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
class Parallel(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        mock = mock_in(self.folder)
        self.wrapper = self.folder / "wrapper"
        self.wrapper.write_text(KILL_ONE.format(folder=self.folder))
        self.wrapper.chmod(0o755)
        self.words = [sys.executable, str(MATCH), "--engine", f"{mock} good", "name=A", "--engine", f"{mock} good 2", "name=B",
                      "--turn", "1000", "--games", str(GAMES), "--seed", "4"]

    def test_two_machines_play_what_one_plays(self):
        whole, parts = self.folder / "whole", self.folder / "parts"
        subprocess.run([*self.words, "--out", str(whole)], check=True, stdout=subprocess.DEVNULL)
        jobs = subprocess.run([*self.words, "--out", str(parts), "--jobs", str(JOBS)], check=True, text=True,
                              stdout=subprocess.PIPE).stdout
        logins = self.two_sshd() if SSHD else ["1/:"]
        log = self.folder / "joblog"
        subprocess.run(["parallel", "--will-cite", "--retries", "3", "--joblog", str(log),
                        *[word for login in logins for word in ("--sshlogin", login)], str(self.wrapper), "{}"],
                       input=jobs, text=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.assertTrue((self.folder / "one-was-killed").exists())
        servers = {(line.split() or ["none"])[-1] for line in (self.folder / "connections").read_text().splitlines()}
        self.assertEqual(len(logins), len(servers))
        folders = [str(parts / f"part-{index}") for index in range(1, JOBS + 1)]
        subprocess.run([sys.executable, str(MATCH), "--merge", *folders, "--out", str(parts)], check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(self.played(whole), self.played(parts))

    def played(self, folder):
        games = record.read_file(folder / "games.jsonl")[1]
        self.assertEqual(GAMES, len(games))
        self.assertEqual([None] * GAMES, [game.failed for game in games])
        return {game.number: (game.black, game.moves, game.score, game.reason) for game in games}

    def two_sshd(self):
        """Two servers with keys of their own on free ports; returns how parallel is to log in."""
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / name)], check=True)
        (self.folder / "keys").write_text((self.folder / "user.pub").read_text())
        Path("/run/sshd").mkdir(exist_ok=True)
        return [self.one_sshd() for _ in range(2)]

    def one_sshd(self):
        port = free_port()
        options = {"HostKey": self.folder / "host", "AuthorizedKeysFile": self.folder / "keys", "StrictModes": "no",
                   "PidFile": "none", "ListenAddress": "127.0.0.1", "UsePAM": "no", "PermitRootLogin": "yes"}
        server = subprocess.Popen([SSHD, "-D", "-f", "/dev/null", "-p", str(port),
                                   *[word for key, value in options.items() for word in ("-o", f"{key}={value}")]],
                                  stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        wait_for(port)
        return (f"1/ssh -p {port} -i {self.folder / 'user'} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "
                f"-o LogLevel=ERROR {getpass.getuser()}@127.0.0.1")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    deadline = time.monotonic() + STARTING_S
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("sshd does not start")


if __name__ == "__main__":
    unittest.main()

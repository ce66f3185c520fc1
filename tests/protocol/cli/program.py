"""The program and the scripts around it, used as a person would use them: what the tests of the command line share.

A test is called with the path of the program as its first word.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = ROOT / "scripts"
sys.path.insert(0, str(SCRIPTS))    # for the package matches

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else sys.exit(sys.modules["__main__"].__doc__)
FAILED, REFUSED, STOPPED = 1, 2, 130    # exit statuses; the last one of a script that a signal ends
PATIENCE_S = 600    # for what takes seconds, on a machine that has other things to do
GONE_S = 60         # after which the child of a killed process must be gone, though it has work for hours
USUAL: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def call(*command, status=0, **options):
    """Any command, once it has ended with that status (None: with any); what it wrote is text unless the options differ."""
    done = subprocess.run([str(word) for word in command], timeout=PATIENCE_S, **{**USUAL, **options})
    assert status in (None, done.returncode), (command, done)
    assert "Traceback" not in str(done.stderr), (command, done.stderr)
    return done


def both(*words, status=0):
    """What the program printed, and what it told on standard error"""
    done = call(PROGRAM, *words, status=status)
    return done.stdout, done.stderr


def run(*words, status=0, **options):
    """What the program printed; complaints must be there if it fails, and only then."""
    done = call(PROGRAM, *words, status=status, **options)
    assert bool(done.stderr) == (status != 0), (words, done.stderr)
    return done.stdout


def tell(*words, status=0, **options):
    """What the program told on standard error; it must print nothing."""
    done = call(PROGRAM, *words, status=status, **options)
    assert not done.stdout, (words, done.stdout)
    return done.stderr


def refusal(*words, status=REFUSED, **options):
    """The one sentence by which the program refuses that; it does and prints nothing else."""
    told = tell(*words, status=status, **options)
    assert told.count("\n") == 1 and told.endswith("\n") and told.startswith("pbrain-tengen"), (words, told)
    return told


def begin(*command, **options):
    """A process of that command, which runs while the test goes on"""
    return subprocess.Popen([str(word) for word in command], **{**USUAL, **options})


def wait_until(condition, process):
    """False if the process ended before that was so"""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it does not come to that"
        if process.poll() is not None:
            return False
        time.sleep(0.002)
    return True


def children(pid):
    """The processes that this one has begun; none if it has ended meanwhile"""
    try:
        return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def its_child_dies_with(parent):
    """Kills a process that has one child: that must be gone soon."""
    child, = children(parent.pid)
    parent.kill()
    parent.communicate()
    is_gone(child)


def is_gone(child):
    """Waits for the end of a process whose parent was killed."""
    end = time.monotonic() + GONE_S
    while Path(f"/proc/{child}/exe").exists():     # not so of a zombie
        assert time.monotonic() < end, "the child of the process that was killed works on"
        time.sleep(0.01)


def check_all(*checks):
    """Each in a folder of its own"""
    for check in checks:
        with tempfile.TemporaryDirectory() as folder:
            check(Path(folder))

"""Runs the scripts of scripts/ in forks of this process, which has read Python and their modules already.

A new interpreter takes ten times as long as what these tests ask of it: to refuse one thing. A fork shares nothing with this
process or with other forks, and a script begins in it as `__main__`, with its own words, folder and outputs.
"""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import IO, NoReturn

LOOK_EVERY_S = 0.002

groups: list[int] = []      # the process group of each script that was run


def run(command: list[str], folder: Path, patience_s: float) -> subprocess.CompletedProcess[str]:
    """What the command, this Python with a script and its words, prints and ends with; it is killed after `patience_s`."""
    python, script, *words = command
    assert python == sys.executable
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            become(script, words, folder, out, err)
        groups.append(pid)
        status = wait(pid, command, patience_s)
        return subprocess.CompletedProcess(command, status, text_of(out), text_of(err))


def become(script: str, words: list[str], folder: Path, out: IO[bytes], err: IO[bytes]) -> NoReturn:
    status = 1
    try:
        os.setpgid(0, 0)    # killed with all that it started
        os.chdir(folder)
        with open(os.devnull, "rb") as nothing:
            for file, number in ((nothing, 0), (out, 1), (err, 2)):
                os.dup2(file.fileno(), number)
        sys.argv = [script, *words]
        sys.path[0] = str(Path(script).parent)
        warnings.simplefilter("ignore")     # unittest asks for warnings that an interpreter does not show by itself
        status = main_of(script)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def main_of(script: str) -> int:
    """The exit status of the script, as the interpreter has it."""
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def wait(pid: int, command: list[str], patience_s: float) -> int:
    deadline = time.monotonic() + patience_s
    while (ended := os.waitpid(pid, os.WNOHANG))[0] == 0:
        if time.monotonic() > deadline:
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            raise subprocess.TimeoutExpired(command, patience_s)
        time.sleep(LOOK_EVERY_S)
    return os.waitstatus_to_exitcode(ended[1])


def text_of(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()

"""Where tasks are done, one after the other: a process of its own, on this machine or with a worker of Dask.

A task is a function with its arguments. The function gets the seat, too, on which it keeps what lives from task to task, such
as engines. Of its answers only a fault of the command, a ValueError or an OSError, ends the run. A worker that is Unfit, since
it cannot build or run a program, is told, and its task done elsewhere.

On a worker of Dask, programs come as bytes, which far.py puts into the folder of the worker under their hash. They are unpacked
or built there once, whoever asks first, and a Tengen has to find the signature of its bench that it has at home.
"""

from __future__ import annotations

import errno
import fcntl
import multiprocessing
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import traceback
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Callable, Mapping, NamedTuple, Optional, Protocol

from .engine import die_with
from .program import build

DONE, FAILED, UNFIT = "done", "failed", "unfit"
IDLE_S = 60.0               # then a seat of a worker ends: its client may be gone. far.py takes none that has waited for half of it
BENCH_S = 300.0             # for `bench --quick`, which takes a second on an idle machine
SIGNATURE = re.compile(r"^signature (\w+)$", re.MULTILINE)


class Unfit(Exception):
    """This worker cannot do such a task; another may."""


@dataclass(frozen=True)
class Program:
    """A program that is sent to workers."""

    digest: str
    name: str                                       # of its file
    options: Optional[tuple[str, ...]] = None       # of cmake, where it is sources to be built; None: one file
    signature: str = ""                             # of its bench; "": it has none


class Task(NamedTuple):
    name: str                                       # what it is, for the dashboard
    function: Callable[..., Any]                    # of a seat and the arguments
    arguments: tuple[Any, ...]
    programs: Mapping[str, Program] = {}            # that it takes, by their paths on the machine that hands out


class Kept(Protocol):
    """What lives from task to task."""

    def leave(self) -> None:
        """In order."""

    def destroy(self) -> None:
        """At once."""


@dataclass
class Seat:
    index: int
    folder: Optional[Path] = None                   # of the worker; None: it is this machine, which has all programs
    kept: dict[str, Any] = field(default_factory=dict)
    programs: Mapping[str, Program] = field(default_factory=dict)

    def keep(self, name: str, wanted: Any, make: Callable[[], Any]) -> Any:
        """What is kept under that name, made anew if something else is wanted than when it was made."""
        before, thing = self.kept.get(name, (None, None))
        if thing is None or before != wanted:
            if thing is not None:
                del self.kept[name]
                thing.leave()
            thing = make()
            self.kept[name] = wanted, thing
        return thing

    def command(self, text: str) -> str:
        """A command line with the programs where they are here. Unfit if one of them cannot be had."""
        if not any(path in text for path in self.programs):
            return text
        return shlex.join(str(self.path(word)) for word in shlex.split(text))

    def path(self, word: str) -> Path:
        return self.ready(self.programs[word]) if word in self.programs else Path(word)

    def ready(self, program: Program) -> Path:
        """That program, unpacked or built and tried by whoever asks first."""
        place = self.folder / program.digest
        place.mkdir(exist_ok=True)
        with open(place / "lock", "w") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX)
            if not (place / "words").exists():
                (place / "words").write_text(fault(program, self.folder / f"{program.digest}.data", place))
        if words := (place / "words").read_text():
            raise Unfit(words)
        return made(program, place)

    def answer(self, task: Task) -> tuple[str, Any]:
        self.programs = task.programs
        try:
            return DONE, task.function(self, *task.arguments)
        except Unfit as unfit:
            return UNFIT, str(unfit)
        except OSError as error:
            return (UNFIT, str(error)) if self.folder and error.errno in (errno.ENOSPC, errno.EDQUOT) else (FAILED, error)
        except ValueError as error:
            return FAILED, error
        except Exception:
            return FAILED, RuntimeError(traceback.format_exc())

    def close(self, is_orderly: bool) -> None:
        for _, thing in self.kept.values():
            if is_orderly:
                thing.leave()
            thing.destroy()
        self.kept.clear()


def made(program: Program, place: Path) -> Path:
    return place / "file" / program.name if program.options is None else place / "build" / "pbrain-tengen"


def fault(program: Program, data: Path, place: Path) -> str:
    """Makes the program, and says what is wrong with it here; "" if nothing is."""
    try:
        if program.options is None:
            made(program, place).parent.mkdir(exist_ok=True)
            shutil.copyfile(data, made(program, place))
            made(program, place).chmod(0o755)
        else:
            with tarfile.open(data) as sources:
                sources.extractall(place / "source")
            build(place / "source", place / "build", program.options, place / "log")
    except (OSError, tarfile.TarError) as error:
        return f"{program.name} cannot be made: {error}"
    found = signature(made(program, place)) if program.signature else ""
    return "" if found == program.signature else \
        f"{program.name} is another program here: its bench has {found or 'no signature'}, not {program.signature}"


def signature(path: Path) -> str:
    """Of `bench --quick`; "" if it is no Tengen, or does not work."""
    try:
        done = subprocess.run([path, "bench", "--quick"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, errors="replace", timeout=BENCH_S)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = SIGNATURE.search(done.stdout)
    return found[1] if found else ""


# --- the process ----------------------------------------------------------------------------------------------------------

def stop_at_once(*_: object) -> None:
    raise SystemExit(0)


def serve(tasks: Connection, seat: Seat, parent: int, patience_s: Optional[float] = None) -> None:
    """Answers out for tasks in, until None comes in or nothing for that long."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)    # Ctrl-C is for the one who hands out
    signal.signal(signal.SIGTERM, stop_at_once)
    sys.unraisablehook = lambda _: None     # the signal may come in a destructor: then nothing is told, and a kill follows
    die_with(parent)
    is_orderly = False
    try:
        while tasks.poll(patience_s) and (task := tasks.recv()) is not None:
            tasks.send(seat.answer(task))
        is_orderly = True
    except (EOFError, ConnectionError):
        pass
    finally:
        seat.close(is_orderly)


if __name__ == "__main__":      # as far.py begins it
    serve(Connection(int(sys.argv[1])), Seat(multiprocessing.current_process().pid or 0, Path(sys.argv[3])), int(sys.argv[2]), IDLE_S)

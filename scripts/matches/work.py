"""One way to do work in parts: on the cores of this machine, or with --cluster on Dask's distributed scheduler.

Scripts hand out tasks (seat.py) and take their answers in whatever order they come. Whoever hands out decides what comes next,
and what is not wanted any more is cancelled. An answer is taken once, and a task whose process died is done again: here by the
pool, there by Dask, which loses no task when a worker goes.

To workers go the modules of scripts/, and programs, by hash. Of a command line, what is named by a relative path is sent as a
file; an absolute path, or a name that PATH finds, is one that each worker has.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import importlib.util
import io
import logging
import multiprocessing
import os
import pickle
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import uuid
import warnings
import zipfile
from collections import deque
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Callable, Iterable, Iterator, Optional

from . import console, orphans, storage
from .seat import DONE, UNFIT, Program, Seat, Task, serve, signature

STOPPING = signal.SIGINT, signal.SIGTERM
WORKER_DEATHS_MAX = 3       # in a row, without an answer between: then something is wrong with the machine, not with a task
FAREWELL_SECONDS = 5.0
TASKS_PER_THREAD = 2        # of a cluster that are handed out: one is done, and one waits, so that nobody has to
LOOK_EVERY_S = 1.0          # at the workers of a cluster
CONNECT_S = 10.0
SCRIPTS = Path(__file__).resolve().parents[1]
SENT = ("matches", "proofs", "books")       # modules, of which these folders are for the one who hands out:
NOT_SENT = ("report", "sets", "__pycache__")
DEBIANS_PYTHON = "/usr/bin/python3"         # to which apt-get installs Dask
ADDRESSES = ("tcp://", "tls://")

processes = multiprocessing.get_context("fork")


def interrupt(*_: object) -> None:
    """SIGTERM is Ctrl-C by other means."""
    raise KeyboardInterrupt


class Pool:
    """Use it as a context. Ctrl-C comes out of it as KeyboardInterrupt, as SIGTERM does."""

    def __init__(self) -> None:
        self.previous: Any = None
        self.is_stopped = False

    def __enter__(self) -> Pool:
        self.previous = signal.signal(signal.SIGTERM, interrupt)
        return self

    def __exit__(self, kind: Any, *_: object) -> None:
        if kind is KeyboardInterrupt:
            self.stop()
        self.close(kind is None)
        signal.signal(signal.SIGTERM, self.previous)

    @contextlib.contextmanager
    def until_stopped(self) -> Iterator[None]:
        """Here Ctrl-C ends the work and nothing more: what was done can still be kept and shown."""
        try:
            yield
        except KeyboardInterrupt:
            self.stop()

    @contextlib.contextmanager
    def undivided(self) -> Iterator[None]:
        """Here Ctrl-C and SIGTERM wait until all of it has been done."""
        came: list[int] = []
        before = [(number, signal.signal(number, lambda heard, _: came.append(heard))) for number in STOPPING]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)
        if came:
            raise KeyboardInterrupt

    def report(self, name: str, standing: str) -> int:
        """Says how far a command came that goes on when it is called again; its exit status."""
        if self.is_stopped:
            return console.complain(name, f"stopped; {standing}; the same command goes on", console.STOPPED)
        print(standing, flush=True)
        return 0

    def stop(self) -> None:
        """Nothing is done any more. Whoever sent a signal need not do so twice, as timeout(1) does: from now on signals are
        ignored."""
        self.previous, self.is_stopped = signal.SIG_IGN, True
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)
        self.close(False)

    def results(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Any]]:
        """Does all of them, as `answers` does."""
        waiting = iter(tasks)
        return self.answers(lambda: next(waiting, None))

    def answers(self, more: Callable[[], Optional[Task]]) -> Iterator[tuple[Task, Any]]:
        """Does what `more` gives, which is asked whenever there is room; None: there is nothing now, but answers may lead to more.
        A fault of a task is raised. What has been begun is cancelled when nobody wants more, or after a fault."""
        try:
            while self.fill(more):
                if done := self.take():
                    yield done
        except (Exception, GeneratorExit):
            self.cancel()
            raise

    def fill(self, more: Callable[[], Optional[Task]]) -> bool:
        """Hands out what there is room for; false if nothing is being done."""
        while self.room() > 0 and (task := more()):
            self.submit(task)
        return self.is_busy()

    def call(self, task: Task) -> Any:
        """Does that one alone."""
        return [answer for _, answer in self.results([task])][0]

    def programs(self, commands: Iterable[str], ours: Iterable[Path] = ()) -> dict[str, Program]:
        """What of these command lines has to be sent, and `ours`."""
        return {}

    def sources(self, path: Path, packed: Callable[[], bytes], options: tuple[str, ...]) -> dict[str, Program]:
        """The program that has this path here, as sources that workers build."""
        return {}

    def words(self) -> str:
        """Who works, to stand before other words; "" where that goes without saying."""
        return ""

    # --- what a kind of pool has to have ---

    def room(self) -> int:
        """So many more tasks can be handed out."""
        raise NotImplementedError

    def is_busy(self) -> bool:
        raise NotImplementedError

    def submit(self, task: Task) -> None:
        raise NotImplementedError

    def take(self) -> Optional[tuple[Task, Any]]:
        """Waits for an answer; None if there may be more room meanwhile."""
        raise NotImplementedError

    def cancel(self) -> None:
        """Ends what is being done; nothing of it is answered."""
        raise NotImplementedError

    def close(self, is_orderly: bool) -> None:
        raise NotImplementedError


def answered(answer: tuple[str, Any]) -> Any:
    kind, value = answer
    if kind != DONE:
        raise value
    return value


# --- this machine -----------------------------------------------------------------------------------------------------------

@dataclass(eq=False)
class Slot:
    """A seat as the one who hands out sees it."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    task: Optional[Task] = None


class Processes(Pool):
    """Seats are forks of this process. They die with it, whatever kills it."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count, self.slots = count, []      # type: int, list[Slot]
        self.made = self.deaths = 0

    def busy(self) -> list[Slot]:
        return [slot for slot in self.slots if slot.task]

    def is_busy(self) -> bool:
        return bool(self.busy())

    def room(self) -> int:
        return self.count - len(self.busy())

    def submit(self, task: Task) -> None:
        slot = next((slot for slot in self.slots if not slot.task), None) or self.begin()
        slot.task = task
        slot.pipe.send(task)

    def begin(self) -> Slot:
        here, there = processes.Pipe()
        self.made += 1
        process = processes.Process(target=self.begin_work, args=(here, there, self.made), daemon=True)
        process.start()
        there.close()
        self.slots.append(Slot(process, here))
        return self.slots[-1]

    def begin_work(self, here: Connection, there: Connection, index: int) -> None:
        """In the child: it must not keep the parent's ends open, or it would never see them close."""
        here.close()
        for slot in self.slots:
            slot.pipe.close()
        serve(there, Seat(index), multiprocessing.parent_process().pid)

    def take(self) -> Optional[tuple[Task, Any]]:
        orphans.bury_dead()
        ready = wait([slot.pipe for slot in self.busy()])
        slot = next(slot for slot in self.slots if slot.pipe in ready)
        task = slot.task
        try:
            answer = slot.pipe.recv()
        except (EOFError, ConnectionError):
            self.replace(slot)
            return None
        self.deaths, slot.task = 0, None
        return task, answered(answer)

    def replace(self, slot: Slot) -> None:
        """Its process died: its task is done again by another."""
        self.deaths += 1
        if self.deaths > WORKER_DEATHS_MAX:
            raise ChildProcessError("the processes that do the work die, one after the other")
        self.end([slot])
        self.submit(slot.task)

    def cancel(self) -> None:
        self.end(self.busy())

    def end(self, slots: list[Slot]) -> None:
        for slot in slots:
            slot.process.terminate()
        for slot in slots:
            slot.process.join(FAREWELL_SECONDS)
            slot.process.kill()
            slot.pipe.close()
            self.slots.remove(slot)

    def close(self, is_orderly: bool) -> None:
        """Idle seats say goodbye to their engines; all others end now, and their engines with them."""
        idle = [slot for slot in self.slots if is_orderly and not slot.task]
        for slot in idle:
            slot.pipe.send(None)
        for slot in idle:
            slot.process.join(FAREWELL_SECONDS)
        self.end(list(self.slots))


# --- many machines ----------------------------------------------------------------------------------------------------------

class Handed:
    """A task that is with the scheduler."""

    def __init__(self, task: Task, future: Any, allowed: Optional[list[str]]) -> None:
        self.task, self.future, self.allowed = task, future, allowed


class Cluster(Pool):
    """Seats are with the workers of Dask (far.py)."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.distributed = address, importlib.import_module("distributed")
        if address.startswith("tls:") and not self.distributed.Security().get_connection_args("client")["ssl_context"]:
            raise ValueError(f"{address}: the settings of Dask name no certificate (distributed.comm.tls)")
        try:
            self.client = self.distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
        except OSError:
            raise ValueError(f"no scheduler of Dask answers at {address}") from None
        self.far = self.sent_module()
        self.files: dict[str, Any] = {}         # what is kept for workers, by hash
        self.code = self.file("modules", packed())
        self.threads: dict[str, int] = {}       # of each worker
        self.unfit: dict[str, str] = {}         # workers, and why
        self.handed: dict[str, Handed] = {}
        self.finished: SimpleQueue[Any] = SimpleQueue()
        self.ready: deque[Any] = deque()
        self.run, self.number, self.looked, self.has_complained = uuid.uuid4().hex[:8], 0, 0.0, False
        self.look()

    def sent_module(self) -> Any:
        """far.py, under a name by which workers tell it from those of other versions."""
        text = Path(__file__).with_name("far.py").read_text(encoding="utf-8")
        name = f"tengen_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.py"
            path.write_text(text, encoding="utf-8")
            self.client.upload_file(str(path))
            spec = importlib.util.spec_from_file_location(name, path)
            sys.modules[name] = module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        return module

    def file(self, name: str, data: bytes) -> str:
        """The hash of those bytes. They become a result that the scheduler can have made again, should the workers that hold it die;
        so they are in the task, and not scattered."""
        digest = hashlib.sha256(name.encode() + b"\0" + data).hexdigest()
        if digest not in self.files:
            self.files[digest] = self.hand(bytes, data, key=f"file-{digest}")
        return digest

    def hand(self, *words: Any, **settings: Any) -> Any:
        """To the scheduler, without the warning that there is much data in the call."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self.client.submit(*words, **settings)

    def programs(self, commands: Iterable[str], ours: Iterable[Path] = ()) -> dict[str, Program]:
        words = {word for command in commands for word in shlex.split(command) if "/" in word and word[0] not in "/-"}
        return {word: self.program(Path(word)) for word in [*words, *map(str, ours)] if Path(word).is_file()}

    def program(self, path: Path) -> Program:
        with storage.named(path):
            return Program(self.file(path.name, path.read_bytes()), path.name, None, signature(path.resolve()))

    def sources(self, path: Path, packed: Callable[[], bytes], options: tuple[str, ...]) -> dict[str, Program]:
        return {str(path): Program(self.file(" ".join(options), packed()), path.name, options, signature(path))}

    # --- tasks ---

    def is_busy(self) -> bool:
        return bool(self.handed)

    def room(self) -> int:
        fit = sum(count for worker, count in self.threads.items() if worker not in self.unfit)
        return max(1, TASKS_PER_THREAD * fit) - len(self.handed)

    def submit(self, task: Task) -> None:
        self.number += 1
        allowed = [worker for worker in self.threads if worker not in self.unfit] if self.unfit else None
        if self.unfit and not allowed:
            raise ValueError(f"no worker of {self.address} can do this: {next(iter(self.unfit.values()))}")
        files = {program.digest: self.files[program.digest] for program in task.programs.values()}
        future = self.hand(self.far.run, self.code, self.files[self.code], files, pickle.dumps(task), workers=allowed,
                           key=f"{task.name}-{self.run}-{self.number}", retries=WORKER_DEATHS_MAX, pure=False)
        self.handed[future.key] = Handed(task, future, allowed)
        future.add_done_callback(self.finished.put)

    def take(self) -> Optional[tuple[Task, Any]]:
        self.look()
        if not self.ready:
            self.collect()
        if not self.ready:
            return None
        future, found = self.ready.popleft()
        handed = self.handed.pop(future.key, None)
        if handed is None:
            return None             # it was cancelled
        worker, answer = found
        answer = (UNFIT, answer) if isinstance(answer, str) else pickle.loads(answer)
        if answer[0] == UNFIT:
            self.pass_over(worker, answer[1], handed.task)
            return None
        return handed.task, answered(answer)

    def collect(self) -> None:
        """Waits for answers, and brings those that there are."""
        try:
            futures = [self.finished.get(timeout=LOOK_EVERY_S)]
            while not self.finished.empty():
                futures.append(self.finished.get())
        except Empty:
            return
        futures = [future for future in futures if future.key in self.handed]
        for future in futures:
            if future.status == "error":
                error = future.exception()
                raise ChildProcessError(f"workers die at {future.key}" if isinstance(error, self.distributed.scheduler.KilledWorker)
                                        else f"{future.key}: {error}")
            if future.status == "cancelled":
                raise self.lost()
        try:                        # waits for what was lost with a worker and is done again
            self.ready.extend(zip(futures, self.client.gather(futures)))
        except (OSError, self.distributed.CancelledError):
            raise self.lost() from None

    def lost(self) -> ConnectionError:
        self.handed.clear()         # there is nobody to take it back from
        return ConnectionError(f"the scheduler at {self.address} has gone; what was answered is kept")

    def pass_over(self, worker: str, words: str, task: Task) -> None:
        """That worker gets no more tasks."""
        if worker not in self.unfit:
            console.complain("cluster", f"{worker} does no work: {console.on_one_line(words)}")
        self.unfit[worker] = words
        self.looked = 0.0           # another may have come in the meantime
        self.look()
        self.submit(task)

    def look(self) -> None:
        """Who works; and what waits for workers that have gone is handed to others."""
        if time.monotonic() < self.looked + LOOK_EVERY_S:
            return
        self.looked = time.monotonic()
        if self.client.status != "running":
            raise self.lost()
        try:
            self.threads = self.client.nthreads()
        except (OSError, RuntimeError):
            raise self.lost() from None
        if not self.threads and self.handed and not self.has_complained:
            console.complain("cluster", f"no worker at {self.address}: waiting for one")
        self.has_complained = bool(self.handed) and not self.threads
        for key, handed in list(self.handed.items()):
            if handed.allowed and not self.threads.keys() & set(handed.allowed):
                del self.handed[key]
                handed.future.cancel()
                self.submit(handed.task)

    def words(self) -> str:
        fit = [worker for worker in self.threads if worker not in self.unfit]
        return f"{counted(len(fit), 'worker')}, {counted(sum(self.threads[worker] for worker in fit), 'thread')}, "

    def cancel(self) -> None:
        for handed in self.handed.values():
            handed.future.cancel()
        self.handed.clear()
        self.ready.clear()

    def close(self, is_orderly: bool) -> None:
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)     # a client leaves waits behind that nobody asks for any more
        if self.client.status == "running":
            self.cancel()
        if self.client.status != "closed":
            with contextlib.suppress(OSError):      # it has gone
                self.client.close(timeout=FAREWELL_SECONDS)


def counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def packed() -> bytes:
    """The modules that do tasks, as a zip that is the same for the same modules."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for folder in SENT for path in (SCRIPTS / folder).rglob("*") if path.suffix in (".py", ".txt")):
            name = path.relative_to(SCRIPTS)
            if not set(name.parts) & set(NOT_SENT):
                archive.writestr(zipfile.ZipInfo(str(name)), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return data.getvalue()


# --- options ----------------------------------------------------------------------------------------------------------------

def add_options(parser: Any, what: str, default: int = 1) -> None:
    """--concurrency and --cluster; `what` is done in parts."""
    parser.add_argument("--concurrency", type=console.workers, default=default, metavar="N",
                        help=f"{what} at the same time (default {default})")
    parser.add_argument("--cluster", type=cluster_address, metavar="ADDRESS",
                        help="let a Dask cluster do the work; ADDRESS is that of its scheduler, such as tcp://localhost:8786")


def cluster_address(text: str) -> str:
    """Reads it, and sees to it that this Python has Dask."""
    if not text.startswith(ADDRESSES):
        raise argparse.ArgumentTypeError(f"{console.shown(text)} is not tcp://HOST:PORT or tls://HOST:PORT")
    if not importlib.util.find_spec("distributed"):
        become_debians_python()
        raise argparse.ArgumentTypeError(f"{sys.executable} has no Dask: apt-get install python3-distributed, or pip install "
                                         "distributed")
    return text


def become_debians_python() -> None:
    """Begins the command again with Debian's Python, if that has Dask: what stands first in PATH may be another."""
    if Path(DEBIANS_PYTHON).resolve() != Path(sys.executable).resolve() and not subprocess.run(
            [DEBIANS_PYTHON, "-c", "import distributed"], stderr=subprocess.DEVNULL).returncode:
        os.execv(DEBIANS_PYTHON, [DEBIANS_PYTHON, *sys.argv])


def pool(options: argparse.Namespace) -> Pool:
    """As the options say."""
    return Cluster(options.cluster) if options.cluster else Processes(options.concurrency)

"""What a worker of Dask is given to do: it hands a task to a process that has our modules, and its answer back.

A worker lives for long and serves many, so nothing of ours is imported there but this file, which is sent under a name of its
own and imports nothing of ours. All that a task takes comes as bytes and is written into the worker's own folder once, under its
hash: the modules, as a zip, and the programs. A process, the seat, is begun for each thread that works, and lives from task to task.
"""

import importlib
import io
import os
import socket
import subprocess
import sys
import threading
import time
import zipfile
from multiprocessing.connection import Connection
from pathlib import Path

LOOK_EVERY_S = 0.2          # whether the task is still wanted
WAITED_MAX_S = 30.0         # a seat that has waited for longer may be about to end

lock = threading.Lock()
idle: dict = {}             # the seats of each folder of modules: the connection, the process, and since when


def run(code_digest, code, files, payload):
    """The address of this worker, and the answer to the task as bytes. Any exception but OSError means that the process died;
    Dask then has the task done again."""
    worker = importlib.import_module("distributed").get_worker()
    folder = Path(worker.local_directory) / "tengen"
    try:
        modules = unpacked(folder, code_digest, code)
        for digest, data in files.items():
            put(folder / f"{digest}.data", data)
        seat = taken(modules) or begun(modules, folder)
    except OSError as error:        # a full disk
        return worker.address, str(error)
    tasks, process = seat
    try:
        tasks.send_bytes(payload)
        while not tasks.poll(LOOK_EVERY_S):
            demand_wanted(worker)
        answer = tasks.recv_bytes()
    except BaseException:
        process.kill()
        process.wait()
        tasks.close()
        raise
    with lock:
        idle.setdefault(modules, []).append((tasks, process, time.monotonic()))
    return worker.address, answer


def demand_wanted(worker):
    """Ends the task if it was cancelled, or if whoever wanted it has gone."""
    task = worker.state.tasks.get(worker.get_current_task())
    if task is None or task.state not in ("executing", "long-running"):
        raise RuntimeError("nobody wants it any more")


def put(path, data):
    """The file, whole or not at all."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{threading.get_ident()}")
        fresh.write_bytes(data)
        fresh.replace(path)


def unpacked(folder, digest, code):
    modules = folder / f"modules-{digest}"
    with lock:
        if not (modules / "complete").exists():
            zipfile.ZipFile(io.BytesIO(code)).extractall(modules)
            (modules / "complete").touch()
    return modules


def taken(modules):
    """A seat that waits for work; None if there is none. Those that have waited long go."""
    with lock:
        while seats := idle.get(modules):
            tasks, process, since = seats.pop()
            if process.poll() is None and time.monotonic() < since + WAITED_MAX_S:
                return tasks, process
            tasks.close()
            process.wait()


def begun(modules, folder):
    here, there = socket.socketpair()
    with there:
        process = subprocess.Popen([sys.executable, "-m", "matches.seat", str(there.fileno()), str(os.getpid()), str(folder)],
                                   cwd=modules, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL, start_new_session=True)
    return Connection(here.detach()), process

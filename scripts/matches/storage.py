"""Reads files with limits, replaces them as a whole, and locks them for one process at a time.

A fault of a file is raised as ValueError or OSError, with a text that a command can print as it is.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import socket
import time
from itertools import count
from pathlib import Path
from typing import Any, Iterator, TextIO

TEXT_MAX = 64 << 20         # bytes of a file that is read as a whole; no file that is meant comes near
LINE_MAX = 16 << 20         # bytes of a line, where files of any length are read line by line
HOLDER_MAX = 300            # bytes of a lock file that are read: a process and the name of a machine
HOLDER_TRIES, HOLDER_PAUSE_S = 20, 0.05     # who has just taken a lock says so within a second


# --- reading ----------------------------------------------------------------------------------------------------------

def read_bytes(path: Path, most: int = TEXT_MAX) -> bytes:
    """All of a file, which may be a pipe, but not without an end."""
    with named(path), open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"{path}: more than {most >> 20} MiB")
    return data


def read_text(path: Path) -> str:
    """All of a text file. Letters that are no UTF-8 become question marks: old files of Piskvork have some."""
    data = read_bytes(path)
    if b"\0" in data:
        raise ValueError(f"{path}: not a text file")
    return data.decode("utf-8-sig", errors="replace")


def read_json(path: Path) -> Any:
    """What a JSON file says."""
    text = read_text(path)
    if not text.strip():
        raise ValueError(f"{path}: the file is empty")
    return parsed(text, str(path))


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Every whole line of a file of JSON lines, with its number; a last line that was cut off is passed over."""
    with named(path), open(path, "rb") as file:
        number = 0
        while (line := file.readline(LINE_MAX)).endswith(b"\n"):
            number += 1
            yield number, parsed(line.decode("utf-8", errors="replace"), f"{path}:{number}")
    if len(line) == LINE_MAX:
        raise ValueError(f"{path}:{number + 1}: a line of more than {LINE_MAX >> 20} MiB")


def parsed(text: str, place: str) -> Any:
    """The value of a JSON text; place is where it is from."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = f":{error.lineno}" if error.lineno > 1 else ""
        raise ValueError(f"{place}{line}: not JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise ValueError(f"{place}: not JSON that can be read") from None


@contextlib.contextmanager
def named(path: Path) -> Iterator[None]:
    """Errors inside that do not say which file they are about are about that one."""
    try:
        yield
    except OSError as error:
        if error.errno is not None and error.filename is None:
            error.filename = str(path)
        raise


# --- writing ----------------------------------------------------------------------------------------------------------

def replace_text(path: Path, text: str) -> None:
    """Put that into the file, or leave it as it was: nobody ever sees a part of it."""
    replace_bytes(path, text.encode("utf-8", errors="replace"))


def replace_bytes(path: Path, data: bytes) -> None:
    """The same."""
    fresh = path.with_name(path.name + ".new")
    with named(path):
        fresh.write_bytes(data)
        fresh.replace(path)


def append_text(path: Path, text: str) -> None:
    """Put that at the end of the file; what was there before stays in any case."""
    with named(path), path.open("a", encoding="utf-8", errors="replace") as file:
        file.write(text)


def demand_writable(path: Path) -> None:
    """OSError if that file can certainly not be written: to be asked before hours of work that end in it."""
    folder = path if path.is_dir() else path.parent
    fault = (errno.EISDIR if path.is_dir() else errno.ENOENT if not folder.exists() else
             errno.ENOTDIR if not folder.is_dir() else
             0 if os.access(path if path.exists() else folder, os.W_OK) else errno.EACCES)
    if fault:
        raise OSError(fault, os.strerror(fault), str(path))


# --- claiming ---------------------------------------------------------------------------------------------------------

class Busy(ValueError):
    """Another process has it."""


@contextlib.contextmanager
def claimed(lock: Path, what: Path) -> Iterator[None]:
    """Nobody else claims that lock file while this lasts; Busy, with the process that has it, if somebody has already.

    The lock is one of lockf: it ends with the process, however that ends, and a forked child does not keep it, as it
    would with flock. At the end the file is removed; is_at is for whoever opened it before and locks it after that.
    """
    with locked(lock, what) as file:
        with named(lock):
            file.truncate(0)
            file.write(f"{os.getpid()} {socket.gethostname()}\n")
            file.flush()
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def locked(lock: Path, what: Path) -> TextIO:
    """The lock file, open and locked."""
    while True:
        file = open(lock, "a+", encoding="utf-8")
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EAGAIN):
                return file             # a file system without locks
            with file:
                raise Busy(f"{what} is in use by {holder(file)}") from None
        if is_at(file, lock):
            return file
        file.close()


def holder(file: TextIO) -> str:
    """Who has that lock, from what it wrote; it may be about to."""
    words = ""
    for _ in range(HOLDER_TRIES):
        file.seek(0)
        words = file.read(HOLDER_MAX).strip()
        if words:
            break
        time.sleep(HOLDER_PAUSE_S)
    pid, _, host = words.partition(" ")
    return f"process {pid or '?'}" + (f" on {host}" if host not in ("", socket.gethostname()) else "")


def is_at(file: TextIO, path: Path) -> bool:
    """Is that open file still the one that the path leads to?"""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


# --- new names --------------------------------------------------------------------------------------------------------

def numbered(path: Path) -> Iterator[Path]:
    """That path, then others like it: a.txt, a-2.txt, a-3.txt, ..."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def new_folder(path: Path) -> Path:
    """Makes a folder of that name, or of the next one like it that is free."""
    for folder in numbered(path):
        with contextlib.suppress(FileExistsError):
            folder.mkdir(parents=True)
            break
    return folder


def new_file(path: Path) -> Path:
    """The same for an empty file."""
    for file in numbered(path):
        with contextlib.suppress(FileExistsError), open(file, "x"):
            break
    return file

#!/usr/bin/env python3
"""Writes files into a .zip or .tar.gz that depends on nothing but their bytes, their names and one date.

usage: bundle.py OUT SECONDS NAME=FILE...

Each FILE goes in as NAME, in the order of the names, dated SECONDS after 1970 (UTC). It is executable if it is so here.
A folder goes in with all files below it. Owners, times of files and the order of folders are left out.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from matches import console, storage

PLAIN, EXECUTABLE = 0o644, 0o755
UNIX = 3            # the system that zip's permissions are from
SMALLEST = 9        # of the levels of compression

FILE_MAX = 1 << 30  # bytes of a file that goes in
FIRST_SECOND, LAST_SECOND = 315532800, 4354819199      # 1980 to 2107: the years that zip knows


@dataclass(frozen=True)
class Content:
    data: bytes
    mode: int


Contents = dict[str, Content]


def read(file: Path) -> Content:
    return Content(storage.read_bytes(file, FILE_MAX), EXECUTABLE if os.access(file, os.X_OK) else PLAIN)


def read_all(name: str, file: Path) -> Contents:
    """The file; or the files below it."""
    if not file.is_dir():
        return {name: read(file)}
    return {f"{name}/{path.relative_to(file).as_posix()}": read(path) for path in file.rglob("*") if not path.is_dir()}


def write_zip(out: Path, seconds: int, contents: Contents) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=SMALLEST) as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.create_system, entry.external_attr = UNIX, content.mode << 16
            archive.writestr(entry, content.data, zipfile.ZIP_DEFLATED, SMALLEST)


def write_tar(out: Path, seconds: int, contents: Contents) -> None:
    with open(out, "wb") as raw, gzip.GzipFile("", "wb", SMALLEST, raw, mtime=0) as packed:
        with tarfile.open(fileobj=cast(IO[bytes], packed), mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, content in sorted(contents.items()):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = len(content.data), content.mode, seconds
                archive.addfile(entry, io.BytesIO(content.data))


def main() -> int:
    out, second, *pairs = sys.argv[1:] if len(sys.argv) > 3 else ("", "", "")
    if not all("=" in pair for pair in pairs):
        raise ValueError("usage: bundle.py OUT SECONDS NAME=FILE...")
    if not (second.isdecimal() and FIRST_SECOND <= int(second) <= LAST_SECOND):
        raise ValueError(f"{console.shown(second)}: a date has {FIRST_SECOND} to {LAST_SECOND} seconds since 1970")
    contents: Contents = {}
    for pair in pairs:
        name, file = pair.split("=", 1)
        contents |= read_all(name, Path(file))
    with storage.named(Path(out)):
        (write_zip if out.endswith(".zip") else write_tar)(Path(out), int(second), contents)
    return 0


if __name__ == "__main__":
    sys.exit(console.run("bundle.py", main))

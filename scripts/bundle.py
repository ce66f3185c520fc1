#!/usr/bin/env python3
"""Writes files into a .zip or .tar.gz that depends on nothing but their bytes, their names and one date.

usage: bundle.py OUT SECONDS NAME=FILE...

Each FILE goes in as NAME, in the order of the names, dated SECONDS after 1970 (UTC), executable if it is that here.
Owners, times of files, and the order of folders, which archivers like to write down, are left out.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

PLAIN, EXECUTABLE = 0o644, 0o755
UNIX = 3            # the system that zip's permissions are from
SMALLEST = 9        # of the levels of compression

Contents = dict[str, Path]


def mode(file: Path) -> int:
    return EXECUTABLE if os.access(file, os.X_OK) else PLAIN


def write_zip(out: Path, seconds: int, contents: Contents) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=SMALLEST) as archive:
        for name, file in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.create_system, entry.external_attr = UNIX, mode(file) << 16
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, SMALLEST)


def write_tar(out: Path, seconds: int, contents: Contents) -> None:
    with open(out, "wb") as raw, gzip.GzipFile("", "wb", SMALLEST, raw, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, file in sorted(contents.items()):
                data = file.read_bytes()
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = len(data), mode(file), seconds
                archive.addfile(entry, io.BytesIO(data))


def main(arguments: list[str]) -> None:
    if len(arguments) < 3 or not arguments[1].isdigit() or not all("=" in pair for pair in arguments[2:]):
        sys.exit(__doc__)
    out, seconds = Path(arguments[0]), int(arguments[1])
    contents = {name: Path(file) for name, file in (pair.split("=", 1) for pair in arguments[2:])}
    (write_zip if out.suffix == ".zip" else write_tar)(out, seconds, contents)


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/env python3
"""What scripts/package makes: the same bytes each time, and programs that run where they are meant to.

usage: package.py tournament | windows | linux | --self-test

Packs this checkout twice, as scripts/package does for that word, and compares. Looks into the package: names and dates, whom
the managers' choosers would pick, which DLLs, libraries and which processor the programs need. Copies the sources to a folder
with a blank in its name, and builds one of the programs for Windows there: it must be the same. One is enough, because all are
built in the same way. The assembler is the judge of processors: it gets what the disassembler says, and may accept only what
the oldest processor has. Exit status 77, which ctest takes for "skipped", where the compiler for a Windows is missing. Where
Emscripten is missing, the zip for Windows gets another page. The Debian packages are for debian.py to try.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterable, Optional

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("TENGEN_BUILD") or ROOT / "build")
SOURCES = ("CMakeLists.txt", "engine", "protocol", "scripts")
SKIPPED = 77
ZIP_MAX = 8 << 20       # what Gomocup takes
PROGRAMS = ("pbrain-tengen", "tengen-match", "tengen-play", "tengen-solve", "tengen-verify")       # of the tar
DLLS = {"kernel32.dll", "msvcrt.dll", "ntdll.dll"}      # every Windows has them
SHOWN = 10              # complaints
ARCHIVES = {"tournament": "TENGEN*.zip", "windows": "tengen-*-windows.zip", "linux": "tengen-*-linux-*.tar.gz"}


class Wrong(Exception):
    """Something about the packages is not as it should be."""


def check(good: bool, words: str) -> None:
    if not good:
        raise Wrong(words)


@dataclass(frozen=True)
class Target:
    """A kind of Windows: how its tools are called, its oldest processor, what its programs say they are."""

    bits: int
    tools: str
    processor: str
    format: str


TARGETS = {"pbrain-tengen.exe": Target(32, "i686-w64-mingw32", "i686", "pei-i386"),
           "pbrain-tengen64.exe": Target(64, "x86_64-w64-mingw32", "generic64", "pei-x86-64")}
WINDOWS = TARGETS["pbrain-tengen64.exe"]     # of the zip for people, and of the program that is built in another folder, too
COMPILERS: dict[str, list[Target]] = {"tournament": list(TARGETS.values()), "windows": [WINDOWS], "linux": []}
WINDOWS_FILES = ("changes.txt", "manual.html", "pbrain-tengen.exe", "readme.txt", "tengen.html")


def output_of(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def there(targets: Iterable[Target]) -> list[Target]:
    """Those whose tools are installed."""
    return [target for target in targets if shutil.which(f"{target.tools}-gcc")]


# --- packing ----------------------------------------------------------------------------------------------------------

def date_of_sources() -> int:
    """Of the commit; where there is no git, any will do."""
    if date := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(date)
    log = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    return int(subprocess.run(log, capture_output=True, text=True).stdout or 1_700_000_000)


def packed(kind: str, date: Optional[int] = None) -> Path:
    environment = os.environ | {"TENGEN_BUILD": str(BUILD)} | ({"SOURCE_DATE_EPOCH": str(date)} if date else {})
    if not shutil.which("emcc"):
        environment |= {"TENGEN_PAGE": str(ROOT / "scripts" / "page" / "index.html")}
    subprocess.run([ROOT / "scripts" / "package", kind], env=environment, check=True, stdout=subprocess.DEVNULL)
    archive, = (BUILD / "package").glob(ARCHIVES[kind])
    return archive


def check_again(kind: str, archive: Path, date: int) -> None:
    """Nothing is built anew, but all is packed again, some seconds later."""
    before = archive.read_bytes()
    check(packed(kind, date) == archive, f"{archive.name} has another name a second time")
    check(archive.read_bytes() == before, f"{archive.name} is not the same a second time")


def know_the_commit(script: Path) -> None:
    """As an archive of the sources does: there is no git in the copy."""
    told = re.search('= "(.*)";', (BUILD / "windows64" / "commit.c").read_text())
    text = script.read_text()
    check(told is not None and text.count("unknown commit") == 1, f"{script} is not as expected")
    script.write_text(text.replace("unknown commit", told[1] if told else ""))


def check_from_elsewhere(program: Path, target: Target, folder: Path) -> None:
    """With the options that scripts/package gives to cmake."""
    for source in SOURCES:
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, folder / source)
        else:
            shutil.copy(ROOT / source, folder / source)
    know_the_commit(folder / "protocol/cli/commit.cmake")
    tree, sqlite = folder / "build", BUILD / "sqlite"
    environment = {name: value for name, value in os.environ.items() if name not in ("CFLAGS", "CPPFLAGS", "LDFLAGS")}
    subprocess.run(["cmake", "-S", folder, "-B", tree, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF",
                    "-DCMAKE_SYSTEM_NAME=Windows", f"-DCMAKE_C_COMPILER={target.tools}-gcc",
                    f'-DCMAKE_C_FLAGS=-isystem "{sqlite}"',
                    f'-DCMAKE_EXE_LINKER_FLAGS=-s -L"{sqlite / target.tools.removesuffix("-w64-mingw32")}"'],
                   env=environment, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", tree, "--target", "pbrain-tengen", "--parallel", str(os.cpu_count() or 1)],
                   env=environment, check=True, stdout=subprocess.DEVNULL)
    check(program.read_bytes() == (tree / "pbrain-tengen.exe").read_bytes(),
          f"{program.name} is not the same from another folder")


# --- who picks what ---------------------------------------------------------------------------------------------------

def judge_picks(names: list[str], bits: int) -> str:
    """What the client of Gomocup's judge runs: it looks at the top level only, at names that begin so."""
    programs = [name for name in names if "/" not in name and name.startswith("pbrain") and name.endswith(".exe")]
    return next((name for name in programs if ("64" in name) == (bits == 64)), programs[0])


def piskvork_picks(names: list[str], archive: str, bits: int) -> str:
    """What Piskvork runs: the program with most points."""
    def points(name: str) -> int:
        program, whole = name.rsplit("/", 1)[-1].lower().removesuffix(".exe"), archive.lower().removesuffix(".zip")
        fits = 170 if ("64" in program) == (bits == 64) else -170
        return 1000 + fits + (200 if program == whole else 50 if whole in program else 0)

    return max((name for name in names if name.endswith(".exe")), key=points)


def check_choice(names: list[str], archive: str) -> None:
    for wanted, target in TARGETS.items():
        for picked in (judge_picks(names, target.bits), piskvork_picks(names, archive, target.bits)):
            check(picked == wanted, f"a manager on {target.bits} bits picks {picked}, not {wanted}")


# --- what programs need -----------------------------------------------------------------------------------------------

# What the disassembler writes and the assembler does not read: an index that is no register, heaps of prefixes before a
# nop, prefixes by name, targets without 0x (any place will do: how far a jump goes is of no interest).
SPELLINGS = (
    (re.compile(r"\s*(#|<).*"), ""),
    (re.compile(r"%[er]iz"), "%ecx"),
    (re.compile(r"^rex(\.\w+)? "), ""),
    (re.compile(r"^((data16|cs|repz|bnd|notrack) )*(nop[wlq]?\s.*|(data16|cs)( (data16|cs))*)$"), "nop"),
    (re.compile(r"^((?:bnd |notrack )?(?:j\w+|call\w*|loop\w*)(?:,p[nt])?)\s+(?:0x)?[0-9a-f]+$"), r"\1 ."),
)
# Old processors read tzcnt as bsf, which differs only for zero; compilers write it where zero cannot be. To find out what
# a processor has, the compiler's library asks xgetbv, if cpuid says that it is there.
HARMLESS = {"tzcnt", "xgetbv"}


# Code for newer processors lies in a section of its own, and runs only where the processor is asked before.
ASKED_FOR = ".avx2"


def instructions(listing: str) -> list[str]:
    """The different instructions of a disassembly, as the assembler reads them; but for those that are asked for."""
    found, section = set(), ""
    for line in listing.splitlines():
        section = line.removeprefix("Disassembly of section ") if line.startswith("Disassembly") else section
        _, tab, text = line.partition(":\t")
        if tab and section != f"{ASKED_FOR}:":
            for pattern, replacement in SPELLINGS:
                text = pattern.sub(replacement, text)
            found.add(text.strip())
    return sorted(found - {""})


def refused(code: list[str], assembler: str, *options: str) -> set[str]:
    """The instructions that the assembler does not take."""
    done = subprocess.run([assembler, *options, "-o", os.devnull, "-"], input="\n".join(code) + "\n",
                          capture_output=True, text=True)
    lines = re.findall(r"^\{standard input\}:(\d+): Error", done.stderr, re.MULTILINE)
    return {code[int(number) - 1] for number in lines}


def beyond(processor: str, assembler: str, code: list[str]) -> list[str]:
    """The instructions that the processor does not have. What no processor has is data, read as if it were code: mingw's
    logarithms keep numbers among theirs, and its linker puts the lists of constructors behind it."""
    newer = refused(code, assembler, f"-march={processor}") - refused(code, assembler)
    return sorted(text for text in newer if text.split()[0] not in HARMLESS)


def check_processor(program: Path, target: Target) -> None:
    code = instructions(output_of(f"{target.tools}-objdump", "-d", "--no-show-raw-insn", program))
    newer = beyond(target.processor, f"{target.tools}-as", code)
    check(not newer, f"{program.name} needs more than {target.processor}: {'; '.join(newer[:SHOWN])}")


def check_program(program: Path, target: Target) -> None:
    headers = output_of(f"{target.tools}-objdump", "-p", program)
    dlls = {name.lower() for name in re.findall(r"DLL Name: (\S+)", headers)}
    check(f"file format {target.format}" in headers, f"{program.name} is not for {target.bits} bits")
    check("(Windows CUI)" in headers, f"{program.name} is no console program")
    check(bool(dlls) and dlls <= DLLS, f"{program.name} needs {sorted(dlls)}")
    check_processor(program, target)


def check_anonymous(program: Path, folder: Path) -> None:
    check(str(ROOT).encode() not in program.read_bytes(), f"{program.name} knows the path of this checkout")
    check(str(folder).encode() not in program.read_bytes(), f"{program.name} knows the path it was built in")


# --- the packages -----------------------------------------------------------------------------------------------------

def check_zip(archive: Path, names: list[str], date: int, folder: Path) -> None:
    """Unpacks it into the folder."""
    moment = time.gmtime(date)
    with zipfile.ZipFile(archive) as contents:
        check(contents.namelist() == names, f"{archive.name} holds {contents.namelist()}")
        dates = {entry.date_time for entry in contents.infolist()}
        contents.extractall(folder)
    check(dates == {(*moment[:5], moment.tm_sec // 2 * 2)}, f"{archive.name} is dated {dates}")
    for text in folder.rglob("*.txt"):
        lines = text.read_bytes().split(b"\n")
        check(len(lines) > 1 and all(line.endswith(b"\r") for line in lines[:-1]), f"{text.name} is no text for older editors")


def check_tournament(archive: Path, date: int, folder: Path) -> None:
    year = f"{time.gmtime(date).tm_year % 100:02}"
    check(archive.name == f"TENGEN{year}.zip", f"{archive.name} is not named after the commit's year, {year}")
    check(archive.stat().st_size < ZIP_MAX, f"{archive.name} is too large for Gomocup")
    names = sorted([*TARGETS, "readme.txt"])
    check_zip(archive, names, date, folder)
    check_choice(names, archive.name)
    for name, target in TARGETS.items():
        check_program(folder / name, target)
        check_anonymous(folder / name, folder)


def check_windows(archive: Path, date: int, folder: Path) -> None:
    top = folder / archive.name.removesuffix("-windows.zip")
    check_zip(archive, [f"{top.name}/{name}" for name in WINDOWS_FILES], date, folder)
    check_program(top / "pbrain-tengen.exe", WINDOWS)
    check_anonymous(top / "pbrain-tengen.exe", folder)
    manual, page, readme = ((top / name).read_text() for name in ("manual.html", "tengen.html", "readme.txt"))
    check("INFO timeout_turn" in re.sub("<[^>]*>", "", manual), "manual.html is not the manual")
    check("<title>Tengen" in page, "tengen.html is not the page")
    unnamed = [name for name in WINDOWS_FILES if name not in readme and name != "readme.txt"]
    check(not unnamed, f"readme.txt does not name {unnamed}")
    (folder / "copy").mkdir()
    check_from_elsewhere(top / "pbrain-tengen.exe", WINDOWS, folder / "copy")


def check_tar(archive: Path, _: int, folder: Path) -> None:
    with tarfile.open(archive) as contents:
        contents.extractall(folder)
        names = [name.partition("/")[2] for name in contents.getnames()]
    top, = folder.iterdir()
    check(archive.name.startswith(f"{top.name}-linux-"), f"{archive.name} unpacks as {top.name}")
    check({name.partition("/")[0] for name in names} == {*PROGRAMS, "readme.txt", "share"}, f"{archive.name} holds {names}")
    check({name for name in names if name.startswith("share/man/")} == {f"share/man/man6/{name}.6" for name in PROGRAMS},
          f"{archive.name} has other manual pages than programs: {names}")
    for name in PROGRAMS[1:]:
        check(output_of(top / name, "--help").startswith(f"usage: {name} "), f"{name} does not find what it is made of")
    program = top / PROGRAMS[0]
    said = output_of(program, "--version")
    check(f"Tengen {top.name.removeprefix('tengen-')}" in said, f"{top.name} says it is {said}")
    check("not a dynamic executable" in linked(program), f"{program.name} needs libraries")
    check_databases(program, folder / "positions.db")
    check_code_pages(program, folder / "positions.db")
    check_anonymous(program, folder)


def check_databases(program: Path, file: Path) -> None:
    """A static link that lacks a library costs SQLite, and the program is built without it."""
    said = subprocess.run([program], input=f"START 15\nYXSETDATABASE {file}\nEND\n", capture_output=True, text=True).stdout
    check(said == "OK\n" and file.exists(), f"{program.name} opens no database: {said}")


def check_code_pages(program: Path, database: Path) -> None:
    """A static program must leave the system's converters alone: with those of another glibc it crashes."""
    for name, expected in (("utf-8", 0), ("gbk", 1)):
        library = database.with_suffix(".lib")
        done = subprocess.run([program, "database", database, "export", library, "--code-page", name], capture_output=True, text=True)
        check(done.returncode == expected and ("does not know code page" in done.stderr) == (expected != 0),
              f"{program.name} writes {name} with {done.returncode}: {done.stderr}")


def linked(program: Path) -> str:
    done = subprocess.run(["ldd", program], capture_output=True, text=True)
    return done.stdout + done.stderr


CHECKS: dict[str, Callable[[Path, int, Path], None]] = {
    "tournament": check_tournament, "windows": check_windows, "linux": check_tar,
}


def check_package(kind: str) -> str:
    date = date_of_sources()
    archive = packed(kind, None if (ROOT / ".git").exists() else date)
    with tempfile.TemporaryDirectory(prefix="tengen package ") as name:
        folder = Path(name)
        CHECKS[kind](archive, date, folder)
        check_again(kind, archive, date)
    return f"{archive.name} {archive.stat().st_size} bytes"


# --- self-test: no check is worth anything that cannot fail -----------------------------------------------------------

def self_test() -> None:
    for names, archive, why in (
            (["pbrain-tengen.exe", "pbrain-tengen32.exe"], "TENGEN26.zip", "none has a 64"),
            (["x/pbrain-tengen.exe", "pbrain-tengen64.exe"], "TENGEN26.zip", "one is not at the top"),
            (sorted(TARGETS), "TENGEN64.zip", "")):
        try:
            check_choice(names, archive)
            assert not why, (names, why)
        except Wrong:
            assert why, names
    for target in there(TARGETS.values()):
        old = ["mov    (%eax),%eax", "cmove  %eax,%ebx", "jmp .", "fildll (%eax)", "lock add 0x1(%eax),%eax", "(bad)"]
        newer = ["popcnt %eax,%eax", "pshufb %xmm0,%xmm1", "vpaddd %ymm0,%ymm1,%ymm2"]
        found = beyond(target.processor, f"{target.tools}-as", old + newer)
        assert found == newer, found
        if target.processor == "i686":
            assert beyond("i686", "i686-w64-mingw32-as", ["movdqa %xmm0,%xmm1"]), "i686 has no SSE2"
    listing = ("  401000:\tjmp    401010 <main+0x10>\n  401002:\tlea    0x0(%esi,%eiz,1),%esi\n"
               "  401009:\tcs nopw 0x0(%eax)\n  401010:\trex.WB jmp *%r9\n"
               "Disassembly of section .avx2:\n  402000:\tvpaddd %ymm0,%ymm1,%ymm2\n"
               "Disassembly of section .text:\n  403000:\tpause")
    assert instructions(listing) == ["jmp *%r9", "jmp .", "lea    0x0(%esi,%ecx,1),%esi", "nop",
                                     "pause"], instructions(listing)
    print("package: what is good passes, what is bad is found out")


def main(arguments: list[str]) -> int | str:
    if len(arguments) != 1 or arguments[0] not in (*ARCHIVES, "--self-test"):
        return __doc__
    if arguments[0] == "--self-test":
        self_test()
        return 0
    if missing := [f"{target.tools}-gcc" for target in COMPILERS[arguments[0]] if not there([target])]:
        print(f"skipped: there is no {' '.join(missing)}")
        return SKIPPED
    try:
        print(f"package: {check_package(arguments[0])}; the same again")
        return 0
    except Wrong as wrong:
        return f"package: {wrong}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

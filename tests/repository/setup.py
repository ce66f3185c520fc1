#!/usr/bin/env python3
"""What scripts/run, play, test and wine do before there is an engine: they build, and say what is wrong.

usage: setup.py

Each check has a copy of the checkout, and a PATH of its own, in which cmake, apt-get, dpkg-query, sudo, id and wine are
stand-ins that note how they were called and do as the check wants; nothing is installed, and nobody need be root. (That
all of it is installed on a real machine is for debian.py.) What may not be written is not: where root runs the tests, those checks are nobody's (the user of that name).
"""

from __future__ import annotations

import os
import select
import shutil
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("CMakeLists.txt", "scripts", "tests/repository/outcomes.py")
NOBODY = 65534
PATIENCE_S = 300    # for what takes a second, on a machine that has other things to do
SILENCE_S = 0.2

TOOLS = ("sh", "cat", "cksum", "cp", "dirname", "env", "find", "flock", "grep", "head", "mkdir", "nproc", "od", "readlink", "rm",
         "sed", "sort", "stat", "tail", "touch", "tr", "true", "uname")
STANDINS = {
    "cmake": """echo "cmake $*" >>"$CALLS"
        case $1 in
        --build) echo 'a word of the compiler'; [ "${BUILD_FAILS:-}" ] && exit 1
            printf '#!/bin/sh\\nwhile read -r line; do echo "heard $line"; done\\n' >"$2/pbrain-tengen"
            chmod +x "$2/pbrain-tengen" ;;
        *) while [ "$1" != -B ]; do [ "$1" != -S ] || home=$2; shift; done
            mkdir -p "$2"; echo "CMAKE_HOME_DIRECTORY:INTERNAL=$home" >"$2/CMakeCache.txt" ;;
        esac""",
    "dpkg-query": """for last; do :; done
        case " ${MISSING:-} " in *" $last "*) exit 1 ;; *) echo installed ;; esac""",
    "apt-get": 'echo "apt-get $*" >>"$CALLS"; [ ! "${APT_FAILS:-}" ]',
    "id": 'echo "${USER_ID:-1000}"',
    "node": 'mkdir -p "$4"; echo page >"$4/tengen.html"',
    "npm": "exit 0",
    "cmp": "exit 1",
    "wine": '[ "$1" != wineboot ] || mkdir -p "$WINEPREFIX"; [ "$1" = wineboot ] || echo "wine runs $1"',
    "wineserver": "exit 0",
}


@dataclass
class Place:
    """A checkout with a blank in its path, and the tools beside it."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folder.chmod(0o755)
        for part in ("a checkout/engine", "a checkout/protocol", "a checkout/tests/repository", "bin", "elsewhere"):
            (self.folder / part).mkdir(parents=True)
        (self.folder / "elsewhere").chmod(0o777)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, self.checkout / name)
            else:
                shutil.copy(ROOT / name, self.checkout / name)
        (self.checkout / "engine" / "some.c").write_text("int number;\n")
        for name in TOOLS:
            (self.folder / "bin" / name).symlink_to(shutil.which(name) or sys.exit(f"setup: there is no {name} here"))
        (self.folder / "bin" / "python3").symlink_to(sys.executable)
        (self.folder / "bin" / "chmod").symlink_to("/bin/chmod")
        self.calls_file.touch()
        self.calls_file.chmod(0o666)
        for name, words in STANDINS.items():
            self.stand_in(name, words)

    @property
    def checkout(self) -> Path:
        return self.folder / "a checkout"

    @property
    def calls_file(self) -> Path:
        return self.folder / "calls"

    def stand_in(self, name: str, words: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{words}\n")
        path.chmod(0o755)

    def start(self, script: str, *arguments: str, as_nobody: bool = False, **settings: str) -> subprocess.Popen[str]:
        environment = {"PATH": str(self.folder / "bin"), "CALLS": str(self.calls_file), **settings}
        is_root = as_nobody and os.geteuid() == 0
        user: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if is_root else {}
        return subprocess.Popen([self.checkout / "scripts" / script, *arguments], env=environment, text=True,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                cwd=self.folder / "elsewhere", **user)

    def run(self, script: str, *arguments: str, said: str = "ABOUT\n", as_nobody: bool = False,
            **settings: str) -> tuple[int, str, str]:
        """Exit status, standard output, standard error."""
        process = self.start(script, *arguments, as_nobody=as_nobody, **settings)
        out, err = process.communicate(said, timeout=PATIENCE_S)
        return process.returncode, out, err

    @property
    def calls(self) -> list[str]:
        return self.calls_file.read_text().splitlines()

    def installed(self) -> list[str]:
        """What apt-get was asked to install, call by call."""
        return [call.partition("Timeout=300 ")[2] for call in self.calls if call.startswith("apt-get install")]

    def forbid_writing(self) -> None:
        """In folders: nothing may come or go."""
        for path in (self.checkout, *self.checkout.rglob("*")):
            if path.is_dir():
                path.chmod(path.stat().st_mode & ~0o222)


RUNS = (0, "heard ABOUT\n", "")     # what run does when all goes well: nothing but becoming the engine


def run_says_nothing_of_its_own(place: Place) -> None:
    assert place.run("run") == RUNS
    first = len(place.calls)
    assert first == 2, place.calls      # configured and built
    assert place.run("run", said="START 15\nBEGIN\n") == (0, "heard START 15\nheard BEGIN\n", "")
    assert len(place.calls) == first, place.calls
    (place.checkout / "engine" / "other.c").write_text("int other;\n")
    assert place.run("run") == RUNS and len(place.calls) == 2 * first, place.calls
    assert "a word of the compiler" in (place.checkout / "build" / "setup.log").read_text()


def help_needs_nothing(place: Place) -> None:
    for script in ("run", "play"):
        status, out, err = place.run(script, "--help", MISSING="gcc", USER_ID="0")
        assert (status, err) == (0, "") and out.startswith("usage: ") and not place.calls, (out, err, place.calls)
    status, out, err = place.run("play")
    assert "configuring" in err and "building" in err and "a board needs a terminal" in err, err
    assert (status, out) == (2, ""), (status, out)


# For the real ctest.
TESTS = """
add_test(good sh -c "echo 'skipped: in part'")
add_test(bad sh -c "echo 'skipped: in part'; exit 1")
add_test(nowhere /nowhere/program)
foreach(page IN ITEMS rules texts)
  add_test(${page} sh -c "echo 'a word before'; echo 'skipped: there is no Node.js'; exit 77")
endforeach()
add_test(arm sh -c "echo 'skipped: no <compiler> & no QEMU'; exit 77")
add_test(silent sh -c "exit 77")
set_tests_properties(rules texts arm silent PROPERTIES SKIP_RETURN_CODE 77)
add_test(late sh -c "[ -e again ] || { touch again; exit 1; }")
add_test(too-late sh -c "exit 1")
set_tests_properties(late too-late PROPERTIES LABELS timing)
"""
OUTCOMES = """2 skipped: there is no Node.js
1 skipped: no <compiler> & no QEMU
1 skipped: silent does not say why
2 tests passed, 4 were skipped, 3 failed:
    bad in {build}
    nowhere in {build}
    too-late in {build}
"""


def test_ends_with_what_was_skipped_and_what_failed(place: Place) -> None:
    build = place.checkout / "build"
    (build / "tests").mkdir(parents=True)
    (build / "CTestTestfile.cmake").write_text('subdirs("tests")\n')
    (build / "tests" / "CTestTestfile.cmake").write_text(TESTS)
    place.stand_in("ctest", f"exec '{shutil.which('ctest')}' \"$@\"")
    status, out, err = place.run("test")
    assert status == 1 and out.endswith("\n" + OUTCOMES.format(build=build)), (out, err)
    assert "%" not in err and "failed" not in err, err      # so what failed stays the last line
    status, out, err = place.run("test", "-R", "good")
    assert status == 0 and out.endswith("\n1 tests passed, 0 were skipped, 0 failed\n"), (out, err)
    for tree, words in (("address", "exit 1"), ("thread", "exit 0")):
        folder = build / tree / "tests" / "fuzz"
        folder.mkdir(parents=True)
        (build / tree / "CTestTestfile.cmake").write_text('subdirs("tests/fuzz")\n')
        (folder / "CTestTestfile.cmake").write_text(f'add_test(fuzz sh -c "{words}")\n')
    status, out, err = place.run("test", "--full", "-R", "fuzz")
    assert status == 1 and out.endswith(f", 1 failed:\n    fuzz in {build / 'address'}\n"), (out, err)


def what_is_needed_is_installed_or_named(place: Place) -> None:
    status, out, err = place.run("run", MISSING="gcc uthash-dev libedit-dev")
    assert status == 1 and err.count("\n") == 1 and err.endswith("apt-get install gcc uthash-dev\n"), err
    assert out.startswith("ERROR there is no engine: ") and out.endswith("apt-get install gcc uthash-dev\n"), out
    assert not place.calls, place.calls
    status, out, err = place.run("run", MISSING="gcc", USER_ID="0", APT_FAILS="yes")
    assert status == 1 and "installing gcc failed" in err and out.startswith("ERROR "), (out, err)
    assert place.run("run", MISSING="libedit-dev") == RUNS       # nobody needs that


def a_build_that_fails_is_told_but_not_too_early(place: Place) -> None:
    process = place.start("run", BUILD_FAILS="yes")
    assert process.stderr and process.stdin and process.stdout
    output = ""
    while not output.endswith("setup.log\n"):
        line = process.stderr.readline()
        assert line, output
        output += line
    assert "a word of the compiler" in output and "building" in output, output
    # a manager would take a word for the answer to what it asks first
    assert not select.select([process.stdout], [], [], SILENCE_S)[0]
    out, _ = process.communicate("START 15\nBEGIN\n", timeout=PATIENCE_S)
    assert process.returncode == 1 and out.count("\n") == 1 and out.startswith("ERROR there is no engine: "), out
    status, out, err = place.run("run", said="", BUILD_FAILS="yes")
    assert status == 1 and out == "" and err, (out, err)
    assert place.run("run") == RUNS


def where_nobody_may_write_it_says_so(place: Place) -> None:
    place.forbid_writing()
    before = sorted(place.checkout.rglob("*"))
    for script in ("run", "play", "test"):
        status, out, err = place.run(script, as_nobody=True)
        assert status == 1 and err.count("\n") == 1, err
        assert "cannot write into" in err and " belongs to " in err and "TENGEN_BUILD=FOLDER" in err, err
        assert out.startswith("ERROR ") == (script == "run"), out
    for build in (str(place.folder / "elsewhere" / "one"), "two"):
        assert place.run("run", as_nobody=True, TENGEN_BUILD=build) == RUNS
        assert (place.folder / "elsewhere" / build / "pbrain-tengen").exists()
        calls = len(place.calls)
        assert place.run("run", as_nobody=True, TENGEN_BUILD=build) == RUNS and len(place.calls) == calls
    assert sorted(place.checkout.rglob("*")) == before


def what_is_built_runs_where_nobody_may_write(place: Place) -> None:
    assert place.run("run") == RUNS
    place.forbid_writing()
    calls = len(place.calls)
    assert place.run("run", as_nobody=True) == RUNS and len(place.calls) == calls


def review_builds_what_it_asks(place: Place) -> None:
    """The engine of the folder, as scripts/play does; but none where another is named."""
    game = place.folder / "elsewhere" / "game.psq"
    game.write_text("Piskvorky 15x15, 0:0, 0\n8,8,5\n")
    for build, folder in (("", place.checkout / "build"), ("a build", game.parent / "a build")):
        _, _, err = place.run("review", str(game), TENGEN_BUILD=build)
        assert f"cmake --build {folder} " in place.calls[-1] + " ", place.calls
        assert "configuring" in err and f"'{folder}/pbrain-tengen' " in err, err    # the stand-in is no engine: it is named
    calls = len(place.calls)
    assert "configuring" not in place.run("review", str(game))[2] and len(place.calls) == calls, place.calls
    (place.checkout / "engine" / "other.c").write_text("int other;\n")
    for done in (place.run("review", str(game), "--engine", "/nowhere/engine"),
                 place.run("review", str(game), TENGEN_PROGRAM="/nowhere/engine")):
        err = done[2]
        assert "/nowhere/engine cannot be started" in err and len(place.calls) == calls, (err, place.calls)
    status, out, err = place.run("review", str(game), "--quiet", BUILD_FAILS="1")
    assert (status, out) == (1, "") and "a word of the compiler" in err and "Traceback" not in err, (status, out, err)


def the_page_is_built_once(place: Place) -> None:
    first = place.run("web", "--build-only")
    calls = len(place.calls)
    assert first[0] == 0 and calls == 6, (first, place.calls)      # three programs, each configured and built
    assert place.run("web", "--build-only")[::2] == (0, "") and len(place.calls) == calls, place.calls
    (place.checkout / "scripts" / "page" / "main.js").write_text("changed")
    assert "building" in place.run("web", "--build-only")[2] and len(place.calls) == 2 * calls, place.calls


def windows_program(path: Path, processor: int) -> Path:
    """The head of one, as far as anybody looks"""
    head = bytearray(200)
    head[:2], head[60:64], head[128:132] = b"MZ", struct.pack("<I", 128), b"PE\0\0"
    head[132:134] = struct.pack("<H", processor)
    path.write_bytes(head)
    return path


def wine_says_which_programs_it_does_not_run(place: Place) -> None:
    small = str(windows_program(place.folder / "a 32.exe", 0x14C))
    large = str(windows_program(place.folder / "a 64.exe", 0x8664))
    assert place.run("wine", large) == (0, f"wine runs {large}\n", "")
    status, out, err = place.run("wine", small)
    assert status == 1 and out == "" and err.count("\n") == 1 and "wine32" in err, (status, out, err)
    half = place.checkout / "build" / "wine" / "drive_c" / "windows" / "syswow64"
    half.mkdir(parents=True)
    (half / "kernel32.dll").touch()
    assert place.run("wine", small) == (0, f"wine runs {small}\n", "")
    (place.folder / "short.exe").write_bytes(b"MZ")
    for other in (str(place.folder / "short.exe"), "notepad", "/nosuch"):
        assert place.run("wine", other) == (0, f"wine runs {other}\n", "")
    assert place.run("wine")[0] == 2
    (place.folder / "bin" / "wine").unlink()
    status, _, err = place.run("wine", large)
    assert status == 1 and "apt-get install wine" in err, err


def without_proc_the_tests_say_so() -> Optional[str]:
    """Why it could not be tried; None: it was."""
    cmake = shutil.which("cmake")
    check = f"'{cmake}' -P '{ROOT / 'tests' / 'needs.cmake'}'"
    hidden = "mount --make-rprivate / && umount -l /proc && [ ! -e /proc/self ]"
    if not cmake or subprocess.run(["unshare", "-m", "sh", "-c", hidden], capture_output=True).returncode:
        return "/proc cannot be hidden here"
    done = subprocess.run(["unshare", "-m", "sh", "-c", f"{hidden} && {check}"], capture_output=True, text=True)
    assert done.returncode == 1 and "mount -t proc" in done.stderr, done
    assert subprocess.run(["sh", "-c", check]).returncode == 0
    return None


def main() -> None:
    for check in (run_says_nothing_of_its_own, help_needs_nothing, test_ends_with_what_was_skipped_and_what_failed,
                  what_is_needed_is_installed_or_named, a_build_that_fails_is_told_but_not_too_early,
                  where_nobody_may_write_it_says_so, what_is_built_runs_where_nobody_may_write, review_builds_what_it_asks,
                  the_page_is_built_once, wine_says_which_programs_it_does_not_run):
        with tempfile.TemporaryDirectory() as folder:
            check(Place(Path(folder)))
    if untried := without_proc_the_tests_say_so():
        print(f"setup: {untried}; what is said where it is missing was not tried")
    print("setup: it builds, and says what is wrong, and nothing else")


if __name__ == "__main__":
    main()

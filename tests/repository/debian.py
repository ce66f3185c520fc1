#!/usr/bin/env python3
"""Makes a bare Debian, and does there what README says: it runs the engine and the tests in a fresh clone of the last commit.

usage: debian.py SUITE [CTEST OPTION]...    for instance: debian.py bookworm -R '^layers$'
       debian.py SUITE --packages

SUITE is bookworm (Debian 12) or trixie (13). The options go to scripts/test in there: by itself it runs every test, which takes
as long as it does anywhere. With --packages it makes the packages for Debian and Linux there instead, and has lintian judge them.
Then it does in another bare system what people do: it unpacks the tar, installs the packages, plays, proves, builds programs with
the library, and purges them; no file may be left then. debootstrap makes the system below the folder for temporary files (TMPDIR):
2 GB at the end. It comes from the mirror TENGEN_TEST_MIRROR, or else from the first of this machine's own apt sources that has the
suite.

A stand-in for apt does not see what a real system lacks: a pager, a newer mypy, a package of that name.

Exit status 77, which ctest takes for "skipped", where such a system cannot be had; the line "skipped: ..." says why.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

ROOT = Path(__file__).resolve().parents[2]
SUITES = ("bookworm", "trixie")
SKIPPED = 77
TOOLS = ("debootstrap", "git", "unshare", "chroot")
PATIENCE_S = 30             # for one answer of a mirror
GAME = "START 15\nINFO timeout_turn 1000\nBEGIN\nEND\n"
ANSWER = re.compile(r"OK\n(MESSAGE .*\n)*\d+,\d+\n")
OUTCOMES = re.compile(r"^\d+ (?:skipped: |tests passed).*$", re.MULTILINE)   # what scripts/test says at the end
# What apt itself keeps, and what is no matter of a package.
NOT_COMPARED = ("dev", "proc", "root", "run", "sys", "tmp", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/log")
PROXIES = ("http_proxy", "https_proxy", "no_proxy")
SYSTEM = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
          "DEBIAN_FRONTEND": "noninteractive"}
APART = ("unshare", "--mount", "--propagation", "private")      # what is mounted goes with the last process that sees it
# A bare system has /proc and terminals; those that debootstrap leaves have neither.
ENTER = 'mount -t proc proc "$1/proc" && mount -t devpts -o newinstance,ptmxmode=666 devpts "$1/dev/pts" && ' \
        'exec chroot "$1" sh -c \'cd /root/tengen && exec "$@"\' "$@"'


class Unavailable(Exception):
    """Such a system cannot be had here; the words say why."""


@dataclass
class Done:
    """A command that has ended: its exit status, what it wrote, and the seconds it took, of the clock and of the cores."""

    status: int
    out: str
    err: str
    wall: float
    core: float

    def __str__(self) -> str:
        return f"{self.wall:.0f} s, {self.core:.0f} s of core"


def core_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(*command: str | Path, said: str = "", **settings: str) -> Done:
    """With these settings alone as environment."""
    began, used = time.monotonic(), core_seconds()
    done = subprocess.run(command, input=said, capture_output=True, text=True, errors="replace", env=settings)
    return Done(done.returncode, done.stdout, done.stderr, time.monotonic() - began, core_seconds() - used)


def proxies() -> dict[str, str]:
    return {name: os.environ[name] for name in PROXIES if name in os.environ}


def mirrors_of_this_machine() -> list[str]:
    if not shutil.which("apt-get"):
        return []
    listed = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(COMPONENT)", "Created-By: Packages", **os.environ)
    sources = [line.rpartition(" ") for line in listed.out.splitlines()]
    return list(dict.fromkeys(uri.rstrip("/") for uri, _, component in sources if component == "main"))


def has_suite(mirror: str, suite: str) -> bool:
    """False as well if the mirror does not answer. One of files could not be reached from within the system."""
    if not mirror.startswith(("http://", "https://")):
        return False
    try:
        with urllib.request.urlopen(f"{mirror}/dists/{suite}/InRelease", timeout=PATIENCE_S) as answer:
            return f"\nCodename: {suite}\n" in answer.read().decode(errors="replace")
    except (OSError, ValueError):
        return False


def mirror_of(suite: str) -> str:
    named = os.environ.get("TENGEN_TEST_MIRROR", "")
    mirrors = [named.rstrip("/")] if named else mirrors_of_this_machine()
    for mirror in mirrors:
        if has_suite(mirror, suite):
            return mirror
    raise Unavailable(f"TENGEN_TEST_MIRROR gives no Debian {suite}" if named else f"no apt source here gives Debian {suite}")


def look_around() -> None:
    if os.geteuid() != 0:
        raise Unavailable("only root can make a bare Debian")
    for tool in TOOLS:
        if not shutil.which(tool):
            raise Unavailable(f"no {tool}")
    if not (ROOT / ".git").exists():
        raise Unavailable("the sources are no clone")
    if run(*APART, "true", **os.environ).status:
        raise Unavailable("nothing can be mounted here")


def make_system(suite: str, system: Path) -> None:
    mirror = mirror_of(suite)
    more = ["--include=ca-certificates"] if mirror.startswith("https:") else []     # or its apt believes no mirror
    made = run(*APART, "debootstrap", "--variant=minbase", *more, suite, system, mirror, **os.environ)
    if made.status:
        raise Unavailable(f"debootstrap cannot make {suite} here: {(made.out + made.err).strip().splitlines()[-1]}")


def clone_into(system: Path) -> str:
    """The commit of the clone."""
    trust = system / "root" / "trust"       # the sources may belong to somebody else than root
    trust.write_text("[safe]\n\tdirectory = *\n")
    settings = {**os.environ, "GIT_CONFIG_GLOBAL": str(trust)}
    clone = system / "root" / "tengen"
    cloned = run("git", "clone", "--quiet", "--no-hardlinks", ROOT, clone, **settings)
    if cloned.status:
        sys.exit(f"the sources cannot be cloned: {cloned.err}")
    commit = run("git", "-C", clone, "log", "-1", "--format=%h", **settings).out.strip()
    trust.unlink()
    return commit


def run_inside(system: Path, *command: str, said: str = "") -> Done:
    return run(*APART, "sh", "-c", ENTER, "enter", system, *command, said=said, **SYSTEM, **proxies())


def fault_of_readme() -> Optional[str]:
    """What is tried here must be what README tells a newcomer to do."""
    block = (ROOT / "README.md").read_text().partition("On a bare Debian 12")[2].partition("```sh\n")[2].partition("```")[0]
    missing = [name for name in ("run", "test") if not re.search(rf"^\./scripts/{name}\b", block, re.MULTILINE)]
    return f"README's commands for a bare Debian lack ./scripts/{' and ./scripts/'.join(missing)}" if missing else None


def fault_of_engine(done: Done) -> Optional[str]:
    """No word may come but the engine's: a manager may be at the other end."""
    if done.status or done.err or not ANSWER.fullmatch(done.out):
        return f"./scripts/run ends with {done.status} and writes {done.out!r}\n{done.err}"
    return None


def fault_of_tests(done: Done) -> Optional[str]:
    if done.status or not OUTCOMES.search(done.out):
        return f"./scripts/test ends with {done.status} and writes\n{done.out}{done.err}"
    return None


def fault(suite: str, options: list[str], system: Path) -> Optional[str]:
    make_system(suite, system)
    print(f"debian: commit {clone_into(system)} in a bare {suite}", flush=True)
    engine = run_inside(system, "./scripts/run", said=GAME)
    if wrong := fault_of_engine(engine):
        return wrong
    print(f"debian: ./scripts/run took {engine} until the first move", flush=True)
    tests = run_inside(system, "./scripts/test", *options)
    if wrong := fault_of_tests(tests):
        return wrong
    print(f"debian: ./scripts/test took {tests}", *OUTCOMES.findall(tests.out), sep="\n")
    return None


# What people do with the packages: words for it, a command of the shell in their folder, and the pattern of what it must write.
# PROGRAMS/ is where the programs lie.
PLAY = ("the engine plays", f"printf '{GAME}' | PROGRAMS/pbrain-tengen", ANSWER.pattern)
DATABASE = ("a database", "printf 'START 15\nYXSETDATABASE a.db\nEND\n' | PROGRAMS/pbrain-tengen && rm a.db", "OK\n")
USES = (
    PLAY, DATABASE,
    ("a match", "PROGRAMS/tengen-match --engine PROGRAMS/pbrain-tengen name=one --engine PROGRAMS/pbrain-tengen name=other "
                "--nodes 50 --games 2 --out match >/dev/null 2>&1 && rm -r match", ""),
    ("a proof", "PROGRAMS/pbrain-tengen prove --size 4x3 --win-length 3 --out win.proof >/dev/null && "
                "PROGRAMS/tengen-verify win.proof", r"win\.proof: proven, black wins\n(.*\n)*"),
    ("the board", "(sleep 2; printf q) | TERM=xterm LC_ALL=C.UTF-8 script -qec 'stty rows 30 cols 100; PROGRAMS/tengen-play' "
                  "/dev/null", r"[^\0]*Tengen[^\0]*"),
)
QUIET = " >/dev/null 2>apt.err || { cat apt.err; false; }"      # apt may warn


def installing(*packages: str, options: str = "--no-install-recommends") -> str:
    return f"apt-get -y install {options} {' '.join(packages)}{QUIET}"


def files_of(system: Path) -> set[str]:
    found: set[str] = set()
    for folder, folders, names in os.walk(system):
        here = Path(folder).relative_to(system)
        folders[:] = [name for name in folders if str(here / name) not in NOT_COMPARED]
        found.update(str(here / name) for name in [*folders, *names])
    return found


def fault_of_step(system: Path, words: str, command: str, pattern: str = "", programs: str = "") -> Optional[str]:
    done = run_inside(system, "sh", "-c", f"cd ../packages && {command.replace('PROGRAMS/', programs)}")
    if done.status or done.err or not re.fullmatch(pattern, done.out):
        return f"{words}: {command} ends with {done.status} and writes {done.out}{done.err}"
    return None


def fault_of_remains(system: Path, before: set[str], *packages: str) -> Optional[str]:
    """Purges the packages, and what came with them."""
    if wrong := fault_of_step(system, "purging", f"apt-get -y purge --auto-remove {' '.join(packages)}{QUIET}"):
        return wrong
    after = files_of(system)
    print(f"debian: {len(before)} files and folders before {' '.join(packages)}, {len(after)} afterwards", flush=True)
    return f"after purging, {sorted(after ^ before)} are there or have gone" if after != before else None


def fault_of_tar(system: Path) -> Optional[str]:
    """What needs no Python, in a system that has none."""
    return fault_of_step(system, "unpacking", "tar -xf tengen-*-linux-*.tar.gz && mv tengen-*[0-9] tar") or \
        fault_of_step(system, *PLAY, programs="tar/") or fault_of_step(system, *DATABASE, programs="tar/")


def fault_of_programs(system: Path) -> Optional[str]:
    """With Python, which apt brings as recommended."""
    before = files_of(system)
    steps = [("installing", installing("./tengen_*.deb", options=""), "", "")]
    steps += [(*use, programs) for use in USES for programs in ("/usr/games/", "tar/")]
    return next(filter(None, (fault_of_step(system, *step) for step in steps)), None) or \
        fault_of_remains(system, before, "tengen")


def fault_of_library(system: Path) -> Optional[str]:
    """With compilers; and the manual, with what shows it."""
    if wrong := fault_of_step(system, "compilers", installing("g++", "cmake", "make", "pkg-config", "python3", "man-db")):
        return wrong
    before = files_of(system)
    return fault_of_step(system, "installing", installing("./*.deb")) or \
        fault_of_step(system, "the manual", "man tengen-play", r"[^\0]*Gomoku engine[^\0]*") or \
        fault_of_step(system, "embedding", "python3 ../tengen/tests/repository/embed.py cmake --system", "embed: .*\n") or \
        fault_of_remains(system, before, "tengen", "libtengen1", "libtengen-dev")


def fault_of_making(builder: Path) -> Optional[str]:
    made = run_inside(builder, "./scripts/package", "linux", "debian")
    if made.status:
        return f"./scripts/package ends with {made.status} and writes {made.out}{made.err}"
    print(f"debian: making them took {made}", made.out, sep="\n", end="", flush=True)
    judged = run_inside(builder, "sh", "-c", f"{installing('lintian')}; lintian --fail-on error,warning build/package/*.changes")
    return f"lintian complains: {judged.out}{judged.err}" if judged.status else None


def fault_of_packages(suite: str, builder: Path) -> Optional[str]:
    """Made in one system, and used in another."""
    make_system(suite, builder)
    print(f"debian: packages of commit {clone_into(builder)} in a bare {suite}", flush=True)
    user = builder.with_name("user")
    subprocess.run(["cp", "-a", builder, user], check=True)
    if wrong := fault_of_making(builder):
        return wrong
    shutil.copytree(builder / "root/tengen/build/package", user / "root/packages")
    # What comes with Python, and is not Tengen's, would stay when it has gone: certificates, because apt recommends them itself, and
    # the file /etc/hosts, which netbase makes where it is missing.
    (user / "etc/hosts").touch()
    return fault_of_step(user, "updating", f"apt-get update{QUIET}") or \
        fault_of_step(user, "installing", installing("ca-certificates", options="")) or \
        fault_of_tar(user) or fault_of_programs(user) or fault_of_library(user)


def main(arguments: list[str]) -> str | int | None:
    if not arguments or arguments[0] not in SUITES:
        return __doc__
    suite, *options = arguments
    try:
        look_around()
        with tempfile.TemporaryDirectory(prefix="tengen-") as folder:
            system = Path(folder, suite)
            wrong = fault_of_packages(suite, system) if options == ["--packages"] else \
                fault_of_readme() or fault(suite, options, system)
    except Unavailable as why:
        print(f"skipped: {why}")
        return SKIPPED
    return wrong and f"in a bare {suite}: {wrong}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""What tells the commit: scripts/commit by the hash of sources, and the build for --version.

usage: commits.py CMAKE

Both in a repository made for them. Status 77 where git is missing. The hash is worked out here from the files, as
engine/tools/games/origin.cmake does it.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
COMMIT_CMAKE = "protocol/cli/commit.cmake"
LONG_AGO_S = 1_000_000_000
SKIPPED, NOT_FOUND, REFUSED = 77, 1, 2
PATHS = ("engine/b.c", "engine/a.h", "engine/deep/x.bin", "engine/deep/y.S")    # not in order
OTHERS = ("engine/README.md", "engine/x.cmake", "main.c")      # that change no hash


def git(root, *words):
    options = ["-c", "user.name=x", "-c", "user.email=x@localhost"]
    return subprocess.run(["git", "-C", root, *options, *words], check=True, capture_output=True, text=True).stdout


def commit(root, content, paths):
    """The beginning of the line that scripts/commit should print for it, and the hash of its sources"""
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content + path.encode())
    git(root, "add", "engine", "main.c")
    git(root, "commit", "--quiet", "--message", content.decode())
    lines = "".join(f"{hashlib.sha256((root / path).read_bytes()).hexdigest()}  {path}\n" for path in sorted(PATHS))
    return git(root, "log", "-1", "--format=%h").strip(), hashlib.sha256(lines.encode()).hexdigest()[:16]


def asked(root, *words):
    done = subprocess.run([sys.executable, root / "scripts" / "commit", *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def commit_told(cmake, root):
    """What the build would say of the sources below the root, and whether it wrote the file for that."""
    source = root / "build" / "commit.c"
    source.parent.mkdir(exist_ok=True)
    if source.exists():
        os.utime(source, (LONG_AGO_S, LONG_AGO_S))
    subprocess.run([cmake, f"-DROOT={root}", f"-DSOURCE={source}", "-P", root / COMMIT_CMAKE], check=True)
    return re.search('= "(.*)";', source.read_text())[1], source.stat().st_mtime != LONG_AGO_S


def the_build_tells_it(cmake, root):
    for name in (COMMIT_CMAKE, ".gitattributes", "some.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / (name if name != "some.md" else "README.md"), root / name)
    assert commit_told(cmake, root) == ("unknown commit", True)
    git(root, "init", "--quiet")
    assert commit_told(cmake, root)[0] == "unknown commit", "there is no commit yet"
    git(root, "add", COMMIT_CMAKE, ".gitattributes", "some.md")
    git(root, "commit", "--quiet", "--message", "first")
    git(root, "tag", "v1")
    first = git(root, "rev-parse", "HEAD")[:7]
    assert commit_told(cmake, root) == (first, True), commit_told(cmake, root)
    assert commit_told(cmake, root) == (first, False), "a file that says the same is written again"
    (root / "some.md").write_text("not committed")
    assert commit_told(cmake, root) == (f"{first}-dirty", True)
    git(root, "commit", "--quiet", "--all", "--message", "second")
    assert commit_told(cmake, root) == (git(root, "rev-parse", "HEAD")[:7], True)
    git(root, "archive", "--output=second.tar", "--prefix=archive/", "HEAD")    # and it lies within another repository
    shutil.unpack_archive(root / "second.tar", root)
    assert commit_told(cmake, root / "archive") == (git(root, "rev-parse", "HEAD")[:7], True)


def main(cmake):
    if not shutil.which("git"):
        print("skipped: no git")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / "scripts").mkdir()
        shutil.copy(SCRIPTS / "commit", root / "scripts")
        shutil.copytree(SCRIPTS / "matches", root / "scripts" / "matches", ignore=shutil.ignore_patterns("__pycache__", "sets"))
        git(root, "init", "--quiet")
        first, hash_of_first = commit(root, b"first", PATHS + OTHERS)
        _, same = commit(root, b"documents", OTHERS)
        last, hash_of_last = commit(root, b"last", PATHS[:1])
        assert same == hash_of_first != hash_of_last
        for words, status, begin in ((hash_of_last, 0, last), (f"1.1.0-{hash_of_last}", 0, last)):
            found = asked(root, words)
            assert found[0] == status and found[1].startswith(f"{begin} ") and found[1].endswith(" last\n") and not found[2], found
        found = asked(root, hash_of_first)      # by whichever of its two commits
        assert found[0] == 0 and found[1].split()[0] in git(root, "log", "--format=%h", "--skip=1").split(), found
        (root / PATHS[0]).write_text("not committed")
        assert asked(root, "0" * 16)[0] == NOT_FOUND and "no commit has" in asked(root, "0" * 16)[2]
        for words in ((), ("x",), ("0" * 15,), ("0" * 16, "0" * 16)):
            assert asked(root, *words)[0] == REFUSED, words
        assert "usage: scripts/commit" in asked(root, "--help")[1]
    with tempfile.TemporaryDirectory() as name:
        the_build_tells_it(cmake, Path(name))
    print("commits: found by the hash of their sources, and told by the build")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 2 else __doc__)

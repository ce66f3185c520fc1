#!/usr/bin/env python3
"""The version is one wherever it is said, and scripts/release refuses where it is not.

usage: release.py

The changelogs of this checkout must begin with the version of CMakeLists.txt. Continuous integration must call .ci/run. Then
scripts/release works in a repository that is made for it, in which the tests, the packages and the page are stand-ins: it must
refuse each disagreement in one sentence, make nothing by then, and print commands for a tag that work. Exit status 77, which ctest
takes for "skipped", where there is no git.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED, REFUSED = 77, 1
CHANGELOG, DEBIAN = "scripts/packages/CHANGELOG.md", "scripts/packages/debian/changelog"
STAND_INS = {
    "test": '[ "$*" = --full ] && [ ! "${TEST_FAILS:-}" ]',
    "package": 'mkdir -p "$TENGEN_BUILD/package"; echo program >"$TENGEN_BUILD/package/program.zip"',
    "web": 'mkdir -p "$TENGEN_BUILD/web"; echo page >"$TENGEN_BUILD/web/tengen.html"',
}
CHANGES = """# Changes

## [2.3.4] - 2026-11-28

### Added

- What is new.

## [2.3.3] - 2026-11-27

- What was new.
"""


def version_of(root: Path) -> str:
    found = re.search(r"^project\(tengen VERSION (\d+\.\d+\.\d+) ", (root / "CMakeLists.txt").read_text(), re.M)
    assert found, "CMakeLists.txt says no version"
    return found[1]


def this_checkout_agrees() -> None:
    version = version_of(ROOT)
    released = re.findall(r"^## \[(.*)\] - \d{4}-\d\d-\d\d$", (ROOT / CHANGELOG).read_text(), re.M)
    assert released[0] == version, f"{CHANGELOG} begins with {released[0]}, CMakeLists.txt says {version}"
    packaged = (ROOT / DEBIAN).read_text()
    assert packaged.startswith(f"tengen ({version}-"), f"{DEBIAN} does not begin with {version}"


def continuous_integration_calls_what_people_call() -> None:
    text = (ROOT / ".github/workflows/ci.yml").read_text()
    steps = re.findall(r"^      - run: (.*)$", text, re.M)
    assert ".ci/run" in steps and "./scripts/test" in steps, steps
    assert os.access(ROOT / ".ci/run", os.X_OK), "nobody may run .ci/run"
    try:
        yaml = importlib.import_module("yaml")      # this way, because mypy finds no types of it
    except ImportError:
        return      # few have it
    jobs = yaml.safe_load(text)["jobs"]
    calls = {job["container"]["image"]: [step["run"] for step in job["steps"] if "run" in step][-1] for job in jobs.values()}
    assert calls == {"debian:bookworm": ".ci/run", "debian:trixie": "./scripts/test"}, calls


class Place:
    """A repository of version 2.3.4 with all that scripts/release looks at."""

    def __init__(self, folder: Path) -> None:
        self.root, self.build = folder / "a checkout", folder / "what is built"
        for name in ("scripts/packages/debian", "bin"):
            (self.root / name).mkdir(parents=True)
        for name in ("release", "common.sh"):
            shutil.copy(ROOT / "scripts" / name, self.root / "scripts")
        for name, words in STAND_INS.items():
            (self.root / "scripts" / name).write_text(f"#!/bin/sh\n{words}\n")
            (self.root / "scripts" / name).chmod(0o755)
        self.write("CMakeLists.txt", "project(tengen VERSION 2.3.4 LANGUAGES C)\n")
        self.write(CHANGELOG, CHANGES)
        self.write(DEBIAN, "tengen (2.3.4-1) unstable; urgency=medium\n")
        self.git("init", "--quiet")
        self.commit()

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text)

    def git(self, *words: str) -> str:
        command = ["git", "-C", str(self.root), "-c", "user.name=x", "-c", "user.email=x@localhost", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "x")

    def release(self, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"TENGEN_BUILD": str(self.build), **settings}
        return subprocess.run([self.root / "scripts/release", *words], capture_output=True, text=True, env=environment)

    def refuses(self, words: str) -> None:
        for options in ((), ("--check",), ("--no-tests",)):
            done = self.release(*options)
            said = done.stderr.strip().split("\n")
            assert done.returncode == REFUSED and words in said[0] and len(said) == 1 and not done.stdout, (words, done)
        assert not (self.build / "release").exists(), f"a release was made: {words}"

    def refuses_with(self, name: str, text: str, words: str) -> None:
        before = (self.root / name).read_text()
        self.write(name, text)
        self.commit()
        self.refuses(words)
        self.write(name, before)
        self.commit()


def what_disagrees_is_refused(place: Place) -> None:
    place.write("note", "nobody's")
    place.refuses("not committed")
    (place.root / "note").unlink()
    place.write(DEBIAN, "tengen (2.3.4-2)")
    place.refuses("not committed")
    place.git("checkout", "--quiet", ".")
    place.refuses_with("CMakeLists.txt", "project(tengen VERSION 2.4.0 LANGUAGES C)\n", f"the version is 2.4.0, and {CHANGELOG}")
    place.refuses_with(CHANGELOG, CHANGES.replace("] - 2026-11-28", "]"), "YEAR-MONTH-DAY")
    place.refuses_with(CHANGELOG, CHANGES.replace("## [2.3.4]", "## [Unreleased]\n\n## [2.3.4]"), "begins with")
    place.refuses_with(DEBIAN, "tengen (2.3.40-1) unstable\n", f"{DEBIAN} begins with 2.3.40-1")
    place.git("tag", "v2.3.4", "HEAD~1")
    place.refuses("the tag v2.3.4 is there, on another commit")
    place.git("tag", "--delete", "v2.3.4")
    place.git("tag", "v2.3.10")
    place.refuses("the tag v2.3.10 is newer")
    place.git("tag", "--delete", "v2.3.10")
    assert place.release(TEST_FAILS="yes").returncode and not (place.build / "release").exists(), "failed tests stop nothing"


def a_release_is_made(place: Place) -> None:
    place.git("tag", "v2.3.3", "HEAD~1")
    assert "agree on 2.3.4" in place.release("--check").stdout
    trial, done = place.release("--no-tests"), place.release()
    assert done.returncode == 0 and "no test was run" in trial.stdout and "no test was run" not in done.stdout, (trial, done)
    out = place.build / "release"
    assert sorted(path.name for path in out.iterdir()) == ["SHA256SUMS", "notes.txt", "program.zip", "tengen-2.3.4.html"]
    summed = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=out, check=True, capture_output=True, text=True)
    assert summed.stdout == "program.zip: OK\ntengen-2.3.4.html: OK\n", summed
    assert (out / "notes.txt").read_text().split() == ["Tengen", "2.3.4", "###", "Added", "-", "What", "is", "new."]
    assert place.git("tag").split() == ["v2.3.3"], "it made a tag"
    tag = re.search("^    git (tag .*)$", done.stdout, re.M)
    assert tag, done.stdout
    place.git("config", "user.name", "x")
    place.git("config", "user.email", "x@localhost")
    subprocess.run(f"git {tag[1].replace('--sign', '--annotate')}", shell=True, cwd=place.root, check=True)
    assert "### Added\n\n- What is new." in place.git("tag", "--list", "--format=%(contents)", "v2.3.4")
    assert "agree" in place.release("--check").stdout, "it refuses its own tag"


def main() -> int:
    this_checkout_agrees()
    continuous_integration_calls_what_people_call()
    if not shutil.which("git"):
        print("skipped: there is no git")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        place = Place(Path(name))
        what_disagrees_is_refused(place)
        a_release_is_made(place)
    print("release: versions agree; disagreements are refused; what is made can be checked and tagged")
    return 0


if __name__ == "__main__":
    sys.exit(main() if len(sys.argv) == 1 else __doc__)

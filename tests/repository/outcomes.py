#!/usr/bin/env python3
"""Says at the end of scripts/test how the tests went: how many were skipped for which reason, and which failed.

usage: outcomes.py FOLDER

For each call of ctest the folder has a NAME.xml, which --output-junit wrote, and a NAME.log, a copy of the LastTest.log. The
first tells what became of each test, the second in which tree it was: trees have tests of the same name. The failed tests
come last, so that nothing scrolls them away. Exit status: 0 no test failed, 1 one did.
"""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

ENTRY = re.compile(r"^(\d+)/\d+ Test: .*\nCommand: .*\nDirectory: (.*)$", re.MULTILINE)
REASON = re.compile(r"^skipped: (.*)$", re.MULTILINE)
SKIPPED_BY_ITSELF = "SKIP_"     # begins the names of the properties by which ctest knows such tests


def reason(test: ElementTree.Element) -> str:
    """Why the test was skipped; empty: it was not."""
    name, skipped = test.get("name"), test.find("skipped")
    if test.get("status") == "disabled":
        return f"{name} is disabled in this build"
    if skipped is None or not skipped.get("message", "").startswith(SKIPPED_BY_ITSELF):
        return ""
    said = REASON.search(test.findtext("system-out") or "")
    return said[1].strip() if said else f"{name} does not say why"


def trees(log: Path) -> list[str]:
    """The tree of each test, in the order of their numbers, which is that of --output-junit. A test that was tried again
    has several entries."""
    folders = {int(number): folder for number, folder in ENTRY.findall(log.read_text(errors="replace"))}
    return [re.sub(r"/tests(/.*)?$", "", folder) for _, folder in sorted(folders.items())]


def report(folder: Path) -> int:
    passed, reasons, failed = 0, Counter[str](), []
    for results in sorted(folder.glob("*.xml")):
        tests = ElementTree.parse(results).getroot().iter("testcase")
        for test, tree in zip(tests, trees(results.with_suffix(".log")), strict=True):
            if test.get("status") == "run":
                passed += 1
            elif why := reason(test):
                reasons[why] += 1
            else:
                failed.append(f"{test.get('name')} in {tree}")
    for why, times in reasons.most_common():
        print(f"{times} skipped: {why}")
    print(f"{passed} tests passed, {sum(reasons.values())} were skipped, {len(failed)} failed{':' if failed else ''}")
    for name in failed:
        print(f"    {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(report(Path(sys.argv[1])) if len(sys.argv) == 2 else __doc__)

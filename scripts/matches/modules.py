"""Puts modules of JavaScript into one script: the page of a report is one file, and shares the boards of scripts/page/.

Each module becomes a function of its own, in which its imports are constants, so that names of different modules never
meet. That takes modules that are written plainly, as those of scripts/page/ are: imports of names in braces at the beginning,
and `export` in front of a declaration. What is written otherwise is refused.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import MappingProxyType
from typing import Mapping

SCRIPTS = Path(__file__).resolve().parents[1]

PAGE = SCRIPTS / "page"         # also where cmake --install puts them
PAGE_PREFIX = "page/"           # how modules elsewhere name those

IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"([^"]+)";\n', re.M)
EXPORT = re.compile(r"^export ((?:async )?(?:const|let|class|function\*?)) (\w+)", re.M)
MODULE_WORD = re.compile(r"^\s*(?:import\b(?!\()|export\b).*", re.M)


def part(name: str) -> str:
    """A file of scripts/page/, as text."""
    return (PAGE / name).read_text(encoding="utf-8")


def bundled(entry: Path, instead: Mapping[str, str] = MappingProxyType({})) -> str:
    """One script that does what the module does, with all that it imports; `instead` names modules of scripts/page/ that others
    take the place of."""
    found: dict[Path, str] = {}
    collect(entry, found, (), {(PAGE / name).resolve(): (PAGE / other).resolve() for name, other in instead.items()})
    return '"use strict";\nconst modules = {};\n' + "".join(found.values())


def collect(path: Path, found: dict[Path, str], below: tuple[Path, ...], instead: Mapping[Path, Path]) -> None:
    """The module as a function, behind those that it imports."""
    if path in found:
        return
    if path in below:
        raise ValueError(f"{path.name} imports itself, by way of {', '.join(each.name for each in below)}")
    text = instead.get(path, path).read_text(encoding="utf-8")
    for _, name in IMPORT.findall(text):
        collect(target(path, name), found, (*below, path), instead)
    found[path] = as_function(path, text)


def target(path: Path, name: str) -> Path:
    return (PAGE / name.removeprefix(PAGE_PREFIX) if name.startswith(PAGE_PREFIX) else path.parent / name).resolve()


def name_of(path: Path) -> str:
    """Modules in different folders may have files of one name."""
    return path.relative_to(SCRIPTS).as_posix() if path.is_relative_to(SCRIPTS) else path.name


def as_function(path: Path, text: str) -> str:
    exported = [name for _, name in EXPORT.findall(text)]
    text = IMPORT.sub(lambda match: f'const {{{renamed(match[1])}}} = modules["{name_of(target(path, match[2]))}"];\n', text)
    text = EXPORT.sub(r"\1 \2", text)
    if left := MODULE_WORD.search(text):
        raise ValueError(f"{path.name}: {left[0].strip()!r} is written in a way that cannot be put into one script")
    return f'modules["{name_of(path)}"] = (() => {{\n{text}return {{{", ".join(exported)}}};\n}})();\n'


def renamed(names: str) -> str:
    """`a as b` of an import is `a: b` of a constant."""
    return ", ".join(re.sub(r"\s+as\s+", ": ", name.strip()) for name in names.split(",") if name.strip())

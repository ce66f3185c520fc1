#!/usr/bin/env python3
"""Checks that the documents name what the program has, and nothing else: INFO keys, commands, subcommands, options.

usage: documents.py PROGRAM [ROOT]

The INFO keys are those that `HELP INFO` lists, the commands those of the table in protocol/commands.c,
subcommands and options those that --help lists; the program must take each option, and have those
that the examples in the documents use. Every link within the repository must lead to a file and to a heading in it,
and no line is too wide. The checker is checked, too: each document is read again with each name taken out and with one made up.
"""

import re
import subprocess
import sys
from pathlib import Path

PROGRAM = sys.argv[1] if len(sys.argv) in (2, 3) else sys.exit(__doc__)
ROOT = Path(sys.argv[2]) if len(sys.argv) == 3 else Path(__file__).resolve().parents[2]
NO_SOURCE = {"build", "node_modules", ".git"}
COLUMNS = 130       # of a document
PATIENCE_S = 300    # for what takes a moment, on a machine that has other things to do


def section(text, title):
    """What stands below a heading of Markdown, up to the next one of its rank"""
    return re.split(rf"^## {re.escape(title)}\n", text, flags=re.M)[1].split("\n## ")[0]


def first_column(text):
    """The texts between backticks in the first column of every table"""
    rows = re.findall(r"^\| ([^|]*) \|", text.replace("\\|", "/"), re.M)
    return [word for row in rows for word in re.findall(r"`([^`]+)`", row)]


def keys_of_program():
    done = subprocess.run([PROGRAM], input="HELP INFO\nEND\n", capture_output=True, text=True, timeout=PATIENCE_S)
    return re.findall(r"^MESSAGE INFO (\w+) ", done.stdout, re.M)


def commands_of_program():
    tables = ("protocol/commands.c",)
    rows = [(ROOT / table).read_text().split("rows[] = {")[1].split("\n};")[0] for table in tables]
    return re.findall(r'^ *\{"([^"]+)",', "\n".join(rows), re.M)


def keys_of_readme(text):
    return first_column(section(text, "Settings"))


def keys_of_protocol(text):
    return first_column(section(text, "INFO"))


def keys_of_manual(text):
    return re.findall(r'^\.BI "INFO (\w+) "', text, re.M)


def commands_of_protocol(text):
    return [word.split()[0].lower() for word in first_column(section(text, "Commands"))]


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_S)


def subcommands_of_program():
    return re.findall(r"^ +pbrain-tengen ([a-z]+) ", run("--help").stdout, re.M)


def subcommands_of_manual(text):
    return re.findall(r"^\.B pbrain\\-tengen ([a-z]+)$", text, re.M)


CHECKS = [  # what is checked, the names that the program has, the document, and how the document's are read from it
    ("INFO key", keys_of_program, "README.md", keys_of_readme),
    ("INFO key", keys_of_program, "protocol/README.md", keys_of_protocol),
    ("INFO key", keys_of_program, "scripts/pbrain-tengen.6.in", keys_of_manual),
    ("subcommand", subcommands_of_program, "scripts/pbrain-tengen.6.in", subcommands_of_manual),
    ("command", commands_of_program, "protocol/README.md", commands_of_protocol),
]


def complaints(what, known, document, named):
    yield from (f"{document}: the {what} {name} is missing" for name in sorted(set(known) - set(named)))
    yield from (f"{document}: there is no {what} {name}" for name in sorted(set(named) - set(known)))


def help_complaints():
    """Commands that HELP does not name; those of Yixin-Board are in the documents alone"""
    shown = subprocess.run([PROGRAM], input="HELP\nEND\n", capture_output=True, text=True, timeout=PATIENCE_S).stdout
    words = set(re.findall(r"\b[A-Z0-9]+\b|\?", shown))
    commands = [name for name in commands_of_program() if not name.startswith("yx")]
    assert {"TURN", "?"} <= words and "turn" in commands
    yield from (f"HELP does not name {name.upper()}" for name in commands if name.upper() not in words)


def options_in_examples(text):
    """[(subcommand, option)] of every call of the program, which may go on behind a backslash"""
    plain = text.replace("\\\n", " ").replace("\\-", "-")
    calls = re.findall(r"pbrain-tengen(?:64\.exe)? ([a-z]+)\b([^\n`|]*)", plain)
    return [(subcommand, option) for subcommand, words in calls for option in re.findall(r" --([a-z][a-z-]*)", words)]


def documents():
    """Every document of the repository, in whatever folder; none of what builds and packages leave there"""
    found = [path for path in sorted(ROOT.rglob("*.md")) if not NO_SOURCE & set(path.relative_to(ROOT).parts)]
    assert ROOT / "README.md" in found and ROOT / "engine" / "tools" / "prove" / "README.md" in found, found
    return found


def anchors(text):
    """What the headings of a document are called in links to them"""
    titles = re.findall(r"^#+ (.*)$", text, re.M)
    return [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]


def leads_somewhere(link, text, folder):
    """To a file, and to a heading in it, from a document with that text in that folder"""
    name, _, heading = link.partition("#")
    target = folder / name
    if name and not target.exists():
        return False
    return not heading or heading in anchors(target.read_text() if name else text)


def broken_links(text, folder):
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    return [link for link in links if not re.match(r"[a-z]+:", link) and not leads_somewhere(link, text, folder)]


def link_complaints():
    for document in documents():
        for link in broken_links(document.read_text(), document.parent):
            yield f"{document.relative_to(ROOT)}: the link {link} leads nowhere"
    sound = "# A `b`, c\n[x](README.md) [x](tests) [x](README.md#install) [x](#a-b-c) [x](https://example.org/none)"
    wrong = ["none.md", "none.md#install", "README.md#none", "#a-b"]
    assert broken_links(sound + "".join(f"[x]({link})" for link in wrong), ROOT) == wrong


def wide_lines(text):
    """The numbers of lines that are too wide to read; rows of tables cannot be wrapped"""
    return [number for number, line in enumerate(text.splitlines(), 1) if len(line) > COLUMNS and not line.startswith("|")]


def width_complaints():
    for document in documents():
        for number in wide_lines(document.read_text()):
            yield f"{document.relative_to(ROOT)}:{number}: more than {COLUMNS} columns"
    assert wide_lines("\n".join(["x" * COLUMNS, "x" * (COLUMNS + 1), "|" + "x" * COLUMNS])) == [2]


def option_complaints():
    """Options that --help lists and the program does not take, or that an example uses and --help does not list"""
    known = {subcommand: re.findall(r"^  --([a-z-]+)", run(subcommand, "--help").stdout, re.M)
             for subcommand in subcommands_of_program()}
    assert all("help" in options for options in known.values()), known
    assert "there is no option" in run("bench", "--made-up=").stderr
    for subcommand, options in known.items():
        for option in options:
            if option != "help" and "there is no option" in run(subcommand, f"--{option}=").stderr:
                yield f"{subcommand} --help lists --{option}, which {subcommand} does not take"
    examples = 0
    for document in [*documents(), ROOT / "scripts" / "pbrain-tengen.6.in"]:
        for subcommand, option in options_in_examples(document.read_text()):
            examples += 1
            if option not in known.get(subcommand, []):
                yield f"{document.relative_to(ROOT)}: there is no option --{option} of {subcommand}"
    assert examples > 0 and options_in_examples("pbrain\\-tengen train x \\\n  --made\\-up") == [("train", "made-up")]


def self_test(what, known, document, text, read):
    """Each name is missed when it is taken out of the document, and one that the program lacks is noticed."""
    for name in known:
        without = re.sub(rf"(?<![\w?]){re.escape(name)}(?![\w?])", "madeup", text, flags=re.I)
        expected = [f"{document}: the {what} {name} is missing", f"{document}: there is no {what} madeup"]
        assert list(complaints(what, known, document, read(without))) == expected, (document, name)


def main():
    wrong = []
    for what, program_names, document, read in CHECKS:
        known, text = program_names(), (ROOT / document).read_text()
        assert known and len(set(known)) == len(known), (what, known)
        found = list(complaints(what, known, document, read(text)))
        wrong += found
        if not found:
            self_test(what, known, document, text, read)
    wrong += [*option_complaints(), *help_complaints(), *link_complaints(), *width_complaints()]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"documents: {len(CHECKS)} checks, nothing is missing and nothing is made up")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
r"""Conversations with the engine, over the real pipe that a manager would use.

A conversation is a file that reads like the transcript it demands. Each `== name` starts a fresh process:

    == a manager starts a game and asks for a move
    # Piskvork sends CRLF, and compares the answer with OK as a whole line.
    > START 15\r
    < OK
    > INFO timeout_turn 100
    silence 100
    > BEGIN
    within 300
    < MOVE

Speaking
    > text            a line, LF added          >| text           bytes as they are, no LF added
    \r \n \t \0 \\ \{ \xHH                      the bytes they name, in both; a blank at the end of a line is \x20
    {A*1048576}       A, that many times        {random 65536}    random bytes, always the same
    {name}            a move remembered by `as name`
    game 15 rule 1, timeout_turn 100            INFO for each of these settings, then START 15, and the answer OK
    eof               close the engine's input
    signal STOP       (or CONT, TERM) to the process

Listening: the next line must be
    < text            this text                 <~ regex          fit this regular expression, as a whole
    < ERROR           ERROR and some words      < UNKNOWN         UNKNOWN, with words or without
    < MOVE            one point within the board (the last START or RECTSTART sent says how large it is)
    < MOVE not 7,7 8,8                          < MOVE one of 6,7 11,7
    < MOVE as reply   remember it               < 3 MOVES         three different points, blanks between
    < 2 MOVES as a b  remember each
    < OK or ERROR     any of these              <? regex          may come once before what is next expected
    <* regex          may come often before what is next expected
MESSAGE and DEBUG lines before a move or an exit are passed over; anywhere else they are lines like others.

Time, in milliseconds since the last thing said or done to the engine
    within 100        the next expectation must be met by then (otherwise within 10 s); time in which other processes had
                      the cores that the engine was ready to use is not counted (see waiting.py)
    after 500         ... and not before
    silence 200       nothing at all comes during the next 200 ms
    thinking 200      nothing but MESSAGE and DEBUG lines comes during the next 200 ms
    wait 300          pass the time; whatever comes is for the next expectation
On a busy machine we may be held up between any two steps, for longer than the engine's whole turn. So a turn that `thinking`
or `wait` must not outlast is of many seconds and ended by a stop: a limit that the engine keeps is no measure for us.

The process
    exits 0 within 500   it prints nothing more and exits so (`exits TERM`: by that signal; `exits any`)
    alive                it answers ABOUT with one line that starts name="
    rss < 80 MiB         its resident memory never was larger
    rss mark             remember how large it is now;   rss grown < 1 MiB   compare with that

    repeat 1000       do the indented lines that follow 1000 times
    for a b in 1 2 | 3 4                        do them for each of these rows, whose values {a} and {b} stand for

Always: stderr stays empty, and every line of output is one write() that ends in LF (a pipe in packet mode shows it;
QPiskvork loses the game otherwise). A conversation that says nothing about its end closes with `alive`, END and
`exits 0 within 500`; after `eof`, with `exits 0 within 500`.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import random
import re
import select
import shlex
import signal
import subprocess
import sys
import termios
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Iterable, Iterator, Optional

from waiting import Wait

HERE = Path(__file__).resolve().parent
ENGINE = HERE.parents[1] / "build" / "pbrain-tengen"
CONVERSATIONS = HERE / "conversations"
SCRIPTS = HERE.parents[1] / "scripts"    # where tests find the package matches

PATIENCE_MS = 10_000        # for an expectation that names no limit
ANY_TIME = (float("-inf"), PATIENCE_MS)
FAREWELL_MS = 500           # managers kill an engine that lives longer after END
RANDOM_SEED = 1
PIPE_CAPACITY = 1 << 20     # in packet mode a pipe holds one write a page; the default of 16 would stall the engine
READ_SIZE = 1 << 16
SHOWN_WIDTH, SHOWN_LINES = 110, 30
CHATTER = ("MESSAGE ", "DEBUG ")
SELF_TEST_JOBS = 8          # scripts of the self-test at a time: they sleep and wait, and burn half a second of core time


# --- the engine at the other end of three pipes ------------------------------------------------------------------------

@dataclass(frozen=True)
class Line:
    text: str
    time: float


class Program:
    """A running engine. Whatever it says is collected while we speak, listen or wait: nobody can block the other."""

    def __init__(self, command: list[str]) -> None:
        reading, writing = os.pipe2(os.O_DIRECT | os.O_CLOEXEC)
        fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, PIPE_CAPACITY)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE, bufsize=0)
        os.close(writing)
        self.stdin: Optional[int] = self.process.stdin.fileno()
        os.set_blocking(self.stdin, False)
        self.stdout, self.stderr = reading, self.process.stderr.fileno()
        self.open = {self.stdout, self.stderr}
        self.lines: deque[Line] = deque()
        self.unfinished = b""
        self.complaint = ""

    @property
    def silent_forever(self) -> bool:
        """Both outputs are closed, and every line has been taken."""
        return not self.open and not self.lines

    @property
    def unread(self) -> int:
        """How many bytes of its input the program has not read yet; 0 when it is closed."""
        if self.stdin is None:
            return 0
        return int.from_bytes(fcntl.ioctl(self.stdin, termios.FIONREAD, bytes(4)), sys.byteorder)

    def send(self, data: bytes, deadline: float) -> bool:
        """Write everything; False if the engine is gone or does not read."""
        while data and self.stdin is not None:
            try:
                data = data[os.write(self.stdin, data):]
            except BlockingIOError:
                if time.perf_counter() > deadline:
                    return False
                self.listen(deadline, until_writable=True)
            except BrokenPipeError:
                return False
        return not data

    def close_input(self) -> None:
        if self.stdin is not None:
            self.process.stdin.close()
            self.stdin = None

    def next_line(self, deadline: float) -> Optional[Line]:
        """The next line of stdout; None if none came in time or none can come any more."""
        while not self.lines and self.open and self.listen(deadline):
            pass
        return self.lines.popleft() if self.lines else None

    def listen(self, deadline: float, until_writable: bool = False) -> bool:
        """Wait for something to happen and take it in; False when the deadline passed first."""
        poll = select.poll()
        for descriptor in self.open:
            poll.register(descriptor, select.POLLIN)
        if until_writable:
            poll.register(self.stdin, select.POLLOUT)
        events = poll.poll(max(0.0, (deadline - time.perf_counter()) * 1000))
        for descriptor, _ in events:
            if descriptor in self.open:
                self.take(descriptor)
        return bool(events)

    def take(self, descriptor: int) -> None:
        data, now = os.read(descriptor, READ_SIZE), time.perf_counter()
        if not data:
            self.open.remove(descriptor)
            if descriptor == self.stdout and self.unfinished:
                self.complain(f"the last line has no end: {self.unfinished!r}")
        elif descriptor == self.stderr:
            self.complain(f"on stderr: {data!r}")
        else:
            if data.count(b"\n") != 1 or not data.endswith(b"\n"):
                self.complain(f"a write that is not one whole line: {data!r}")
            *whole, self.unfinished = (self.unfinished + data).split(b"\n")
            self.lines.extend(Line(line.decode("latin-1"), now) for line in whole)

    def complain(self, words: str) -> None:
        self.complaint = self.complaint or words

    def wait(self, deadline: float) -> Optional[int]:
        """The exit code (negative: the signal), or None if it still runs."""
        while self.open and self.listen(deadline):
            pass
        try:
            return self.process.wait(max(0.0, deadline - time.perf_counter()))
        except subprocess.TimeoutExpired:
            return None

    def memory(self, key: str) -> int:
        """Bytes of resident memory: key VmRSS is now, VmHWM the peak. 0 when the process is gone."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        found = re.search(rf"^{key}:\s+(\d+) kB", status, re.MULTILINE)
        return int(found[1]) * 1024 if found else 0

    def destroy(self) -> None:
        self.process.kill()
        self.process.wait()
        self.close_input()
        self.process.stderr.close()
        os.close(self.stdout)


# --- what the files say ------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Step:
    """One line of a conversation: a sign or word, what follows it, and for `repeat` the lines below it."""

    place: str
    verb: str
    text: str
    block: tuple["Step", ...] = ()


@dataclass
class Conversation:
    name: str
    steps: list[Step] = field(default_factory=list)


STEP = re.compile(r"(>\||>|<~|<\?|<\*|<|[a-z]+)(?: (.*))?")


def read_conversations(text: str, file: str) -> list[Conversation]:
    conversations: list[Conversation] = []
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{file}:{number}"
        if line.startswith("== "):
            conversations.append(Conversation(line[3:]))
        elif line.strip() and not line.lstrip().startswith("#"):
            if not conversations:
                raise SyntaxError(f"{place}: a conversation starts with a line `== name`")
            add_step(conversations[-1].steps, line, place)
    for conversation in conversations:
        conversation.steps = plain(conversation.steps)
    return conversations


def add_step(steps: list[Step], line: str, place: str) -> None:
    parsed = STEP.fullmatch(line.lstrip(" "))
    if not parsed or parsed[1] not in (*VERBS, *SHORTHANDS):
        raise SyntaxError(f"{place}: not a step of a conversation: {line}")
    step = Step(place, parsed[1], parsed[2] or "")
    if not line.startswith(" "):
        steps.append(step)
    elif steps and steps[-1].verb in ("repeat", "for"):
        last = steps[-1]
        steps[-1] = Step(last.place, last.verb, last.text, last.block + (step,))
    else:
        raise SyntaxError(f"{place}: only the lines after `repeat` and `for` are indented")


def plain(steps: Iterable[Step]) -> list[Step]:
    """The steps with what `game` and `for` stand for in their place."""
    return [whole for step in steps for whole in SHORTHANDS.get(step.verb, unchanged)(step)]


def unchanged(step: Step) -> list[Step]:
    return [Step(step.place, step.verb, step.text, tuple(plain(step.block)))]


def begun_game(step: Step) -> list[Step]:
    """`game 15 rule 1, timeout_turn 100`"""
    parts = re.fullmatch(r"([\d, ]*\d)(?: (.+))?", step.text)
    if not parts:
        raise SyntaxError(f"{step.place}: a game has a size, and settings with commas between them")
    infos = [f"INFO {setting}" for setting in (parts[2] or "").split(", ") if setting]
    start = f"RECTSTART {parts[1]}" if "," in parts[1] else f"START {parts[1]}"
    return [*(Step(step.place, ">", line) for line in (*infos, start)), Step(step.place, "<", "OK")]


def rounds(step: Step) -> list[Step]:
    """`for a b in 1 2 | 3 4`; the last value of a row may have blanks. Rows of one word need no bars."""
    header, _, rows = step.text.partition(" in ")
    names = header.split()
    values = [row.split(maxsplit=len(names) - 1) for row in (rows.split("|") if "|" in rows else rows.split())]
    if not step.block or any(len(row) != len(names) for row in values):
        raise SyntaxError(f"{step.place}: each row has a value for each name, and lines below that use them")
    return [whole for row in values for line in step.block for whole in plain([with_values(line, names, row)])]


def with_values(step: Step, names: list[str], values: list[str]) -> Step:
    text = step.text
    for name, value in zip(names, values):
        text = text.replace(f"{{{name}}}", value.strip())
    return Step(step.place, step.verb, text)


SHORTHANDS: dict[str, Callable[[Step], list[Step]]] = {"game": begun_game, "for": rounds}

ESCAPES = {"r": b"\r", "n": b"\n", "t": b"\t", "0": b"\0", "\\": b"\\", "{": b"{", "}": b"}"}
TOKEN = re.compile(r"\\x([0-9a-fA-F]{2})|\\(.)|\{((?:\\.|[^{}\\])*)\}|(.)", re.DOTALL)


def spoken(text: str, names: dict[str, str]) -> bytes:
    """The bytes that a text stands for."""
    return b"".join(spoken_token(token, names) for token in TOKEN.finditer(text))


def spoken_token(token: re.Match[str], names: dict[str, str]) -> bytes:
    code, escape, braced, plain = token.groups()
    if code:
        return bytes([int(code, 16)])
    if escape:
        return ESCAPES[escape]
    return plain.encode() if plain else spoken_braces(braced, names)


def spoken_braces(text: str, names: dict[str, str]) -> bytes:
    if repeated := re.fullmatch(r"(.*)\*(\d+)", text):
        return spoken(repeated[1], names) * int(repeated[2])
    if noise := re.fullmatch(r"random (\d+)", text):
        return random.Random(RANDOM_SEED).randbytes(int(noise[1]))
    return names[text].encode()


# --- what a line must be -----------------------------------------------------------------------------------------------

Size = tuple[int, int]
Matcher = Callable[[str], Optional[dict[str, str]]]     # the names to remember if the line fits, else None

MOVE = re.compile(r"(?:(\d+) )?MOVES?(?: not ([\d, ]*\d))?(?: one of ([\d, ]*\d))?(?: as ([\w ]+))?")
MOVE_LINE = re.compile(r"\d+,\d+(?: \d+,\d+)*")
KINDS = {"ERROR": r"ERROR \S.*", "UNKNOWN": r"UNKNOWN( .*)?"}
START = re.compile(r"\s*(?:rect)?start\s+(\d{1,9})(?:(?:\s*(,)\s*|\s+)(\d{1,9}))?", re.IGNORECASE)


def matcher(wanted: str, size: Size) -> Matcher:
    alternatives = [single_matcher(text, size) for text in wanted.split(" or ")]
    return lambda line: next((names for fits in alternatives if (names := fits(line)) is not None), None)


def single_matcher(wanted: str, size: Size) -> Matcher:
    if move := MOVE.fullmatch(wanted):
        return move_matcher(move, size)
    if wanted in KINDS:
        return regex_matcher(KINDS[wanted])
    return lambda line: {} if line == wanted else None


def regex_matcher(pattern: str) -> Matcher:
    return lambda line: {} if re.fullmatch(pattern, line) else None


def move_matcher(move: re.Match[str], size: Size) -> Matcher:
    count, excluded, allowed, names = int(move[1] or 1), *((move[i] or "").split() for i in (2, 3, 4))

    def within_board(point: str) -> bool:
        x, y = map(int, point.split(","))
        return x < size[0] and y < size[1] and point == f"{x},{y}"

    def match(line: str) -> Optional[dict[str, str]]:
        points = line.split(" ") if MOVE_LINE.fullmatch(line) else []
        fits = (len(points) == count == len(set(points)) and all(map(within_board, points))
                and not set(points) & set(excluded) and (not allowed or set(points) <= set(allowed)))
        return dict(zip(names, points)) if fits else None

    return match


# --- holding a conversation ----------------------------------------------------------------------------------------------

class Failed(Exception):
    """The engine did not say or do what the conversation demands."""


class Talk:
    """One conversation while it is held. Every verb of a file is a method in VERBS."""

    def __init__(self, engine: list[str], stretch: float) -> None:
        self.program = Program(engine)
        self.stretch = stretch
        self.transcript: list[str] = []
        self.names: dict[str, str] = {}
        self.size: Size = (0, 0)
        self.half_line = ""
        self.since: float       # no later than what was last said, done, heard or waited for: we may be held up after it
        self.act()
        self.earliest_ms: float
        self.latest_ms: float
        self.earliest_ms, self.latest_ms = ANY_TIME
        self.optional: list[tuple[str, bool]] = []
        self.marked_memory = 0
        self.exited = False

    def get_going(self) -> None:
        """Let whatever must start before the engine can (Wine) start now, on nobody's clock."""
        self.alive("")
        self.act()

    def act(self, wait: Optional[Wait] = None) -> None:
        """Something was said or done to the engine just now: from here on its time is counted."""
        self.acted = time.perf_counter()
        self.waiting = wait or Wait(self.program)
        self.waiting.begin(self.acted)
        self.since = self.waiting.made

    def hold(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.take(step)
            for _ in range(int(step.text) if step.verb == "repeat" else 0):
                self.hold(step.block)

    def take(self, step: Step) -> None:
        try:
            VERBS[step.verb](self, step.text)
            self.demand_cleanliness()
        except Failed as failure:
            raise Failed(f"{step.place}: {step.verb} {step.text}".rstrip() + f"\n{failure}") from None
        except (KeyError, ValueError, re.error) as mistake:
            raise Failed(f"{step.place}: {step.verb} {step.text}\nmakes no sense: {mistake!r}") from None

    def closing(self) -> Iterator[Step]:
        """What every conversation ends with, if it has not ended itself."""
        if not self.exited:
            if self.program.stdin is not None:
                yield Step("(end)", "alive", "")
                yield Step("(end)", ">", "END")
            yield Step("(end)", "exits", f"0 within {FAREWELL_MS}")

    def demand_cleanliness(self) -> None:
        if self.program.complaint:
            raise Failed(self.program.complaint)

    def note(self, text: str) -> None:
        shown = text if len(text) <= SHOWN_WIDTH else f"{text[:SHOWN_WIDTH]}… ({len(text)} characters)"
        self.transcript.append(shown)

    def with_names(self, text: str) -> str:
        return re.sub(r"{(\w+)}", lambda name: self.names.get(name[1], name[0]), text)

    # speaking

    def say_line(self, text: str) -> None:
        self.say(text, spoken(text, self.names) + b"\n", ">")

    def say_bytes(self, text: str) -> None:
        self.say(text, spoken(text, self.names), ">|")

    def say(self, text: str, data: bytes, sign: str) -> None:
        self.note(f"{sign} {self.with_names(text)}")
        self.hear_of_size(data)
        wait = Wait(self.program)
        sent = self.program.send(data, time.perf_counter() + self.seconds(PATIENCE_MS))
        self.act(wait)
        if not sent:
            raise Failed("the engine is gone or does not read its input")

    def hear_of_size(self, data: bytes) -> None:
        *lines, self.half_line = re.split(r"[\r\n]", self.half_line + data.decode("latin-1"))
        for line in lines:
            if start := START.match(line):
                width, height = int(start[1]), int(start[3] or start[1])
                self.size = (width, height) if start[2] else (height, width)    # Yixin-Board's points are row,column

    def close_input(self, _: str) -> None:
        self.note("(end of input)")
        wait = Wait(self.program)
        self.program.close_input()
        self.act(wait)

    def send_signal(self, text: str) -> None:
        self.note(f"(signal {text})")
        wait = Wait(self.program)
        self.program.process.send_signal(signal.Signals[f"SIG{text}"])
        self.act(wait)

    # listening

    def expect_text(self, text: str) -> None:
        text = self.with_names(text)
        self.expect(matcher(text, self.size), chatty=bool(re.search(r"\bMOVES?\b", text)))

    def expect_regex(self, text: str) -> None:
        self.expect(regex_matcher(text), chatty=False)

    def allow_once(self, text: str) -> None:
        self.optional.append((text, False))

    def allow_often(self, text: str) -> None:
        self.optional.append((text, True))

    def expect(self, match: Matcher, chatty: bool) -> None:
        deadline = self.acted + self.seconds(self.latest_ms)
        while True:
            line = self.waiting.next_line(deadline)
            if line is None:
                raise Failed(self.why_nothing_came())
            elapsed_ms = (line.time - self.waiting.made) * 1000
            self.note(f"< {printable(line.text)}   ({elapsed_ms:.0f} ms)")
            names = match(line.text)
            if names is not None:
                break
            if not (chatty and line.text.startswith(CHATTER)) and not self.passes_over(line.text):
                raise Failed(f"came: {printable(line.text)}")
        if line.time > deadline + self.waiting.denied_seconds or elapsed_ms < self.earliest_ms:
            raise Failed(f"came after {elapsed_ms:.1f} ms, wanted {self.earliest_ms:.0f} to {self.latest_ms:.0f} ms")
        self.names.update(names)
        self.since = line.time
        self.forget_limits()

    def why_nothing_came(self) -> str:
        if self.program.silent_forever:
            code = self.program.wait(time.perf_counter() + self.seconds(FAREWELL_MS))
            return f"the engine closed its output; exit code {code}"
        return f"nothing came within {self.latest_ms:.0f} ms"

    def passes_over(self, line: str) -> bool:
        for pattern, often in self.optional:
            if re.fullmatch(pattern, line):
                if not often:
                    self.optional.remove((pattern, often))
                return True
        return False

    def forget_limits(self) -> None:
        self.earliest_ms, self.latest_ms = ANY_TIME
        self.optional.clear()

    # time

    def seconds(self, milliseconds: float) -> float:
        """A limit on the engine, as long as slow builds need it (--stretch)."""
        return milliseconds / 1000 * self.stretch

    def within(self, text: str) -> None:
        self.latest_ms = float(text)

    def after(self, text: str) -> None:
        self.earliest_ms = float(text)

    def wait(self, text: str) -> None:
        deadline = time.perf_counter() + float(text) / 1000
        while self.program.open and self.program.listen(deadline):
            pass
        time.sleep(max(0.0, deadline - time.perf_counter()))
        self.since = deadline

    def silence(self, text: str) -> None:
        self.expect_nothing(float(text), chatty=False)

    def thinking(self, text: str) -> None:
        self.expect_nothing(float(text), chatty=True)

    def expect_nothing(self, milliseconds: float, chatty: bool) -> None:
        """From the last step on: if we were held up since then, less remains, and what came after its end may come."""
        self.since = deadline = self.since + milliseconds / 1000
        while line := self.program.next_line(deadline):
            if line.time > deadline:
                self.program.lines.appendleft(line)
                break
            self.note(f"< {printable(line.text)}")
            if not (chatty and line.text.startswith(CHATTER)) and not self.passes_over(line.text):
                raise Failed(f"came: {printable(line.text)}")
        if self.program.silent_forever:
            raise Failed(self.why_nothing_came())

    # the process

    def exits(self, text: str) -> None:
        wanted, _, limit = text.partition(" within ")
        deadline = self.acted + self.seconds(float(limit or self.latest_ms))
        while line := self.waiting.next_line(deadline):
            self.note(f"< {printable(line.text)}")
            if not line.text.startswith(CHATTER) and not self.passes_over(line.text):
                raise Failed(f"came: {printable(line.text)}")
        code = self.waiting.exit_code(deadline)
        if code is None:
            raise Failed("it still runs")
        self.exited = True
        self.note(f"(exit code {code})")
        if wanted != "any" and code != exit_code(wanted):
            raise Failed(f"exit code {code}")

    def alive(self, _: str) -> None:
        self.say_line("ABOUT")
        self.expect_regex(r'name=".*')

    def memory(self, text: str) -> None:
        if text == "mark":
            self.marked_memory = self.program.memory("VmRSS")
            return
        kind, limit = text.rsplit("< ", 1)
        size = self.program.memory("VmRSS") - self.marked_memory if kind.strip() == "grown" else self.program.memory("VmHWM")
        self.note(f"(rss {kind}{size / MIB:.1f} MiB)")
        too_large = size >= float(limit.removesuffix(" MiB")) * MIB and self.stretch == 1
        if kind.strip() not in ("", "grown") or too_large:
            raise Failed(f"it is {size / MIB:.1f} MiB")

    def repeat(self, text: str) -> None:
        self.note(f"(repeat {text})")


MIB = 1 << 20

VERBS: dict[str, Callable[[Talk, str], None]] = {
    ">": Talk.say_line, ">|": Talk.say_bytes, "eof": Talk.close_input, "signal": Talk.send_signal,
    "<": Talk.expect_text, "<~": Talk.expect_regex, "<?": Talk.allow_once, "<*": Talk.allow_often,
    "within": Talk.within, "after": Talk.after, "wait": Talk.wait, "silence": Talk.silence, "thinking": Talk.thinking,
    "exits": Talk.exits, "alive": Talk.alive, "rss": Talk.memory, "repeat": Talk.repeat,
}


def printable(line: str) -> str:
    """As it is, or quoted if that would hide something."""
    return line if line.isprintable() and line == line.strip() and line else repr(line)


def exit_code(wanted: str) -> int:
    return int(wanted) if wanted.isdigit() else -signal.Signals[f"SIG{wanted}"]


def failure_of(conversation: Conversation, engine: list[str], stretch: float = 1.0, slow_start: bool = False) -> Optional[str]:
    """Hold it; the report if it failed."""
    talk = Talk(engine, stretch)
    try:
        if slow_start:
            talk.get_going()
        talk.hold(conversation.steps)
        talk.hold(talk.closing())
        return None
    except Failed as failure:
        return report(conversation.name, talk.transcript, str(failure))
    finally:
        talk.program.destroy()


def report(name: str, transcript: list[str], failure: str) -> str:
    heard = [f"    {line}" for line in transcript[-SHOWN_LINES:]]
    if len(transcript) > SHOWN_LINES:
        heard.insert(0, f"    … {len(transcript) - SHOWN_LINES} lines before …")
    return "\n".join([f"FAILED == {name}", *heard, *(f"  {line}" for line in failure.splitlines())]) + "\n"


# --- self-test: no expectation is worth anything that cannot fail ----------------------------------------------------------

PARROT = """
import os, sys, time
for line in iter(sys.stdin.buffer.readline, b""):
    word, _, rest = line.rstrip(b"\\n").partition(b" ")
    if word == b"say": os.write(1, rest + b"\\n")
    elif word == b"stutter": os.write(1, rest[:1]), os.write(1, rest[1:] + b"\\n")
    elif word == b"gasp": os.write(1, rest)
    elif word == b"cry": os.write(2, rest + b"\\n")
    elif word == b"sleep": time.sleep(int(rest) / 1000)
    elif word == b"burn":
        end = time.process_time() + int(rest) / 1000
        while time.process_time() < end: pass
    elif word == b"yield": os.nice(10)
    elif word == b"hold":
        os.kill(os.getppid(), 19), time.sleep(int(rest) / 1000)
        os.kill(os.getppid(), 18)
    elif word == b"eat": eaten = b"x" * (int(rest) << 20)
    elif word == b"exit": os._exit(int(rest))
    elif word == b"ABOUT": os.write(1, b'name="parrot"\\n')
    elif word == b"END": break
"""

# What passes with the parrot, and the same with one thing wrong; steps are parted by bars.
PAIRS = (
    ("> say OK | < OK", "> say OK\\x20 | < OK"),
    ("> say OK | < OK", "> say ok | < OK"),
    ("> say OK | < OK", "> say OK\\r | < OK"),
    ("> say OK | < OK", "> say OK | > say OK | < OK"),
    ("> say OK | < OK", "within 200 | < OK"),
    ("> say OK | < ERROR or OK", "> say YES | < ERROR or OK"),
    ("> say ab | <~ a.", "> say abc | <~ a."),
    ("> say ERROR no | < ERROR", "> say ERROR | < ERROR"),
    ("> say UNKNOWN | < UNKNOWN", "> say UNKNOWNS | < UNKNOWN"),
    ("> START 15 | > say 14,14 | < MOVE", "> START 15 | > say 15,14 | < MOVE"),
    ("> RECTSTART 20,10 | > say 19,9 | < MOVE", "> RECTSTART 20,10 | > say 9,19 | < MOVE"),
    ("> start 20 10 | > say 9,19 | < MOVE", "> start 20 10 | > say 19,9 | < MOVE"),
    ("> START 15 | > say 1,1 | < MOVE", "> START 15 | > say 01,1 | < MOVE"),
    ("> START 15 | > say 1,1 | < MOVE", "> START 15 | > say 1, 1 | < MOVE"),
    ("> START 15 | > say 1,1 | < MOVE", "> START 15 | > say 1,1 2,2 | < MOVE"),
    ("> START 15 | > say 1,1 | < MOVE not 7,7 8,8", "> START 15 | > say 8,8 | < MOVE not 7,7 8,8"),
    ("> START 15 | > say 8,8 | < MOVE one of 7,7 8,8", "> START 15 | > say 1,1 | < MOVE one of 7,7 8,8"),
    ("> START 15 | > say 1,1 | < MOVE as m | > say {m} | < {m}", "> START 15 | > say 1,1 | < MOVE as m | > say 1,2 | < {m}"),
    ("> START 15 | > say 1,1 2,2 | < 2 MOVES as m n | > say {n} | < {n}",
     "> START 15 | > say 1,1 2,2 | < 2 MOVES as m n | > say {n} | < {m}"),
    ("> START 15 | > say MESSAGE m | > say 1,1 | < MOVE", "> START 15 | > say MESSAGE | > say 1,1 | < MOVE"),
    ("> say MESSAGE m | < MESSAGE m | > say OK | < OK", "> say MESSAGE m | > say OK | < OK"),
    ("> START 15 | > say 1,1 1,2 1,3 | < 3 MOVES", "> START 15 | > say 1,1 1,2 1,1 | < 3 MOVES"),
    ("> say a | > say b | <? a | < b", "> say a | > say a | > say b | <? a | < b"),
    ("> say a | > say a | > say b | <* a | < b", "> say a | > say c | > say b | <* a | < b"),
    ("alive | > say a | within 300 | < a", "alive | > sleep 400 | > say a | within 300 | < a"),
    ("alive | > burn 100 | > say a | within 300 | < a", "alive | > burn 400 | > say a | within 300 | < a"),
    ("> sleep 1000 | > say a | after 300 | < a", "alive | > say a | after 5000 | < a"),
    ("wait 100 | silence 50", "wait 100 | > say a | silence 5000"),
    ("silence 50", "wait 100 | > exit 0 | silence 5000"),
    ("> say MESSAGE m | thinking 200 | <? MESSAGE m | alive", "> say MESSAGE m | silence 5000"),
    ("> say DEBUG d | thinking 200 | <? DEBUG d | alive", "> say OK | thinking 5000"),
    ("alive | > END | exits 0 within 500", "> END | exits 1 within 500"),
    ("alive | > exit 3 | exits 3 within 500", "alive | > sleep 700 | > exit 3 | exits 3 within 500"),
    ("> END | exits any", "> say OK | > END | exits any"),
    ("alive | signal TERM | exits TERM within 500", "alive | signal TERM | exits 0 within 500"),
    ("eof", "> exit 1 | eof"),
    ("alive", "> exit 0 | alive"),
    ("wait 200 | signal STOP | > say a | silence 100 | signal CONT | < a", "wait 200 | > say a | silence 5000 | < a"),
    ("alive | rss < 64 MiB", "> eat 64 | alive | rss < 64 MiB"),
    ("alive | rss mark | alive | rss grown < 4 MiB", "alive | rss mark | > eat 8 | alive | rss grown < 4 MiB"),
    ("repeat 3 |  > say a |  < a", "repeat 3 |  > say a | < a"),
    ("for x in a b |  > say {x} |  < {x}", "for x in a b |  > say {x} |  < a"),
    ("> say {ab*3} | < ababab", "> say {ab*2} | < ababab"),
    (">| say a\\n | < a", ">| say a | within 200 | < a"),
    ("> say \\x41\\{ | < A{", "> say \\x42\\{ | < A{"),
    ("> say | < ", "within 200 | < "),
    ("> say OK | < OK", "> stutter OK | < OK"),
    ("> say OK | < OK", "> gasp OK | eof"),
    ("> say OK | < OK", "> cry OK | > say OK | < OK"),
)


# The same while every core is busy, with a parrot that lets others go first: what it is denied is not held against it, what
# it does itself is. Of a core it gets a tenth (weight 110 of 1134 at nice 10), so 50 ms take it longer than the 300, and
# 900 ms take nine seconds; as an idle process it would get a hundredth, and wait minutes.
BUSY_PAIRS = (
    ("alive | > yield | alive | > burn 50 | > say a | within 300 | < a",
     "alive | > yield | alive | > burn 900 | > say a | within 300 | < a"),
    ("alive | > yield | alive | > burn 50 | > END | exits 0 within 300",
     "alive | > yield | alive | > sleep 400 | > END | exits 0 within 300"),
)

# The same with a parrot that stops us for a while: what comes in the meantime came at a moment that nobody knows.
HELD_PAIRS = (
    ("alive | > sleep 50 | > hold 500 | > say OK | thinking 200 | < OK", "alive | > sleep 50 | > say OK | thinking 200 | < OK"),
    ("alive | > sleep 50 | > hold 500 | > say OK | within 300 | < OK", "alive | > sleep 550 | > say OK | within 300 | < OK"),
    ("alive | > sleep 50 | > hold 500 | > END | exits 0 within 300", "alive | > sleep 550 | > END | exits 0 within 300"),
)

BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"     # as long as this tool runs


@contextmanager
def busy_cores() -> Iterator[None]:
    """One process on every core that never rests."""
    burners = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def self_test() -> int:
    """How many pairs do not behave as they should."""
    wrong = wrong_pairs(PAIRS, SELF_TEST_JOBS)
    wrong += wrong_pairs(HELD_PAIRS, jobs=1)
    with busy_cores():
        wrong += wrong_pairs(BUSY_PAIRS, jobs=1)
    print(f"self-test: {2 * len(PAIRS + HELD_PAIRS + BUSY_PAIRS) - wrong} as they should, {wrong} not")
    return wrong


def wrong_pairs(pairs: tuple[tuple[str, str], ...], jobs: int) -> int:
    """How many scripts do not behave as they should, of so many at a time."""
    scripts = [(script, passes) for pair in pairs for script, passes in zip(pair, (True, False))]
    with ThreadPoolExecutor(jobs) as pool:
        faults = [fault for fault in pool.map(lambda script: fault_of(*script), scripts) if fault]
    for fault in faults:
        print(fault)
    return len(faults)


def fault_of(script: str, passes: bool) -> Optional[str]:
    """What is wrong if the script passes or fails with the parrot against expectation."""
    parrot = [sys.executable, "-c", PARROT]
    steps = script.replace(" | ", "\n")
    conversation, = read_conversations(f"== {script}\n{steps}", "self-test")
    failure = failure_of(conversation, parrot, slow_start=True)    # Python may take a while to start
    if (failure is None) == passes:
        return None
    return failure or f"PASSED, but should not: {script}\n"


# --- command line ----------------------------------------------------------------------------------------------------------

def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, default=[CONVERSATIONS], metavar="PATH",
                        help="files, or directories of *.talk files (default: conversations/ beside this script)")
    parser.add_argument("--engine", type=shlex.split, default=[str(ENGINE)], metavar="COMMAND",
                        help="the program to talk to (default: build/pbrain-tengen)")
    parser.add_argument("--only", default="", metavar="WORDS", help="only conversations with these words in their name")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="hold N conversations at a time (default 1)")
    parser.add_argument("--stretch", type=float, default=1.0, metavar="FACTOR",
                        help="give the engine so many times as long as the conversations say, and any memory (for sanitizers)")
    parser.add_argument("--slow-start", "--wine", action="store_true",
                        help="the engine is started by Wine or Node.js: no clock runs before it has answered a first ABOUT")
    parser.add_argument("--self-test", action="store_true", help="see every kind of expectation pass and fail, and stop")
    return parser.parse_args()


def all_conversations(paths: list[Path]) -> list[Conversation]:
    files = [file for path in paths for file in (sorted(path.glob("*.talk")) if path.is_dir() else [path])]
    return [talk for file in files for talk in read_conversations(file.read_text(), os.path.relpath(file))]


def main() -> int:
    options = arguments()
    if options.self_test:
        return 1 if self_test() else 0
    try:
        conversations = [talk for talk in all_conversations(options.paths) if options.only in talk.name]
    except (SyntaxError, OSError) as mistake:
        print(mistake, file=sys.stderr)
        return 2
    failed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for failure in pool.map(lambda talk: failure_of(talk, options.engine, options.stretch, options.slow_start), conversations):
            if failure:
                failed += 1
                print(failure, flush=True)
    print(f"{shlex.join(options.engine)}: {len(conversations) - failed} conversations passed, {failed} failed")
    return 1 if failed or not conversations else 0


if __name__ == "__main__":
    sys.exit(main())

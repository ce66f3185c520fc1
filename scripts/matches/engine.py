"""One engine in a process of its own: questions, answers, the time they take, and the engine's faults.

The process leads a group of its own, so that whatever it starts can be stopped with it, and Ctrl-C in the terminal does
not reach it; the system kills it when the match dies in any way, and `orphans` what has left the group. Nothing here can block for longer than it was allowed
to: pipes are read and written only when they are ready, so that an engine that does not answer, does not read or never
stops writing meets the same deadline. What loses the game is raised as Lost, with the reason that the record keeps.

Time runs from the moment a question was written to the moment its answer can be read. Lines that begin with MESSAGE,
DEBUG, SUGGEST, ERROR, UNKNOWN or OK are no answers, as for the Gomocup judge; what else is no point is garbage.
"""

from __future__ import annotations

import ctypes
import os
import re
import select
import shlex
import signal
import subprocess
import time
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Optional, TextIO

from . import machine, record
from .console import shown
from .record import Ply

READ_SIZE = 1 << 16
LINE_MAX = 1 << 16          # a longer line is no line of the protocol
STARTING_MS = 10_000        # to answer START: loading a big network may take a while
AGAIN_MS = 100              # from a refused START to the second
DEAF_MS = 10_000            # to take what is written
PATIENCE_MS = 3_600_000     # for an answer that no clock limits: some search to a depth
UNLIMITED_MS = 2147483647   # what managers say when there is no limit
TALK_MAX = 16 << 20         # characters before an answer: an hour's talk of the most talkative has a tenth of it
REMARKS_MAX = 10_000        # of an answer that are kept, the last ones: what is reported of a search counts from its end
LATE_MS = 1_000             # after the last moment, to learn how late an answer is and not only that it is
FAREWELL_MS = 500           # between END and the end

NO_ANSWER = ("MESSAGE", "DEBUG", "SUGGEST", "ERROR", "UNKNOWN", "OK")
MOVE = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*", re.ASCII)

PR_SET_PDEATHSIG = 1
libc = ctypes.CDLL(None, use_errno=True)
PAGE = os.sysconf("SC_PAGE_SIZE")


class Lost(Exception):
    """The engine did something that loses the game."""

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(words)
        self.reason, self.words = reason, words


@dataclass(frozen=True)
class Said:
    """An answer, whatever it means."""

    line: str
    ply: Ply
    late_ms: float
    remarks: list[tuple[float, str]]


@dataclass(frozen=True)
class Answer:
    move: tuple[int, int]
    ply: Ply
    late_ms: float      # beyond the limit, which the tolerance may allow; negative: in time
    remarks: list[tuple[float, str]] = field(default_factory=list)      # what it said meanwhile, each with its ms

    @property
    def reports(self) -> list[Ply]:
        """What it reported of its search while it thought, in order, each with the ms at which it came."""
        return [parse_remarks([line], ms) for ms, line in self.remarks]


def die_with(parent: int) -> None:
    """For a child of that process, before it does anything else. The parent may have died already."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def said_by(words: list[str], text: str = "") -> str:
    """What a command that ends by itself says to that text; ValueError with its complaint if it fails. It dies with us, and
    does not hear our Ctrl-C."""
    done = subprocess.run(words, input=text, capture_output=True, encoding="utf-8", errors="replace", start_new_session=True,
                          preexec_fn=partial(die_with, os.getpid()))
    if done.returncode:
        raise ValueError(done.stderr.strip().split("\n")[-1] or f"{words[0]} ended with {done.returncode}")
    return done.stdout


class Engine:
    """A running engine. Make, `start` for each game, `ask` for each move, and `leave` or `destroy` at last."""

    def __init__(self, command: str, folder: Optional[Path] = None, log: Optional[TextIO] = None) -> None:
        self.log = log
        try:
            self.process = subprocess.Popen(
                command_words(command), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, bufsize=0, start_new_session=True, preexec_fn=partial(die_with, os.getpid()))
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise Lost(record.NO_START, f"cannot be started: {getattr(error, 'strerror', None) or error}") from error
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.life = os.pidfd_open(self.process.pid)     # readable when it has ended, whoever still holds its pipes
        os.set_blocking(self.input, False)
        os.set_blocking(self.output, False)
        self.unread = b""
        self.lines: deque[str] = deque()
        self.peak_memory = 0

    # --- the game ------------------------------------------------------------------------------------------------------

    def start(self, start: str, before: list[str], after: list[str]) -> None:
        """Begin a game: INFO lines, START, its OK, and more INFO lines.

        A refused START is sent once more: Rapfi doesn't hear what comes within a moment of its own last answer. ASK
        comes behind OK, where a complaint about it is no answer: Rapfi takes the value of a key that it doesn't know
        for a command, and answers ERROR."""
        if self.refusal([*before, start]):
            time.sleep(AGAIN_MS / 1000)
            if refusal := self.refusal([*before, start]):
                raise Lost(record.NO_START, f"answered {shown(refusal)} to {start}")
        self.write([machine.ASK, *after])

    def refusal(self, start: list[str]) -> str:
        """What it answers to START instead of OK; empty if it is OK."""
        self.drain()
        self.write(start)
        deadline = now() + STARTING_MS / 1000
        while (line := self.next_line(deadline)).strip().upper() != "OK":
            if line.upper().startswith(("ERROR", "UNKNOWN")):
                return line
        return ""

    def ask(self, question: list[str], limit_ms: float, tolerance_ms: float) -> Answer:
        """Ask for a move, and wait for it: until the limit and the tolerance are over."""
        said = self.ask_line(question, limit_ms, tolerance_ms)
        move = MOVE.fullmatch(said.line)
        if not move:
            raise Lost(record.GARBAGE, f"answered {shown(said.line)}")
        return Answer((int(move[1]), int(move[2])), said.ply, said.late_ms, said.remarks)

    def ask_line(self, question: list[str], limit_ms: float, tolerance_ms: float) -> Said:
        """The same for an answer that need not be a move."""
        self.drain()
        self.write(question)
        asked = now()
        remarks: deque[tuple[float, str]] = deque(maxlen=REMARKS_MAX)
        line, came = self.answer(asked, limit_ms + tolerance_ms, remarks)
        elapsed_ms = (came - asked) * 1000
        ply = parse_remarks([remark for _, remark in remarks], elapsed_ms)
        if elapsed_ms > limit_ms + tolerance_ms:
            raise Lost(record.TIMEOUT, f"answered after {elapsed_ms:.0f} ms, of {limit_ms:.0f} + {tolerance_ms:.0f}")
        self.peak_memory = max(self.peak_memory, private_memory(self.process.pid))
        return Said(line, ply, elapsed_ms - limit_ms, list(remarks))

    def answer(self, asked: float, allowed_ms: float, remarks: deque[tuple[float, str]]) -> tuple[str, float]:
        """The first line that is meant as an answer, and when it came; other lines become remarks, with their times."""
        deadline = asked + (min(allowed_ms, PATIENCE_MS) + LATE_MS) / 1000
        talk = 0
        while talk <= TALK_MAX:
            try:
                line = self.next_line(deadline)
            except Lost as lost:
                raise explained(lost, [remark for _, remark in remarks]) from None
            if not line.strip() or line.upper().startswith(NO_ANSWER):
                remarks.append(((now() - asked) * 1000, line))
                talk += len(line) + 1
            else:
                return line, now()
        raise Lost(record.GARBAGE, f"wrote more than {TALK_MAX >> 20} MiB and no answer")

    def suspend(self) -> None:
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.signal(signal.SIGCONT)

    # --- lines -----------------------------------------------------------------------------------------------------------

    def write(self, lines: list[str]) -> None:
        """All in one write, or in as many as a slow reader makes of it."""
        for line in lines:
            self.note(">", line)
        data = "".join(f"{line}\r\n" for line in lines).encode(errors="surrogateescape")
        deadline = now() + DEAF_MS / 1000
        while data:
            try:
                data = data[os.write(self.input, data):]
            except BlockingIOError:
                self.wait(self.input, select.POLLOUT, deadline, "does not read its input")
            except BrokenPipeError:
                raise self.gone() from None

    def next_line(self, deadline: float) -> str:
        """The next line, without its end; Lost if none comes in time or none can come."""
        while not self.lines:
            self.wait(self.output, select.POLLIN, deadline, "does not answer")
            self.take()
        return self.lines.popleft()

    def wait(self, descriptor: int, event: int, deadline: float, words: str) -> None:
        left_ms = (deadline - now()) * 1000
        poll = select.poll()
        poll.register(descriptor, event)
        poll.register(self.life, select.POLLIN)
        ready = dict(poll.poll(left_ms)) if left_ms > 0 else {}
        if not ready:
            raise Lost(record.HANG, words)
        if descriptor not in ready:
            raise self.gone()

    def take(self) -> None:
        """Take in what can be read."""
        try:
            data = os.read(self.output, READ_SIZE)
        except BlockingIOError:
            return
        if not data:
            raise self.gone()
        *whole, self.unread = (self.unread + data).split(b"\n")
        if len(self.unread) > LINE_MAX:
            raise Lost(record.GARBAGE, f"wrote a line of more than {LINE_MAX} characters")
        for line in whole:
            text = line.decode("utf-8", "replace").rstrip("\r")
            self.note("<", text)
            self.lines.append(text)

    def drain(self) -> None:
        """What was said before the question is no answer to it; but a process that has gone away has gone away."""
        poll = select.poll()
        poll.register(self.output, select.POLLIN)
        until = now() + FAREWELL_MS / 1000
        while poll.poll(0):
            self.take()
            if now() > until:
                raise Lost(record.GARBAGE, "does not stop talking while it is not its turn")
        self.lines.clear()

    def note(self, sign: str, line: str) -> None:
        if self.log:
            self.log.write(f"{now() * 1000:.1f} {self.process.pid} {sign} {line}\n")

    # --- the process -------------------------------------------------------------------------------------------------------

    def gone(self) -> Lost:
        """What to say of a process that closed its end."""
        try:
            code = self.process.wait(FAREWELL_MS / 1000)
        except subprocess.TimeoutExpired:
            return Lost(record.CRASH, "closed its output, and runs on")
        how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return Lost(record.CRASH, f"ended in the middle of the game ({how})")

    def signal(self, number: int) -> None:
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass

    def leave(self) -> None:
        """Say END, give it a moment to go, and see that it has gone."""
        try:
            self.write(["END"])
            self.process.wait(FAREWELL_MS / 1000)
        except (Lost, subprocess.TimeoutExpired):
            pass
        self.destroy()

    def destroy(self) -> None:
        """End it, with all it has started, in whatever state it is."""
        self.signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        os.close(self.life)


def command_words(command: str) -> list[str]:
    """The program and its arguments, as a shell would read them; ValueError if there is none."""
    words = shlex.split(command)
    if not words:
        raise ValueError("there is no program")
    return words


def now() -> float:
    return time.perf_counter()


def explained(lost: Lost, remarks: list[str]) -> Lost:
    """With its last complaint, if it made one: most engines that fall silent have said why."""
    complaints = [line for line in remarks if line.upper().startswith(("ERROR", "UNKNOWN"))]
    return Lost(lost.reason, f"{lost.words}; it said {shown(complaints[-1])}") if complaints else lost


# --- memory ----------------------------------------------------------------------------------------------------------------

def private_memory(pid: int) -> int:
    """Resident bytes of a process and its children that it shares with nobody: what the judge counts, and cheap to read."""
    try:
        _, resident, shared, *_ = Path(f"/proc/{pid}/statm").read_text().split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * PAGE + sum(private_memory(int(child)) for child in children)


# --- what engines report -------------------------------------------------------------------------------------------------------

# Tengen answers machine.ASK. No two others report alike; these are the words of Rapfi, PentaZen, Yixin, Embryo and Tengens
# from before that.
DEPTH = re.compile(r"\bdepth\b\W{0,2}(\d+)", re.IGNORECASE | re.ASCII)
SCORE = re.compile(r"\b(?:eval|ev|score|val|value)\b[\s:=]*([+-]?)(M?)(\d+(?:\.\d+)?)", re.IGNORECASE | re.ASCII)
NODES = re.compile(r"\b(?:nodes?|n)\b[\s:=]*(\d+(?:\.\d+)?)([KMG]?)\b", re.IGNORECASE | re.ASCII)
UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


def parse_remarks(remarks: list[str], elapsed_ms: float) -> Ply:
    """The last depth, score and node count that the engine reported in these lines."""
    if told := machine.last_report(remarks):
        return Ply(round(elapsed_ms, 3), told.value, told.mate, told.depth or None, told.nodes)
    ply = Ply(ms=round(elapsed_ms, 3))
    depth, score, nodes = (last(pattern, remarks) for pattern in (DEPTH, SCORE, NODES))
    if depth:
        ply.depth = int(depth[1])
    if score:
        value = float(score[1] + score[3])
        if score[2]:
            ply.mate = int(value)
        else:
            ply.score = value
    if nodes:
        ply.nodes = round(float(nodes[1]) * UNITS[nodes[2].upper()])
    return ply


def last(pattern: re.Pattern[str], remarks: list[str]) -> Optional[re.Match[str]]:
    return next((found for line in reversed(remarks) if (found := pattern.search(line))), None)

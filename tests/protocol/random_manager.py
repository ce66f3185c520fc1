"""A manager that sends commands at random, right and wrong ones, and knows from the referee what must come back.

Every command has an answer that is known, or is followed by one that has: a line too many or too few is found by the next one.
EVAL tells the whole board now and then, which must be the referee's, forbidden points included. tests/protocol/soak.py runs it.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Callable, Optional

from games import Engine, Failed, Setting, Tally, draw_opening
from player import FIVE
from talk import Line, printable

from matches import machine
from matches.game import board_lines
from matches.referee import COLOUR_NAME, NORMAL, OPPONENT, RENJU, RULE_NAME, SIDE_MAX, SIDE_MIN, WIN_LENGTHS, Point, board_fault

MOST_NODES = 200            # for each answer: the commands are what is tried, not the search
USUAL_SIZES = (15, 15, 20)  # beside any other
HUGE = 1 << 70
# Not show_detail, which makes the manager Yixin-Board, with coordinates of its own.
KEYS = ("timeout_turn", "timeout_match", "time_left", "time_increment", "max_memory", "hash_size", "thread_num",
        "evaluation", "pondering", "book", "usedatabase", "database_depth", "book_depth", "book_margin", "book_variety",
        "strength", "seed", "nbestsym", "max_depth", "caution_factor", "folder", "x")
VALUES = ("0", "1", "2", "7", "-1", "1000000", str(HUGE), str(-HUGE), "1e9", "", "pattern", "base", "x", "1 2 3", "\t", "é")
HARMLESS = "time_left 2147483647", "timeout_match 0", "timeout_turn 600000"     # before anything is asked
ODD_BYTES = "".join(map(chr, [0, 7, 9, 27, *range(32, 127), 127, 128, 169, 255]))
ODD_POINTS = "", "7", "7,", ",7", "a", "7;7", "7,7,7,7", "-1,0", "0,-1", "99,99", f"{HUGE},0", "0x1,1", "7.5,7", "7,7 8,8", "é,é"
LONG_LINE = 5000            # bytes


def draw_setting(engine: tuple[str, ...], rng: random.Random, games: int, turn_ms: int, *infos: str) -> Setting:
    """A game of any rule and size. 15x15 and 20x20 come more often than others."""
    while True:
        width = rng.choice((*USUAL_SIZES, rng.randint(SIDE_MIN, SIDE_MAX)))
        height = rng.choice((width, width, rng.randint(SIDE_MIN, SIDE_MAX)))
        rule, length = rng.choice(list(RULE_NAME)), rng.choice((FIVE, *WIN_LENGTHS))
        if not board_fault(rule, width, height, length):
            return Setting(engine, rule, (width, height), length, games, turn_ms, 50, 350 << 20, "self", rng.getrandbits(32), infos)


class RandomManager(Engine):
    """One process of the engine. `sent` counts commands, a block as one."""

    def __init__(self, setting: Setting, rng: random.Random) -> None:
        super().__init__(setting, Tally())
        self.rng, self.sent = rng, 0
        self.transcript: list[str] = []
        self.told: list[str] = []
        self.board = setting.new_board()
        self.own: Optional[str] = None      # the engine's colour; None: nobody has said
        self.acts: dict[Callable[[], None], int] = {
            self.advance: 8, self.rebuild: 2, self.put: 4, self.take_back: 4, self.wrong_point: 10, self.info: 20,
            self.garbage: 8, self.about: 2, self.look: 2, self.restart: 1}

    def run(self, commands: int) -> None:
        """Failed if anything but the right answer comes back."""
        self.restart()
        while self.sent < commands:
            act, = self.rng.choices(list(self.acts), list(self.acts.values()))
            act()
        self.look()
        self.leave()

    # --- what is sent, and what must come back -----------------------------------------------------------------------------

    def slip_in(self, *lines: str) -> None:
        self.transcript += [f"> {line}" for line in lines]
        super().slip_in(*lines)

    def heed(self, chatter: Line) -> None:
        self.told.append(chatter.text)

    def expect(self, wanted: Callable[[str], bool], *lines: str) -> str:
        self.told = []
        self.sent += 1
        self.write(*lines)
        answer, _ = self.answer(self.setting.turn_ms)
        self.transcript.append(f"< {answer}")
        if not wanted(answer):
            raise Failed(f"answered {printable(answer)} to {printable(lines[-1])}")
        return answer

    def accept(self, *lines: str) -> None:
        self.expect(lambda answer: answer == "OK", *lines)

    def refuse(self, line: str) -> None:
        self.expect(lambda answer: answer.startswith(("ERROR ", "UNKNOWN")), line)

    def ask(self, *question: str) -> None:
        """A question to which the answer is a move: legal, and played."""
        free = self.board.has_legal_move()
        bounds = [f"INFO {info}" for info in (*HARMLESS, f"max_node {self.rng.randint(1, MOST_NODES)}", "machine 1")]
        answer = self.expect(lambda answer: "," in answer, *bounds, *question)
        x, _, y = answer.partition(",")
        verdict = self.board.play(int(x), int(y)) if x.isdecimal() and y.isdecimal() else None
        if verdict is None or free and verdict.kind not in ("win", "draw", NORMAL):
            raise Failed(f"broke the rules: {printable(answer)} {verdict.words if verdict else ''}")
        if self.board.over:
            self.restart()

    # --- acts --------------------------------------------------------------------------------------------------------------

    def restart(self) -> None:
        if self.rng.random() < 0.3 and self.games:
            self.accept("RESTART")
        else:
            drawn = draw_setting(self.setting.engine, self.rng, 1, self.setting.turn_ms)
            self.setting = replace(self.setting, rule=drawn.rule, size=drawn.size, win_length=drawn.win_length)
            self.write(f"INFO rule {drawn.rule}", f"INFO win_length {drawn.win_length}")
            width, height = drawn.size
            self.accept(f"START {width}" if width == height else f"RECTSTART {width},{height}")
        self.games += 1
        self.board, self.own = self.setting.new_board(), None

    def free_point(self) -> Optional[Point]:
        """One on which a stone of the side to move ends nothing."""
        points = self.board.empty_cells()
        found = (point for point in self.rng.sample(points, len(points))
                 if self.board.judge(point, self.board.to_move).kind == NORMAL)
        return next(found, None)

    def advance(self) -> None:
        """A question, or a stone for the engine: what fits to whose turn it is."""
        mover, point = self.board.to_move, self.free_point()
        if not self.board.moves and self.rng.random() < 0.5:
            self.own = mover
            self.ask("BEGIN")
        elif self.board.moves and (self.own is None or self.rng.random() < 0.2):
            self.own = mover
            self.ask(*board_lines(self.board))
        elif self.board.moves and self.own == mover and self.rng.random() < 0.5:
            self.ask(f"YXNBEST {self.rng.randint(1, 5)}")
        elif point:
            self.board.play(*point)
            words = f"{point[0]},{point[1]}"
            if self.board.moves[1:] and self.own == mover:
                self.expect(lambda answer: answer == words, f"PLAY {words}")
            else:
                self.own = OPPONENT[mover]
                self.ask(f"TURN {words}", *self.rng.choice([(), (), ("YXSTOP",)]))

    def rebuild(self) -> None:
        self.board = self.setting.new_board()
        for stone in draw_opening(self.setting, self.rng):
            self.board.play(*stone)
        self.own = self.board.to_move
        self.ask(*board_lines(self.board))

    def put(self) -> None:
        if point := self.free_point():
            self.board.play(*point)
            self.accept(f"PUT {point[0]},{point[1]}")

    def take_back(self) -> None:
        if self.board.moves:
            *before, last = self.board.moves
            self.accept(f"TAKEBACK {last[0]},{last[1]}")
            self.board = self.setting.new_board()
            for stone in before:
                self.board.play(*stone)

    def wrong_point(self) -> None:
        command = self.rng.choice(("TURN", "PLAY", "TAKEBACK", "PUT"))
        wrong = self.board.empty_cells() if command == "TAKEBACK" else self.board.moves
        drawn = self.rng.choice(wrong) if wrong and self.rng.random() < 0.7 else None
        self.refuse(f"{command} {drawn[0]},{drawn[1]}" if drawn else f"{command} {self.rng.choice(ODD_POINTS)}")

    def info(self) -> None:
        self.sent += 1
        self.write(f"INFO {self.rng.choice(KEYS)} {self.rng.choice(VALUES)}")

    def garbage(self) -> None:
        length = self.rng.choice((1, 5, 30, LONG_LINE))
        self.refuse("z" + "".join(self.rng.choices(ODD_BYTES, k=length)))

    def about(self) -> None:
        self.expect(lambda answer: answer.startswith('name="Tengen"'), "ABOUT")

    def look(self) -> None:
        """The engine's board is the referee's."""
        self.expect(lambda answer: answer.startswith('name="Tengen"'), "INFO machine 1", "EVAL", "ABOUT")
        points = [said for line in self.told if (said := machine.pairs(line, machine.POINT))]
        (end,) = (said for line in self.told if (said := machine.pairs(line, machine.POSITION)))
        if end["side"] != COLOUR_NAME[self.board.to_move] or int(end["stones"]) != len(self.board.moves):
            raise Failed(f"has another board: {end}, not {len(self.board.moves)} stones")
        if {said["at"] for said in points} != {f"{x},{y}" for x, y in self.board.empty_cells()}:
            raise Failed("has other stones on the board")
        fouls = {f"{x},{y}" for x, y in self.board.empty_cells() if self.board.rule == RENJU and self.board.foul((x, y))}
        if {said["at"] for said in points if said.get("forbidden") == "black"} != fouls:
            raise Failed(f"forbids other points than {fouls}")

"""The part `growth` of tests/protocol/endurance.py: whether games leave something behind in the process that plays them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator

from player import LONG_TURN_MS, Clock, Finding, Match, Player, Trial, match_of

GROWTH_SETTINGS = ("hash_size 256", "max_node 1000")    # a table that is soon touched everywhere, and the same work always
GROWTH_ROUNDS = 5               # at most
KIB = 1 << 10


@dataclass(frozen=True)
class Holdings:
    """What a process holds, or held at the least during a round: what is there for a moment only does not matter."""

    memory: int     # KiB that it may write to, touched or not
    files: int
    threads: int

    # How much more makes a round one of growth. The heap grows in steps of 132 KiB.
    GROWTH = {"memory": 128, "files": 1, "threads": 1}

    @classmethod
    def of(cls, player: Player) -> Holdings:
        return cls(player.program.memory("VmData") // KIB, player.count("fd"), player.count("task"))

    @classmethod
    def least(cls, holdings: list[Holdings]) -> Holdings:
        return cls(*(min(getattr(held, what) for held in holdings) for what in cls.GROWTH))

    def grown_since(self, before: Holdings) -> set[str]:
        return {what for what, least in self.GROWTH.items() if getattr(self, what) - getattr(before, what) >= least}


def try_growth(trial: Trial) -> Iterator[Finding]:
    clocks = Clock(LONG_TURN_MS), Clock(LONG_TURN_MS)
    with match_of(trial.setting(LONG_TURN_MS, infos=GROWTH_SETTINGS), *clocks) as match:
        rounds = [play_round(match, trial.scale.round_games)]
        suspects = [set(Holdings.GROWTH)] * len(clocks)
        while any(suspects) and len(rounds) < GROWTH_ROUNDS:
            rounds.append(play_round(match, trial.scale.round_games))
            suspects = [suspect & after.grown_since(before) for suspect, before, after in zip(suspects, *rounds[-2:])]
    for colour, holdings, leaking in zip(("black", "white"), zip(*rounds), suspects):
        yield judge_growth(colour, holdings, leaking, trial.scale.round_games)


def play_round(match: Match, games: int) -> list[Holdings]:
    """What each player held at the least."""
    return [Holdings.least(list(held)) for held in zip(*(play_and_look(match) for _ in range(games)))]


def play_and_look(match: Match) -> list[Holdings]:
    match.next_player()     # begins the game
    match.play_game()
    return [Holdings.of(player) for player in match.players]


def judge_growth(colour: str, holdings: tuple[Holdings, ...], leaking: set[str], games: int) -> Finding:
    series = {what: [getattr(held, what) for held in holdings] for what in Holdings.GROWTH}
    shown = ", ".join(f"{what} {' '.join(map(str, numbers))}" for what, numbers in series.items())
    return Finding(f"{colour}: in rounds of {games} games at least {shown} (memory in KiB)",
                   [f"{what} leaks: {' '.join(map(str, series[what]))}" for what in sorted(leaking)])

"""What stays: the game in progress, games that were left, files; and what happens when the disk does not play along."""

from __future__ import annotations

import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from tui_path import BLACK, BLACK_WINS, PERSON, WHITE, Game, Saved, Setup, Store, game_of, tengen

from matches import files
from matches.points import point
from matches.referee import RENJU
from tui import choices, store
from tui.game import Move
from tui.players import person

PLAYERS = {BLACK: PERSON, WHITE: tengen("2 s")}


class StoreTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())) / "state"

    def open(self) -> Store:
        opened = Store(self.folder)
        self.addCleanup(opened.close)
        return opened


class InProgress(StoreTest):
    def test_a_slot_belongs_to_one_board(self) -> None:
        self.open().save(Saved(game_of("h8"), PLAYERS))
        self.assertIsNone(self.open().load())

    def test_a_closed_board_makes_room(self) -> None:
        game = Game(Setup(RENJU, 12, 7), [Move((3, 3), 17), Move((4, 4), 0)], 1)
        first = self.open()
        first.save(Saved(game, PLAYERS, ["./rival --fast"]))
        first.close()
        back = self.open().load()
        self.assertEqual((back.game.setup, back.game.moves, back.game.at), (game.setup, game.moves, 1))
        self.assertEqual((back.players, back.engines), (PLAYERS, ["./rival --fast"]))

    def test_two_boards_keep_two_games_and_the_newest_is_offered(self) -> None:
        first, second = self.open(), self.open()
        for opened, moves in ((first, "h8"), (second, "a1b2")):
            opened.save(Saved(game_of(moves), PLAYERS))
        os.utime(first.path, (1, 1))
        first.close()
        second.close()
        self.assertEqual(len(self.open().load().game.moves), 2)

    def test_what_cannot_be_read_is_put_aside_and_said(self) -> None:
        self.open().close()
        good = store.to_json(Saved())
        for text in ("", "{", "[]", json.dumps({**good, "format": 9}), json.dumps({**good, "moves": [[1, 1, 0]] * 2}),
                     json.dumps({**good, "setup": {"rule": 4, "width": 99, "height": 5, "win_length": 5}}),
                     json.dumps({**good, "white": {"command": "tengen", "strength": "divine"}})):
            (self.folder / "game-1.json").write_text(text)
            opened = self.open()
            self.assertIsNone(opened.load(), text)
            self.assertIn("cannot be read", opened.fault)
            self.assertEqual((self.folder / "game-1.broken").read_text(), text)
            opened.close()

    def test_a_folder_that_cannot_be_made_is_said_and_costs_nothing_else(self) -> None:
        self.folder.write_text("a file")
        opened = self.open()
        self.assertIn("games are not kept", opened.fault)
        opened.save(Saved())
        opened.keep(game_of("h8"), PLAYERS)
        self.assertIsNone(opened.load())

    def test_a_full_disk_is_said_and_the_last_game_stays_whole(self) -> None:
        opened = self.open()
        opened.save(Saved(game_of("h8"), PLAYERS))
        with patch.object(Path, "write_text", side_effect=OSError(28, "No space left on device")):
            opened.save(Saved(game_of("h8i9"), PLAYERS))
        self.assertIn("No space left", opened.fault)
        self.assertEqual(len(opened.load().game.moves), 1)


class Kept(StoreTest):
    def test_games_that_were_left_and_no_more_than_enough(self) -> None:
        opened = self.open()
        with patch.object(store, "KEPT_MAX", 3):
            for _ in range(5):
                opened.keep(game_of("h8"), PLAYERS)
        self.assertEqual(len(list(opened.kept.iterdir())), 3)
        opened.keep(Game(Setup()), PLAYERS)
        self.assertEqual(len(list(opened.kept.iterdir())), 3, "a game without moves is none")


class Files(StoreTest):
    def setUp(self) -> None:
        super().setUp()
        self.folder.mkdir()
        self.path = self.folder / "game.psq"

    def test_a_game_and_back(self) -> None:
        small = Setup(width=3, height=3, win_length=3)
        for setup, moves in ((Setup(), BLACK_WINS), (Setup(RENJU), "h8i9j10"), (small, "b2a1")):
            game = game_of(moves, setup)
            game.look_at(1)
            store.write_game(self.path, game, PLAYERS)
            back, left_out = store.read_game(self.path, Setup())
            self.assertEqual((back.setup, back.moves, left_out), (setup, game.moves, None))

    def test_an_sgf_and_back(self) -> None:
        path = self.path.with_suffix(".sgf")
        for setup, moves, winner in ((Setup(), BLACK_WINS, BLACK), (Setup(RENJU, 12, 9), "h8i9j9", WHITE),
                                     (Setup(RENJU, 12, 9), "h8i9j9", None)):
            game = game_of(moves, setup)
            if winner == WHITE:
                game.resign(BLACK)
            store.write_game(path, game, PLAYERS)
            back, said = store.read_game(path, Setup())
            self.assertEqual((back.setup, back.points, said), (setup, game.points, None))
            self.assertEqual((back.names, back.result), ({BLACK: "You", WHITE: "Tengen"}, game.result))
            self.assertEqual(back.result.winner if back.result else None, winner)

    def test_an_sgf_of_others(self) -> None:
        for text, words in (("(;B[hh](;W[aa])(;W[bb]))", "1 branch is left out"), ("(;SZ[99];B[aa])", "3 to 32"),
                            ("(;B[hh];W[hh])", "move 2: h8 is taken"), ("(;SZ[9];B[zz])", "outside")):
            self.path.write_text(text)
            try:
                _, said = store.read_game(self.path, Setup())
            except ValueError as error:
                said = str(error)
            self.assertIn(words, said)
        self.path.write_text("(;RE[W+T];B[hh])")
        self.assertEqual(store.read_game(self.path, Setup())[0].result.words, "white wins, on time")
        self.path.write_text("(;RE[0];B[hh])")
        self.assertEqual(store.read_game(self.path, Setup())[0].result.words, "a draw, as its file says")

    def test_a_resignation_is_kept(self) -> None:
        game = game_of("h8i9")
        game.resign(BLACK)
        kept = store.from_json(json.loads(json.dumps(store.to_json(Saved(game, PLAYERS)))))
        self.assertEqual(kept.game.result, game.result)
        store.write_game(self.path, game, PLAYERS)
        self.assertEqual(self.path.read_text().split()[-2:], ["0", "2,freestyle"])

    def test_letter_by_letter(self) -> None:
        game = Game(Setup(), [Move(point("h8"), 1234), Move(point("i9"), 99)], 2)
        store.write_game(self.path, game, PLAYERS)
        self.assertEqual(self.path.read_bytes().decode().split("\r\n"),
                         ["Piskvorky 15x15, 0:5, 0", "8,8,1234", "9,9,99", "You", "Tengen", "-1", "0,freestyle", ""])
        store.write_game(self.path, game_of(BLACK_WINS), PLAYERS)
        self.assertEqual(self.path.read_text().split()[-2:], ["0", "1,freestyle"])

    def test_two_people(self) -> None:
        for players, names in ((dict.fromkeys((BLACK, WHITE), PERSON), ["Black", "White"]),
                               ({BLACK: person("Jörg"), WHITE: tengen("2 s")}, ["Jörg", "Tengen"])):
            store.write_game(self.path, game_of("h8"), players)
            self.assertEqual(self.path.read_text().split("\n")[2:4], names)
            self.assertEqual(list(store.read_game(self.path, Setup())[0].names.values()), names)

    def test_who_played(self) -> None:
        moves = "8,8,0\n9,9,0\n"
        for header, after, names in (
                ("11:11, 0", "pbrain-tengen\nRival 2\n0\n1,freestyle\n", ("tengen", "Rival 2")),
                ("11:11, 1", "C:\\brains\\pbrain-one.EXE\n/opt/two.zip\n0\n", ("two", "one")),
                ("0:11, 0", "-1\n", ("a person", "an engine")), ("0:0, 0", "", ("a person", "a person")),
                ("0:11, 0", "only one\n0\n", ("a person", "an engine")), ("0:11, 1", "\n\n0", ("an engine", "a person"))):
            self.path.write_text(f"Piskvorky 15x15, {header}\n{moves}{after}")
            game, _ = store.read_game(self.path, Setup())
            self.assertEqual((game.names[BLACK], game.names[WHITE]), names, (header, after))

    def test_players_of_a_file_are_kept_until_somebody_plays_on(self) -> None:
        game = game_of("h8i9")
        game.names = {BLACK: "Ann", WHITE: "Bob"}
        store.write_game(self.path, game, PLAYERS)
        back, _ = store.read_game(self.path, Setup())
        self.assertEqual(back.names, game.names)
        kept = store.from_json(json.loads(json.dumps(store.to_json(Saved(back, PLAYERS)))))
        self.assertEqual(kept.game.names, game.names)
        back.play(point("a1"))
        self.assertIsNone(back.names)
        older = {key: value for key, value in store.to_json(Saved(back, PLAYERS)).items() if key != "names"}
        self.assertIsNone(store.from_json(older).game.names, "kept before there were names")

    def test_a_foreign_game_goes_by_the_rule_in_use(self) -> None:
        moves = "".join(f"{x + 1},{y + 1},0\n" for x, y in (move.point for move in game_of(BLACK_WINS).moves))
        self.path.write_text(f"Piskvorky 15x15, 11:11, 0\n{moves}1,1,0\na.zip\nb.zip\n0\n1,Cup7\n")
        game, left_out = store.read_game(self.path, Setup(RENJU))
        self.assertEqual((game.setup.rule, len(game.moves)), (RENJU, 9))
        self.assertIn("from move 10 on", left_out)

    def test_a_board_that_is_none(self) -> None:
        self.path.write_text("Piskvorky 99x99, 11:11, 0\n1,1,0\n")
        with self.assertRaisesRegex(ValueError, "3 to 32"):
            store.read_game(self.path, Setup())

    def test_openings(self) -> None:
        self.path.with_suffix(".txt").write_text("h8i9\n# none\n-1,0, 2,2\n".split("#")[0])
        self.assertEqual(store.read_openings(self.path.with_suffix(".txt"), Setup()), [[point("h8"), point("i9")]])
        self.path.write_text(files.psq_text((15, 15), (0, 0), [((7, 7), 0)], ("a", "b"), 0, 0, "freestyle"))
        self.assertEqual(store.read_openings(self.path, Setup()), [[point("h8")]])

    def test_paths_are_completed(self) -> None:
        for name in ("game-1.psq", "game-2.psq", "other.psq", ".hidden"):
            (self.folder / name).touch()
        (self.folder / "games").mkdir()
        text, offered = choices.complete_path(f"{self.folder}/g")
        self.assertEqual((text, len(offered)), (f"{self.folder}/game", 3))
        self.assertIn(f"{self.folder}/games/", offered)
        self.assertEqual(choices.complete_path(f"{self.folder}/o"), (f"{self.folder}/other.psq", []))
        self.assertEqual(choices.complete_path("/no/such/folder/x"), ("/no/such/folder/x", []))


if __name__ == "__main__":
    unittest.main()

"""The forms of a session: games, players, files, openings, puzzles, menu and help."""

from __future__ import annotations

import unittest
from unittest.mock import patch

from tui_path import MOCK, BLACK, BLACK_WINS, PERSON, WHITE, Saved, Setup, SessionTest, Request, game_of, mock, tengen

from matches import files
from matches.points import notation
from matches.referee import OPPONENT, RENJU
from tui import puzzles, session
from tui.players import engine_name, from_here


class Forms(SessionTest):
    def press(self, *names: str) -> None:
        for name in names:
            self.session.handle(Request("form", name))

    def accept(self) -> None:
        self.session.handle(Request("accept"))

    def type(self, text: str) -> None:
        self.press("clear")
        for letter in text:
            self.session.handle(Request("type", letter))

    def test_a_new_game_of_tic_tac_toe(self) -> None:
        self.begin_game(moves="h8i9")
        self.request("new")
        form = self.session.form
        self.press("down")
        while form.choice("size").value != (3, 3):
            self.press("left")
        self.assertEqual(form.choice("length").value, 3)
        self.accept()
        self.assertIsNone(self.session.form)
        self.assertEqual(self.scene.title, "freestyle 3×3, 3 in a row")
        self.assertEqual(len(list((self.folder / "games").glob("*.psq"))), 1, "the game before is kept")

    def test_a_fault_keeps_the_form_open(self) -> None:
        self.begin_game()
        self.request("new")
        form = self.session.form
        form.choice("rule").set(RENJU)
        form.choice("length").set(4)
        self.accept()
        self.assertEqual((self.session.form, form.fault), (form, "renju is played for five in a row"))
        self.session.handle(Request("dismiss"))
        self.assertIsNone(self.session.form)

    def test_a_balanced_opening_for_every_rule_that_has_some(self) -> None:
        for setup, words in ((Setup(RENJU), ""), (Setup(width=20, height=22), ""), (Setup(width=9, height=9), "from 15×15 on"),
                             (Setup(win_length=4), "five in a row")):
            self.begin_game(setup=setup)
            self.request("new")
            form = self.session.form
            form.choice("opening").set("balanced")
            self.accept()
            if words:
                self.assertIn(words, form.fault)
            else:
                self.assertGreater(len(self.session.game.moves), 2)
                self.assertIsNone(self.session.game.result)
                self.assertEqual((self.session.game.setup, self.session.running), (setup, True))
            self.session.close()

    def test_renju_brings_five_in_a_row(self) -> None:
        self.begin_game(setup=Setup(width=15, height=15, win_length=4))
        self.request("new")
        while self.session.form.choice("rule").value != RENJU:
            self.press("right")
        self.accept()
        self.assertEqual(self.scene.title, "renju 15×15")

    def test_another_engine_by_its_command(self) -> None:
        self.begin_game()
        self.request("choose_players")
        self.press("down", "down", "left")      # the last of white's options: another engine
        self.accept()
        self.assertEqual(self.session.form.fault, "an engine needs a command, such as ./pbrain-rival")
        self.press("down")
        self.type(mock("good").command)
        self.press("down")
        while self.session.form.choice("O strength").words != "0.1 s a move":
            self.press("right")
        self.accept()
        self.assertIsNone(self.session.form)
        self.play("h8")
        self.wait_for_moves(2)
        self.request("choose_players")
        self.assertIn("mock", [words for _, words in self.session.form.choice("white player").options])

    def test_a_command_is_kept_for_any_folder(self) -> None:
        self.assertEqual(from_here(f"'{MOCK.parent}/../matches/mock.py' good"), f"{MOCK.parent}/../matches/mock.py good")
        self.assertEqual(from_here("python3 ./mock.py"), "python3 ./mock.py")
        self.assertEqual(engine_name("wine ./pbrain-rival.exe --fast"), "rival")
        self.assertEqual(engine_name("'broken"), "'broken")

    def test_menu_does_what_it_says(self) -> None:
        self.begin_game(moves="h8i9")
        self.request("menu")
        self.accept()       # undo is its first row
        self.assertEqual(self.moves, "h8")
        self.request("menu")
        self.session.handle(Request("type", "r"))
        self.assertEqual((self.moves, self.session.form), ("h8i9", None))

    def test_save_load_and_replay(self) -> None:
        self.begin_game(white=tengen(), moves=BLACK_WINS)
        path = self.folder / "a game.psq"
        self.request("save")
        self.type(str(path))
        self.accept()
        self.assertIn("saved as", self.scene.notice)
        self.request("save")
        self.type(str(path))
        self.accept()
        self.assertIn("is there already", self.session.form.fault)
        self.accept()
        self.assertIsNone(self.session.form)
        self.session.begin(session.Game(Setup(width=9, height=9)), self.session.seats.players, True)
        self.request("load")
        self.type(str(path))
        self.accept()
        self.assertEqual((self.moves, self.scene.is_over), (BLACK_WINS, True))
        self.session.begin(session.Game(Setup()), self.session.seats.players, True)
        self.assertFalse((self.folder / "games").exists(), "what is on file already is not kept twice")
        self.request("load")
        self.type(str(path))
        self.accept()
        self.request("first")
        self.assert_nobody_thinks()
        self.assertEqual((self.moves, self.scene.moves[0]), ("", "h8"))

    def test_a_file_needs_a_name(self) -> None:
        self.begin_game(moves="h8")
        for name in ("", " ", str(self.folder), f"{self.folder}/"):
            self.request("save")
            self.type(name)
            self.accept()
            self.assertEqual(self.session.form.fault, "that is a folder: the file needs a name", name)
            self.session.handle(Request("dismiss"))

    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.scene.sides)

    def test_a_loaded_game_shows_its_players_until_somebody_plays_on(self) -> None:
        path = self.folder / "theirs.psq"
        path.write_bytes(files.psq_text((15, 15), (5, 5), [((7, 7), 0), ((8, 8), 0), ((9, 9), 0)], ("Ann", "pbrain-bob"),
                                        files.PSQ_UNKNOWN, 0, "freestyle").encode())
        self.begin_game(white=tengen())
        self.request("load")
        self.session.handle(Request("form", "clear"))
        self.type(str(path))
        self.accept()
        self.assertEqual((self.names(), self.scene.sides[1].detail), (("Ann", "bob"), ""))
        self.session.attend()
        back = session.Store(self.folder / "elsewhere")
        self.addCleanup(back.close)
        back.save(Saved(self.session.game, self.session.seats.players))
        again = session.Session(back, Saved(back.load().game, self.session.seats.players))
        self.addCleanup(again.close)
        self.assertEqual((again.name_of(BLACK), again.running), ("Ann", False), "kept, and offered again")
        self.request("back", "forward")
        self.assertEqual(self.names(), ("Ann", "bob"))
        self.assert_nobody_thinks()
        self.request("go")
        self.assertEqual(self.names(), ("You", "Tengen"), "now it is theirs")
        self.wait_for_moves(4)
        self.request("back")
        self.assertEqual(self.names(), ("You", "Tengen"))

    def test_a_game_that_is_saved_again_keeps_its_players(self) -> None:
        game = game_of(BLACK_WINS)
        game.names = {BLACK: "Ann", WHITE: "Bob"}
        self.begin_game(white=tengen())
        self.session.begin(game, self.session.seats.players, running=False)
        self.request("last", "undo", "redo")
        self.assertEqual(self.names(), ("Ann", "Bob"), "nobody can play on from a win")
        self.request("save")
        self.session.handle(Request("form", "clear"))
        self.type(str(self.folder / "again.psq"))
        self.accept()
        self.assertEqual((self.folder / "again.psq").read_text().split("\n")[10:12], ["Ann", "Bob"])

    def test_a_file_that_is_none(self) -> None:
        self.begin_game()
        (self.folder / "bad.psq").write_text("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n")
        for name, words in (("bad.psq", "move 2: h8 is taken"), ("none.psq", "No such file"), ("", "that is a folder")):
            self.request("load")
            self.type(f"{self.folder}/{name}")
            self.accept()
            self.assertIn(words, self.session.form.fault)
            self.session.handle(Request("dismiss"))

    def test_an_opening_is_played_on_from(self) -> None:
        self.begin_game(white=tengen())
        path = self.folder / "openings.txt"
        path.write_text("h8i9j10\nh8h9\n")
        self.request("opening")
        self.type(str(path))
        self.accept()
        self.assertEqual(self.session.form.title, "2 openings of openings.txt")
        self.accept()
        self.wait_for_moves(4)
        self.assertTrue(self.moves.startswith("h8i9j10"))

    def test_a_puzzle_says_what_is_right_and_what_is_wrong(self) -> None:
        """Tengen defends. Of a wrong move it says so, undo takes it back, and the form offers the next one."""
        self.begin_game()
        self.request("puzzle")
        form = self.session.form
        form.turn(-1)
        self.assertEqual((form.choice("rule").words, form.choice("puzzle").words), ("caro", "1 of 40: win in 5"))
        self.request("accept")
        one = self.session.questions.puzzle_opened
        side, count = self.session.game.to_move, len(one.moves)
        self.assertEqual(self.session.seats.players, {side: PERSON, OPPONENT[side]: puzzles.DEFENDER})
        self.assertRegex(self.scene.notice, "^(black|white) to move wins in 5, moves of both sides$")
        self.play(notation(self.session.game.board.empty_cells()[0]))
        self.wait_for_moves(count + 2)
        self.assertRegex(self.scene.notice, r"^a1 is wrong: (black|white) (wins now|has \w+, and no win is proven); u takes it back$")
        self.request("undo")
        self.assertEqual(self.session.game.at, count)
        self.play(notation(one.first_moves[0]))
        self.wait_for_moves(count + 2)
        self.assertRegex(self.scene.notice, r"^\w+ is right: (black|white) wins in [13]$")
        self.request("review")              # would show the solution: only who wants it sees it
        self.assertEqual((self.session.form.title, self.session.analysis.wants & {"review"}),
                         ("A review shows the solution of the puzzle. Show it?", set()))
        self.request("accept")
        self.assertNotIn("review", self.session.analysis.wants)
        self.request("review")
        self.session.form.focus = 1
        self.request("accept")
        self.assertIn("review", self.session.analysis.wants)
        self.request("review", "puzzle")    # which ends it without a question
        self.assertEqual(self.session.form.choice("puzzle").words, "2 of 40: win in 5")
        self.session.form.turn(1)
        self.assertEqual(self.session.form.choice("rule").words, "freestyle")
        self.request("dismiss")
        with patch("tui.puzzles.LIST", self.folder / "gone.js"):
            self.request("puzzle")
        self.assertEqual((self.session.form, self.scene.notice), (None, "gone.js: No such file or directory"))

    def test_all_puzzles_are_positions(self) -> None:
        found = puzzles.read()
        self.assertEqual(len(found), 160)
        for one in found:
            game = one.game()
            self.assertTrue(all(game.board.legal(move) for move in one.first_moves))
            self.assertFalse(one.is_in(game))
            game.play(one.first_moves[0])
            self.assertTrue(one.is_in(game))

    def test_help_is_read_and_left(self) -> None:
        self.begin_game()
        self.request("help")
        self.assertTrue(self.session.form.is_page)
        self.press("down", "up", "up")
        self.assertEqual(self.session.form.focus, 0)
        self.accept()
        self.assertIsNone(self.session.form)


if __name__ == "__main__":
    unittest.main()

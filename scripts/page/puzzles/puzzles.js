// The dialog of the puzzles: a board of its own, and what to do with it. The game waits meanwhile.

import {BARE, BoardView, lineStones} from "../board/board_view.js";
import {byId, element, field} from "../browser/elements.js";
import {pointName} from "../game/points.js";
import {Attempt, GRADES, Progress, gradeWords, readPuzzles} from "./puzzle.js";
import {PUZZLES} from "./puzzle_list.js";
import {RULE_WORDS} from "../game/rules.js";
import {SOLVED} from "../library/storage.js";
import {t} from "../languages/texts.js";

const STEPS = /** @type {Record<string, number>} */ ({ArrowLeft: -1, ArrowRight: 1});

export class Puzzles {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Attempt | null} while the dialog is open */
    this.attempt = null;
    this.wasAside = false;
    this.progress = new Progress(readPuzzles(PUZZLES), SOLVED.kept());
    this.board = new BoardView(byId("puzzle-board"), cell => this.attempt?.play(cell), "puzzle-");
    /** @type {HTMLDialogElement} */
    this.dialog = byId("puzzle-dialog");
    /** @type {HTMLSelectElement} */
    this.rule = byId("puzzle-rule");
    /** @type {HTMLSelectElement} */
    this.grade = byId("puzzle-grade");
    const rules = new Set(this.progress.puzzles.map(({rule}) => rule));
    this.rule.append(...[...rules].map(rule => element("option", {value: rule}, RULE_WORDS[rule])));
    this.grade.append(...GRADES.map((_, grade) => element("option", {value: grade}, gradeWords(grade))));
    this.listen();
  }

  listen() {
    const onClick = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      byId(`puzzle-${id}`).addEventListener("click", act);
    for (const select of [this.rule, this.grade]) {
      select.addEventListener("change", () => {
        this.progress.choose(Number(this.rule.value), Number(this.grade.value));
        this.begin();
      });
    }
    for (const [id, by] of /** @type {[string, number][]} */ ([["before", -1], ["next", 1]])) {
      onClick(id, () => {
        this.progress.step(by);
        this.begin();
      });
    }
    onClick("retry", () => this.attempt?.retry());
    onClick("hint", () => this.attempt?.askHint());
    onClick("solve", () => this.attempt?.solve());
    onClick("back", () => this.attempt?.step(-1));
    onClick("on", () => this.attempt?.step(1));
    this.dialog.addEventListener("keydown", event => {
      if (event.key in STEPS && !(/** @type {Element} */ (event.target).closest("select"))) {
        this.attempt?.step(STEPS[event.key]);
      }
    });
    this.dialog.addEventListener("close", () => this.leave());
  }

  open() {
    this.wasAside = this.session.isAside;
    this.session.setAside(true);
    this.begin();
    this.dialog.showModal();
  }

  /** The game goes on. */
  leave() {
    this.attempt = null;
    this.session.tengen.cancel();
    this.session.tengen.newGame();
    this.session.setAside(this.wasAside);
  }

  /** Shows the puzzle that is chosen, from its beginning. */
  begin() {
    const attempt = new Attempt(this.session.tengen, this.progress.shown);
    this.session.tengen.cancel();
    this.attempt = attempt;
    attempt.onChange = () => {
      if (this.attempt !== attempt) return;
      if (attempt.stage === "solved" && !attempt.isHelped) this.progress.solved.add(attempt.puzzle.id);
      this.draw(attempt);
    };
    this.rule.value = String(this.progress.rule);
    this.grade.value = String(this.progress.grade);
    this.draw(attempt);
  }

  /** @param {Attempt} attempt */
  draw(attempt) {
    const {game, shown, stage, words, puzzle: {size}} = attempt;
    const line = shown.at(game.ply);
    const whole = shown.chosen?.cells ?? [];
    SOLVED.keep(this.progress.record);
    const stones = game.stones().map(stone => ({...stone, number: "", hasRing: false}));
    this.board.draw({
      ...BARE, width: size, height: size, stones, last: game.last, winning: game.result?.row ?? [],
      forbidden: game.result ? [] : game.board.forbidden(game.toMove), line: lineStones(line, game.toMove), hint: attempt.hint,
      next: stage === "turn" ? game.toMove : null, label: t("The puzzle"),
    });
    byId("puzzle-words").textContent = words;
    byId("puzzle-line").hidden = !line.length;
    byId("puzzle-moves").textContent = whole.map((cell, at) =>
      `${at === line.length - 1 ? "▸" : ""}${pointName(cell, size)}`).join(" ");
    byId("puzzle-progress").textContent = this.progress.words;
    const enable = (/** @type {string} */ id, /** @type {boolean} */ isOn) => {
      field(`puzzle-${id}`).disabled = !isOn;
    };
    enable("retry", stage !== "busy" && !(stage === "turn" && attempt.isAtStart));
    enable("hint", stage === "turn");
    enable("solve", stage === "turn" || stage === "wrong");
    enable("back", line.length > 1);
    enable("on", line.length < whole.length);
  }
}

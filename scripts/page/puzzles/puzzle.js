// Puzzles: positions in which the side to move has a forced win that is to be found. Whoever solves one plays against
// the engine: a move that keeps a proven win gets the longest defence for an answer, another one its refutation. It
// knows no page.

import {NAMES} from "../analysis/chances.js";
import {Game} from "../game/game.js";
import {columnOf, pointName} from "../game/points.js";
import {ShownLine} from "../analysis/shown_line.js";
import {Cancelled, Died, UNLIMITED_MS} from "../engine/tengen.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../game/rules.js").Variant} Variant */
/** @typedef {{rule: number, size: number, moves: number[], plies: number, first: number[], id: string}} Puzzle */
/** @typedef {import("../engine/tengen.js").Thought} Thought */
/**
 * What comes next: a move of whoever solves it; an answer of the engine; another try, after a wrong move; nothing, for
 * the solution is shown or played.
 * @typedef {"turn" | "busy" | "wrong" | "shown" | "solved"} Stage
 */

export const PUZZLE_NODES = 100_000;    // for each answer; with as many make_puzzles.py has each win proven and shown
/**
 * In how many moves of both sides the puzzles of each grade are won, at least and at most; make_puzzles.py says the
 * same.
 */
export const GRADES = [[5, 5], [7, 7], [9, 9], [11, 13], [15, 99]];
const WIN_LENGTH = 5;
const LINE_MOST = 60;                   // moves of a line that is played out
const GUESSED_MOST = 7;                 // moves of a line that is not proven: farther on it says little

/** The puzzles of a list such as that of puzzle_list.js. @param {string} text @returns {Puzzle[]} */
export const readPuzzles = text => text.trim().split("\n").map(words => {
  const [rule, size, moves, plies, first] = words.split(" ");
  return {
    rule: Number(rule), size: Number(size), moves: cellsOf(moves, Number(size)), plies: Number(plies),
    first: cellsOf(first, Number(size)), id: `${rule} ${moves}`,
  };
});

/** @param {string} row such as h8i9j10 @param {number} size */
const cellsOf = (row, size) => [...row.matchAll(/([a-z]+)(\d+)/g)]
  .map(([, column, number]) => (Number(number) - 1) * size + columnOf(column));

/** The place of its grade among GRADES. @param {Puzzle} puzzle */
export const gradeOf = ({plies}) => GRADES.findIndex(([least, most]) => least <= plies && plies <= most);

/** What a grade is called. @param {number} grade */
export function gradeWords(grade) {
  const [least, most] = GRADES[grade];
  return t("win in {moves}", {moves: `${least}${grade === GRADES.length - 1 ? "+" : least < most ? `–${most}` : ""}`});
}

/** The game after these moves. @param {Variant} variant @param {number[]} moves */
function played(variant, moves) {
  const game = new Game(variant);
  for (const cell of moves) game.play(cell);
  return game;
}

/** A puzzle that somebody tries to solve. */
export class Attempt {
  onChange = () => {};
  /** @type {Stage} */
  stage = "turn";
  /** The refutation, or the solution. */
  shown = new ShownLine();
  /** @type {number | null} */
  hint = null;
  /** A hint was given, or the solution shown. */
  isHelped = false;

  /** @param {import("../engine/tengen.js").Tengen} tengen @param {Puzzle} puzzle */
  constructor(tengen, puzzle) {
    this.tengen = tengen;
    this.puzzle = puzzle;
    /** @type {Variant} */
    this.variant = {rule: puzzle.rule, width: puzzle.size, height: puzzle.size, winLength: WIN_LENGTH};
    this.game = played(this.variant, puzzle.moves);
    this.side = this.game.toMove;
    /** In how many moves of both sides it can still be won. */
    this.left = puzzle.plies;
    const values = {side: this.sideName, count: this.left};
    this.words = t("{side} moves and wins in {count} moves, those of both sides counted.", values);
  }

  get sideName() {
    return NAMES[this.side];
  }

  get otherName() {
    return NAMES[1 - this.side];
  }

  get isAtStart() {
    return this.game.ply === this.puzzle.moves.length;
  }

  // --- what people do ------------------------------------------------------------------------------------------------

  /** @param {number} cell */
  async play(cell) {
    if (this.stage !== "turn") return;
    const fault = this.game.play(cell);
    if (fault !== null) return this.say("turn", `${fault[0].toUpperCase()}${fault.slice(1)}.`);
    this.hint = null;
    if (this.game.result) return this.say("solved", this.isHelped ? t("Solved, with help.") : t("Solved!"));
    await this.busy(() => this.judge(cell));
  }

  /** Another try, after a wrong move from before it, else from the beginning. */
  retry() {
    const {stage, game, puzzle} = this;
    if (stage === "busy") return;
    game.goTo(stage === "wrong" ? game.ply - 1 : puzzle.moves.length);
    if (this.isAtStart) this.left = puzzle.plies;
    this.shown.close();
    this.hint = null;
    this.say("turn", t("{side} wins in {count} moves.", {side: this.sideName, count: this.left}));
  }

  async askHint() {
    if (this.stage !== "turn") return;
    await this.busy(async () => {
      const [cell] = await this.bestLine(1);
      this.isHelped = true;
      this.hint = cell;
      this.say("turn", t("Look at {point}.", {point: this.name(cell)}));
    });
  }

  /** Shows how it is won from here. */
  async solve() {
    if (this.stage === "wrong") this.retry();
    if (this.stage !== "turn") return;
    await this.busy(async () => {
      const line = await this.bestLine(LINE_MOST);
      this.isHelped = true;
      this.shown.choose(this.game.ply, line, 1);
      this.say("shown", t("The solution has {count} moves: step through them.", {count: line.length}));
    });
  }

  /** Shows more or fewer moves of the line. @param {number} by */
  step(by) {
    if (this.shown.step(by, this.game.ply)) this.onChange();
  }

  // --- what the engine does ------------------------------------------------------------------------------------------

  /** Is the win still proven after that move? Then the engine defends; else it shows how. @param {number} cell */
  async judge(cell) {
    const {value, line} = await this.ask(this.game), before = this.left;
    if (value.winsIn !== null && value.winsIn < 0) {
      this.game.play(line[0]);
      this.left = -value.winsIn - 1;
      const isLonger = this.left > before - 2;
      this.say("turn", isLonger
        ? t("{point} wins as well, but it takes up to {count} moves instead of {before}.",
            {point: this.name(cell), count: this.left + 2, before})
        : t("Right. {point} is the longest defence: {side} wins in {count} moves.",
            {point: this.name(line[0]), side: this.sideName.toLowerCase(), count: this.left}));
      return;
    }
    const refutation = await this.bestLine(LINE_MOST);
    const values = {side: this.otherName.toLowerCase(), point: this.name(refutation[0])};
    this.shown.choose(this.game.ply, refutation, 1);
    this.say("wrong", value.winsIn !== null ? t("Wrong: {side} wins then, with {point} first.", values)
      : t("Wrong: {side} defends with {point}, and no win is proven any more.", values));
  }

  /**
   * The best play of both sides from the position shown: to the end where it is proven, else as far as the engine says.
   * @param {number} most moves
   */
  async bestLine(most) {
    const {moves, ply} = this.game, game = played(this.variant, moves.slice(0, ply));
    /** @type {number[]} */
    const line = [];
    while (!game.result && line.length < most) {
      if (!line.length && this.isAtStart) {
        line.push(this.puzzle.first[0]);
      } else {
        const thought = await this.ask(game);
        if (thought.value.winsIn === null) return [...line, ...thought.line.slice(0, GUESSED_MOST)];
        line.push(thought.line[0]);
      }
      game.play(line[line.length - 1]);
    }
    return line;
  }

  /** What it says does not depend on what it was asked before. @param {Game} game @returns {Promise<Thought>} */
  async ask(game) {
    if (this.tengen.trouble) this.tengen.revive();
    this.tengen.newGame();
    const position = {variant: this.variant, stones: game.stones(), toMove: game.toMove};
    const info = {timeout_turn: UNLIMITED_MS, max_node: PUZZLE_NODES, thread_num: 1};
    const {thought} = await this.tengen.ask({kind: "best", position, info});
    if (!thought) throw new Died("no word about the position");
    return thought;
  }

  /** While the engine works nobody plays; if it dies, nothing has happened. @param {() => Promise<void>} work */
  async busy(work) {
    const {ply} = this.game, isMoved = ply > this.puzzle.moves.length && this.game.colourOf(ply - 1) === this.side;
    this.say("busy", t("Tengen looks for an answer…"));
    try {
      await work();
    } catch (error) {
      if (error instanceof Cancelled) return;
      if (!(error instanceof Died)) throw error;
      this.game.goTo(isMoved ? ply - 1 : ply);
      this.say("turn", t("The engine had to be started again: play once more."));
    }
  }

  /** @param {Stage} stage @param {string} words */
  say(stage, words) {
    this.stage = stage;
    this.words = words;
    this.onChange();
  }

  /** @param {number} cell */
  name(cell) {
    return pointName(cell, this.puzzle.size);
  }
}

/** What is kept of the puzzles: which were solved without help, and where one was. */
export class Progress {
  /** @param {Puzzle[]} puzzles @param {any} record that was kept; null: none */
  constructor(puzzles, record) {
    this.puzzles = puzzles;
    const isName = (/** @type {unknown} */ id) => typeof id === "string";
    /** @type {Set<string>} */
    this.solved = new Set(Array.isArray(record?.solved) ? record.solved.filter(isName) : []);
    const shown = puzzles.find(({id}) => id === record?.shown) ?? puzzles[0];
    this.rule = shown.rule;
    this.grade = gradeOf(shown);
    this.shown = shown;
  }

  get record() {
    return {solved: [...this.solved], shown: this.shown.id};
  }

  /** Those of the rule and the grade that were chosen. */
  get chosen() {
    return this.puzzles.filter(puzzle => puzzle.rule === this.rule && gradeOf(puzzle) === this.grade);
  }

  /** Chooses a rule and a grade: the first that is not solved is shown. @param {number} rule @param {number} grade */
  choose(rule, grade) {
    this.rule = rule;
    this.grade = grade;
    this.shown = this.chosen.find(({id}) => !this.solved.has(id)) ?? this.chosen[0];
  }

  /** Shows the next one, or the one before; behind the last comes the first. @param {number} by 1 or -1 */
  step(by) {
    const {chosen} = this, at = chosen.indexOf(this.shown);
    this.shown = chosen[(at + by + chosen.length) % chosen.length];
  }

  get words() {
    const {chosen, shown, solved} = this, done = chosen.filter(({id}) => solved.has(id)).length;
    const values = {number: chosen.indexOf(shown) + 1, all: chosen.length};
    const here = solved.has(shown.id) ? t("{number} of {all}, solved", values) : t("{number} of {all}", values);
    return `${here} · ${t("{number} solved in this grade", {number: done})}`;
  }
}

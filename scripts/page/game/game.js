// A game: where it began, its moves, and where in it one is. Its moves are a tree; one stands on one line of it, over
// which undo and redo go, and to play another move in the middle begins a branch. It knows no page and no engine.

import {BLACK, Board, EMPTY, WHITE, opposite} from "./rules.js";
import {t} from "../languages/texts.js";
import {Move, childOf, cut, mainFrom, pathTo} from "./tree.js";

/** @typedef {import("./rules.js").Colour} Colour */
/** @typedef {import("./rules.js").Variant} Variant */
/** @typedef {{cell: number, colour: Colour}} Stone */
/** @typedef {{stones: Stone[], toMove: Colour}} Start */
/** @typedef {{winner: Colour | null, reason: string, row: number[]}} Result */

/** @type {Start} */
export const EMPTY_BOARD = {stones: [], toMove: BLACK};

export const FIVE_REASON = "row", FULL_REASON = "full", STUCK_REASON = "stuck";
export const RESIGNED_REASON = "resigned", TIME_REASON = "time", AGREED_REASON = "agreed";

/** @type {Record<string, string>} */
export const FOUL_WORDS = {"double-four": t("double-four"), "double-three": t("double-three"), overline: t("overline")};

export class Game {
  /** @param {Variant} variant @param {Start} start what stood there before the first move */
  constructor(variant, start = EMPTY_BOARD) {
    this.variant = variant;
    this.start = start;
    /** @type {[string, string] | null} who played, where that is known from elsewhere */
    this.names = null;
    /** How many branches a file had besides that cannot be played. */
    this.leftOut = 0;
    /** Where all moves begin. */
    this.root = new Move();
    /** @type {Move[]} the line on which one stands, to its end */
    this.line = [];
    /** @type {number[]} its cells */
    this.moves = [];
    /** How many of them are on the board. */
    this.ply = 0;
    this.board = new Board(variant);
    /** @type {Result | null} how the game stands where one is: won, drawn, or going on */
    this.result = null;
    for (const {cell, colour} of start.stones) this.board.put(cell, colour);
    const [won] = start.stones.length ? this.board.wonRows() : [];
    /** @type {Result | null} what the stones decide that stood there before the first move */
    this.decided = won ? {winner: won[0], reason: FIVE_REASON, row: won[1]} : null;
    this.result = this.judged();
  }

  /** Who makes the move at that place, from 0. @param {number} at @returns {Colour} */
  colourOf(at) {
    return at % 2 === 0 ? this.start.toMove : opposite(this.start.toMove);
  }

  /** @returns {Colour} */
  get toMove() {
    return this.colourOf(this.ply);
  }

  /** The cell of the last move on the board, or null. */
  get last() {
    return this.ply > 0 ? this.moves[this.ply - 1] : null;
  }

  get isAtEnd() {
    return this.ply === this.moves.length;
  }

  /** The last move on the board, or where all moves begin. */
  get here() {
    return this.ply > 0 ? this.line[this.ply - 1] : this.root;
  }

  /** The last move of the line on which one stands. */
  get tip() {
    return this.line.at(-1) ?? this.root;
  }

  /** How that line ended by something else than its stones, or null. */
  get ending() {
    return this.tip.ending;
  }

  /** The main line: of several ways on, always the first. */
  get mainLine() {
    return mainFrom(this.root);
  }

  /** All stones on the board, the oldest first. @returns {Stone[]} */
  stones() {
    const played = this.moves.slice(0, this.ply).map((cell, at) => ({cell, colour: this.colourOf(at)}));
    return [...this.start.stones, ...played];
  }

  /** Why the side to move cannot play there, as words; null if it can. @param {number} cell */
  fault(cell) {
    if (this.result) return t("the game is over");
    if (this.board.at(cell) !== EMPTY) return t("there is a stone already");
    const foul = this.board.foul(cell, this.toMove);
    return foul === null ? null : t("forbidden to black: {foul}", {foul: FOUL_WORDS[foul]});
  }

  /**
   * Plays there for the side to move; why not, if that cannot be. What follows a move that was played before is kept,
   * but that the game ended with it is not: whoever plays it again goes on.
   * @param {number} cell
   */
  play(cell) {
    const fault = this.fault(cell);
    if (fault !== null) return fault;
    const move = childOf(this.here, cell);
    move.ending = null;
    if (this.line[this.ply] !== move) this.follow([...this.line.slice(0, this.ply), move, ...mainFrom(move)]);
    this.goTo(this.ply + 1);
    return null;
  }

  /** Shows the game after so many moves of its line. @param {number} ply */
  goTo(ply) {
    this.lay(Math.max(0, Math.min(ply, this.moves.length)));
    this.result = this.judged();
  }

  /** Lays stones on the board, or takes them up, until it has so many moves. @param {number} ply */
  lay(ply) {
    while (this.ply > ply) this.board.take(this.moves[--this.ply]);
    for (; this.ply < ply; this.ply += 1) this.board.put(this.moves[this.ply], this.toMove);
  }

  /** Stands on that line from now on, as far as it is the same. @param {Move[]} line */
  follow(line) {
    let shared = 0;
    while (shared < this.ply && line[shared] === this.line[shared]) shared += 1;
    this.lay(shared);
    this.line = line;
    this.moves = line.map(move => move.cell);
  }

  /** Shows the game after that move, on the line on which one stands if the move is there. @param {Move} move */
  visit(move) {
    if (move === this.here) return;
    const path = pathTo(move);
    if (path.length && this.line[path.length - 1] !== move) this.follow([...path, ...mainFrom(move)]);
    this.goTo(path.length);
  }

  /** How the game stands after that move. @param {Move} move */
  resultAt(move) {
    const {line, ply} = this;
    this.visit(move);
    const {result} = this;
    this.follow(line);
    this.goTo(ply);
    return result;
  }

  /** Deletes that move and what follows it; gives what takes that back. @param {Move} move */
  remove(move) {
    const before = /** @type {Move} */ (move.parent), putBack = cut(move);
    if (this.line.includes(move)) {
      const path = pathTo(before);
      this.follow([...path, ...mainFrom(before)]);
      this.goTo(Math.min(this.ply, path.length));
    }
    return putBack;
  }

  /**
   * Ends the line here; what was played behind stays as branches.
   * @param {Colour | null} winner @param {string} reason
   */
  end(winner, reason) {
    this.follow(this.line.slice(0, this.ply));
    this.here.ending = {winner, reason, row: []};
    this.result = this.ending;
  }

  /** Takes back that the game ended here by something else than its stones. */
  reopen() {
    this.here.ending = null;
    this.follow([...pathTo(this.here), ...mainFrom(this.here)]);
    this.result = this.judged();
  }

  /** How the game stands where one is: won, drawn, or null. @returns {Result | null} */
  judged() {
    const last = this.last, mover = opposite(this.toMove);
    if (last !== null) {
      this.board.take(last);
      const row = this.board.winningCells(last, mover);
      this.board.put(last, mover);
      if (row.length) return {winner: mover, reason: FIVE_REASON, row};
    } else if (this.decided) {
      return this.decided;
    }
    if (this.board.isFull) return {winner: null, reason: FULL_REASON, row: []};
    if (this.isStuck()) return {winner: WHITE, reason: STUCK_REASON, row: []};
    return this.isAtEnd ? this.ending : null;
  }

  /** Has black nothing but forbidden moves? That is rare, so most cells are not looked at. */
  isStuck() {
    const {board, toMove} = this;
    return toMove === BLACK && !board.cells.some((stone, cell) => stone === EMPTY && board.foul(cell, BLACK) === null);
  }
}

// The rules of Gomoku, for the page: what wins, what black must not play in renju, what a full board is. The engine is
// asked for moves only; whether a move is allowed has to be known at once, also while it thinks. Written from the words
// of the rules, and compared with the referee of scripts/matches over random games
// (tests/scripts/page/game/test_rules.py). It looks at the stones every time: a board has a thousand points at most.
//
// A point is a cell, y * width + x, with both from 0 and the first row at the bottom of what people see.

import {t} from "../languages/texts.js";

/** @typedef {0 | 1} Colour */
/** @typedef {{rule: number, width: number, height: number, winLength: number}} Variant */
/** @typedef {[number, number]} Step */

export const BLACK = 0;
export const WHITE = 1;
export const EMPTY = 2;
const OUTSIDE = 3;

export const FREESTYLE = 0;
export const STANDARD = 1;
export const RENJU = 4;
export const CARO = 8;
export const CARO_EXACT = 9;

export const SIDE_MIN = 3;
export const SIDE_MAX = 32;
export const WIN_LENGTHS = [3, 4, 5];
const FIVE = 5;                     // what renju's words mean, and what other rules mean unless told otherwise

/** As files have them. @type {Record<number, string>} */
export const RULE_NAMES = {
  [FREESTYLE]: "freestyle", [STANDARD]: "standard", [RENJU]: "renju", [CARO]: "caro", [CARO_EXACT]: "caro exact five",
};
/** As people read them. @type {Record<number, string>} */
export const RULE_WORDS = {
  [FREESTYLE]: t("freestyle"), [STANDARD]: t("standard"), [RENJU]: t("renju"),
  [CARO]: t("caro"), [CARO_EXACT]: t("caro exact five"),
};

/** @type {Step[]} */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/**
 * Does a row win? By its length, the length asked for, and how many of its ends an opponent's stone closes.
 * @type {Record<number, (length: number, asked: number, closed: number) => boolean>}
 */
const WINS = {
  [FREESTYLE]: (length, asked) => length >= asked,
  [STANDARD]: (length, asked) => length === asked,
  [RENJU]: (length, asked) => length >= asked,
  [CARO]: (length, asked, closed) => length > asked || (length === asked && closed < 2),
  [CARO_EXACT]: (length, asked, closed) => length === asked && closed < 2,
};

/** @type {(colour: Colour) => Colour} */
export const opposite = colour => colour === BLACK ? WHITE : BLACK;

/** Why such a game cannot be played, as a sentence; null if it can. @type {(variant: Variant) => string | null} */
export function variantFault({rule, width, height, winLength}) {
  if (!(rule in RULE_NAMES)) return t("There is no such rule.");
  if (!WIN_LENGTHS.includes(winLength)) return t("Three, four or five in a row can win.");
  const fits = /** @param {number} side */ side => Number.isInteger(side) && side >= SIDE_MIN && side <= SIDE_MAX;
  if (!fits(width) || !fits(height)) {
    return t("A side of the board has {least} to {most} points.", {least: SIDE_MIN, most: SIDE_MAX});
  }
  if (Math.min(width, height) < winLength) return t("There is no room for {length} in a row.", {length: winLength});
  if (rule === RENJU && winLength !== FIVE) return t("Renju is played for five in a row.");
  return null;
}

export class Board {
  /** @param {Variant} variant */
  constructor(variant) {
    this.variant = variant;
    this.cells = new Uint8Array(variant.width * variant.height).fill(EMPTY);
    this.count = 0;
  }

  /** @param {number} cell @param {Colour} colour */
  put(cell, colour) {
    this.cells[cell] = colour;
    this.count += 1;
  }

  /** @param {number} cell */
  take(cell) {
    this.cells[cell] = EMPTY;
    this.count -= 1;
  }

  get isFull() {
    return this.count === this.cells.length;
  }

  /**
   * The cell so many steps away; -1 outside the board.
   * @param {number} cell @param {Step} direction @param {number} steps
   */
  away(cell, [dx, dy], steps) {
    const {width, height} = this.variant;
    const x = cell % width + steps * dx, y = Math.floor(cell / width) + steps * dy;
    return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : -1;
  }

  /** @param {number} cell */
  at(cell) {
    return cell < 0 ? OUTSIDE : this.cells[cell];
  }

  /**
   * The cells of the row that a stone there belongs to, or would, and what lies beyond its two ends.
   * @param {number} cell @param {Colour} colour @param {Step} direction
   */
  row(cell, colour, direction) {
    const cells = [cell], ends = [];
    for (const sign of [1, -1]) {
      let steps = sign;
      for (; this.at(this.away(cell, direction, steps)) === colour; steps += sign) {
        cells.push(this.away(cell, direction, steps));
      }
      ends.push(this.at(this.away(cell, direction, steps)));
    }
    return {cells, ends};
  }

  /**
   * The cells of all rows that a stone of that colour there wins with, in order; none if it does not win. Whether black
   * may play there at all is another question: fouls are asked for before.
   * @param {number} cell @param {Colour} colour
   */
  winningCells(cell, colour) {
    const {rule, winLength} = this.variant, found = new Set();
    for (const direction of DIRECTIONS) {
      const {cells, ends} = this.row(cell, colour, direction);
      const closed = ends.filter(end => end === opposite(colour)).length;
      if (WINS[rule](cells.length, winLength, closed)) cells.forEach(each => found.add(each));
    }
    return [...found].sort((one, other) => one - other);
  }

  /** The rows that win and lie there already, by whose they are. @returns {[Colour, number[]][]} */
  wonRows() {
    return /** @type {Colour[]} */ ([BLACK, WHITE])
      .map(colour => /** @type {[Colour, number[]]} */ ([colour, this.wonRow(colour)]))
      .filter(([, row]) => row.length > 0);
  }

  /** @param {Colour} colour */
  wonRow(colour) {
    return [...this.cells.keys()].filter(cell => {
      if (this.cells[cell] !== colour) return false;
      this.take(cell);
      const wins = this.foul(cell, colour) === null && this.winningCells(cell, colour).length > 0;
      this.put(cell, colour);
      return wins;
    });
  }

  /**
   * The foul that a stone of that colour there would be, in words; null: none.
   * @param {number} cell @param {Colour} colour
   */
  foul(cell, colour) {
    if (this.variant.rule !== RENJU || colour !== BLACK || this.cells[cell] !== EMPTY) return null;
    const shape = this.renjuShape(cell);
    return shape === "five" ? null : shape;
  }

  /** The empty cells that are forbidden to that colour. @param {Colour} colour */
  forbidden(colour) {
    if (this.variant.rule !== RENJU || colour !== BLACK) return [];
    return this.emptyCells().filter(cell => this.foul(cell, colour) !== null);
  }

  emptyCells() {
    return [...this.cells.keys()].filter(cell => this.cells[cell] === EMPTY);
  }

  /** The empty cells where that colour wins at once. @param {Colour} colour */
  wins(colour) {
    return this.emptyCells().filter(cell => this.winningCells(cell, colour).length > 0 &&
                                            this.foul(cell, colour) === null);
  }

  /**
   * What a black stone there makes: an exact five above all, else a double-four, a double-three, an overline, or null.
   * A three counts only if the stone that completes it makes none of these, so the question asks itself again.
   * @param {number} cell @returns {"five" | "double-four" | "double-three" | "overline" | null}
   */
  renjuShape(cell) {
    this.put(cell, BLACK);
    try {
      const lengths = DIRECTIONS.map(direction => this.row(cell, BLACK, direction).cells.length);
      if (lengths.includes(FIVE)) return "five";
      const fours = DIRECTIONS.reduce((sum, direction) => sum + this.fours(cell, direction), 0);
      if (fours >= 2) return "double-four";
      if (DIRECTIONS.filter(direction => this.isThree(cell, direction)).length >= 2) return "double-three";
      return Math.max(...lengths) > FIVE ? "overline" : null;
    } finally {
      this.take(cell);
    }
  }

  /**
   * How many fours with that stone lie on the line: sets of four stones that one more makes an exact five.
   * @param {number} cell @param {Step} direction
   */
  fours(cell, direction) {
    const sets = new Set();
    for (let start = 1 - FIVE; start <= 0; start += 1) {
      const inside = this.stretch(cell, direction, start, FIVE);
      const stones = inside.filter(each => this.at(each) === BLACK);
      const holes = inside.filter(each => this.at(each) === EMPTY);
      const isLonger = [start - 1, start + FIVE].some(steps => this.at(this.away(cell, direction, steps)) === BLACK);
      if (stones.length === FIVE - 1 && holes.length === 1 && !isLonger) sets.add(stones.join());
    }
    return sets.size;
  }

  /**
   * Can black really make a straight four of that stone on the line, with one stone more?
   * @param {number} cell @param {Step} direction
   */
  isThree(cell, direction) {
    for (let start = 2 - FIVE; start <= 0; start += 1) {
      const inside = this.stretch(cell, direction, start, FIVE - 1);
      const holes = inside.filter(each => this.at(each) === EMPTY);
      const stones = inside.filter(each => this.at(each) === BLACK);
      if (holes.length !== 1 || stones.length !== FIVE - 2) continue;
      const beside = [start - 1, start + FIVE - 1].map(steps => this.at(this.away(cell, direction, steps)));
      const beyond = [start - 2, start + FIVE].map(steps => this.at(this.away(cell, direction, steps)));
      if (beside.every(each => each === EMPTY) && !beyond.includes(BLACK) && this.renjuShape(holes[0]) === null) {
        return true;
      }
    }
    return false;
  }

  /** @param {number} cell @param {Step} direction @param {number} start @param {number} size */
  stretch(cell, direction, start, size) {
    return Array.from({length: size}, (_, at) => this.away(cell, direction, start + at));
  }
}

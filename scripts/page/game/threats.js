// Threats: what a stone on an empty point would make, for either side. Each name is what it says under the rule that is
// played, found by trying the stones and never by patterns: a four wins with one stone more; it is open if one more
// wins whatever the opponent answers on that line; an open three makes an open four with one stone more. So standard's
// overlines, caro's closed rows and renju's fouls come out right by themselves. Answers beside the line, and fives that
// the opponent makes meanwhile, are the search's business. Compared with a literal reading in
// tests/scripts/page/game/test_threats.mjs.

import {BLACK, CARO, CARO_EXACT, EMPTY, RENJU, STANDARD, WHITE, opposite} from "./rules.js";
import {t} from "../languages/texts.js";

/** @typedef {import("./rules.js").Board} Board */
/** @typedef {import("./rules.js").Colour} Colour */
/** @typedef {import("./rules.js").Step} Step */
/** @typedef {"five" | "open-four" | "double-four" | "four-three" | "double-three" | "open-three"} Kind */
/** @typedef {{cell: number, colour: Colour, kind: Kind}} Threat */
/** @typedef {{cells: number[], stones: number[]}} Line the cells of a line in order, and what lies there */

/** The strongest first. @type {Kind[]} */
export const KINDS = ["five", "open-four", "double-four", "four-three", "double-three", "open-three"];

/** @type {Step[]} */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];
const FIVE = 5;                     // in a row: then threats have names
const SHORTEST_THREE = 2;           // stones: where three in a row win, every stone would make an open one

/**
 * How a row counts for that colour: its length, and how many ends the opponent closes.
 * @param {Board} board @param {Colour} colour
 */
function winOf({variant: {rule, winLength}}, colour) {
  const isExact = rule === STANDARD || rule === CARO_EXACT || (rule === RENJU && colour === BLACK);
  const isCaro = rule === CARO || rule === CARO_EXACT;
  return (/** @type {number} */ length, /** @type {number} */ closed) =>
    length === winLength ? !isCaro || closed < 2 : length > winLength && !isExact;
}

/** What a side can do on one line of the board; stones are tried on a copy of it. */
class Tried {
  /**
   * @param {Board} board @param {Colour} colour @param {Line} line
   * @param {number} at the place of the stone on the line
   */
  constructor(board, colour, line, at) {
    this.colour = colour;
    this.stones = line.stones.slice();
    this.wins = winOf(board, colour);
    this.winLength = board.variant.winLength;
    this.from = Math.max(0, at - this.winLength);
    this.to = Math.min(this.stones.length - 1, at + this.winLength);
  }

  /** The empty places that may matter to the stone. */
  holes() {
    const found = [];
    for (let at = this.from; at <= this.to; at += 1) if (this.stones[at] === EMPTY) found.push(at);
    return found;
  }

  /**
   * Runs with another stone there, or none.
   * @template T @param {number} at @param {number} stone @param {() => T} act @returns {T}
   */
  with(at, stone, act) {
    const before = this.stones[at];
    this.stones[at] = stone;
    const result = act();
    this.stones[at] = before;
    return result;
  }

  /** Would a stone win there, by a row on this line? @param {number} at */
  isWin(at) {
    const {stones, colour} = this, other = opposite(colour);
    let low = at - 1, high = at + 1;
    while (stones[low] === colour) low -= 1;
    while (stones[high] === colour) high += 1;
    return this.wins(high - low - 1, Number(stones[low] === other) + Number(stones[high] === other));
  }

  /** Where one more wins, which without the stone at `own` would not. @param {number} own */
  winsBy(own) {
    const found = this.holes().filter(at => this.isWin(at));
    return found.length ? found.filter(at => this.with(own, EMPTY, () => !this.isWin(at))) : found;
  }

  /** What the stone there makes: a four that one answer stops, one that none does, or neither. @param {number} own */
  four(own) {
    const wins = this.winsBy(own);
    if (wins.length < 2) return wins.length ? "four" : null;
    const stops = this.holes().some(at => this.with(at, opposite(this.colour), () =>
      !wins.some(win => this.stones[win] === EMPTY && this.isWin(win))));
    return stops ? "four" : "open";
  }

  /** Where one more makes an open four, which without the stone at `own` would not. @param {number} own */
  opensBy(own) {
    return this.holes().filter(at => Math.abs(at - own) < this.winLength && !this.isWin(at) &&
      this.with(at, this.colour, () => this.four(at) === "open" &&
                                       this.with(own, EMPTY, () => this.four(at) !== "open")));
  }
}

/**
 * Are so many own stones within reach, and no other stone between? No threat is without.
 * @param {Line} line @param {number} at @param {Colour} colour @param {number} winLength
 */
function mostInReach({stones}, at, colour, winLength) {
  let most = -1;
  for (let start = Math.max(0, at - winLength + 1); start <= at && start + winLength <= stones.length; start += 1) {
    let own = 0;
    for (let each = start; each < start + winLength && own >= 0; each += 1) {
      if (stones[each] === colour) own += 1;
      else if (stones[each] !== EMPTY) own = -1;
    }
    most = Math.max(most, own);
  }
  return most;
}

/** The lines of a board, and on which place of which line each cell lies. */
class Lines {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.through = DIRECTIONS.map(direction => this.places(direction));
  }

  /** @param {Step} direction @returns {{line: Line, at: number}[]} by cell */
  places(direction) {
    const {board} = this, places = new Array(board.cells.length);
    for (let first = 0; first < board.cells.length; first += 1) {
      if (board.away(first, direction, -1) >= 0) continue;
      const cells = [];
      for (let cell = first; cell >= 0; cell = board.away(cell, direction, 1)) cells.push(cell);
      const line = {cells, stones: cells.map(cell => board.cells[cell])};
      for (const [at, cell] of cells.entries()) places[cell] = {line, at};
    }
    return places;
  }
}

/** What a stone makes on one line, when it lies there. @param {Board} board @param {Colour} colour
 *  @param {{line: Line, at: number}} place @returns {"open" | "four" | "three" | null} */
function madeOn(board, colour, {line, at}) {
  const {winLength} = board.variant, own = mostInReach(line, at, colour, winLength);
  if (own < winLength - 3) return null;
  const tried = new Tried(board, colour, line, at);
  tried.stones[at] = colour;
  if (own >= winLength - 2) {
    const four = tried.four(at);
    if (four !== null) return four;
  }
  if (winLength - 2 < SHORTEST_THREE) return null;
  return tried.opensBy(at).some(hole => board.foul(line.cells[hole], colour) === null) ? "three" : null;
}

/** @param {Lines} lines @param {number} cell @param {Colour} colour @returns {Kind | null} */
function kindOf({board, through}, cell, colour) {
  if (board.winningCells(cell, colour).length) return board.foul(cell, colour) === null ? "five" : null;
  const {winLength} = board.variant;
  if (!through.some(places => mostInReach(places[cell].line, places[cell].at, colour, winLength) >= winLength - 3)) {
    return null;
  }
  if (board.foul(cell, colour) !== null) return null;
  board.put(cell, colour);
  const made = through.map(places => madeOn(board, colour, places[cell]));
  board.take(cell);
  const fours = made.filter(each => each === "four").length, threes = made.filter(each => each === "three").length;
  if (made.includes("open")) return "open-four";
  if (fours >= 2) return "double-four";
  if (fours && threes) return "four-three";
  return threes >= 2 ? "double-three" : threes ? "open-three" : null;
}

/** All threats of both sides, each point's strongest for each side. @param {Board} board @returns {Threat[]} */
export function threats(board) {
  const lines = new Lines(board);
  return board.emptyCells().flatMap(cell => [BLACK, WHITE].flatMap(each => {
    const colour = /** @type {Colour} */ (each), kind = kindOf(lines, cell, colour);
    return kind === null ? [] : [{cell, colour, kind}];
  }));
}

/** What so many in a row are called. @type {Record<number, string>} */
export const ROW_WORDS = {3: t("three in a row"), 4: t("four in a row"), 5: t("five in a row")};

/** What a threat is called where so many in a row win: "an open four" @param {Kind} kind @param {number} winLength */
export function threatWords(kind, winLength) {
  const long = winLength - 1, short = winLength - 2;
  /** @type {Record<Kind, string>} */
  const words = winLength === FIVE ? {
    "five": ROW_WORDS[FIVE], "open-four": t("an open four"), "double-four": t("two fours"),
    "four-three": t("a four and an open three"), "double-three": t("two open threes"),
    "open-three": t("an open three"),
  } : {
    "five": ROW_WORDS[winLength], "open-four": t("an open row of {length}", {length: long}),
    "double-four": t("two rows of {length}", {length: long}),
    "four-three": t("a row of {long} and an open row of {short}", {long, short}),
    "double-three": t("two open rows of {length}", {length: short}),
    "open-three": t("an open row of {length}", {length: short}),
  };
  return words[kind];
}

/** The same in a few characters, for a mark: 4+3 @param {Kind} kind @param {number} winLength */
export function threatSign(kind, winLength) {
  const [five, four, three] = [winLength, winLength - 1, winLength - 2];
  /** @type {Record<Kind, string>} */
  const signs = {
    "five": `${five}`, "open-four": `${four}`, "double-four": `${four}+${four}`, "four-three": `${four}+${three}`,
    "double-three": `${three}+${three}`, "open-three": `${three}`,
  };
  return signs[kind];
}

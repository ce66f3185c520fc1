// What a value of the engine means in words and in chances. Values are to the side to move, in the units of the evaluation;
// whatever people read (sentence, marks, lines, curve) is black's chance of winning, so that they need not ask whose it is.

import {BLACK} from "./rules.js";

/** @typedef {import("./tengen.js").Value} Value */
/** @typedef {import("./rules.js").Colour} Colour */

export const NAMES = ["Black", "White"];

// Units of value for a factor of e in the odds of winning: what predicts the results of self-play at 500 nodes a move best
// (170 in renju, 180 in standard, 200 in freestyle on 20x20; 70,000 positions of each).
const VALUE_OF_ODDS = 180;
// The surest that an estimate can be: only what is proven is certain.
const SUREST = 0.99;

/** The chance of whoever the value belongs to: 0 and 1 are proven. @param {Value} value */
export function chanceOf({score, winsIn}) {
  if (winsIn !== null) return winsIn > 0 ? 1 : 0;
  return Math.min(SUREST, Math.max(1 - SUREST, 1 / (1 + Math.exp(-score / VALUE_OF_ODDS))));
}

/** The chance of black. @param {Value} value @param {Colour} toMove */
export const blackChance = (value, toMove) => toMove === BLACK ? chanceOf(value) : 1 - chanceOf(value);

/** @param {number} chance */
export const percentWords = chance => `${Math.round(100 * chance)} %`;

/**
 * Sorts values, the best of the side to move first: wins, the soonest first, and losses last, the latest first.
 * @param {Value} one @param {Value} other
 */
export const worthOrder = (one, other) => worthRank(other) - worthRank(one);

/** @param {Value} value */
const worthRank = ({score, winsIn}) => winsIn === null ? score : Math.sign(winsIn) * DECIDED - winsIn;

/** Beyond every score and every number of moves. */
const DECIDED = 1_000_000;

/** In a list of moves: black's chance, or who wins. @param {Value} value @param {Colour} toMove */
export function valueWords(value, toMove) {
  if (value.winsIn === null) return percentWords(blackChance(value, toMove));
  return `${NAMES[isBlackWin(value, toMove) ? 0 : 1]} wins in ${Math.abs(value.winsIn)}`;
}

/**
 * The same, where there is room for three letters: +7 where black wins in seven moves, −8 where white does.
 * @param {Value} value @param {Colour} toMove
 */
export function shortValueWords(value, toMove) {
  if (value.winsIn === null) return String(Math.round(100 * blackChance(value, toMove)));
  return `${isBlackWin(value, toMove) ? "+" : "−"}${Math.abs(value.winsIn)}`;
}

/** @param {Value} value one that is proven @param {Colour} toMove */
const isBlackWin = (value, toMove) => blackChance(value, toMove) === 1;

/** From the highest percentage down: from which on, and what is said of that side. @type {[number, string][]} */
const WORDS = [[97, "is winning"], [85, "is much better"], [70, "is better"], [57, "is slightly better"]];

/** A sentence about the position. @param {Value} value @param {Colour} toMove */
export function chanceWords(value, toMove) {
  const percent = Math.round(100 * blackChance(value, toMove)), side = NAMES[percent >= 50 ? 0 : 1];
  const moves = Math.abs(value.winsIn ?? 0);
  if (moves) return `${side} wins by force, in ${moves} ${moves === 1 ? "move" : "moves"} at most`;
  const words = WORDS.find(([from]) => Math.max(percent, 100 - percent) >= from)?.[1];
  return `${words ? `${side} ${words}` : "Even"}: ${percent} % for black`;
}

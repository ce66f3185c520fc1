// What a value of the engine means in words and in chances. Values are to the side to move, in the units of the
// evaluation; whatever people read (sentence, marks, lines, curve) is black's chance of winning, so that they need not
// ask whose it is.

import {BLACK} from "../game/rules.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../engine/tengen.js").Value} Value */
/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../languages/texts.js").Values} Values */

export const NAMES = [t("Black"), t("White")];
/** Of one stone, and within a sentence. */
export const COLOUR_WORDS = [t("black"), t("white")];

// Units of value for a factor of e in the odds of winning: what predicts the results of self-play at 500 nodes a move
// best (170 in renju, 180 in standard, 200 in freestyle on 20x20; 70,000 positions of each).
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
  return t("{side} wins in {count}", {side: NAMES[isBlackWin(value, toMove) ? 0 : 1], count: Math.abs(value.winsIn)});
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

/**
 * From the highest percentage down: from which on, and what is said of that side.
 * @type {[number, (values: Values) => string][]}
 */
const WORDS = [
  [97, values => t("{side} is winning: {percent} for black", values)],
  [85, values => t("{side} is much better: {percent} for black", values)],
  [70, values => t("{side} is better: {percent} for black", values)],
  [57, values => t("{side} is slightly better: {percent} for black", values)],
  [50, values => t("Even: {percent} for black", values)],
];

/** A sentence about the position. @param {Value} value @param {Colour} toMove */
export function chanceWords(value, toMove) {
  const percent = Math.round(100 * blackChance(value, toMove)), side = NAMES[percent >= 50 ? 0 : 1];
  if (value.winsIn !== null) {
    return t("{side} wins by force, in {count} moves of both sides at most", {side, count: Math.abs(value.winsIn)});
  }
  const say = WORDS.find(([from]) => Math.max(percent, 100 - percent) >= from)?.[1];
  return say?.({side, percent: `${percent} %`}) ?? "";
}
